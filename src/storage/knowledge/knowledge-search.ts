import type Sqlite from "better-sqlite3";
import { signsOf, tablesOf } from "./knowledge-vectors.ts";
import { anyTerm, type Term, termsOf } from "./knowledge-words.ts";

/** Which passages may be found: those of all sources when left out. */
export interface Filter {
  readonly sources?: readonly string[] | undefined;
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
/** Passages that a query's words may stand in, added up over its words. Six words, of which two stood in nearly all of 100,000, took 0.5 s. */
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
  const rarest = isMoreThan(sqlite, FEW_PASSAGES) ? rarestTerms(sqlite, all) : all;
  const found = search(rarest);
  return found.length < limit && rarest.length < all.length ? search(all) : found;
}

const LAST_LETTER = "\u{10ffff}";

/** The rarest terms, as many as may be weighed, at least one. Common words hardly change the order of rows with rare ones. */
export function rarestTerms(sqlite: Sqlite.Database, terms: readonly Term[]): readonly Term[] {
  sqlite.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.rag_fts_words USING fts5vocab(main, rag_fts, row)");
  const rows = sqlite.prepare<[string, string], number>("SELECT doc FROM temp.rag_fts_words WHERE term >= ? AND term <= ?").pluck();

  /** In how many rows it is, if it is not in too many; one with two words that begin so counts twice. */
  const count = ({ words, isBeginning }: Term): number => {
    const counts = words.map((word) => {
      let sum = 0;
      for (const more of rows.iterate(word, isBeginning ? word + LAST_LETTER : word)) {
        sum += more;
        if (sum > MOST_WEIGHED) break;
      }
      return sum;
    });
    return Math.min(...counts);
  };

  let weighed = 0;
  return terms
    .map((term) => ({ term, count: count(term) }))
    .sort((one, other) => one.count - other.count)
    .filter((one, index) => {
      weighed += one.count;
      return index === 0 || weighed <= MOST_WEIGHED;
    })
    .map(({ term }) => term);
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
  const near = isMoreThan(sqlite, MOST_COMPARED, filter)
    ? `SELECT id FROM ${tables.signs}${where} ORDER BY vec_distance_hamming(vec_bit(signs), vec_bit(@signs)) LIMIT @candidates`
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

function conditionsOf({ sources }: Filter): { where: string; values: Record<string, unknown> } {
  const where = sources === undefined ? "" : " WHERE source IN (SELECT value FROM json_each(@sources))";
  return { where, values: { sources: JSON.stringify(sources) } };
}
