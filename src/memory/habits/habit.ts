import type { DayRecord, Pattern } from "../../storage/facts/habits.ts";
import { clockTime } from "../../text/dates.ts";
import { DAY_MINUTES } from "./calendar.ts";
import { distance } from "./series.ts";

/** People call two times an hour apart the same habit. */
const SAME_MINUTES = 60;
/** What lies within this share of the window's spread, and of these bounds, still keeps the habit. */
const SPREADS = 2.5;
const LEAST_RADIUS = 25;
const MOST_RADIUS = 75;

/** Minutes around the usual time in which a habit counts as kept. */
export function radiusOf({ spread }: { readonly spread: number }): number {
  return Math.min(MOST_RADIUS, Math.max(LEAST_RADIUS, SPREADS * spread + 5));
}

/** The same thing done in the same way, on some of the same days and at about the same time. */
export function isSameHabit(one: Pattern, other: Pattern): boolean {
  return (
    one.subject === other.subject &&
    one.action === other.action &&
    one.value === other.value &&
    distance(one.minute, other.minute) <= SAME_MINUTES &&
    one.days.weekdays.some((day) => other.days.weekdays.includes(day))
  );
}

/** `07:30`, as people say it: a quarter of an hour where that is as near as the habit is exact, else five minutes. */
export function clockOf(minute: number, spread = 0): string {
  const near = (step: number) => Math.round(minute / step) * step;
  const told = Math.abs(near(15) - minute) <= Math.max(3, spread / 2) ? near(15) : near(5);
  const inDay = ((told % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return clockTime(inDay);
}

/** What was three weeks of chances ago counts half. */
const HALF_LIFE = 15;
/** A new habit has to earn its trust: one day kept and two not, before the first is seen. */
const BEFORE = { kept: 1, missed: 2 };
/** After a break the time before it is worth four days. */
const MEMORY = 4;
/** Log-likelihood ratio that tells a break from bad luck: one in a thousand for two halves (Wilks: 2 × 5.4 is the 99.9 % point of chi²₁). */
const BREAK = 5.4;
const FEWEST_AFTER = 3;
/** A break leaves less than half of what was. */
const BROKEN_SHARE = 0.5;

/** How sure one may be that a habit holds, 0 to 1, from its days (oldest first). After a change point the time before it counts little. */
export function confidenceOf(records: readonly DayRecord[]): number {
  const broke = changePoint(records);
  if (broke === undefined) {
    const { kept, missed } = faded(records);
    return (kept + BEFORE.kept) / (kept + missed + BEFORE.kept + BEFORE.missed);
  }
  const before = share(records.slice(0, broke));
  const after = faded(records.slice(broke));
  return (after.kept + MEMORY * before) / (after.kept + after.missed + MEMORY);
}

/** Index of the first day after a break; undefined if there is none. */
export function changePoint(records: readonly DayRecord[]): number | undefined {
  const whole = logLikelihood(records);
  let best: { index: number; gain: number } | undefined;
  for (let index = 1; index <= records.length - FEWEST_AFTER; index += 1) {
    const [before, after] = [records.slice(0, index), records.slice(index)];
    if (share(after) >= BROKEN_SHARE * share(before)) continue;
    const gain = logLikelihood(before) + logLikelihood(after) - whole;
    if (gain > (best?.gain ?? BREAK)) best = { index, gain };
  }
  return best?.index;
}

function share(records: readonly DayRecord[]): number {
  return records.length === 0 ? 0 : records.filter(({ kept }) => kept).length / records.length;
}

function logLikelihood(records: readonly DayRecord[]): number {
  const kept = records.filter((record) => record.kept).length;
  const term = (count: number) => (count === 0 ? 0 : count * Math.log(count / records.length));
  return term(kept) + term(records.length - kept);
}

function faded(records: readonly DayRecord[]): { kept: number; missed: number } {
  const sums = { kept: 0, missed: 0 };
  records.forEach((record, index) => {
    sums[record.kept ? "kept" : "missed"] += 0.5 ** ((records.length - 1 - index) / HALF_LIFE);
  });
  return sums;
}
