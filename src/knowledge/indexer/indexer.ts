import type { SyncIndexer } from "../../homeassistant/own-device/sync-run.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { type Embeddings, embedEach } from "../../models/embeddings.ts";
import { ModelError, type ModelProblem } from "../../models/models.ts";
import type { Logger } from "../../observability/logger.ts";
import { redactAnswer } from "../../security/redaction/redaction.ts";
import type { KnowledgeStore, Source } from "../../storage/knowledge/knowledge.ts";
import type { Later } from "../../text/later.ts";
import { createListeners } from "../../text/listeners.ts";
import { orAborted } from "../../text/time-limit.ts";
import type { Documents } from "../documents/documents.ts";
import type { KnowledgeSource } from "../source.ts";

/** Folders before a name in an absolute path: `/data/`, `C:\data\`; with the quote where one stands around it, for it may have spaces. */
const FOLDERS =
  /(?<=['"`])(?:[a-z]:)?[\\/](?:[^'"`\n]{0,300}[\\/])?(?=[^'"`\n]{0,300}['"`])|(?<![\w.:/\\-])(?:[a-z]:)?[\\/](?:[^\s'"`/\\]{1,255}[\\/])*/gi;

/** Why something failed, for a person: without folders, addresses, ids and keys of this machine. The log has the fault itself. */
function problemInWords(error: unknown, catalogue: Catalogue): string {
  if (!(error instanceof Error)) return catalogue.text("sync.why.unknown");
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = catalogue.find(`sync.why.${code}`) ?? ("syscall" in error ? catalogue.text("sync.why.system", { code }) : undefined);
  return known ?? redactAnswer(error.message, () => undefined).replace(FOLDERS, "");
}

/** What is being done now. `done` and `total` count sources while reading and writing, passages while embedding. */
export interface IndexProgress {
  readonly phase: "reading" | "writing" | "embedding";
  readonly source: Source | undefined;
  readonly done: number;
  readonly total: number;
}

export interface SourceStatus {
  readonly source: Source;
  readonly at: number | undefined;
  readonly problem: string | undefined;
  readonly failures: number;
}

/** Whether passages are found by their meaning too. */
export type EmbeddingState =
  | { readonly kind: "off" }
  | { readonly kind: "unavailable"; readonly why: string }
  /** Everything has its vector, except `refused` passages that the model does not take. */
  | { readonly kind: "ready"; readonly model: string; readonly refused: number }
  | { readonly kind: "working"; readonly model: string }
  /** The model does not answer: words alone for what has no vector yet; asked again later. */
  | { readonly kind: "words_only"; readonly model: string; readonly problem: ModelProblem };

export interface IndexStatus {
  readonly progress: IndexProgress | undefined;
  readonly sources: readonly SourceStatus[];
  readonly embedding: EmbeddingState;
}

export interface IndexerOptions {
  readonly sources: readonly KnowledgeSource[];
  readonly store: Pick<KnowledgeStore, "sync" | "unembedded" | "putVectors" | "tidy" | "counts">;
  readonly embeddings?: Pick<Embeddings, "model" | "embed" | "status"> | undefined;
  /** Messages in the home's language. */
  readonly catalogue: Catalogue;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/** A source or a model that fails is asked again after a minute, then after twice as long each time … */
const FIRST_RETRY_MS = 60_000;
/** … up to an hour: a model may be pulled, a folder mounted, any time. */
const LONGEST_RETRY_MS = 3_600_000;
/** One request of an embedding model: a second on a processor, so that a chat's model is not held up for long. */
const BATCH = 16;
/** More refusals are no faults of passages. */
const MOST_REFUSED = 100;

/** Keeps the store in step with its sources, then embeds what has no vector; one run at a time. It can be stopped anywhere. */
export class Indexer implements AsyncDisposable {
  readonly #options: IndexerOptions;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<Source>();
  readonly #listeners = createListeners<[progress: IndexProgress | undefined]>();
  readonly #statuses: Map<Source, SourceStatus>;
  readonly #retries = new Map<Source | "embedding", Disposable>();
  /** Passages that the model does not take; they are found by their words. */
  readonly #refused = new Set<number>();
  #vectorsWanted = false;
  #embeddingFailures = 0;
  #embedding: EmbeddingState;
  #progress: IndexProgress | undefined;
  #running: Promise<void> | undefined;
  #done = 0;
  #embedded = 0;

  constructor(options: IndexerOptions) {
    this.#options = options;
    this.#statuses = new Map(
      options.sources.map(({ source }) => [source, { source, at: undefined, problem: undefined, failures: 0 }] as const),
    );
    this.#embedding = options.embeddings ? { kind: "working", model: options.embeddings.model } : { kind: "off" };
  }

  /** Reads these sources again, all when left out. Resolves when nothing is left to do for now; never rejects. */
  request(sources?: readonly Source[]): Promise<void> {
    if (this.#stop.signal.aborted) return Promise.resolve();
    for (const source of sources ?? this.#statuses.keys()) if (this.#statuses.has(source)) this.#waiting.add(source);
    // a model that does not answer has its own time to be asked again
    if (!sources || !this.#retries.has("embedding")) this.#vectorsWanted = true;
    return this.#wake();
  }

  readonly onProgress = this.#listeners.on;

  status(): IndexStatus {
    return { progress: this.#progress, sources: [...this.#statuses.values()], embedding: this.#embedding };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    for (const retry of this.#retries.values()) retry[Symbol.dispose]();
    this.#retries.clear();
    await this.#running;
  }

  #wake(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      // asked for while the last words of the run were said
      if (!this.#stop.signal.aborted && (this.#waiting.size > 0 || this.#vectorsWanted)) void this.#wake();
    });
    return this.#running;
  }

  async #work(): Promise<void> {
    const { signal } = this.#stop;
    this.#done = 0;
    this.#embedded = 0;
    // what was asked for in one go is one run
    await Promise.resolve();
    while (!signal.aborted) {
      const [source] = this.#waiting;
      if (source !== undefined) await this.#take(source);
      else if (!this.#vectorsWanted) break;
      else {
        this.#vectorsWanted = false;
        if (await this.#embedSome()) this.#vectorsWanted = true;
      }
    }
    this.#tell(undefined);
  }

  #tell(progress: IndexProgress | undefined): void {
    this.#progress = progress;
    this.#listeners.tell(progress);
  }

  async #take(source: Source): Promise<void> {
    const { sources, store, clock, catalogue, logger } = this.#options;
    const { signal } = this.#stop;
    const total = this.#done + this.#waiting.size;
    this.#waiting.delete(source);
    this.#forget(source);
    const failures = this.#statuses.get(source)?.failures ?? 0;
    try {
      this.#tell({ phase: "reading", source, done: this.#done, total });
      const parts = sources.find((one) => one.source === source)?.read(signal) ?? [];
      for await (const { items, ...part } of parts) {
        this.#tell({ phase: "writing", source, done: this.#done, total });
        await store.sync(source, items, { ...part, at: clock(), signal });
      }
      this.#statuses.set(source, { source, at: clock(), problem: undefined, failures: 0 });
      logger.debug({ source }, "a source of knowledge was read");
    } catch (error) {
      if (signal.aborted) return;
      const problem = problemInWords(error, catalogue);
      this.#statuses.set(source, { source, at: this.#statuses.get(source)?.at, problem, failures: failures + 1 });
      logger[failures === 0 ? "warn" : "debug"]({ err: error, source }, "a source of knowledge could not be read: trying again later");
      this.#again(source, failures);
    }
    this.#done++;
  }

  /** Gives vectors to the next passages; false when there are none left, or when the model does not answer. */
  async #embedSome(): Promise<boolean> {
    const { embeddings, store } = this.#options;
    if (!embeddings) return false;
    const { model } = embeddings;
    const { signal } = this.#stop;
    try {
      const { building, vectors, passages, vectorsProblem: why } = store.counts();
      const missing = [building, vectors].find((one) => one?.model === model)?.missing ?? passages;
      if (missing > 0) {
        this.#embedding = { kind: "working", model };
        this.#tell({ phase: "embedding", source: undefined, done: this.#embedded, total: this.#embedded + missing });
      }
      const done = await this.#embedBatch(embeddings);
      this.#embedded += done;
      this.#embeddingFailures = 0;
      this.#forget("embedding");
      if (done > 0) return true;
      this.#embedding = why === undefined ? { kind: "ready", model, refused: this.#refused.size } : { kind: "unavailable", why };
      await store.tidy({ signal });
    } catch (error) {
      if (!signal.aborted) this.#embeddingFailed(error, model);
    }
    return false;
  }

  /** Tells how many passages had their turn, 0 when none is left. Throws ModelError, VectorError and the signal's reason. */
  async #embedBatch(embeddings: NonNullable<IndexerOptions["embeddings"]>): Promise<number> {
    const { store, logger } = this.#options;
    const { signal } = this.#stop;
    const { model } = embeddings;
    const refused = this.#refused;
    const waiting = store.unembedded({ model, dimensions: embeddings.status().dimensions, limit: BATCH + refused.size });
    const batch = waiting.filter(({ id }) => !refused.has(id)).slice(0, BATCH);
    if (batch.length === 0) return 0;
    const texts = batch.map(({ text }) => text);
    const vectors =
      refused.size < MOST_REFUSED
        ? await embedEach(texts, "document", { embeddings, signal })
        : await embeddings.embed(texts, "document", { signal });
    const rows = batch.flatMap(({ id, source, ref }, index) => {
      const vector = vectors[index];
      if (vector && vector.length > 0) return [{ id, vector }];
      refused.add(id);
      logger.debug({ source, ref }, "the embedding model does not take a passage");
      return [];
    });
    const [first] = rows;
    if (first) store.putVectors({ model, dimensions: first.vector.length, rows });
    return batch.length;
  }

  #embeddingFailed(error: unknown, model: string): void {
    const failures = this.#embeddingFailures++;
    const problem: ModelProblem = error instanceof ModelError ? error.problem : { kind: "failed", model, status: undefined };
    this.#embedding = { kind: "words_only", model, problem };
    this.#options.logger[failures === 0 ? "warn" : "debug"](
      { err: error, model },
      "passages got no vectors: they are found by words alone",
    );
    this.#again("embedding", failures);
  }

  #again(what: Source | "embedding", failures: number): void {
    this.#forget(what);
    const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    const retry = this.#options.later(wait, () => {
      this.#retries.delete(what);
      void this.request(what === "embedding" ? [] : [what]);
    });
    this.#retries.set(what, retry);
  }

  #forget(what: Source | "embedding"): void {
    this.#retries.get(what)?.[Symbol.dispose]();
    this.#retries.delete(what);
  }
}

/** Reads everything again for a person. Fails if a source could not be read; documents that were left out are reported beside. */
export function createSyncIndexer({
  indexer,
  store,
  documents,
  catalogue,
}: {
  readonly indexer: Pick<Indexer, "request" | "status" | "onProgress">;
  readonly store: Pick<KnowledgeStore, "counts">;
  readonly documents: Pick<Documents, "problems">;
  readonly catalogue: Catalogue;
}): SyncIndexer {
  return {
    async run({ onProgress, signal }) {
      using _listening = indexer.onProgress((progress) => {
        if (progress) onProgress({ phase: progress.source ?? progress.phase, done: progress.done, total: progress.total });
      });
      // the work goes on when nobody waits for it any more
      await orAborted(() => indexer.request(), signal);
      const failed = indexer.status().sources.flatMap(({ source, problem }) => (problem === undefined ? [] : [`${source}: ${problem}`]));
      const leftOut = documents.problems().map(({ file, why }) => `${file}: ${catalogue.text(`sync.why.${why}`)}`);
      return { ok: failed.length === 0, counts: store.counts().sources, problems: [...failed, ...leftOut] };
    },
  };
}
