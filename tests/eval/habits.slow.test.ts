import { expect, it } from "vitest";
import { compareHabits, habitsOf, lastDays } from "../../eval/habits.ts";
import { generateHouse } from "../../eval/habits-house.ts";

it("a seed is a month: the same again, and another for another", () => {
  expect(generateHouse(5)).toMatchObject({ record: generateHouse(5).record });
  expect(generateHouse(6).record.samples).not.toEqual(generateHouse(5).record.samples);
});

it("a house in which nothing is found has missed all that was planted, and nothing is wrong", () => {
  const house = generateHouse(5);
  expect(compareHabits(house, [])).toEqual({ missed: house.planted, wrong: [] });
});

it("what is not planted is wrong, a habit that ended too", () => {
  const house = generateHouse(5);
  const plain = {
    value: undefined,
    pick: "each",
    spread: 5,
    by: undefined,
    sun: undefined,
    id: undefined,
    records: [],
    confidence: 0.9,
  } as const;
  const more = { chance: 0, userId: undefined, departs: false, people: [], days: { name: "every day", weekdays: [] } } as const;
  const ended = { ...plain, ...more, subject: "media_player.speaker", action: "on", minute: 1_050 } as const;
  const automation = { ...plain, ...more, subject: "cover.blinds", action: "open", minute: 420 } as const;
  expect(compareHabits(house, [ended, automation]).wrong).toEqual([ended, automation]);
});

it("what was planted is found in a small house", () => {
  const house = generateHouse(77, { entities: 24 });
  expect(compareHabits(house, habitsOf(house, house.record))).toEqual({ missed: [], wrong: [] });
});

it("ten days have nothing of the days before", () => {
  const house = generateHouse(5, { entities: 24 });
  const record = lastDays(house, 10);
  expect(record.to - record.from).toBe(10 * 86_400_000);
  expect([...record.samples.values()].flat().filter(({ at }) => at < record.from)).toEqual([]);
  expect(record.causes).toBe(house.logbook);
});
