import type { Calendar } from "./calendar.ts";
import type { DayRecord } from "./confidence.ts";
import { isIn } from "./day-sets.ts";
import { type Pattern, radiusOf } from "./habit.ts";
import { DAY_MINUTES, type LocalMoment, logicalDay, momentAt } from "./local-days.ts";
import { distance, type HandEvent } from "./series.ts";

/** Days of a habit with what was done on them. */
export interface Followed {
  readonly records: readonly DayRecord[];
  /** The event of each day on which it was kept. */
  readonly events: readonly HandEvent[];
}

/**
 * Whether a habit was kept on each day on which it could be, from `from` on, oldest first. For a habit of a day's last event the last one
 * has to lie around the usual time; else any may. Each day is taken from half a day before the usual time to half a day after it.
 */
export function follow(
  pattern: Pattern,
  { events, calendar, localTime, from = calendar.first }: FollowOptions & { readonly from?: number },
): Followed {
  const radius = radiusOf(pattern);
  const byDay = new Map<number, { event: HandEvent; apart: number; minute: number }[]>();
  for (const event of events) {
    if (event.subject !== pattern.subject || event.action !== pattern.action || event.value !== pattern.value) continue;
    const { day, minute } = localTime(event.at);
    const offset = minute - pattern.minute;
    const own = offset > DAY_MINUTES / 2 ? day + 1 : offset < -DAY_MINUTES / 2 ? day - 1 : day;
    const found = byDay.get(own) ?? [];
    found.push({ event, apart: distance(minute, pattern.minute), minute });
    byDay.set(own, found);
  }
  const records: DayRecord[] = [];
  const kept: HandEvent[] = [];
  for (let day = Math.max(from, calendar.first); day <= calendar.last; day += 1) {
    if (!isIn(pattern.days, logicalDay(day, pattern.minute))) continue;
    const done = (byDay.get(day) ?? []).toSorted((a, b) => a.event.at - b.event.at);
    const near = done.filter(({ apart }) => apart <= radius);
    const counted =
      pattern.pick === "last" ? done.at(-1) : pattern.pick === "first" ? done[0] : near.toSorted((a, b) => a.apart - b.apart)[0];
    const event = counted && counted.apart <= radius ? counted.event : undefined;
    if (event) kept.push(event);
    if (event || calendar.isPossibleAt(day, momentAt(localTime, day, pattern.minute))) records.push({ day, kept: event !== undefined });
  }
  return { records, events: kept };
}

export interface FollowOptions {
  readonly events: readonly HandEvent[];
  readonly calendar: Calendar;
  readonly localTime: (at: number) => LocalMoment;
}
