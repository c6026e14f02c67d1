import { describe, expect, it } from "vitest";
import { createClockwork } from "../../src/attention/scheduler.ts";
import { nextAt, type Trigger, triggerOf } from "../../src/attention/trigger.ts";
import { homeTime } from "../../src/homeassistant/home-time.ts";
import type { Home } from "../../src/homeassistant/registry/home.ts";
import { schedulerWorld } from "./scheduler-world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const daily = (hour: number, minute: number, from: string): Trigger => ({
  kind: "recurrence",
  from: `${from}T00:00`,
  rule: `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=${minute};BYSECOND=0`,
});

describe("a time of day stays that where clocks change", () => {
  it.each([
    ["Europe/Berlin", "2026-03-28", 7, 0, ["03-28T07:00", "03-29T07:00", "03-30T07:00"]],
    ["Europe/Berlin", "2026-10-24", 7, 0, ["10-24T07:00", "10-25T07:00", "10-26T07:00"]],
    // the hour that is left out comes an hour later, the one that comes twice once
    ["Europe/Berlin", "2026-03-28", 2, 30, ["03-28T02:30", "03-29T03:30", "03-30T02:30"]],
    ["Europe/Berlin", "2026-10-24", 2, 30, ["10-24T02:30", "10-25T02:30", "10-26T02:30"]],
    ["America/New_York", "2026-03-07", 2, 30, ["03-07T02:30", "03-08T03:30", "03-09T02:30"]],
    ["Australia/Lord_Howe", "2026-04-04", 1, 45, ["04-04T01:45", "04-05T01:45", "04-06T01:45"]],
    ["Asia/Kolkata", "2026-03-28", 7, 15, ["03-28T07:15", "03-29T07:15", "03-30T07:15"]],
  ] as const)("%s from %s at %i:%i", async (zone, from, hour, minute, expected) => {
    const time = homeTime(zone);
    const world = schedulerWorld({ zone, start: time.at(`${from}T00:00`) });
    world.plan("reminder", daily(hour, minute, from));
    await world.starts();
    world.passes(3 * DAY - HOUR);
    expect(world.happened.map(({ at }) => time.iso(at).slice(5, 16))).toEqual(expected);
    expect(world.happened.map(({ dueAt, at }) => at - dueAt)).toEqual([0, 0, 0]);
  });
});

