import { randomBytes } from "node:crypto";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { Receipt } from "../../homeassistant/acting/acting.ts";
import type { SeveralMeant } from "../../homeassistant/recogniser/recogniser.ts";
import type { Home, WholeHome } from "../../homeassistant/registry/home.ts";
import type { ResolvedCall } from "../../homeassistant/services/services.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { mayTeach } from "../../memory/learning/learner-rules.ts";
import { messageText } from "../../models/message-text.ts";
import { isGrownUp } from "../../security/policy/policy-input.ts";
import { type Origin, type OutsideText, worstOrigin } from "../../security/provenance/provenance.ts";
import { withoutSecrets } from "../../security/redaction/redaction.ts";
import { routineChange, SWITCHES_ON_AUTOMATION } from "../../security/routines/routine-changes.ts";
import type { AuditLog } from "../../storage/audit/audit.ts";
import type { Interaction, ToolRecord } from "../../storage/turns/interaction-log.ts";
import type { Button, Series } from "../../storage/turns/outbox.ts";
import type { TurnEnd, TurnRow } from "../../storage/turns/turns.ts";
import type { PlanMessages } from "../plan-messages.ts";
import type { StepResult, TurnStateValues } from "../state.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { ACTING_TOOL } from "../toolbox.ts";
import { anchorOf } from "../turn.ts";
import { choiceButtons } from "../wording/choices.ts";
import { createPhrases } from "../wording/phrases.ts";
import { picturesIn, reportResults } from "../wording/receipts.ts";
import { againButtons } from "./again.ts";
import { withoutCloudNote } from "./compose.ts";

export interface Ending {
  readonly status: TurnEnd["status"];
  /** What is known of the run that ends; undefined if none began, or if it was written down when it stopped. */
  readonly run?: Partial<TurnStateValues> | undefined;
  /** Left out, those of the run. */
  readonly results?: readonly StepResult[];
  /** The answer; for a turn that was not answered what is said before the reports of what it did. Empty says nothing. */
  readonly say: (catalogue: Catalogue) => string;
}

interface RunRecordDependencies extends Pick<TurnStores, "actions" | "automations" | "interactions" | "trials">, Pick<Timing, "clock"> {
  readonly audit: Pick<AuditLog, "append" | "decidedCount">;
  readonly home: Pick<Home, "find"> & Pick<WholeHome, "known">;
}

export type RecordRun = ReturnType<typeof createRunRecord>;

/** Writes what a run has come to: receipts, each decision once, also when it asked in between, and the run itself. Joins the open transaction. */
export function createRunRecord({ actions, interactions, audit, automations, trials, home, clock }: RunRecordDependencies) {
  /** What was saved and read back is a version from now on. */
  const settle = ({ data: { id, version }, targets: [target] }: Receipt): void => {
    const entityId = target?.observed["entityId"];
    if (target?.outcome === "done")
      automations.settle({ id: String(id), version: Number(version), entityId: typeof entityId === "string" ? entityId : undefined });
  };
  /** A grown-up who switches on what is on trial keeps it: policy let them, or an owner said yes. */
  const keep = ({ targets }: Receipt): void => {
    for (const { entityId, outcome } of targets)
      if (outcome === "done" || outcome === "already") trials.drop(String(home.known(entityId)?.state.attributes["id"]));
  };
  return (turn: TurnRow, run: Partial<TurnStateValues> | undefined, results: readonly StepResult[] = run?.results ?? []): void => {
    for (const result of results) {
      if (result.kind !== "receipt") continue;
      const { receipt } = result;
      actions.end(receipt.actionId, receipt, receipt.endedAt);
      if (routineChange(receipt.service)) settle(receipt);
      if (receipt.service === SWITCHES_ON_AUTOMATION && isGrownUp(turn.role)) keep(receipt);
    }
    if (!run) return;
    const decided = run.decided ?? [];
    const known = decided.length > 0 ? audit.decidedCount(turn.id) : 0;
    for (const { actionId, at, call, explanation, effectsFound } of decided.slice(known)) {
      const { outcome, rule, facts } = explanation;
      const { service, entityIds, data } = call;
      const effects = [...new Set(facts.effects.map(({ effect }) => effect))];
      const row = { at, kind: "decided" as const, turnId: turn.id, personId: turn.personId, actionId, service, entityIds, effects };
      audit.append({ ...row, outcome, rule, detail: { data, explanation, effectsFound } });
    }
    interactions.put(turn, interactionOf(turn, run, home), clock());
  };
}

