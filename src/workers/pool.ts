import type { Piscina } from "piscina";

/** A function of a module that runs in a thread of its own: `file` stands beside what it works on, `name` is its export. */
export interface WorkerTask {
  readonly file: URL;
  readonly name: string;
}

export interface WorkerPool extends AsyncDisposable {
  /**
   * Runs the task with a copy of `input` and gives a copy of what it returns; throws what it throws. Buffers in `moved` are not copied: they are the thread's from then on. On `signal` a task that waits is
   * taken out, and one that runs is ended with its thread: throws the signal's reason. Throws WorkersBusyError when too many wait, and
   * WorkersClosedError from the pool's end on.
   */
  run<Input, Output>(task: WorkerTask, input: Input, options?: { signal?: AbortSignal; moved?: readonly ArrayBuffer[] }): Promise<Output>;
}

/** The pool was closed, so the work was not done, or not to its end. */
export class WorkersClosedError extends Error {
  override name = "WorkersClosedError";
}

/** More work waits than there may: what is asked for now is not done. Trying again later is right. */
export class WorkersBusyError extends Error {
  override name = "WorkersBusyError";
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
  const closing = new AbortController();
  let tasks = 0;
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
    async run(task, input, { signal, moved = [] } = {}) {
      const stop = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      stop.throwIfAborted();
      // piscina's own bound leaves tasks with a signal out
      if (tasks >= threads + maxQueue) throw new WorkersBusyError(`${tasks} tasks run or wait already; try again later`);
      tasks += 1;
      try {
        const pool = await running();
        return await pool.run(input, { filename: task.file.href, name: task.name, signal: stop, transferList: [...moved] });
      } catch (error) {
        throw stop.aborted ? stop.reason : error;
      } finally {
        tasks -= 1;
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new WorkersClosedError("the service is stopping"));
      await (await started)?.destroy();
    },
  };
}
