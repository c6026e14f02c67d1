import type { Piscina } from "piscina";

/** A function of a module that runs in a thread of its own: `file` stands beside what it works on, `name` is its export. */
export interface WorkerTask {
  readonly file: URL;
  readonly name: string;
}

export interface WorkerPool extends AsyncDisposable {
  /**
   * Runs the task with a copy of `input` and gives a copy of what it returns; throws what it throws. On `signal` a task that waits is
   * taken out, and one that runs is ended with its thread: throws the signal's reason. Throws WorkersBusyError when too many wait, and
   * WorkersClosedError from the pool's end on. `onStart` is called when the task has a thread and begins.
   */
  run<Input, Output>(
    task: WorkerTask,
    input: Input,
    options?: { signal?: AbortSignal; priority?: Priority; onStart?: () => void },
  ): Promise<Output>;
}

/** The pool was closed, so the work was not done, or not to its end. */
export class WorkersClosedError extends Error {
  override name = "WorkersClosedError";
}

/** An idle thread ends after this long: one costs 15 MB, and 0.2 s to start again; a conversation asks once in a few seconds. */
const IDLE_MS = 30_000;

/** A thread that needs more MB is ended, and the service goes on: a document may be made to be too much. */
const MOST_MEMORY_MB = 256;

/** As much of it for new objects: with more, V8 ends the whole process instead of the thread (a page of 60,000 elements did). 8 MB is a third slower. */
const MOST_NEW_MEMORY_MB = 16;

/** Threads take what processor time the event loop leaves: nice 10, of Linux's 19, by an optional package of piscina. */
const NICENESS = 10;

/**
 * Threads for what would keep the event loop waiting. Nothing is loaded or started before the first task; threads end when they idle. They
 * have no environment variables, for these hold secrets. `maxQueue` is how many tasks may wait for a thread. `niceness` is 0 for a single thread
 * that a person waits for against a clock: beside a model that takes all cores, nice threads get next to nothing.
 */
export function createWorkerPool({
  threads = 3,
  maxQueue,
  idleMs = IDLE_MS,
  memoryMb = MOST_MEMORY_MB,
  niceness = NICENESS,
  logger,
}: {
  threads?: number;
  maxQueue: number;
  idleMs?: number;
  memoryMb?: number;
  niceness?: number;
  logger: { error(fields: object, message: string): void };
}): WorkerPool {
  const slots = createSlots({ count: threads, mostWaiting: maxQueue });
  const closing = new AbortController();
  let started: Promise<Piscina> | undefined;

  const start = async (): Promise<Piscina> => {
    const { Piscina } = await import("piscina");
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: MOST_NEW_MEMORY_MB },
      env: {},
      niceIncrement: niceness,
    });
    pool.on("error", (err) => logger.error({ err }, "a worker thread ended while it had nothing to do"));
    return pool;
  };
  const running = (): Promise<Piscina> => {
    started ??= start();
    return started;
  };

  return {
    async run(task, input, { signal, priority = "person", onStart } = {}) {
      const stop = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      await slots.take(priority, stop);
      try {
        const pool = await running();
        stop.throwIfAborted();
        onStart?.();
        return await pool.run(input, { filename: task.file.href, name: task.name, signal: stop });
      } catch (error) {
        throw stop.aborted ? stop.reason : error;
      } finally {
        slots.give(priority);
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new WorkersClosedError("the service is stopping"));
      await (await started)?.destroy();
    },
  };
}

/** Somebody waits for the answer, or nobody does. */
export type Priority = "person" | "background";

/** More work waits than there may: what is asked for now is not done. Trying again later is right. */
export class WorkersBusyError extends Error {
  override name = "WorkersBusyError";
}

interface Waiting {
  readonly start: () => void;
}

/** Who may run: at most `count` at once, people before background work, which leaves one place free for a person. */
export function createSlots({ count, mostWaiting }: { count: number; mostWaiting: number }) {
  const waiting: Readonly<Record<Priority, Set<Waiting>>> = { person: new Set(), background: new Set() };
  const taken: Record<Priority, number> = { person: 0, background: 0 };
  const mostBackground = Math.max(1, count - 1);

  const isFree = (priority: Priority): boolean =>
    taken.person + taken.background < count && (priority === "person" || taken.background < mostBackground);
  const startWaiting = (): void => {
    for (const priority of ["person", "background"] as const) {
      for (const next of waiting[priority]) {
        if (!isFree(priority)) break;
        waiting[priority].delete(next);
        taken[priority] += 1;
        next.start();
      }
    }
  };

  return {
    /** Resolves when it is one's turn. Throws the signal's reason, and WorkersBusyError when `mostWaiting` wait already. */
    take(priority: Priority, signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (!isFree(priority) && waiting.person.size + waiting.background.size >= mostWaiting) {
          throw new WorkersBusyError(`${mostWaiting} tasks wait for one of ${count} threads already; try again later`);
        }
        const leave = (): void => {
          waiting[priority].delete(mine);
          reject(signal.reason);
        };
        const mine: Waiting = {
          start: () => {
            signal.removeEventListener("abort", leave);
            resolve();
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting[priority].add(mine);
        startWaiting();
      });
    },
    /** Gives a place back that was taken. */
    give(priority: Priority): void {
      taken[priority] -= 1;
      startWaiting();
    },
  };
}
