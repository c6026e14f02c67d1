import { setImmediate } from "node:timers/promises";
import { type Embeddings, embedEach } from "../../models/embeddings.ts";
import type { IdleGate } from "../../models/idle-gate.ts";
import type { Archive } from "../../storage/turns/archive.ts";
import type { SessionStore } from "../../storage/turns/turns.ts";
import type { Summariser } from "../prompt/summariser.ts";
import type { Timing } from "../stores.ts";

interface ArchivistDependencies extends Timing {
  readonly sessions: Pick<SessionStore, "closeIdle" | "nextIdleAt">;
  readonly archive: Pick<Archive, "index" | "withoutSummary" | "withoutVector" | "putVector">;
  readonly summariser: Pick<Summariser, "want">;
  /** Undefined where nothing is found by its meaning. */
  readonly embeddings: Pick<Embeddings, "model" | "embed"> | undefined;
  readonly idle: Pick<IdleGate, "add">;
  /** How long a session is idle until it is archived. */
  readonly timeoutMs: number;
}

export interface Archivist extends AsyncDisposable {
  /** Looks now, and from then on whenever a session has been idle for its time. */
  start(): void;
  settled(): Promise<void>;
}

/** Two sessions that end shortly after each other are archived together. */
const SHORTEST_MS = 10_000;
/** What has no summary by then has its words. */
const SUMMARISED_MS = 7 * 86_400_000;
/** Summaries asked for at a time, and how often for one session before it is left without. */
const SUMMARIES = 20;
const MOST_TRIES = 3;
const INDEXED = 25;
const BATCH = 16;
/** So long nobody needed the model: the turn is over, and no other one followed at once. */
const IDLE_MS = 5_000;

/** Archives conversations that are over, off the way of answers: closes their sessions, asks for summaries, makes them findable. */
export function createArchivist(dependencies: ArchivistDependencies): Archivist {
  const { sessions, archive, summariser, embeddings, idle, timeoutMs, clock, later, logger } = dependencies;
  const closing = new AbortController();
  /** Of each session how often and since when (ms) a summary was asked for. */
  const tries = new Map<string, { readonly count: number; readonly since: number }>();
  let timer: Disposable | undefined;
  let working: Promise<void> = Promise.resolve();
  /** It waits while there are texts without vectors, as far as is known. */
  const work = { idleMs: IDLE_MS, isWaiting: false, run: embed };
  const vectors = idle.add(work);

  async function look(): Promise<void> {
    if (closing.signal.aborted) return;
    try {
      sessions.closeIdle(clock());
      askForSummaries();
      while (archive.index(INDEXED) >= INDEXED && !closing.signal.aborted) await setImmediate();
      work.isWaiting = embeddings !== undefined;
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
    const since = clock() - SUMMARISED_MS;
    for (const [id, tried] of tries) if (tried.since < since) tries.delete(id);
    for (const { id, last } of archive.withoutSummary(since, SUMMARIES)) {
      const tried = tries.get(id) ?? { count: 0, since: clock() };
      if (tried.count >= MOST_TRIES) continue;
      tries.set(id, { ...tried, count: tried.count + 1 });
      summariser.want(id, last);
    }
  }

  /** One batch. What fails is tried again at the next look. */
  async function embed(signal: AbortSignal): Promise<void> {
    if (!embeddings) return;
    const { model } = embeddings;
    try {
      const batch = archive.withoutVector(model, BATCH);
      work.isWaiting = batch.length > 0;
      if (!work.isWaiting) return;
      const texts = batch.map(({ said, answered }) => `${said}\n${answered}`.trim());
      const made = await embedEach(texts, "document", { embeddings, signal });
      for (const [index, { id }] of batch.entries()) archive.putVector(id, model, made[index] ?? new Float32Array());
    } catch (error) {
      if (signal.aborted) return;
      work.isWaiting = false;
      logger.debug({ err: error }, "past conversations got no vectors");
    }
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
