import type { Later } from "../later.ts";
import type { Embeddings } from "../models/embeddings.ts";
import { createTimelyVector } from "../models/timely-vector.ts";
import type { Logger } from "../observability/logger.ts";
import type { KnowledgeQuery, KnowledgeStore, Passage, Source } from "../storage/knowledge.ts";
import { hintedSources } from "./retrieval-hints.ts";

export interface RetrievalQuery {
  /** 5 when left out. */
  readonly limit?: number;
  /** All when left out; none for an empty list. */
  readonly sources?: readonly Source[];
  readonly domain?: string;
  readonly areaId?: string;
}

export interface Retrieved {
  /** The best first. */
  readonly passages: readonly Passage[];
  /** Whether the meaning of the query counted, or its words alone. */
  readonly by: "words" | "words_and_meaning";
}

export interface Retrieval {
  /** Passages that a query is about. Rejects with the signal's reason, or with what the store throws. */
  search(query: string, options: RetrievalQuery, signal: AbortSignal): Promise<Retrieved>;
}

/** A query's vector; undefined when the model does not answer in time, or is still busy with what was not in time before. */
export type QueryVector = (query: string, signal: AbortSignal) => Promise<Float32Array | undefined>;

/** What an answer has room for. */
const LIMIT = 5;
/** Candidates of each way: what is beyond is in nobody's best five. */
const CANDIDATES = 30;
/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): first places count, but none alone decides. */
const K = 60;
/** Kinds that a query names go before all others. */
const NAMED_WEIGHT = 2;
/**
 * Of the kinds that it only hints at two or three go first, then the best of all others: the hint may be wrong. This number, the
 * weights and how many things are taken come from `npm run eval -- knowledge`, with the seeds 1, 3 and 5.
 */
const OTHER_LISTS = 0.035;
/** Things, where a question does not ask for them: the first of them comes behind the second passage of others. */
const THINGS_WEIGHT = 0.975;
const MOST_THINGS = 2;
/** A person waits for the answer. A prompt waits 300 ms for all of it: what words alone find is then still in time. */
const QUERY_DEADLINE_MS = 200;
/** A pasted text is no question, and the model would take long over it. */
const LONGEST_QUERY = 500;

/** One search within a query's filters. */
interface Way {
  readonly query: KnowledgeQuery;
  readonly words: string;
  readonly weight: number;
}

/** What one search found, the best first. */
interface Ranked<Found> {
  readonly weight: number;
  readonly passages: readonly Found[];
}

/**
 * Finds passages by words (BM25) and by meaning (vectors), fused by reciprocal rank. When the embedding model does not answer in time, words
 * alone do; its request is left to run, for that is how a cold model is loaded for the next one.
 */
export function createRetrieval({
  store,
  embeddings,
  kindsIn = () => [],
  later,
  closing,
  deadlineMs = QUERY_DEADLINE_MS,
  logger,
}: {
  readonly store: Pick<KnowledgeStore, "searchWords" | "searchVectors">;
  readonly embeddings?: Pick<Embeddings, "model" | "embed"> | undefined;
  /** Sources that a query names ("what automations …"): their passages go first. */
  readonly kindsIn?: (query: string) => readonly Source[];
  readonly later: Later;
  /** Ends requests that were left to run, at the service's end. */
  readonly closing: AbortSignal;
  readonly deadlineMs?: number;
  readonly logger: Logger;
}): Retrieval & { readonly vectorOf: QueryVector } {
  const timely = createTimelyVector({ embeddings, deadlineMs, later, closing, logger });
  const vectorOf: QueryVector = (query, signal) => timely(query, "query", signal);

  return {
    vectorOf: (query, signal) => vectorOf(query.trim().slice(0, LONGEST_QUERY), signal),
    async search(query, { limit = LIMIT, ...filters }, signal) {
      const text = query.trim().slice(0, LONGEST_QUERY);
      if (text === "" || filters.sources?.length === 0) return { passages: [], by: "words" };
      const ways = waysOf(text, kindsIn(text), { ...filters, limit: CANDIDATES, signal });
      const words = ways.map(async ({ query, words, weight }) => ({ weight, passages: await store.searchWords(words, query) }));
      const [vector, ...byWords] = await Promise.all([vectorOf(text, signal), ...words]);
      signal.throwIfAborted();
      if (!vector || !embeddings) return { passages: fuse(byWords).slice(0, limit), by: "words" };
      const { model } = embeddings;
      const near = ways.map(async ({ query, weight }) => ({ weight, passages: await store.searchVectors(vector, { ...query, model }) }));
      const byMeaning = await Promise.all(near);
      signal.throwIfAborted();
      return { passages: fuse(byWords, byMeaning).slice(0, limit), by: "words_and_meaning" };
    },
  };
}

function waysOf(text: string, kinds: readonly Source[], wanted: KnowledgeQuery): readonly Way[] {
  const { sources } = wanted;
  const among = (some: readonly Source[]) => some.filter((source) => sources?.includes(source) ?? true);
  const named = among(kinds);
  const hinted = among(hintedSources(text)).filter((source) => !named.includes(source));
  const within = (some: readonly Source[]) => ({ ...wanted, sources: some });
  return [
    ...(leavesThings(sources, hinted)
      ? [
          { query: within(sources.filter((source) => source !== "entity")), words: text, weight: 1 },
          { query: { ...within(["entity"]), limit: MOST_THINGS }, words: text, weight: THINGS_WEIGHT },
        ]
      : [{ query: wanted, words: text, weight: 1 }]),
    // a passage says of which kind it is in English, whatever the query's language
    ...named.map((kind) => ({ query: within([kind]), words: `${text} ${kind}`, weight: NAMED_WEIGHT })),
    ...hinted.map((kind) => ({ query: within([kind]), words: text, weight: 1 })),
  ];
}

/** Whether only the best things are taken: unless a question asks for things or places, their many short passages would hide all others. */
function leavesThings(sources: readonly Source[] | undefined, hinted: readonly Source[]): sources is readonly Source[] {
  return sources?.includes("entity") === true && sources.length > 1 && !hinted.some((source) => source === "entity" || source === "area");
}

/**
 * A list gives a passage weight / (60 + its place). By words and by meaning counts the list that gives it most, and a little of the others; then the
 * sum of both. Of equal sums the one that came first in the first list goes first.
 */
export function fuse<Found extends { readonly id: number }>(...kindsOfSearch: readonly (readonly Ranked<Found>[])[]): readonly Found[] {
  const sums = new Map<number, { readonly passage: Found; score: number }>();
  for (const lists of kindsOfSearch) {
    const given = new Map<number, { readonly passage: Found; best: number; all: number }>();
    for (const { weight, passages } of lists) {
      for (const [index, passage] of passages.entries()) {
        const known = given.get(passage.id) ?? { passage, best: 0, all: 0 };
        const score = weight / (K + index + 1);
        given.set(passage.id, { passage, best: Math.max(known.best, score), all: known.all + score });
      }
    }
    for (const { passage, best, all } of given.values()) {
      const known = sums.get(passage.id) ?? { passage, score: 0 };
      known.score += best + (all - best) * OTHER_LISTS;
      sums.set(passage.id, known);
    }
  }
  return [...sums.values()].sort((one, other) => other.score - one.score).map(({ passage }) => passage);
}
