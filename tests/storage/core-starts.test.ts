import { expect, it } from "vitest";
import { createCoreStarts } from "../../src/storage/core-starts.ts";
import { MINUTE, NOW, openStores } from "./stores.ts";

it("the first start that it meets was missed by nobody; a later one is new once, and a time near it is the same", () => {
  const { database } = openStores();
  const starts = createCoreStarts({ database });
  expect(starts.note(NOW)).toBe(false);
  for (const time of [NOW, NOW + 2 * MINUTE, NOW - 2 * MINUTE, NOW + 0.5]) expect(starts.note(time)).toBe(false);
  expect(starts.note(NOW + 2 * MINUTE + 1)).toBe(true);
  expect(starts.note(NOW + 2 * MINUTE + 2)).toBe(false);
});

it("is known after a restart of the service", () => {
  const { database } = openStores();
  createCoreStarts({ database }).note(NOW - 60 * MINUTE);
  expect(createCoreStarts({ database }).note(NOW)).toBe(true);
  expect(createCoreStarts({ database }).note(NOW)).toBe(false);
});

it("keeps a month of starts", () => {
  const { database, count } = openStores();
  const starts = createCoreStarts({ database });
  const day = 24 * 60 * MINUTE;
  for (let days = 0; days < 40; days += 1) starts.note(NOW + days * day);
  expect(count("core_starts")).toBe(31);
});
