import { catalogueFor } from "../../languages/catalogue.ts";
import type { Chat } from "../../storage/chat.ts";
import { waitingKeyOf } from "../../storage/turns/outbox.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { keyOf } from "../chat-queue.ts";
import type { Timing, TurnStores } from "../stores.ts";

/** Fewer messages are answered before anybody wonders. */
const LEAST_WAITING = 5;
/** Telegram takes about one message a second in a chat, edits too; half of that leaves room for answers. */
const EDIT_EVERY_MS = 2_000;

interface WaitingStatusDependencies extends Pick<TurnStores, "outbox" | "turns">, Timing {
  /** Turns of a chat that wait or are at work. */
  readonly unanswered: (chat: Chat) => number;
}

export type WaitingStatus = ReturnType<typeof createWaitingStatus>;

/** One message in a chat that tells how many messages are still worked on and how many there was no room for, edited as that changes. */
export function createWaitingStatus({ outbox, turns, unanswered, clock, later, logger }: WaitingStatusDependencies) {
  const followed = new Map<string, Disposable>();

  const textFor = (chat: Chat, language: string, since: number): string => {
    const catalogue = catalogueFor(language);
    const refused = turns.failedSince(chat, since, catalogue.text("notice.refused"));
    return catalogue.text("notice.working", { count: unanswered(chat), refused });
  };

  const follow = (chat: Chat): void => {
    const key = keyOf(chat);
    const again = () => followed.set(key, later(EDIT_EVERY_MS, look));
    const look = (): void => {
      followed.delete(key);
      try {
        if (showNewest(chat) !== "over") again();
      } catch (error) {
        logger.warn({ err: error }, "how many messages wait could not be shown");
        again();
      }
    };
    if (!followed.has(key)) again();
  };

  const showNewest = (chat: Chat): "over" | undefined => {
    const status = outbox.waitingStatus(chat);
    if (!status) return "over";
    if (status.isPending) return undefined;
    const isOver = unanswered(chat) === 0;
    const { turnId, messageId: editMessageId } = status;
    const text = textFor(chat, turns.get(turnId ?? "")?.language ?? "en", status.at);
    if (editMessageId !== undefined && (isOver || text !== status.text)) {
      const item = {
        channel: chat.channel,
        bot: chat.bot,
        chatId: chat.chatId,
        turnId,
        kind: "edit",
        text,
        origin: "home",
        editMessageId,
      } as const;
      outbox.add({ ...item, onceKey: isOver ? `${status.key}/end` : undefined, at: clock() });
    }
    return isOver ? "over" : undefined;
  };

  return {
    /** Tells how many wait, once these are more than a few or one was refused; joins an open transaction. `turn` is the newest. */
    update(turn: TurnRow, { refused = false } = {}): void {
      if (!refused && unanswered(turn) < LEAST_WAITING) return;
      const { id: turnId, channel, bot, chatId, threadId, language } = turn;
      const at = clock();
      if (!outbox.waitingStatus(turn)) {
        const text = textFor(turn, language, at);
        outbox.add({
          turnId,
          channel,
          bot,
          chatId,
          threadId,
          kind: "notice",
          text,
          origin: "home",
          onceKey: `${waitingKeyOf(turn)}${turnId}`,
          at,
        });
      }
      follow(turn);
    },
    start(): void {
      for (const chat of outbox.openWaitingStatuses()) follow(chat);
    },
    [Symbol.dispose](): void {
      for (const timer of followed.values()) timer[Symbol.dispose]();
      followed.clear();
    },
  };
}