export interface TurnEndDependencies
  extends Pick<TurnStores, "database" | "turns" | "sessions" | "outbox" | "actions" | "choices">,
    Pick<Timing, "clock"> {
  readonly recordRun: RecordRun;
  readonly plans: Pick<PlanMessages, "show">;
  readonly home: Pick<Home, "find">;
  /** Whether a person wants to hear what is answered to a voice message. */
  readonly wantsVoice: (personId: string) => boolean;
}

/** Writes a turn's end: what the run came to, answer, history and outbox in one transaction. */
export function createTurnEnd(dependencies: TurnEndDependencies) {
  const { database, turns, sessions, outbox, actions, choices, recordRun, plans, home, wantsVoice, clock } = dependencies;
  return (turn: TurnRow, { status, run, results = run?.results ?? [], say }: Ending): void => {
    // an end that could not be written before, tried again
    if (turns.isErased(turn.id)) return;
    const { id: turnId, channel, bot, chatId, threadId, sessionId } = turn;
    const catalogue = catalogueFor(turn.language);
    const words = { home, catalogue };
    const reports =
      status === "answered" ? [] : [...reportResults(results, words), ...unfinishedReports(actions.unfinished(turnId), results, words)];
    const answer = [say(catalogue), ...reports].filter((line) => line !== "").join("\n");
    const at = clock();
    const { origin: promptOrigin, outside = [], model, choice } = status === "answered" && run ? run : {};
    const origin = runOrigin(turn, { origin: promptOrigin, results });
    const pictures = picturesIn(results, words);
    const told = [answer, ...pictures.map(({ text }) => text)].filter((line) => line !== "").join("\n");
    database.transaction(() => {
      recordRun(turn, run, results);
      plans.show(turnId, results, { isOver: true, at });
      turns.end(turnId, { status, answer: told, answerOrigin: origin, model, at });
      const said = { role: "person", personId: turn.personId, content: turn.text, origin: turn.origin } as const;
      sessions.append(sessionId, chatId, turnId, said, at);
      if (told === "") return;
      const content = withoutCloudNote(told, run?.cloudModel, catalogue);
      const answered = { role: "assistant", personId: undefined, content, origin, outside: bounded(outside) } as const;
      sessions.append(sessionId, chatId, turnId, answered, at);
      const buttons = choice ? offered(turn, choice) : againButtons(turnId, results, catalogue);
      const chart = buttons.length === 0 && answer.length <= LONGEST_CAPTION ? onlySeries(results) : undefined;
      const media = chart && { series: chart, otherwise: answer };
      const isHeard = answer !== "" && turn.kind === "voice" && wantsVoice(turn.personId);
      const speech = isHeard ? [{ text: answer, origin, media: { spokenIn: turn.language } }] : [];
      const shown = [...(answer === "" ? [] : [{ text: answer, origin, buttons, media }]), ...pictures, ...speech];
      for (const [index, one] of shown.entries()) {
        const item = { turnId, kind: index === 0 ? ("answer" as const) : ("notice" as const), replyToMessageId: anchorOf(turn), at };
        outbox.add({ channel, bot, chatId, threadId, ...item, ...one });
      }
    });
  };

  function offered({ id: turnId, language }: TurnRow, { options }: SeveralMeant): readonly (readonly Button[])[] {
    const id = randomBytes(9).toString("base64url");
    choices.insert({ id, turnId, options, origin: "home" }, clock());
    return choiceButtons(id, options, catalogueFor(language));
  }
}

/** Characters of a sentence below a picture: Telegram takes 1,024 after its marks. */
const LONGEST_CAPTION = 900;

/** The numbers that the answer is about; of several nobody knows which, and what tells of an action may be edited later. */
function onlySeries(results: readonly StepResult[]): Series | undefined {
  if (results.some(({ kind }) => kind === "receipt")) return undefined;
  const [series, ...others] = results.flatMap((result) => (result.kind === "read" ? (result.series ?? []) : []));
  return others.length === 0 ? series : undefined;
}

/** What a later question quotes; an answer rests on a few texts, and the first of each tells it. */
const MOST_OUTSIDE_TEXTS = 5;
const OUTSIDE_CHARACTERS = 500;

function bounded(texts: readonly OutsideText[]): readonly OutsideText[] {
  return texts.slice(0, MOST_OUTSIDE_TEXTS).map(({ source, text }) => ({ source, text: text.slice(0, OUTSIDE_CHARACTERS) }));
}

