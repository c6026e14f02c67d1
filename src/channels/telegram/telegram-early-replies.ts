import type { Logger } from "../../observability/logger.ts";
import type { MessageUpdate } from "./telegram-updates.ts";

/** A send is waited for 30 s, and one without an answer is looked for in the history for 30 s more, which is written every 5 s. */
const LONGEST_HOLD_MS = 70_000;
const LOOK_AGAIN_MS = 50;
/** More replies than people write while one message is being sent. */
const MOST_HELD = 100;

/** What we have sent, by the ids that Telegram gave it. */
export interface OwnMessages {
  isOwnMessage(bot: string, chatId: string, messageId: string): boolean;
  /** Whether a message of ours may be in the chat without our knowing its id yet. */
  isSendingTo(bot: string, chatId: string): boolean;
}

interface Held {
  readonly update: MessageUpdate;
  readonly until: number;
  readonly isBehind: boolean;
}

/** Holds replies to unknown messages until all ids of ours in that chat are known; what the same person says meanwhile waits behind them. */
export function createEarlyReplies({
  store,
  take,
  now,
  logger,
}: {
  store: OwnMessages;
  take: (update: MessageUpdate) => void;
  now: () => number;
  logger: Logger;
}): {
  /** Keeps a message that was not meant for us as far as is known, if that may change. */
  hold(update: MessageUpdate): void;
  /** Keeps a message that its writer said after one that is kept; false if there is none. */
  follow(update: MessageUpdate): boolean;
} & Disposable {
  let held: Held[] = [];
  let timer: NodeJS.Timeout | undefined;

  const isOurs = ({ bot, chatId, replyTo }: MessageUpdate) => replyTo !== undefined && store.isOwnMessage(bot.id, chatId, replyTo);
  const mayBecomeOurs = ({ bot, chatId, replyTo }: MessageUpdate) => replyTo !== undefined && store.isSendingTo(bot.id, chatId);

  const isHeldBefore = ({ bot, chatId, userId }: MessageUpdate) =>
    held.some(({ update }) => update.bot.id === bot.id && update.chatId === chatId && update.userId === userId);

  const look = () => {
    timer = undefined;
    const waiting = held;
    held = [];
    try {
      for (const one of waiting) {
        const { update, until, isBehind } = one;
        if (isHeldBefore(update)) held.push(one);
        else if (isBehind || isOurs(update)) take(update);
        else if (until > now() && mayBecomeOurs(update)) held.push(one);
      }
    } catch (error) {
      // the database is busy: the next look tells
      logger.debug({ err: error }, "replies that wait could not be looked at");
      held = waiting.filter(({ until }) => until > now());
    }
    sleep();
  };
  const sleep = () => {
    if (held.length > 0) timer ??= setTimeout(look, LOOK_AGAIN_MS).unref();
  };

  return {
    hold(update) {
      if (held.length >= MOST_HELD || !mayBecomeOurs(update)) return;
      held.push({ update, until: now() + LONGEST_HOLD_MS, isBehind: false });
      sleep();
    },
    follow(update) {
      if (held.length >= MOST_HELD || !isHeldBefore(update)) return false;
      held.push({ update, until: now() + LONGEST_HOLD_MS, isBehind: true });
      return true;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      held = [];
    },
  };
}
