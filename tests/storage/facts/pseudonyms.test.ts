import { join } from "node:path";
import { expect, it } from "vitest";
import { AssistantDatabase } from "../../../src/storage/database.ts";
import { createPseudonymStore } from "../../../src/storage/facts/pseudonyms.ts";
import { memoryDatabase } from "../../fakes/memory-database.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it("gives numbers to many in one write: to all of them or, when it fails, to none", () => {
  using database = memoryDatabase();
  const numbers = createPseudonymStore({ database });
  const bad = { key: "entity:light.b", kind: null as unknown as string };
  expect(() => numbers.give([{ key: "entity:light.a", kind: "light" }, bad])).toThrow("NOT NULL");
  expect(database.sqlite.prepare("SELECT * FROM pseudonyms").all()).toEqual([]);
  const things = ["c", "d", "c", "e"].map((name) => ({ key: `entity:light.${name}`, kind: "light" }));
  numbers.give(things);
  expect(things.map(({ key, kind }) => numbers.numberOf(key, kind))).toEqual([1, 2, 1, 3]);
  expect(numbers.keyOf("light", 1)).toBe("entity:light.c");
});

it("asks the file no more for what it knows", () => {
  const database = memoryDatabase();
  const numbers = createPseudonymStore({ database });
  numbers.numberOf("area:b", "room");
  database[Symbol.dispose]();
  expect([numbers.numberOf("area:b", "room"), numbers.keyOf("room", 1), numbers.keyOf("room", 2)]).toEqual([1, "area:b", undefined]);
});

it("gives numbers by kind, keeps them over a restart, and gives none twice", () => {
  const path = join(temporaryFolder(), "assistant.db");
  {
    using database = new AssistantDatabase(path);
    const numbers = createPseudonymStore({ database });
    expect([
      numbers.numberOf("entity:light.a", "light"),
      numbers.numberOf("area:b", "room"),
      numbers.numberOf("entity:light.c", "light"),
    ]).toEqual([...[1, 1, 2]]);
    expect(numbers.numberOf("entity:light.a", "light")).toBe(1);
  }
  using database = new AssistantDatabase(path);
  const numbers = createPseudonymStore({ database });
  expect(numbers.numberOf("entity:light.new", "light")).toBe(3);
  expect(numbers.numberOf("entity:light.c", "light")).toBe(2);
  expect([numbers.keyOf("light", 2), numbers.keyOf("room", 1), numbers.keyOf("light", 9)]).toEqual(["entity:light.c", "area:b", undefined]);
});
