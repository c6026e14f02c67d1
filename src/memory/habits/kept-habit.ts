import { z } from "zod";
import type { HabitRow } from "../../storage/facts/habits.ts";
import type { FoundHabit, KnownPattern } from "./find-habits.ts";
import type { Pattern } from "./habit.ts";
import type { Weekday } from "./local-days.ts";

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
