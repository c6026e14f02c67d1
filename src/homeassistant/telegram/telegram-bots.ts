import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";

/** A Telegram bot of Home Assistant. */
export interface TelegramBotState {
  /** Of its config entry. */
  readonly id: string;
  readonly name: string;
  /** `conflict`: somebody else takes its messages too. Else as Home Assistant's config entries have it: `loaded`, `setup_retry` … */
  readonly state: string;
  readonly isWell: boolean;
}

/** A conflict that was logged longer ago is over: Telegram answers one within seconds, again and again. */
const RECENT_MS = 15 * 60_000;

const entries = z.array(z.object({ entry_id: z.string(), title: z.string().catch(""), state: z.string() }));
const logged = z.array(
  z.object({
    name: z.string().catch(""),
    message: z.union([z.array(z.string()), z.string()]).catch(""),
    exception: z.string().catch(""),
    timestamp: z.number().catch(0),
  }),
);

/**
 * The Telegram bots of Home Assistant. Telegram serves one poller alone; that another one is refused (409) stands only in Home Assistant's
 * log, without the bot's name. Rejects with the connection's errors.
 */
export function createTelegramBots({
  connection,
  clock,
}: {
  readonly connection: Pick<HomeConnection, "command">;
  readonly clock: () => number;
}) {
  const hasConflict = async (): Promise<boolean> => {
    const read = await connection.command<unknown>({ type: "system_log/list" }).catch(() => []);
    return (logged.safeParse(read).data ?? []).some(({ name, message, exception, timestamp }) => {
      const told = `${name} ${[message].flat().join(" ")} ${exception}`;
      return clock() - timestamp * 1_000 < RECENT_MS && /telegram/i.test(told) && /terminated by other getUpdates|\bConflict\b/i.test(told);
    });
  };

  return async (): Promise<readonly TelegramBotState[]> => {
    const [read, conflict] = await Promise.all([
      connection.command<unknown>({ type: "config_entries/get", domain: "telegram_bot" }),
      hasConflict(),
    ]);
    return entries.parse(read).map(({ entry_id: id, title: name, state }) => ({
      id,
      name,
      state: state === "loaded" && conflict ? "conflict" : state,
      isWell: state === "loaded" && !conflict,
    }));
  };
}
