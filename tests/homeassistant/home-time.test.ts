import { expect, it } from "vitest";
import { homeTime } from "../../src/homeassistant/home-time.ts";

const WINTER = Date.UTC(2026, 10, 21, 22, 32, 41);
const SUMMER = Date.UTC(2026, 6, 1, 22, 30);

it.each([
  ["Europe/Berlin", WINTER, "2026-11-21T23:32:41+01:00", "2026-11-21 23:32"],
  ["Europe/Berlin", SUMMER, "2026-07-02T00:30:00+02:00", "2026-07-02 00:30"],
  ["America/St_Johns", WINTER, "2026-11-21T19:02:41-03:30", "2026-11-21 19:02"],
  ["UTC", WINTER, "2026-11-21T22:32:41+00:00", "2026-11-21 22:32"],
  ["Nowhere/Land", WINTER, "2026-11-21T22:32:41+00:00", "2026-11-21 22:32"],
])("%s %i", (zone, at, iso, minute) => {
  expect(homeTime(zone).iso(at)).toBe(iso);
  expect(homeTime(zone).minute(at)).toBe(minute);
});

it.each([
  ["Europe/Berlin", "2026-11-21", Date.UTC(2026, 10, 21, 23)],
  ["Europe/Berlin", "2026-07-01", Date.UTC(2026, 6, 1, 22)],
  ["Europe/Berlin", "2026-03-28", Date.UTC(2026, 2, 28, 23)],
  ["Europe/Berlin", "2026-03-29", Date.UTC(2026, 2, 29, 22)],
  ["Europe/Berlin", "2026-10-25", Date.UTC(2026, 9, 25, 23)],
  ["America/St_Johns", "2026-11-21", Date.UTC(2026, 10, 22, 3, 30)],
  ["Pacific/Auckland", "2026-11-21", Date.UTC(2026, 10, 21, 11)],
  ["UTC", "2026-12-31", Date.UTC(2027, 0, 1)],
])("a day in %s, %s, ends at its own midnight", (zone, day, end) => {
  expect(homeTime(zone).endOfDay(day)).toBe(end);
});

it("what is no day has no end", () => {
  expect(homeTime("UTC").endOfDay("tomorrow")).toBeNaN();
});
