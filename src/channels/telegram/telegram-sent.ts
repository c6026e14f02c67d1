import type { Logger } from "../../observability/logger.ts";
import type { OutboxItem } from "../../storage/turns/outbox.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { BotHistory } from "./telegram-recovery.ts";

/** Tags kept in memory; one is asked for within seconds of its message. */
const REMEMBERED_TAGS = 500;
/** Home Assistant's recorder writes every 5 s (its default `commit_interval`); what is younger may be missing in the history. */
const RECORDER_COMMIT_MS = 6_000;
/** Home Assistant may still be waiting for Telegram. With the 30 s of the send itself, a message counts as not sent after a minute. */
const STILL_SENDING_MS = 30_000;
/** How far the clocks of this machine and of Home Assistant's may be apart when a message is looked for in the history. */
const CLOCK_SKEW_MS = 60_000;
/** Attempts after which a history that cannot be read no longer holds an answer back: about a minute of them. */
const ATTEMPTS_WITHOUT_HISTORY = 6;

export type SentAnswer =
  | { readonly kind: "sent"; readonly messageId: string }
  | { readonly kind: "not_sent" }
  | { readonly kind: "ask_again"; readonly afterMs: number };

export type SentMessages = ReturnType<typeof createSentMessages>;

/**
 * Which of our messages Telegram has: heard live from `telegram_sent`, or read back from the history of the bot's event entity. `startedAt`
 * is when this process began: what an earlier one sent last may not be in the history yet.
 */
export function createSentMessages({
  botHistory,
  startedAt,
  now,
  logger,
}: {
  botHistory: BotHistory;
  startedAt: number;
  now: () => number;
  logger: Logger;
}) {
  const seen = new BoundedMap<string, string>(REMEMBERED_TAGS);
  const doubts = new BoundedMap<string, number>(REMEMBERED_TAGS);
  return {
    note(tag: string, messageId: string): void {
      seen.set(tag, messageId);
    },
    /** The send's outcome was lost: the next attempt has to look for it first. */
    doubt(tag: string, { mayStillBeSending }: { readonly mayStillBeSending: boolean }): void {
      doubts.set(tag, now() + (mayStillBeSending ? STILL_SENDING_MS : RECORDER_COMMIT_MS));
    },
    /** Looks for a part of an item; at once if nothing speaks for its having been sent. */
    async find(tag: string, { createdAt, attempts }: Pick<OutboxItem, "createdAt" | "attempts">): Promise<SentAnswer> {
      const live = seen.get(tag);
      if (live !== undefined) return { kind: "sent", messageId: live };
      // an earlier process may have sent what is older than this one
      const settled = doubts.get(tag) ?? (createdAt < startedAt ? startedAt + RECORDER_COMMIT_MS : undefined);
      if (settled === undefined) return { kind: "not_sent" };
      try {
        const updates = await botHistory.updates(createdAt - CLOCK_SKEW_MS, now());
        const found = updates.find((update) => update.kind === "sent" && update.tag === tag);
        if (found?.kind === "sent") return { kind: "sent", messageId: found.messageId };
      } catch (error) {
        logger.debug({ err: error }, "the history of sent messages cannot be read");
        if (attempts < ATTEMPTS_WITHOUT_HISTORY) return { kind: "ask_again", afterMs: 0 };
      }
      const left = settled - now();
      // what is heard meanwhile is seen by the next question, so the longer wait is made in steps
      return left > 0 ? { kind: "ask_again", afterMs: Math.min(left, RECORDER_COMMIT_MS) } : { kind: "not_sent" };
    },
  };
}
