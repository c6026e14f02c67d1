import { type Weekday, weekdayOf } from "./local-days.ts";

/** On which days something is done: a set of weekdays, with the name that people have for it. */
export interface DaySet {
  readonly name: "every day" | "workdays" | "weekends" | "single";
  readonly weekdays: readonly Weekday[];
}

const ALL: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

/** Every day, workdays, weekends, and each weekday; `weekend` is what the country has for one. */
export function daySets(weekend: readonly Weekday[]): readonly DaySet[] {
  const sets: readonly DaySet[] = [
    { name: "every day", weekdays: ALL },
    { name: "workdays", weekdays: ALL.filter((day) => !weekend.includes(day)) },
    { name: "weekends", weekdays: ALL.filter((day) => weekend.includes(day)) },
  ];
  return [...sets.filter(({ weekdays }) => weekdays.length > 0), ...ALL.map((day): DaySet => ({ name: "single", weekdays: [day] }))];
}

/** The set without some weekdays, by the name that the rest has; undefined if nothing is left. */
export function without(set: readonly Weekday[], excluded: readonly Weekday[], weekend: readonly Weekday[]): DaySet | undefined {
  const weekdays = set.filter((day) => !excluded.includes(day));
  if (weekdays.length === 0) return undefined;
  return daySets(weekend).find((known) => isSame(known.weekdays, weekdays)) ?? { name: "single", weekdays };
}

export function isIn(set: Pick<DaySet, "weekdays">, day: number): boolean {
  return set.weekdays.includes(weekdayOf(day));
}

function isSame(one: readonly Weekday[], other: readonly Weekday[]): boolean {
  return one.length === other.length && one.every((day) => other.includes(day));
}
