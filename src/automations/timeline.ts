import { createLocalDays, DAY_MINUTES } from "../memory/habits/calendar.ts";
import type { Timeline } from "../storage/turns/outbox.ts";
import { type Automation, conditionsIn, factsIn } from "./intent.ts";
import type { Replay } from "./replayer.ts";

const DAY_MS = 86_400_000;
/** Triggers and facts that everybody knows the times of. */
const CLOCK: ReadonlySet<string> = new Set(["time", "pattern", "weekday", "sun"]);
/** Runs that are nearer to each other than this are one mark: a picture has few pixels more for a day. */
const STEP_MINUTES = 5;

/** When an automation would have run, day by day of the home's calendar; undefined where it would never have, for less than a day, and where nothing but the clock and the sun decides. */
export function timelineOf(
  automation: Automation,
  { from, to, times }: Pick<Replay, "from" | "to" | "times">,
  timeZone: string,
): Timeline | undefined {
  if (times.length === 0 || to - from < DAY_MS || isByClock(automation)) return undefined;
  const local = createLocalDays(timeZone);
  const [first, last] = [local(from).day, local(to).day];
  const marks = Array.from({ length: last - first + 1 }, () => new Set<number>());
  for (const at of times) {
    const { day, minute } = local(at);
    marks[day - first]?.add(Math.floor(minute / STEP_MINUTES) * STEP_MINUTES);
  }
  return marks.map((minutes, index) => ({
    label: String(new Date((first + index) * DAY_MS).getUTCDate()),
    marks: [...minutes].map((minute) => minute / DAY_MINUTES),
  }));
}

/** Whether nothing but the clock and the sun decides when it runs. */
export function isByClock(automation: Automation): boolean {
  return [...automation.triggers, ...conditionsIn(automation).flatMap(factsIn)].every(({ kind }) => CLOCK.has(kind));
}
