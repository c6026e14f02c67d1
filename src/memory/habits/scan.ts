import type { DaySet, Pattern } from "../../storage/facts/habits.ts";
import { type Calendar, DAY_MINUTES, weekdayOf } from "./calendar.ts";
import { normal, type Random } from "./series.ts";

/** Where events gather: a window of the day on some days. Minutes count from the series' cut. */
export interface Cluster {
  readonly set: DaySet;
  /** The first day that counts: habits may be young. */
  readonly from: number;
  readonly start: number;
  readonly width: number;
  /** Days of the set that could have an event in the window. */
  readonly possible: number;
  /** The share of days that would have one by chance. */
  readonly expected: number;
  /** Log-likelihood ratio of what is seen against chance. */
  readonly score: number;
}

/** Events by day and minute; for speed in plain arrays, by minute. */
export interface Points {
  readonly days: Int32Array;
  readonly minutes: Float64Array;
}

export interface ScanOptions {
  readonly points: Points;
  readonly pool: Points;
  readonly pick: Pattern["pick"];
  readonly calendar: Calendar;
  readonly sets: readonly DaySet[];
}

/** Chance moves an event by two hours, so that the rough shape of a day stays (nights are quiet) and a fixed time does not. */
const SMOOTH_MINUTES = 120;
const BIN_MINUTES = 5;
const BINS = DAY_MINUTES / BIN_MINUTES;
/** From "on the dot" to what a person still calls a fixed time. */
const WIDTHS: readonly number[] = [20, 45, 90];
/** A habit two weeks old may be found beside what was before. */
const RECENT_DAYS = 14;
/** A habit of fewer days is chance. */
export const FEWEST_KEPT = 4;
/** Possible days that a set needs, by how often its days come. */
const fewestPossible = ({ weekdays }: DaySet): number => (weekdays.length > 4 ? 6 : 4);
/** Minutes are sorted in sixteenths beside their day, in one number. */
const MINUTE_STEPS = 16;
const MOST_DAYS = 4_096;

