import type { ApprovalStore } from "../../storage/turns/approvals.ts";
import type { TurnRow, TurnStore } from "../../storage/turns/turns.ts";
import type { ApprovalDesk } from "../approvals/approval-desk.ts";
import type { ChatQueue } from "../chat-queue.ts";
import type { Job } from "../job.ts";

interface AbandonDependencies {
  readonly turns: Pick<TurnStore, "open">;
  readonly approvals: Pick<ApprovalStore, "ofTurn">;
  readonly queue: Pick<ChatQueue<Job>, "take" | "ended">;
  readonly desk: Pick<ApprovalDesk, "withdraw">;
  /** Stops a turn at work. */
  readonly stop: (turnId: string) => void;
  /** Resolves when no thread is left to drop. */
  readonly dropped: () => Promise<void>;
  /** Writes the end of a turn that nobody works on. */
  readonly end: (turn: TurnRow) => Promise<void>;
}

/** Ends turns without an answer, wherever they stand: queued, at work, waiting for a yes, or left by an earlier process. */
export function createAbandon({ turns, approvals, queue, desk, stop, dropped, end }: AbandonDependencies) {
  return async (turnIds: readonly string[]): Promise<void> => {
    const wanted = new Set(turnIds);
    const isWanted = ({ turn }: Job): boolean => wanted.has(turn.id);
    const open = () => turns.open().filter(({ id }) => wanted.has(id));
    queue.take(isWanted);
    for (const turn of open()) {
      const approval = approvals.ofTurn(turn.id);
      if (approval?.status === "open") desk.withdraw(approval);
      stop(turn.id);
    }
    await queue.ended(isWanted);
    for (const turn of open()) await end(turn);
    await dropped();
  };
}
