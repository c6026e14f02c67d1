import type { Turns } from "../../agent/turn.ts";
import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import type { History } from "../../homeassistant/history/history.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { LiveHome } from "../../homeassistant/live-home.ts";
import type { CameraImages } from "../../homeassistant/reading/camera-images.ts";
import type { TextToSpeech } from "../../homeassistant/reading/text-to-speech.ts";
import type { Own } from "../../homeassistant/services/own.ts";
import type { UploadedPictures } from "../../homeassistant/telegram/uploaded-pictures.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Logger } from "../../observability/logger.ts";
import type { CoreStarts } from "../../storage/core-starts.ts";
import type { PressStore } from "../../storage/presses.ts";
import type { OutboxItem, OutboxStore } from "../../storage/turns/outbox.ts";
import type { SessionStore, TurnStore } from "../../storage/turns/turns.ts";
import type { Channel, Delivered, PartSent } from "../channel.ts";
import type { People } from "../people.ts";
import { createTelegramIntake, TELEGRAM, type TelegramIntake } from "./telegram-incoming.ts";
import { createSentMessages, createTelegramOut, type SentMessages, type TelegramOut } from "./telegram-out.ts";
import { createTelegramProgress, type TelegramProgress } from "./telegram-progress.ts";
import { type BotHistory, createBotHistory, type HeardSpan, readMissed } from "./telegram-recovery.ts";
import { type MessageUpdate, type PressUpdate, readUpdate, TELEGRAM_EVENTS } from "./telegram-updates.ts";

/** What came while the history is read waits for it, so that it is not answered before what was missed; no longer than this. */
const LONGEST_HOLD_MS = 3_000;

const ACTIVE_CHAT_MS = 24 * 3_600_000;

export interface TelegramParts {
  readonly connection: HomeConnection;
  readonly own: Pick<Own, "telegram">;
  readonly history: Pick<History, "rows">;
  readonly pictures: Pick<CameraImages, "addressesFor">;
  readonly voice: Pick<TextToSpeech, "addressesFor">;
  readonly uploads: Pick<UploadedPictures, "put">;
  readonly home: Pick<LiveHome, "whenReady" | "lastCoreStart" | "info">;
  /** Whether Home Assistant lists a service: for drafts. */
  readonly serviceExists: (service: string) => boolean;
  readonly runner: Turns;
  readonly people: People;
  readonly turns: Pick<TurnStore, "sentSpan">;
  readonly sessions: Pick<SessionStore, "activeChats">;
  readonly outbox: Pick<OutboxStore, "add" | "ofMessage" | "isSendingTo">;
  readonly coreStarts: CoreStarts;
  readonly presses: PressStore;
  /** When the database was restored from a backup, ms since the epoch: what was said between the two is not there to be known again. */
  readonly restoredAt?: number | undefined;
  readonly catalogue: Pick<Catalogue, "text" | "list">;
  readonly logger: Logger;
  readonly clock?: () => number;
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
  #lostAt: number | undefined;

  constructor(parts: TelegramParts) {
    const { own, people, runner: turns, outbox, presses, logger, catalogue, clock: now = Date.now } = parts;
    const { telegram } = own;
    this.#parts = parts;
    this.#now = now;
    this.#botHistory = createBotHistory(parts);
    this.#sent = createSentMessages({ botHistory: this.#botHistory, startedAt: now(), now, logger });
    this.#out = createTelegramOut({ ...parts, telegram, sent: this.#sent, now, logger });
    this.#intake = createTelegramIntake({ turns, people, outbox, presses, telegram, logger, now });
    const draftsSupported = () => parts.serviceExists("telegram_bot.send_message_draft");
    this.#progress = createTelegramProgress({ telegram, draftsSupported, catalogue, logger, now });
  }

  /** To be called before anything else subscribes: Home Assistant hands out waiting messages within a second of its start. */
  attach(): void {
    const { connection, runner } = this.#parts;
    for (const type of TELEGRAM_EVENTS) {
      this.#attached.use(
        connection.subscribe<BusEvent>({ type: "subscribe_events", event_type: type }, (event) => this.#onEvent(type, event)),
      );
    }
    this.#attached.use(connection.onConnected(({ at }) => this.#afterConnect(at)));
    this.#attached.use(connection.onDisconnected(({ at }) => this.#onLost(at)));
    this.#attached.use(runner.onProgress((event) => event.channel === TELEGRAM && this.#progress.show(event)));
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
    const { turns, restoredAt, logger } = this.#parts;
    const { signal } = reading;
    const heard = (bot: string) => after(restoredAt, turns.sentSpan(TELEGRAM, bot, at));
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
      await this.#tellMissedStart(at, signal);
    } finally {
      clearTimeout(release);
      if (this.#reading === reading) this.#release();
    }
  }

  #onLost(at: number): void {
    this.#lostAt = at;
    this.#endReading();
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

  /** What Home Assistant received while it started itself without us is in no history: the people are told. */
  async #tellMissedStart(connectedAt: number, signal: AbortSignal): Promise<void> {
    const { home, coreStarts, sessions, outbox, catalogue } = this.#parts;
    await home.whenReady(signal);
    const start = home.lastCoreStart;
    if (signal.aborted || !start || !coreStarts.note(start.at)) return;
    if (!start.servicesAtLogin.has("telegram_bot")) return;
    const from = Math.min(this.#lostAt ?? start.at, start.at);
    const { minute } = homeTime(home.info.timeZone);
    const text = catalogue.text("notice.missed", { from: minute(from), to: minute(connectedAt) });
    const at = this.#now();
    for (const { channel, bot, chatId } of sessions.activeChats(at - ACTIVE_CHAT_MS)) {
      const onceKey = `core-start-${from}:${bot}:${chatId}`;
      if (channel === TELEGRAM) outbox.add({ channel, bot, chatId, kind: "notice", text, origin: "home", onceKey, at });
    }
  }
}

/** What came before a backup was restored may have been worked on then, of which nothing is known any more: it is not read again. */
function after(restoredAt: number | undefined, span: HeardSpan | undefined): HeardSpan | undefined {
  if (!span || restoredAt === undefined) return span;
  return { first: Math.max(span.first, restoredAt), last: Math.max(span.last, restoredAt) };
}

interface BusEvent {
  readonly data: unknown;
  readonly time_fired: string;
}
