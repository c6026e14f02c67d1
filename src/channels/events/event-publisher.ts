import type { TellBus } from "../../homeassistant/services/own.ts";
import type { ModelStatus } from "../../models/models.ts";
import type { Logger } from "../../observability/logger.ts";
import { isUnattended } from "../../security/provenance/provenance.ts";
import type { EndedAction } from "../../storage/turns/actions.ts";
import type { Approval, ApprovalStore } from "../../storage/turns/approvals.ts";
import type { Finding } from "../../storage/turns/findings.ts";
import type { TurnEnd, TurnRow, TurnStore } from "../../storage/turns/turns.ts";
import type { People } from "../people.ts";

interface HouseNewsOptions {
  readonly tell: TellBus;
  readonly turns: Pick<TurnStore, "get">;
  readonly approvals: Pick<ApprovalStore, "get">;
  readonly people: Pick<People, "configured">;
  readonly modelStatus: () => ModelStatus;
  /** Whether what people and the assistant write goes along: everybody who may see events then reads it. */
  readonly withText: boolean;
  readonly logger: Logger;
}

/** Home Assistant keeps 32 kB of an event; a text and its answer are the longest of it. */
const LONGEST_TEXT = 4_000;
const MOST_ENTITIES = 50;

/** Tells Home Assistant's bus what happened in turns, from what is on disk; without any text unless the options want it. Never throws. */
export function createHouseNews({ tell, turns, approvals, people, modelStatus, withText, logger }: HouseNewsOptions) {
  let problem: string | undefined;

  const entityOf = (personId: string): string | null => people.configured(personId)?.haPerson ?? null;
  const who = ({ personId, role }: TurnRow) => ({ person: entityOf(personId), role });
  const where = ({ channel, chatId: chat_id, isPrivate: is_private }: TurnRow) => ({ channel, chat_id, is_private });
  const texts = (said: Readonly<Record<string, string | undefined>>) =>
    withText ? Object.fromEntries(Object.entries(said).map(([name, text = ""]) => [name, text.slice(0, LONGEST_TEXT)])) : {};
  const safely = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      logger.error({ err: error }, "an event for automations could not be made");
    }
  };

  return {
    turnEnded: (id: string, { status: outcome, answer, model, at }: TurnEnd): void =>
      safely(() => {
        const turn = turns.get(id);
        if (!turn) return;
        const asked_by = isUnattended(turn.origin) ? "event" : "person";
        const told = { turn_id: id, kind: turn.kind, outcome, asked_by, ...who(turn), ...where(turn) };
        const milliseconds = Math.max(0, at - turn.receivedAt);
        tell("turn", { ...told, model: model ?? null, milliseconds, ...texts({ text: turn.text, answer }) });
        if (outcome === "failed") tell("error", { kind: "turn_failed", reason: null, turn_id: id, ...who(turn) });
      }),

    actionEnded: ({ id, turnId, approvalId, service, entityIds, effects, outcome }: EndedAction): void =>
      safely(() => {
        const turn = turns.get(turnId);
        const told = { action_id: id, turn_id: turnId, approval_id: approvalId ?? null, service, effects, outcome };
        tell("action", { ...told, entity_ids: entityIds.slice(0, MOST_ENTITIES), ...(turn && who(turn)) });
      }),

    approvalChanged: (id: string): void =>
      safely(() => {
        const approval = approvals.get(id);
        if (!approval) return;
        const actions = approval.actions.map(({ actionId: action_id, service, entityIds, effects }) => {
          return { action_id, service, effects, entity_ids: entityIds.slice(0, MOST_ENTITIES) };
        });
        const told = { approval_id: id, turn_id: approval.turnId, outcome: outcomeOf(approval), actions };
        const answered_by = approval.votes.map(({ personId }) => entityOf(personId));
        const asked = { person: entityOf(approval.personId), may_answer: approval.answerers.map(entityOf), answered_by };
        tell("approval", { ...told, ...asked, ...texts({ question: approval.question }) });
      }),

    /** Something amiss was found, or is over. */
    findingChanged: ({ kind, entityIds, since, closedAt }: Finding): void =>
      safely(() => {
        const told = { kind, entity_ids: entityIds.slice(0, MOST_ENTITIES), since: new Date(since).toISOString() };
        tell("finding", { ...told, is_open: closedAt === undefined });
      }),

    modelChanged: (): void =>
      safely(() => {
        const { model, problem: now } = modelStatus();
        if (now?.kind === problem) return;
        problem = now?.kind;
        if (now) tell("error", { kind: "model", reason: now.kind, model });
      }),

    askRefused: (reason: string): void => tell("error", { kind: "ask_refused", reason }),
  };
}

/** `some` for a yes to a part of what was asked. */
function outcomeOf({ status, approved = [], actions }: Approval): string {
  if (status === "open") return "asked";
  if (status !== "answered") return status;
  if (approved.length === 0) return "no";
  return approved.length === actions.length ? "yes" : "some";
}
