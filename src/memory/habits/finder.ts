import type { WorkerPool } from "../../workers/pool.ts";
import type { FindResult } from "./find-habits.ts";
import type { LearnInput } from "./learn-habits.ts";

const WORKER = new URL("./find-habits-worker.ts", import.meta.url);

/** Finds habits in a thread. Throws what the pool throws, and the signal's reason. */
export function createFinder({ pool }: { pool: Pick<WorkerPool, "run"> }) {
  return (input: LearnInput, signal: AbortSignal): Promise<FindResult> =>
    pool.run<LearnInput, FindResult>({ file: WORKER, name: "learnHabits" }, input, { signal, priority: "background" });
}
