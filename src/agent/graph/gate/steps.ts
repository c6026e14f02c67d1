import { ToolMessage } from "@langchain/core/messages";
import type { KeepPlan } from "../../../attention/plan-changes.ts";
import { type Clockwork, nextAt, type Trigger } from "../../../attention/trigger.ts";
import type { Actor, Receipt } from "../../../homeassistant/acting/acting.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import { CAMERA_IMAGE, type ResolvedCall } from "../../../homeassistant/services/services.ts";
import { isOthers, type OutsideText } from "../../../security/provenance/provenance.ts";
import type { ActionLedger } from "../../../storage/turns/actions.ts";
import { textsIn } from "../../../text/json.ts";
import { answerForModel, type Screen } from "../../screen.ts";
import {
  type DecisionRecord,
  type GateDecision,
  OVERTAKEN,
  type PendingCall,
  type Runs,
  runOf,
  type StepResult,
  type TurnInput,
  type TurnStateValues,
} from "../../state.ts";
import { ACTING_TOOL, HOME_AWAY, type ReadTool, type ToolCaller } from "../../toolbox.ts";
import { seriesOf } from "../../wording/series.ts";
import { asksEachTime, type Judge, recordOf, usedBy } from "./evaluate-action.ts";

type Going = GateDecision & { kind: "go" };

/** What came of an action; with the judgement, if that was a no. */
interface Done {
  readonly result: StepResult;
  readonly record?: DecisionRecord;
}

interface ActDependencies {
  readonly actor: Actor;
  readonly home: Pick<Home, "find">;
  readonly judge: Judge;
  /** `start` claims an action's single use; false if it was started before. */
  readonly ledger: Pick<ActionLedger, "start" | "end" | "receipts">;
  readonly keepPlan: KeepPlan;
  readonly clockwork: () => Clockwork;
  readonly runs: Runs;
  readonly clock: () => number;
}

export interface ActInput {
  readonly turn: TurnInput;
  readonly chain: readonly Going[];
  readonly path: string;
}

/** Does a chain of actions in order. Each: policy once more, ledger row, the call with a fresh permit, the receipt. */
export function createActStep({ actor, home, judge, ledger, keepPlan, clockwork, runs, clock }: ActDependencies) {
  /** Keeps an action for its time. Policy decides about it again then. */
  const plan = ({ turnId, personId }: TurnInput, { id, call, approvalId }: Going, trigger: Trigger, asks: boolean): StepResult => {
    const dueAt = nextAt(trigger, { ...clockwork(), now: clock() });
    const { service, entityIds, data } = call;
    const planned = { id, service, entityIds, data, ...(!asks && { approvalId }) };
    const kept = keepPlan({ turnId, personId, kind: "action", text: "", trigger, dueAt, call: planned }, clock());
    return { kind: "planned", id, call, trigger, dueAt, asks, isFull: kept === undefined, objection: kept?.objection };
  };

  const actOnce = async (turn: TurnInput, going: Going, path: string, untilEnd: boolean): Promise<Done> => {
    const { id, call, approvalId, circumstances } = going;
    const { when } = circumstances;
    const run = runOf(runs, turn.turnId);
    if (when === undefined)
      run.progress({ kind: "acting", names: call.entityIds.map((entityId) => home.find(entityId)?.name ?? call.service) });
    const judgement = await judge(turn, { id, call, approvalId, circumstances });
    const { verdict, hash, effects, facts } = judgement;
    const asks = asksEachTime(verdict, circumstances);
    if (when && (verdict.outcome === "allow" || asks)) return { result: plan(turn, going, when, asks) };
    if (verdict.outcome !== "allow") {
      const rule = verdict.outcome === "deny" ? verdict.rule : OVERTAKEN;
      return { result: { kind: "denied", id, call, rule }, record: recordOf(going, judgement, clock()) };
    }
    const fresh = ledger.start({
      id,
      turnId: turn.turnId,
      approvalId,
      service: call.service,
      entityIds: call.entityIds,
      data: call.data,
      hash,
      effects: [...new Set(effects.map(({ effect }) => effect))],
      fingerprint: facts.fingerprint,
      proposedBy: path === "recogniser" ? "recogniser" : "model",
      rule: verdict.rule,
      at: clock(),
    });
    const receipt = fresh ? await actor.act(verdict.permit, { signal: run.signal, untilEnd }) : unknownReceipt(id, call, clock());
    return { result: { kind: "receipt", id, receipt } };
  };

  return async ({ turn, chain, path }: ActInput): Promise<Partial<TurnStateValues>> => {
    // A chain is one step of the graph: after a crash in its middle the ledger knows what its first actions came to.
    const run = runOf(runs, turn.turnId);
    const known = new Map(chain.length > 1 ? ledger.receipts(turn.turnId).map((one) => [(one as Receipt).actionId, one as Receipt]) : []);
    const results: StepResult[] = [];
    const decided: DecisionRecord[] = [];
    const messages: ToolMessage[] = [];
    for (const action of chain) {
      const earlier = known.get(action.id);
      const { result, record }: Done = earlier
        ? { result: { kind: "receipt", id: action.id, receipt: earlier } }
        : await actOnce(turn, action, path, action !== chain.at(-1));
      if (record) decided.push(record);
      if (result.kind === "receipt" && action !== chain.at(-1)) ledger.end(action.id, result.receipt, result.receipt.endedAt);
      results.push(result);
      run.ended?.(result);
      messages.push(...actionMessages(action, resultForModel(result, home)));
    }
    return { results, decided, messages };
  };
}

