import { setTimeout } from "node:timers/promises";
import type { AssistantDatabase } from "../database.ts";

/** Long work holds the event loop for about so long at a time; on a busy machine a step takes three times that, and 50 ms is the limit. */
const STEP_MS = 8;
/** The first step's size, before it is known what one costs; of words in a large index it may be some milliseconds. */
const FIRST_WRITES = 4;
const MOST_WRITES = 256;

/** What a step did; `isFull` if it ended for having written as much as it may. */
export interface Step {
  readonly isLast: boolean;
  readonly isFull: boolean;
}

/**
 * Does steps until one says that it is the last, each a transaction with at most so many rows written. How many that are follows from what
 * the ones before took, commit included, for there the index of words is written. As long as a step took, others have their turn. Throws
 * what a step throws, and on `signal`.
 */
export async function inSteps(database: AssistantDatabase, signal: AbortSignal | undefined, step: (writes: number) => Step): Promise<void> {
  signal?.throwIfAborted();
  let writes = FIRST_WRITES;
  for (;;) {
    const from = performance.now();
    const { isLast, isFull } = database.transaction(() => step(writes));
    const took = performance.now() - from;
    if (isLast) return;
    if (took > STEP_MS) writes = Math.max(1, Math.floor(writes / 2));
    else if (isFull && took < STEP_MS / 2) writes = Math.min(MOST_WRITES, writes + Math.ceil(writes / 2));
    await setTimeout(Math.min(took, STEP_MS), undefined, { signal });
  }
}
