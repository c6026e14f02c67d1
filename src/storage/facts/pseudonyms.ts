import type { Numbered, PseudonymNumbers } from "../../security/egress/cloud/cloud-names.ts";
import type { AssistantDatabase } from "../database.ts";

interface Row {
  readonly thing: string;
  readonly kind: string;
  readonly number: number;
}

/** Numbers of pseudonyms, given when a thing is first spoken of and kept for ever. The file is read once. */
export function createPseudonymStore({ database }: { database: AssistantDatabase }): PseudonymNumbers {
  const all = database.query<[], Row>("SELECT thing, kind, number FROM pseudonyms");
  const ofThing = database.query<[string], Row>("SELECT thing, kind, number FROM pseudonyms WHERE thing = ?");
  const last = database.values<[string], number>("SELECT max(number) FROM pseudonyms WHERE kind = ?");
  const insert = database.command<[string, string, number]>("INSERT INTO pseudonyms (thing, kind, number) VALUES (?, ?, ?)");
  let known: { readonly numbers: Map<string, number>; readonly things: Map<string, string> } | undefined;

  const keep = (rows: readonly Row[], { numbers, things }: NonNullable<typeof known>): void => {
    for (const { thing, kind, number } of rows) {
      numbers.set(thing, number);
      things.set(`${kind}\0${number}`, thing);
    }
  };
  const read = (): NonNullable<typeof known> => {
    if (!known) {
      known = { numbers: new Map(), things: new Map() };
      keep(all.all(), known);
    }
    return known;
  };
  const given = ({ key, kind }: Numbered): Row => {
    const before = ofThing.get(key);
    if (before) return before;
    const number = (last.get(kind) ?? 0) + 1;
    insert(key, kind, number);
    return { thing: key, kind, number };
  };

  return {
    give(things) {
      const missing = things.filter(({ key }) => !read().numbers.has(key));
      if (missing.length === 0) return;
      const rows = database.transaction(() => missing.map(given));
      // only once they are in the file
      keep(rows, read());
    },
    numberOf(key, kind) {
      const number = read().numbers.get(key);
      if (number !== undefined) return number;
      const row = database.transaction(() => given({ key, kind }));
      keep([row], read());
      return row.number;
    },
    keyOf: (kind, number) => read().things.get(`${kind}\0${number}`),
  };
}
