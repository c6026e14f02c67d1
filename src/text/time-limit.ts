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

/** What the work comes to; rejects with the signal's reason if that comes first, whether or not the work looks at it. */
export async function orAborted<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
