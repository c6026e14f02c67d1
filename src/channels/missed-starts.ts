import type { HomeConnection } from "../homeassistant/connection/connection.ts";
import type { CoreStart } from "../homeassistant/core-start.ts";
import type { Home } from "../homeassistant/registry/home.ts";

interface MissedStartsDependencies {
  readonly connection: Pick<HomeConnection, "onConnected" | "onDisconnected">;
  readonly home: Pick<Home, "whenReady"> & { readonly lastCoreStart: CoreStart | undefined };
  readonly note: (at: number) => boolean;
}

export interface MissedSpan {
  readonly from: number;
  readonly to: number;
}

/** After a login: the span in which messages may be lost because Home Assistant started without us; its first seconds are in no history. */
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
