import { describe, expect, it } from "vitest";
import { joinPeople, movedPeople } from "../../../src/storage/turns/people-joined.ts";
import { memoryWorld, NOW, said } from "../../memory/memory-world.ts";
import { openStores } from "../stores.ts";

const ben = { before: "ha:person.ben", now: "telegram:7" };
const of = (personId: string) => ({ scope: { kind: "person", personId } as const, toldBy: personId });

it("what was known of somebody under another id is theirs, found by its words, and theirs to forget", async () => {
  const { memory, database } = memoryWorld();
  await memory.learn(said("diagnosis", "zqepilepsy", of(ben.before)), NOW);
  await memory.learn(said("temperature", "22 degrees", of(ben.before)), NOW);
  await memory.learn(said("temperature", "19 degrees", of(ben.now)), NOW);
  await memory.learn(said("cleaning_day", "Tuesday", { scope: { kind: "house" }, toldBy: ben.before }), NOW);
  expect(joinPeople(database, [ben])).toBe(true);
  memory.comeBack();

  const asker = { personId: ben.now, role: "adult", isPrivate: true } as const;
  const known = memory.visibleTo(asker, NOW).map(({ key, value }) => `${key}: ${value}`);
  expect(known.toSorted()).toEqual(["cleaning_day: Tuesday", "diagnosis: zqepilepsy", "temperature: 19 degrees"]);
  const found = await memory.recall("epilepsy diagnosis", asker, { limit: 3, now: NOW, signal: AbortSignal.timeout(1_000) });
  expect(found.map(({ fact }) => fact.value)).toContain("zqepilepsy");
  expect(database.sqlite.prepare("SELECT 1 FROM profile_entries WHERE scope_id = ? OR told_by = ?").all(ben.before, ben.before)).toEqual(
    [],
  );
  expect(joinPeople(database, [ben])).toBe(false);
});

it("what they said is theirs, so that they find and forget it; what others said is not", () => {
  const { database, turns, addTurn, interactions, erasures } = openStores();
  const console = { channel: "console", bot: "", chatId: ben.before, personName: "Ben" };
  interactions.put(addTurn("1", { ...console, personId: ben.before }), { path: "model", origin: "person" }, NOW);
  addTurn("2", { chatId: "7", personId: ben.now, personName: "Ben" });
  addTurn("3");
  expect(joinPeople(database, [ben])).toBe(true);
  expect(["1", "2", "3"].map((id) => turns.get(id)?.personId)).toEqual([ben.now, ben.now, "anna"]);
  expect(erasures.count(ben.now, { kind: "everything" }, NOW)).toBe(2);
  expect(joinPeople(database, [ben])).toBe(false);
});

describe("a person of Home Assistant", () => {
  const at = (haPerson: string, personId: string) => ({ haPerson: `person.${haPerson}`, personId });
  /** Who joins whom when the service starts with these people, one start after another. */
  const starts = (...all: readonly (readonly ReturnType<typeof at>[])[]) => {
    const { database } = openStores();
    return all.map((people) =>
      movedPeople(database, people, new Set(people.map(({ personId }) => personId))).map(({ before, now }) => `${before} > ${now}`),
    );
  };

  it("joins what was known under the account before, also without one and back, each once", () => {
    const anna = ["telegram:1", "telegram:2", "telegram:2", "ha:person.anna", "telegram:3"].map((id) => [at("anna", id)]);
    expect(starts(...anna)).toEqual([
      [],
      ["telegram:1 > telegram:2"],
      [],
      ["telegram:2 > ha:person.anna"],
      ["ha:person.anna > telegram:3"],
    ]);
  });

  it("gets nothing of an account that is somebody else's now", () => {
    const before = [at("anna", "telegram:1"), at("ben", "telegram:2")];
    expect(starts(before, [at("anna", "telegram:2"), at("ben", "telegram:1")])[1]).toEqual([]);
    expect(starts(before, [at("anna", "telegram:3"), at("ben", "telegram:1")])[1]).toEqual(["telegram:2 > telegram:1"]);
  });
});
