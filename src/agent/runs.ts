import type { Progress } from "./turn.ts";

/** What a running turn has beside its checkpoint: gone when the process ends. */
export interface Run {
  readonly signal: AbortSignal;
  /** The message is old: what it would do is asked about first. */
  readonly late: boolean;
  /** Ends all waiting of the turn for a home that is away; made when it first waits. */
  homeWait?: AbortSignal;
  progress(progress: Progress): void;
}

/** Running turns by turn id. */
export type Runs = ReadonlyMap<string, Run>;

export function runOf(runs: Runs, turnId: string): Run {
  const run = runs.get(turnId);
  if (!run) throw new Error(`turn ${turnId} runs without its handle`);
  return run;
}
