import { Command } from "@langchain/langgraph";
import { worstOrigin } from "../../security/provenance/provenance.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { ApprovalStore } from "../../storage/turns/approvals.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { TurnGraph } from "../graph/graph.ts";
import type { ApprovalAnswer, GivenAnswer, TurnInput } from "../state.ts";
import type { TurnStores } from "../stores.ts";
import { runOfMessage } from "../turn.ts";

type GraphInput = Parameters<TurnGraph["invoke"]>[0];

interface RunInputDependencies extends Pick<TurnStores, "approvals" | "actions" | "outbox"> {
  readonly checkpoints: Pick<Checkpoints, "has">;
}

/** What a run of a turn begins with: a fresh start, the answer to its question, or `null` to go on; "lost" if going on could do something twice. */
export function createRunInput({ checkpoints, approvals, actions, outbox }: RunInputDependencies) {
  const fresh = (turn: TurnRow): TurnInput => {
    const { id: turnId, sessionId, channel, text, personId, personName, role, language, isPrivate, replyTo, areaId } = turn;
    const replied = replyTo === undefined ? undefined : outbox.ofMessage(turn, replyTo);
    const reply = { replyText: replied?.text, replyOrigin: worstOrigin(["home", ...(replied ? [replied.origin] : [])]) };
    const origin = worstOrigin([turn.origin]);
    return {
      turnId,
      sessionId,
      channel,
      text,
      origin,
      personId,
      personName,
      role,
      language,
      isPrivate,
      areaId,
      isHeard: turn.kind === "voice",
      hasPicture: turn.kind === "photo",
      begunBy: origin === "automation" ? runOfMessage(turn) : undefined,
      ...reply,
    };
  };
  return (turn: TurnRow, answer: ApprovalAnswer | undefined): GraphInput | "lost" => {
    const hasThread = checkpoints.has(turn.id);
    if (answer && !hasThread) return "lost";
    if (answer) {
      const { approvalId, approved } = answer;
      return new Command({ resume: { [approvals.get(approvalId)?.interruptId ?? ""]: { approvalId, approved } } });
    }
    if (hasThread) return null;
    // The ledger is written with more care than the checkpoint: after a power cut it may know of actions that the thread does not.
    return actions.unfinished(turn.id).length > 0 ? "lost" : { turn: fresh(turn) };
  };
}

/** A yes is for now: one that could not be acted on for so long is not acted on (the product's bound). */
const ANSWER_LIFETIME_MS = 2 * 60_000;

/** Whether an answer came too long ago to act on it. */
export function isStale({ decidedAt }: GivenAnswer, now: number): boolean {
  return now - decidedAt > ANSWER_LIFETIME_MS;
}

/** The answer that was given just before the last process ended, and that its run never saw. */
export function storedAnswer(approvals: Pick<ApprovalStore, "ofTurn">, turnId: string): GivenAnswer | undefined {
  const approval = approvals.ofTurn(turnId);
  if (approval?.status !== "answered" || !approval.approved) return undefined;
  return { approvalId: approval.id, approved: approval.approved, decidedAt: approval.decidedAt ?? 0, earlier: true };
}
