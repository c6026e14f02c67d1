import { catalogueFor } from "../languages/catalogue.ts";
import type { Logger } from "../observability/logger.ts";
import type { Chat } from "../storage/chat.ts";
import { type OutboxStore, waitingKeyOf } from "../storage/turns/outbox.ts";
import type { TurnRow, TurnStore } from "../storage/turns/turns.ts";
import type { Later } from "../text/later.ts";
import { keyOf } from "./chat-queue.ts";
import type { CommandContext } from "./command.ts";
import type { Timing, TurnStores } from "./stores.ts";

/** Telegram takes about one message a second in a chat, edits too; half of that leaves room for answers. */
export const EDIT_EVERY_MS = 2_000;

/** A minute in which the database takes nothing: a backup's lock is over by then, and a full disk has more to tell than this. */
const MOST_FAULTS = 30;

interface FollowOptions extends Pick<Timing, "later" | "logger"> {
  readonly ended?: () => void;
}

/** Shows the newest text of a message every two seconds until it is over. */
function follow(showNewest: () => "over" | undefined, { later, logger, ended = () => {} }: FollowOptions): Disposable {
  let faults = 0;
  const look = (): void => {
    let isOver = false;
    try {
      isOver = showNewest() === "over";
      faults = 0;
    } catch (error) {
      logger[faults === 0 ? "warn" : "debug"]({ err: error }, "the newest text of a message could not be shown");
      faults++;
    }
    if (isOver || faults >= MOST_FAULTS) ended();
    else timer = later(EDIT_EVERY_MS, look);
  };
  let timer = later(EDIT_EVERY_MS, look);
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

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

  const showNewest = ({ channel, bot, chatId }: Chat): "over" | undefined => {
    const chat = { channel, bot, chatId };
    const status = outbox.waitingStatus(chat);
    if (status?.isPending) return undefined;
    const isOver = !status || unanswered(chat) === 0;
    if (status) {
      const { turnId, messageId: editMessageId, key } = status;
      const text = textFor(chat, turns.get(turnId ?? "")?.language ?? "en", status.at);
      const onceKey = isOver ? `${key}/end` : undefined;
      if (editMessageId !== undefined && (isOver || text !== status.text))
        outbox.add({ ...chat, turnId, kind: "edit", text, origin: "home", editMessageId, onceKey, at: clock() });
    }
    return isOver ? "over" : undefined;
  };

  const followChat = (chat: Chat): void => {
    const key = keyOf(chat);
    if (!followed.has(key))
      followed.set(
        key,
        follow(() => showNewest(chat), { later, logger, ended: () => void followed.delete(key) }),
      );
  };

  return {
    /** Tells how many wait and how many were refused; joins an open transaction. `turn` is the newest. */
    update(turn: TurnRow): void {
      const { id: turnId, channel, bot, chatId, threadId, language } = turn;
      const at = clock();
      if (!outbox.waitingStatus(turn)) {
        const item = { turnId, channel, bot, chatId, threadId, kind: "notice", origin: "home", at } as const;
        outbox.add({ ...item, text: textFor(turn, language, at), onceKey: `${waitingKeyOf(turn)}${turnId}` });
      }
      followChat(turn);
    },
    /** Goes on with what an earlier process left. */
    start(): void {
      for (const chat of outbox.openWaitingStatuses()) followChat(chat);
    },
    [Symbol.dispose](): void {
      for (const timer of followed.values()) timer[Symbol.dispose]();
      followed.clear();
    },
  };
}

export interface GrowingMessageDependencies {
  readonly outbox: Pick<OutboxStore, "add" | "answerOf">;
  readonly turns: Pick<TurnStore, "ofMessage">;
  readonly later: Later;
  readonly now: () => number;
  readonly logger: Logger;
}

/** The command's answer as a message whose text changes. What comes faster than it can be shown is left out, except the last. */
export function createGrowingMessage(
  { outbox, turns, later, now, logger }: GrowingMessageDependencies,
  { chat: { channel, bot, chatId }, messageId }: Pick<CommandContext, "chat" | "messageId">,
) {
  let text: string | undefined;
  let shown: string | undefined;
  let ended = false;

  const showNewest = (): "over" | undefined => {
    const turn = turns.ofMessage({ channel, bot, chatId }, messageId);
    const { messageId: editMessageId, waiting } = turn ? outbox.answerOf(turn.id) : {};
    // a chat that cannot be reached gets the newest text later, not all that there were
    if (waiting) return undefined;
    if (!turn || editMessageId === undefined) return "over";
    if (text !== undefined && text !== shown) {
      outbox.add({ channel, bot, chatId, turnId: turn.id, kind: "edit", text, origin: "home", editMessageId, at: now() });
      shown = text;
    }
    return ended ? "over" : undefined;
  };
  follow(showNewest, { later, logger });

  return {
    show(newest: string, last?: "last"): void {
      text = newest;
      ended = last !== undefined;
    },
  };
}
