import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** Changes of states a second. */
export const CHANGES_PER_SECOND = 5_000;

const WORKER = new URL("./changes-worker.ts", import.meta.url);
/** What was begun before is over by then. */
const SETTLE_MS = 500;

/** What the worker is given. */
export interface ChangesData {
  /** `http://127.0.0.1:PORT` */
  readonly home: string;
  readonly entityIds: readonly string[];
  readonly perSecond: number;
  /** One 32-bit number: how many changes were sent. */
  readonly sent: SharedArrayBuffer;
}

export type Changes = Awaited<ReturnType<typeof startChanges>>;

/**
 * A door to a home that also sends the service changes of states, in a thread of its own: what makes and sends them takes no time from the loop
 * that says something, answers for the home and takes the times.
 */
export async function startChanges({ home, entityIds }: Pick<ChangesData, "home" | "entityIds">) {
  const sent = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const count = new Int32Array(sent);
  const data: ChangesData = { home, entityIds, perSecond: CHANGES_PER_SECOND, sent };
  const worker = new Worker(WORKER, { workerData: data });
  const [port] = (await once(worker, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    /** Makes 5,000 changes a second while something is done; how many, and what came of it. */
    async during<Result>(run: () => Promise<Result>): Promise<{ readonly result: Result; readonly perSecond: number }> {
      const [before, from] = [Atomics.load(count, 0), performance.now()];
      worker.postMessage(true);
      const result = await run();
      worker.postMessage(false);
      const perSecond = ((Atomics.load(count, 0) - before) / (performance.now() - from)) * 1_000;
      await setTimeout(SETTLE_MS);
      return { result, perSecond };
    },
    sent: (): number => Atomics.load(count, 0),
    async [Symbol.asyncDispose](): Promise<void> {
      await worker.terminate();
    },
  };
}
