import type { Logger } from "../../observability/logger.ts";
import { createListeners } from "../../text/listeners.ts";

export type SyncReason = "button" | "command";

/** How far a run is: `done` of `total` in a phase that the indexer names. */
export interface SyncProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

/** What reads everything again. `counts` are things known afterwards, by kind; `problems` are sentences, also of a run that went well. */
export interface SyncIndexer {
  run(options: {
    readonly onProgress: (progress: SyncProgress) => void;
    readonly signal: AbortSignal;
  }): Promise<{ readonly ok: boolean; readonly counts: Readonly<Record<string, number>>; readonly problems: readonly string[] }>;
}

export type SyncOutcome =
  /** `problems` tell what was left out. */
  | { readonly kind: "done"; readonly counts: Readonly<Record<string, number>>; readonly problems: readonly string[] }
  | { readonly kind: "failed"; readonly problems: readonly string[] }
  /** Nothing was begun: another run goes on. `progress` as far as it is known. */
  | { readonly kind: "already_running"; readonly progress: SyncProgress | undefined };

export interface SyncStatus {
  readonly state: "idle" | "running" | "failed";
  /** Undefined while nothing runs, and until the indexer tells something. */
  readonly progress: SyncProgress | undefined;
  readonly reason: SyncReason | undefined;
  /** Name of the person who asked for the latest run; undefined if that is not known. */
  readonly by: string | undefined;
  /** Why the latest run failed, or what it left out. */
  readonly problems: readonly string[];
  /** The latest run that went well since our start; `at` is ms since the epoch. */
  readonly last: { readonly at: number; readonly counts: Readonly<Record<string, number>> } | undefined;
}

export interface SyncRequest {
  readonly reason: SyncReason;
  readonly by?: string | undefined;
  readonly onProgress?: (progress: SyncProgress) => void;
}

/** Sentences that are kept of a run: more nobody reads, and Home Assistant keeps attributes of 16 kB at most. */
const MOST_PROBLEMS = 10;
/** A fault's own words may be a page long; ten of these fit in any script. */
const LONGEST_PROBLEM = 400;

export type Sync = ReturnType<typeof createSync>;

/** Reads everything again when asked, one run at a time, and tells whoever listens how far it is. */
export function createSync({ indexer, clock, logger }: { indexer: SyncIndexer; clock: () => number; logger: Logger }) {
  const changed = createListeners<[status: SyncStatus]>();
  const stop = new AbortController();
  let running: ReturnType<SyncIndexer["run"]> | undefined;
  let status: SyncStatus = { state: "idle", progress: undefined, reason: undefined, by: undefined, problems: [], last: undefined };

  const change = (to: Partial<SyncStatus>): void => {
    status = { ...status, ...to };
    changed.tell(status);
  };

  const work = async (onProgress: (progress: SyncProgress) => void): ReturnType<SyncIndexer["run"]> => {
    try {
      return await indexer.run({ onProgress, signal: stop.signal });
    } catch (error) {
      if (!stop.signal.aborted) logger.error({ err: error }, "a sync failed");
      return { ok: false, counts: {}, problems: [] };
    }
  };

  return {
    get status(): SyncStatus {
      return status;
    },

    /** Called with each change of the status. */
    onChange: changed.on,

    /** Begins a run and resolves with its end; begins none while one goes on. Never rejects. */
    async run({ reason, by, onProgress }: SyncRequest): Promise<SyncOutcome> {
      if (running || stop.signal.aborted) return { kind: "already_running", progress: status.progress };
      change({ state: "running", progress: undefined, reason, by, problems: [] });
      running = work((progress) => {
        change({ progress });
        onProgress?.(progress);
      });
      const { ok, counts, problems: all } = await running;
      running = undefined;
      const problems = all.slice(0, MOST_PROBLEMS).map(shortened);
      if (ok) {
        change({ state: "idle", progress: undefined, problems, last: { at: clock(), counts } });
        logger.info({ reason, counts, problems: problems.length }, "everything was read again");
        return { kind: "done", counts, problems };
      }
      change({ state: "failed", progress: undefined, problems });
      logger.warn({ reason, problems: problems.length }, "not everything could be read again");
      return { kind: "failed", problems };
    },

    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort();
      await running;
    },
  };
}

function shortened(problem: string): string {
  return problem.length > LONGEST_PROBLEM ? `${problem.slice(0, LONGEST_PROBLEM - 1)}…` : problem;
}
