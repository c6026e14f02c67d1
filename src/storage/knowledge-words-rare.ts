import type Sqlite from "better-sqlite3";
import type { Term } from "./knowledge-words.ts";

/**
 * Passages that a query's words may stand in, added up over its words: each of them costs BM25 1.2 µs. Six words, of which two stood in nearly
 * all of 100,000 passages, took 0.5 s of processor time. What is given up is the little that common words weigh between passages with rare ones.
 */
const MOST_WEIGHED = 20_000;
const LAST_LETTER = "\u{10ffff}";

/** The rarest terms, as many as may be weighed, but one at least. */
export function rarestTerms(sqlite: Sqlite.Database, terms: readonly Term[]): readonly Term[] {
  sqlite.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.rag_words USING fts5vocab(main, rag_fts, row)");
  const passages = sqlite.prepare<[string, string], number>("SELECT doc FROM temp.rag_words WHERE term >= ? AND term <= ?").pluck();

  /** In how many passages it is, if it is not in too many; one with two words that begin so counts twice. */
  const count = ({ words, isBeginning }: Term): number => {
    const counts = words.map((word) => {
      let sum = 0;
      for (const more of passages.iterate(word, isBeginning ? word + LAST_LETTER : word)) {
        sum += more;
        if (sum > MOST_WEIGHED) break;
      }
      return sum;
    });
    return Math.min(...counts);
  };

  let weighed = 0;
  return terms
    .map((term) => ({ term, passages: count(term) }))
    .sort((one, other) => one.passages - other.passages)
    .filter(({ passages }, index) => {
      weighed += passages;
      return index === 0 || weighed <= MOST_WEIGHED;
    })
    .map(({ term }) => term);
}
