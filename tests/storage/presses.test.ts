import { expect, it } from "vitest";
import { createPressStore } from "../../src/storage/presses.ts";
import { MINUTE, NOW, openStores } from "./stores.ts";

const DAY = 24 * 60 * MINUTE;

it("takes each press of a bot once, also after a restart of the service", () => {
  const { database } = openStores();
  const take = (bot: string, queryId: string) => createPressStore({ database }).take(bot, queryId, NOW);
  expect([take("bot-1", "7"), take("bot-1", "7"), take("bot-2", "7"), take("bot-1", "8")]).toEqual([true, false, true, true]);
});

it("keeps presses for longer than the history is read back, and no longer than two days", () => {
  const { database, count } = openStores();
  const presses = createPressStore({ database });
  presses.take("bot-1", "1", NOW);
  expect(presses.take("bot-1", "1", NOW + 1.5 * DAY)).toBe(false);
  expect(count("taken_presses")).toBe(1);
  presses.take("bot-1", "2", NOW + 2 * DAY + 1);
  expect(count("taken_presses")).toBe(1);
});
