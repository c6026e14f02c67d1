import { createHash } from "node:crypto";
import type { TurnRow } from "../storage/turns/turns.ts";
import type { IncomingMessage, Person } from "./turn.ts";

/** Between the id of the person's message and what makes a turn of its own from it; in no channel's ids. */
const AGAIN = "#again:";

/** Before the id of what no message of a chat asked; in no channel's ids. */
const EVENT = "#event:";

/**
 * The message id of a question by an event of Home Assistant. All that one run of an automation fires has one context, so the text tells
 * one question of it from another: the same one is taken once.
 */
export function eventMessageId(contextId: string, text: string): string {
  return `${EVENT}${contextId}:${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`;
}

/**
 * An earlier turn's words as a new message, which a press on a button said: the message id is the same for the same question, so that it
 * is taken once. `sentAt` in ms.
 */
export function messageAgain(
  turn: TurnRow,
  questionId: string,
  { person, sentAt }: { readonly person: Person; readonly sentAt: number },
): IncomingMessage {
  const { channel, bot, chatId, text, isPrivate, threadId } = turn;
  const messageId = `${originalOf(turn.messageId)}${AGAIN}${questionId}`;
  const origin = turn.origin === "outside" ? turn.origin : undefined;
  return { channel, bot, chatId, messageId, person, text, origin, kind: "text", sentAt, isPrivate, replyToMessageId: undefined, threadId };
}

/** The message that what is said about a turn replies to: in a group the person's own, so that all see what it is about; an event has none. */
export function anchorOf({ isPrivate, messageId }: Pick<TurnRow, "isPrivate" | "messageId">): string | undefined {
  return isPrivate || messageId.startsWith(EVENT) ? undefined : originalOf(messageId);
}

function originalOf(messageId: string): string {
  return messageId.split(AGAIN)[0] ?? messageId;
}
