import { describe, expect, it } from "vitest";
import { createLocalDays, dateOf, momentAt, sunEvent, weekdayOf, weekendOf } from "../../../src/memory/habits/calendar.ts";
import { chanceOf, standing } from "../../../src/memory/habits/find-habits.ts";
import { changePoint, confidenceOf } from "../../../src/memory/habits/habit.ts";
import { createRandom } from "../../../src/memory/habits/series.ts";

const records = (pattern: string) => Array.from(pattern, (sign, day) => ({ day, kept: sign === "+" }));
const sure = (pattern: string) => confidenceOf(records(pattern));

describe("confidence", () => {
  it("grows with every day kept", () => {
    const growing = [4, 8, 16, 32].map((days) => sure("+".repeat(days)));
    expect(growing).toEqual(growing.toSorted((a, b) => a - b));
    expect(growing[0]).toBeGreaterThan(0.5);
    expect(growing[3]).toBeGreaterThan(0.85);
    expect(growing[3]).toBeLessThan(1);
  });

  it("hardly minds a day or two missed", () => {
    expect(sure(`${"+".repeat(15)}-${"+".repeat(6)}-${"+".repeat(5)}`)).toBeGreaterThan(0.75);
  });

  it("falls when a habit breaks, and is dead after ten chances", () => {
    const falling = [0, 3, 5, 8, 12].map((days) => sure(`${"+".repeat(20)}${"-".repeat(days)}`));
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    expect(falling[2]).toBeLessThan(0.5);
    expect(falling[4]).toBeLessThan(0.3);
  });

  it("comes back when the habit does", () => {
    expect(sure(`${"+".repeat(20)}${"-".repeat(5)}${"+".repeat(12)}`)).toBeGreaterThan(0.6);
  });

  it("knows where a habit broke", () => {
    expect(changePoint(records(`${"+".repeat(14)}${"-".repeat(6)}`))).toBe(14);
    expect(changePoint(records("++-+++-++++-+++++"))).toBeUndefined();
  });
});

describe("chance", () => {
  it("a score that draws often reach is told after few of them", () => {
    let drawn = 0;
    const random = createRandom(1);
    const chance = chanceOf(0.5, () => {
      drawn += 1;
      return random();
    });
    expect(chance).toBeGreaterThan(0.2);
    expect(drawn).toBeLessThan(60);
  });

  it("one that none reaches is as unlikely as the tail says", () => {
    const random = createRandom(2);
    const gumbel = () => -Math.log(-Math.log(random() || 0.5));
    // of a Gumbel distribution 1 - exp(-exp(-x)) lies above x
    expect(chanceOf(15, gumbel)).toBeGreaterThan(1e-8);
    expect(chanceOf(15, gumbel)).toBeLessThan(1e-5);
  });

  it("of many tries only those stand that chance would not bring", () => {
    const nothing = Array.from({ length: 100 }, (_, index) => (index + 1) / 101);
    expect(standing(nothing, 0.05)).not.toContain(true);
    expect(standing([1e-9, 0.0005, ...nothing], 0.05).filter(Boolean)).toHaveLength(2);
    expect(standing([], 0.05)).toEqual([]);
  });
});

describe("time as the clock on the wall shows it", () => {
  const localTime = createLocalDays("Europe/Berlin");
  const wall = (utc: string) => {
    const { day, minute } = localTime(Date.parse(utc));
    return [dateOf(day), minute];
  };

  it("follows the change of clocks", () => {
    expect(wall("2026-10-24T20:00:00Z")).toEqual(["2026-10-24", 1_320]);
    expect(wall("2026-10-25T21:00:00Z")).toEqual(["2026-10-25", 1_320]);
    expect([wall("2026-10-25T00:30:00Z"), wall("2026-10-25T01:30:00Z")]).toEqual([
      ["2026-10-25", 150],
      ["2026-10-25", 150],
    ]);
    const { day } = localTime(Date.parse("2026-03-29T12:00:00Z"));
    expect(new Date(momentAt(localTime, day, 600)).toISOString()).toBe("2026-03-29T08:00:00.000Z");
    expect(new Date(momentAt(localTime, day - 1, 600)).toISOString()).toBe("2026-03-28T09:00:00.000Z");
  });

  it("knows half hours, weekdays and no such zone", () => {
    expect(createLocalDays("Asia/Kolkata")(Date.parse("2026-01-01T00:00:00Z")).minute).toBe(330);
    expect(createLocalDays("Nowhere/At_All")(Date.parse("2026-01-01T01:00:00Z")).minute).toBe(60);
    expect([weekdayOf(0), weekdayOf(-1), weekdayOf(localTime(Date.parse("2026-11-22T12:00:00Z")).day)]).toEqual([4, 3, 0]);
  });

  it("a weekend is what the country has for one", () => {
    expect(weekendOf("DE", "en").toSorted()).toEqual([0, 6]);
    expect(weekendOf("IL", "he").toSorted()).toEqual([5, 6]);
    expect(weekendOf(undefined, "ar-EG").toSorted()).toEqual([5, 6]);
    expect(weekendOf("??", "en").toSorted()).toEqual([0, 6]);
  });

  it("the sun sets and rises as almanacs say, within a few minutes", () => {
    const berlin = { latitude: 52.52, longitude: 13.405 };
    // timeanddate.com: Berlin, 21 June 2026: 04:43 and 21:33; 22 November 2026: 07:40 and 16:02
    const near = (event: "sunset" | "sunrise", noon: string, expected: string) =>
      Math.abs((sunEvent(event, Date.parse(noon), berlin) ?? 0) - Date.parse(expected)) / 60_000;
    expect(near("sunset", "2026-06-21T12:00:00Z", "2026-06-21T19:33:00Z")).toBeLessThan(5);
    expect(near("sunrise", "2026-06-21T12:00:00Z", "2026-06-21T02:43:00Z")).toBeLessThan(5);
    expect(near("sunset", "2026-11-22T12:00:00Z", "2026-11-22T15:02:00Z")).toBeLessThan(5);
    expect(sunEvent("sunset", Date.parse("2026-06-21T12:00:00Z"), { latitude: 78, longitude: 15 })).toBeUndefined();
  });
});
