import { weekdayNames } from "../text/calendar-names.ts";

const DAY_MS = 86_400_000;
const WEEKDAYS = weekdayNames("en", "short");

/**
 * Writes times as they are in the home, for an IANA zone as Home Assistant tells it; a zone that this machine does not know is written as
 * UTC. `at` is ms since the epoch.
 */
export function homeTime(timeZone: string) {
  const partsOf = partsIn(timeZone);
  const day = (parts: ReadonlyMap<string, string>) => `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
  const offsetAt = zoneOffset(timeZone);
  const midnight = (asUtc: number): number => {
    if (Number.isNaN(asUtc)) return Number.NaN;
    // clocks may have been changed between the guess and that midnight
    const guess = asUtc - offsetAt(asUtc);
    return asUtc - offsetAt(guess);
  };
  return {
    /** `Sat 2026-11-21`, for a model: small ones count weekdays wrong. */
    weekday: (at: number) => `${WEEKDAYS[new Date(day(partsOf(at))).getUTCDay()]} ${day(partsOf(at))}`,
    /** The first moment of `2026-11-21`; NaN for what is no day. */
    startOfDay: (given: string) => midnight(dateOf(given)),
    /** The first moment of the day after `2026-11-21`; NaN for what is no day. */
    endOfDay: (given: string) => midnight(dateOf(given) + DAY_MS),
    /** `2026-11-21T22:32` on the home's clock: the first where clocks are put back, as much later where they are put forward. */
    at(local: string): number {
      const asUtc = Date.parse(`${local}Z`);
      const [before = Number.NaN, after = Number.NaN] = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - offsetAt(near));
      const isThere = (at: number) => at + offsetAt(at) === asUtc;
      return isThere(before) || !isThere(after) ? before : after;
    },
    /** `2026-11-21` */
    date: (at: number) => day(partsOf(at)),
    /** `2026-11-21 22:32` */
    minute(at: number): string {
      const parts = partsOf(at);
      return `${day(parts)} ${parts.get("hour")}:${parts.get("minute")}`;
    },
    /** `2026-11-21T22:32:41+01:00` */
    iso(at: number): string {
      const parts = partsOf(at);
      const offset = parts.get("timeZoneName")?.replace(/^GMT/, "") || "+00:00";
      return `${day(parts)}T${parts.get("hour")}:${parts.get("minute")}:${parts.get("second")}${offset}`;
    },
  };
}

export type HomeTime = ReturnType<typeof homeTime>;

/** How far the clocks of a zone are ahead of UTC at a time, in ms. */
export function zoneOffset(timeZone: string): (at: number) => number {
  const partsOf = partsIn(timeZone);
  return (at) => {
    const [, sign = "+", hours = "0", minutes = "0"] = /^GMT([+-])(\d+):(\d+)/.exec(partsOf(at).get("timeZoneName") ?? "") ?? [];
    return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
}

function partsIn(timeZone: string): (at: number) => ReadonlyMap<string, string> {
  const format = formatOf(timeZone) ?? formatOf("UTC");
  return (at) => new Map(format?.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** A date without a place; NaN for one that no calendar has. */
function dateOf(day: string): number {
  const date = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(date) && new Date(date).toISOString().startsWith(day) ? date : Number.NaN;
}

/** Making one takes as long as the rest of a sentence's reading; a home has one zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "longOffset",
    });
    formats.set(timeZone, format);
    return format;
  } catch {
    return undefined;
  }
}
