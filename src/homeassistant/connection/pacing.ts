import { setTimeout } from "node:timers/promises";
import type { Logger } from "../../observability/logger.ts";
import type { HomeConnection } from "./connection.ts";
import { CommandError } from "./errors.ts";

/** Changes come in groups (a renamed area touches its entities, a restarted integration registers dozens of services): one read for all of them. */
const DEBOUNCE_MS = 250;
/** Waits between failing reads: what is missing while Home Assistant starts comes within tenths of a second; a real fault is not hammered. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/** Keeps something that is read from Home Assistant fresh: one read at a time, and requests that come close together share one. */
export function createRefresher(options: {
  /** Names it in the log. */
  readonly what: string;
  /** Throws when it could not read. */
  readonly read: (signal: AbortSignal) => Promise<void>;
  readonly longestRetryMs?: number;
  readonly logger: Logger;
}) {
  const { what, read, longestRetryMs = LONGEST_RETRY_MS, logger } = options;
  let wanted = Promise.withResolvers<void>();

  /** Something changed: read again soon, also if a read is under way now. */
  const request = () => wanted.resolve();

  return {
    request,

    /** Reads now, repeats until it succeeds, and reads again at each request until the signal aborts. `onRead` follows each success. Never rejects. */
    async keepFresh(signal: AbortSignal, onRead: () => void = () => {}): Promise<void> {
      // the abort ends the wait as a request does: a promise of the whole session would keep a reaction of each round
      signal.addEventListener("abort", request, { once: true });
      for (let failures = 0; !signal.aborted; ) {
        wanted = Promise.withResolvers<void>();
        try {
          await read(signal);
          if (signal.aborted) return;
          failures = 0;
          onRead();
          await wanted.promise;
          await pause(DEBOUNCE_MS, signal);
        } catch (error) {
          if (signal.aborted) return;
          const isNews = failures === 0 && !(error instanceof CommandError && error.notReady);
          logger[isNews ? "warn" : "debug"]({ err: error, what }, "could not read from Home Assistant: trying again");
          await pause(Math.min(FIRST_RETRY_MS * 2 ** failures++, longestRetryMs), signal);
        }
      }
    },
  };
}

export type Refresher = ReturnType<typeof createRefresher>;

/** Resolves after `ms`, or at once when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}

/** Does something after each login; its signal aborts when the socket closes, and with the end. */
export function eachSession(
  connection: Pick<HomeConnection, "onConnected" | "onDisconnected">,
  work: (signal: AbortSignal, connected: { readonly at: number }) => unknown,
): Disposable {
  let session = new AbortController();
  const end = () => session.abort();
  const held = new DisposableStack();
  held.defer(end);
  held.use(connection.onDisconnected(end));
  held.use(
    connection.onConnected((connected) => {
      end();
      session = new AbortController();
      return work(session.signal, connected);
    }),
  );
  return held;
}

/** Does something for each item, a few at once: Home Assistant has one thread and other clients. */
export async function sideBySide<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce) await Promise.all(items.slice(from, from + atOnce).map(work));
}

/** How a lost connection is made again. All in milliseconds. */
export interface ReconnectTimings {
  /** Between two attempts in the first part of an outage, */
  readonly quickRetryMs: number;
  /** which lasts this long; then the pause doubles … */
  readonly quickForMs: number;
  /** … up to this. */
  readonly longestRetryMs: number;
  /** First pause after a refused token; it doubles as well … */
  readonly refusedTokenRetryMs: number;
  /** … up to this. */
  readonly refusedTokenLongestMs: number;
}

export interface Outage {
  readonly outageMs: number;
  /** Failed attempts of the same kind in a row, at least 1. */
  readonly failures: number;
  /** The token was refused, in contrast to not reached. */
  readonly refused: boolean;
  /** 0 ≤ random < 1 */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt. Pauses beyond the quick part are spread by a quarter, so that many clients do not come at once. */
export function reconnectDelay({ outageMs, failures, refused, random }: Outage, timings: ReconnectTimings): number {
  const spread = 0.75 + random / 4;
  if (refused) return spread * Math.min(timings.refusedTokenRetryMs * 2 ** Math.min(failures - 1, 30), timings.refusedTokenLongestMs);
  if (outageMs < timings.quickForMs) return timings.quickRetryMs;
  // The pause grows with the outage, not with the number of attempts, of which the quick part makes many.
  const doublings = Math.floor((outageMs - timings.quickForMs) / timings.longestRetryMs);
  return spread * Math.min(timings.quickRetryMs * 2 ** Math.min(doublings + 1, 30), timings.longestRetryMs);
}
