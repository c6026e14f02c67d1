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

/** A block's passages; `signs` has as many numbers for each as a vector has. */
export interface Block {
  readonly ids: Float64Array;
  readonly signs: Int32Array;
}

/**
 * Passages in a block: 104 kB with 768 numbers. A block is written anew when passages come or go, and a thread's first search reads all of
 * them: reading 100,000 passages takes 6 ms with 256 to a block and 4 with 1,024, at best.
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

/** What makes a table of signs. A block that is written gets a new id: one id stands for the same passages and signs for ever. */
export function signsSchema(table: string): string {
  return `CREATE TABLE ${table} (
    id INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, first INTEGER NOT NULL, block BLOB NOT NULL, UNIQUE (source, first)
  ) STRICT;`;
}

/** What keeps a table of signs; `words` is how many numbers of 32 signs a vector has. */
export function createSignTable(sqlite: Sqlite.Database, table: string, words: number) {
  const at = sqlite.prepare<[string, number], BlockRow>(
    `SELECT first, block FROM ${table} WHERE source = ? AND first <= ? ORDER BY first DESC LIMIT 1`,
  );
  const firstAfter = sqlite.prepare<[string, number], number>(`SELECT min(first) FROM ${table} WHERE source = ? AND first > ?`).pluck();
  const write = sqlite.prepare<[string, number, Uint8Array]>(`INSERT OR REPLACE INTO ${table} (source, first, block) VALUES (?, ?, ?)`);
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

/** The signs of a vector's numbers, 32 to a number, filled up with zeros. */
export function signsOf(vector: Float32Array): Int32Array {
  const signs = new Int32Array(Math.ceil(vector.length / 32));
  vector.forEach((value, index) => {
    if (value > 0) signs[index >> 5] = (signs[index >> 5] ?? 0) | (1 << (index & 31));
  });
  return signs;
}

/** A block as it is kept, without a copy where its bytes allow. */
export function blockOf({ buffer, byteOffset, byteLength }: Uint8Array, words: number): Block {
  // numbers are read where a multiple of their size begins
  const isAligned = byteOffset % ID_BYTES === 0;
  const [bytes, start] = isAligned ? [buffer, byteOffset] : [buffer.slice(byteOffset, byteOffset + byteLength), 0];
  const rows = byteLength / bytesOfPassage(words);
  return { ids: new Float64Array(bytes, start, rows), signs: new Int32Array(bytes, start + rows * ID_BYTES, rows * words) };
}
