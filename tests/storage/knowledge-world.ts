import { onTestFinished } from "vitest";
import { AssistantDatabase } from "../../src/storage/database.ts";
import { createKnowledgeStore, type KnowledgeStore, type Source } from "../../src/storage/knowledge/knowledge.ts";
import type { WorkerPool } from "../../src/workers/pool.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";

export const AT = 1_800_000_000_000;

/** A store over a file, or in memory. */
export function openKnowledge({ path, pool }: { path?: string; pool?: Pick<WorkerPool, "run"> } = {}) {
  const database = path === undefined ? memoryDatabase() : new AssistantDatabase(path);
  onTestFinished(() => database[Symbol.dispose]());
  const store = createKnowledgeStore({ database, pool });
  const sync = (source: Source, texts: Readonly<Record<string, string>>, metadata: Readonly<Record<string, unknown>> = {}) =>
    store.sync(
      source,
      Object.entries(texts).map(([ref, text]) => ({ ref, text, metadata, origin: "home" as const })),
      { at: AT },
    );
  const words = async (query: string, more = {}) => (await store.searchWords(query, { limit: 10, ...more })).map(({ ref }) => ref);
  const near = async (vector: readonly number[], more = {}) =>
    (await store.searchVectors(Float32Array.from(vector), { limit: 10, ...more })).map(({ ref }) => ref);
  return { database, store, sync, words, near };
}

/** Gives every passage without one a vector of so many numbers; the digits of its text are its first two. Returns how many it gave. */
export function embedAll(store: KnowledgeStore, { model = "one", dimensions = 8, limit = 100 } = {}): number {
  const passages = store.unembedded({ model, limit });
  const rows = passages.map(({ id, text }) => ({ id, vector: vectorOf(text, dimensions) }));
  store.putVectors({ model, dimensions, rows });
  return rows.length;
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const [first = 1, second = 1] = [...text.matchAll(/\d/g)].map(Number);
  return Float32Array.from({ length: dimensions }, (_, index) => [first, second][index] ?? 0);
}
