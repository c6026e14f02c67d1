import { DAY_MINUTES, type LocalMoment } from "./local-days.ts";

/** A time in which a person was at home, in ms since the epoch. */
export interface HomeSpan {
  readonly personId: string;
  readonly from: number;
  readonly to: number;
}

/** Somebody has to be there for six hours, sleep included, for a day to count. */
const LEAST_HOME_MS = 6 * 3_600_000;
/** Whoever comes or goes within an hour and a half of a time may have missed it. */
const NEAR_MS = 90 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The days on which a habit could have been kept. An empty house has none, nor has a day without a single hand: then nobody was there, or
 * nothing was recorded. So a holiday is no broken habit.
 */
export interface Calendar {
  readonly first: number;
  readonly last: number;
  isPossible(day: number): boolean;
  /** Possible, and somebody was at home around this time (ms since the epoch). */
  isPossibleAt(day: number, at: number): boolean;
  /** Persons at home at that time. */
  homeAt(at: number): readonly string[];
}

/** Made from `from` to `to` (ms); the first and the last day are not whole and do not count. Without any span nothing is known of people. */
export function createCalendar({
  from,
  to,
  handsAt,
  home,
  localTime,
}: {
  readonly from: number;
  readonly to: number;
  readonly handsAt: readonly number[];
  readonly home: readonly HomeSpan[];
  readonly localTime: (at: number) => LocalMoment;
}): Calendar {
  const first = localTime(from).day + 1;
  const last = localTime(to).day - 1;
  const hands = new Set(handsAt.map((at) => localTime(at).day));
  const homeMs = home.length > 0 ? homePerDay(home, localTime) : undefined;
  const isPossible = (day: number): boolean =>
    day >= first && day <= last && hands.has(day) && (homeMs?.get(day) ?? (homeMs ? 0 : LEAST_HOME_MS)) >= LEAST_HOME_MS;
  return {
    first,
    last,
    isPossible,
    isPossibleAt: (day, at) => isPossible(day) && (!homeMs || home.some((span) => span.from <= at + NEAR_MS && span.to >= at - NEAR_MS)),
    homeAt: (at) => [...new Set(home.filter((span) => span.from <= at && span.to >= at).map(({ personId }) => personId))],
  };
}

/** The longest that one person was at home on each day. */
function homePerDay(home: readonly HomeSpan[], localTime: (at: number) => LocalMoment): ReadonlyMap<number, number> {
  const sums = new Map<string, { day: number; ms: number }>();
  for (const { personId, from, to } of home) {
    for (let at = from; at < to; ) {
      const { day, minute } = localTime(at);
      const end = Math.min(to, at + Math.max(1, DAY_MINUTES - minute) * MINUTE_MS);
      const key = `${personId}\0${day}`;
      sums.set(key, { day, ms: (sums.get(key)?.ms ?? 0) + end - at });
      at = end;
    }
  }
  const longest = new Map<number, number>();
  for (const { day, ms } of sums.values()) longest.set(day, Math.max(longest.get(day) ?? 0, ms));
  return longest;
}