/** A sentence may be about all lights of a large house; a few tell which. */
const MOST_ENTITIES = 50;

/** What the log of interactions keeps of a run, as far as it has come. */
function interactionOf(turn: TurnRow, run: Partial<TurnStateValues>, home: Pick<Home, "find">): Interaction {
  const { path = "model", model, tokens, context, results = [], questions = [], messages = [] } = run;
  const entityIds = [...questions.flatMap((question) => question.entityIds), ...messages.flatMap(askedOf), ...results.flatMap(touchedBy)];
  const toolsUsed = [...new Set(results.map((result) => (result.kind === "read" ? result.tool : ACTING_TOOL)))];
  return {
    path,
    model,
    tokens,
    context,
    toolsUsed,
    tools: toolRecordsOf(messages),
    origin: runOrigin(turn, run),
    learnable: path === "model" && mayTeach({ ...turn, toolsUsed }),
    // a model makes ids up
    entitiesMentioned: [...new Set(entityIds)].filter((entityId) => home.find(entityId)).slice(0, MOST_ENTITIES),
  };
}

/** The worst of what a run was given and has read. */
function runOrigin(
  turn: Pick<TurnRow, "origin">,
  { origin = "person", results = [] }: Partial<Pick<TurnStateValues, "origin" | "results">>,
): Origin {
  return worstOrigin([turn.origin, origin, ...results.flatMap((result) => (result.kind === "read" ? result.origin : []))]);
}

function askedOf(message: BaseMessage): readonly string[] {
  if (!AIMessage.isInstance(message)) return [];
  return (message.tool_calls ?? []).flatMap(({ args }) =>
    [args["entity_id"]].flat().filter((entityId): entityId is string => typeof entityId === "string"),
  );
}

function touchedBy(result: StepResult): readonly string[] {
  if (result.kind === "receipt") return result.receipt.targets.map(({ entityId }) => entityId);
  return result.kind === "denied" || result.kind === "declined" ? result.call.entityIds : [];
}

/** Calls kept of a turn: two for each round that it may have. */
const MOST_CALLS = 16;
/** Characters of arguments and of a result: a page shows no more, and the log is kept for a month. */
const LONGEST = 2_000;

/** The tools that the model of a run called, in their order, with what it was answered. */
function toolRecordsOf(messages: readonly BaseMessage[]): readonly ToolRecord[] {
  const answers = new Map(
    messages.filter((message) => ToolMessage.isInstance(message)).map((message) => [message.tool_call_id, messageText(message)] as const),
  );
  return messages
    .flatMap((message) => (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []))
    .slice(0, MOST_CALLS)
    .map(({ id = "", name, args }) => {
      const result = answers.get(id) ?? "";
      return {
        name,
        arguments: shortened(JSON.stringify(withoutSecrets(args))),
        result: shortened(result),
        ok: result.startsWith('{"ok":true'),
      };
    });
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** One line for a message that came too late to be worked on, or whose work was interrupted for too long. */
export function lateAnswer(catalogue: Catalogue, interrupted: boolean, ageMs: number): string {
  if (interrupted) return catalogue.text("answer.late-interrupted");
  const minutes = Math.round(ageMs / 60_000);
  const age =
    minutes < 120 ? catalogue.text("age.minutes", { count: minutes }) : catalogue.text("age.hours", { count: Math.round(minutes / 60) });
  return catalogue.text("answer.late", { age });
}

export function errorAnswer(catalogue: Catalogue): string {
  return catalogue.text("answer.error");
}

/** Lines for actions that were started and whose end nobody saw. */
export function unfinishedReports(
  unfinished: readonly { id: string; service: string; entityIds: readonly string[] }[],
  results: readonly StepResult[],
  { home, catalogue }: { home: Pick<Home, "find">; catalogue: Catalogue },
): readonly string[] {
  const phrases = createPhrases({ home, catalogue });
  const told = new Set(results.flatMap((result) => (result.kind === "receipt" ? [result.receipt.actionId] : [])));
  return unfinished.flatMap((action) => {
    if (told.has(action.id)) return [];
    const call: ResolvedCall = { service: action.service, entityIds: action.entityIds, data: {} };
    const parameters = { action: phrases.action(call), names: phrases.names(action.entityIds) };
    return catalogue.text(action.entityIds.length === 0 ? "receipt.unknown-plain" : "receipt.unknown", parameters);
  });
}