function resultForModel(result: StepResult, home: Pick<Home, "find">): object {
  if (result.kind === "receipt") return receiptForModel(result.receipt, home);
  if (result.kind === "planned" && result.isFull) return { ok: false, error: "too_many_plans" };
  if (result.kind === "planned" && result.objection !== undefined) return { ok: false, error: "not_planned", message: result.objection };
  if (result.kind === "planned") return { ok: true, outcome: "planned", message: "It is planned, and the person is told when." };
  return { ok: false, error: "not_allowed", message: "The home changed meanwhile, so this was not done." };
}

/** The receipt of an action that was started by a run that ended before it could tell: reported, never redone. */
function unknownReceipt(actionId: string, call: ResolvedCall, at: number): Receipt {
  const targets = usedBy(call).map((entityId) => ({ entityId, outcome: "unknown" as const, observed: {} }));
  const { service, data } = call;
  return { actionId, service, data, targets, contextId: undefined, error: undefined, startedAt: at, endedAt: at };
}

/** Enough to quote and to look for names in; a text of that length is asked about anyhow. */
const OUTSIDE_CHARACTERS = 2_000;

export interface ReadInput {
  readonly turn: TurnInput;
  readonly call: PendingCall & { readonly kind: "read" };
  readonly outside?: readonly OutsideText[];
}

interface ReadDependencies {
  readonly tools: ReadonlyMap<string, ReadTool>;
  readonly home: Pick<Home, "ready" | "info">;
  readonly runs: Runs;
  readonly screen: Pick<Screen, "value">;
}

export type ReadStep = ReturnType<typeof createReadStep>;

/** Runs one reading tool. What it read from a document or from outside is screened before the model gets it, and says where it comes from. */
export function createReadStep({ tools, home, runs, screen }: ReadDependencies) {
  return async ({ turn, call, outside: given = [] }: ReadInput): Promise<Partial<TurnStateValues>> => {
    const run = runOf(runs, turn.turnId);
    const tool = tools.get(call.tool);
    const caller = callerOf(turn, given);
    const isAway = !home.ready && !tool?.withoutHome;
    const result = isAway ? HOME_AWAY : ((await tool?.call(call.args, caller, run.signal)) ?? { ok: false, error: "unknown_tool" });
    const { origin = "home", outside, noted = [], read, ...content } = result;
    const series = seriesOf(read, home);
    const hidden = typeof result["hidden"] === "number" ? result["hidden"] : 0;
    return {
      results: [
        {
          kind: "read",
          id: call.id,
          tool: call.tool,
          ok: result.ok,
          hidden,
          origin,
          ...(noted.length > 0 && { noted }),
          ...(result.told !== undefined && { told: result.told }),
          ...(series && { series }),
        },
      ],
      messages: [toolMessage(call.toolCallId, call.tool, answerForModel(screen, call.tool, { origin, content }))],
      outside: isOthers(origin) ? [outsideText(call.tool, content, outside)] : [],
    };
  };
}

export function callerOf(turn: TurnInput, outside: readonly OutsideText[]): ToolCaller {
  const { personId, role, isPrivate, sessionId, turnId: id, text, origin, language } = turn;
  return { personId, role, isPrivate, sessionId, turn: { id, text, origin, language, outside } };
}

/** What a tool read from outside, for the question that an action may need because of it; longest first, for it is cut. */
export function outsideText(tool: string, content: Readonly<Record<string, unknown>>, written: readonly string[] | undefined): OutsideText {
  const { name, entity_id: _id, ...rest } = content;
  const texts = written ?? textsIn(rest).toSorted((one, other) => other.length - one.length);
  return { source: typeof name === "string" ? name : tool, text: texts.join(" · ").slice(0, OUTSIDE_CHARACTERS) };
}

export function endedIds(results: readonly StepResult[]): ReadonlySet<string> {
  return new Set(results.map(({ id }) => id));
}

/** What the model is told of an action that was not done. */
export function refusalMessage(decision: GateDecision): readonly ToolMessage[] {
  switch (decision.kind) {
    case "problem":
      return actionMessages(decision, { ok: false, ...decision.problem });
    case "declined":
      return actionMessages(decision, { ok: false, error: "declined", message: "The person said no. Do not try it again." });
    case "denied": {
      const message = "This is not allowed in this home. Do not try it another way.";
      return actionMessages(decision, { ok: false, error: "not_allowed", message });
    }
    default:
      return [];
  }
}

export function invalidMessage(call: PendingCall): readonly ToolMessage[] {
  return call.kind === "invalid" ? [toolMessage(call.toolCallId, call.tool, call.result)] : [];
}

/** What came of an action, for each of the model's calls that wanted it. */
export function actionMessages(
  { toolCallId, repeats = [] }: Pick<GateDecision, "toolCallId" | "repeats">,
  content: object,
): readonly ToolMessage[] {
  const ids = toolCallId === undefined ? repeats : [toolCallId, ...repeats];
  return ids.map((id) => toolMessage(id, ACTING_TOOL, content));
}

export function toolMessage(toolCallId: string, name: string, content: object): ToolMessage {
  return new ToolMessage({ tool_call_id: toolCallId, name, content: JSON.stringify(content) });
}

export function receiptForModel(receipt: Receipt, home: Pick<Home, "find">): object {
  return {
    ok: receipt.targets.every(({ outcome }) => outcome === "done" || outcome === "already" || outcome === "sent" || outcome === "started"),
    results: receipt.targets.map(({ entityId, outcome, observed }) => ({
      name: home.find(entityId)?.name ?? entityId,
      entity_id: entityId,
      outcome,
      ...observed,
    })),
    ...(receipt.error !== undefined && { error: receipt.error }),
    ...(receipt.service === CAMERA_IMAGE && { message: "The person gets the picture with your answer. You cannot see it." }),
  };
}
