import { expect, it } from "vitest";
import { at } from "./hand-events.ts";
import { DAYS, FROM, houseAnswer, learnerWorld } from "./learner-world.ts";

const everyDay = () => true;
const HOUR = 3_600_000;

it("a habit becomes a fact with its days, and nothing else does", async () => {
  const { learner, store, houseFacts, asked } = learnerWorld(houseAnswer(everyDay));
  const outcome = await learner.run();
  expect(outcome).toMatchObject({ kind: "learned", ended: 0 });
  const fact = houseFacts().find(({ key }) => key.startsWith("coffee_on"));
  expect(fact).toMatchObject({ source: "observed", origin: "home", scope: { kind: "house" }, value: "06:50" });
  expect(fact?.evidence).toEqual([
    expect.objectContaining({ kind: "events", entityId: "switch.coffee", note: "switch.coffee on every day" }),
  ]);
  expect(store.all().map(({ subject }) => subject)).not.toContain("light.hall");
  expect(store.lastRun()).toBe(at(FROM, 200, DAYS));
  expect(asked).toEqual([["switch.coffee", "light.hall"]]);
});

it("what broke loses confidence, and goes with its fact", async () => {
  const { learner, store, houseFacts, setNow } = learnerWorld(
    houseAnswer(everyDay),
    houseAnswer((day) => day < DAYS, DAYS + 5),
    houseAnswer((day) => day < DAYS, DAYS + 20),
  );
  await learner.run();
  const before = store.all().find(({ key }) => key.startsWith("coffee_on"));
  setNow(at(FROM, 200, DAYS + 5));
  await learner.run();
  const fading = store.all().find(({ id }) => id === before?.id);
  expect(fading?.confidence).toBeLessThan((before?.confidence ?? 0) - 0.2);
  expect(houseFacts().find(({ id }) => id === fading?.factId)?.confidence).toBe(fading?.confidence);
  setNow(at(FROM, 200, DAYS + 20));
  expect(await learner.run()).toMatchObject({ kind: "learned", added: 0 });
  expect(store.all().filter(({ id }) => id === before?.id)).toEqual([]);
  expect(houseFacts().filter(({ key }) => key.startsWith("coffee_on"))).toEqual([]);
});

it("what was refused goes with its fact and is not learned again", async () => {
  const { learner, store, book, houseFacts } = learnerWorld(houseAnswer(everyDay));
  await learner.run();
  for (const { id } of store.all()) expect(book.refuse(id, at(FROM, 0, DAYS))).toBe(true);
  expect(houseFacts()).toEqual([]);
  expect(await learner.run()).toMatchObject({ kind: "learned", added: 0, kept: 0 });
  expect(houseFacts()).toEqual([]);
  expect(book.refuse(1, at(FROM, 0, DAYS))).toBe(false);
});

it("“not on weekends” narrows it, for good", async () => {
  const { learner, store, book, houseFacts } = learnerWorld(houseAnswer(everyDay));
  await learner.run();
  const [row] = store.all().filter(({ key }) => key.startsWith("coffee_on"));
  const narrowed = await book.narrow(row?.id ?? 0, [0, 6], [0, 6], at(FROM, 200, DAYS));
  expect(narrowed).toMatchObject({ pattern: { days: { name: "workdays" } }, excluded: [0, 6] });
  expect(houseFacts().find(({ key }) => key.startsWith("coffee_on"))?.value).toBe("weekdays_06:50");
  await learner.run();
  expect(store.get(row?.id ?? 0)).toMatchObject({ pattern: { days: { name: "workdays" } }, status: "active" });
  expect(await book.narrow(row?.id ?? 0, [1, 2, 3, 4, 5], [0, 6], at(FROM, 200, DAYS))).toBe("refused");
});

it("a problem is said once, tried again later and later, and over when it is over", async () => {
  const down = { kind: "problem", problem: "down" } as const;
  const { learner, lines, later, store } = learnerWorld(down, down, { kind: "problem", problem: "wrong-token" }, houseAnswer(everyDay));
  const warnings = () => lines.filter(({ level }) => level >= 40).length;
  expect(await learner.run()).toEqual(down);
  await learner.run();
  expect([warnings(), learner.status().problem]).toEqual([1, "down"]);
  await learner.run();
  expect([warnings(), learner.status().problem]).toEqual([2, "wrong-token"]);
  const waits = later.map(({ ms }) => ms);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(store.lastRun()).toBeUndefined();
  await learner.run();
  expect([warnings(), learner.status().problem]).toEqual([2, undefined]);
  expect(later.at(-1)?.ms).toBe(24 * HOUR);
});

it("two at once are one", async () => {
  const { learner, asked } = learnerWorld(houseAnswer(everyDay));
  const first = learner.run();
  expect(await learner.run()).toEqual({ kind: "running" });
  await first;
  expect(asked).toHaveLength(1);
});

it("after a start it waits, and a day after the last time", async () => {
  const { learner, later, store } = learnerWorld(houseAnswer(everyDay));
  store.setLastRun(at(FROM, 200, DAYS) - 10 * HOUR);
  learner.start();
  await Promise.resolve();
  await Promise.resolve();
  expect(later.map(({ ms }) => ms)).toEqual([14 * HOUR]);
});

it("what somebody did before they had everything forgotten is learned from no more, not even as the house's", async () => {
  const { learner, store, anna, setNow } = learnerWorld(houseAnswer(everyDay));
  anna.userId = "user-anna";
  await learner.run();
  expect(new Set(store.all().map(({ personId }) => personId))).toEqual(new Set(["anna"]));
  for (const { id } of store.all()) store.remove(id);
  anna.forgottenAt = at(FROM, 200, DAYS);
  setNow(at(FROM, 201, DAYS));
  await learner.run();
  expect(store.all()).toEqual([]);
});
