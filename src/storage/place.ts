import type { AssistantDatabase, Readers } from "./database.ts";

/** Where a page of a list begins: behind what came at that time (ms), in the row of that number. Newest first. */
export interface Place {
  readonly at: number;
  readonly row: number;
}

/** One page of a list, newest first. */
export interface Page<Item, At = Place> {
  readonly items: readonly Item[];
  /** Where the next page begins; undefined at the list's end. */
  readonly next: At | undefined;
}

/** Before everything that there is. */
const NEWEST: Place = { at: Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };

/** Rows looked at for one page of a filtered list: 20 ms on a small computer. So a page may be short, or empty, and not the last. */
export const MOST_LOOKED_AT = 5_000;

interface ListSql {
  /** Up to its WHERE; an item's `at` is `time`. */
  readonly select: string;
  readonly table: string;
  /** The column that the list is in order of. */
  readonly time: string;
  /** What an index finds, ending in AND; empty for all. */
  readonly whose?: string;
  readonly filter: string;
}

interface Wanted {
  readonly limit: number;
  readonly before?: Place | undefined;
  /** From this time (ms) on. */
  readonly since?: number | undefined;
}

/** A list of rows in order of time. What is looked at is bounded first, by the index alone: however many rows there are, no more of them are read. */
export function createList<Item extends Place>(
  database: AssistantDatabase,
  { select, table, time, whose = "", filter }: ListSql,
  readers: Readers<Item>,
) {
  const before = `${whose} ${time} <= @at AND (${time}, ${table}.rowid) < (@at, @row)`;
  const newestFirst = `ORDER BY ${time} DESC, ${table}.rowid DESC`;
  const rows = database.query<object, Item>(
    `${select} WHERE ${before} AND ${time} >= @endAt AND (${time}, ${table}.rowid) >= (@endAt, @endRow) AND ${filter} ${newestFirst} LIMIT @most`,
    readers,
  );
  const lookedAt = database.query<object, Place>(
    `SELECT ${time} AS at, rowid AS row FROM ${table} WHERE ${before} AND ${time} >= @since ${newestFirst} LIMIT 1 OFFSET ${MOST_LOOKED_AT - 1}`,
  );
  return {
    /** `filters`: the parameters of `whose` and `filter`. */
    page({ limit, before: from = NEWEST, since = 0 }: Wanted, filters: object): Page<Item> {
      const end = lookedAt.get({ ...filters, ...from, since });
      const found = rows.all({ ...filters, ...from, endAt: end?.at ?? since, endRow: end?.row ?? 0, most: limit + 1 });
      const items = found.slice(0, limit);
      const last = items.at(-1);
      return { items, next: found.length > limit && last ? { at: last.at, row: last.row } : end };
    },
    /** All of a time, both ends included, however many rows are looked at. */
    between: (since: number, until: number, most: number, filters: object): readonly Item[] =>
      rows.all({ ...filters, at: until, row: NEWEST.row, endAt: since, endRow: 0, most }),
  };
}
