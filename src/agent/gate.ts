import { ToolMessage } from "@langchain/core/messages";
import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import type { Home } from "../homeassistant/home.ts";
import type { CallProblem, ResolvedCall, Services } from "../homeassistant/services.ts";
import { type DecisionInput, decide, hashCall, type PolicyLists } from "../security/policy.ts";
import { mayRead } from "../security/readable.ts";
import { type Runs, runOf } from "./runs.ts";
import type { ApprovalAnswer, ApprovalRequest, GateDecision, PendingCall, StepResult, TurnInput, TurnStateValues } from "./state.ts";

export interface JudgeDependencies {
  readonly home: Pick<Home, "find">;
  readonly services: Pick<Services, "resolve" | "exists">;
  readonly lists: PolicyLists;
  readonly uncertainTargets: (sessionId: string, service: string) => ReadonlySet<string>;
  readonly runs: Runs;
  readonly clock: () => number;
}

/** What is known beside the call itself. */
interface JudgeFacts {
  /** The hash of the call that a person said yes to. */
  readonly approvedHash?: string | undefined;
  /** This turn itself used the same service on one of the targets, and nobody knows how that ended. */
  readonly unknownInTurn?: boolean;
}

export type Judge = (turn: TurnInput, actionId: string, call: ResolvedCall, facts?: JudgeFacts) => ReturnType<typeof decide>;

/** Brings together what policy needs to decide one resolved call, now. */
export function createJudge({ home, services, lists, uncertainTargets, runs, clock }: JudgeDependencies): Judge {
  return (turn, actionId, call, { approvedHash, unknownInTurn = false } = {}) => {
    const uncertain = uncertainTargets(turn.sessionId, call.service);
    const input: DecisionInput = {
      actionId,
      channel: turn.channel,
      role: turn.role,
      origin: turn.origin,
      call,
      targets: call.entityIds.map((entityId) => ({ entityId, deviceClass: home.find(entityId)?.deviceClass })),
      lists,
      serviceExists: services.exists(call.service),
      late: runOf(runs, turn.turnId).late,
      unknownBefore: unknownInTurn || call.entityIds.some((entityId) => uncertain.has(entityId)),
      now: clock(),
      ...(approvedHash !== undefined && { approvedHash }),
    };
    return decide(input);
  };
}

/** The rule of an action that was allowed or asked about, and no longer is what was decided on. */
export const OVERTAKEN = "overtaken";

type State<Key extends keyof TurnStateValues> = Pick<TurnStateValues, Key>;

const approvalAnswer = z.strictObject({ approvalId: z.string(), approved: z.array(z.string()) });

/**
 * The gate: targets become entity ids and policy decides each action; what needs a yes goes into ONE interrupt for the whole step. Two
 * nodes, for a node that interrupts runs again from its start when the turn is resumed: what was asked is in the checkpoint by then, so
 * the answer is about exactly that, whatever the home, the hour or the policy would say of it now. Neither node has side effects.
 */
