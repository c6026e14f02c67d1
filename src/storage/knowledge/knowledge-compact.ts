import type { AssistantDatabase } from "../database.ts";
import { BLOCK_ROWS, bytesOfPassage, signsTableOf } from "./knowledge-signs.ts";
import { inSteps, type Step } from "./knowledge-steps.ts";
import type { VectorTables } from "./knowledge-vectors.ts";

interface BlockSize {
  readonly source: string;
  readonly first: number;
  readonly rows: number;
}

/** Blocks that are looked at in one step; their sizes are read, not what is in them. */
const MOST_LOOKED_AT = 200;
/** Neighbours that fill no more of a block together become one: room is left for what comes next. */
const MOST_MERGED = (BLOCK_ROWS * 3) / 4;
/** Merging two blocks writes as much as so many vectors. */
const WRITES_OF_MERGING = 64;

/**
 * Makes blocks of signs that deletions left small into larger ones, for a search reads each of them: a table has less than three times the
 * blocks that it needs. Done by the one writer in steps: a thread that rewrote the table would hold the lock that the next turn waits for.
 */
export function createCompaction({ database, vectors }: { database: AssistantDatabase; vectors: VectorTables }) {
  const { sqlite } = database;

  async function compactTable(generation: number, dimensions: number, signal: AbortSignal | undefined): Promise<void> {
    const table = signsTableOf(generation);
    const bytes = bytesOfPassage(Math.ceil(dimensions / 32));
    const signs = vectors.signTable({ generation, dimensions });
    const blocksFrom = sqlite.prepare<{ source: string; first: number; bytes: number; most: number }, BlockSize>(
      `SELECT source, first, length(block) / @bytes AS rows FROM ${table} WHERE (source, first) >= (@source, @first)
       ORDER BY source, first LIMIT @most`,
    );
    let last = { source: "", first: Number.NEGATIVE_INFINITY };

    const step = (most: number): Step => {
      const [begin, ...blocks] = blocksFrom.all({ ...last, bytes, most: MOST_LOOKED_AT });
      if (begin === undefined) return { isLast: true, isFull: false };
      let before = begin;
      let writes = 0;
      for (const block of blocks) {
        if (writes >= most) return { isLast: false, isFull: true };
        const rows = before.rows + block.rows;
        const isMerged = before.source === block.source && rows <= MOST_MERGED;
        if (isMerged) {
          signs.merge(block.source, before.first, block.first);
          writes += WRITES_OF_MERGING;
        }
        before = isMerged ? { ...before, rows } : block;
        last = before;
      }
      return { isLast: blocks.length + 1 < MOST_LOOKED_AT, isFull: writes >= most };
    };
    await inSteps(database, signal, step);
  }

  /** Throws on `signal`: what was merged until then stays, and the rest is found again. */
  return async (signal: AbortSignal | undefined): Promise<void> => {
    for (const status of ["current", "building"] as const) {
      const live = vectors.live(status);
      if (live !== undefined) await compactTable(live.generation, live.dimensions, signal);
    }
  };
}
