import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import type { Home } from "../homeassistant/home.ts";
import type { ResolvedCall, Services } from "../homeassistant/services.ts";
import { type DecisionInput, decide, hashCall, type PolicyLists } from "../security/policy.ts";
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

export type Judge = (turn: TurnInput, actionId: string, call: ResolvedCall, approvedHash?: string) => ReturnType<typeof decide>;

/** Brings together what policy needs to decide one resolved call, now. */
export function createJudge({ home, services, lists, uncertainTargets, runs, clock }: JudgeDependencies): Judge {
  return (turn, actionId, call, approvedHash) => {
    const uncertain = uncertainTargets(turn.sessionId, call.service);
    const input: DecisionInput = {
      actionId,
      call,
      targets: call.entityIds.map((entityId) => ({ entityId, deviceClass: home.find(entityId)?.deviceClass })),
      lists,
      serviceExists: services.exists(call.service),
      late: runOf(runs, turn.turnId).late,
      unknownBefore: call.entityIds.some((entityId) => uncertain.has(entityId)),
      now: clock(),
      ...(approvedHash !== undefined && { approvedHash }),
    };
    return decide(input);
  };
}

const approvalAnswer = z.strictObject({ approvalId: z.string(), approved: z.array(z.string()) });

/**
 * The gate: targets become entity ids, policy decides each action, and what needs a yes goes into ONE interrupt for the whole step.
 * It has no side effects, for it runs again from its start when the turn is resumed.
 */
export function createGate({ services, judge }: { services: Pick<Services, "resolve">; judge: Judge }) {
  return ({ turn, calls }: Pick<TurnStateValues, "turn" | "calls">): Partial<TurnStateValues> => {
    const judged = calls.flatMap((call) => (call.kind === "act" ? judgeCall(turn, call, services, judge) : []));
    const asked = judged.flatMap((entry) => (entry.confirm ? { ...entry.confirm } : []));
    const answer: ApprovalAnswer | undefined =
      asked.length === 0 ? undefined : approvalAnswer.parse(interrupt<ApprovalRequest, unknown>({ actions: asked }));
    const decisions = judged.map((entry): GateDecision => {
      if (!entry.confirm || !answer) return entry.decision;
      const { id, toolCallId } = entry.decision;
      const { call, rule, hash } = entry.confirm;
      return answer.approved.includes(id)
        ? { kind: "go", id, toolCallId, call, approvalId: answer.approvalId, approvedHash: hash }
        : { kind: "declined", id, toolCallId, call, rule };
    });
    return {
      decisions,
      results: decisions.flatMap(refused),
      messages: [...decisions.flatMap(refusalMessage), ...calls.flatMap(invalidMessage)],
    };
  };
}

interface Judged {
  readonly decision: GateDecision;
  readonly confirm: ApprovalRequest["actions"][number] | undefined;
}

function judgeCall(turn: TurnInput, pending: PendingCall & { kind: "act" }, services: Pick<Services, "resolve">, judge: Judge): Judged {
  const { id, toolCallId } = pending;
  const resolution = services.resolve(pending.call);
  if (!resolution.ok) {
    return {
      decision: { kind: "problem", id, toolCallId, service: pending.call.service, problem: resolution.problem },
      confirm: undefined,
    };
  }
  const { call } = resolution;
  const verdict = judge(turn, id, call);
  if (verdict.outcome === "deny") return { decision: { kind: "denied", id, toolCallId, call, rule: verdict.rule }, confirm: undefined };
  const decision: GateDecision = { kind: "go", id, toolCallId, call, approvalId: undefined, approvedHash: undefined };
  return verdict.outcome === "allow"
    ? { decision, confirm: undefined }
    : { decision, confirm: { actionId: id, hash: hashCall(call), rule: verdict.rule, call } };
}

function refused(decision: GateDecision): readonly StepResult[] {
  switch (decision.kind) {
    case "go":
      return [];
    case "problem":
      return [{ kind: "problem", service: decision.service, problem: decision.problem }];
    default:
      return [{ kind: decision.kind, call: decision.call, rule: decision.rule }];
  }
}

function refusalMessage(decision: GateDecision): readonly ToolMessage[] {
  if (decision.kind === "go" || decision.toolCallId === undefined) return [];
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

/** True if the last thing the model said still waits for tool answers that never came. */
export function hasOpenToolCalls(messages: TurnStateValues["messages"]): boolean {
  const last = messages.at(-1);
  return last instanceof AIMessage && (last.tool_calls?.length ?? 0) > 0;
}
