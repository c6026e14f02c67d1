import type { QuotingError } from "../../observability/logger.ts";
import { CommandError, HomeUnreachableError, OutcomeUnknownError } from "../connection/errors.ts";

/** Why a telegram_bot call did not work, as far as the caller must act differently. */
export type TelegramProblem =
  /** Telegram wants us to wait. */
  | { readonly kind: "flood"; readonly seconds: number }
  /** Telegram cannot read the markup; plain text would pass. */
  | { readonly kind: "markup" }
  | { readonly kind: "too_long" }
  /** The edit would change nothing. */
  | { readonly kind: "not_modified" }
  /** The message to edit is gone or can no longer be edited. */
  | { readonly kind: "message_gone" }
  /** The message replied to, or the topic, is gone; without it the message would pass. */
  | { readonly kind: "anchor_gone" }
  /** Home Assistant does not know the chat (any more), or the person blocked the bot. */
  | { readonly kind: "chat_gone" }
  /** It was surely not sent: no connection, or Home Assistant or its bot still starts. */
  | { readonly kind: "not_ready" }
  /** Nobody knows whether Telegram has it. */
  | { readonly kind: "unknown_outcome" }
  | { readonly kind: "refused" };

/** A telegram_bot call failed. The message is Home Assistant's or Telegram's own words. */
export class TelegramError extends Error implements QuotingError {
  override name = "TelegramError";
  readonly mayQuote = true;
  readonly problem: TelegramProblem;

  constructor(problem: TelegramProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }

  get code(): TelegramProblem["kind"] {
    return this.problem.kind;
  }
}

/** Telegram's refusals reach us as text only, re-cased (recorded in tests/fixtures/transcripts/telegram-send.json). First match wins. */
const REFUSALS: readonly (readonly [RegExp, Exclude<TelegramProblem["kind"], "flood">])[] = [
  [/can't parse entities/i, "markup"],
  [/message is not modified/i, "not_modified"],
  [/message is too long|message_too_long/i, "too_long"],
  [/message to edit not found|message can't be edited|message_id_invalid/i, "message_gone"],
  [/message to be replied not found|replied message not found|message thread not found/i, "anchor_gone"],
  [/chat not found|bot was blocked|bot was kicked|user is deactivated|bot is not a member|chat was deleted|peer_id_invalid/i, "chat_gone"],
  [/httpx\.(connecterror|connecttimeout|pooltimeout)/i, "not_ready"],
  [/httpx\.|timed out|bad gateway|gateway time-?out|internal server error|service unavailable/i, "unknown_outcome"],
];

/** If Telegram asks us to wait without a number that we can read. */
const FLOOD_SECONDS_UNREAD = 30;

/** What an error of a telegram_bot call means. Errors that are none of Home Assistant's come back as `refused`. */
export function toTelegramError(cause: unknown): TelegramError {
  const message = wordsOf(cause);
  return new TelegramError(problemOf(cause, message), message, { cause });
}

function problemOf(cause: unknown, words: string): TelegramProblem {
  if (cause instanceof OutcomeUnknownError) return { kind: "unknown_outcome" };
  if (cause instanceof HomeUnreachableError) return { kind: "not_ready" };
  if (!(cause instanceof CommandError)) return { kind: "refused" };
  if (cause.translationKey === "invalid_chat_ids") return { kind: "chat_gone" };
  if (cause.notReady) return { kind: "not_ready" };
  // the words are those of whoever had the file
  if (cause.translationKey?.startsWith("failed_to_load_")) return { kind: "refused" };
  if (/flood control|too many requests/i.test(words)) {
    const seconds = /(?:retry (?:in|after)\s+)(\d+)/i.exec(words)?.[1];
    return { kind: "flood", seconds: seconds === undefined ? FLOOD_SECONDS_UNREAD : Number(seconds) };
  }
  const kind = REFUSALS.find(([pattern]) => pattern.test(words))?.[1];
  return { kind: kind ?? "refused" };
}

function wordsOf(cause: unknown): string {
  if (cause instanceof CommandError) return cause.placeholders["error"] ?? cause.message;
  return cause instanceof Error ? cause.message : String(cause);
}
