/** A moment as the clock on the wall shows it: `day` counts days since 1970-01-01, `minute` is 0 to 1440 (not whole). */
export interface LocalMoment {
  readonly day: number;
  readonly minute: number;
}

/** Sunday is 0, as in JavaScript. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const DAY_MINUTES = 1_440;
/** The minute at which nights end: what is done at one o'clock belongs to the evening before. */
export const NIGHT_ENDS = 240;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Clocks are changed at quarters of an hour in every zone that there is. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Tells moments (ms since the epoch) in an IANA zone, clock changes included; a zone that this machine does not know is UTC. */
export function createLocalDays(timeZone: string): (at: number) => LocalMoment {
  const format = formatOf(timeZone);
  const offsets = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const quarter = Math.floor(at / QUARTER_MS);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = format ? offsetIn(format, quarter * QUARTER_MS) : 0;
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

/** `2026-11-21` */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day of `2026-11-21`. */
export function dayOfDate(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

function offsetIn(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /^GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
}
