import { join } from "node:path";
import { expect, it } from "vitest";
import { AssistantDatabase } from "../../src/storage/database.ts";
import { createPseudonymStore } from "../../src/storage/pseudonyms.ts";
import { temporaryFolder } from "./temporary-folder.ts";

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
