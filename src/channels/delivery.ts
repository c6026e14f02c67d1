import { randomBytes } from "node:crypto";
import type { Logger } from "../observability/logger.ts";
import type { Chat } from "../storage/chat.ts";
import type { OutboxItem, OutboxStore } from "../storage/turns/outbox.ts";
import type { Channel, Delivered } from "./channel.ts";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** What could not be shown for a day is no longer wanted. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
/** How long the end of the service waits for what is still to be sent (the whole shutdown has 8 s). */
const DRAIN_MS = 2_000;
/** setTimeout holds no more than 31 bits; the queue is looked at again well before. */
const LONGEST_TIMER_MS = 24 * 3_600_000;

type DueItems = Pick<OutboxStore, "due" | "nextDue" | "partSent" | "sent" | "withoutPicture" | "postpone" | "failed">;

/** Sends the outbox: in order within a chat, chats side by side, until delivered or a day has passed. No-op while nothing is due. */
export class Delivery implements AsyncDisposable {
  readonly #outbox: DueItems;
  readonly #channels: ReadonlyMap<string, Channel>;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #drainMs: number;
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Promise<void>>();
  /** Chats whose last outcome could not be written down: the outbox knows nothing of it. Key → until (ms). */
  readonly #held = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #started = false;

  constructor(parts: {
    outbox: DueItems;
    channels: readonly Channel[];
    logger: Logger;
    now?: () => number;
    drainMs?: number;
  }) {
    this.#outbox = parts.outbox;
    this.#channels = new Map(parts.channels.map((channel) => [channel.name, channel]));
    this.#logger = parts.logger;
    this.#now = parts.now ?? Date.now;
    this.#drainMs = parts.drainMs ?? DRAIN_MS;
  }

  start(): void {
    this.#started = true;
    this.wake();
  }

  /** To be called after something was put into the outbox. Cheap; never throws. */
  wake(): void {
    if (!this.#started || this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    try {
      // one time for both: what is due in between would be neither launched nor waited for
      const now = this.#now();
      this.#launchDue(now);
      this.#sleep(now);
    } catch (error) {
      this.#logger.error({ err: error }, "the outbox cannot be read; trying again");
      this.#timer = setTimeout(() => this.wake(), LONGEST_RETRY_MS);
    }
  }

  /** Shows a notice that cannot be put into the outbox: once, and never written down. Never rejects. */
  async sayUnstored({ channel, bot, chatId, threadId }: Chat & { readonly threadId: string | undefined }, text: string): Promise<void> {
    const item: OutboxItem = {
      id: randomBytes(6).toString("base64url"),
      turnId: undefined,
      channel,
      bot,
      chatId,
      threadId,
      kind: "notice",
      text,
      buttons: [],
      replyToMessageId: undefined,
      editMessageId: undefined,
      sentParts: [],
      attempts: 0,
      createdAt: this.#now(),
    };
    try {
      await this.#channels.get(channel)?.deliver(item, () => {}, this.#stop.signal);
    } catch (error) {
      this.#logger.warn({ err: error, channel }, "that messages cannot be stored could not be told");
    }
  }

  /** Sends what is still due, for a bounded time, then stops; what is left stays in the outbox for the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#started) {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), this.#drainMs);
      this.wake();
      while (this.#running.size > 0 && !deadline.signal.aborted) {
        const aborted = new Promise((resolve) => deadline.signal.addEventListener("abort", resolve, { once: true }));
        await Promise.race([...this.#running.values(), aborted]);
      }
      clearTimeout(timer);
    }
    this.#stop.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  #launchDue(now: number): void {
    for (const item of this.#outbox.due(now)) {
      const chat = `${item.channel} ${item.bot} ${item.chatId}`;
      if (this.#running.has(chat) || (this.#held.get(chat) ?? 0) > now) continue;
      this.#held.delete(chat);
      const done = this.#deliver(item, chat).finally(() => {
        this.#running.delete(chat);
        this.wake();
      });
      this.#running.set(chat, done);
    }
  }

  #sleep(now: number): void {
    const nextDue = this.#outbox.nextDue();
    // what is due already either runs now, and its end wakes us, or waits for its chat to be let go
    const times = [...this.#held.values(), ...(nextDue === undefined ? [] : [nextDue])].filter((time) => time > now);
    if (times.length === 0) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.min(...times) - now, LONGEST_TIMER_MS));
    this.#timer.unref();
  }

  /** One item, to its end or to its next attempt. Never rejects. */
  async #deliver(item: OutboxItem, chat: string): Promise<void> {
    const { signal } = this.#stop;
    // a channel may put the next item into the outbox while it shows this one: by then this one is known to run
    await Promise.resolve();
    const outcome = await this.#attempt(item, signal);
    // stopped on the way: the item is left as it is, the next start goes on with it
    if (signal.aborted && outcome.kind !== "sent") return;
    try {
      this.#record(item, outcome);
    } catch (error) {
      this.#held.set(chat, this.#now() + LONGEST_RETRY_MS);
      this.#logger.error({ err: error, item: item.id }, "the outbox cannot be written");
    }
  }

  async #attempt(item: OutboxItem, signal: AbortSignal): Promise<Delivered> {
    const channel = this.#channels.get(item.channel);
    if (!channel) return { kind: "failed", why: "this channel does not run" };
    try {
      return await channel.deliver(item, (part, messageId) => this.#outbox.partSent(item.id, part, messageId), signal);
    } catch (error) {
      if (!signal.aborted) this.#logger.warn({ err: error, channel: item.channel, item: item.id }, "a channel failed to deliver");
      return { kind: "later", afterMs: 0, why: error instanceof Error ? error.name : "error" };
    }
  }

  #record(item: OutboxItem, outcome: Delivered): void {
    const now = this.#now();
    if (outcome.kind === "sent") {
      this.#outbox.sent(item.id, now, outcome.last);
      return;
    }
    if (outcome.kind === "no-picture") {
      this.#outbox.withoutPicture(item.id);
      this.#logger.info({ channel: item.channel, item: item.id }, "a message goes without its picture or sound");
      return;
    }
    const tooOld = now - item.createdAt > GIVE_UP_AFTER_MS;
    if (outcome.kind === "failed" || tooOld) {
      this.#outbox.failed(item.id, outcome.why);
      this.#logger.warn({ channel: item.channel, item: item.id, kind: item.kind, why: outcome.why, tooOld }, "a message was given up");
      return;
    }
    const backOff = outcome.untried ? 0 : Math.min(FIRST_RETRY_MS * 2 ** item.attempts, LONGEST_RETRY_MS);
    const until = now + Math.max(outcome.afterMs, backOff);
    this.#outbox.postpone(item.id, until, outcome.why, { tried: !outcome.untried });
    this.#logger.info(
      { channel: item.channel, item: item.id, why: outcome.why, afterMs: until - now },
      "a message waits for its next attempt",
    );
  }
}
