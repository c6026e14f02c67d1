import { describe, expect, it } from "vitest";
import { weekdayOf } from "../../../src/memory/habits/calendar.ts";
import { findHabits } from "../../../src/memory/habits/find-habits.ts";
import { clockOf } from "../../../src/memory/habits/habit.ts";
import { at, dayOfDate, done, inputOf } from "./hand-events.ts";

const FROM = "2026-10-05";
const DAYS = 31;
const MONTH = { from: FROM, days: DAYS };
const isWork = (day: number) => ![0, 6].includes(weekdayOf(dayOfDate(FROM) + day));

const about = (subject: string, input: Parameters<typeof inputOf>) =>
  findHabits(inputOf(...input)).filter((habit) => habit.subject === subject);

describe("the product's four examples", () => {
  it("climate is set to 22 degrees every night at ten, over the change of clocks", () => {
    const events = done({ subject: "climate.bedroom", action: "set", value: 22, ...MONTH, minute: 1_320, spread: 6 });
    const [habit, ...more] = about("climate.bedroom", [events, MONTH]);
    expect(more).toEqual([]);
    expect(habit).toMatchObject({ action: "set", value: 22, days: { name: "every day" } });
    expect(clockOf(habit?.minute ?? 0, habit?.spread)).toBe("22:00");
    expect(habit?.confidence).toBeGreaterThan(0.8);
  });

  it("the bedroom's lights are off by eleven", () => {
    const light = { subject: "lights@bedroom", action: "off" as const, ...MONTH };
    const events = [...done({ ...light, minute: 1_365, spread: 8 }), ...done({ ...light, minute: 1_220, spread: 70, seed: 2 })];
    const [habit] = about("lights@bedroom", [events, MONTH]);
    expect(habit).toMatchObject({ action: "off", days: { name: "every day" } });
    expect(habit?.by).toBeGreaterThanOrEqual(1_365);
    expect(habit?.by).toBeLessThanOrEqual(1_385);
  });

  it("the TV goes on at seven on weekdays", () => {
    const events = done({ subject: "media_player.tv", ...MONTH, minute: 1_140, spread: 9, isDone: isWork });
    const [habit] = about("media_player.tv", [events, MONTH]);
    expect(habit).toMatchObject({ action: "on", days: { name: "workdays", weekdays: [1, 2, 3, 4, 5] } });
    expect(clockOf(habit?.minute ?? 0, habit?.spread)).toBe("19:00");
  });

  it("the garage is opened at half past seven on workdays, and somebody leaves", () => {
    const events = done({ subject: "cover.garage", action: "open", ...MONTH, minute: 450, spread: 6, isDone: isWork });
    const away = events.map((event, index) => ({
      personId: "person.anna",
      from: at(FROM, 0, index === 0 ? 0 : index - 1),
      to: event.at + 240_000,
    }));
    const home = [...away, { personId: "person.ben", from: at(FROM, 0), to: at(FROM, 0, DAYS + 1) }];
    const [habit] = about("cover.garage", [events, { ...MONTH, home }]);
    expect(habit).toMatchObject({ action: "open", days: { name: "workdays" }, departs: true });
    expect(clockOf(habit?.minute ?? 0, habit?.spread)).toBe("07:30");
  });
});

describe("what is no habit", () => {
  it("a thing that is used at any hour", () => {
    const events = [1, 2, 3].flatMap((seed) => done({ subject: "light.bath", ...MONTH, minute: 900, spread: 240, seed }));
    expect(about("light.bath", [events, MONTH])).toEqual([]);
  });

  it("a thing that keeps its time to the second: that is a clock", () => {
    expect(about("switch.pump", [done({ subject: "switch.pump", ...MONTH, minute: 600, spread: 0.01 }), MONTH])).toEqual([]);
  });

  it("three days", () => {
    expect(about("switch.oven", [done({ subject: "switch.oven", from: FROM, days: 3, minute: 720, spread: 3 }), MONTH])).toEqual([]);
  });

  it("what ended two weeks ago", () => {
    const events = done({ subject: "switch.radio", ...MONTH, minute: 480, spread: 5, isDone: (day) => day < 17 });
    expect(about("switch.radio", [events, MONTH])).toEqual([]);
  });
});

