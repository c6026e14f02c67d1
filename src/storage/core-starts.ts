import type { AssistantDatabase } from "./database.ts";

/** The time of a start is read from its oldest state, which is late by some seconds: nearer than this is the same start. */
const SAME_START_MS = 2 * 60_000;

/** A month: what was missed longer ago is told to nobody. */
const KEPT_MS = 30 * 24 * 3_600_000;

export type CoreStarts = ReturnType<typeof createCoreStarts>;

/** Starts of Home Assistant's process that this service has met. */
export function createCoreStarts({ database }: { database: AssistantDatabase }) {
  const near = database.values<[number, number], 1>("SELECT 1 FROM core_starts WHERE at BETWEEN ? AND ? LIMIT 1");
  const some = database.values<[], 1>("SELECT 1 FROM core_starts LIMIT 1");
  const add = database.command<[number]>("INSERT OR IGNORE INTO core_starts (at) VALUES (?)");
  const forget = database.command<[number]>("DELETE FROM core_starts WHERE at < ? AND at < (SELECT max(at) FROM core_starts)");
  return {
    /** Remembers a start (ms). True if it is a new one after others: before the first, the service was not there to miss anything. */
    note(time: number): boolean {
      const at = Math.round(time);
      if (near.get(at - SAME_START_MS, at + SAME_START_MS)) return false;
      const isFirst = !some.get();
      database.transaction(() => {
        add(at);
        forget(at - KEPT_MS);
      });
      return !isFirst;
    },
  };
}
