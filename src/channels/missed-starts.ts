import type { HomeConnection } from "../homeassistant/connection/connection.ts";
import type { CoreStart } from "../homeassistant/core-start.ts";
import type { Home } from "../homeassistant/registry/home.ts";

interface MissedStartsDependencies {
  readonly connection: Pick<HomeConnection, "onConnected" | "onDisconnected">;
  readonly home: Pick<Home, "whenReady"> & { readonly lastCoreStart: CoreStart | undefined };
  /** Remembers a start; true if it is a new one after others. */
  readonly note: (at: number) => boolean;
}

/** A span in which messages may have been lost, ms since the epoch. */
export interface MissedSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Tells after a login whether Home Assistant was started without us: what telegram_bot received in its first seconds is in no history.
 * The span reaches from when we lost the old process (or, if we were not there, from the start itself) to our login.
 */
export function createMissedStarts({ connection, home, note }: MissedStartsDependencies) {
  let lostAt: number | undefined;
  let connectedAt: number | undefined;
  let told: number | undefined;
  connection.onConnected(({ at }) => {
    connectedAt = at;
  });
  connection.onDisconnected(({ at }) => {
    lostAt = at;
  });
  return async (signal: AbortSignal): Promise<MissedSpan | undefined> => {
    await home.whenReady(signal);
    const start = home.lastCoreStart;
    if (!start || connectedAt === undefined || told === start.at) return undefined;
    told = start.at;
    const isNew = note(start.at);
    const sawAll = start.seenFromFirstSecond || !start.servicesAtLogin.has("telegram_bot");
    return isNew && !sawAll ? { from: Math.min(lostAt ?? start.at, start.at), to: connectedAt } : undefined;
  };
}
