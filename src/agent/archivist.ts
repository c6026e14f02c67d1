import { setImmediate } from "node:timers/promises";
import type { Later } from "../later.ts";
import type { Embeddings } from "../models/embeddings.ts";
import type { IdleGate } from "../models/idle-gate.ts";
import { ModelError } from "../models/models.ts";
import type { Logger } from "../observability/logger.ts";
import type { Archive, ArchivePassage } from "../storage/archive.ts";
import type { SessionStore } from "../storage/sessions.ts";
import type { Summariser } from "./summariser.ts";

interface ArchivistDependencies {
  readonly sessions: Pick<SessionStore, "closeIdle" | "nextIdleAt">;
  readonly archive: Pick<Archive, "index" | "withoutSummary" | "withoutVector" | "putVector">;
  readonly summariser: Pick<Summariser, "want">;
  /** Undefined where nothing is found by its meaning. */
  readonly embeddings: Pick<Embeddings, "model" | "embed"> | undefined;
  readonly idle: Pick<IdleGate, "add">;
  /** How long a session is idle until it is archived. */
  readonly timeoutMs: number;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

export interface Archivist extends AsyncDisposable {
  /** Looks now, and from then on whenever a session has been idle for its time. */
  start(): void;
  /** Resolves when nothing is being done. */
  settled(): Promise<void>;
}

/** Two sessions that end shortly after each other are archived together. */
const SHORTEST_MS = 10_000;
/** What has no summary by then has its words. */
const SUMMARISED_MS = 7 * 86_400_000;
/** Summaries asked for at a time, and how often for one session before it is left without. */
const SUMMARIES = 20;
const MOST_TRIES = 3;
/** Turns made findable in one step: some milliseconds. */
const INDEXED = 25;
/** Texts of one request: a second on a processor. */
const BATCH = 16;
/** So long nobody needed the model: the turn is over, and no other one followed at once. */
const IDLE_MS = 5_000;

/** Archives conversations that are over, off the way of answers: closes their sessions, asks for summaries, makes them findable. */
export function createArchivist(dependencies: ArchivistDependencies): Archivist {
  const { sessions, archive, summariser, embeddings, idle, timeoutMs, clock, later, logger } = dependencies;
  const closing = new AbortController();
  const tries = new Map<string, number>();
  let timer: Disposable | undefined;
  let working: Promise<void> = Promise.resolve();
  /** There are texts without vectors, as far as is known. */
  let isBare = false;
  const vectors = idle.add({
    idleMs: IDLE_MS,
    isWaiting: () => isBare,
    async run(signal) {
      if (embeddings) await embed(embeddings, signal);
    },
  });

  async function look(): Promise<void> {
    if (closing.signal.aborted) return;
    try {
      sessions.closeIdle(clock());
      askForSummaries();
      while (archive.index(INDEXED) >= INDEXED && !closing.signal.aborted) await setImmediate();
      isBare = embeddings !== undefined;
    } catch (error) {
      if (!closing.signal.aborted) logger.warn({ err: error }, "past conversations could not be archived; it is tried again");
    }
    plan();
    vectors.wake();
  }

  function plan(): void {
    if (closing.signal.aborted) return;
    const next = (sessions.nextIdleAt() ?? Number.POSITIVE_INFINITY) - clock();
    timer = later(Math.min(timeoutMs, Math.max(SHORTEST_MS, next)), () => void begin());
  }

  function begin(): Promise<void> {
    timer?.[Symbol.dispose]();
    working = working.then(look);
    return working;
  }

  function askForSummaries(): void {
    for (const { id, last } of archive.withoutSummary(clock() - SUMMARISED_MS, SUMMARIES)) {
      const tried = tries.get(id) ?? 0;
      if (tried >= MOST_TRIES) continue;
      tries.set(id, tried + 1);
      summariser.want(id, last);
    }
  }

  /** One batch. What fails is tried again at the next look. */
  async function embed(by: Pick<Embeddings, "model" | "embed">, signal: AbortSignal): Promise<void> {
    try {
      const batch = archive.withoutVector(by.model, BATCH);
      isBare = batch.length > 0;
      if (isBare) await batchOrEach(batch, by, signal);
    } catch (error) {
      if (signal.aborted) return;
      isBare = false;
      logger.debug({ err: error }, "past conversations got no vectors");
    }
  }

  async function batchOrEach(
    batch: readonly ArchivePassage[],
    by: Pick<Embeddings, "model" | "embed">,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await vectorsFor(batch, by, signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await oneByOne(batch, by, signal);
    }
  }

  /** A text that the model does not take has the empty vector: it is found by its words. */
  async function oneByOne(batch: readonly ArchivePassage[], by: Pick<Embeddings, "model" | "embed">, signal: AbortSignal): Promise<void> {
    for (const passage of batch) {
      try {
        await vectorsFor([passage], by, signal);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        archive.putVector(passage.id, by.model, new Float32Array());
      }
    }
  }

  async function vectorsFor(batch: readonly ArchivePassage[], by: Pick<Embeddings, "model" | "embed">, signal: AbortSignal): Promise<void> {
    const texts = batch.map(({ said, answered }) => `${said}\n${answered}`.trim());
    const made = await by.embed(texts, "document", { signal });
    signal.throwIfAborted();
    for (const [index, { id }] of batch.entries()) archive.putVector(id, by.model, made[index] ?? new Float32Array());
  }

  return {
    start: () => void begin(),
    async settled() {
      await working;
      await vectors.settled();
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error("the service is stopping"));
      timer?.[Symbol.dispose]();
      await working;
      await vectors[Symbol.asyncDispose]();
    },
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ModelError && (error.problem.kind === "context_too_small" || error.problem.kind === "failed");
}
