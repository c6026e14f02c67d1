import type { IncomingMessage, Turns } from "../../agent/turn.ts";
import type { OwnTelegram } from "../../homeassistant/services/own.ts";
import type { Logger } from "../../observability/logger.ts";
import type { PressStore } from "../../storage/presses.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import { toPattern } from "../../text/pattern.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { People } from "../people.ts";
import type { MessageUpdate, PressUpdate } from "./telegram-updates.ts";

export const TELEGRAM = "telegram";

/** Longest toast (Telegram Bot API, answerCallbackQuery). */
const LONGEST_TOAST = 200;

/** Strangers who were logged; whoever is forgotten gets another line. */
const REMEMBERED_STRANGERS = 1_000;
/** A send is waited for 30 s, and one without an answer is looked for in the history for 30 s more, which is written every 5 s. */
const LONGEST_HOLD_MS = 70_000;
const LOOK_AGAIN_MS = 50;
/** More replies than people write while one message is being sent. */
const MOST_HELD = 100;

/** What we have sent and are sending, by chat. */
type OwnMessages = Pick<OutboxStore, "ofMessage" | "isSendingTo">;

export type TelegramIntake = ReturnType<typeof createTelegramIntake>;

/** A message that waits. */
interface Held {
  readonly update: MessageUpdate;
  readonly until: number;
}

/**
 * Hands what people do on Telegram to the turns: who may speak, and in groups only what is meant for us. A reply to an unknown message waits
 * until all ids of ours in that chat are known, and what the same person says meanwhile waits behind it. `take` never throws.
 */
export function createTelegramIntake(parts: {
  turns: Pick<Turns, "receive" | "press">;
  people: People;
  outbox: OwnMessages;
  presses: PressStore;
  telegram: Pick<OwnTelegram, "answerCallback">;
  logger: Logger;
  now: () => number;
}): { take(update: MessageUpdate | PressUpdate): void } & Disposable {
  const { turns, people, outbox, presses, logger, now } = parts;
  const strangers = new BoundedMap<string, true>(REMEMBERED_STRANGERS);
  let held: Held[] = [];
  let timer: NodeJS.Timeout | undefined;

  const hold = (one: Held) => {
    held.push(one);
    timer ??= setTimeout(lookAgain, LOOK_AGAIN_MS).unref();
  };
  const lookAgain = () => {
    timer = undefined;
    const waiting = held;
    held = [];
    for (const one of waiting) {
      try {
        takeMessage(one.update, one.until);
      } catch (error) {
        // the database is busy: the next look tells
        logger.debug({ err: error }, "a reply that waits could not be looked at");
        if (one.until > now()) hold(one);
      }
    }
  };
  const hasHeldBefore = ({ bot, chatId, userId }: MessageUpdate) =>
    held.some(({ update }) => update.bot.id === bot.id && update.chatId === chatId && update.userId === userId);

  const takeMessage = (update: MessageUpdate, until = now() + LONGEST_HOLD_MS) => {
    const mayHold = held.length < MOST_HELD;
    if (mayHold && hasHeldBefore(update)) return hold({ update, until });
    const { replyTo } = update;
    const chat = { channel: TELEGRAM, bot: update.bot.id, chatId: update.chatId };
    const isPrivate = isPrivateChat(update.chatId);
    const said = addressedToUs(update, isPrivate, (messageId) => outbox.ofMessage(chat, messageId) !== undefined);
    if (!said) {
      if (mayHold && until > now() && replyTo !== undefined && outbox.isSendingTo(chat)) hold({ update, until });
      return;
    }
    const person = people.authorise({ userId: update.userId, chatId: update.chatId, isPrivate, firstName: update.firstName });
    if (!person) {
      if (!strangers.has(update.userId)) logger.warn({ userId: update.userId, isPrivate }, "a stranger wrote on Telegram and is ignored");
      strangers.set(update.userId, true);
      return;
    }
    const received = turns.receive({
      ...chat,
      messageId: update.messageId,
      person,
      text: said.text,
      kind: said.kind,
      attachment: update.attachment,
      sentAt: update.sentAt,
      isPrivate,
      replyToMessageId: replyTo,
      threadId: update.threadId,
    });
    logger.debug({ messageId: update.messageId, received }, "a Telegram message was taken in");
  };

  const takePress = async (update: PressUpdate) => {
    const { bot, chatId, userId, firstName, queryId } = update;
    const isPrivate = isPrivateChat(chatId);
    try {
      const person = people.authorise({ userId, chatId, isPrivate, firstName });
      const { messageId, data, pressedAt } = update;
      const press = { channel: TELEGRAM, bot: bot.id, chatId, messageId, person, isPrivate, data, pressedAt };
      const { toast } = await turns.press(press);
      await parts.telegram.answerCallback({ bot: bot.id, chatId, callbackQueryId: queryId, text: cut(toast, LONGEST_TOAST) });
    } catch (error) {
      // Telegram takes answers for a short time only; what the press did stands in the chat anyway
      logger.debug({ err: error }, "a button press could not be answered");
    }
  };

  const take = (update: MessageUpdate | PressUpdate) => {
    try {
      if (update.kind === "message") takeMessage(update);
      // on disk before it is carried out: what a crash cuts off in between is pressed again by the person, never by us
      else if (presses.take(update.bot.id, update.queryId, now())) void takePress(update);
    } catch (error) {
      logger.error({ err: error }, "a Telegram message or button press could not be taken in");
    }
  };

  return {
    take,
    [Symbol.dispose]() {
      clearTimeout(timer);
      held = [];
    },
  };
}

/** Groups and channels have negative numbers. */
export function isPrivateChat(chatId: string): boolean {
  return !chatId.startsWith("-");
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

interface Addressed {
  readonly kind: IncomingMessage["kind"];
  readonly text: string;
}

/** What a message says to us; undefined if it is not for us. In groups only our commands, mentions (cut out) and replies to us are. */
export function addressedToUs(
  { messageKind, text, bot, replyTo }: MessageUpdate,
  isPrivate: boolean,
  isOurs: (messageId: string) => boolean,
): Addressed | undefined {
  if (messageKind === "command") {
    const ours = commandText(text, bot.username);
    return ours === undefined ? undefined : { kind: "text", text: ours };
  }
  const addressed = { kind: messageKind, text };
  if (isPrivate) return addressed;
  const withoutMention = text.replace(mention(bot.username), "$1");
  if (withoutMention !== text) {
    const said = withoutMention
      .replace(/[^\S\n]{2,}/g, " ")
      .replace(/^[\s,:;]+/, "")
      .trim();
    // nothing but our name asks what we can do
    return { kind: messageKind, text: said === "" && messageKind === "text" ? "/help" : said };
  }
  return replyTo !== undefined && isOurs(replyTo) ? addressed : undefined;
}

/** `/start@Our_Bot now` → `/start now`; undefined if another bot is meant. */
function commandText(text: string, username: string): string | undefined {
  const [, command = "", named, rest = ""] = /^(\/[^\s@]*)(?:@(\S*))?(.*)$/s.exec(text) ?? [];
  if (named !== undefined && named.toLowerCase() !== username.toLowerCase()) return undefined;
  return command + rest;
}

/** `@username` as a word of its own. Usernames are letters, digits and underscores. */
function mention(username: string): RegExp {
  const name = username.replace(/\W/g, "");
  return name === "" ? /(?!)()/ : toPattern(`(^|[^\\w@])@${name}(?!\\w)`, "giu");
}
