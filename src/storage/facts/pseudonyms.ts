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
  const insert = database.query<Numbered, Row>(
    `INSERT INTO pseudonyms (thing, kind, number) SELECT @key, @kind, coalesce(max(number), 0) + 1 FROM pseudonyms WHERE kind = @kind
     ON CONFLICT (thing) DO NOTHING RETURNING thing, kind, number`,
  );
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
  const give = (things: readonly Numbered[]): void => {
    const missing = things.filter(({ key }) => !read().numbers.has(key));
    if (missing.length === 0) return;
    const rows = database.transaction(() => missing.flatMap(({ key, kind }) => insert.get({ key, kind }) ?? []));
    // only once they are in the file
    keep(rows, read());
  };

  return {
    give,
    numberOf(key, kind) {
      give([{ key, kind }]);
      return read().numbers.get(key) ?? 0;
    },
    keyOf: (kind, number) => read().things.get(`${kind}\0${number}`),
  };
}
