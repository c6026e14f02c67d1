import { zoneOffset } from "../../homeassistant/home-time.ts";
import type { DaySet, Weekday } from "../../storage/facts/habits.ts";

/** A moment as the clock on the wall shows it: `day` counts days since 1970-01-01, `minute` is 0 to 1440 (not whole). */
export interface LocalMoment {
  readonly day: number;
  readonly minute: number;
}

export const DAY_MINUTES = 1_440;
/** The minute at which nights end: what is done at one o'clock belongs to the evening before. */
export const NIGHT_ENDS = 240;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Clocks are changed at quarters of an hour in every zone that there is. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Tells moments (ms since the epoch) in an IANA zone, clock changes included; a zone that this machine does not know is UTC. */
export function createLocalDays(timeZone: string): (at: number) => LocalMoment {
  const offsetIn = zoneOffset(timeZone);
  const offsets = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const quarter = Math.floor(at / QUARTER_MS);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = offsetIn(quarter * QUARTER_MS);
    offsets.set(quarter, offset);
    return offset;
  };
  return (at) => {
    const local = at + offsetAt(at);
    const day = Math.floor(local / DAY_MS);
    return { day, minute: (local - day * DAY_MS) / MINUTE_MS };
  };
}

/** When a day's minute was, in ms since the epoch; a minute that the clocks left out is the one after it. */
export function momentAt(localTime: (at: number) => LocalMoment, day: number, minute: number): number {
  const wanted = day * DAY_MINUTES + minute;
  let at = wanted * MINUTE_MS;
  for (let round = 0; round < 2; round += 1) {
    const is = localTime(at);
    at += (wanted - is.day * DAY_MINUTES - is.minute) * MINUTE_MS;
  }
  return at;
}

/** The day that people count a minute of `day` to. */
export function logicalDay(day: number, minute: number): number {
  return minute < NIGHT_ENDS ? day - 1 : day;
}

export function weekdayOf(day: number): Weekday {
  // 1970-01-01 was a Thursday
  return ((((day + 4) % 7) + 7) % 7) as Weekday;
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

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

interface CalendarSource {
  readonly from: number;
  readonly to: number;
  readonly handsAt: readonly number[];
  /** Without any span nothing is known of people. */
  readonly home: readonly HomeSpan[];
  readonly localTime: (at: number) => LocalMoment;
}

export type Calendar = ReturnType<typeof createCalendar>;

/** The days on which a habit could have been kept. A day without anybody at home or without a single hand is none: a holiday breaks no habit. */
export function createCalendar({ from, to, handsAt, home, localTime }: CalendarSource) {
  const first = localTime(from).day + 1;
  const last = localTime(to).day - 1;
  const hands = new Set(handsAt.map((at) => localTime(at).day));
  const homeMs = home.length > 0 ? homePerDay(home, localTime) : undefined;
  const isPossible = (day: number): boolean =>
    day >= first && day <= last && hands.has(day) && (homeMs?.get(day) ?? (homeMs ? 0 : LEAST_HOME_MS)) >= LEAST_HOME_MS;
  const isHomeAround = (at: number): boolean => !homeMs || home.some((span) => span.from <= at + NEAR_MS && span.to >= at - NEAR_MS);
  return {
    first,
    last,
    isPossible,
    /** Possible, and somebody was at home around this time (ms since the epoch). */
    isPossibleAt: (day: number, at: number): boolean => isPossible(day) && isHomeAround(at),
    homeAt: (at: number): readonly string[] => [
      ...new Set(home.filter((span) => span.from <= at && span.to >= at).map(({ personId }) => personId)),
    ],
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

const SATURDAY_AND_SUNDAY: readonly Weekday[] = [0, 6];

/** The weekdays of a country's weekend (ISO 3166), as the Unicode project has them; without a country by the region of the language tag. */
export function weekendOf(country: string | undefined, language: string): readonly Weekday[] {
  try {
    const locale = country === undefined ? language : `und-${country}`;
    // Monday is 1 and Sunday 7 there
    return new Intl.Locale(locale).getWeekInfo().weekend.map((day) => (day % 7) as Weekday);
  } catch {
    return SATURDAY_AND_SUNDAY;
  }
}

const ALL: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

/** Every day, workdays, weekends, and each weekday; `weekend` is what the country has for one. */
export function daySets(weekend: readonly Weekday[]): readonly DaySet[] {
  const sets: readonly DaySet[] = [
    { name: "every day", weekdays: ALL },
    { name: "workdays", weekdays: ALL.filter((day) => !weekend.includes(day)) },
    { name: "weekends", weekdays: ALL.filter((day) => weekend.includes(day)) },
  ];
  return [...sets.filter(({ weekdays }) => weekdays.length > 0), ...ALL.map((day): DaySet => ({ name: "single", weekdays: [day] }))];
}

/** The set without some weekdays, by the name that the rest has; undefined if nothing is left. */
export function without(set: readonly Weekday[], excluded: readonly Weekday[], weekend: readonly Weekday[]): DaySet | undefined {
  const weekdays = set.filter((day) => !excluded.includes(day));
  if (weekdays.length === 0) return undefined;
  return daySets(weekend).find((known) => isSame(known.weekdays, weekdays)) ?? { name: "single", weekdays };
}

export function isIn(set: Pick<DaySet, "weekdays">, day: number): boolean {
  return set.weekdays.includes(weekdayOf(day));
}

function isSame(one: readonly Weekday[], other: readonly Weekday[]): boolean {
  return one.length === other.length && one.every((day) => other.includes(day));
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const RADIANS = Math.PI / 180;
/** The sun's upper edge at the horizon, as refraction shows it. */
const HORIZON = -0.833;

/** Sunset or sunrise nearest to noon of the UTC day that holds `at` (ms), within five minutes (NOAA's short equations); undefined on polar days. */
export function sunEvent(event: "sunset" | "sunrise", at: number, { latitude, longitude }: Place): number | undefined {
  const midnight = Math.floor((at + (longitude / 360) * DAY_MS) / DAY_MS) * DAY_MS;
  const { declination, equation } = sunOn(midnight);
  const cosine =
    Math.sin(HORIZON * RADIANS) / (Math.cos(latitude * RADIANS) * Math.cos(declination)) -
    Math.tan(latitude * RADIANS) * Math.tan(declination);
  if (Math.abs(cosine) > 1) return undefined;
  const angle = Math.acos(cosine) / RADIANS;
  const noon = DAY_MINUTES / 2 - 4 * longitude - equation;
  return midnight + (noon + (event === "sunset" ? 4 : -4) * angle) * MINUTE_MS;
}

function sunOn(midnight: number): { declination: number; equation: number } {
  const year = Date.UTC(new Date(midnight).getUTCFullYear(), 0, 1);
  const angle = (2 * Math.PI * ((midnight - year) / DAY_MS)) / 365;
  const equation =
    229.18 *
    (0.000075 + 0.001868 * Math.cos(angle) - 0.032077 * Math.sin(angle) - 0.014615 * Math.cos(2 * angle) - 0.040849 * Math.sin(2 * angle));
  const declination =
    0.006918 -
    0.399912 * Math.cos(angle) +
    0.070257 * Math.sin(angle) -
    0.006758 * Math.cos(2 * angle) +
    0.000907 * Math.sin(2 * angle) -
    0.002697 * Math.cos(3 * angle) +
    0.00148 * Math.sin(3 * angle);
  return { declination, equation };
}
