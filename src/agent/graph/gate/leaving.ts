import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import { leavingHash } from "../../../storage/turns/approvals.ts";
import type { ApprovalAnswer, ApprovalRequest, LeavingQuestion, TurnStateValues } from "../../state.ts";
import type { ReadTool } from "../../toolbox.ts";
import { callerOf, endedIds, toolMessage } from "./steps.ts";

type State<Key extends keyof TurnStateValues> = Pick<TurnStateValues, Key>;

/** By this schema a value that is no answer is not kept as one in the checkpoint. */
const approvalAnswer = z.strictObject({ approvalId: z.string(), approved: z.array(z.string()) });

/** Ends the run with a question; resumed with its answer, it gives that. */
export function answerTo(request: ApprovalRequest): ApprovalAnswer {
  return interrupt<ApprovalRequest, ApprovalAnswer>(request, { responseSchema: approvalAnswer });
}

/** Texts that a person has to let leave; none once they said no to one. */
export function leavingOf(
  { turn, calls, results, outside }: State<"turn" | "calls" | "results" | "outside">,
  readTools: ReadonlyMap<string, ReadTool>,
): readonly LeavingQuestion[] {
  if (results.some((result) => result.kind === "read" && result.declined)) return [];
  return calls.flatMap((call): readonly LeavingQuestion[] => {
    const texts = call.kind === "read" ? readTools.get(call.tool)?.leaving?.(call.args, callerOf(turn, outside)) : undefined;
    if (call.kind !== "read" || !texts || texts.length === 0) return [];
    const options = texts.map((one, at) => ({ ...one, id: `${call.id}:${at}`, hash: leavingHash(one.text) }));
    return [{ callId: call.id, toolCallId: call.toolCallId, tool: call.tool, options }];
  });
}

/** One text at a time. A yes is to that text: the call goes on with it; after a no nothing else of the step is asked about. */
export function askLeaving(
  question: LeavingQuestion,
  state: State<"calls" | "decisions" | "leaving" | "results">,
): Partial<State<"calls" | "decisions" | "leaving" | "results" | "messages">> {
  const { calls, leaving } = state;
  // what went ahead before this question has its result already
  const ended = endedIds(state.results);
  const decisions = state.decisions.filter((decision) => !ended.has(decision.id));
  const { approved } = answerTo({ actions: [], steps: [], leaving: question });
  const { callId: id, toolCallId, tool, options } = question;
  const chosen = options.find((option) => approved.includes(option.id));
  if (!chosen) {
    const answer = { ok: false, error: "declined", message: "The person does not want that to leave the house. Go on without it." };
    const result = { kind: "read", id, tool, ok: false, hidden: 0, origin: "home", declined: true } as const;
    return { decisions, leaving: [], results: [result], messages: [toolMessage(toolCallId, tool, answer)] };
  }
  return {
    decisions,
    leaving: leaving.filter((one) => one !== question),
    calls: calls.map((call) => (call.kind === "read" && call.id === id ? { ...call, args: chosen.args } : call)),
  };
}
