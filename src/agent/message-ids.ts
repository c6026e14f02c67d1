import type { TurnRow } from "../storage/turns.ts";

/** Between the id of the person's message and what makes a turn of its own from it; in no channel's ids. */
const AGAIN = "#again:";

/** The message id of a turn that says an earlier turn's words again, after that one's question expired: the same for the same question. */
export function messageIdAgain({ messageId }: Pick<TurnRow, "messageId">, approvalId: string): string {
  return `${originalOf(messageId)}${AGAIN}${approvalId}`;
}

/** The message that what is said about a turn replies to: in a group the person's own, so that all see what it is about. */
export function anchorOf({ isPrivate, messageId }: Pick<TurnRow, "isPrivate" | "messageId">): string | undefined {
  return isPrivate ? undefined : originalOf(messageId);
}

function originalOf(messageId: string): string {
  return messageId.split(AGAIN)[0] ?? messageId;
}