describe("what is due happens once", () => {
  const time = homeTime("Europe/Berlin");
  const start = time.at("2026-06-01T12:00");

  it.each(["before commit", "after commit"] as const)("though the process ends %s", async (where) => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    const [action, reminder] = [
      world.plan("action", { kind: "moment", at: start + HOUR }),
      world.plan("reminder", { kind: "moment", at: start + HOUR + 1 }),
    ];
    await world.starts();
    world.crashes(where);
    world.passes(HOUR);
    await world.isAway(MINUTE);
    world.passes(HOUR);
    expect(world.happened.toSorted((one, other) => one.id - other.id).map(({ id, how }) => [id, how])).toEqual([
      [action, "done"],
      [reminder, "told"],
    ]);
  });

  it.each([
    [4 * MINUTE, "done"],
    [6 * MINUTE, "missed"],
  ] as const)("an action that is %i ms late is %s, a reminder is told", async (late, how) => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    world.plan("action", { kind: "moment", at: start + HOUR });
    world.plan("reminder", { kind: "moment", at: start + HOUR });
    await world.starts();
    await world.isAway(HOUR + late);
    world.passes(DAY);
    expect(world.happened.map((one) => one.how)).toEqual([how, "told"]);
  });

  it.each<readonly ["reminder" | "action", Trigger, string, string]>([
    ["reminder", daily(7, 0, "2026-06-01"), "told 06-06T07:00", "told 06-07T07:00"],
    ["action", daily(7, 0, "2026-06-01"), "missed 06-06T07:00", "done 06-07T07:00"],
    ["action", { kind: "interval", everyMs: HOUR, from: start }, "done 06-06T12:00", "done 06-06T13:00"],
  ])("of a repeated %s that was missed for days the latest counts, and it goes on: %j", async (kind, trigger, ...expected) => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    world.plan(kind, trigger);
    await world.starts();
    await world.isAway(5 * DAY);
    world.passes(DAY);
    expect(world.happened.slice(0, 2).map(({ how, dueAt }) => `${how} ${time.iso(dueAt).slice(5, 16)}`)).toEqual(expected);
    expect(world.happened.filter(({ at }) => at <= start + 5 * DAY)).toHaveLength(1);
  });

  it.each([
    ["before commit", "reminder"],
    ["after commit", "reminder"],
    ["before commit", "action"],
    ["after commit", "action"],
  ] as const)("each time that a state is waited for, though the process ends %s of a %s", async (where, kind) => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    world.becomes("binary_sensor.door", "off");
    world.plan(kind, { kind: "state", entityIds: ["binary_sensor.door"], state: "on", isLeft: false, repeats: true });
    await world.starts();
    const opens = () => {
      for (const state of ["on", "unavailable", "on", "off"]) {
        world.passes(MINUTE);
        world.becomes("binary_sensor.door", state);
      }
    };
    opens();
    world.crashes(where);
    world.passes(MINUTE);
    world.becomes("binary_sensor.door", "on");
    await world.isAway(MINUTE);
    world.passes(MINUTE);
    world.becomes("binary_sensor.door", "off");
    opens();
    expect(world.happened.map(({ at }) => (at - start) / MINUTE)).toEqual([1, where === "before commit" ? 6 : 5, 8]);
  });

  it("a reminder that cannot be told again holds up none behind it", async () => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    const [first, second] = [1, 2].map(() => world.plan("reminder", { kind: "moment", at: start }));
    await world.starts();
    world.expectsAnswer(first ?? 0, true);
    world.expectsAnswer(second ?? 0, false);
    world.passes(HOUR);
    expect(world.happened.filter(({ how }) => how === "again").map(({ id }) => id)).toEqual([second]);
  });

  it("a state that was waited for is not missed where the disk was full then", async () => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    const action = world.plan("action", { kind: "state", entityIds: ["person.ben"], state: "home", isLeft: true });
    world.becomes("person.ben", "home");
    await world.starts();
    world.passes(HOUR);
    world.crashes("before commit");
    world.becomes("person.ben", "not_home");
    expect(world.happened).toEqual([]);
    world.passes(MINUTE);
    world.becomes("person.ben", "home");
    world.becomes("person.ben", "not_home");
    world.passes(HOUR);
    expect(world.happened.map(({ id, how, dueAt }) => [id, how, dueAt - start])).toEqual([[action, "done", HOUR]]);
  });

  describe("each time, of what comes all the time", () => {
    const startWorld = async () => {
      const world = schedulerWorld({ zone: "Europe/Berlin", start });
      world.plan("reminder", { kind: "state", entityIds: ["binary_sensor.door"], state: "on", isLeft: false, repeats: true });
      await world.starts();
      const flaps = (count: number) => {
        for (let each = 0; each < count; each += 1) {
          world.becomes("binary_sensor.door", "on");
          world.passes(MINUTE / 2);
          world.becomes("binary_sensor.door", "off");
          world.passes(MINUTE / 2);
        }
        return world.happened.map(({ how }) => how);
      };
      return { world, flaps };
    };

    it("20 are told in an hour, and once that it is too often; nothing else is written", async () => {
      const { world, flaps } = await startWorld();
      const all = [...Array.from({ length: 20 }, () => "told"), "often"];
      expect(flaps(22)).toEqual(all);
      const written = world.rowsWritten;
      expect(flaps(37)).toEqual(all);
      expect(world.rowsWritten).toBe(written);
      world.passes(HOUR);
      expect(flaps(1)).toEqual([...all, "told"]);
    });

    it("what could not be written does not count", async () => {
      const { world, flaps } = await startWorld();
      world.crashes("before commit");
      world.becomes("binary_sensor.door", "on");
      world.passes(5 * MINUTE);
      world.crashes(undefined);
      world.passes(5_000);
      world.becomes("binary_sensor.door", "off");
      expect(flaps(20)).toEqual([...Array.from({ length: 20 }, () => "told"), "often"]);
    });
  });

  it("a home that is away is waited for without haste", async () => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    world.plan("action", { kind: "moment", at: start + MINUTE });
    world.homeIs(false);
    await world.starts();
    world.jumps(MINUTE);
    await world.isAway(0);
    expect(world.waits).toEqual([5_000]);
    world.homeIs(true);
    world.passes(MINUTE);
    expect(world.happened).toMatchObject([{ how: "done" }]);
  });

  it("the wall clock is set forward", async () => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    world.plan("reminder", { kind: "moment", at: start + 2 * HOUR });
    await world.starts();
    world.jumps(3 * HOUR);
    world.passes(MINUTE);
    expect(world.happened).toHaveLength(1);
  });
});

