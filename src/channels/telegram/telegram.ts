import type { Turns } from "../../agent/turn.ts";
import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import type { History } from "../../homeassistant/history/history.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Own } from "../../homeassistant/services/own.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Logger } from "../../observability/logger.ts";
import type { Chat } from "../../storage/chat.ts";
import type { OutboxItem } from "../../storage/turns/outbox.ts";
import type { Channel, Delivered, PartSent } from "../channel.ts";
import type { People } from "../people.ts";
import { createTelegramIntake, TELEGRAM, type TelegramIntake } from "./telegram-incoming.ts";
import { createTelegramOut, type TelegramOut } from "./telegram-out.ts";
import { createTelegramProgress, type TelegramProgress } from "./telegram-progress.ts";
import { type BotHistory, createBotHistory, type HeardSpan, readMissed } from "./telegram-recovery.ts";
import { createSentMessages, type SentMessages } from "./telegram-sent.ts";
import { type MessageUpdate, type PressUpdate, readUpdate, TELEGRAM_EVENTS } from "./telegram-updates.ts";

/** What came while the history is read waits for it, so that it is not answered before what was missed; no longer than this. */
const LONGEST_HOLD_MS = 3_000;

const ACTIVE_CHAT_MS = 24 * 3_600_000;

export interface TelegramStore {
  /** When the first and the last message of the bot that we took in before that time were sent (ms); undefined if there is none. */
  heard(bot: string, takenInBefore: number): HeardSpan | undefined;
  isOwnMessage(bot: string, chatId: string, messageId: string): boolean;
  isSendingTo(bot: string, chatId: string): boolean;
  /** Chats of this channel in which somebody spoke since then. */
  activeChats(since: number): readonly Chat[];
}

export interface TelegramParts {
  readonly connection: HomeConnection;
  readonly own: Own;
  readonly history: Pick<History, "rows">;
  readonly turns: Turns;
  readonly people: People;
  readonly store: TelegramStore;
  /** Whether Home Assistant lists a service: for drafts. */
  readonly serviceExists: (service: string) => boolean;
  /** After a login: the span in which messages may be lost because Core started while we were away; undefined if none can be. */
  readonly missedCoreStart: (signal: AbortSignal) => Promise<{ readonly from: number; readonly to: number } | undefined>;
  /** Puts a notice into the outbox; the same `key` for the same chat only once, also after a restart of this service. */
  readonly notify: (chat: Chat, text: string, key: string) => void;
  readonly catalogue: Pick<Catalogue, "text" | "list">;
  /** Of the home, as `HomeInfo.timeZone`; read when a time is shown. */
  readonly timeZone: () => string;
  readonly logger: Logger;
  readonly now?: () => number;
}

/** Telegram through Home Assistant's telegram_bot: messages and presses in, answers out, never a second poller beside it. */
export class TelegramChannel implements Channel, Disposable {
  readonly name = TELEGRAM;
  readonly #parts: TelegramParts;
  readonly #now: () => number;
  readonly #botHistory: BotHistory;
  readonly #sent: SentMessages;
  readonly #progress: TelegramProgress;
  readonly #intake: TelegramIntake;
  readonly #out: TelegramOut;
  readonly #attached = new DisposableStack();
  #reading: AbortController | undefined;
  /** What came live while the history is read; undefined otherwise. */
  #held: (MessageUpdate | PressUpdate)[] | undefined;
  #firstConnectedAt: number | undefined;

  constructor(parts: TelegramParts) {
    const { own, people, turns, store, logger, catalogue } = parts;
    const { telegram } = own;
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    const now = this.#now;
    this.#botHistory = createBotHistory(parts);
    this.#sent = createSentMessages({ botHistory: this.#botHistory, startedAt: now(), now, logger });
    this.#out = createTelegramOut({ connection: parts.connection, telegram, sent: this.#sent, logger });
    this.#intake = createTelegramIntake({ turns, people, store, telegram, logger, now });
    const draftsSupported = () => parts.serviceExists("telegram_bot.send_message_draft");
    this.#progress = createTelegramProgress({ telegram, draftsSupported, catalogue, logger, now });
  }

  /** To be called before anything else subscribes: Home Assistant hands out waiting messages within a second of its start. */
  attach(): void {
    const { connection, turns } = this.#parts;
    for (const type of TELEGRAM_EVENTS) {
      this.#attached.use(
        connection.subscribe<BusEvent>({ type: "subscribe_events", event_type: type }, (event) => this.#onEvent(type, event)),
      );
    }
    this.#attached.use(connection.onConnected(({ at }) => this.#afterConnect(at)));
    this.#attached.use(connection.onDisconnected(() => this.#endReading()));
    this.#attached.use(turns.onProgress((event) => event.channel === TELEGRAM && this.#progress.show(event)));
    this.#attached.use(this.#progress);
    this.#attached.use(this.#intake);
    this.#attached.defer(() => this.#endReading());
  }

  /** Everything begins with the connection; this only binds the end to the signal. */
  async start(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this[Symbol.dispose](), { once: true });
  }

  deliver(item: OutboxItem, partSent: PartSent, signal: AbortSignal): Promise<Delivered> {
    return this.#out(item, partSent, signal);
  }

  [Symbol.dispose](): void {
    this.#attached.dispose();
  }

  #onEvent(type: string, event: BusEvent): void {
    const firedAt = Date.parse(event.time_fired);
    const update = readUpdate(type, event.data, Number.isNaN(firedAt) ? this.#now() : firedAt);
    if (!update) return;
    if (update.kind === "sent") this.#sent.note(update.tag, update.messageId);
    else if (this.#held) this.#held.push(update);
    else this.#intake.take(update);
  }

  async #afterConnect(at: number): Promise<void> {
    this.#endReading();
    this.#firstConnectedAt ??= at;
    const firstConnectedAt = this.#firstConnectedAt;
    const reading = new AbortController();
    this.#reading = reading;
    this.#held = [];
    const release = setTimeout(() => this.#release(), LONGEST_HOLD_MS);
    const { store, logger } = this.#parts;
    const { signal } = reading;
    const heard = (bot: string) => store.heard(bot, at);
    this.#botHistory.forgetBots();
    try {
      const missed = await readMissed({
        botHistory: this.#botHistory,
        heard,
        firstConnectedAt,
        now: this.#now,
        logger,
        signal,
        onNotReady: () => this.#release(),
      });
      if (signal.aborted) return;
      for (const update of missed) this.#intake.take(update);
      this.#release();
      await this.#tellMissedStart(signal);
    } finally {
      clearTimeout(release);
      if (this.#reading === reading) this.#release();
    }
  }

  #endReading(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#release();
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const update of held) this.#intake.take(update);
  }

  /** What Home Assistant received while it started itself is in no history: the people are told. */
  async #tellMissedStart(signal: AbortSignal): Promise<void> {
    const { missedCoreStart, store, notify, catalogue, timeZone } = this.#parts;
    const missed = await missedCoreStart(signal);
    if (!missed || signal.aborted) return;
    const { minute } = homeTime(timeZone());
    const text = catalogue.text("notice.missed", { from: minute(missed.from), to: minute(missed.to) });
    for (const chat of store.activeChats(this.#now() - ACTIVE_CHAT_MS)) notify(chat, text, `core-start-${missed.from}`);
  }
}

interface BusEvent {
  readonly data: unknown;
  readonly time_fired: string;
}
