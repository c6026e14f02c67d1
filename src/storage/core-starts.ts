import type { AssistantDatabase } from "./database.ts";

/** The time of a start is read from its oldest state, which is late by some seconds: nearer than this is the same start. */
const SAME_START_MS = 2 * 60_000;

/** A month: what was missed longer ago is told to nobody. */
const KEPT_MS = 30 * 24 * 3_600_000;

export type CoreStarts = ReturnType<typeof createCoreStarts>;

/** Starts of Home Assistant's process that this service has met. */
export function createCoreStarts({ database }: { database: AssistantDatabase }) {
  const near = database.sqlite.prepare<[number, number], { at: number }>("SELECT at FROM core_starts WHERE at BETWEEN ? AND ? LIMIT 1");
  const someStart = database.sqlite.prepare<[], { at: number }>("SELECT at FROM core_starts LIMIT 1");
  const add = database.sqlite.prepare<[number]>("INSERT OR IGNORE INTO core_starts (at) VALUES (?)");
  const forget = database.sqlite.prepare<[number]>("DELETE FROM core_starts WHERE at < ? AND at < (SELECT max(at) FROM core_starts)");
  return {
    /** Remembers a start (ms). True if it is a new one after others: before the first, the service was not there to miss anything. */
    note(time: number): boolean {
      const at = Math.round(time);
      const known = near.get(at - SAME_START_MS, at + SAME_START_MS) !== undefined;
      if (known) return false;
      const first = someStart.get() === undefined;
      database.transaction(() => {
        add.run(at);
        forget.run(at - KEPT_MS);
      });
      return !first;
    },
  };
}