it("what began two weeks ago is one", () => {
  const events = done({ subject: "fan.bedroom", ...MONTH, minute: 1_290, spread: 5, isDone: (day) => day >= 16 });
  expect(about("fan.bedroom", [events, MONTH])).toMatchObject([{ days: { name: "every day" } }]);
});

it("an evening and a morning of one thing are two", () => {
  const events = [
    ...done({ subject: "light.porch", ...MONTH, minute: 1_100, spread: 6 }),
    ...done({ subject: "light.porch", ...MONTH, minute: 400, spread: 6, seed: 2 }),
  ];
  expect(
    about("light.porch", [events, MONTH])
      .map(({ minute }) => Math.round(minute / 60))
      .toSorted(),
  ).toEqual([18, 7].toSorted());
});

it("a time around midnight is one, and belongs to the evening", () => {
  const events = done({ subject: "light.bed", action: "off", ...MONTH, minute: 1_438, spread: 12, isDone: isWork });
  const [habit, ...more] = about("light.bed", [events, MONTH]);
  expect([habit?.days.name, more]).toEqual(["workdays", []]);
  expect(Math.min(Math.abs((habit?.minute ?? 0) - 1_438), habit?.minute ?? 0)).toBeLessThan(10);
});

it("days in an empty house do not count", () => {
  const isAway = (day: number) => day >= 12 && day < 22;
  const events = done({ subject: "switch.coffee", ...MONTH, minute: 405, spread: 6, isDone: (day) => !isAway(day) });
  const home = [
    { personId: "person.anna", from: at(FROM, 0), to: at(FROM, 0, 12) },
    { personId: "person.anna", from: at(FROM, 0, 22), to: at(FROM, 0, DAYS + 1) },
  ];
  const [habit] = about("switch.coffee", [events, { ...MONTH, home }]);
  expect(habit?.records.filter(({ kept }) => !kept)).toEqual([]);
  expect(habit?.people).toEqual(["person.anna"]);
});

it("a habit that nearly always was one person's hand is that person's", () => {
  const events = done({ subject: "switch.coffee", ...MONTH, minute: 405, spread: 6, userId: "anna" });
  expect(about("switch.coffee", [events, MONTH])).toMatchObject([{ userId: "anna" }]);
  // the logbook knows the last ten days, or fewer
  const lately = (days: number, user: string | null) =>
    events.map((event, index) => ({ ...event, userId: index >= events.length - days ? user : undefined }));
  expect(about("switch.coffee", [lately(10, "anna"), MONTH])).toMatchObject([{ userId: "anna" }]);
  expect(about("switch.coffee", [lately(2, "anna"), MONTH])[0]?.userId).toBeUndefined();
  expect(about("switch.coffee", [lately(10, null), MONTH])).toMatchObject([{ userId: null }]);
  const several = lately(10, "anna").map((event, index) => (event.userId && index % 2 === 0 ? { ...event, userId: "ben" } : event));
  expect(about("switch.coffee", [several, MONTH])).toMatchObject([{ userId: null }]);
});

it("a known habit keeps its number and its days, and fades when it is not kept", () => {
  const kept = done({ subject: "switch.coffee", ...MONTH, minute: 405, spread: 6 });
  const [found] = about("switch.coffee", [kept, MONTH]);
  if (!found) throw new Error("it was not found");
  const known = [{ ...found, id: 7 }];
  const later = { from: "2026-11-05", days: 20, known };
  const [faded] = about("switch.coffee", [[], later]);
  expect(faded).toMatchObject({ id: 7, minute: found.minute });
  expect(faded?.records.length).toBeGreaterThan(found.records.length);
  expect(faded?.confidence).toBeLessThan(0.3);
  const [again] = about("switch.coffee", [done({ subject: "switch.coffee", from: "2026-11-05", days: 20, minute: 410, spread: 6 }), later]);
  expect(again?.id).toBe(7);
  expect(again?.confidence).toBeGreaterThan(found.confidence);
});

it("the same input gives the same habits", () => {
  const input = inputOf(done({ subject: "switch.coffee", ...MONTH, minute: 405, spread: 6 }), MONTH);
  expect(findHabits(input)).toEqual(findHabits(input));
});
