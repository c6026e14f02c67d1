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

/**
 * Rows looked at for one page of a filtered list: 20 ms on a small computer, for nothing else runs meanwhile. What fits further back comes
 * with the next page, so a page may be short, or empty, and not the last.
 */
export const MOST_LOOKED_AT = 5_000;

/** Makes a page of rows that were asked for with one more than `limit`; `lastLooked` is where the looking ended, if it did not come to the end. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit, placeOf, lastLooked }: { readonly limit: number; readonly placeOf: (row: Row) => Place; readonly lastLooked: Place | undefined },
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? placeOf(last) : lastLooked;
  return { items: shown.map(toItem), next };
}
