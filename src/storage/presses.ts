import type { AssistantDatabase } from "./database.ts";

/** Twice as far as a channel's history is read back. */
const KEPT_MS = 2 * 24 * 3_600_000;

export type PressStore = ReturnType<typeof createPressStore>;

/** Presses on buttons that were taken in, so that reading a channel's history again does not take them twice; messages have their turns. */
export function createPressStore({ database }: { database: AssistantDatabase }) {
  const add = database.command<[bot: string, queryId: string, at: number]>(
    "INSERT OR IGNORE INTO taken_presses (bot, query_id, at) VALUES (?, ?, ?)",
  );
  const forget = database.command<[before: number]>("DELETE FROM taken_presses WHERE at < ?");
  return {
    /** Writes a press down before it is carried out; false if it was taken before. `at`: when it is taken, ms. */
    take: (bot: string, queryId: string, at: number): boolean =>
      database.transaction(() => {
        forget(at - KEPT_MS);
        return add(bot, queryId, at) === 1;
      }),
  };
}
