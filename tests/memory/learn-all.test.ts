import { describe, expect, it } from "vitest";
import { DAY, memoryWorld, NOW, said } from "./memory-world.ts";

const { signal } = new AbortController();
const commit = {
  signal,
  commit(work: () => void): boolean {
    work();
    return true;
  },
};

describe("what was said some time ago", () => {
  it("is learned in one commit of the caller's, which may say no", async () => {
    const { memory, known } = memoryWorld();
    const all = [said("temperature", "22 degrees"), said("diet", "vegan"), said("alarm code", "4711")];
    expect(await memory.learnAll(all, NOW, { signal, commit: () => false })).toBeUndefined();
    expect(known()).toEqual([]);
    expect(await memory.learnAll(all, NOW, commit)).toMatchObject([{ outcome: "stored" }, { outcome: "stored" }, { reason: "secret" }]);
    expect(known().toSorted()).toEqual(["diet: vegan", "temperature: 22 degrees"]);
  });

  it("does not take the place of what was told or put right since, nor is asked about", async () => {
    const { memory, known, asked } = memoryWorld();
    await memory.learn(said("temperature", "19 degrees"), NOW);
    const before = [said("temperature", "22 degrees"), said("temperature", "23 degrees", { source: "inferred" })];
    const rejected = { outcome: "rejected", reason: "outranked" };
    expect(await memory.learnAll(before, NOW - 1, commit)).toEqual([rejected, rejected]);
    expect(await memory.learnAll([said("temperature", "19 degrees")], NOW - 1, commit)).toMatchObject([{ outcome: "merged" }]);
    expect([known(), asked]).toEqual([["temperature: 19 degrees"], []]);
  });

  it("takes the place of what was said before it, and of what was only seen or concluded since", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("temperature", "19 degrees"), NOW);
    await memory.learn(said("diet", "vegan", { source: "inferred" }), NOW + 2 * DAY);
    await memory.learnAll([said("temperature", "22 degrees"), said("diet", "vegetarian")], NOW + DAY, commit);
    expect(known(undefined, NOW + 2 * DAY).toSorted()).toEqual(["diet: vegetarian", "temperature: 22 degrees"]);
  });

  it("does not come back after a no, but what is said after it does", async () => {
    const { memory, known } = memoryWorld();
    const learned = await memory.learn(said("diet", "vegan"), NOW);
    if (learned.outcome !== "stored") throw new Error(learned.outcome);
    memory.refuse(learned.fact.id, NOW + 2 * DAY);
    const again = [said("diet", "vegan")];
    expect(await memory.learnAll(again, NOW + DAY, commit)).toEqual([{ outcome: "rejected", reason: "refused" }]);
    expect(await memory.learnAll(again, NOW + 3 * DAY, commit)).toMatchObject([{ outcome: "stored" }]);
    expect(known(undefined, NOW + 3 * DAY)).toEqual(["diet: vegan"]);
  });
});
