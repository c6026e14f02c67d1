import type Sqlite from "better-sqlite3";
import { wordsQuery } from "./knowledge-words.ts";

/** Which passages may be found; what is left out does not matter. */
export interface Filter {
  readonly sources?: readonly string[] | undefined;
  /** Passages whose metadata have this `domain`. */
  readonly domain?: string | undefined;
  /** Passages whose metadata have this `areaId`. */
  readonly areaId?: string | undefined;
}

/** A passage that was found, a higher score for a better one. */
export interface Match {
  readonly id: number;
  readonly score: number;
}

/** Above this many vectors bits are compared first: at 20,000 of 768 numbers 7 ms instead of 31, at 100,000 a tenth. */
const MOST_COMPARED = 20_000;
/** So many times more are taken by their bits and compared in full: of made-up vectors in clusters all of the true ten are among them. */
const CANDIDATES = 16;
const FEWEST_CANDIDATES = 160;
/** sqlite-vec finds no more at once. */
const MOST_CANDIDATES = 4_096;

/** Passages with the query's words, by BM25. */
export function matchWords(sqlite: Sqlite.Database, query: string, limit: number, filter: Filter): readonly Match[] {
  const words = wordsQuery(query);
  if (words === undefined) return [];
  // the + keeps SQLite from looking each allowed passage up in the index of words, one after another
  const { condition, values } = allowed("+rowid", filter);
  return sqlite
    .prepare<[Record<string, unknown>], Match>(
      `SELECT rowid AS id, -rank AS score FROM rag_fts WHERE rag_fts MATCH @words${condition} ORDER BY rank LIMIT @limit`,
    )
    .all({ words, limit, ...values });
}

/** A vector, and the model that made it if that is known. */
export interface VectorQuery {
  readonly model: string | undefined;
  readonly vector: Float32Array;
}

/** Passages whose vectors are nearest by the cosine. None when the vectors in use are another model's, or of another length. */
export function matchVectors(sqlite: Sqlite.Database, { model, vector }: VectorQuery, limit: number, filter: Filter): readonly Match[] {
  const current = sqlite
    .prepare<[string | null, number], { generation: number }>(
      "SELECT generation FROM rag_state WHERE status = 'current' AND model = coalesce(?, model) AND dimensions = ?",
    )
    .get(model ?? null, vector.length);
  if (current === undefined) return [];
  const { condition, values } = allowed("rowid", filter);
  const table = `rag_vectors_${current.generation}`;
  if (!isMoreThan(sqlite, MOST_COMPARED)) {
    return sqlite
      .prepare<[Record<string, unknown>], Match>(
        `SELECT rowid AS id, 1 - distance AS score FROM ${table} WHERE embedding MATCH @vector AND k = @limit${condition} ORDER BY distance`,
      )
      .all({ vector, limit, ...values });
  }
  const candidates = Math.min(MOST_CANDIDATES, Math.max(FEWEST_CANDIDATES, limit * CANDIDATES));
  return sqlite
    .prepare<[Record<string, unknown>], Match>(
      `SELECT rowid AS id, 1 - vec_distance_cosine(embedding, @vector) AS score FROM ${table}
       WHERE coarse MATCH vec_bit(@bits) AND k = @candidates${condition} ORDER BY score DESC LIMIT @limit`,
    )
    .all({ vector, bits: signBits(vector), candidates, limit, ...values });
}

/** The signs of a vector's numbers, eight to a byte, filled up with zeros. */
export function signBits(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8));
  vector.forEach((value, index) => {
    if (value > 0) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bits;
}

/** Whether there are more passages, without counting all of them. */
export function isMoreThan(sqlite: Sqlite.Database, most: number): boolean {
  return sqlite.prepare("SELECT 1 FROM rag_documents LIMIT 1 OFFSET ?").get(most) !== undefined;
}

function allowed(id: string, { sources, domain, areaId }: Filter): { condition: string; values: Record<string, unknown> } {
  const conditions = [
    ...(sources === undefined ? [] : ["source IN (SELECT value FROM json_each(@sources))"]),
    ...(domain === undefined ? [] : ["domain = @domain"]),
    ...(areaId === undefined ? [] : ["area_id = @areaId"]),
  ];
  if (conditions.length === 0) return { condition: "", values: {} };
  return {
    condition: ` AND ${id} IN (SELECT id FROM rag_documents WHERE ${conditions.join(" AND ")})`,
    values: {
      ...(sources === undefined ? {} : { sources: JSON.stringify(sources) }),
      ...(domain === undefined ? {} : { domain }),
      ...(areaId === undefined ? {} : { areaId }),
    },
  };
}
