import type Sqlite from "better-sqlite3";

/** The signs of one passage's vector. */
export interface Signs {
  readonly id: number;
  readonly signs: Int32Array;
}

/** Passages of one source by rising ids, from `first` to the next block's; in one piece: eight bytes for each id, then the signs of each. */
interface BlockRow {
  readonly first: number;
  readonly block: Buffer;
}

interface Block {
  readonly ids: Float64Array;
  readonly signs: Int32Array;
}

/**
 * Passages in a block: 104 kB with 768 numbers. A block is written anew when passages come or go, and a search reads all of them: reading
 * 100,000 passages takes 6 ms with 256 to a block and 4 with 1,024, at best. Counting takes 4 to 7 more.
 */
export const BLOCK_ROWS = 1_024;
const ID_BYTES = Float64Array.BYTES_PER_ELEMENT;
const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** How many bytes of a block a passage takes, with so many numbers of 32 signs. */
export function bytesOfPassage(words: number): number {
  return ID_BYTES + words * WORD_BYTES;
}

/** The table of signs of one model's vectors. */
export function signsTableOf(generation: number): string {
  return `rag_signs_${generation}`;
}

/** What keeps a table of signs; `words` is how many numbers of 32 signs a vector has. */
export function createSignTable(sqlite: Sqlite.Database, table: string, words: number) {
  const at = sqlite.prepare<[string, number], BlockRow>(
    `SELECT first, block FROM ${table} WHERE source = ? AND first <= ? ORDER BY first DESC LIMIT 1`,
  );
  const firstAfter = sqlite.prepare<[string, number], number>(`SELECT min(first) FROM ${table} WHERE source = ? AND first > ?`).pluck();
  const write = sqlite.prepare<[string, number, Uint8Array]>(
    `INSERT INTO ${table} (source, first, block) VALUES (?, ?, ?) ON CONFLICT (source, first) DO UPDATE SET block = excluded.block`,
  );
  const erase = sqlite.prepare<[string, number]>(`DELETE FROM ${table} WHERE source = ? AND first = ?`);

  /** Puts these into the place of the block, in as many blocks as they need. */
  function replace(source: string, first: number | undefined, rows: readonly Signs[]): void {
    if (rows.length === 0 && first !== undefined) erase.run(source, first);
    for (let from = 0; from < rows.length; from += BLOCK_ROWS) {
      const some = rows.slice(from, from + BLOCK_ROWS);
      const block = new Uint8Array(some.length * bytesOfPassage(words));
      const { ids, signs } = blockOf(block, words);
      for (const [index, row] of some.entries()) {
        ids[index] = row.id;
        signs.set(row.signs, index * words);
      }
      write.run(source, (from === 0 ? first : undefined) ?? ids[0] ?? 0, block);
    }
  }

  function rowsOf(row: BlockRow | undefined): readonly Signs[] {
    if (row === undefined) return [];
    const { ids, signs } = blockOf(row.block, words);
    return Array.from(ids, (id, index) => ({ id, signs: signs.subarray(index * words, (index + 1) * words) }));
  }

  /** Calls `change` once for each block that these ids belong to, with those of them. */
  function eachBlock(
    source: string,
    ids: readonly number[],
    change: (block: BlockRow | undefined, ids: ReadonlySet<number>) => void,
  ): void {
    let left = ids.toSorted((one, other) => one - other);
    while (left[0] !== undefined) {
      const [lowest] = left;
      const end = firstAfter.get(source, lowest) ?? Number.POSITIVE_INFINITY;
      change(at.get(source, lowest), new Set(left.filter((id) => id < end)));
      left = left.filter((id) => id >= end);
    }
  }

  return {
    /** Keeps signs of passages that have none yet. */
    add(source: string, added: readonly Signs[]): void {
      const byId = new Map(added.map((row) => [row.id, row]));
      eachBlock(source, [...byId.keys()], (block, ids) => {
        const more = [...ids].flatMap((id) => byId.get(id) ?? []);
        const rows = [...rowsOf(block), ...more].sort((one, other) => one.id - other.id);
        replace(source, block?.first, rows);
      });
    },

    /** Removes signs of passages; those that have none do not matter. */
    remove(source: string, removed: readonly number[]): void {
      eachBlock(source, removed, (block, ids) => {
        if (block === undefined) return;
        const rows = rowsOf(block);
        const left = rows.filter(({ id }) => !ids.has(id));
        if (left.length < rows.length) replace(source, block.first, left);
      });
    },

    /** Makes one block of two neighbours, which together are to have room in one. */
    merge(source: string, first: number, second: number): void {
      const rows = [...rowsOf(at.get(source, first)), ...rowsOf(at.get(source, second))];
      erase.run(source, second);
      replace(source, first, rows);
    },
  };
}

