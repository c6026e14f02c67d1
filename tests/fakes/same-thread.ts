import { type createWorkerPool, WorkersClosedError } from "../../src/workers/pool.ts";

/** Does the work of threads in the test's own: a thread loads for a third of a second what the test has loaded. Slow tests start real ones. */
export const sameThread: typeof createWorkerPool = () => {
  const closing = new AbortController();
  return {
    async run(task, input, { signal } = {}) {
      const stop = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      const { [task.name]: work } = await import(task.file.href);
      stop.throwIfAborted();
      const output = structuredClone(await work(structuredClone(input)));
      stop.throwIfAborted();
      return output;
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new WorkersClosedError("the service is stopping"));
    },
  };
};
