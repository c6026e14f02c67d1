/** The service's own timers: they keep no process alive. */
export function timer(ms: number, run: () => void): Disposable {
  const timeout = setTimeout(run, ms).unref();
  return { [Symbol.dispose]: () => clearTimeout(timeout) };
}
