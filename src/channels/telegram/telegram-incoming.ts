import { createHash } from "node:crypto";
import type { Turns } from "../../agent/turn.ts";
import type { OwnTelegram } from "../../homeassistant/services/own.ts";
import type { Logger } from "../../observability/logger.ts";
import { toPattern } from "../../text/pattern.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { People } from "../people.ts";
import { createEarlyReplies, type OwnMessages } from "./telegram-early-replies.ts";
import type { MessageUpdate, PressUpdate } from "./telegram-updates.ts";

export const TELEGRAM = "telegram";

/** Longest toast (Telegram Bot API, answerCallbackQuery). */
const LONGEST_TOAST = 200;

/** Updates remembered so that reading the history again does not take them in twice: far more than come in its overlap. */
const REMEMBERED_UPDATES = 2_000;
/** Strangers who were logged; whoever is forgotten gets another line. */
const REMEMBERED_STRANGERS = 1_000;

export type TelegramIntake = ReturnType<typeof createTelegramIntake>;

/** Hands what people do on Telegram to the turns: who may speak, and in groups only what is meant for us. `take` never throws. */
export function createTelegramIntake(parts: {
  turns: Pick<Turns, "receive" | "press">;
  people: People;
  store: OwnMessages;
  telegram: Pick<OwnTelegram, "answerCallback">;
  logger: Logger;
  now: () => number;
}): { take(update: MessageUpdate | PressUpdate): void } & Disposable {
  const { turns, people, store, logger } = parts;
  const seen = new BoundedMap<string, true>(REMEMBERED_UPDATES);
  const strangers = new BoundedMap<string, true>(REMEMBERED_STRANGERS);

  const takeMessage = (update: MessageUpdate) => {
    if (earlyReplies.follow(update)) return;
    const isPrivate = isPrivateChat(update.chatId);
    const said = addressedToUs(update, isPrivate, (bot, chatId, messageId) => store.isOwnMessage(bot, chatId, messageId));
    if (!said) return earlyReplies.hold(update);
    const person = people.authorise({ userId: update.userId, chatId: update.chatId, isPrivate, firstName: update.firstName });
    if (!person) {
      if (!strangers.has(update.userId)) logger.warn({ userId: update.userId, isPrivate }, "a stranger wrote on Telegram and is ignored");
      strangers.set(update.userId, true);
      return;
    }
    const received = turns.receive({
      channel: TELEGRAM,
      bot: update.bot.id,
      chatId: update.chatId,
      messageId: update.messageId,
      person,
      text: said.text,
      kind: said.kind,
      sentAt: update.sentAt,
      isPrivate,
      replyToMessageId: update.replyTo,
      threadId: update.threadId,
    });
    logger.debug({ messageId: update.messageId, received }, "a Telegram message was taken in");
  };

  const takePress = async (update: PressUpdate) => {
    const { bot, chatId, userId, firstName, queryId } = update;
    try {
      const person = people.authorise({ userId, chatId, isPrivate: isPrivateChat(chatId), firstName });
      const { messageId, data, pressedAt } = update;
      const { toast } = await turns.press({
        channel: TELEGRAM,
        bot: bot.id,
        chatId,
        messageId,
        person,
        isPrivate: isPrivateChat(chatId),
        data,
        pressedAt,
      });
      await parts.telegram.answerCallback({ bot: bot.id, chatId, callbackQueryId: queryId, text: cut(toast, LONGEST_TOAST) });
    } catch (error) {
      // Telegram takes answers for a short time only; what the press did stands in the chat anyway
      logger.debug({ err: error }, "a button press could not be answered");
    }
  };

  const take = (update: MessageUpdate | PressUpdate) => {
    const key = keyOf(update);
    if (seen.has(key)) return;
    try {
      if (update.kind === "press") void takePress(update);
      else takeMessage(update);
      seen.set(key, true);
    } catch (error) {
      logger.error({ err: error }, "a Telegram message could not be taken in");
    }
  };
  const earlyReplies = createEarlyReplies({
    store,
    now: parts.now,
    logger,
    take: (update) => {
      seen.delete(keyOf(update));
      take(update);
    },
  });

  return { take, [Symbol.dispose]: () => earlyReplies[Symbol.dispose]() };
}

/** Groups and channels have negative numbers. */
export function isPrivateChat(chatId: string): boolean {
  return !chatId.startsWith("-");
}

function keyOf(update: MessageUpdate | PressUpdate): string {
  if (update.kind === "press") return `press ${update.bot.id} ${update.queryId}`;
  const digest = createHash("sha256").update(update.text).digest("base64url");
  return `message ${update.bot.id} ${update.chatId} ${update.messageId} ${digest}`;
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

interface Addressed {
  readonly kind: MessageUpdate["messageKind"];
  readonly text: string;
}

/** What a message says to us; undefined if it is not for us. In groups only our commands, mentions (cut out) and replies to us are. */
export function addressedToUs(
  { messageKind, text, bot, chatId, replyTo }: MessageUpdate,
  isPrivate: boolean,
  isOwnMessage: (bot: string, chatId: string, messageId: string) => boolean,
): Addressed | undefined {
  const addressed = { kind: messageKind, text };
  if (messageKind === "command") {
    const ours = commandText(text, bot.username);
    return ours === undefined ? undefined : { kind: messageKind, text: ours };
  }
  if (isPrivate) return addressed;
  const withoutMention = text.replace(mention(bot.username), "$1");
  if (withoutMention !== text) {
    const said = withoutMention
      .replace(/[^\S\n]{2,}/g, " ")
      .replace(/^[\s,:;]+/, "")
      .trim();
    if (messageKind !== "text") return { kind: messageKind, text: said };
    // nothing but our name asks what we can do; after our name a command is one
    return { kind: said === "" || /^\/[a-z]/i.test(said) ? "command" : "text", text: said || "/help" };
  }
  return replyTo !== undefined && isOwnMessage(bot.id, chatId, replyTo) ? addressed : undefined;
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
