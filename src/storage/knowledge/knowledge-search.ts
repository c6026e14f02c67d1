import type Sqlite from "better-sqlite3";
import { signsOf, tablesOf } from "./knowledge-vectors.ts";
import { anyTerm, type Term, termsOf } from "./knowledge-words.ts";
import { rarestTerms } from "./knowledge-words-rare.ts";

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

/** Among more passages than these signs are compared first: 1,000 of 768 numbers are compared in full in 2 ms. */
const MOST_COMPARED = 1_000;
/** So many times more are taken by their signs and compared in full: of made-up vectors in clusters all of the true ten are among them. */
const CANDIDATES = 16;
const FEWEST_CANDIDATES = 160;

/** Of so many passages all words of a query are weighed. */
const FEW_PASSAGES = 5_000;
/** Six words, of which two stood in nearly all of 100,000 passages, took 0.5 s of processor time. */
const MOST_WEIGHED = 20_000;

/** Passages with the query's words, by BM25. In a large store its rarest words decide, and all of them where those find too little. */
export function matchWords(sqlite: Sqlite.Database, query: string, limit: number, filter: Filter): readonly Match[] {
  const all = termsOf(query);
  if (all.length === 0) return [];
  const { where, values } = conditionsOf(filter);
  // the + keeps SQLite from looking each allowed passage up in the index of words, one after another
  const condition = where === "" ? "" : ` AND +rowid IN (SELECT id FROM rag_documents${where})`;
  const rank = sqlite.prepare<[Record<string, unknown>], Match>(
    `SELECT rowid AS id, -rank AS score FROM rag_fts WHERE rag_fts MATCH @words${condition} ORDER BY rank LIMIT @limit`,
  );
  const search = (terms: readonly Term[]) => rank.all({ words: anyTerm(terms), limit, ...values });
  const rarest = isMoreThan(sqlite, FEW_PASSAGES) ? rarestTerms(sqlite, all, { table: "rag_fts", mostWeighed: MOST_WEIGHED }) : all;
  const found = search(rarest);
  return found.length < limit && rarest.length < all.length ? search(all) : found;
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
  const tables = tablesOf(current.generation);
  const { where, values } = conditionsOf(filter);
  // the + keeps SQLite from looking each passage up, where it is to read the signs one after another
  const isOfPlace = filter.domain !== undefined || filter.areaId !== undefined;
  const allowed = isOfPlace ? ` WHERE +id IN (SELECT id FROM rag_documents${where})` : where;
  const near = isMoreThan(sqlite, MOST_COMPARED, filter)
    ? `SELECT id FROM ${tables.signs}${allowed} ORDER BY vec_distance_hamming(vec_bit(signs), vec_bit(@signs)) LIMIT @candidates`
    : `SELECT id FROM rag_documents${where}`;
  return sqlite
    .prepare<[Record<string, unknown>], Match>(
      `SELECT id, 1 - vec_distance_cosine(embedding, @vector) AS score FROM ${tables.vectors} WHERE id IN (${near}) ORDER BY score DESC LIMIT @limit`,
    )
    .all({ vector, limit, signs: signsOf(vector), candidates: Math.max(FEWEST_CANDIDATES, limit * CANDIDATES), ...values });
}

/** Whether there are more passages to be searched, without counting all of them. */
export function isMoreThan(sqlite: Sqlite.Database, most: number, filter: Filter = {}): boolean {
  const { where, values } = conditionsOf(filter);
  return sqlite.prepare(`SELECT 1 FROM rag_documents${where} LIMIT 1 OFFSET @most`).get({ most, ...values }) !== undefined;
}

function conditionsOf({ sources, domain, areaId }: Filter): { where: string; values: Record<string, unknown> } {
  const conditions = [
    ...(sources === undefined ? [] : ["source IN (SELECT value FROM json_each(@sources))"]),
    ...(domain === undefined ? [] : ["domain = @domain"]),
    ...(areaId === undefined ? [] : ["area_id = @areaId"]),
  ];
  return {
    where: conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`,
    values: { sources: JSON.stringify(sources), domain, areaId },
  };
}