it("every other week counts from when it was planned", () => {
  const time = homeTime("Europe/Berlin");
  const trigger: Trigger = {
    kind: "recurrence",
    from: "2026-06-01T00:00",
    rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=8;BYMINUTE=0;BYSECOND=0",
  };
  const clockwork = { time, sun: () => undefined };
  const first = nextAt(trigger, { ...clockwork, now: time.at("2026-06-01T12:00") });
  const second = nextAt(trigger, { ...clockwork, now: first ?? 0, last: first });
  expect([first, second].map((at) => time.iso(at ?? 0).slice(0, 16))).toEqual(["2026-06-15T08:00", "2026-06-29T08:00"]);
});

it.each([
  [31, ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]],
  [30, ["2026-02-28", "2026-03-30", "2026-04-30", "2026-05-30"]],
  [28, ["2026-02-28", "2026-03-28", "2026-04-28", "2026-05-28"]],
])("day %d of each month is the last day of a shorter one", (monthDay, days) => {
  const clockwork = { time: homeTime("Europe/Berlin"), sun: () => undefined };
  const now = clockwork.time.at("2026-02-01T12:00");
  const trigger = triggerOf({ monthDay, clock: { hour: 9, minute: 0, half: "am" } }, { ...clockwork, now });
  let at: number | undefined = now;
  const found = days.map(() => {
    at = trigger && at !== undefined ? nextAt(trigger, { ...clockwork, now: at }) : undefined;
    return clockwork.time.iso(at ?? 0).slice(0, 16);
  });
  expect(found).toEqual(days.map((day) => `${day}T09:00`));
});

describe("what is planned by the sun", () => {
  const noon = Date.parse("2026-02-01T12:00:00Z");
  const firstSunset = noon + 5 * HOUR;
  const eachSunset = (offsetMs: number): Trigger => ({ kind: "sun", event: "sunset", repeats: true, offsetMs });

  /** Reckons with the sunset that the home shows at a time. */
  function clockworkAt(now: number, nextSunset: (now: number) => number) {
    const attributes = { next_setting: new Date(nextSunset(now)).toISOString() };
    const times = { lastChanged: 0, lastUpdated: 0, context: { id: "", userId: null } };
    const home = { info: { timeZone: "UTC" } as Home["info"] };
    return createClockwork({ home, states: { get: (entityId) => ({ entityId, state: "", attributes, ...times }) } })();
  }

  /** From one day to the next it moves. */
  const movingBy = (ms: number) => (now: number) => {
    let at = firstSunset;
    while (at <= now) at += DAY + ms;
    return at;
  };

  it.each([
    ["before it in spring", -30 * MINUTE, 2 * MINUTE, noon],
    ["at it in spring", 0, 2 * MINUTE, noon],
    ["after it in spring", 30 * MINUTE, 2 * MINUTE, noon],
    ["before it in autumn", -30 * MINUTE, -2 * MINUTE, noon],
    ["after it in autumn", 30 * MINUTE, -2 * MINUTE, noon],
    ["hours after it, said after it, in spring", 2 * HOUR, 2 * MINUTE, firstSunset + HOUR],
    ["hours after it, said after it, in autumn", 2 * HOUR, -2 * MINUTE, firstSunset + HOUR],
  ])("comes once a day, from today on: %s", (_, offsetMs, movesBy, saidAt) => {
    const due: number[] = [];
    for (let day = 0; day < 4; day += 1) {
      const last = due.at(-1);
      const now = last ?? saidAt;
      due.push(nextAt(eachSunset(offsetMs), { ...clockworkAt(now, movingBy(movesBy)), now, last }) ?? 0);
    }
    expect(due.map((at) => Math.floor((at - offsetMs - noon) / DAY))).toEqual([0, 1, 2, 3]);
  });

  it("waits for the first sunset in weeks", () => {
    const first = noon + 30 * DAY;
    expect(nextAt(eachSunset(0), { ...clockworkAt(noon, () => first), now: noon })).toBe(first);
  });
});

