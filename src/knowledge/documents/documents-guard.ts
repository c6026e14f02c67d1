/** What was run needed more than it may, and was ended. */
export class TooMuchError extends Error {
  override name = "TooMuchError";
}

/** A PDF of 2 MB can unpack to gigabytes, outside of what limits a thread; one of 100 MB that means no harm needs 250 MB. */
const MOST_GROWTH = 600_000_000;
/** A manual of 1,000 pages takes a minute on a small computer. */
const LONGEST_MS = 5 * 60_000;
/** A bomb unpacks 200 MB in a second. */
const LOOK_EVERY_MS = 100;

/**
 * Runs one task of a worker thread, and ends it by its signal when the whole process grew too much meanwhile, or when it takes too long:
 * TooMuchError. Both count from where the task says by `onStart` that it has a thread: what others do before is none of its doing.
 */
export async function guarded<Output>(
  run: (options: { readonly signal: AbortSignal; readonly onStart: () => void }) => Promise<Output>,
  {
    signal,
    memory = () => process.memoryUsage.rss(),
    longestMs = LONGEST_MS,
  }: { signal: AbortSignal; memory?: () => number; longestMs?: number },
): Promise<Output> {
  const stop = new AbortController();
  using watch = new DisposableStack();
  const onStart = () => {
    const before = memory();
    const look = setInterval(() => {
      if (memory() - before > MOST_GROWTH) stop.abort(new TooMuchError("it needs too much memory"));
    }, LOOK_EVERY_MS).unref();
    watch.defer(() => clearInterval(look));
    const late = setTimeout(() => stop.abort(new TooMuchError("it takes too long to read")), longestMs).unref();
    watch.defer(() => clearTimeout(late));
  };
  return await run({ signal: AbortSignal.any([signal, stop.signal]), onStart });
}
