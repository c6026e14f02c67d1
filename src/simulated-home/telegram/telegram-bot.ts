import type { Bus, Context } from "../bus.ts";
import type { House } from "../house.ts";
import { isoTime, slug, ulid } from "../ids.ts";
import type { ForeignServices } from "../services/service-calls.ts";
import { type BotMessage, createTelegramChats } from "./telegram-chats.ts";
import { type Bot, createTelegramSending, type TelegramFault, type TelegramLog } from "./telegram-sending.ts";

/** A message with its keyboard as the Bot API describes it, which `telegram_callback` carries along. `name` is the person's or the group's; `at` in ms since the epoch. */
function botApiMessage({ bot, message, name, at }: { bot: Bot; message: BotMessage; name: string; at: number }): Record<string, unknown> {
  const { chatId, messageId, plain, buttons } = message;
  const keyboard = buttons.map((row) => row.map(({ label, data }) => ({ callback_data: data, text: label })));
  return {
    channel_chat_created: false,
    delete_chat_photo: false,
    group_chat_created: false,
    ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
    supergroup_chat_created: false,
    text: plain,
    chat:
      chatId > 0
        ? { first_name: name, id: chatId, type: "private", username: slug(name) }
        : { id: chatId, title: name, type: "supergroup" },
    date: Math.floor(at / 1000),
    message_id: messageId,
    from: { first_name: bot.name, id: bot.id, is_bot: true, username: bot.username },
  };
}

export type { BotMessage } from "./telegram-chats.ts";
export type { Bot, TelegramFault } from "./telegram-sending.ts";

export interface Said {
  readonly chatId: number;
  /** The chat itself when left out: a private chat has its person's id. */
  readonly userId?: number;
  readonly firstName?: string;
  /** Config entry of the bot that gets it; the first when left out. */
  readonly bot?: string;
  /** When it was sent; now when left out. */
  readonly date?: Date;
}

/** Chats that the simulated home's bot knows from the start. A group's id is negative. */
export const ANNA = 700000001;
export const BEN = 700000002;
export const HOME_GROUP = -1007000000003;

const EVENT_TYPES = ["telegram_attachment", "telegram_callback", "telegram_command", "telegram_text", "telegram_sent"];
const FIRST_QUERY = 4382000000000000001n;
const WAIT_MS = 20_000;

