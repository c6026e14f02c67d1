import { timeLimit } from "../text/time-limit.ts";
import type { Leaving } from "./egress-log.ts";
import type { CarefulProvider } from "./rate-limited-provider.ts";
import type { SearchCache } from "./search-cache.ts";

/** What a search found; texts as the engine wrote them, with its HTML in them, and not screened; `url` is http or https. */
export interface SearchHit {
  readonly title: string;
  readonly snippet: string;
  readonly url: string;
}

export interface SearchOptions {
  /** Most hits. */
  readonly limit: number;
  /** Of the person who asks: `en`, `pt-BR`. */
  readonly language: string;
  readonly signal: AbortSignal;
}

/** One search engine. Rejects with SearchError, and with the signal's reason once that is aborted. */
export interface SearchProvider {
  readonly name: "duckduckgo" | "searxng" | "brave";
  search(query: string, options: SearchOptions): Promise<readonly SearchHit[]>;
}

/** `refused`: it is there and does not want us; `broken`: its answer is none that we know. */
export type SearchProblem = "refused" | "unreachable" | "timeout" | "broken";

/** A search engine gave nothing. The message holds no word of the query. */
export class SearchError extends Error {
  override name = "SearchError";
  readonly problem: SearchProblem;

  constructor(problem: SearchProblem, options?: ErrorOptions) {
    super(`the search engine gave nothing: ${problem}`, options);
    this.problem = problem;
  }
}

export type SearchAnswer =
  | { readonly kind: "found"; readonly hits: readonly SearchHit[] }
  /** The last engine's problem. */
  | { readonly kind: "unavailable"; readonly problem: SearchProblem };

export interface WebSearch {
  /**
   * `leaving` hears of each request; of none where the answer is known from shortly before. Throws the signal's reason, and what `leaving` throws:
   * then nothing left.
   */
  search(query: string, options: SearchOptions & { readonly leaving: Leaving }): Promise<SearchAnswer>;
}

/** A person waits, and the tool has 30 s: whoever was asked first, the last engine's no comes before that. */
const LONGEST_MS = 25_000;

/** Asks one engine after the other until one answers. */
export function createWebSearch({
  providers,
  cache,
  longestMs = LONGEST_MS,
}: {
  readonly providers: readonly CarefulProvider[];
  readonly cache: SearchCache;
  readonly longestMs?: number;
}): WebSearch {
  return {
    async search(query, { limit, language, signal, leaving }) {
      const key = JSON.stringify([query.toLowerCase(), language, limit]);
      const known = cache.get(key);
      if (known) return { kind: "found", hits: known };
      using inTime = timeLimit(longestMs, signal);
      const stop = inTime.signal;
      let problem: SearchProblem = "unreachable";
      for (const provider of providers) {
        try {
          const hits = await provider.search(query, { limit, language, signal: stop, leaving });
          cache.set(key, hits);
          return { kind: "found", hits };
        } catch (error) {
          signal.throwIfAborted();
          if (stop.aborted) return { kind: "unavailable", problem: "timeout" };
          if (!(error instanceof SearchError)) throw error;
          problem = error.problem;
        }
      }
      return { kind: "unavailable", problem };
    },
  };
}
