import type { Home } from "../homeassistant/registry/home.ts";
import type { Embeddings } from "../models/embeddings.ts";
import type { Role } from "../security/policy/policy-input.ts";
import type { FoundPassage, KnowledgeStore, Source } from "../storage/knowledge/knowledge.ts";
import type { QueryVector, Retrieval } from "./retrieval.ts";
import { isReadable, placeOf, sourcesFor } from "./retrieval-for-person.ts";

/** Where a passage stood in one of the two searches: its place from 1 and its score there. */
export interface TrialRank {
  readonly rank: number;
  readonly score: number;
}

/** A passage that was found, and why. */
export interface TriedPassage {
  readonly source: Source;
  readonly place: string;
  readonly text: string;
  /** By BM25; undefined where its words are not among the first. */
  readonly words: TrialRank | undefined;
  /** By the cosine; undefined where its meaning is not among the first, or was not looked at. */
  readonly meaning: TrialRank | undefined;
}

export interface Trial {
  readonly by: "words" | "words_and_meaning";
  readonly passages: readonly TriedPassage[];
}

export type RetrievalTrial = (question: string, options: { readonly role: Role; readonly signal: AbortSignal }) => Promise<Trial>;

const LIMIT = 10;
/** Places that are told: what is further back is in nobody's best ten. */
const RANKS = 50;

/** Finds for a question what a person of that role would be answered from, in the same order, and tells what each search thought of it. */
export function createRetrievalTrial({
  retrieval,
  store,
  embeddings,
  home,
}: {
  readonly retrieval: Retrieval & { readonly vectorOf: QueryVector };
  readonly store: Pick<KnowledgeStore, "searchWords" | "searchVectors">;
  readonly embeddings: Pick<Embeddings, "model">;
  readonly home: Pick<Home, "find">;
}): RetrievalTrial {
  return async (question, { role, signal }) => {
    const sources = sourcesFor(undefined, role);
    const { passages, by } = await retrieval.search(question, { sources, limit: LIMIT }, signal);
    const wanted = { sources, limit: RANKS, signal };
    const vector = by === "words" ? undefined : await retrieval.vectorOf(question, signal);
    const [words, meaning] = await Promise.all([
      store.searchWords(question.trim(), wanted),
      vector ? store.searchVectors(vector, { ...wanted, model: embeddings.model }) : [],
    ]);
    return {
      by,
      passages: passages
        .filter((passage) => isReadable(passage, role, home))
        .map(({ id, source, metadata, text }) => ({
          source,
          place: placeOf(metadata),
          text,
          words: rankOf(id, words),
          meaning: rankOf(id, meaning),
        })),
    };
  };
}

function rankOf(id: number, found: readonly FoundPassage[]): TrialRank | undefined {
  const index = found.findIndex((passage) => passage.id === id);
  const score = found[index]?.score;
  return score === undefined ? undefined : { rank: index + 1, score };
}
