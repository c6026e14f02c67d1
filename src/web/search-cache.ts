import type { SearchHit } from "./search.ts";

export interface SearchCache {
  get(key: string): readonly SearchHit[] | undefined;
  set(key: string, hits: readonly SearchHit[]): void;
}

/** The same question comes again within a conversation; later the answer may be another. */
const FRESH_MS = 15 * 60_000;
/** Five hits are about 3 KB. */
const MOST_ANSWERS = 50;

/** Answers of the last quarter of an hour, in memory alone. What found nothing is not kept. `clock` in ms. */
export function createSearchCache({ clock }: { clock: () => number }): SearchCache {
  const answers = new Map<string, { readonly hits: readonly SearchHit[]; readonly at: number }>();
  // what comes from a time that is yet to be was kept before the clock was put back
  const isFresh = (at: number) => clock() - at < FRESH_MS && at <= clock();
  const forgetOld = () => {
    for (const [key, { at }] of answers) {
      if (isFresh(at) && answers.size < MOST_ANSWERS) break;
      answers.delete(key);
    }
  };
  return {
    get(key) {
      const known = answers.get(key);
      return known && isFresh(known.at) ? known.hits : undefined;
    },
    set(key, hits) {
      if (hits.length === 0) return;
      answers.delete(key);
      forgetOld();
      answers.set(key, { hits, at: clock() });
    },
  };
}
