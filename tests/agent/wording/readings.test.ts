import { expect, it } from "vitest";
import { createTelling } from "../../../src/agent/wording/readings.ts";
import { homeTime } from "../../../src/homeassistant/home-time.ts";
import type { Forecast } from "../../../src/homeassistant/reading/forecasts.ts";
import { catalogueFor } from "../../../src/languages/catalogue.ts";
import { fakeHome } from "../../fakes/home.ts";

const NOW = Date.parse("2026-11-28T08:00:00Z");
const DAY_MS = 86_400_000;
const time = homeTime("Europe/Berlin");
const home = fakeHome({
  entities: [
    { entityId: "weather.home", name: "Home", state: "cloudy", attributes: { precipitation_unit: "mm" } },
    { entityId: "lock.front", name: "Front Door", state: "unavailable" },
  ],
});
const telling = createTelling({ home, words: { called: () => undefined }, language: "en", catalogue: catalogueFor("en"), time, now: NOW });
const entityOf = (entityId: string) => {
  const entity = home.find(entityId);
  if (!entity) throw new Error(entityId);
  return entity;
};
const daysFrom = (from: number, count: number) => ({
  from: time.startOfDay(time.date(from)),
  to: time.endOfDay(time.iso(from + (count - 1) * DAY_MS).slice(0, 10)),
  part: undefined,
});

const row = (day: number, more: Partial<Forecast>): Forecast => ({ datetime: new Date(NOW + day * DAY_MS).toISOString(), ...more });

it.each<readonly [string, readonly Forecast[], number, string]>([
  ["no data", [row(1, {})], 1, "The forecast doesn’t tell about that: tomorrow."],
  ["likely, under clouds", [row(1, { condition: "cloudy", precipitation_probability: 100 })], 1, "Yes, tomorrow: cloudy, 100 % chance."],
  ["much, under clouds", [row(1, { condition: "cloudy", precipitation: 8 })], 1, "Yes, tomorrow: cloudy, 8 mm."],
  ["snow", [row(1, { condition: "snowy", precipitation_probability: 90 })], 1, "Tomorrow: snowy, 90 % chance."],
  ["dry", [row(1, { condition: "sunny", precipitation_probability: 5 })], 1, "No, probably not tomorrow: 5 % chance."],
  [
    "the days that are known",
    [row(1, { condition: "sunny" }), row(2, { condition: "sunny" })],
    4,
    "No, probably not from tomorrow to Monday, November 30.\nThe forecast doesn’t tell about that: from Tuesday, December 1 to Wednesday, December 2.",
  ],
])("whether it will rain: %s", (_, forecast, count, answer) => {
  const reading = { about: "rain", days: daysFrom(NOW + DAY_MS, count), entityIds: [] } as const;
  expect(telling(reading, [{ ok: true, read: { kind: "weather", entity: entityOf("weather.home"), step: "day", forecast } }])).toBe(answer);
});

it.each<readonly [string, string]>([
  ["milk", "Yes, Milk is on Groceries."],
  ["butter", "No, butter is not on Groceries."],
  ["milk still", "On Groceries: Milk and Bread."],
  ["milk and bread", "On Groceries: Milk and Bread."],
])("whether %s is on the list", (item, answer) => {
  const items = ["Milk", "Bread"].map((summary) => ({ uid: summary, summary, status: "needs_action" as const }));
  const reading = { about: "item", item, entityIds: ["todo.groceries"] } as const;
  expect(telling(reading, [{ ok: true, read: { kind: "items", lists: [{ name: "Groceries", items }] } }])).toBe(answer);
});

it("nobody is free as long as a calendar cannot be read", () => {
  const reading = { about: "free", days: daysFrom(NOW, 1), entityIds: [] } as const;
  const read = { kind: "events", events: [], failed: [{ name: "Work", reason: undefined }] } as const;
  expect(telling(reading, [{ ok: true, read }])).toBe("Work cannot be reached right now.");
});

it("what cannot be reached now is so no longer than it was seen", () => {
  const entity = entityOf("lock.front");
  const changes = [
    { state: "unlocked", at: NOW - 3 * 3_600_000 },
    { state: "locked", at: NOW - 2 * 3_600_000 },
    { state: "unavailable", at: NOW - 3_600_000 },
  ];
  const reading = { about: "since", entityIds: ["lock.front"], states: { "lock.front": "locked" } } as const;
  const past = { changes } as never;
  expect(telling(reading, [{ ok: true, read: { kind: "changes", entity, past } }])).toMatch(
    /^Front Door was last locked from (?:today|tomorrow|yesterday) at .* until .*\. It is not reachable now\.$/,
  );
});
