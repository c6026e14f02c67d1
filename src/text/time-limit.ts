/**
 * A signal that aborts after some time, or with another signal, until its block ends. `AbortSignal.timeout` would keep its timer until the time is
 * over, and with it the async context of its caller, which in a turn holds the whole run.
 */
export function timeLimit(ms: number, signal?: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("The operation timed out", "TimeoutError")), ms);
  timer.unref();
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
