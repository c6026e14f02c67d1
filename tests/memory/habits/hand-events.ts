import { createLocalDays, momentAt } from "../../../src/memory/habits/calendar.ts";
import type { FindInput } from "../../../src/memory/habits/find-habits.ts";
import { createRandom, type HandEvent, normal } from "../../../src/memory/habits/series.ts";
import type { HabitAction } from "../../../src/storage/facts/habits.ts";

export const ZONE = "Europe/Berlin";
const localTime = createLocalDays(ZONE);

/** The number of `2026-10-25`, counted from 1970-01-01. */
export function dayOfDate(date: string): number {
  return Date.parse(date) / 86_400_000;
}

/** ms since the epoch of a local time: `at("2026-10-25", 22 * 60)`. */
export function at(date: string, minute: number, later = 0): number {
  return momentAt(localTime, dayOfDate(date) + later, minute);
}

interface Done {
  readonly subject: string;
  readonly action?: HabitAction;
  readonly value?: number;
  /** The first day and how many follow. */
  readonly from: string;
  readonly days: number;
  /** Minute of the day, and its standard deviation. */
  readonly minute: number;
  readonly spread: number;
  /** Whether it is done on the day of that number, from 0. */
  readonly isDone?: (day: number) => boolean;
  readonly userId?: string;
  readonly seed?: number;
}

/** Something that is done about the same time on many days. */
export function done({
  subject,
  action = "on",
  value,
  from,
  days,
  minute,
  spread,
  isDone = () => true,
  userId,
  seed = 1,
}: Done): HandEvent[] {
  const random = createRandom(seed);
  return Array.from({ length: days }, (_, day) => day)
    .filter(isDone)
    .map((day) => ({ subject, action, value, userId, at: at(from, minute + spread * normal(random), day) }));
}

/** A house where somebody does something every day, so that every day counts. */
export function inputOf(
  events: readonly HandEvent[],
  { from, days, ...more }: { from: string; days: number } & Partial<Omit<FindInput, "from" | "to">>,
): FindInput {
  const random = createRandom(99);
  const life = Array.from({ length: days }, (_, day): readonly HandEvent[] =>
    [1, 2, 3].map(() => ({
      subject: "light.hall",
      action: "on",
      value: undefined,
      userId: undefined,
      at: at(from, 420 + random() * 960, day),
    })),
  ).flat();
  return {
    ...{ timeZone: ZONE, weekend: [0, 6], place: undefined, home: [], members: {}, known: [] },
    from: at(from, 0),
    to: at(from, 200, days),
    events: [...life, ...events].sort((a, b) => a.at - b.at),
    ...more,
  };
}
