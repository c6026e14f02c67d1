import type { Logger } from "../observability/logger.ts";
import type { Later } from "../text/later.ts";
import { orAborted, timeLimit } from "../text/time-limit.ts";
import type { Ended, Leaving } from "./egress-log.ts";
import { SearchError, type SearchHit, type SearchOptions, type SearchProvider } from "./search.ts";

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
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
  readonly longestMs?: number;
}

export type CarefulProvider = ReturnType<typeof createCarefulProvider>;

/** A search engine that is asked with care: not too often, not for too long, and not while it refuses. */
export function createCarefulProvider({ provider, spacingMs, clock, later, logger, longestMs = LONGEST_MS }: CareOptions) {
  let nextStart = 0;
  let restUntil = 0;
  let refusals = 0;
  let faults = 0;

  const isResting = (): boolean => {
    // a clock that was put back must not make a rest of hours
    if (restUntil - clock() > LONGEST_REST_MS) restUntil = 0;
    return clock() < restUntil;
  };
  const turn = async (signal: AbortSignal): Promise<void> => {
    if (nextStart - clock() > LONGEST_WAIT_MS + spacingMs) nextStart = 0;
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
