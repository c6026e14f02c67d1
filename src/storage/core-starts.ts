import type { AssistantDatabase } from "./database.ts";

/** The time of a start is read from its oldest state, which is late by some seconds: nearer than this is the same start. */
const SAME_START_MS = 2 * 60_000;

export type CoreStarts = ReturnType<typeof createCoreStarts>;

/** Starts of Home Assistant's process that this service has met. */
export function createCoreStarts({ database }: { database: AssistantDatabase }) {
  const near = database.sqlite.prepare<[number, number], { at: number }>("SELECT at FROM core_starts WHERE at BETWEEN ? AND ? LIMIT 1");
  const add = database.sqlite.prepare<[number]>("INSERT OR IGNORE INTO core_starts (at) VALUES (?)");
  const forget = database.sqlite.prepare<[number]>("DELETE FROM core_starts WHERE at < ?");
  return {
    /** Remembers a start (ms since the epoch); true if it was not known yet. Only the newest are kept. */
    note(time: number): boolean {
      const at = Math.round(time);
      const known = near.get(at - SAME_START_MS, at + SAME_START_MS) !== undefined;
      if (known) return false;
      database.transaction(() => {
        add.run(at);
        forget.run(at - 30 * 86_400_000);
      });
      return true;
    },
  };
}
