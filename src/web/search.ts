import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";
import { orAborted, timeLimit } from "../text/time-limit.ts";

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

/** How a request that left came back; `bytes` of the answer as it was read. */
export interface Ended {
  readonly outcome: "ok" | "unavailable" | "failed";
  readonly results?: number;
  readonly bytes?: number;
}

/** Told of each request before it leaves, and to whom; what it gives back is told how it ended. */
export type Leaving = (to: string) => (ended: Ended) => void;

/** A person waits, and the tool has 30 s: whoever was asked first, the last engine's no comes before that. */
const LONGEST_TOGETHER_MS = 25_000;

/** The same question comes again within a conversation; later the answer may be another. */
const FRESH_MS = 15 * 60_000;
/** Five hits are about 3 KB. */
const MOST_ANSWERS = 50;

export type WebSearch = ReturnType<typeof createWebSearch>;

/** Monotonic ms: a clock that people set would make rests of hours. */
const monotonic = (): number => performance.now();

/** Asks one engine after the other until one answers. Answers that found something are kept in memory for a quarter of an hour. */
export function createWebSearch({
  providers,
  clock = monotonic,
  longestMs = LONGEST_TOGETHER_MS,
}: {
  readonly providers: readonly CarefulProvider[];
  readonly clock?: () => number;
  readonly longestMs?: number;
}) {
  const answers = new Map<string, { readonly hits: readonly SearchHit[]; readonly at: number }>();
  const isFresh = (at: number) => clock() - at < FRESH_MS;
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

/** Both steps of a search; engines answer in a second, those that ask other engines in three. */
const LONGEST_MS = 8_000;
/** Whoever would have to wait longer for their turn is told no at once; a model may ask for five searches in one breath. */
const LONGEST_WAIT_MS = 12_000;
/** A refusal is about this address for a while, and asking on makes it last: it is asked again after this, and each time twice as late. */
const AFTER_REFUSAL_MS = 10 * 60_000;
const LONGEST_REST_MS = 2 * 60 * 60_000;
/** Other faults come and go; after some in a row the engine is left alone for a minute. */
const MOST_FAULTS = 3;
const AFTER_FAULTS_MS = 60_000;

interface CareOptions {
  readonly provider: SearchProvider;
  /** Between the starts of two searches, ms. */
  readonly spacingMs: number;
  readonly clock?: () => number;
  readonly later: Later;
  readonly logger: Logger;
  readonly longestMs?: number;
}

export type CarefulProvider = ReturnType<typeof createCarefulProvider>;

/** A search engine that is asked with care: not too often, not for too long, and not while it refuses. */
export function createCarefulProvider({ provider, spacingMs, clock = monotonic, later, logger, longestMs = LONGEST_MS }: CareOptions) {
  let nextStart = 0;
  let restUntil = 0;
  let refusals = 0;
  let faults = 0;

  const isResting = (): boolean => clock() < restUntil;
  const turn = async (signal: AbortSignal): Promise<void> => {
    const start = Math.max(clock(), nextStart);
    const wait = start - clock();
    if (wait > LONGEST_WAIT_MS) throw new SearchError("refused");
    nextStart = start + spacingMs;
    if (wait > 0) await pause(wait, later, signal);
  };
  const wentWrong = (error: SearchError): void => {
    const refused = error.problem === "refused";
    refusals += refused ? 1 : 0;
    faults += 1;
    if (refused) restUntil = clock() + Math.min(AFTER_REFUSAL_MS * 2 ** (refusals - 1), LONGEST_REST_MS);
    else if (faults >= MOST_FAULTS) restUntil = clock() + AFTER_FAULTS_MS;
    logger.warn(
      { provider: provider.name, problem: error.problem, restSeconds: Math.max(0, restUntil - clock()) / 1_000 },
      "a search failed",
    );
    logger.debug({ err: error.cause }, "that is why");
  };
  /** The request was written down before it left: what came of it counts, whether or not that can be written down too. */
  const tellEnd = (end: (ended: Ended) => void, ended: Ended): void => {
    try {
      end(ended);
    } catch (err) {
      logger.error({ err, provider: provider.name }, "how a search ended could not be written down");
    }
  };

  return {
    /** As SearchProvider, in a time of its own. `leaving` is told only when a request really leaves; if it throws, that is thrown and nothing leaves. */
    async search(
      query: string,
      { signal, leaving, ...options }: SearchOptions & { readonly leaving: Leaving },
    ): Promise<readonly SearchHit[]> {
      if (isResting()) throw new SearchError("refused");
      await turn(signal);
      signal.throwIfAborted();
      // what waited beside this one may have been refused meanwhile
      if (isResting()) throw new SearchError("refused");
      using inTime = timeLimit(longestMs, signal);
      const stop = inTime.signal;
      const end = leaving(provider.name);
      try {
        const hits = await provider.search(query, { ...options, signal: stop });
        refusals = 0;
        faults = 0;
        tellEnd(end, { outcome: "ok", results: hits.length });
        return hits;
      } catch (error) {
        tellEnd(end, { outcome: signal.aborted ? "failed" : "unavailable" });
        signal.throwIfAborted();
        const known = error instanceof SearchError ? error : new SearchError(stop.aborted ? "timeout" : "broken", { cause: error });
        wentWrong(known);
        throw known;
      }
    },
  };
}

/** Throws the signal's reason if that comes first. */
async function pause(ms: number, later: Later, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  using _timer = later(ms, resolve);
  await orAborted(() => promise, signal);
}
