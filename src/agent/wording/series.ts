import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Series } from "../../storage/turns/outbox.ts";
import type { WasRead } from "../toolbox.ts";

/** Two numbers are a sentence, not a chart. */
const FEWEST_POINTS = 3;
/** Times that have room below a chart. */
const MOST_TICKS = 6;
const HOUR_MS = 3_600_000;
/** Up to so long the time of day is written, above it the day. */
const HOURS_BY_DAY = 49;

/** The numbers by time that a tool read; undefined for anything else. */
export function seriesOf(read: WasRead | undefined, home: Pick<Home, "info">): Series | undefined {
  const points = pointsOf(read);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < FEWEST_POINTS) return undefined;
  const time = homeTime(home.info.timeZone);
  const label = (at: number) => (last[0] - first[0] < HOURS_BY_DAY * HOUR_MS ? time.minute(at).slice(11) : time.minute(at).slice(5, 10));
  const every = Math.ceil(points.length / MOST_TICKS);
  const ticks = points.filter((_, index) => index % every === 0).map(([at]) => [at, label(at)] as const);
  return { points, ticks, hours: hoursOf(read, last[0] - first[0]), isBars: read?.kind === "statistics" && read.total !== undefined };
}

function hoursOf(read: WasRead | undefined, spanMs: number): number {
  return Math.round((read?.kind === "changes" ? read.past.to - read.past.from : spanMs) / HOUR_MS);
}

function pointsOf(read: WasRead | undefined): Series["points"] {
  if (read?.kind === "changes") return (read.past.buckets ?? []).map(({ from, mean }) => [from, mean] as const);
  if (read?.kind !== "statistics") return [];
  return read.rows.flatMap(({ start, change, mean }) => {
    const value = read.total === undefined ? mean : change;
    return typeof value === "number" ? [[start, value] as const] : [];
  });
}
