import type { AssistantDatabase } from "../database.ts";

/** The vectors of one model: what a search uses, what is being made to take its place, or what is no longer needed. */
interface Generation {
  readonly generation: number;
  readonly model: string;
  readonly dimensions: number;
  readonly filledTo: number;
  readonly status: "current" | "building" | "retired";
}

/** Vectors cannot be kept: this system has no sqlite-vec, or what was given is no vector. */
export class VectorError extends Error {
  override name = "VectorError";
}

/** The table of one model's vectors, and that of their signs, which a search of many compares first. */
export const tablesOf = (generation: number) => ({ vectors: `rag_vectors_${generation}`, signs: `rag_signs_${generation}` });

/** A vector's signs as a bit vector of sqlite-vec; any length is filled up with zeros. */
export function signsOf(vector: Float32Array): Uint8Array {
  const signs = new Uint8Array(Math.ceil(vector.length / 8));
  vector.forEach((value, index) => {
    if (value > 0) signs[index >> 3] = (signs[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return signs;
}

export type VectorTables = ReturnType<typeof createVectorTables>;

/** The tables of vectors, one for each generation: another model's vectors are made beside those in use and take their place when complete. */
export function createVectorTables({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const rows = database.query<[], Generation>("SELECT * FROM rag_state ORDER BY generation");
  const insert = database.values<[string, number, string], number>(
    "INSERT INTO rag_state (model, dimensions, status) VALUES (?, ?, ?) RETURNING generation",
  );
  const setStatus = database.command<[Generation["status"], number]>("UPDATE rag_state SET status = ? WHERE generation = ?");
  const setFilled = database.command<[number, number]>("UPDATE rag_state SET filled_to = ? WHERE generation = ?");
  const forget = database.command<[number]>("DELETE FROM rag_state WHERE generation = ?");
  const idsAfter = database.values<[number, number], number>("SELECT id FROM rag_documents WHERE id > ? AND id <= ? ORDER BY id");
  const isLeft = database.values<[number], number>("SELECT 1 FROM rag_documents WHERE id > ? LIMIT 1");
  const skip = database.command<[number, number]>("INSERT INTO rag_skipped (generation, id) VALUES (?, ?)");
  const unskip = database.command<[number, number]>("DELETE FROM rag_skipped WHERE generation = ? AND id = ?");

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
    if (building !== undefined) setStatus("retired", building.generation);
    const current = live("current");
    return current !== undefined && fits(current) ? current : undefined;
  }

  function begin(model: string, dimensions: number): Generation {
    const status = live("current") === undefined ? "current" : "building";
    const generation = insert.get(model, dimensions, status) ?? 0;
    const tables = tablesOf(generation);
    sqlite.exec(
      `CREATE TABLE ${tables.vectors} (id INTEGER PRIMARY KEY, embedding BLOB NOT NULL) STRICT;
       CREATE TABLE ${tables.signs} (id INTEGER PRIMARY KEY, source TEXT NOT NULL, signs BLOB NOT NULL) STRICT;`,
    );
    return { generation, model, dimensions, filledTo: 0, status };
  }

  /** What is being made takes the place of what is in use as soon as every passage had its turn. */
  function switchIfFilled(): void {
    const building = live("building");
    if (building === undefined || isLeft.get(building.filledTo) !== undefined) return;
    const current = live("current");
    if (current !== undefined) setStatus("retired", current.generation);
    setStatus("current", building.generation);
  }

  return {
    live,

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
        const { generation, filledTo } = of(model, dimensions) ?? begin(model, dimensions);
        const tables = tablesOf(generation);
        const embed = database.command<[number, Float32Array]>(`INSERT INTO ${tables.vectors} (id, embedding) VALUES (?, ?)`);
        const sign = database.command<{ id: number; signs: Uint8Array }>(
          `INSERT INTO ${tables.signs} (id, source, signs) SELECT id, source, @signs FROM rag_documents WHERE id = @id`,
        );
        const add = (id: number, vector: Float32Array): void => {
          embed(id, vector);
          sign({ id, signs: signsOf(vector) });
        };
        for (const [id, vector] of vectors) {
          if (id <= filledTo && unskip(generation, id) > 0) add(id, vector);
        }
        const last = Math.max(filledTo, ...vectors.keys());
        for (const id of idsAfter.all(filledTo, last)) {
          const vector = vectors.get(id);
          if (vector === undefined) skip(generation, id);
          else add(id, vector);
        }
        setFilled(last, generation);
        switchIfFilled();
      });
    },

    /** Removes vectors of passages, within the transaction that removes those. */
    remove(ids: readonly number[]): void {
      for (const table of rows.all().flatMap(({ generation }) => Object.values(tablesOf(generation)))) {
        const erase = database.command<[number]>(`DELETE FROM ${table} WHERE id = ?`);
        for (const id of ids) erase(id);
      }
    },

    /** Removes so many vectors that are no longer needed, or an empty table of them; false when there is nothing left to do. */
    removeRetired(most: number): boolean {
      const retired = rows.all().find(({ status }) => status === "retired");
      if (retired === undefined) return false;
      const tables = Object.values(tablesOf(retired.generation));
      const erase = (table: string): boolean =>
        database.command<[number]>(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} LIMIT ?)`)(most) > 0;
      if (tables.some(erase)) return true;
      for (const table of tables) sqlite.exec(`DROP TABLE ${table}`);
      forget(retired.generation);
      return true;
    },
  };
}
