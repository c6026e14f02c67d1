import { createInTurn } from "../../text/in-turn.ts";
import type { WorkerPool } from "../../workers/pool.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { isMoreThan, type Match, matchVectors, matchWords } from "./knowledge-search.ts";
import { createKnowledgeSync, type KnowledgeItem, type SyncCounts, type SyncOptions } from "./knowledge-sync.ts";
import { createVectorTables } from "./knowledge-vectors.ts";
import type { Search } from "./knowledge-worker.ts";

export type Source = "entity" | "automation" | "script" | "scene" | "area" | "person" | "history" | "profile" | "document";

/** A piece of knowledge. A changed text has another id. */
export interface Passage {
  readonly id: number;
  readonly source: Source;
  /** What it is of, in its source's words: an entity's id, a document's path. */
  readonly ref: string;
  readonly part: number;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly origin: KnowledgeItem["origin"];
}

/** A passage with how well it fits: BM25 for words (no upper bound), the cosine for vectors (-1 to 1). Higher is better. */
export interface FoundPassage extends Passage {
  readonly score: number;
}

export interface KnowledgeQuery {
  /** At most so many passages, 200 if it is more. */
  readonly limit: number;
  readonly sources?: readonly Source[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Vectors of one model; `missing` is how many passages it has none for yet. */
export interface VectorCounts {
  readonly model: string;
  readonly dimensions: number;
  readonly missing: number;
}

export interface KnowledgeCounts {
  readonly passages: number;
  readonly sources: Readonly<Partial<Record<Source, number>>>;
  readonly vectors: VectorCounts | undefined;
  /** What is being made to take its place. */
  readonly building: VectorCounts | undefined;
  readonly vectorsProblem: string | undefined;
}

/** Above so many passages a search goes to a thread; on a small computer it takes four times what it does on a large one. */
const MOST_INLINE = 5_000;
/** Nobody reads more. */
const MOST_FOUND = 200;

const WORKER = new URL("./knowledge-worker.ts", import.meta.url);

export type KnowledgeStore = ReturnType<typeof createKnowledgeStore>;

/** Passages, found by words and by vectors. Searches of a large store run in `pool`; without one they hold the event loop. Long writing goes in short steps. */
export function createKnowledgeStore({ database, pool }: { database: AssistantDatabase; pool?: Pick<WorkerPool, "run"> | undefined }) {
  const { sqlite } = database;
  const vectors = createVectorTables({ database });
  const syncSource = createKnowledgeSync({ database, vectors });
  const passages = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, Passage>(`SELECT rag_documents.id, source, ref, part, text, metadata, origin FROM ${rest}`, {
      metadata: json,
    });
  const byIds = passages<[readonly number[]]>("rag_documents WHERE id IN (SELECT value FROM json_each(?))");
  const after = passages<[number, number]>("rag_documents WHERE id > ? ORDER BY id LIMIT ?");
  const skipped = passages<[number, number]>(
    `rag_skipped CROSS JOIN rag_documents ON rag_documents.id = rag_skipped.id
     WHERE rag_skipped.generation = ? ORDER BY rag_skipped.id LIMIT ?`,
  );
  const perSource = database.query<[], { source: Source; passages: number }>(
    "SELECT source, count(*) AS passages FROM rag_documents GROUP BY source",
  );
  const missing = database.values<{ filled: number; generation: number }, number>(
    `SELECT (SELECT count(*) FROM rag_documents WHERE id > @filled) + (SELECT count(*) FROM rag_skipped WHERE generation = @generation)`,
  );
  /** Two of one source at once would take each other's passages for gone. */
  const inTurn = createInTurn();

  function poolIfLarge(): Pick<WorkerPool, "run"> | undefined {
    return !sqlite.memory && isMoreThan(sqlite, MOST_INLINE) ? pool : undefined;
  }

  async function matches<Query>(
    search: { name: string; inline: (limit: number) => readonly Match[]; query: Query },
    { limit, signal, ...filter }: KnowledgeQuery,
  ): Promise<readonly FoundPassage[]> {
    signal?.throwIfAborted();
    const bounded = Math.min(Math.max(0, Math.trunc(limit)), MOST_FOUND);
    if (bounded === 0) return [];
    const threads = poolIfLarge();
    const found = threads
      ? await threads.run<Search<Query>, readonly Match[]>(
          { file: WORKER, name: search.name },
          { path: sqlite.name, query: search.query, limit: bounded, filter },
          signal && { signal },
        )
      : search.inline(bounded);
    const rows = new Map(byIds.all(found.map(({ id }) => id)).map((row) => [row.id, row]));
    return found.flatMap(({ id, score }) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ ...row, score }];
    });
  }

  function vectorCounts(status: "current" | "building"): VectorCounts | undefined {
    const found = vectors.live(status);
    if (found === undefined) return undefined;
    const { model, dimensions, generation, filledTo: filled } = found;
    return { model, dimensions, missing: missing.get({ filled, generation }) ?? 0 };
  }

  return {
    passage: (id: number): Passage | undefined => byIds.all([id])[0],
    /**
     * Makes what is kept of a source what `items` says, by their contents; what is kept of what is `unread` stays. What is gone leaves the
     * file, unless another handle reads at that moment: then at the next change. Throws RangeError for two items of one ref and part, and
     * the signal's reason: what was written until then stays.
     */
    sync: (source: Source, items: Iterable<KnowledgeItem>, options: SyncOptions): Promise<SyncCounts> =>
      inTurn(() => syncSource(source, items, options)),

    /** Passages without a vector of this model (and length), skipped ones last. Asking for one model abandons what is being made for another. */
    unembedded({ model, dimensions, limit }: { model: string; dimensions?: number | undefined; limit: number }): readonly Passage[] {
      if (database.vectorsProblem() !== undefined) return [];
      const generation = vectors.wanted(model, dimensions);
      const fresh = after.all(generation?.filledTo ?? 0, limit);
      const rest = generation === undefined ? [] : skipped.all(generation.generation, limit - fresh.length);
      return [...fresh, ...rest];
    },

    /** Keeps vectors of passages, in the order of `unembedded`; left-out ones are skipped. A new model's replace the old when complete. Throws VectorError. */
    putVectors: ({
      model,
      dimensions,
      rows,
    }: {
      readonly model: string;
      readonly dimensions: number;
      readonly rows: readonly { readonly id: number; readonly vector: Float32Array }[];
    }): void => vectors.put(model, dimensions, rows),

    /** Removes vectors that are no longer used. Writes nothing where there is nothing to do. What is cut off goes on at the next call. */
    tidy: ({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> =>
      inTurn(() => database.inSteps(signal, (most) => ({ isLast: !vectors.removeRetired(most), isFull: true }))),

    /** Passages with words of any text, the best first. Rejects with what the pool throws. */
    searchWords: (text: string, query: KnowledgeQuery): Promise<readonly FoundPassage[]> =>
      matches({ name: "searchWords", query: text, inline: (limit) => matchWords(sqlite, text, limit, query) }, query),

    /** Passages near a vector, the nearest first; none if it is another model's than those in use. Rejects with what the pool throws. */
    async searchVectors(
      vector: Float32Array,
      { model, ...query }: KnowledgeQuery & { readonly model?: string | undefined },
    ): Promise<readonly FoundPassage[]> {
      if (vectors.live("current") === undefined || database.vectorsProblem() !== undefined) return [];
      const inline = (limit: number) => matchVectors(sqlite, { model, vector }, limit, query);
      return matches({ name: "searchVectors", query: { model, vector }, inline }, query);
    },

    counts(): KnowledgeCounts {
      const sources = perSource.all();
      return {
        passages: sources.reduce((sum, { passages }) => sum + passages, 0),
        sources: Object.fromEntries(sources.map(({ source, passages }) => [source, passages])),
        vectors: vectorCounts("current"),
        building: vectorCounts("building"),
        vectorsProblem: database.vectorsProblem(),
      };
    },
  };
}
