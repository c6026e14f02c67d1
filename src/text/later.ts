/** Runs something once after some milliseconds, unless it is disposed of before. */
export type Later = (ms: number, run: () => void) => Disposable;

/** The service's own timers: they keep no process alive. */
export const timer: Later = (ms, run) => {
  const timeout = setTimeout(run, ms).unref();
  return { [Symbol.dispose]: () => clearTimeout(timeout) };
};
