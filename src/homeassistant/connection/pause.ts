/** Resolves after `ms`, or at once when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const timer = setTimeout(resolve, ms);
  const wake = () => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener("abort", wake, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", wake));
}
