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
export const NEWEST: Place = { at: Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };

/** Behind everything that there is. */
export const OLDEST: Place = { at: 0, row: 0 };

/** Rows looked at for one page of a filtered list: 20 ms on a small computer. So a page may be short, or empty, and not the last. */
export const MOST_LOOKED_AT = 5_000;

/** Makes a page of rows that were asked for with one more than `limit`; `lastLooked` is where the looking ended, if it did not come to the end. */
export function pageOf<Item extends Place>(
  rows: readonly Item[],
  { limit, lastLooked }: { readonly limit: number; readonly lastLooked: Place | undefined },
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? { at: last.at, row: last.row } : lastLooked };
}
