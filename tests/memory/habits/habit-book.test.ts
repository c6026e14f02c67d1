import { describe, expect, it } from "vitest";
import { weekdayOf } from "../../../src/memory/habits/calendar.ts";
import type { FoundHabit } from "../../../src/memory/habits/find-habits.ts";
import { createHabitBook } from "../../../src/memory/habits/habit-book.ts";
import { at, dayOfDate } from "./hand-events.ts";
import { DAYS, FROM, houseAnswer, learnerWorld } from "./learner-world.ts";

const NOW = at(FROM, 200, DAYS);
const WEEKEND = [0, 6] as const;
const ALL = [0, 1, 2, 3, 4, 5, 6] as const;
const FIRST = dayOfDate(FROM);

/** Coffee at a quarter to seven on every day of four weeks, by Anna's hand. */
function habit(more: Partial<FoundHabit> = {}): FoundHabit {
  return {
    ...{ id: undefined, subject: "switch.coffee", action: "on", value: undefined, pick: "each", minute: 405, spread: 5 },
    ...{ days: { name: "every day", weekdays: ALL }, by: undefined, sun: undefined, departs: false, people: [] },
    records: Array.from({ length: 28 }, (_, day) => ({ day: FIRST + day, kept: true })),
    ...{ confidence: 0.9, userId: "user-anna" },
    ...more,
  };
}

const valuesFor = ({ memory }: ReturnType<typeof learnerWorld>, personId: string) =>
  memory.visibleTo({ personId, role: "adult", isPrivate: true }, NOW).map(({ key, value }) => `${key}=${value}`);

describe("a person's own habit", () => {
  it("is theirs, also after they narrowed it", async () => {
    const world = learnerWorld(houseAnswer(() => true));
    await world.book.apply([habit()], WEEKEND, NOW);
    expect([valuesFor(world, "anna"), valuesFor(world, "ben")]).toEqual([["coffee_on_morning=06:45"], []]);
    await world.book.narrow(1, WEEKEND, WEEKEND, NOW);
    expect([valuesFor(world, "anna"), valuesFor(world, "ben")]).toEqual([["coffee_on_morning=weekdays_06:45"], []]);
  });

  it("goes with the fact that somebody has forgotten, and does not come back", async () => {
    const world = learnerWorld(houseAnswer(() => true));
    await world.book.apply([habit()], WEEKEND, NOW);
    world.book.factsForgotten([world.store.get(1)?.factId ?? 0], NOW);
    await world.book.apply([habit({ id: 1 }), habit()], WEEKEND, NOW);
    expect(world.store.all()).toMatchObject([{ id: 1, status: "refused", factId: undefined }]);
  });
});

it("somebody's own habit stays theirs while nobody knows whose hand it was, and is the house's once others do it too", async () => {
  const world = learnerWorld(houseAnswer(() => true));
  const owner = () => world.store.all().map(({ personId }) => personId);
  await world.book.apply([habit()], WEEKEND, NOW);
  await world.book.apply([habit({ id: 1, userId: undefined })], WEEKEND, NOW);
  await world.book.apply([habit({ id: 1, userId: "user-of-nobody" })], WEEKEND, NOW);
  expect([owner(), valuesFor(world, "ben")]).toEqual([["anna"], []]);
  await world.book.apply([habit({ id: 1, userId: null })], WEEKEND, NOW);
  expect([owner(), valuesFor(world, "ben")]).toEqual([[undefined], ["coffee_on_morning=06:45"]]);
});

describe("a no", () => {
  it("that comes while the house is read stands", async () => {
    const { book, store, houseFacts } = learnerWorld(houseAnswer(() => true));
    await book.apply([habit()], WEEKEND, NOW);
    book.refuse(1, NOW);
    expect(await book.apply([habit({ id: 1 })], WEEKEND, NOW)).toEqual({ added: 0, kept: 0, ended: 0 });
    expect(await book.apply([habit()], WEEKEND, NOW)).toEqual({ added: 0, kept: 0, ended: 0 });
    expect([store.all().map(({ status }) => status), houseFacts()]).toEqual([["refused"], []]);
  });

  it("that comes while its fact is written stands", async () => {
    const world = learnerWorld(houseAnswer(() => true));
    let refuses = false;
    const book = createHabitBook({
      store: world.store,
      memory: {
        async learn(proposed, now) {
          const learned = await world.memory.learn(proposed, now);
          if (refuses) book.refuse(1, now);
          return learned;
        },
        forget: (ids) => world.memory.forget(ids),
      },
      describe: ({ subject }) => subject,
      personOf: () => "anna",
      deviceClassOf: () => undefined,
      language: () => "en",
    });
    await book.apply([habit()], WEEKEND, NOW);
    refuses = true;
    await book.apply([habit({ id: 1, minute: 430 })], WEEKEND, NOW);
    expect([world.store.all().map(({ status }) => status), valuesFor(world, "anna")]).toEqual([["refused"], []]);
  });
});

it("three habits of one thing in the same part of the day have facts of their own", async () => {
  const world = learnerWorld(houseAnswer(() => true));
  const three = [360, 480, 600].map((minute) => habit({ minute }));
  await world.book.apply(three, WEEKEND, NOW);
  await world.book.apply(
    three.map((one, index) => ({ ...one, id: index + 1 })),
    WEEKEND,
    NOW,
  );
  expect(valuesFor(world, "anna").toSorted()).toEqual([
    "coffee_on_morning=06:00",
    "coffee_on_morning_coffee=08:00",
    "coffee_on_morning_coffee_2=10:00",
  ]);
});

it("half past midnight belongs to the evening before: not on weekends leaves the nights after workdays", async () => {
  const world = learnerWorld(houseAnswer(() => true));
  await world.book.apply([habit({ minute: 30 })], WEEKEND, NOW);
  const narrowed = await world.book.narrow(1, WEEKEND, WEEKEND, NOW);
  const weekdays = narrowed === "refused" ? [] : narrowed?.records.map(({ day }) => weekdayOf(day));
  expect([...new Set(weekdays)].toSorted()).toEqual([2, 3, 4, 5, 6]);
});

it("how sure it is counts the days that are left alone", async () => {
  const world = learnerWorld(houseAnswer(() => true));
  const records = Array.from({ length: 28 }, (_, day) => ({
    day: FIRST + day,
    kept: !WEEKEND.some((one) => one === weekdayOf(FIRST + day)),
  }));
  await world.book.apply([habit({ records, confidence: 0.5 })], WEEKEND, NOW);
  await world.book.narrow(1, WEEKEND, WEEKEND, NOW);
  expect(world.store.get(1)?.confidence).toBeGreaterThan(0.8);
});
