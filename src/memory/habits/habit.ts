import { z } from "zod";
import type { HabitRow } from "../../storage/facts/habits.ts";
import type { HabitAction } from "./action-events.ts";
import { DAY_MINUTES, type DaySet, type Weekday } from "./calendar.ts";
import type { FoundHabit, KnownPattern } from "./find-habits.ts";
import { type Counted, distance } from "./series.ts";

/** What is done, when and on which days. */
export interface Pattern {
  /** An entity, or the lights of a room together: `lights@<area id>`. */
  readonly subject: string;
  readonly action: HabitAction;
  /** Of `set`: degrees. */
  readonly value: number | undefined;
  readonly pick: Counted;
  readonly days: DaySet;
  /** The usual minute of the day, 0 to 1440. */
  readonly minute: number;
  /** Minutes within which two thirds of the days lie, on either side. */
  readonly spread: number;
  /** The minute of the day by which it is done on nine days of ten, where it is the last of its kind that day; else undefined. */
  readonly by: number | undefined;
  /** Minutes after sunset or sunrise, where it follows the sun more closely than the clock. */
  readonly sun: { readonly event: "sunset" | "sunrise"; readonly minutes: number } | undefined;
}

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
    one.days.weekdays.some((day: Weekday) => other.days.weekdays.includes(day))
  );
}

/** `07:30`, as people say it: a quarter of an hour where that is as near as the habit is exact, else five minutes. */
export function clockOf(minute: number, spread = 0): string {
  const near = (step: number) => Math.round(minute / step) * step;
  const told = Math.abs(near(15) - minute) <= Math.max(3, spread / 2) ? near(15) : near(5);
  const inDay = ((told % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/** The areas' lights together. */
export const LIGHTS_OF_AREA = "lights@";

function two(value: number): string {
  return String(value).padStart(2, "0");
}

const weekday = z.custom<Weekday>((value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 6);

const patternForm = z.object({
  subject: z.string(),
  action: z.enum(["on", "off", "open", "close", "lock", "unlock", "arm", "disarm", "start", "set"]),
  value: z.number().optional(),
  pick: z.enum(["each", "first", "last"]),
  days: z.object({ name: z.enum(["every day", "workdays", "weekends", "single"]), weekdays: z.array(weekday) }),
  minute: z.number(),
  spread: z.number(),
  by: z.number().optional(),
  sun: z.object({ event: z.enum(["sunset", "sunrise"]), minutes: z.number() }).optional(),
  departs: z.boolean().catch(false),
  people: z.array(z.string()).catch([]),
});

/** A habit as it is kept: what is done, and what is known around it. */
export type KeptPattern = Pattern & Pick<FoundHabit, "departs" | "people">;

/** The pattern of a row; undefined for one that an older version wrote. */
export function patternOf({ pattern }: Pick<HabitRow, "pattern">): KeptPattern | undefined {
  const { data } = patternForm.safeParse(pattern);
  if (!data) return undefined;
  const { value, by, sun, ...rest } = data;
  return { ...rest, value, by, sun };
}

export function knownOf(row: HabitRow): readonly KnownPattern[] {
  const pattern = patternOf(row);
  return pattern ? [{ ...pattern, id: row.id, records: row.records }] : [];
}
