import type { Logger } from "../../observability/logger.ts";
import type { Later } from "../../text/later.ts";
import type { Job } from "../job.ts";
import { isWriteRefused } from "./unstored.ts";

/** Disks do not empty themselves in seconds; a person still waits for a minute or two. */
const RETRY_MS = 30_000;
/** Ten minutes in all. What is not written then goes on at the next start. */
const MOST_ATTEMPTS = 20;

interface RetryDependencies {
  readonly later: Later;
  /** Puts the job in front of its chat's queue. */
  readonly again: (job: Job) => void;
  readonly logger: Logger;
}

/** Puts jobs back after a pause, when what came of them could not be written down. */
export class Retry implements Disposable {
  readonly #deps: RetryDependencies;
  readonly #timers = new Set<Disposable>();

  constructor(deps: RetryDependencies) {
    this.#deps = deps;
  }

  add(job: Job, error: unknown): void {
    const attempts = (job.attempts ?? 0) + 1;
    const { logger, later, again } = this.#deps;
    // a full disk may stay full for long: what was worked out waits for it
    const more = attempts <= MOST_ATTEMPTS || isWriteRefused(error);
    logger.error({ err: error, turn: job.turn.id, attempts, more }, "a turn's end could not be written down");
    if (!more) return;
    const timer = later(RETRY_MS, () => {
      this.#timers.delete(timer);
      again({ ...job, attempts });
    });
    this.#timers.add(timer);
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) timer[Symbol.dispose]();
    this.#timers.clear();
  }
}
