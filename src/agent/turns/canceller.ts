import type { Chat } from "../../storage/chat.ts";
import type { Approval } from "../../storage/turns/approvals.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { ApprovalDesk } from "../approvals/approval-desk.ts";
import type { ChoiceDesk } from "../approvals/choice-desk.ts";
import { type ChatQueue, isSameChat, keyOf } from "../chat-queue.ts";
import type { Job } from "../runs.ts";
import type { TurnStores } from "../stores.ts";

interface CancellerDependencies extends Pick<TurnStores, "approvals" | "turns"> {
  readonly choices: Pick<ChoiceDesk, "canceller">;
  readonly queue: Pick<ChatQueue<Job>, "running" | "some" | "take">;
  readonly desk: Pick<ApprovalDesk, "withdraw">;
  readonly stop: (turnId: string) => void;
  readonly cancel: (job: Job) => void;
}

/** What runs or waits for a yes in a chat, and how it is stopped. */
export function createCanceller({ approvals, turns, queue, desk, choices, stop, cancel }: CancellerDependencies) {
  const isOf = (chat: Chat, approval: Approval, turn: Chat | undefined): boolean =>
    // a question about what was said in a group stands in the person's own chat
    turn !== undefined && [turn, approval].some((one) => isSameChat(one, chat));
  const openQuestions = (chat: Chat) => approvals.open().filter((approval) => isOf(chat, approval, turns.get(approval.turnId)));

  return {
    openQuestions: (chat: Chat): number => openQuestions(chat).length,
    /** What stops the chat's work; undefined if there is nothing to stop. */
    canceller(chat: Chat): (() => void) | undefined {
      const running = queue.running(keyOf(chat))?.turn.id;
      const questions = openQuestions(chat);
      const answered = (job: Job): boolean => {
        const approval = job.answer && approvals.get(job.answer.approvalId);
        return approval !== undefined && isOf(chat, approval, job.turn);
      };
      const endChoices = choices.canceller(chat);
      if (running === undefined && questions.length === 0 && !endChoices && !queue.some(answered)) return undefined;
      return () => {
        if (running !== undefined) stop(running);
        for (const approval of questions) desk.withdraw(approval);
        endChoices?.();
        // an answer that nobody has acted on yet is taken back with its turn
        for (const job of queue.take(answered)) cancel(job);
      };
    },
  };
}

interface AbandonDependencies extends Pick<TurnStores, "turns" | "approvals"> {
  readonly queue: Pick<ChatQueue<Job>, "take" | "ended">;
  readonly desk: Pick<ApprovalDesk, "withdraw">;
  readonly stop: (turnId: string) => void;
  /** Resolves when no thread is left to drop. */
  readonly dropped: () => Promise<void>;
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
