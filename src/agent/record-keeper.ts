import type { Logger } from "../observability/logger.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { Later } from "./approval-desk.ts";

const DAY_MS = 86_400_000;

interface RecordKeeperDependencies {
  readonly audit: Pick<AuditLog, "verify" | "prune">;
  /** How long the record is kept. */
  readonly days: number;
  /** Tells the owners, once for this place in the record. */
  readonly warn: (brokenAt: number | undefined) => void;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/** Looks after the record of actions: checked at the start, and every day what is too old goes. A failure is logged and stops nothing. */
export class RecordKeeper implements Disposable {
  readonly #deps: RecordKeeperDependencies;
  readonly #stop = new AbortController();
  #timer: Disposable | undefined;

  constructor(deps: RecordKeeperDependencies) {
    this.#deps = deps;
  }

  /** Resolves when the record was checked. */
  async start(): Promise<void> {
    const { audit, warn, logger } = this.#deps;
    try {
      const { ok, rows, brokenAt } = await audit.verify(this.#stop.signal);
      if (ok) logger.debug({ rows }, "the record of actions is whole");
      else {
        logger.error({ rows, brokenAt }, "the record of actions was changed from outside");
        warn(brokenAt);
      }
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      logger.error({ err: error }, "the record of actions could not be checked");
    }
    this.#prune();
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#timer?.[Symbol.dispose]();
  }

  #prune(): void {
    if (this.#stop.signal.aborted) return;
    const { audit, days, clock, later, logger } = this.#deps;
    try {
      const removed = audit.prune(clock() - days * DAY_MS, clock());
      if (removed > 0) logger.info({ removed, days }, "old rows of the record of actions were removed");
    } catch (error) {
      logger.error({ err: error }, "old rows of the record of actions could not be removed");
    }
    this.#timer = later(DAY_MS, () => this.#prune());
  }
}