/** What a search by signs is for. */
export interface SignQuery {
  readonly signs: Int32Array;
  /** At least so many are given if there are as many. */
  readonly count: number;
  /** All when left out. */
  readonly sources: readonly string[] | undefined;
  /** All when left out. */
  readonly among: ReadonlySet<number> | undefined;
}

/** Ids of the passages whose vectors have most signs in common with the query's, and of all that have as many as the last of them. */
export function nearestBySigns(sqlite: Sqlite.Database, table: string, { signs, count, sources, among }: SignQuery): readonly number[] {
  const within = sources === undefined ? "" : " WHERE source IN (SELECT value FROM json_each(@sources))";
  const values = sources === undefined ? {} : { sources: JSON.stringify(sources) };
  const bytes = sqlite.prepare<[object], number | null>(`SELECT sum(length(block)) FROM ${table}${within}`).pluck().get(values);
  const ids = new Float64Array((bytes ?? 0) / bytesOfPassage(signs.length));
  const distances = new Uint16Array(ids.length);
  let size = 0;
  for (const { block } of sqlite.prepare<[object], BlockRow>(`SELECT block FROM ${table}${within}`).iterate(values)) {
    const part = blockOf(block, signs.length);
    ids.set(part.ids, size);
    countDifferences(part.signs, signs, distances.subarray(size, size + part.ids.length));
    size += part.ids.length;
  }
  // what may not be found is further than all others
  const furthest = signs.length * 32 + 1;
  if (among !== undefined) for (const [index, id] of ids.entries()) if (!among.has(id)) distances[index] = furthest;
  const most = distanceOf(count, distances, furthest);
  const nearest: number[] = [];
  for (let index = 0; index < distances.length; index += 1) if ((distances[index] ?? 0) <= most) nearest.push(ids[index] ?? 0);
  return nearest;
}

/** The distance that at least so many do not exceed; the largest below `furthest` if there are not as many. */
function distanceOf(count: number, distances: Uint16Array, furthest: number): number {
  const withDistance = new Uint32Array(furthest + 1);
  for (let index = 0; index < distances.length; index += 1) {
    const distance = distances[index] ?? 0;
    withDistance[distance] = (withDistance[distance] ?? 0) + 1;
  }
  let most = 0;
  for (let found = withDistance[0] ?? 0; found < count && most < furthest - 1; found += withDistance[most] ?? 0) most += 1;
  return most;
}

/** The signs of a vector's numbers, 32 to a number, filled up with zeros. */
export function signsOf(vector: Float32Array): Int32Array {
  const signs = new Int32Array(Math.ceil(vector.length / 32));
  vector.forEach((value, index) => {
    if (value > 0) signs[index >> 5] = (signs[index >> 5] ?? 0) | (1 << (index & 31));
  });
  return signs;
}

/** How many signs of each vector of a block differ from the query's: ones are counted in all pairs, fours and bytes of a number at once. */
function countDifferences(block: Int32Array, signs: Int32Array, counts: Uint16Array): void {
  let at = 0;
  for (let row = 0; row < counts.length; row += 1) {
    let count = 0;
    for (let word = 0; word < signs.length; word += 1) {
      let ones = (block[at] ?? 0) ^ (signs[word] ?? 0);
      ones -= (ones >>> 1) & 0x55555555;
      ones = (ones & 0x33333333) + ((ones >>> 2) & 0x33333333);
      ones = (ones + (ones >>> 4)) & 0x0f0f0f0f;
      count += Math.imul(ones, 0x01010101) >>> 24;
      at += 1;
    }
    counts[row] = count;
  }
}

function blockOf({ buffer, byteOffset, byteLength }: Uint8Array, words: number): Block {
  // numbers are read where a multiple of their size begins
  const isAligned = byteOffset % ID_BYTES === 0;
  const [bytes, start] = isAligned ? [buffer, byteOffset] : [buffer.slice(byteOffset, byteOffset + byteLength), 0];
  const rows = byteLength / bytesOfPassage(words);
  return { ids: new Float64Array(bytes, start, rows), signs: new Int32Array(bytes, start + rows * ID_BYTES, rows * words) };
}