export function createGate({ services, judge }: { services: Pick<Services, "resolve">; judge: Judge }) {
  const decideCall = (turn: TurnInput, pending: PendingCall & { kind: "act" }, results: readonly StepResult[]): GateDecision => {
    const { id, toolCallId } = pending;
    const resolution = services.resolve(pending.call);
    if (!resolution.ok) return problemOf(turn, pending, pending.call.service, resolution.problem);
    const { call } = resolution;
    const { outcome, rule } = judge(turn, id, call, { unknownInTurn: hasUnknownEnd(call, results) });
    if (outcome === "deny") return { kind: "denied", id, toolCallId, call, rule };
    if (outcome === "confirm") return { kind: "ask", id, toolCallId, call, rule, hash: hashCall(call) };
    return { kind: "go", id, toolCallId, call, approvalId: undefined, approvedHash: undefined };
  };

  /** A yes holds for what was shown only, and policy decides again. */
  const afterYes = (
    turn: TurnInput,
    asked: GateDecision & { kind: "ask" },
    calls: readonly PendingCall[],
    approvalId: string,
  ): GateDecision => {
    const { id, toolCallId, call, hash } = asked;
    const proposed = calls.find((pending) => pending.kind === "act" && pending.id === id);
    const resolution = services.resolve(proposed?.kind === "act" ? proposed.call : { ...call, target: { entityId: call.entityIds } });
    if (!resolution.ok) return problemOf(turn, asked, call.service, resolution.problem);
    if (hashCall(resolution.call) !== hash) return { kind: "denied", id, toolCallId, call, rule: OVERTAKEN };
    const { outcome, rule } = judge(turn, id, call, { approvedHash: hash });
    if (outcome !== "allow") return { kind: "denied", id, toolCallId, call, rule: outcome === "deny" ? rule : OVERTAKEN };
    return { kind: "go", id, toolCallId, call, approvalId, approvedHash: hash };
  };

  return {
    decide({ turn, calls, results }: State<"turn" | "calls" | "results">): State<"decisions" | "results" | "messages"> {
      const decisions = calls.flatMap((call) => (call.kind === "act" ? decideCall(turn, call, results) : []));
      return {
        decisions,
        results: decisions.flatMap(refused),
        messages: [...decisions.flatMap(refusalMessage), ...calls.flatMap(invalidMessage)],
      };
    },
    ask({ turn, calls, decisions }: State<"turn" | "calls" | "decisions">): State<"decisions" | "results" | "messages"> {
      const asked = decisions.filter((decision) => decision.kind === "ask");
      const actions = asked.map(({ id, hash, rule, call }) => ({ actionId: id, hash, rule, call }));
      // By `responseSchema` a value that is no answer is not kept as one in the checkpoint.
      const { approvalId, approved } = interrupt<ApprovalRequest, ApprovalAnswer>({ actions }, { responseSchema: approvalAnswer });
      const answered = asked.map(
        (ask): GateDecision =>
          approved.includes(ask.id)
            ? afterYes(turn, ask, calls, approvalId)
            : { kind: "declined", id: ask.id, toolCallId: ask.toolCallId, call: ask.call, rule: ask.rule },
      );
      const byId = new Map(answered.map((decision) => [decision.id, decision]));
      return {
        decisions: decisions.map((decision) => byId.get(decision.id) ?? decision),
        results: answered.flatMap(refused),
        messages: answered.flatMap(refusalMessage),
      };
    },
  };
}

/** What is wrong with a call, without hints at what the person may not read. */
function problemOf(
  { role }: TurnInput,
  { id, toolCallId }: Pick<GateDecision, "id" | "toolCallId">,
  service: string,
  { nearest = [], ...problem }: CallProblem,
): GateDecision {
  const readable = nearest.filter((name) => mayRead(name.split(".")[0] ?? "", role));
  return { kind: "problem", id, toolCallId, service, problem: { ...problem, ...(readable.length > 0 && { nearest: readable }) } };
}

/** The ledger tells of the turns before; this turn's own receipts are written there at its end. */
function hasUnknownEnd(call: ResolvedCall, results: readonly StepResult[]): boolean {
  const last = new Map<string, string>();
  for (const result of results) {
    if (result.kind !== "receipt" || result.receipt.service !== call.service) continue;
    for (const { entityId, outcome } of result.receipt.targets) last.set(entityId, outcome);
  }
  return call.entityIds.some((entityId) => last.get(entityId) === "unknown");
}

function refused(decision: GateDecision): readonly StepResult[] {
  switch (decision.kind) {
    case "go":
    case "ask":
      return [];
    case "problem":
      return [{ kind: "problem", service: decision.service, problem: decision.problem }];
    default:
      return [{ kind: decision.kind, call: decision.call, rule: decision.rule }];
  }
}

function refusalMessage(decision: GateDecision): readonly ToolMessage[] {
  if (decision.kind === "go" || decision.kind === "ask" || decision.toolCallId === undefined) return [];
  const content =
    decision.kind === "problem"
      ? { ok: false, ...decision.problem }
      : decision.kind === "declined"
        ? { ok: false, error: "declined", message: "The person said no. Do not try it again." }
        : { ok: false, error: "not_allowed", message: "This is not allowed in this home. Do not try it another way." };
  return [toolMessage(decision.toolCallId, "call_ha_service", content)];
}

function invalidMessage(call: PendingCall): readonly ToolMessage[] {
  return call.kind === "invalid" ? [toolMessage(call.toolCallId, call.tool, call.result)] : [];
}

/** A tool's answer as the model gets it. */
export function toolMessage(toolCallId: string, name: string, content: object): ToolMessage {
  return new ToolMessage({ tool_call_id: toolCallId, name, content: JSON.stringify(content) });
}
