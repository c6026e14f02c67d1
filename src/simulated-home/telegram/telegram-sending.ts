import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bus, Context } from "../bus.ts";
import { invalidCall, Refusal } from "../refusal.ts";
import type { ForeignServices } from "../services/service-calls.ts";
import type { BotMessage, TelegramChats } from "./telegram-chats.ts";
import { readableText, readKeyboard, telegramRefusal } from "./telegram-text.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Bot {
  readonly entryId: string;
  readonly id: number;
  readonly name: string;
  readonly username: string;
}

/** How the next calls of one telegram_bot service go wrong. */
export interface TelegramFault {
  /** `send_message` or `telegram_bot.send_message`. */
  readonly service: string;
  /** Left out with `dropReply`, `delayMs` or `heardAfterMs`: the call itself works. Fields left out are those of a refusal by Telegram. */
  readonly error?: { code?: string; message: string; translation_key?: string; translation_placeholders?: Record<string, string> };
  /** The message is sent and `telegram_sent` fires, but the socket is dropped before the reply. */
  readonly dropReply?: boolean;
  readonly delayMs?: number;
  /** The message is on Telegram at once, and Home Assistant hears of that only now: then `telegram_sent` fires and the call is answered. */
  readonly heardAfterMs?: number;
  /** How often; 1 when left out. */
  readonly times?: number;
}

/** Thrown instead of a reply when the connection is to be lost. */
export class ReplyLost extends Error {
  override name = "ReplyLost";
}

export interface TelegramLog {
  readonly answers: { callbackQueryId: string; text: string; showAlert: boolean }[];
  readonly drafts: { chatId: number; draftId: number; text: string }[];
  readonly chatActions: { chatId: number; action: string }[];
}

interface Parts {
  readonly bus: Bus;
  readonly bots: readonly Bot[];
  readonly chats: TelegramChats;
  readonly log: TelegramLog;
  readonly faults: (TelegramFault & { left: number })[];
  /** Callback queries that can still be answered. */
  readonly queries: Set<string>;
  /** What people attached, by its file id. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly notifyEntity: (bot: Bot, chatId: number) => string;
  /** Fires an event of the integration and shows it in the bot's event entity. */
  readonly emit: (bot: Bot, type: string, data: Record<string, unknown>, context: Context) => void;
}

/** One call on its way: by whom, and how what it did on Telegram becomes known to Home Assistant. */
interface Calling {
  readonly context: Context;
  readonly heard: (fire: () => void) => void;
  readonly photo: BotMessage["photo"];
  readonly voice: BotMessage["voice"];
}

const SENDING: ReadonlySet<string> = new Set(["send_message", "send_photo", "send_voice"]);

