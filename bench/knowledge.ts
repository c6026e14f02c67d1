import { performance } from "node:perf_hooks";
import { atLeast, atMost, type Figure, percentile } from "./figure.ts";
import { inStore, MODEL, type StoreWorld } from "./knowledge-store.ts";

const QUERIES = 20;
const FOUND = 10;
/** Sizes of a store, with the most ms that a search may take. */
const SIZES = [
  [1_000, 10],
  [10_000, 60],
  [100_000, 150],
] as const;

/**
 * Search by vectors in a small, a large and a huge store: times, against a plain scan of all vectors, and how many of its ten are found. The
 * scan is sqlite-vec's own, in full numbers, and is asked in turns with the search.
 */
export async function knowledgeSearch(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [passages, most] of SIZES) {
    const { times, plain, hits } = await inStore(passages, measureSearch);
    figures.push(atMost(most, { name: `knowledge_search_p50_${passages}`, value: percentile(times, 0.5), unit: "ms" }));
    const faster = percentile(plain, 0.5) / percentile(times, 0.5);
    const against = { name: `knowledge_search_times_faster_than_scan_${passages}`, value: faster, unit: "ratio" };
    figures.push(passages === 100_000 ? atLeast(8, against) : atLeast(0.5, against));
    figures.push(atLeast(0.99, { name: `knowledge_recall_${passages}`, value: hits / (QUERIES * FOUND), unit: "ratio" }));
  }
  return figures;
}

async function measureSearch({ store, vectors, database }: StoreWorld) {
  const scan = database.sqlite
    .prepare<[Float32Array, number], number>("SELECT rowid FROM rag_vectors_1 WHERE embedding MATCH ? AND k = ?")
    .pluck();
  const times: number[] = [];
  const plain: number[] = [];
  let hits = 0;
  // starts a thread, if the store is large enough for one, and reads both from the disk once
  await store.searchVectors(vectors.query(), { limit: FOUND });
  scan.all(vectors.query(), FOUND);
  for (let query = 0; query < QUERIES; query += 1) {
    const vector = vectors.query();
    const from = performance.now();
    const found = await store.searchVectors(vector, { limit: FOUND, model: MODEL });
    const between = performance.now();
    scan.all(vector, FOUND);
    plain.push(performance.now() - between);
    times.push(between - from);
    const nearest = new Set(vectors.nearest(vector, FOUND));
    hits += found.filter(({ ref }) => nearest.has(Number(ref.slice("passage-".length)))).length;
  }
  return { times, plain, hits };
}
