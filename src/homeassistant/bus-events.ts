import type { Logger } from "../observability/logger.ts";
import type { HomeConnection } from "./connection/connection.ts";
import type { OwnBus, OwnEvent } from "./services/own.ts";

/** Puts an event on its way. Never throws, never waits. */
export type TellBus = (event: OwnEvent, data: Readonly<Record<string, unknown>>) => void;

interface BusEventsOptions {
  readonly bus: OwnBus;
  readonly connection: Pick<HomeConnection, "connected">;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** One message with ten actions makes a dozen; each event may start automations and is a row in Home Assistant's database. */
const MOST_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Events for automations, in their order and only so many: what cannot be told now is dropped, the first of a row of drops with a warning. */
export function createBusEvents({ bus, connection, clock, logger }: BusEventsOptions): TellBus {
  let sent: readonly number[] = [];
  let dropped = 0;

  const drop = (event: OwnEvent, why: string, error?: unknown): void => {
    logger[dropped++ === 0 ? "warn" : "debug"](
      { event, why, ...(error !== undefined && { err: error }) },
      "an event for automations was dropped",
    );
  };

  const fire = async (event: OwnEvent, data: Readonly<Record<string, unknown>>): Promise<void> => {
    try {
      await bus.fire(event, data);
      if (dropped > 0) logger.info({ dropped }, "events for automations go out again");
      dropped = 0;
    } catch (error) {
      drop(event, "Home Assistant did not take it", error);
    }
  };

  return (event, data) => {
    const now = clock();
    sent = sent.filter((at) => now - at < MINUTE_MS);
    if (!connection.connected) return drop(event, "Home Assistant is away");
    if (sent.length >= MOST_PER_MINUTE) return drop(event, `more than ${MOST_PER_MINUTE} in a minute`);
    sent = [...sent, now];
    void fire(event, data);
  };
}
