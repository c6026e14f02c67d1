import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { mayRead, mayReadOthers } from "../../security/policy/read-access.ts";
import type { AuditLog } from "../../storage/audit/audit.ts";
import { outcomesIn } from "../../storage/audit/receipt-outcomes.ts";
import type { Page } from "../../storage/place.ts";
import type { ActionLedger } from "../../storage/turns/actions.ts";
import { type Approval, type ApprovalStore, leavingTexts } from "../../storage/turns/approvals.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { PastAction } from "../../storage/turns/past-actions.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import type { Person } from "../turn.ts";
import { createPhrases } from "../wording/phrases.ts";
import { quotable } from "../wording/verbatim.ts";
import { explainedOf } from "./command-why.ts";

export interface ShownAction extends Pick<PastAction, "id" | "at" | "turnId" | "personId" | "personName" | "rule" | "effects"> {
  readonly service: string;
  /** Names, of routines for owners and whoever started them. */
  readonly things: readonly string[];
  /** Distinct outcomes; `unknown` for what has no receipt. */
  readonly outcomes: readonly string[];
  readonly receipt: PastAction["receipt"];
}

type WantedActions = Parameters<ActionLedger["page"]>[0];

export type ActionView = ReturnType<typeof createActionView>;

/** Actions as a person may see them: adults all, others their own. Asked for an entity that they may not read: their own. */
export function createActionView({ home, actions }: { readonly home: Pick<Home, "find">; readonly actions: Pick<ActionLedger, "page"> }) {
  return (viewer: Person, { personId, ...wanted }: WantedActions): Page<ShownAction> => {
    const { entityId = "" } = wanted;
    const isEverybodys = mayReadOthers(viewer.role) && mayRead(entityId.split(".")[0] ?? "", viewer.role);
    const { items, next } = actions.page({ ...wanted, personId: isEverybodys ? personId : viewer.id });
    return { items: items.map((action) => shown(action, viewer)), next };
  };

  function shown(action: PastAction, viewer: Person): ShownAction {
    const { id, at, turnId, personId, personName, rule, effects, service, entityIds, receipt } = action;
    const isOwn = personId === viewer.id;
    const mayName = (name: string) => isOwn || mayRead(name.split(".")[0] ?? "", viewer.role);
    const things = entityIds.flatMap((entityId) => (mayName(entityId) ? (home.find(entityId)?.name ?? []) : []));
    return {
      id,
      at,
      turnId,
      personId,
      personName,
      rule,
      effects,
      things,
      service: mayName(service) ? service : `${service.split(".")[0] ?? ""}.…`,
      outcomes: outcomesIn(receipt),
      // it holds what was sent with the call
      receipt: isOwn || viewer.role === "owner" ? receipt : undefined,
    };
  }
}

/** A question that is open. Texts are Markdown. */
export interface ShownApproval {
  readonly id: string;
  readonly turnId: string;
  readonly personName: string;
  readonly question: string;
  readonly askedAt: number;
  /** Undefined until it was shown. */
  readonly expiresAt: number | undefined;
  readonly actions: readonly { readonly id: string; readonly text: string; readonly reasons: readonly string[] }[];
  readonly mayAnswer: boolean;
  readonly needsPin: boolean;
  readonly decides: boolean;
}

interface ApprovalViewDependencies {
  readonly approvals: Pick<ApprovalStore, "open">;
  readonly outbox: Pick<OutboxStore, "messagesOfApproval">;
  readonly audit: Pick<AuditLog, "decisions">;
  readonly turns: Pick<TurnStore, "get">;
  readonly home: Pick<Home, "find">;
  readonly now: () => number;
}

const MOST_DECISIONS = 50;

/** Questions that are open for a person: those that they asked or may answer; for an owner all. The newest first. */
export function createApprovalView({ approvals, outbox, audit, turns, home, now }: ApprovalViewDependencies) {
  return (viewer: Person): readonly ShownApproval[] =>
    approvals
      .open()
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now())
      .filter(({ personId, answerers }) => viewer.role === "owner" || personId === viewer.id || answerers.includes(viewer.id))
      .map((approval) => shown(approval, viewer))
      .toReversed();

  function shown(approval: Approval, viewer: Person): ShownApproval {
    const { id, turnId, question, createdAt: askedAt, expiresAt, answerers, votes, pinNeeded } = approval;
    const catalogue = catalogueFor(viewer.language);
    const phrases = createPhrases({ home, catalogue });
    const decisions = new Map(audit.decisions({ turnId, limit: MOST_DECISIONS }).map((decision) => [decision.actionId, decision]));
    const texts = new Map(leavingTexts(approval).map(({ actionId, text }) => [actionId, text]));
    const mayAnswer =
      answerers.includes(viewer.id) && votes.every(({ personId }) => personId !== viewer.id) && outbox.messagesOfApproval(id).length > 0;
    return {
      id,
      turnId,
      question,
      askedAt,
      expiresAt,
      mayAnswer,
      personName: turns.get(turnId)?.personName ?? "",
      needsPin: pinNeeded && mayAnswer,
      decides: mayAnswer && approval.actions.some(({ undecided = [] }) => undecided.length > 0),
      actions: approval.actions.map((action) => {
        const leaving = texts.get(action.actionId);
        if (leaving !== undefined) return { id: action.actionId, text: quotable(leaving), reasons: [] };
        const decision = decisions.get(action.actionId);
        const reasons = decision ? reasonsIn(explainedOf(decision).explained.reasons, catalogue) : [];
        return { id: action.actionId, text: phrases.action(action), reasons };
      }),
    };
  }
}

export type ApprovalView = ReturnType<typeof createApprovalView>;

/** Those that need more than their own words stand in the question. */
function reasonsIn(reasons: readonly string[], catalogue: Catalogue): readonly string[] {
  return reasons.flatMap((reason) => catalogue.find(`why.${reason}`) ?? []).filter((text) => !text.includes("{"));
}
