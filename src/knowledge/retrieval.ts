import { z } from "zod";
import { LIKENESS, likeness, unitsOf } from "../entity-search/entity-text.ts";
import type { DomainWords } from "../homeassistant/registry/translations.ts";
import { readData } from "../languages/data.ts";
import type { TimelyVectors } from "../models/timely-vector.ts";
import type { KnowledgeQuery, KnowledgeStore, Passage, Source } from "../storage/knowledge/knowledge.ts";
import { folded } from "../text/fold.ts";
import { toPattern } from "../text/pattern.ts";
import { fuse, type Ranked } from "../text/rank-fusion.ts";

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

export interface Retrieval {
  /** Passages that a query is about, best first. Rejects with the signal's reason, or with what the store throws. */
  search(query: string, options: RetrievalQuery, signal: AbortSignal): Promise<readonly RankedPassage[]>;
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
  words,
}: {
  readonly store: Pick<KnowledgeStore, "searchWords" | "searchVectors">;
  readonly vectors?: TimelyVectors | undefined;
  /** Home Assistant's words for kinds of things. */
  readonly words: () => DomainWords;
}): Retrieval & { readonly vectorOf: QueryVector } {
  const vectorOf: QueryVector = async (query, signal) =>
    vectors?.of(query.trim().slice(0, LONGEST_QUERY), "query", { signal, deadlineMs: QUERY_DEADLINE_MS });

  return {
    vectorOf,
    async search(query, { limit = LIMIT, ...filters }, signal) {
      const text = query.trim().slice(0, LONGEST_QUERY);
      if (text === "" || filters.sources?.length === 0) return [];
      const ways = waysOf(text, namedKinds(text, words()), { ...filters, limit: CANDIDATES, signal });
      const search = (find: (way: Way) => Promise<readonly Passage[]>) =>
        Promise.all(ways.map(async (way) => ({ weight: way.weight, found: calledFirst(text, way, await find(way)) })));
      const [vector, byWords] = await Promise.all([vectorOf(text, signal), search((way) => store.searchWords(way.words, way.query))]);
      signal.throwIfAborted();
      if (!vector || !vectors) return best(byWords, [], limit);
      const { model } = vectors.embeddings;
      const byMeaning = await search((way) => store.searchVectors(vector, { ...way.query, model }));
      signal.throwIfAborted();
      return best(byWords, byMeaning, limit);
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

/** Of a kind that the query names, what it calls by its whole name goes first: where words and vectors disagree, ranks alone tie. */
function calledFirst(query: string, { weight }: Way, found: readonly Passage[]): readonly Passage[] {
  if (weight !== NAMED_WEIGHT) return found;
  const said = ` ${unitsOf(query).join(" ")} `;
  const isCalled = ({ metadata: { name } }: Passage) => typeof name === "string" && said.includes(` ${unitsOf(name).join(" ")} `);
  return [...found.filter(isCalled), ...found.filter((passage) => !isCalled(passage))];
}

const hints = z.partialRecord(z.enum(["automation", "history", "area", "document", "person", "entity"]), z.array(z.string()));

/** What people say when they ask for a kind of knowledge without its name, see asking.yaml. */
const HINTS = Object.entries(readData("shared/asking.yaml", hints, "knowledge")).map(([source, said]) => ({
  source: source as Source,
  pattern: toPattern(`(?<!\\p{L})(?:${said.join("|")})(?!\\p{L})`, "u"),
}));

/** Kinds of knowledge that are likely to hold the answer to a question, by what it asks for. */
export function hintedSources(query: string): readonly Source[] {
  const plain = folded(query);
  return HINTS.filter(({ pattern }) => pattern.test(plain)).map(({ source }) => source);
}

/** Kinds that a query names ("what automations …"), in English or in the home's language. */
export function namedKinds(query: string, { domains }: DomainWords): readonly Source[] {
  const said = unitsOf(query);
  const isSaid = (name: string): boolean => {
    const [unit, ...more] = unitsOf(name);
    return unit !== undefined && more.length === 0 && said.some((one) => likeness(one, unit) >= LIKENESS.inflected);
  };
  return (["automation", "script", "scene"] as const).filter((kind) => [kind, ...(domains.get(kind)?.names ?? [])].some(isSaid));
}
