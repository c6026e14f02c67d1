import { performance } from "node:perf_hooks";
import { Indexer } from "../src/knowledge/indexer/indexer.ts";
import { createEntitySource } from "../src/knowledge/sources/household.ts";
import { catalogueFor } from "../src/languages/catalogue.ts";
import { startingState } from "../src/simulated-home/furnishing.ts";
import { AssistantDatabase } from "../src/storage/database.ts";
import { createKnowledgeStore } from "../src/storage/knowledge/knowledge.ts";
import { fakeHome } from "../tests/fakes/home.ts";
import { largeFurnishing } from "../tests/fakes/large-home.ts";
import { atMost, type Figure } from "./figure.ts";
import { AT, MODEL } from "./knowledge-store.ts";

const ENTITIES = 2_000;
const DIMENSIONS = 768;

/** What reading a home costs without its embedding model: the first time for 1,000 things, and again when nothing has changed. */
export async function knowledgeOfHome(): Promise<readonly Figure[]> {
  const home = fakeHome({
    entities: largeFurnishing(ENTITIES).entities.map((entity) => ({
      entityId: entity.entity_id,
      name: entity.name ?? entity.entity_id,
      state: startingState(entity),
      attributes: entity.attributes ?? {},
      exposed: entity.exposed ?? true,
    })),
  });
  const source = createEntitySource({ home, detailsOf: () => ({}) });
  using database = new AssistantDatabase(":memory:");
  const store = createKnowledgeStore({ database });
  let embedded = 0;
  const logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => logger };
  await using indexer = new Indexer({
    sources: [source],
    store,
    embeddings: {
      model: MODEL,
      status: () => ({ model: MODEL, dimensions: DIMENSIONS, problem: undefined }),
      embed: async (texts) => {
        embedded += texts.length;
        return texts.map(() => new Float32Array(DIMENSIONS).fill(1));
      },
    },
    catalogue: catalogueFor("en"),
    clock: () => AT,
    later: () => ({ [Symbol.dispose]() {} }),
    logger,
  });
  const sync = async (): Promise<number> => {
    const from = performance.now();
    await indexer.request();
    return performance.now() - from;
  };
  const first = await sync();
  const { passages } = store.counts();
  embedded = 0;
  const written = Number(database.sqlite.prepare("SELECT total_changes()").pluck().get());
  const again = await sync();
  const writes = Number(database.sqlite.prepare("SELECT total_changes()").pluck().get()) - written;
  return [
    atMost(3_000, { name: "knowledge_first_sync_per_1000", value: (first * 1_000) / passages, unit: "ms" }),
    atMost(500, { name: `knowledge_sync_of_unchanged_home_${ENTITIES}`, value: again, unit: "ms" }),
    atMost(0, { name: "knowledge_embeddings_of_unchanged_home", value: embedded, unit: "texts" }),
    atMost(0, { name: "knowledge_writes_of_unchanged_home", value: writes, unit: "rows" }),
  ];
}
