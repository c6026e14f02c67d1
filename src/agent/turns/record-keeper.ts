import type { AuditLog } from "../../storage/audit/audit.ts";
import type { EgressLog } from "../../storage/audit/search-audit.ts";
import type { ChatPages } from "../../storage/turns/chat-pages.ts";
import type { Timing } from "../stores.ts";

const DAY_MS = 86_400_000;
/** Nobody looks at one again later, and it shows how the house is inside. */
const PICTURE_DAYS = 1;

interface Kept {
  newestAt(): number | undefined;
  prune(before: number, at: number): number;
}

interface RecordKeeperDependencies extends Timing {
  readonly audit: Pick<AuditLog, "verify" | "newestAt" | "prune">;
  readonly days: number;
  readonly egress: Pick<EgressLog, "newestAt" | "prune">;
  readonly searchLogDays: number;
  readonly chatPages: Pick<ChatPages, "pictures">;
  /** Tells the owners, once for this place in the record. */
  readonly warn: (brokenAt: number | undefined) => void;
}

/** Verifies the audit log at the start and daily. Old rows go only while it is whole, for an anchor would hide changes. */
export function createRecordKeeper(dependencies: RecordKeeperDependencies) {
  const { audit, days, egress, searchLogDays, chatPages, warn, clock, later, logger } = dependencies;
  const stop = new AbortController();
  let timer: Disposable | undefined;
  /** What the clock showed at the last look; 0 before the first. */
  let lookedAt = 0;

  async function check(): Promise<boolean> {
    try {
      const { ok, rows, brokenAt } = await audit.verify(stop.signal);
      if (ok) logger.debug({ rows }, "the record of actions is whole");
      else {
        logger.error({ rows, brokenAt }, "the record of actions was changed from outside");
        warn(brokenAt);
      }
      return ok;
    } catch (error) {
      if (!stop.signal.aborted) logger.error({ err: error }, "the record of actions could not be checked");
      return false;
    }
  }

  function prune(kept: Kept, rows: string, keptDays: number, now: number): void {
    try {
      // a clock that is far ahead for once would take everything: what it shows is believed when a row or the look before has shown it too
      const until = Math.min(now, Math.max(kept.newestAt() ?? 0, lookedAt));
      const removed = kept.prune(until - keptDays * DAY_MS, now);
      if (removed > 0) logger.info({ removed, days: keptDays }, `${rows} were removed`);
    } catch (error) {
      logger.error({ err: error }, `${rows} could not be removed`);
    }
  }

  async function start(): Promise<void> {
    const isWhole = await check();
    if (stop.signal.aborted) return;
    const now = clock();
    if (isWhole) prune(audit, "old rows of the record of actions", days, now);
    prune(egress, "old rows of what left the house", searchLogDays, now);
    prune(chatPages.pictures, "pictures of cameras", PICTURE_DAYS, now);
    lookedAt = now;
    timer = later(DAY_MS, () => void start());
  }

  return {
    /** Resolves when the record was checked. */
    start,
    [Symbol.dispose](): void {
      stop.abort();
      timer?.[Symbol.dispose]();
    },
  };
}
