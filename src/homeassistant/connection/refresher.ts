import type { Logger } from "../../observability/logger.ts";
import { CommandError } from "./errors.ts";
import { pause } from "./pause.ts";

/** Waits between failing reads: what is missing while Home Assistant starts comes within tenths of a second; a real fault is not hammered. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/** Keeps something that is read from Home Assistant fresh: one read at a time, and requests that come close together share one. */
export class Refresher {
  readonly #what: string;
  readonly #read: (signal: AbortSignal) => Promise<void>;
  readonly #debounceMs: number;
  readonly #longestRetryMs: number;
  readonly #logger: Logger;
  #wanted = Promise.withResolvers<void>();

  /** `read` throws when it could not read. `what` names it in the log. */
  constructor(options: {
    what: string;
    read: (signal: AbortSignal) => Promise<void>;
    debounceMs: number;
    longestRetryMs?: number;
    logger: Logger;
  }) {
    this.#what = options.what;
    this.#read = options.read;
    this.#debounceMs = options.debounceMs;
    this.#longestRetryMs = options.longestRetryMs ?? LONGEST_RETRY_MS;
    this.#logger = options.logger;
  }

  /** Something changed: read again soon, also if a read is under way now. */
  request(): void {
    this.#wanted.resolve();
  }

  /** Reads now, repeats until it succeeds, and reads again at each request until the signal aborts. `onRead` follows each success. Never rejects. */
  async keepFresh(signal: AbortSignal, onRead: () => void): Promise<void> {
    // the abort ends the wait as a request does: a promise of the whole session would keep a reaction of each round
    const wake = () => this.request();
    signal.addEventListener("abort", wake, { once: true });
    for (let failures = 0; !signal.aborted; ) {
      this.#wanted = Promise.withResolvers<void>();
      try {
        await this.#read(signal);
        if (signal.aborted) return;
        failures = 0;
        onRead();
        await this.#wanted.promise;
        await pause(this.#debounceMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        const isNews = failures === 0 && !(error instanceof CommandError && error.notReady);
        this.#logger[isNews ? "warn" : "debug"]({ err: error, what: this.#what }, "could not read from Home Assistant: trying again");
        await pause(Math.min(FIRST_RETRY_MS * 2 ** failures++, this.#longestRetryMs), signal);
      }
    }
  }
}
