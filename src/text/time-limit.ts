/** A signal that aborts after some time, or with another signal. `AbortSignal.timeout` would keep its timer, and the caller's async context with it. */
export function timeLimit(ms: number, signal?: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("The operation timed out", "TimeoutError")), ms);
  timer.unref();
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
