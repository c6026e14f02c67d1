import type { AssistantDatabase } from "../database.ts";
import { createSignTable, type Signs, signsOf, signsSchema, signsTableOf } from "./knowledge-signs.ts";

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

/** A block of signs takes so many pages, a vector one. */
const PAGES_OF_BLOCK = 26;

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
  const sourceOf = sqlite.prepare<[number], string>("SELECT source FROM rag_documents WHERE id = ?").pluck();
  const isLeft = sqlite.prepare<[number], number>("SELECT 1 FROM rag_documents WHERE id > ? LIMIT 1").pluck();
  const skip = sqlite.prepare<[number, number]>("INSERT INTO rag_skipped (generation, id) VALUES (?, ?)");
  const unskip = sqlite.prepare<[number, number]>("DELETE FROM rag_skipped WHERE generation = ? AND id = ?");

  const tableOf = (generation: number): string => `rag_vectors_${generation}`;
  const signTable = ({ generation, dimensions }: Pick<Generation, "generation" | "dimensions">) =>
    createSignTable(sqlite, signsTableOf(generation), Math.ceil(dimensions / 32));
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
      `CREATE TABLE ${tableOf(generation)} (id INTEGER PRIMARY KEY, embedding BLOB NOT NULL) STRICT;
       ${signsSchema(signsTableOf(generation))}`,
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
    signTable,

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
        const wanted = of(model, dimensions) ?? begin(model, dimensions);
        const { generation, filled_to } = wanted;
        const embed = sqlite.prepare<[number, Float32Array]>(`INSERT INTO ${tableOf(generation)} (id, embedding) VALUES (?, ?)`);
        const signs = new Map<string, Signs[]>();
        const add = (id: number, vector: Float32Array): void => {
          embed.run(id, vector);
          const source = sourceOf.get(id) ?? "";
          signs.set(source, [...(signs.get(source) ?? []), { id, signs: signsOf(vector) }]);
        };
        for (const [id, vector] of vectors) {
          if (id <= filled_to && unskip.run(generation, id).changes > 0) add(id, vector);
        }
        const last = Math.max(filled_to, ...vectors.keys());
        for (const id of idsAfter.all(filled_to, last)) {
          const vector = vectors.get(id);
          if (vector === undefined) skip.run(generation, id);
          else add(id, vector);
        }
        for (const [source, rows] of signs) signTable(wanted).add(source, rows);
        setFilled.run(last, generation);
        switchIfFilled();
      });
    },

    /** Removes vectors of passages of a source, within the transaction that removes them. */
    remove(source: string, ids: readonly number[]): void {
      for (const generation of rows.all()) {
        const erase = sqlite.prepare<[number]>(`DELETE FROM ${tableOf(generation.generation)} WHERE id = ?`);
        for (const id of ids) erase.run(id);
        signTable(generation).remove(source, ids);
      }
    },

    /** Removes so many vectors that are no longer needed, or an empty table of them; false when there is nothing left to do. */
    removeRetired(most: number): boolean {
      const retired = rows.all().find(({ status }) => status === "retired");
      if (retired === undefined) return false;
      const table = tableOf(retired.generation);
      const signs = signsTableOf(retired.generation);
      const erase = (from: string, key: string, limit: number): number =>
        sqlite.prepare<[number]>(`DELETE FROM ${from} WHERE ${key} IN (SELECT ${key} FROM ${from} LIMIT ?)`).run(limit).changes;
      if (erase(table, "id", most) > 0 || erase(signs, "id", Math.ceil(most / PAGES_OF_BLOCK)) > 0) return true;
      sqlite.exec(`DROP TABLE ${table}; DROP TABLE ${signs}`);
      forget.run(retired.generation);
      return true;
    },
  };
}
