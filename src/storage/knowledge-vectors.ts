import type { AssistantDatabase } from "./database.ts";
import { signBits } from "./knowledge-search.ts";

/** The vectors of one model: what a search uses, what is being made to take its place, or what is no longer needed. */
interface Generation {
  readonly generation: number;
  readonly model: string;
  readonly dimensions: number;
  readonly filled_to: number;
  readonly status: "current" | "building" | "retired";
}

/** Vectors cannot be kept: this system has no sqlite-vec, or what was given is no vector. */
export class VectorError extends Error {
  override name = "VectorError";
}

/**
 * Rows of a table's block. sqlite-vec reads a block for each vector of a rescoring, and gives its space back only when it is empty, so it is
 * small; below 16 the scan of a whole table slows down (20,000 vectors: 28 ms with 64 and 32, 31 with 16, 34 with 8; rescoring 160 of them
 * adds 9 ms with 64, 2 with 16).
 */
export const BLOCK_ROWS = 16;

export type VectorTables = ReturnType<typeof createVectorTables>;

/** The tables of vectors, one for each generation: another model's vectors are made beside those in use and take their place when complete. */
export function createVectorTables({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const rows = sqlite.prepare<[], Generation>("SELECT * FROM rag_state ORDER BY generation");
  const insert = sqlite.prepare<[string, number, string], { generation: number }>(
    "INSERT INTO rag_state (model, dimensions, status) VALUES (?, ?, ?) RETURNING generation",
  );
  const setStatus = sqlite.prepare<[Generation["status"], number]>("UPDATE rag_state SET status = ? WHERE generation = ?");
  const setFilled = sqlite.prepare<[number, number]>("UPDATE rag_state SET filled_to = ? WHERE generation = ?");
  const forget = sqlite.prepare<[number]>("DELETE FROM rag_state WHERE generation = ?");
  const idsAfter = sqlite.prepare<[number, number], number>("SELECT id FROM rag_documents WHERE id > ? AND id <= ? ORDER BY id").pluck();
  const isLeft = sqlite.prepare<[number], number>("SELECT 1 FROM rag_documents WHERE id > ? LIMIT 1").pluck();
  const skip = sqlite.prepare<[number, number]>("INSERT INTO rag_skipped (generation, id) VALUES (?, ?)");
  const unskip = sqlite.prepare<[number, number]>("DELETE FROM rag_skipped WHERE generation = ? AND id = ?");

  const tableOf = (generation: number): string => `rag_vectors_${generation}`;
  const load = (): void => {
    const problem = database.vectorsProblem();
    if (problem !== undefined) throw new VectorError(`this system cannot search vectors: ${problem}`);
  };

  function live(status: "current" | "building"): Generation | undefined {
    return rows.all().find((row) => row.status === status);
  }

  /** What belongs to a model: its unfinished generation before its finished one. An unfinished one of another model is given up. */
  function of(model: string, dimensions?: number): Generation | undefined {
    const fits = (one: Generation): boolean => one.model === model && (dimensions === undefined || one.dimensions === dimensions);
    const building = live("building");
    if (building !== undefined && fits(building)) return building;
    if (building !== undefined) setStatus.run("retired", building.generation);
    const current = live("current");
    return current !== undefined && fits(current) ? current : undefined;
  }

  function begin(model: string, dimensions: number): Generation {
    const status = live("current") === undefined ? "current" : "building";
    const { generation = 0 } = insert.get(model, dimensions, status) ?? {};
    sqlite.exec(
      `CREATE VIRTUAL TABLE ${tableOf(generation)} USING vec0(
        embedding float[${dimensions}] distance_metric=cosine, coarse bit[${Math.ceil(dimensions / 8) * 8}], chunk_size=${BLOCK_ROWS})`,
    );
    return { generation, model, dimensions, filled_to: 0, status };
  }

  /** What is being made takes the place of what is in use as soon as every passage had its turn. */
  function switchIfFilled(): void {
    const building = live("building");
    if (building === undefined || isLeft.get(building.filled_to) !== undefined) return;
    const current = live("current");
    if (current !== undefined) setStatus.run("retired", current.generation);
    setStatus.run("current", building.generation);
  }

  return {
    live,
    tableOf,

    /** The generation whose vectors a model is to make, if there is one yet; `dimensions` when they are known. */
    wanted: (model: string, dimensions?: number): Generation | undefined =>
      database.transaction(() => {
        const generation = of(model, dimensions);
        if (generation !== undefined) switchIfFilled();
        return generation;
      }),

    /** Keeps vectors of passages in one transaction; those of passages that are gone, or that have one, are left out. Throws VectorError. */
    put(model: string, dimensions: number, given: readonly { readonly id: number; readonly vector: Float32Array }[]): void {
      for (const { vector } of given) {
        if (vector.length !== dimensions || !vector.every(Number.isFinite) || vector.every((value) => value === 0)) {
          throw new VectorError(`a vector of ${dimensions} numbers was expected, not all of them 0`);
        }
      }
      load();
      const vectors = new Map(given.map(({ id, vector }) => [id, vector]));
      database.transaction(() => {
        const { generation, filled_to } = of(model, dimensions) ?? begin(model, dimensions);
        const add = sqlite.prepare(`INSERT INTO ${tableOf(generation)} (rowid, embedding, coarse) VALUES (?, ?, vec_bit(?))`);
        for (const [id, vector] of vectors) {
          if (id <= filled_to && unskip.run(generation, id).changes > 0) add.run(BigInt(id), vector, signBits(vector));
        }
        const last = Math.max(filled_to, ...vectors.keys());
        for (const id of idsAfter.all(filled_to, last)) {
          const vector = vectors.get(id);
          if (vector === undefined) skip.run(generation, id);
          else add.run(BigInt(id), vector, signBits(vector));
        }
        setFilled.run(last, generation);
        switchIfFilled();
      });
    },

    /** Removes a passage's vectors, within the transaction that removes it. */
    remove(id: number): void {
      const all = rows.all();
      if (all.length === 0 || database.vectorsProblem() !== undefined) return;
      for (const { generation } of all) sqlite.prepare(`DELETE FROM ${tableOf(generation)} WHERE rowid = ?`).run(BigInt(id));
    },

    /** Removes so many vectors that are no longer needed, or an empty table of them; false when there is nothing left to do. */
    removeRetired(most: number): boolean {
      const retired = rows.all().find(({ status }) => status === "retired");
      if (retired === undefined || database.vectorsProblem() !== undefined) return false;
      const table = tableOf(retired.generation);
      const ids = sqlite.prepare<[number], number>(`SELECT rowid FROM ${table} LIMIT ?`).pluck().all(most);
      const erase = sqlite.prepare(`DELETE FROM ${table} WHERE rowid = ?`);
      for (const id of ids) erase.run(BigInt(id));
      if (ids.length === 0) {
        sqlite.exec(`DROP TABLE ${table}`);
        forget.run(retired.generation);
      }
      return true;
    },
  };
}
