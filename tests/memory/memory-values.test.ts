import { describe, expect, it } from "vitest";
import { anna, DAY, memoryWorld, NOW, said } from "./memory-world.ts";

const by = { personId: "anna", evidence: [] } as const;

describe("of a set", () => {
  it("what says more takes the place of what is known, in the words that are searched too", async () => {
    const { memory, known, recalls, asked } = memoryWorld();
    await memory.learn(said("allergies", "peanuts"), NOW);
    const learned = await memory.learn(said("allergies", "allergic to peanuts and milk"), NOW);
    expect(learned).toMatchObject({ outcome: "superseded", before: { value: "peanuts" }, fact: { value: "allergic to peanuts and milk" } });
    expect(known()).toEqual(["allergies: allergic to peanuts and milk"]);
    expect(await recalls("is there milk in it?")).toEqual(["allergies: allergic to peanuts and milk"]);
    expect(await memory.learn(said("allergies", "peanut"), NOW)).toMatchObject({ outcome: "merged" });
    expect([known(), asked]).toEqual([["allergies: allergic to peanuts and milk"], []]);
  });

  it("what says all of several stands for them", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("allergies", "peanuts"), NOW);
    await memory.learn(said("allergies", "milk"), NOW);
    await memory.learn(said("allergies", "peanuts and milk"), NOW);
    expect(known()).toEqual(["allergies: peanuts and milk"]);
  });

  it("a guess that says more stands beside what was told", async () => {
    const { memory, known } = memoryWorld();
    const guess = said("allergies", "peanuts and milk", { source: "inferred" });
    await memory.learn(said("allergies", "peanuts"), NOW);
    await memory.learn(guess, NOW);
    expect(known().toSorted()).toEqual(["allergies: peanuts", "allergies: peanuts and milk"]);
  });

  it("what says more than what was said since is left out", async () => {
    const { memory, known } = memoryWorld();
    const { signal } = new AbortController();
    await memory.learn(said("allergies", "peanuts"), NOW);
    const commit = (work: () => void) => {
      work();
      return true;
    };
    await memory.learnAll([said("allergies", "peanuts and milk")], NOW - 1, { signal, commit });
    expect(known()).toEqual(["allergies: peanuts"]);
  });

  it("a value that the person did not say waits, also if it says more", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("allergies", "peanuts"), NOW);
    await memory.learn(said("allergies", "peanuts and milk", { origin: "outside" }), NOW);
    expect(known()).toEqual(["allergies: peanuts"]);
    memory.confirm(memory.waitingFor("anna")[0]?.id ?? 0, "anna", NOW);
    expect([known(), memory.waitingFor("anna")]).toEqual([["allergies: peanuts and milk"], []]);
  });
});

describe("what is put right", () => {
  it.each([
    ["allergies", "allergic to peanuts and milk", "peanuts"],
    ["allergies", "peanuts", "peanuts and milk"],
    ["temperature", "22 degrees", "22.5 degrees"],
    ["name", "anna", "Anna"],
    ["wake_time", "6 Uhr", "6 Uhr 30"],
  ])("of %s is “%s” before and “%s” then", async (key, before, then) => {
    const { memory, known } = memoryWorld();
    const learned = await memory.learn(said(key, before), NOW);
    if (learned.outcome !== "stored") throw new Error(learned.outcome);
    memory.correct(learned.fact.id, then, by, NOW);
    expect(known()).toEqual([`${learned.fact.key}: ${then}`]);
  });

  it("to a value that is known already is that value once", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("allergies", "peanuts"), NOW);
    const learned = await memory.learn(said("allergies", "walnuts"), NOW);
    if (learned.outcome !== "stored") throw new Error(learned.outcome);
    expect(memory.correct(learned.fact.id, "peanuts", by, NOW)).toMatchObject({ outcome: "superseded", before: { value: "walnuts" } });
    expect(known()).toEqual(["allergies: peanuts"]);
  });

  it("ends when it was said to end", async () => {
    const { memory, known } = memoryWorld();
    const learned = await memory.learn(said("visitor", "grandma this week", { ttlMs: 7 * DAY }), NOW);
    if (learned.outcome !== "stored") throw new Error(learned.outcome);
    expect(memory.correct(learned.fact.id, "grandpa this week", by, NOW + DAY)).toMatchObject({ outcome: "superseded" });
    expect(known(anna, NOW + 7 * DAY - 1)).toEqual(["visitor: grandpa this week"]);
    expect(known(anna, NOW + 7 * DAY)).toEqual([]);
  });
});

describe("a yes to what was said to end", () => {
  it("keeps its end", async () => {
    const { memory, known, asked } = memoryWorld();
    await memory.learn(said("visitor", "grandma this week", { ttlMs: 7 * DAY, origin: "outside" }), NOW);
    expect(memory.confirm(asked[0]?.fact.id ?? 0, "anna", NOW + DAY)).toMatchObject({ outcome: "stored" });
    expect(known(anna, NOW + 7 * DAY - 1)).toEqual(["visitor: grandma this week"]);
    expect(known(anna, NOW + 7 * DAY)).toEqual([]);
  });

  it("that is over remembers nothing", async () => {
    const { memory, known, asked } = memoryWorld();
    await memory.learn(said("visitor", "grandma this week", { ttlMs: 7 * DAY, origin: "outside" }), NOW);
    expect(memory.confirm(asked[0]?.fact.id ?? 0, "anna", NOW + 8 * DAY)).toBeUndefined();
    expect(known(anna, NOW + 8 * DAY)).toEqual([]);
  });

  it("that is no fact is left waiting", async () => {
    const { memory, store, asked } = memoryWorld();
    await memory.learn(said("safe", "the blue one", { origin: "outside" }), NOW);
    const { id = 0 } = asked[0]?.fact ?? {};
    const waiting = store.get(id);
    if (!waiting) throw new Error("nothing waits");
    store.rewrite(id, { ...waiting, slot: "", value: "heute Pasta" }, "");
    expect(memory.confirm(id, "anna", NOW)).toEqual({ outcome: "rejected", reason: "trivial" });
    expect(memory.waitingFor("anna")).toHaveLength(1);
  });
});

it("a child is told what is not sensitive of the house", async () => {
  const { memory, known, recalls } = memoryWorld();
  const child = { personId: "mia", role: "child", isPrivate: true } as const;
  const house = { scope: { kind: "house" } } as const;
  await memory.learn(said("trash_day", "Thursday", house), NOW);
  await memory.learn(said("spare_key", "under the flower pot", { ...house, sensitivity: "sensitive" }), NOW);
  await memory.learn(said("medication", "insulin", { scope: { kind: "person", personId: "mia" }, toldBy: "mia" }), NOW);
  expect(known(child).toSorted()).toEqual(["medication: insulin", "trash_day: Thursday"]);
  expect(await recalls("where is the spare key?", child)).toEqual([]);
  expect(await recalls("where is the spare key?", anna)).toEqual(["spare_key: under the flower pot"]);
});
