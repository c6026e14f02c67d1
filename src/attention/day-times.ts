import type { HomeTime } from "../homeassistant/home-time.ts";
import { addDays } from "../text/dates.ts";
import type { Night } from "./usual-nights.ts";

const DAY_MS = 86_400_000;

/** The quiet hours and mornings of a home. `quiet` is like `22:00-07:00`, `digest` like `07:30`. */
export function createDayTimes({
  quiet,
  digest,
  time,
}: {
  readonly quiet: string | undefined;
  readonly digest: string | undefined;
  readonly time: () => Pick<HomeTime, "iso" | "date" | "at" | "startOfDay">;
}) {
  const [from = "", until = ""] = quiet?.split("-") ?? [];
  const dayAt = (at: number) => time().date(at);
  const next = (clock: string, after: number): number => {
    const today = time().at(`${dayAt(after)}T${clock}`);
    return today > after ? today : time().at(`${addDays(dayAt(after), 1)}T${clock}`);
  };
  const nextMorning = (after: number): number => next(digest ?? (until || "08:00"), after);
  return {
    quietUntil(at: number): number | undefined {
      if (quiet === undefined) return undefined;
      const now = time().iso(at).slice(11, 16);
      const isQuiet = from < until ? now >= from && now < until : now >= from || now < until;
      return isQuiet ? next(until, at) : undefined;
    },
    nextMorning,
    lastMorning(until: number): number {
      let last = nextMorning(until - 2 * DAY_MS);
      for (let following = nextMorning(last); following <= until; following = nextMorning(last)) last = following;
      return last;
    },
    /** The quiet hours that a moment lies in, or else the next. */
    nightOf(at: number): Night | undefined {
      if (quiet === undefined) return undefined;
      const end = next(until, at);
      const day = dayAt(end);
      return { from: time().at(`${from < until ? day : addDays(day, -1)}T${from}`), until: end };
    },
    dayOf: (at: number): number => time().startOfDay(dayAt(at)),
  };
}
