import type Sqlite from "better-sqlite3";

/** How fields of an item are read that SQLite has no type for. */
export type Readers<Item> = Partial<Record<keyof Item, (value: never) => unknown>>;

type Bound<Parameters> = Parameters extends unknown[] ? Parameters : [Parameters];

export interface Query<Parameters, Item> {
  get(...parameters: Bound<Parameters>): Item | undefined;
  all(...parameters: Bound<Parameters>): readonly Item[];
}

/** Prepares a query whose rows are `Item`s: columns in camelCase, NULL as undefined. `sql` names the columns that an item has. */
export function createQuery<Parameters extends unknown[] | object, Item>(
  sqlite: Sqlite.Database,
  sql: string,
  readers: Readers<Item> = {},
): Query<Parameters, Item> {
  const statement = sqlite.prepare<Bound<Parameters>, unknown[]>(sql).raw(true);
  const fieldsOf = () =>
    statement.columns().map(({ name: column }) => {
      const name = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as keyof Item;
      return { name, read: readers[name] as ((value: unknown) => unknown) | undefined };
    });
  let fields: ReturnType<typeof fieldsOf> | undefined;
  const toItem = (row: readonly unknown[]): Item => {
    const item: Partial<Record<keyof Item, unknown>> = {};
    fields ??= fieldsOf();
    for (const [index, { name, read }] of fields.entries()) {
      const value = row[index] ?? undefined;
      item[name] = value === undefined || read === undefined ? value : read(value);
    }
    return item as Item;
  };
  return {
    get(...parameters) {
      const row = statement.get(...parameters);
      return row && toItem(row);
    },
    all: (...parameters) => statement.all(...parameters).map(toItem),
  };
}

export function json(text: string): unknown {
  return JSON.parse(text);
}

/** What is kept as 1 for true. */
export function flag(value: number): boolean {
  return value === 1;
}

/** Named parameters as a statement takes them: true and false as 1 and 0, lists and objects as JSON. Undefined is NULL. */
export function bound(values: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, boundValue(value)]));
}

function boundValue(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