const passes = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** The services of telegram_bot: what Home Assistant does with them and what Telegram would refuse. */
export function createTelegramSending({ bus, bots, chats, log, faults, queries, files, notifyEntity, emit }: Parts): ForeignServices {
  const botOf = (fields: Fields): Bot => {
    const wanted = fields["config_entry_id"];
    if (wanted === undefined && bots.length > 1)
      throw invalidCall("Multiple config entries found", "multiple_config_entry", "telegram_bot");
    const bot = wanted === undefined ? bots[0] : bots.find((each) => each.entryId === wanted);
    if (!bot) throw new Refusal("home_assistant_error", String(wanted));
    return bot;
  };
  const chatOf = (bot: Bot, fields: Fields): number => {
    const chatId = Number(fields["chat_id"]);
    if (chats.has(chatId)) return chatId;
    const placeholders = { chat_ids: String(chatId), bot_name: bot.name };
    const words = `Invalid chat IDs: ${chatId}. Please configure the chat IDs for ${bot.name}`;
    throw invalidCall(words, "invalid_chat_ids", "telegram_bot", placeholders);
  };
  /** What fires when Home Assistant hears that a message is on Telegram. */
  const sent = (bot: Bot, chatId: number, messageId: number, tag: unknown, { context, heard }: Calling) =>
    heard(() =>
      emit(bot, "telegram_sent", { chat_id: chatId, message_id: messageId, ...(tag !== undefined && { message_tag: tag }) }, context),
    );
  const send = (bot: Bot, chatId: number, fields: Fields, calling: Calling): number => {
    const text = String(fields["caption"] ?? fields["message"] ?? "");
    const parseMode = modeOf(fields);
    const plain = calling.voice && text === "" ? "" : readableText(text, parseMode);
    const buttons = readKeyboard(fields["inline_keyboard"]);
    const replyTo = fields["reply_to_message_id"] === undefined ? undefined : Number(fields["reply_to_message_id"]);
    const tag = fields["message_tag"] === undefined ? undefined : String(fields["message_tag"]);
    const messageId = chats.count(chatId);
    const { photo, voice } = calling;
    chats.put({ messageId, chatId, text, plain, parseMode, buttons, edits: [], replyTo, tag, photo, voice, bot: bot.entryId });
    sent(bot, chatId, messageId, tag, calling);
    return messageId;
  };
  const edit = (bot: Bot, chatId: number, fields: Fields, calling: Calling) => {
    const message = chats.sent(chatId).find(({ messageId }) => messageId === Number(fields["message_id"]));
    if (!message) throw telegramRefusal("Message to edit not found");
    const text = String(fields["message"]);
    const parseMode = modeOf(fields);
    const plain = readableText(text, parseMode);
    const buttons = readKeyboard(fields["inline_keyboard"]);
    if (plain === message.plain && JSON.stringify(buttons) === JSON.stringify(message.buttons)) {
      throw telegramRefusal(
        "Message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
      );
    }
    const edits = text === message.text ? message.edits : [...message.edits, message.text];
    chats.put({ ...message, text, plain, parseMode, buttons, edits });
    sent(bot, chatId, message.messageId, undefined, calling);
  };
  const draft = (chatId: number, fields: Fields) => {
    if (chatId < 0) throw telegramRefusal("Textdraft_peer_invalid");
    log.drafts.push({ chatId, draftId: Number(fields["draft_id"]), text: readableText(String(fields["message"]), modeOf(fields)) });
  };
  const answer = (fields: Fields) => {
    const id = String(fields["callback_query_id"]);
    const text = String(fields["message"]);
    if (!queries.delete(id)) throw telegramRefusal("Query is too old and response timeout expired or query id is invalid");
    log.answers.push({ callbackQueryId: id, text, showAlert: fields["show_alert"] === true });
  };
  const download = (fields: Fields): Fields => {
    const bytes = files.get(String(fields["file_id"]));
    if (!bytes) throw telegramRefusal("Wrong file_id or the file is temporarily unavailable");
    const file_path = join(String(fields["directory_path"]), String(fields["file_name"]));
    writeFileSync(file_path, bytes);
    return { file_path };
  };
  const perform = (service: string, fields: Fields, calling: Calling): Fields | undefined => {
    const bot = botOf(fields);
    if (service === "answer_callback_query") return void answer(fields);
    if (service === "download_file") return download(fields);
    const chatId = chatOf(bot, fields);
    const reached = (message_id: unknown) => ({ chats: [{ chat_id: chatId, message_id, entity_id: notifyEntity(bot, chatId) }] });
    if (SENDING.has(service)) return reached(send(bot, chatId, fields, calling));
    if (service === "send_chat_action") return reached(log.chatActions.push({ chatId, action: String(fields["chat_action"]) }) > 0);
    if (service === "send_message_draft") return void draft(chatId, fields);
    return void edit(bot, chatId, fields, calling);
  };

  return async (service, fields, call) => {
    const fault = faults.find((each) => each.left > 0 && each.service.replace(/^telegram_bot\./, "") === service);
    if (fault) fault.left--;
    if (fault?.delayMs) await passes(fault.delayMs);
    if (fault?.error) {
      const {
        code = "home_assistant_error",
        message,
        translation_key: key = "action_failed",
        translation_placeholders: placeholders = { error: message },
      } = fault.error;
      throw new Refusal(code, key === "action_failed" ? `Action failed. ${message}` : message, {
        key,
        domain: "telegram_bot",
        placeholders,
      });
    }
    const unheard: (() => void)[] = [];
    const heard = (fire: () => void) => (fault?.heardAfterMs ? void unheard.push(fire) : fire());
    const file = service === "send_photo" || service === "send_voice" ? await loaded(String(fields["url"])) : undefined;
    const files = service === "send_voice" ? { photo: undefined, voice: file?.bytes } : { photo: file, voice: undefined };
    const response = perform(service, fields, { context: call.context, heard, ...files });
    if (fault?.heardAfterMs) await passes(fault.heardAfterMs);
    for (const fire of unheard) fire();
    if (fault?.dropReply) throw new ReplyLost(`the reply to telegram_bot.${service} at ${bus.now()} was lost`);
    return call.wantsResponse ? response : undefined;
  };
}

/** A file as Home Assistant fetches it; on Telegram its name is what stands behind the last slash. */
async function loaded(url: string): Promise<NonNullable<BotMessage["photo"]>> {
  const response = await fetch(url);
  const status_code = String(response.status);
  if (!response.ok) {
    const refusal = { key: "failed_to_load_url_status", domain: "telegram_bot", placeholders: { status_code } };
    throw new Refusal("home_assistant_error", `Failed to load URL: ${status_code}`, refusal);
  }
  return { name: url.split("/").at(-1) ?? "", bytes: Buffer.from(await response.arrayBuffer()) };
}

function modeOf(fields: Fields): string {
  return String(fields["parse_mode"] ?? "markdown").toLowerCase();
}