/** Finds the densest window of a series (`points`) on each set of days, and draws what chance makes of all events of the thing (`pool`). */
export function createScanner({ points, pool, pick, calendar, sets: allSets }: ScanOptions) {
  const { first } = calendar;
  const all = range(first, calendar.last).filter((day) => calendar.isPossible(day));
  const work = allSets.find(({ name }) => name === "workdays")?.weekdays ?? [];
  const isWork = (day: number) => work.includes(weekdayOf(day));
  const [workdays, others] = [all.filter(isWork), all.filter((day) => !isWork(day))];
  /** Possible days of the kind of day (workday or weekend) that each event of the pool is on. */
  const alike = Array.from(pool.days, (day) => (isWork(day) ? workdays : others));
  const recent = calendar.last - RECENT_DAYS + 1;
  const starts = recent - first >= RECENT_DAYS / 2 ? [first, recent] : [first];
  const sets = allSets.map((set) => {
    const days = all.filter((day) => set.weekdays.includes(weekdayOf(day)));
    return { set, possible: starts.map((start) => days.filter((day) => day >= start).length) };
  });
  const mass = smoothMass(points.minutes);
  const rate = points.days.length / Math.max(1, all.length);
  const xlogx = Float64Array.from({ length: all.length + 2 }, (_, count) => (count === 0 ? 0 : count * Math.log(count)));

  function picked(keys: Float64Array): Points {
    const seen = new Uint8Array(MOST_DAYS);
    const kept: number[] = [];
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[pick === "last" ? keys.length - 1 - index : index] ?? 0;
      const slot = key % MOST_DAYS;
      if (pick !== "each" && seen[slot] === 1) continue;
      seen[slot] = 1;
      kept.push(key);
    }
    if (pick === "last") kept.reverse();
    return {
      days: Int32Array.from(kept, (key) => (key % MOST_DAYS) + first),
      minutes: Float64Array.from(kept, (key) => Math.floor(key / MOST_DAYS) / MINUTE_STEPS),
    };
  }

  function scan(scanned: Points): Cluster | undefined {
    let best: Cluster | undefined;
    for (const width of WIDTHS) best = slide(scanned, width, best);
    return best;
  }

  /** Slides a window from event to event, and keeps count of the days that have one in it, by weekday. */
  function slide({ days, minutes }: Points, width: number, before: Cluster | undefined): Cluster | undefined {
    let best = before;
    const perDay = new Uint16Array(MOST_DAYS);
    const kept = starts.map(() => new Uint16Array(7));
    const change = (index: number, by: 1 | -1): void => {
      const day = days[index] ?? 0;
      const slot = day - first;
      const now = (perDay[slot] ?? 0) + by;
      perDay[slot] = now;
      if (now !== (by === 1 ? 1 : 0)) return;
      const weekday = weekdayOf(day);
      starts.forEach((start, which) => {
        const counts = kept[which];
        if (counts && day >= start) counts[weekday] = (counts[weekday] ?? 0) + by;
      });
    };
    let right = 0;
    for (let left = 0; left < minutes.length; left += 1) {
      const start = minutes[left] ?? 0;
      while (right < minutes.length && (minutes[right] ?? 0) <= start + width) {
        change(right, 1);
        right += 1;
      }
      const expected = 1 - Math.exp(-rate * massOf(start, width));
      const [logChance, logNone] = [Math.log(expected), Math.log(1 - expected)];
      for (const { set, possible } of sets) {
        for (let which = 0; which < starts.length; which += 1) {
          const counts = kept[which];
          const chances = possible[which] ?? 0;
          if (!counts || chances < fewestPossible(set)) continue;
          let daysKept = 0;
          for (const weekday of set.weekdays) daysKept += counts[weekday] ?? 0;
          if (daysKept < FEWEST_KEPT || daysKept <= expected * chances) continue;
          const missed = chances - daysKept;
          const seen = (xlogx[daysKept] ?? 0) + (xlogx[missed] ?? 0) - (xlogx[chances] ?? 0);
          const score = seen - daysKept * logChance - missed * logNone;
          if (score > (best?.score ?? 0)) best = { set, from: starts[which] ?? first, start, width, possible: chances, expected, score };
        }
      }
      change(left, -1);
    }
    return best;
  }

  function massOf(start: number, width: number): number {
    return Math.max(1e-6, massUntil(Math.min(DAY_MINUTES, start + width)) - massUntil(start));
  }

  function massUntil(minute: number): number {
    const place = minute / BIN_MINUTES;
    const bin = Math.floor(place);
    const below = mass[bin] ?? 1;
    return below + (place - bin) * ((mass[bin + 1] ?? 1) - below);
  }

  return {
    /** The best window of the series; undefined where nothing gathers. */
    best: (): Cluster | undefined => scan(points),
    /** The best score that chance makes: as many events, on random days of their kind, at times of the same rough shape. */
    chance(random: Random): number {
      const { minutes } = pool;
      const keys = new Float64Array(minutes.length);
      for (let index = 0; index < minutes.length; index += 1) {
        const drawn = Math.floor(random() * minutes.length);
        const minute = (minutes[drawn] ?? 0) + normal(random) * SMOOTH_MINUTES;
        const wrapped = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
        const days = alike[drawn] ?? [];
        const day = (days[Math.floor(random() * days.length)] ?? first) - first;
        keys[index] = Math.floor(wrapped * MINUTE_STEPS) * MOST_DAYS + day;
      }
      return scan(picked(keys.sort()))?.score ?? 0;
    },
  };
}

/** The share of events before each bin of the day, once chance has moved them. */
function smoothMass(minutes: Float64Array): Float64Array {
  const kernel = Float64Array.from({ length: BINS }, (_, bin) => {
    const apart = Math.min(bin, BINS - bin) * BIN_MINUTES;
    return Math.exp(-0.5 * (apart / SMOOTH_MINUTES) ** 2);
  });
  const sums = new Float64Array(BINS);
  for (const minute of minutes) {
    const at = Math.floor(minute / BIN_MINUTES) % BINS;
    for (let bin = 0; bin < BINS; bin += 1) sums[bin] = (sums[bin] ?? 0) + (kernel[(bin - at + BINS) % BINS] ?? 0);
  }
  const all = sums.reduce((sum, value) => sum + value, 0) || 1;
  const mass = new Float64Array(BINS + 1);
  for (let bin = 0; bin < BINS; bin += 1) mass[bin + 1] = (mass[bin] ?? 0) + (sums[bin] ?? 0) / all;
  return mass;
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
