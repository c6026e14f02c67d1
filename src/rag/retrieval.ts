import type { Embeddings } from "../models/embeddings.ts";
import type { Logger } from "../observability/logger.ts";
import type { KnowledgeStore, Passage, Source } from "../storage/knowledge.ts";
import type { Later } from "./indexer.ts";

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

/** What an answer has room for. */
const LIMIT = 5;
/** Candidates of each way: what is beyond is in nobody's best five. */
const CANDIDATES = 30;
/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): first places count, but none alone decides. */
const K = 60;
/** A person waits for the answer; words alone are found in a millisecond. */
const QUERY_DEADLINE_MS = 300;
/** A cold model is loaded within a minute, or not at all. */
const QUERY_TIMEOUT_MS = 60_000;
/** A pasted text is no question, and the model would take long over it. */
const LONGEST_QUERY = 500;

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
}): Retrieval {
  /** Requests that were not answered in time and still run. */
  let overdue = 0;

  /** Undefined when the model does not answer in time, or is still busy with what was not in time before. */
  async function vectorOf(query: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    if (!embeddings || overdue > 0) return undefined;
    const late = Promise.withResolvers<"late">();
    const stop = () => late.resolve("late");
    using _timer = later(deadlineMs, stop);
    signal.addEventListener("abort", stop, { once: true });
    const asked = embeddings.embed([query], "query", { signal: closing, timeoutMs: QUERY_TIMEOUT_MS }).then(
      ([vector]) => vector,
      (error: unknown) => {
        logger.debug({ err: error }, "a query got no vector");
        return undefined;
      },
    );
    try {
      const first = await Promise.race([asked, late.promise]);
      if (first !== "late") return first;
      overdue++;
      void asked.then(() => overdue--);
      return undefined;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  return {
    async search(query, { limit = LIMIT, ...filters }, signal) {
      const text = query.trim().slice(0, LONGEST_QUERY);
      if (text === "" || filters.sources?.length === 0) return { passages: [], by: "words" };
      const wanted = { ...filters, limit: CANDIDATES, signal };
      const kinds = kindsIn(text).filter((kind) => filters.sources?.includes(kind) ?? true);
      const ofKinds = { ...wanted, sources: kinds };
      // a passage says of which kind it is in English, whatever the query's language
      const words = [
        store.searchWords(text, wanted),
        ...(kinds.length > 0 ? [store.searchWords(`${text} ${kinds.join(" ")}`, ofKinds)] : []),
      ];
      const [vector, ...byWords] = await Promise.all([vectorOf(text, signal), ...words]);
      signal.throwIfAborted();
      if (!vector || !embeddings) return { passages: fuse(byWords).slice(0, limit), by: "words" };
      const { model } = embeddings;
      const near = [wanted, ...(kinds.length > 0 ? [ofKinds] : [])].map((query) => store.searchVectors(vector, { ...query, model }));
      const byMeaning = await Promise.all(near);
      signal.throwIfAborted();
      return { passages: fuse([...byWords, ...byMeaning]).slice(0, limit), by: "words_and_meaning" };
    },
  };
}

/** Each list gives a passage 1 / (60 + its place); of equal sums the one that came first in the first list goes first. */
function fuse(lists: readonly (readonly Passage[])[]): readonly Passage[] {
  const scores = new Map<number, { readonly passage: Passage; score: number }>();
  for (const list of lists) {
    for (const [index, passage] of list.entries()) {
      const known = scores.get(passage.id) ?? { passage, score: 0 };
      known.score += 1 / (K + index + 1);
      scores.set(passage.id, known);
    }
  }
  return [...scores.values()].sort((one, other) => other.score - one.score).map(({ passage }) => passage);
}
