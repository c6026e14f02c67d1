import type { PseudonymNumbers } from "../security/cloud-names.ts";
import type { AssistantDatabase } from "./database.ts";

/** Numbers of pseudonyms, given when a thing is first spoken of and kept for ever. Each is read from the file once. */
export function createPseudonymStore({ database }: { database: AssistantDatabase }): PseudonymNumbers {
  const { sqlite } = database;
  const ofThing = sqlite.prepare<[string], { kind: string; number: number }>("SELECT kind, number FROM pseudonyms WHERE thing = ?");
  const ofNumber = sqlite.prepare<[string, number], { thing: string }>("SELECT thing FROM pseudonyms WHERE kind = ? AND number = ?");
  const last = sqlite.prepare<[string], { number: number | null }>("SELECT max(number) AS number FROM pseudonyms WHERE kind = ?");
  const insert = sqlite.prepare<[string, string, number]>("INSERT INTO pseudonyms (thing, kind, number) VALUES (?, ?, ?)");
  const numbers = new Map<string, number>();

  const given = (key: string, kind: string): number =>
    database.transaction(() => {
      const known = ofThing.get(key);
      if (known) return known.number;
      const number = (last.get(kind)?.number ?? 0) + 1;
      insert.run(key, kind, number);
      return number;
    });

  return {
    numberOf(key, kind) {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const number = given(key, kind);
      numbers.set(key, number);
      return number;
    },
    keyOf: (kind, number) => ofNumber.get(kind, number)?.thing,
  };
}
