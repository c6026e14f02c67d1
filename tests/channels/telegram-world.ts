import type { ButtonPress, IncomingMessage, ProgressEvent, Turns } from "../../src/agent/turn.ts";
import { Delivery } from "../../src/channels/delivery.ts";
import { createPeople } from "../../src/channels/people.ts";
import { TelegramChannel } from "../../src/channels/telegram/telegram.ts";
import type { ConfiguredPerson } from "../../src/config/people-options.ts";
import { HomeAssistantConnection } from "../../src/homeassistant/connection/connection.ts";
import { createHistory } from "../../src/homeassistant/history/history.ts";
import type { LiveHome } from "../../src/homeassistant/live-home.ts";
import { createOwn } from "../../src/homeassistant/services/own.ts";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { createPressStore } from "../../src/storage/presses.ts";
import { createOutboxStore, type NewItem } from "../../src/storage/turns/outbox.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";

export interface WorldOptions {
  readonly url: string;
  readonly token: string;
  readonly people?: readonly ConfiguredPerson[];
  /** When Home Assistant started while the service was away. */
  readonly coreStart?: number;
  /** Where outbox and messages live on when the service is started again. */
  readonly memory?: Memory;
}

/** What outlives the service's process. */
export class Memory implements Disposable {
  readonly database = memoryDatabase();
  readonly received: IncomingMessage[] = [];

  [Symbol.dispose](): void {
    this.database[Symbol.dispose]();
  }
}

/** Real connection, outbox, delivery and channel against one Home Assistant; only the turns are a list of what came in. */
export class TelegramWorld implements AsyncDisposable {
  readonly presses: ButtonPress[] = [];
  readonly log: Record<string, unknown>[] = [];
  readonly connection: HomeAssistantConnection;
  readonly #memory: Memory;
  readonly #outbox: ReturnType<typeof createOutboxStore>;
  readonly #delivery: Delivery;
  readonly #channel: TelegramChannel;
  readonly #progress: ((event: ProgressEvent) => void)[] = [];
  readonly #stop = new AbortController();
  readonly #memoryIsOurs: boolean;

  constructor({ url, token, people = [], coreStart, memory }: WorldOptions) {
    this.#memory = memory ?? new Memory();
    this.#memoryIsOurs = memory === undefined;
    const { database, received } = this.#memory;
    const logger = createLogger({ level: "debug", destination: { write: (line) => void this.log.push(JSON.parse(line)) } });
    this.connection = new HomeAssistantConnection({ url, token, logger });
    const { connection } = this;
    this.#outbox = createOutboxStore({ database, onQueued: () => this.#delivery.wake(), onDelivered: () => {} });
    const persons = createPeople({ people, language: () => "en" });
    const runner: Turns = {
      receive(message) {
        const known = received.findLast((one) => one.chatId === message.chatId && one.messageId === message.messageId);
        if (known?.text === message.text) return "duplicate";
        received.push(message);
        return known ? "too_late_to_edit" : "queued";
      },
      press: async (press) => {
        this.presses.push(press);
        return press.person ? { toast: "OK", taken: true } : { toast: "Only Anna can answer this.", taken: false };
      },
      onProgress: (listener) => {
        this.#progress.push(listener);
        return { [Symbol.dispose]: () => {} };
      },
    };
    const knows = ({ chatId }: { chatId: string }) => received.some((one) => one.chatId === chatId) || persons.isPrivateChat(chatId);
    this.#channel = new TelegramChannel({
      connection,
      own: createOwn({ connection, knows, onTrial: () => undefined, satelliteOf: () => undefined }),
      history: createHistory({ connection }),
      pictures: { addressesFor: async () => [] },
      voice: { addressesFor: async () => [] },
      uploads: { put: async () => ({ addresses: [], async [Symbol.asyncDispose]() {} }) },
      runner,
      people: persons,
      turns: {
        sentSpan() {
          const times = received.map((message) => message.sentAt);
          return times.length === 0 ? undefined : { first: Math.min(...times), last: Math.max(...times) };
        },
      },
      outbox: this.#outbox,
      sessions: {
        activeChats: () => [...new Map(received.map(({ channel, bot, chatId }) => [chatId, { channel, bot, chatId }])).values()],
      },
      coreStarts: { note: () => true },
      presses: createPressStore({ database }),
      home: {
        whenReady: async () => {},
        lastCoreStart: coreStart === undefined ? undefined : { at: coreStart, servicesAtLogin: new Set(["telegram_bot"]) },
        info: { timeZone: "Europe/Berlin" } as LiveHome["info"],
      },
      serviceExists: () => true,
      catalogue: catalogueFor("en"),
      logger,
    });
    this.#delivery = new Delivery({ outbox: this.#outbox, channels: [this.#channel], logger, drainMs: 100 });
  }

  /** Resolves when the subscriptions are sent and what was missed is read. */
  async start(): Promise<void> {
    this.#channel.attach();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.connection.onConnected(() => resolve());
    this.connection.start(this.#stop.signal);
    await this.#channel.start(this.#stop.signal);
    this.#delivery.start();
    await promise;
    // answered after the subscriptions, which were sent before
    await this.connection.command({ type: "get_config" });
  }

  get received(): readonly IncomingMessage[] {
    return this.#memory.received;
  }

  get texts(): readonly string[] {
    return this.received.map((message) => message.text);
  }

  /** Puts an item into the outbox and returns its id. */
  answer(item: Partial<NewItem> & { bot: string; chatId: string; text: string }): string {
    this.#outbox.add({ channel: "telegram", kind: "answer", origin: "home", at: Date.now(), ...item });
    return String(this.#memory.database.sqlite.prepare("SELECT id FROM outbox ORDER BY rowid DESC LIMIT 1").pluck().get());
  }

  progress(event: Pick<ProgressEvent, "bot" | "chatId" | "progress"> & Partial<ProgressEvent>): void {
    for (const listener of this.#progress) {
      listener({ turnId: "turn-1", channel: "telegram", isPrivate: true, threadId: undefined, ...event });
    }
  }

  /** Status, note and attempts of an outbox item. */
  row(id: string): Record<string, unknown> | undefined {
    return this.#memory.database.sqlite.prepare("SELECT status, note, attempts FROM outbox WHERE id = ?").get(id) as Record<
      string,
      unknown
    >;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#delivery[Symbol.asyncDispose]();
    await this.connection[Symbol.asyncDispose]();
    if (this.#memoryIsOurs) this.#memory[Symbol.dispose]();
  }
}
