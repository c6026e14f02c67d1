import type { Logger } from "../observability/logger.ts";
import { timeLimit } from "../text/time-limit.ts";
import type { WorkerPool, WorkerTask } from "../workers/pool.ts";
import { createPageFetch, type FetchOptions, type PageDoor, PageError, type PageProblem } from "./page-fetch.ts";
import type { FetchedPage, PageText } from "./page-worker.ts";

/** A page's text, not screened, or why there is none. */
export type PageAnswer =
  | { readonly kind: "page"; readonly url: string; readonly title: string; readonly text: string; readonly truncated: boolean }
  | { readonly kind: "problem"; readonly problem: PageProblem };

/** For all of it: names, hops, bytes and reading. */
const LONGEST_MS = 10_000;

const READ: WorkerTask = { file: new URL("./page-worker.ts", import.meta.url), name: "readPage" };

export type Pages = ReturnType<typeof createPages>;

export function createPages({
  pool,
  door,
  logger,
  longestMs = LONGEST_MS,
}: {
  readonly pool: Pick<WorkerPool, "run">;
  readonly door?: PageDoor | undefined;
  readonly logger: Logger;
  readonly longestMs?: number;
}) {
  const fetchPage = createPageFetch({ door });

  const textOf = async (page: FetchedPage, signal: AbortSignal): Promise<PageText> => {
    try {
      return await pool.run<FetchedPage, PageText>(READ, page, { signal });
    } catch (cause) {
      signal.throwIfAborted();
      throw new PageError("unreadable", { cause });
    }
  };

  return {
    /** The text of a page, of at most `limit` characters. Throws only the signal's reason. `refused` hears of each address that is not on the internet. */
    async read(address: string, { limit, signal, leaving, refused }: FetchOptions & { readonly limit: number }): Promise<PageAnswer> {
      using inTime = timeLimit(longestMs, signal);
      const stop = inTime.signal;
      try {
        const { url, bytes, cut, isHtml, charset } = await fetchPage(address, { signal: stop, leaving, refused });
        const { title, text, truncated } = await textOf({ url, bytes, cut, isHtml, charset, limit }, stop);
        return { kind: "page", url, title, text, truncated: truncated || cut };
      } catch (error) {
        signal.throwIfAborted();
        const problem = stop.aborted ? "timeout" : error instanceof PageError ? error.problem : "unreachable";
        logger.info({ problem }, "a page could not be read");
        logger.debug({ err: error instanceof PageError ? (error.cause ?? error) : error }, "that is why");
        return { kind: "problem", problem };
      }
    },
  };
}
