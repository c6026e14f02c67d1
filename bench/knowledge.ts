import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { createLogger } from "../src/observability/logger.ts";
import { AssistantDatabase } from "../src/storage/database.ts";
import { createKnowledgeStore, type KnowledgeStore } from "../src/storage/knowledge.ts";
import { createWorkerPool } from "../src/workers/pool.ts";
import { atMost, type Figure, percentile } from "./figure.ts";
import { ClusteredVectors } from "./knowledge-vectors.ts";

const MODEL = "bench";
const AT = 1_800_000_000_000;
const QUERIES = 20;
const FOUND = 10;
/** Words of a language: the first few are in most texts, most are in few. */
const VOCABULARY = 5_000;
const WORDS_IN_TEXT = 60;

interface World {
  readonly store: KnowledgeStore;
  readonly vectors: ClusteredVectors;
}

const word = (chance: number): string => `word${Math.floor(VOCABULARY ** chance)}`;

/** A passage of about the length of a real one, the same at every run. */
function item(number: number, edition = 0) {
  const words = Array.from({ length: WORDS_IN_TEXT }, (_, at) => word(((number * 61 + at * 17 + edition) * 0.618_034) % 1));
  return { ref: `passage-${number}`, text: `${words.join(" ")} number${number}`, metadata: {}, origin: "document" as const };
}

/** A question has common words and rare ones. */
const QUESTION = ["word2", "word9", "word40", "word300", "word2000", "number77"].join(" ");

/** A store on disk with so many passages, each with its vector. */
async function inStore<Result>(passages: number, work: (world: World) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "assistant-bench-"));
  try {
    using database = new AssistantDatabase(join(folder, "assistant.db"));
    // nothing is lost here by a power cut, and filling takes half as long
    database.sqlite.pragma("synchronous = OFF");
    await using pool = createWorkerPool({ maxQueue: 50, logger: createLogger({ level: "error" }) });
    const store = createKnowledgeStore({ database, pool });
    const vectors = new ClusteredVectors(passages);
    await store.sync("document", Iterator.from(items(0, passages)), { at: AT });
    while (embedSome(store, vectors));
    database.sqlite.pragma("synchronous = FULL");
    // what the disk has not yet taken of the filling is not to be waited for later
    database.sqlite.exec("INSERT INTO core_starts (at) VALUES (1)");
    database.emptyLog();
    return await work({ store, vectors });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function* items(from: number, to: number, edition = 0) {
  for (let number = from; number < to; number += 1) yield item(number, edition);
}

/** As the indexer does it; of a changed passage the vector stays the same here. */
function embedSome(store: KnowledgeStore, vectors: ClusteredVectors): boolean {
  const passages = store.unembedded({ model: MODEL, limit: 32 });
  const rows = passages.map(({ id, ref }) => ({ id, vector: vectors.at(Number(ref.slice("passage-".length))) }));
  if (rows.length > 0) store.putVectors({ model: MODEL, dimensions: vectors.dimensions, rows });
  return rows.length > 0;
}

/** Search by vectors in a small, a large and a huge store: times, against a plain loop over all vectors, and how many of its ten are found. */
export async function knowledgeSearch(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [passages, most] of [
    [1_000, 10],
    [10_000, 60],
    [100_000, 150],
  ] as const) {
    const { times, plain, hits } = await inStore(passages, measureSearch);
    figures.push(atMost(most, { name: `knowledge_search_p50_${passages}`, value: percentile(times, 0.5), unit: "ms" }));
    if (passages === 100_000) {
      const ratio = percentile(times, 0.5) / percentile(plain, 0.5);
      figures.push(atMost(0.5, { name: `knowledge_search_against_plain_scan_${passages}`, value: ratio, unit: "ratio" }));
    }
    const recall = hits / (QUERIES * FOUND);
    figures.push({ name: `knowledge_recall_${passages}`, value: recall, unit: "ratio", goal: ">= 0.95", holds: recall >= 0.95 });
  }
  return figures;
}

async function measureSearch({ store, vectors }: World) {
  const times: number[] = [];
  const plain: number[] = [];
  let hits = 0;
  // starts a thread, if the store is large enough for one
  await store.searchVectors(vectors.query(), { limit: FOUND });
  for (let query = 0; query < QUERIES; query += 1) {
    const vector = vectors.query();
    const from = performance.now();
    const found = await store.searchVectors(vector, { limit: FOUND, model: MODEL });
    const between = performance.now();
    const nearest = new Set(vectors.nearest(vector, FOUND));
    times.push(between - from);
    plain.push(performance.now() - between);
    hits += found.filter(({ ref }) => nearest.has(Number(ref.slice("passage-".length)))).length;
  }
  return { times, plain, hits };
}

const LOADED = 20_000;
const CHANGED = 1_000;

/** How long the event loop is held at most while people search by words and by meaning and a twentieth of a large store changes. */
export async function knowledgeUnderLoad(): Promise<readonly Figure[]> {
  return inStore(LOADED, async ({ store, vectors }) => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const times: number[] = [];
    const stop = new AbortController();
    const search = async () => {
      while (!stop.signal.aborted) {
        const from = performance.now();
        await Promise.all([store.searchWords(QUESTION, { limit: FOUND }), store.searchVectors(vectors.query(), { limit: FOUND })]);
        times.push(performance.now() - from);
        await setTimeout(50);
      }
    };
    await store.searchWords(QUESTION, { limit: FOUND });
    delay.enable();
    const searching = search();
    await store.sync("document", Iterator.from(changed()), { at: AT + 1 });
    while (embedSome(store, vectors)) await setTimeout(5);
    stop.abort();
    await searching;
    delay.disable();
    return [
      atMost(50, { name: "knowledge_event_loop_held_at_most", value: delay.max / 1e6, unit: "ms" }),
      atMost(250, { name: `knowledge_search_under_load_p95_${LOADED}`, value: percentile(times, 0.95), unit: "ms" }),
    ];
  });
}

function* changed() {
  yield* items(0, CHANGED, 1);
  yield* items(CHANGED, LOADED);
}
