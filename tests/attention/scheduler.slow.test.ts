import fc from "fast-check";
import { expect, it } from "vitest";
import type { Trigger } from "../../src/attention/trigger.ts";
import { homeTime } from "../../src/homeassistant/home-time.ts";
import { schedulerWorld } from "./scheduler-world.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const PLANS = 2_500;
/** Longer than an action may be late, shorter than a day: what repeats misses one at most. */
const LONGEST_AWAY = 8 * 60;

/** A plan: at a minute of the year, or each day or week at a time. */
const plan = fc.record({
  kind: fc.constantFrom("reminder" as const, "action" as const),
  how: fc.oneof(
    { weight: 96, arbitrary: fc.constant("once") },
    { weight: 3, arbitrary: fc.constant("weekly") },
    { weight: 1, arbitrary: fc.constant("daily") },
  ),
  day: fc.integer({ min: 1, max: 363 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
});
/** An hour of the year in which the process ends, for how long, and whether in the middle of writing. */
const crash = fc.record({
  at: fc.integer({ min: 1, max: 8_700 }),
  minutes: fc.integer({ min: 0, max: LONGEST_AWAY }),
  where: fc.constantFrom("before commit" as const, "after commit" as const, undefined),
});

it.each(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"])(
  "in a year of %s, 2,500 plans happen once each, though the process ends before and after each is on disk, and is away thirty times",
  async (zone) => {
    const seed = Number(process.env["SCHEDULER_SEED"] ?? 1);
    const [plans = []] = fc.sample(fc.array(plan, { minLength: PLANS, maxLength: PLANS, size: "max" }), { numRuns: 1, seed });
    const [crashes = []] = fc.sample(fc.array(crash, { minLength: 30, maxLength: 30, size: "max" }), { numRuns: 1, seed });
    const time = homeTime(zone);
    const start = time.at("2026-01-01T00:00");
    const world = schedulerWorld({ zone, start });
    const two = (value: number) => String(value).padStart(2, "0");
    const made = plans.map(({ kind, how, day, hour, minute }) => {
      const clock = `BYHOUR=${hour};BYMINUTE=${minute};BYSECOND=0`;
      const at = `${new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)}T${two(hour)}:${two(minute)}`;
      const trigger: Trigger =
        how === "once"
          ? { kind: "local", at }
          : {
              kind: "recurrence",
              from: "2026-01-01T00:00",
              rule: how === "daily" ? `FREQ=DAILY;${clock}` : `FREQ=WEEKLY;BYDAY=${DAYS[day % 7]};${clock}`,
            };
      return { id: world.plan(kind, trigger), kind, how, clock: `${two(hour)}:${two(minute)}`, at };
    });
    await world.starts();
    for (const { at, minutes, where } of crashes.toSorted((one, other) => one.at - other.at)) {
      await world.passesCrashing(Math.max(0, start + at * 60 * MINUTE - world.now));
      if (where) world.crashes(where);
      world.passes(2 * MINUTE);
      await world.isAway(minutes * MINUTE);
    }
    await world.passesCrashing(start + 365 * DAY - world.now);
    expect(world.ends).toBeGreaterThan(1.9 * world.happened.length);

    const byPlan = Map.groupBy(world.happened, ({ id }) => id);
    for (const { id, kind, how, clock, at } of made) {
      const happened = byPlan.get(id) ?? [];
      const due = happened.map(({ dueAt }) => time.iso(dueAt).slice(0, 16));
      // never twice for one time, and each time of the calendar
      expect(new Set(due).size, `${zone} ${how} ${at}`).toBe(due.length);
      if (how === "once") expect(happened, `${zone} ${at}`).toHaveLength(1);
      const dates = due.map((one) => one.slice(0, 10));
      expect(new Set(dates).size).toBe(dates.length);
      for (const one of happened) {
        const late = one.at - one.dueAt;
        expect(late).toBeGreaterThanOrEqual(0);
        expect(one.how).toBe(kind === "reminder" ? "told" : late > 5 * MINUTE ? "missed" : "done");
        const told = time.iso(one.dueAt).slice(11, 16);
        // an hour that clocks skip is the only one that is told at another time
        if (told !== clock) expect(time.iso(one.dueAt - DAY).slice(19)).not.toBe(time.iso(one.dueAt).slice(19));
      }
      if (how !== "once") expect(Math.abs(happened.length - (how === "daily" ? 365 : 52)), `${zone} ${how} ${at}`).toBeLessThanOrEqual(1);
    }
  },
  300_000,
);
