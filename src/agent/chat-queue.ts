import type { Logger } from "../observability/logger.ts";
import type { Chat } from "../storage/chat.ts";

interface QueueOptions<Job> {
  readonly parallelChats: number;
  /** Such a job runs by itself, before all others. */
  readonly isAlone: (job: Job) => boolean;
  readonly run: (job: Job) => Promise<void>;
  readonly logger: Logger;
}

/** One job at a time for each chat, in order; chats side by side up to a bound. */
export class ChatQueue<Job> {
  readonly #options: QueueOptions<Job>;
  readonly #waiting = new Map<string, readonly Job[]>();
  readonly #running = new Map<string, { readonly job: Job; readonly ended: Promise<void> }>();
  #stopped = false;

  constructor(options: QueueOptions<Job>) {
    this.#options = options;
  }

  /** True if a job of this chat added now would start at once. */
  isIdle(chat: Chat): boolean {
    const isFree = !this.#stopped && this.count(chat) === 0;
    return isFree && this.#running.size < this.#options.parallelChats && this.#alone() === undefined;
  }

  add(chat: Chat, job: Job, place: "end" | "front" = "end"): void {
    const jobs = this.waiting(chat);
    this.#waiting.set(keyOf(chat), place === "front" ? [job, ...jobs] : [...jobs, job]);
    this.#fill();
  }

  waiting(chat: Chat): readonly Job[] {
    return this.#waiting.get(keyOf(chat)) ?? [];
  }

  /** Jobs of a chat that wait or are at work. */
  count(chat: Chat): number {
    return this.waiting(chat).length + (this.#running.has(keyOf(chat)) ? 1 : 0);
  }

  some(wanted: (job: Job) => boolean): boolean {
    return this.#waiting.values().some((jobs) => jobs.some(wanted));
  }

  take(wanted: (job: Job) => boolean): readonly Job[] {
    return [...this.#waiting].flatMap(([chat, jobs]) => {
      const [left, taken] = [jobs.filter((job) => !wanted(job)), jobs.filter(wanted)];
      if (left.length > 0) this.#waiting.set(chat, left);
      else this.#waiting.delete(chat);
      return taken;
    });
  }

  running(chat: Chat): Job | undefined {
    return this.#running.get(keyOf(chat))?.job;
  }

  /** Resolves when no such job is at work any more. */
  async ended(wanted: (job: Job) => boolean): Promise<void> {
    await Promise.all([...this.#running.values()].flatMap(({ job, ended }) => (wanted(job) ? [ended] : [])));
  }

  /** Starts no more jobs; resolves when those that run have ended. What waits stays waiting. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #alone(): string | undefined {
    const { isAlone } = this.#options;
    for (const [chat, { job }] of this.#running) if (isAlone(job)) return chat;
    for (const [chat, jobs] of this.#waiting) if (jobs.some(isAlone)) return chat;
    return undefined;
  }

  #fill(): void {
    const alone = this.#alone();
    if (alone !== undefined && this.#running.size > 0) return;
    const startable = alone === undefined ? this.#waiting : [[alone, this.#waiting.get(alone) ?? []] as const];
    for (const [chat, jobs] of startable) {
      if (this.#stopped || this.#running.size >= this.#options.parallelChats) return;
      if (this.#running.has(chat)) continue;
      const [job, ...left] = jobs;
      if (left.length === 0) this.#waiting.delete(chat);
      else this.#waiting.set(chat, left);
      if (job) this.#running.set(chat, { job, ended: this.#work(chat, job) });
    }
  }

  /** A chat that had its turn goes behind the others: nobody waits for the whole queue of another chat. */
  #moveBack(chat: string): void {
    const jobs = this.#waiting.get(chat);
    if (!jobs) return;
    this.#waiting.delete(chat);
    this.#waiting.set(chat, jobs);
  }

  async #work(chat: string, job: Job): Promise<void> {
    // The caller's own work is done first: a message is acknowledged before its turn begins.
    await Promise.resolve();
    try {
      await this.#options.run(job);
    } catch (error) {
      this.#options.logger.error({ err: error }, "a turn ended by an error of ours");
    } finally {
      this.#running.delete(chat);
      this.#moveBack(chat);
      this.#fill();
    }
  }
}

export function keyOf({ channel, bot, chatId }: Chat): string {
  return `${channel}\0${bot}\0${chatId}`;
}

export function isSameChat(one: Chat, other: Chat): boolean {
  return keyOf(one) === keyOf(other);
}
