import { z } from "zod";
import type { HabitRow } from "../../storage/facts/habits.ts";
import { HABIT_ACTIONS } from "./action-events.ts";
import { DAY_MINUTES } from "./calendar.ts";
import type { KnownPattern } from "./find-habits.ts";
import { distance } from "./series.ts";

const weekday = z.literal([0, 1, 2, 3, 4, 5, 6]);

const patternForm = z.object({
  /** An entity, or the lights of a room together: `lights@<area id>`. */
  subject: z.string(),
  action: z.enum(HABIT_ACTIONS),
  /** Of `set`: degrees. */
  value: z.number().optional(),
  pick: z.enum(["each", "first", "last"]),
  days: z.object({ name: z.enum(["every day", "workdays", "weekends", "single"]), weekdays: z.array(weekday).readonly() }),
  /** The usual minute of the day, 0 to 1440. */
  minute: z.number(),
  /** Minutes within which two thirds of the days lie, on either side. */
  spread: z.number(),
  /** The minute of the day by which it is done on nine days of ten, where it is the last of its kind that day. */
  by: z.number().optional(),
  /** Minutes after sunset or sunrise, where it follows the sun more closely than the clock. */
  sun: z.object({ event: z.enum(["sunset", "sunrise"]), minutes: z.number() }).optional(),
  /** Somebody leaves the house right after. */
  departs: z.boolean().catch(false),
  /** Who is nearly always at home then. */
  people: z.array(z.string()).readonly().catch([]),
});

/** A habit as it is kept: what is done, when and on which days, and what is known around it. */
export type KeptPattern = Readonly<z.infer<typeof patternForm>>;

export type Pattern = Omit<KeptPattern, "departs" | "people">;

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
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/** The areas' lights together. */
export const LIGHTS_OF_AREA = "lights@";

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** The pattern of a row; undefined for one that an older version wrote. */
export function patternOf({ pattern }: Pick<HabitRow, "pattern">): KeptPattern | undefined {
  return patternForm.safeParse(pattern).data;
}

export function knownOf(row: HabitRow): readonly KnownPattern[] {
  const pattern = patternOf(row);
  return pattern ? [{ ...pattern, id: row.id, records: row.records }] : [];
}