/** telegram_bot as seen over WebSocket, and the people in the chats. Any chat in which somebody speaks is allowed, until `disallow`. */
export class SimulatedTelegram {
  readonly bots: Bot[] = [];
  readonly answers: TelegramLog["answers"] = [];
  readonly drafts: TelegramLog["drafts"] = [];
  readonly chatActions: TelegramLog["chatActions"] = [];
  /** The services of telegram_bot, for the home that this belongs to. */
  readonly services: ForeignServices;
  readonly #bus: Bus;
  readonly #house: House;
  readonly #receiving: () => boolean;
  readonly #chats = createTelegramChats();
  readonly #names = new Map<number, string>([
    [ANNA, "Anna"],
    [BEN, "Ben"],
  ]);
  readonly #strangers = new Set<number>();
  readonly #faults: (TelegramFault & { left: number })[] = [];
  readonly #queries = new Set<string>();
  /** What was attached, by its file id. */
  readonly #files = new Map<string, Buffer>();
  readonly #known = new Set<string>();
  #nextQuery = FIRST_QUERY;
  #waiting: (() => void)[] = [];

  /** `receiving`: whether Home Assistant takes updates from Telegram now; while it does not, Telegram keeps them. */
  constructor({ bus, house, receiving }: { bus: Bus; house: House; receiving: () => boolean }) {
    this.#bus = bus;
    this.#house = house;
    this.#receiving = receiving;
    this.services = createTelegramSending({
      bus,
      bots: this.bots,
      chats: this.#chats,
      log: this,
      faults: this.#faults,
      queries: this.#queries,
      files: this.#files,
      notifyEntity: (bot, chatId) => this.#notifyEntity(bot, chatId),
      emit: (bot, type, data, context) => this.#emit(bot, type, data, context),
    });
    this.addBot("Home Bot");
    this.allow(ANNA, "Anna");
    this.allow(BEN, "Ben");
    this.allow(HOME_GROUP, "Home group");
  }

  /** Config entry id of the first bot. */
  get entryId(): string {
    return this.bots[0]?.entryId ?? "";
  }

  /** Adds a bot and returns its config entry id. */
  addBot(name: string): string {
    const entryId = ulid(this.#bus.now() + this.bots.length);
    const username = slug(name).endsWith("bot") ? slug(name) : `${slug(name)}_bot`;
    const bot = { entryId, id: 1234567890 + this.bots.length, name, username };
    this.bots.push(bot);
    this.#house.add({
      entity_id: this.#eventEntity(bot),
      name: `${name} Update event`,
      exposed: false,
      platform: "telegram_bot",
      attributes: { event_types: EVENT_TYPES, event_type: null },
    });
    for (const chatId of this.#chats.ids) this.#notifyEntity(bot, chatId);
    return entryId;
  }

  /** Puts a chat on the integration's allow-list. */
  allow(chatId: number, title: string): void {
    this.#strangers.delete(chatId);
    this.#chats.open(chatId, title);
    for (const bot of this.bots) this.#notifyEntity(bot, chatId);
  }

  /** Takes a chat off the allow-list: nothing that is said there arrives, nothing can be sent there. */
  disallow(chatId: number): void {
    this.#strangers.add(chatId);
    this.#chats.close(chatId);
  }

  /** A person writes; returns the message id. A text that begins with `/word` fires `telegram_command`. */
  say(message: Said & { text: string; replyTo?: number }): number {
    const { text, replyTo } = message;
    const command = /^\/\w/.test(text);
    const [word, ...args] = text.split(/\s+/);
    return this.#receive(message, (base) =>
      command
        ? ["telegram_command", { ...base.head, command: word, args, ...base.from }]
        : ["telegram_text", { ...base.head, ...(replyTo !== undefined && { reply_to_message_id: replyTo }), text, ...base.from }],
    );
  }

  /** A person edits a message: Home Assistant fires it again with the same id and nothing that says so. */
  edit(chatId: number, messageId: number, text: string): void {
    const said = this.#chats.said(chatId, messageId);
    if (!said) throw new Error(`nobody wrote message ${messageId} in chat ${chatId}`);
    const bot = this.#bot(undefined);
    const head = { id: messageId, chat_id: chatId, date: said.date, message_thread_id: null };
    this.#deliver(chatId, () => this.#emit(bot, "telegram_text", { ...head, text, ...this.#from(said.userId) }, this.#bus.newContext()));
  }

  /** A person presses a button of the newest message that has it; returns the callback query id. Data that no button has is a forged press. */
  press(press: Said & { messageId?: number; label?: string; data?: string }): string {
    const { chatId, messageId } = press;
    const all = this.#chats.sent(chatId);
    const fits = (message: BotMessage) =>
      message.buttons.flat().find((button) => (press.data === undefined ? button.label === press.label : button.data === press.data));
    const message =
      messageId === undefined
        ? (all.findLast(fits) ?? (press.data === undefined ? undefined : all.at(-1)))
        : all.find((each) => each.messageId === messageId);
    if (!message)
      throw new Error(
        `no message in chat ${chatId} has the button ${press.label ?? press.data}; buttons: ${JSON.stringify(all.map((each) => each.buttons))}`,
      );
    const data = press.data ?? fits(message)?.data;
    if (data === undefined)
      throw new Error(`message ${message.messageId} has no button ${press.label}: ${JSON.stringify(message.buttons)}`);
    const id = String(this.#nextQuery++);
    this.#queries.add(id);
    const bot = this.bots.find((each) => each.entryId === message.bot) ?? this.#bot(press.bot);
    const [command, ...args] = data.split(" ");
    const update = {
      id,
      chat_instance: "-3920165938411928563",
      data,
      message: botApiMessage({ bot, message, name: this.#names.get(chatId) ?? this.#chats.title(chatId), at: this.#bus.now() }),
      chat_id: chatId,
      ...this.#from(press.userId ?? chatId, press.firstName),
      ...(data.startsWith("/") && { command, args }),
    };
    this.#deliver(chatId, () => this.#emit(bot, "telegram_callback", update, this.#bus.newContext()));
    return id;
  }

  /** `size`: what Telegram says of it, if that is not so. */
  voice(message: Said & { caption?: string; bytes?: Buffer; size?: number }): number {
    return this.#attach(message, "voice", "audio/ogg");
  }

  photo(message: Said & { caption?: string; bytes?: Buffer; size?: number }): number {
    return this.#attach(message, "photo", "image/jpeg");
  }

  document({
    type = "application/octet-stream",
    ...message
  }: Said & { name: string; type?: string; bytes?: Buffer; size?: number }): number {
    return this.#attach(message, "document", type);
  }

  /** A person shares where they are: Home Assistant tells no more than that something came. */
  location(message: Said): number {
    return this.#receive(message, ({ head, from }) => ["telegram_attachment", { ...head, text: null, ...from }]);
  }

  /** What the bots have sent to a chat, as it stands there now. */
  messages(chatId: number): readonly BotMessage[] {
    return this.#chats.sent(chatId);
  }

  /**
   * Without a predicate: the next message of the chat that was not handed out before. With one: the first message that fits, now or
   * within the time, also an old one that an edit made fit. Rejects with what is there instead after `timeoutMs`.
   */
  waitFor(chatId: number, predicate?: (message: BotMessage) => boolean, timeoutMs: number = WAIT_MS): Promise<BotMessage> {
    return this.#chats.wait(chatId, predicate, timeoutMs);
  }

  /** Makes the next calls of a service go wrong. */
  fail(fault: TelegramFault): void {
    this.#faults.push({ ...fault, left: fault.times ?? 1 });
  }

  /** Home Assistant has started its polling: what people wrote meanwhile arrives, in order. For the home that this belongs to. */
  deliverWaiting(): void {
    for (const deliver of this.#waiting.splice(0)) deliver();
  }

  #receive(
    { chatId, userId = chatId, firstName, bot: wanted, date = new Date() }: Said,
    update: (base: { head: Record<string, unknown>; from: Record<string, unknown> }) => [string, Record<string, unknown>],
  ): number {
    const bot = this.#bot(wanted);
    if (firstName) this.#names.set(userId, firstName);
    if (!this.#strangers.has(chatId) && !this.#chats.has(chatId)) this.allow(chatId, firstName ?? `Chat ${chatId}`);
    const messageId = this.#chats.count(chatId);
    if (this.#strangers.has(chatId)) this.#chats.close(chatId);
    const shown = isoTime(date.getTime()).replace(/\.\d+/, "");
    if (!this.#strangers.has(chatId)) this.#chats.keepSaid(chatId, { messageId, userId, date: shown });
    const head = { id: messageId, chat_id: chatId, date: shown, message_thread_id: null };
    const [type, data] = update({ head, from: this.#from(userId, firstName) });
    this.#deliver(chatId, () => this.#emit(bot, type, data, this.#bus.newContext()));
    return messageId;
  }

  #attach(message: Said & { caption?: string; name?: string; bytes?: Buffer; size?: number }, kind: string, mime: string): number {
    const { caption = null, bytes = Buffer.from("nothing"), size = bytes.length } = message;
    return this.#receive(message, ({ head, from }) => {
      const fileId = `AwACAgIAAxkBAAI${kind}${head["id"]}`;
      this.#files.set(fileId, bytes);
      const named = message.name === undefined ? {} : { file_name: message.name };
      return ["telegram_attachment", { ...head, text: caption, file_id: fileId, ...named, file_mime_type: mime, file_size: size, ...from }];
    });
  }

  #deliver(chatId: number, deliver: () => void): void {
    if (this.#strangers.has(chatId)) return;
    if (this.#receiving()) deliver();
    else this.#waiting.push(deliver);
  }

  #emit(bot: Bot, type: string, data: Record<string, unknown>, context: Context): void {
    const whole = {
      ...data,
      bot: { config_entry_id: bot.entryId, id: bot.id, first_name: bot.name, last_name: null, username: bot.username },
    };
    this.#bus.fire(type, whole, context);
    const name = `${bot.name} Update event`;
    const attributes = { event_types: EVENT_TYPES, event_type: type, ...whole, friendly_name: name };
    this.#house.replace(this.#eventEntity(bot), isoTime(this.#bus.now()).replace(/(\.\d{3})\d*/, "$1"), attributes);
  }

  #from(userId: number, firstName?: string): Record<string, unknown> {
    return { user_id: userId, from_first: firstName ?? this.#names.get(userId) ?? "Guest", from_last: null };
  }

  #bot(entryId: string | undefined): Bot {
    const bot = entryId === undefined ? this.bots[0] : this.bots.find((each) => each.entryId === entryId);
    if (!bot) throw new Error(`there is no bot ${entryId}`);
    return bot;
  }

  #eventEntity(bot: Bot): string {
    return `event.${slug(bot.name)}_update_event`;
  }

  #notifyEntity(bot: Bot, chatId: number): string {
    const own = bot === this.bots[0] ? "" : `${slug(bot.name)}_`;
    const entityId = `notify.${own}${slug(this.#chats.title(chatId))}`;
    if (!this.#known.has(entityId)) {
      this.#known.add(entityId);
      this.#house.add({
        entity_id: entityId,
        name: this.#chats.title(chatId),
        exposed: false,
        platform: "telegram_bot",
        attributes: { supported_features: 1 },
      });
    }
    return entityId;
  }
}
