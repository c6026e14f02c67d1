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

interface Waiting {
  readonly event: OwnEvent;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One message with ten actions makes a dozen; each event may start automations and is a row in Home Assistant's database. */
const MOST_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
/** They are sent one after the other, each in milliseconds; who is further behind is behind for another reason. */
const MOST_WAITING = 100;

/**
 * Events for automations, one after the other and only so many: nobody waits for them, and what cannot be told now is dropped with a line in
 * the log. The first of a row of drops is a warning.
 */
export function createBusEvents({ bus, connection, clock, logger }: BusEventsOptions): TellBus {
  const waiting: Waiting[] = [];
  let sent: readonly number[] = [];
  let dropped = 0;
  let isSending = false;

  const drop = (event: OwnEvent, why: string, error?: unknown): void => {
    logger[dropped++ === 0 ? "warn" : "debug"](
      { event, why, ...(error !== undefined && { err: error }) },
      "an event for automations was dropped",
    );
  };

  const send = async (): Promise<void> => {
    isSending = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await bus.fire(next.event, next.data);
        if (dropped > 0) logger.info({ dropped }, "events for automations go out again");
        dropped = 0;
      } catch (error) {
        drop(next.event, "Home Assistant did not take it", error);
      }
    }
    isSending = false;
  };

  return (event, data) => {
    const now = clock();
    sent = sent.filter((at) => now - at < MINUTE_MS);
    if (!connection.connected) return drop(event, "Home Assistant is away");
    if (sent.length >= MOST_PER_MINUTE) return drop(event, `more than ${MOST_PER_MINUTE} in a minute`);
    if (waiting.length >= MOST_WAITING) return drop(event, "too many wait");
    sent = [...sent, now];
    waiting.push({ event, data });
    if (!isSending) void send();
  };
}
