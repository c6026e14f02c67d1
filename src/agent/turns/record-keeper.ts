import { catalogueFor } from "../../languages/catalogue.ts";
import type { AuditLog } from "../../storage/audit/audit.ts";
import type { EgressLog } from "../../storage/audit/search-audit.ts";
import type { Chat } from "../../storage/chat.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { Timing } from "../stores.ts";

const DAY_MS = 86_400_000;

interface RecordKeeperDependencies extends Timing {
  readonly audit: Pick<AuditLog, "verify" | "newestAt" | "prune">;
  readonly days: number;
  readonly egress: Pick<EgressLog, "newestAt" | "prune">;
  readonly searchLogDays: number;
  /** Tells the owners, once for this place in the record. */
  readonly warn: (brokenAt: number | undefined) => void;
}

/** Verifies the audit log at the start and daily. Old rows go only while it is whole, for an anchor would hide changes. */
export class RecordKeeper implements Disposable {
  readonly #deps: RecordKeeperDependencies;
  readonly #stop = new AbortController();
  #timer: Disposable | undefined;
  /** What the clock showed at the last look; 0 before the first. */
  #lookedAt = 0;

  constructor(deps: RecordKeeperDependencies) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const isWhole = await this.#check();
    if (this.#stop.signal.aborted) return;
    const { audit, days, egress, searchLogDays, clock } = this.#deps;
    const now = clock();
    if (isWhole) this.#prune(audit, { days, now, rows: "old rows of the record of actions" });
    this.#prune(egress, { days: searchLogDays, now, rows: "old rows of what left the house" });
    this.#lookedAt = now;
    this.#timer = this.#deps.later(DAY_MS, () => void this.start());
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#timer?.[Symbol.dispose]();
  }

  async #check(): Promise<boolean> {
    const { audit, warn, logger } = this.#deps;
    try {
      const { ok, rows, brokenAt } = await audit.verify(this.#stop.signal);
      if (ok) logger.debug({ rows }, "the record of actions is whole");
      else {
        logger.error({ rows, brokenAt }, "the record of actions was changed from outside");
        warn(brokenAt);
      }
      return ok;
    } catch (error) {
      if (!this.#stop.signal.aborted) logger.error({ err: error }, "the record of actions could not be checked");
      return false;
    }
  }

  #prune(
    kept: Pick<AuditLog, "newestAt" | "prune">,
    { days, now, rows }: { readonly days: number; readonly now: number; readonly rows: string },
  ): void {
    const { logger } = this.#deps;
    try {
      // a clock that is far ahead for once would take everything: what it shows is believed when a row or the look before has shown it too
      const until = Math.min(now, Math.max(kept.newestAt() ?? 0, this.#lookedAt));
      const removed = kept.prune(until - days * DAY_MS, now);
      if (removed > 0) logger.info({ removed, days }, `${rows} were removed`);
    } catch (error) {
      logger.error({ err: error }, `${rows} could not be removed`);
    }
  }
}

interface RecordWarningDependencies {
  readonly ownersChats: () => readonly Chat[];
  readonly outbox: Pick<OutboxStore, "add">;
  readonly language: string;
  readonly clock: () => number;
}

/** Tells the owners that the record of actions was changed from outside; once for each place in it. */
export function createRecordWarning({ ownersChats, outbox, language, clock }: RecordWarningDependencies) {
  return (brokenAt: number | undefined): void => {
    const text = catalogueFor(language).text("notice.record-changed");
    for (const { channel, bot, chatId } of ownersChats()) {
      const onceKey = `record:${brokenAt ?? "end"}:${channel}:${bot}:${chatId}`;
      outbox.add({ channel, bot, chatId, kind: "notice", text, origin: "home", onceKey, at: clock() });
    }
  };
}
