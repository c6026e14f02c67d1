import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../src/observability/logger.ts";
import { AssistantDatabase } from "../src/storage/database.ts";
import { createKnowledgeStore, type KnowledgeStore } from "../src/storage/knowledge/knowledge.ts";
import { createWorkerPool, type WorkerPool } from "../src/workers/pool.ts";
import { ClusteredVectors } from "./knowledge-vectors.ts";

export const MODEL = "bench";
export const AT = 1_800_000_000_000;
/** Words of a language: the first few are in most texts, most are in few. */
const VOCABULARY = 5_000;
const WORDS_IN_TEXT = 60;
/** As many as the indexer asks a model for at once. */
const BATCH = 16;

export interface StoreWorld {
  readonly store: KnowledgeStore;
  readonly vectors: ClusteredVectors;
  readonly database: AssistantDatabase;
  readonly pool: WorkerPool;
  /** Where the database lies, and only it. */
  readonly folder: string;
}

const word = (chance: number): string => `word${Math.floor(VOCABULARY ** chance)}`;

/** A question has common words and rare ones. */
export const QUESTION = ["word2", "word9", "word40", "word300", "word2000", "number77"].join(" ");

/** Passages of about the length of real ones, the same at every run; another edition has other texts. */
export function* items(from: number, to: number, edition = 0) {
  for (let number = from; number < to; number += 1) {
    const words = Array.from({ length: WORDS_IN_TEXT }, (_, at) => word(((number * 61 + at * 17 + edition) * 0.618_034) % 1));
    yield { ref: `passage-${number}`, text: `${words.join(" ")} number${number}`, metadata: {}, origin: "document" as const };
  }
}

/** As the indexer does it; of a changed passage the vector stays the same here. False when none is left. */
export function embedSome({ store, vectors }: Pick<StoreWorld, "store" | "vectors">): boolean {
  const passages = store.unembedded({ model: MODEL, limit: BATCH });
  const rows = passages.map(({ id, ref }) => ({ id, vector: vectors.at(Number(ref.slice("passage-".length))) }));
  if (rows.length > 0) store.putVectors({ model: MODEL, dimensions: vectors.dimensions, rows });
  return rows.length > 0;
}

/** A store on disk with so many passages, each with its vector. */
export async function inStore<Result>(passages: number, work: (world: StoreWorld) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "assistant-bench-"));
  try {
    using database = new AssistantDatabase(join(folder, "assistant.db"));
    // nothing is lost here by a power cut, and filling takes half as long
    database.sqlite.pragma("synchronous = OFF");
    await using pool = createWorkerPool({ maxQueue: 50, logger: createLogger({ level: "error" }) });
    const store = createKnowledgeStore({ database, pool });
    const vectors = new ClusteredVectors(passages);
    await store.sync("document", items(0, passages), { at: AT });
    while (embedSome({ store, vectors }));
    database.sqlite.pragma("synchronous = FULL");
    // what the disk has not yet taken of the filling is not to be waited for later
    database.sqlite.exec("INSERT INTO core_starts (at) VALUES (1)");
    database.emptyLog();
    return await work({ store, vectors, database, pool, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
