import type Sqlite from "better-sqlite3";
import type { Term } from "./knowledge-words.ts";

const LAST_LETTER = "\u{10ffff}";

interface WordIndex {
  /** An FTS5 table. */
  readonly table: "rag_fts" | "facts_fts";
  /** Rows that a query's words may stand in, added up over its words: each of them costs BM25 1.2 µs. */
  readonly mostWeighed: number;
}

/**
 * The rarest terms, as many as may be weighed, but one at least. What is given up is the little that common words weigh between rows with rare
 * ones.
 */
export function rarestTerms(sqlite: Sqlite.Database, terms: readonly Term[], { table, mostWeighed }: WordIndex): readonly Term[] {
  sqlite.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_words USING fts5vocab(main, ${table}, row)`);
  const rows = sqlite.prepare<[string, string], number>(`SELECT doc FROM temp.${table}_words WHERE term >= ? AND term <= ?`).pluck();

  /** In how many rows it is, if it is not in too many; one with two words that begin so counts twice. */
  const count = ({ words, isBeginning }: Term): number => {
    const counts = words.map((word) => {
      let sum = 0;
      for (const more of rows.iterate(word, isBeginning ? word + LAST_LETTER : word)) {
        sum += more;
        if (sum > mostWeighed) break;
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
      return index === 0 || weighed <= mostWeighed;
    })
    .map(({ term }) => term);
}
