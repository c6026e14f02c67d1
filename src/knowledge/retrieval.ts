import type { TimelyVectors } from "../models/timely-vector.ts";
import type { KnowledgeQuery, KnowledgeStore, Passage, Source } from "../storage/knowledge/knowledge.ts";
import { fuse, type Ranked } from "../text/rank-fusion.ts";
import { hintedSources } from "./retrieval-hints.ts";

export interface RetrievalQuery {
  /** 5 when left out. */
  readonly limit?: number;
  /** All when left out; none for an empty list. */
  readonly sources?: readonly Source[];
}

/** A passage with its place among those found by words and by meaning, from 1; undefined where it was not found that way. */
export interface RankedPassage extends Passage {
  readonly words: number | undefined;
  readonly meaning: number | undefined;
}

export interface Retrieved {
  readonly passages: readonly RankedPassage[];
  /** Whether the meaning of the query counted, or its words alone. */
  readonly by: "words" | "words_and_meaning";
}

export interface Retrieval {
  /** Passages that a query is about. Rejects with the signal's reason, or with what the store throws. */
  search(query: string, options: RetrievalQuery, signal: AbortSignal): Promise<Retrieved>;
}

/** A query's vector; undefined when the model does not answer in time, or is still busy with what was not in time before. */
export type QueryVector = (query: string, signal: AbortSignal) => Promise<Float32Array | undefined>;

const LIMIT = 5;
/** Candidates of each way: what is beyond is in nobody's best five. */
const CANDIDATES = 30;
/** Kinds that a query names go before all others. */
const NAMED_WEIGHT = 2;
/** Entities, unless asked for: the first comes behind the second passage of others. From `npm run eval -- knowledge`, seeds 1, 3 and 5. */
const THINGS_WEIGHT = 0.975;
const MOST_THINGS = 2;
/** A person waits for the answer. A prompt waits 300 ms for all of it: what words alone find is then still in time. */
const QUERY_DEADLINE_MS = 200;
/** A pasted text is no question, and the model would take long over it. */
const LONGEST_QUERY = 500;

interface Way {
  readonly query: KnowledgeQuery;
  readonly words: string;
  readonly weight: number;
}

/** Finds passages by words (BM25) and meaning (vectors), fused by reciprocal rank; by words alone when the embedding model is too slow. */
export function createRetrieval({
  store,
  vectors,
  kindsIn = () => [],
  deadlineMs = QUERY_DEADLINE_MS,
}: {
  readonly store: Pick<KnowledgeStore, "searchWords" | "searchVectors">;
  readonly vectors?: TimelyVectors | undefined;
  /** Sources that a query names ("what automations …"): their passages go first. */
  readonly kindsIn?: (query: string) => readonly Source[];
  readonly deadlineMs?: number;
}): Retrieval & { readonly vectorOf: QueryVector } {
  const vectorOf: QueryVector = async (query, signal) => vectors?.of(query.trim().slice(0, LONGEST_QUERY), "query", { signal, deadlineMs });

  return {
    vectorOf,
    async search(query, { limit = LIMIT, ...filters }, signal) {
      const text = query.trim().slice(0, LONGEST_QUERY);
      if (text === "" || filters.sources?.length === 0) return { passages: [], by: "words" };
      const ways = waysOf(text, kindsIn(text), { ...filters, limit: CANDIDATES, signal });
      const words = ways.map(async ({ query, words, weight }) => ({ weight, found: await store.searchWords(words, query) }));
      const [vector, ...byWords] = await Promise.all([vectorOf(text, signal), ...words]);
      signal.throwIfAborted();
      if (!vector || !vectors) return { passages: best(byWords, [], limit), by: "words" };
      const { model } = vectors.embeddings;
      const near = ways.map(async ({ query, weight }) => ({ weight, found: await store.searchVectors(vector, { ...query, model }) }));
      const byMeaning = await Promise.all(near);
      signal.throwIfAborted();
      return { passages: best(byWords, byMeaning, limit), by: "words_and_meaning" };
    },
  };
}

type Lists = readonly Ranked<Passage>[];

function best(words: Lists, meaning: Lists, limit: number): readonly RankedPassage[] {
  return fuse(words, meaning)
    .slice(0, limit)
    .map(({ found }) => ({ ...found, words: placeIn(words, found), meaning: placeIn(meaning, found) }));
}

function placeIn(lists: Lists, { id }: Passage): number | undefined {
  const places = lists.map(({ found }) => found.findIndex((one) => one.id === id)).filter((place) => place >= 0);
  return places.length === 0 ? undefined : Math.min(...places) + 1;
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
