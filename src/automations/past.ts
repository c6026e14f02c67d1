import type { HistoryChange } from "../homeassistant/history/history.ts";
import { createLocalDays, type LocalMoment } from "../memory/habits/calendar.ts";

/** States of an entity or values of an attribute, oldest first; the first is what was so when the reading began. In one buffer, which a thread gets without a copy. */
export interface Column {
  readonly at: Float64Array<ArrayBuffer>;
  /** Places in `states`. */
  readonly codes: Uint32Array<ArrayBuffer>;
  readonly states: readonly string[];
}

/** Columns by `seriesKey`. */
export type Series = ReadonlyMap<string, Column>;

/** An entity's changes, oldest first, as a column. */
export function columnOf(changes: readonly HistoryChange[]): Column {
  const { length } = changes;
  const buffer = new ArrayBuffer(length * (Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT));
  const at = new Float64Array(buffer, 0, length);
  const codes = new Uint32Array(buffer, at.byteLength, length);
  const known = new Map<string, number>();
  for (const [index, change] of changes.entries()) {
    const code = known.get(change.state) ?? known.size;
    known.set(change.state, code);
    at[index] = change.at;
    codes[index] = code;
  }
  return { at, codes, states: [...known.keys()] };
}

/** A value that became another one, of one entity. */
export interface Change {
  readonly at: number;
  readonly before: string;
  readonly after: string;
  /** Its place in the column. */
  readonly index: number;
}

/** The key of an entity's state, or of one of its attributes, in a series. */
export function seriesKey(entityId: string, attribute?: string): string {
  return attribute === undefined ? entityId : `${entityId}#${attribute}`;
}

const NOTHING = columnOf([]);

/** What was so at any moment of the past that was read, by the home's clock. */
export function createPast({ series, timeZone }: { readonly series: Series; readonly timeZone: string }) {
  const clock = createLocalDays(timeZone);
  const of = (key: string) => series.get(key) ?? NOTHING;
  const stateAt = ({ codes, states }: Column, index: number): string => states[codes[index] ?? 0] ?? "";

  /** How many of them are not after `until`. */
  function countUntil({ at }: Column, until: number): number {
    let [low, high] = [0, at.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((at[middle] ?? Infinity) <= until) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    at(key: string, at: number): HistoryChange | undefined {
      const column = of(key);
      const index = countUntil(column, at) - 1;
      return index < 0 ? undefined : { at: column.at[index] ?? at, state: stateAt(column, index) };
    },
    /** What was so at `from`, or what was known first after it. */
    firstFrom(key: string, from: number): string | undefined {
      const column = of(key);
      return column.at.length === 0 ? undefined : stateAt(column, Math.max(0, countUntil(column, from) - 1));
    },
    /** Changes after `from` and until `to`. */
    *changes(key: string, from: number, to: number): Generator<Change> {
      const column = of(key);
      for (let index = Math.max(1, countUntil(column, from)); index < column.at.length; index += 1) {
        const at = column.at[index] ?? Infinity;
        if (at > to) return;
        if (column.codes[index] === column.codes[index - 1]) continue;
        yield { at, before: stateAt(column, index - 1), after: stateAt(column, index), index };
      }
    },
    /** What follows one place of a column, until `to`. */
    *after(key: string, place: number, to: number): Generator<HistoryChange> {
      const column = of(key);
      for (let index = place + 1; index < column.at.length; index += 1) {
        const at = column.at[index] ?? Infinity;
        if (at >= to) return;
        yield { at, state: stateAt(column, index) };
      }
    },
    clock: (at: number): LocalMoment => clock(at),
  };
}

export type Past = ReturnType<typeof createPast>;
