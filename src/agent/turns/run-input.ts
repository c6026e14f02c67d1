import { Command } from "@langchain/langgraph";
import { worstOrigin } from "../../security/provenance/provenance.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { ActionLedger } from "../../storage/turns/actions.ts";
import type { ApprovalStore } from "../../storage/turns/approvals.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { TurnGraph } from "../graph/graph.ts";
import type { ApprovalAnswer, TurnInput } from "../state.ts";

type GraphInput = Parameters<TurnGraph["invoke"]>[0];

interface RunInputDependencies {
  readonly checkpoints: Pick<Checkpoints, "has">;
  readonly approvals: Pick<ApprovalStore, "get">;
  readonly actions: Pick<ActionLedger, "unfinished">;
  readonly outbox: Pick<OutboxStore, "ofMessage">;
}

/** What a run of a turn begins with: a fresh start, the answer to its question, or `null` to go on; "lost" if going on could do something twice. */
export function createRunInput({ checkpoints, approvals, actions, outbox }: RunInputDependencies) {
  const fresh = (turn: TurnRow): TurnInput => {
    const replied = turn.replyTo === undefined ? undefined : outbox.ofMessage(turn, turn.replyTo);
    return {
      turnId: turn.id,
      sessionId: turn.sessionId,
      channel: turn.channel,
      origin: worstOrigin([turn.origin]),
      text: turn.text,
      personId: turn.personId,
      personName: turn.personName,
      role: turn.role,
      language: turn.language,
      isPrivate: turn.isPrivate,
      replyText: replied?.text,
      replyOrigin: worstOrigin(["home", ...(replied ? [replied.origin] : [])]),
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