describe("what has to be so for a time, or cross a number", () => {
  const start = Date.parse("2026-06-01T12:00:00Z");
  const worldWith = async (trigger: Trigger) => {
    const world = schedulerWorld({ zone: "Europe/Berlin", start });
    world.plan("reminder", trigger);
    await world.starts();
    return world;
  };
  const oven: Trigger = { kind: "state", entityIds: ["switch.oven"], state: "on", isLeft: false, forMs: HOUR };
  const cold: Trigger = { kind: "numeric", entityIds: ["sensor.bedroom"], below: 18 };

  it("is told once it was so long enough, not where it was interrupted", async () => {
    const world = await worldWith(oven);
    world.becomes("switch.oven", "on");
    world.passes(50 * MINUTE);
    world.becomes("switch.oven", "off");
    world.becomes("switch.oven", "on");
    world.passes(59 * MINUTE);
    expect(world.happened).toEqual([]);
    world.passes(2 * MINUTE);
    expect(world.happened.map(({ at }) => at - start)).toEqual([110 * MINUTE]);
    world.passes(DAY);
    expect(world.happened).toHaveLength(1);
  });

  it("counts from when the state changed, also before the plan and over a restart", async () => {
    const world = await worldWith(oven);
    world.becomes("switch.oven", "on", start - 20 * MINUTE);
    world.passes(10 * MINUTE);
    await world.isAway(5 * MINUTE);
    world.passes(HOUR);
    expect(world.happened.map(({ dueAt }) => dueAt - start)).toEqual([40 * MINUTE]);
  });

  it("a number is crossed once, however it goes on", async () => {
    const world = await worldWith(cold);
    for (const value of ["19", "18", "unavailable", "17.9", "18.2", "17.8", "17"]) {
      world.becomes("sensor.bedroom", value);
      world.passes(MINUTE);
    }
    expect(world.happened.map(({ at }) => at - start)).toEqual([3 * MINUTE]);
  });

  it("of a number that stands for a time the values between do not begin it again, nor does a restart", async () => {
    const world = await worldWith({ ...cold, forMs: 30 * MINUTE });
    for (let minute = 0; minute < 20; minute += 1) {
      world.becomes("sensor.bedroom", String(17 + (minute % 3) / 10));
      world.passes(MINUTE);
    }
    await world.isAway(5 * MINUTE);
    world.passes(HOUR);
    expect(world.happened.map(({ dueAt }) => dueAt - start)).toEqual([30 * MINUTE]);
  });

  it("what rests at first has to be at work before it can be done, and does not waver", async () => {
    const world = await worldWith({
      kind: "numeric",
      entityIds: ["sensor.power"],
      below: 8,
      forMs: 5 * MINUTE,
      isNext: true,
      done: "washer",
    });
    const draws = (watts: string, ms: number) => {
      world.becomes("sensor.power", watts);
      world.passes(ms);
    };
    draws("2", HOUR);
    draws("8.2", MINUTE);
    draws("2", HOUR);
    expect(world.happened).toEqual([]);
    draws("1900", HOUR);
    draws("3", 4 * MINUTE);
    draws("400", 10 * MINUTE);
    const end = world.now;
    draws("2", HOUR);
    expect(world.happened.map(({ dueAt }) => dueAt - end)).toEqual([5 * MINUTE]);
  });
});
