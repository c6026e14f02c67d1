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

/** Runs one task of a worker thread, and ends it by its signal when the whole process grew too much meanwhile, or when it takes too long: TooMuchError. */
export async function guarded<Output>(
  run: (signal: AbortSignal) => Promise<Output>,
  {
    signal,
    memory = () => process.memoryUsage.rss(),
    longestMs = LONGEST_MS,
  }: { signal: AbortSignal; memory?: () => number; longestMs?: number },
): Promise<Output> {
  const stop = new AbortController();
  const before = memory();
  const look = setInterval(() => {
    if (memory() - before > MOST_GROWTH) stop.abort(new TooMuchError("it needs too much memory"));
  }, LOOK_EVERY_MS).unref();
  const late = setTimeout(() => stop.abort(new TooMuchError("it takes too long to read")), longestMs).unref();
  try {
    return await run(AbortSignal.any([signal, stop.signal]));
  } finally {
    clearInterval(look);
    clearTimeout(late);
  }
}
