import type { AssistantDatabase } from "./database.ts";
import { inSteps, type Step } from "./knowledge-steps.ts";
import { BLOCK_ROWS, type VectorTables } from "./knowledge-vectors.ts";

/** A block of a table of vectors as sqlite-vec keeps it: which of its places are taken, a bit each, and by whom, eight bytes each. */
interface Block {
  readonly chunk_id: number;
  readonly validity: Buffer;
  readonly rowids: Buffer;
}

interface Vector {
  readonly embedding: Buffer;
  readonly coarse: Buffer;
}

/** Blocks that are looked at in one step: 100 kB. */
const MOST_LOOKED_AT = 500;
/** A block with fewer vectors is emptied. */
const FEWEST_ROWS = BLOCK_ROWS / 2;

/**
 * Gives back the space of deleted vectors. sqlite-vec 0.1.9 never fills the hole of a deleted vector, and drops a block only when it is empty:
 * without this a table whose vectors change one by one grows without end. Blocks that are less than half full are emptied into the newest one,
 * so at most as many vectors are moved as were deleted, and a table has at most twice the blocks that it needs. Done by the one writer in
 * steps: a thread that rewrote the table would hold the lock that the next turn waits for.
 */
export function createCompaction({ database, vectors }: { database: AssistantDatabase; vectors: VectorTables }) {
  const { sqlite } = database;

  async function compactTable(table: string, signal: AbortSignal | undefined): Promise<void> {
    const newest = sqlite.prepare<[], number | null>(`SELECT max(chunk_id) FROM ${table}_chunks`).pluck().get() ?? 0;
    const blocksAfter = sqlite.prepare<[number, number, number], Block>(
      `SELECT chunk_id, validity, rowids FROM ${table}_chunks WHERE chunk_id > ? AND chunk_id < ? ORDER BY chunk_id LIMIT ?`,
    );
    const find = sqlite.prepare<[bigint], Vector>(`SELECT embedding, coarse FROM ${table} WHERE rowid = ?`);
    const erase = sqlite.prepare<[bigint]>(`DELETE FROM ${table} WHERE rowid = ?`);
    const add = sqlite.prepare<[bigint, Buffer, Buffer]>(`INSERT INTO ${table} (rowid, embedding, coarse) VALUES (?, ?, vec_bit(?))`);
    let last = 0;

    const step = (most: number): Step => {
      const blocks = blocksAfter.all(last, newest, MOST_LOOKED_AT);
      let moved = 0;
      for (const block of blocks) {
        if (moved >= most) return { isLast: false, isFull: true };
        last = block.chunk_id;
        const ids = idsIn(block);
        if (ids.length >= FEWEST_ROWS) continue;
        for (const id of ids) {
          const vector = find.get(id);
          if (vector === undefined) continue;
          erase.run(id);
          add.run(id, vector.embedding, vector.coarse);
          moved += 1;
        }
      }
      return { isLast: blocks.length < MOST_LOOKED_AT, isFull: moved >= most };
    };
    await inSteps(database, signal, step);
  }

  /** Throws on `signal`: what was moved until then stays, and the rest is found again. */
  return async (signal: AbortSignal | undefined): Promise<void> => {
    if (database.vectorsProblem() !== undefined) return;
    for (const status of ["current", "building"] as const) {
      const generation = vectors.live(status)?.generation;
      if (generation !== undefined) await compactTable(vectors.tableOf(generation), signal);
    }
  };
}

function idsIn({ validity, rowids }: Block): readonly bigint[] {
  const ids: bigint[] = [];
  for (let place = 0; place < BLOCK_ROWS; place += 1) {
    if (((validity[place >> 3] ?? 0) >> (place & 7)) & 1) ids.push(rowids.readBigInt64LE(place * 8));
  }
  return ids;
}
