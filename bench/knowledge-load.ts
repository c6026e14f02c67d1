import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { atMost, type Figure, percentile } from "./figure.ts";
import { AT, embedSome, inStore, items, QUESTION, type StoreWorld } from "./knowledge-store.ts";

const PASSAGES = 100_000;
const CHANGED = 1_000;
const FOUND = 10;
/** Somebody asks so often. */
const BETWEEN_SEARCHES_MS = 50;
/** A turn's commits follow one another; other chats begin theirs in between. */
const BETWEEN_COMMITS_MS = 25;

const COPY = new URL("./knowledge-copy-worker.ts", import.meta.url);

/**
 * How long the event loop is held while all of it happens in one process: people search a huge store by words and by meaning, a hundredth of
 * it changes, the database is copied by VACUUM INTO in a thread, and turns of a chat are written.
 */
export async function knowledgeUnderLoad(): Promise<readonly Figure[]> {
  return inStore(PASSAGES, async (world) => {
    const { store, vectors } = world;
    await Promise.all([store.searchWords(QUESTION, { limit: FOUND }), store.searchVectors(vectors.query(), { limit: FOUND })]);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const stop = new AbortController();
    delay.enable();
    const held = holding(stop.signal);
    const others = [searching(world, stop.signal), chatting(world, stop.signal), copying(world)] as const;
    await store.sync("document", changed(), { at: AT + 1 });
    while (embedSome(world)) await setTimeout(5);
    await store.tidy();
    const [, , copy] = others;
    await copy;
    stop.abort();
    const [searches] = await Promise.all(others);
    delay.disable();
    return [
      atMost(50, { name: "knowledge_event_loop_held_at_most", value: delay.max / 1e6, unit: "ms" }),
      atMost(50, { name: "knowledge_event_loop_own_cpu_at_most", value: await held, unit: "ms" }),
      atMost(30, { name: "knowledge_event_loop_held_p99", value: delay.percentile(99) / 1e6, unit: "ms" }),
      atMost(500, { name: `knowledge_search_under_load_p95_${PASSAGES}`, value: percentile(searches, 0.95), unit: "ms" }),
    ];
  });
}

/** The most processor ms of this thread between two looks: what other processes and the disk take is not among it. */
async function holding(stop: AbortSignal): Promise<number> {
  let most = 0;
  while (!stop.aborted) {
    const before = process.threadCpuUsage();
    await setTimeout(1);
    const { user, system } = process.threadCpuUsage(before);
    most = Math.max(most, (user + system) / 1_000);
  }
  return most;
}

async function searching({ store, vectors }: StoreWorld, stop: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!stop.aborted) {
    const from = performance.now();
    await Promise.all([store.searchWords(QUESTION, { limit: FOUND }), store.searchVectors(vectors.query(), { limit: FOUND })]);
    times.push(performance.now() - from);
    await setTimeout(BETWEEN_SEARCHES_MS);
  }
  return times;
}

async function chatting({ database }: StoreWorld, stop: AbortSignal): Promise<void> {
  const write = database.sqlite.prepare<[number]>("INSERT INTO core_starts (at) VALUES (?)");
  for (let at = 2; !stop.aborted; at += 1) {
    database.transaction(() => write.run(at));
    await setTimeout(BETWEEN_COMMITS_MS);
  }
}

async function copying({ database, pool, folder }: StoreWorld): Promise<void> {
  const paths = { path: database.sqlite.name, to: join(folder, "copy.db") };
  await pool.run({ file: COPY, name: "copyDatabase" }, paths);
}

function* changed() {
  yield* items(0, CHANGED, 1);
  yield* items(CHANGED, PASSAGES);
}
