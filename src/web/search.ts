import { timeLimit } from "../text/time-limit.ts";
import type { Leaving } from "./egress-log.ts";
import type { CarefulProvider } from "./rate-limited-provider.ts";

/** What a search found; texts as the engine wrote them, with its HTML in them, and not screened; `url` is http or https. */
export interface SearchHit {
  readonly title: string;
  readonly snippet: string;
  readonly url: string;
}

export interface SearchOptions {
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

/** A person waits, and the tool has 30 s: whoever was asked first, the last engine's no comes before that. */
const LONGEST_MS = 25_000;

/** The same question comes again within a conversation; later the answer may be another. */
const FRESH_MS = 15 * 60_000;
/** Five hits are about 3 KB. */
const MOST_ANSWERS = 50;

export type WebSearch = ReturnType<typeof createWebSearch>;

/** Asks one engine after the other until one answers. Answers that found something are kept in memory for a quarter of an hour. `clock` in ms. */
export function createWebSearch({
  providers,
  clock,
  longestMs = LONGEST_MS,
}: {
  readonly providers: readonly CarefulProvider[];
  readonly clock: () => number;
  readonly longestMs?: number;
}) {
  const answers = new Map<string, { readonly hits: readonly SearchHit[]; readonly at: number }>();
  // after the clock was put back, what seems to come from the future is not fresh
  const isFresh = (at: number) => clock() - at < FRESH_MS && at <= clock();
  const keep = (key: string, hits: readonly SearchHit[]) => {
    answers.delete(key);
    for (const [old, { at }] of answers) {
      if (isFresh(at) && answers.size < MOST_ANSWERS) break;
      answers.delete(old);
    }
    if (hits.length > 0) answers.set(key, { hits, at: clock() });
  };
  return {
    /** `leaving` hears of each request; if it throws, that is thrown and nothing leaves. Throws the signal's reason. */
    async search(
      query: string,
      { limit, language, signal, leaving }: SearchOptions & { readonly leaving: Leaving },
    ): Promise<SearchAnswer> {
      const key = JSON.stringify([query.toLowerCase(), language, limit]);
      const known = answers.get(key);
      if (known && isFresh(known.at)) return { kind: "found", hits: known.hits };
      using inTime = timeLimit(longestMs, signal);
      const stop = inTime.signal;
      let problem: SearchProblem = "unreachable";
      for (const provider of providers) {
        try {
          const hits = await provider.search(query, { limit, language, signal: stop, leaving });
          keep(key, hits);
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

type RawHit = { readonly [Field in keyof SearchHit]?: string | null | undefined };

/** A longer address is there to carry something. */
const LONGEST_URL = 500;
const LONGEST_TEXT = 1_000;

/** Hits with an address of the web alone, each address once; their texts stay as they are. */
export function hitsOf(raw: readonly RawHit[], limit: number): readonly SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const { title, snippet, url } of raw) {
    if (hits.size >= limit) break;
    const address = webAddress(url ?? "");
    if (address === undefined || hits.has(address)) continue;
    hits.set(address, { title: (title ?? "").slice(0, LONGEST_TEXT), snippet: (snippet ?? "").slice(0, LONGEST_TEXT), url: address });
  }
  return [...hits.values()];
}

function webAddress(address: string): string | undefined {
  const url = address.length > LONGEST_URL ? null : URL.parse(address);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isWeb && url.href.length <= LONGEST_URL ? url.href : undefined;
}
