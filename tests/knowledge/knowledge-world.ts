import { onTestFinished } from "vitest";
import { Indexer, type IndexProgress } from "../../src/knowledge/indexer/indexer.ts";
import type { KnowledgeSource } from "../../src/knowledge/source.ts";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { createEmbeddings } from "../../src/models/embeddings.ts";
import { createKnowledgeStore, type Source } from "../../src/storage/knowledge/knowledge.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { recordingLogger } from "../homeassistant/log.ts";

/** Timers that a test fires by hand. */
export function manualTimers() {
  const waiting = new Map<number, { readonly ms: number; readonly run: () => void }>();
  let count = 0;
  return {
    /** Milliseconds of the timers that are set. */
    get set(): readonly number[] {
      return [...waiting.values()].map(({ ms }) => ms);
    },
    later(ms: number, run: () => void): Disposable {
      const id = count++;
      waiting.set(id, { ms, run });
      return { [Symbol.dispose]: () => waiting.delete(id) };
    },
    /** Runs what waits now. */
    fire(): void {
      const due = [...waiting.values()];
      waiting.clear();
      for (const { run } of due) run();
    },
  };
}

/** Texts of sources that a test changes; an Error in place of texts is thrown. */
export type Texts = Partial<Record<Source, Readonly<Record<string, string>> | Error>>;

/** An indexer over a store in memory and, unless `model` is undefined, an embedding model that answers over HTTP. */
export async function knowledgeWorld({ texts, model = "nomic-embed-text" }: { texts: Texts; model?: string | null }) {
  const server = await FakeModelServer.start({ models: ["nomic-embed-text:latest", "all-minilm:latest"] });
  const database = memoryDatabase();
  const store = createKnowledgeStore({ database });
  const timers = manualTimers();
  const log = recordingLogger();
  const read: Source[] = [];
  const kept: Source[] = [];
  const unread = new Set<string>();
  const progress: (IndexProgress | undefined)[] = [];
  const current = { ...texts };
  const sources = (Object.keys(texts) as Source[]).map(
    (source): KnowledgeSource => ({
      source,
      async *read(signal) {
        read.push(source);
        signal.throwIfAborted();
        const given = current[source] ?? {};
        if (given instanceof Error) throw given;
        yield { items: Object.entries(given).map(([ref, text]) => ({ ref, text, metadata: { ref }, origin: "home" as const })), unread };
        kept.push(source);
      },
    }),
  );
  const embeddings = model === null ? undefined : createEmbeddings({ url: server.url, model, timeoutMs: 2_000 });
  const catalogue = catalogueFor("en");
  const open = () =>
    new Indexer({
      ...{ sources, store, embeddings, logger: log.logger },
      ...{ catalogue, later: timers.later, clock: () => 1_000 },
    });
  const indexer = open();
  indexer.onProgress((one) => progress.push(one));
  onTestFinished(async () => {
    await indexer[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    database[Symbol.dispose]();
  });
  return {
    ...{ server, database, store, timers, log, read, kept, unread, progress, embeddings, catalogue, indexer },
    texts: current,
    open,
  };
}
