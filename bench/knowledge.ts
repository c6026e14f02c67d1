import { join } from "node:path";
import { performance } from "node:perf_hooks";
import Sqlite from "better-sqlite3";
import * as sqliteVec from "sqlite-vec";
import type { Source } from "../src/storage/knowledge/knowledge.ts";
import { atLeast, atMost, type Figure, percentile } from "./figure.ts";
import { inStore, MODEL, type StoreWorld } from "./knowledge-store.ts";

const QUERIES = 20;
const WARM_UP = 5;
const FOUND = 10;
/** Sizes of a store, with the most ms that a search may take. */
const SIZES = [
  [1_000, 10],
  [10_000, 30],
  [100_000, 75],
] as const;
/** A person is searched for within sources. */
const SOURCES: readonly Source[] = ["entity", "automation", "script", "scene", "area", "person", "history", "document"];

/**
 * Search by vectors in a small, a large and a huge store: times, against a plain scan of all vectors, and how many of its ten are found. The
 * scan is sqlite-vec's own, in a table made for it, by a handle that stays open, and is asked in turns with the search.
 */
export async function knowledgeSearch(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [passages, most] of SIZES) {
    const { times, plain, hits } = await inStore(passages, measureSearch);
    figures.push(atMost(most, { name: `knowledge_search_p50_${passages}`, value: percentile(times, 0.5), unit: "ms" }));
    const faster = percentile(plain, 0.5) / percentile(times, 0.5);
    const against = { name: `knowledge_search_times_faster_than_scan_${passages}`, value: faster, unit: "ratio" };
    figures.push(passages === 100_000 ? atLeast(3, against) : atLeast(0.5, against));
    figures.push(atLeast(0.99, { name: `knowledge_recall_${passages}`, value: hits / (QUERIES * FOUND), unit: "ratio" }));
  }
  return figures;
}

async function measureSearch({ store, vectors, folder }: StoreWorld) {
  using plainScan = new PlainScan(join(folder, "plain.db"), vectors);
  const times: number[] = [];
  const plain: number[] = [];
  let hits = 0;
  const search = (vector: Float32Array) => store.searchVectors(vector, { limit: FOUND, model: MODEL, sources: SOURCES });
  // starts a thread, if the store is large enough for one, and has the code of both compiled
  for (let query = 0; query < WARM_UP; query += 1) {
    await search(vectors.query());
    plainScan.nearest(vectors.query());
  }
  for (let query = 0; query < QUERIES; query += 1) {
    const vector = vectors.query();
    const from = performance.now();
    const found = await search(vector);
    const between = performance.now();
    plainScan.nearest(vector);
    plain.push(performance.now() - between);
    times.push(between - from);
    const nearest = new Set(vectors.nearest(vector, FOUND));
    hits += found.filter(({ ref }) => nearest.has(Number(ref.slice("passage-".length)))).length;
  }
  return { times, plain, hits };
}

/** All vectors in a table of sqlite-vec as its manual makes one. */
class PlainScan implements Disposable {
  readonly #sqlite: Sqlite.Database;
  readonly #scan: Sqlite.Statement<[Float32Array, number]>;

  constructor(path: string, vectors: StoreWorld["vectors"]) {
    this.#sqlite = new Sqlite(path);
    sqliteVec.load(this.#sqlite);
    this.#sqlite.pragma("synchronous = OFF");
    this.#sqlite.exec(`CREATE VIRTUAL TABLE plain USING vec0(embedding float[${vectors.dimensions}] distance_metric=cosine)`);
    const add = this.#sqlite.prepare<[Float32Array]>("INSERT INTO plain (embedding) VALUES (?)");
    this.#sqlite.transaction(() => {
      for (let number = 0; number < vectors.count; number += 1) add.run(vectors.at(number));
    })();
    this.#scan = this.#sqlite.prepare("SELECT rowid FROM plain WHERE embedding MATCH ? AND k = ?");
  }

  nearest(vector: Float32Array): void {
    this.#scan.all(vector, FOUND);
  }

  [Symbol.dispose](): void {
    this.#sqlite.close();
  }
}
