import type { Catalogue } from "../../languages/catalogue.ts";
import { keyOf } from "../chat-queue.ts";
import type { Timing } from "../stores.ts";
import type { IncomingMessage, Received } from "../turn.ts";

/** A disk has room again in minutes, and a backup's lock is over in seconds. */
const RETRY_MS = 10_000;
/** Messages that memory keeps; one more is lost, as it was when nothing was kept. */
const MOST_KEPT = 200;

interface UnstoredDependencies extends Pick<Timing, "later" | "logger"> {
  readonly receive: (message: IncomingMessage) => Received;
  readonly say: (message: IncomingMessage, text: (catalogue: Catalogue) => string) => void;
}

/** True for an error of a database that takes nothing for now: the disk is full or fails, or somebody else writes. */
export function isWriteRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^SQLITE_(FULL|IOERR|BUSY)/.test(String(error.code));
}

export type Unstored = ReturnType<typeof createUnstored>;

/** Takes messages in; what cannot be stored is kept in memory, in order, until it can be. Each chat is told so once. */
export function createUnstored({ receive, say, later, logger }: UnstoredDependencies) {
  const kept: IncomingMessage[] = [];
  const told = new Set<string>();
  let timer: Disposable | undefined;

  const store = (): void => {
    try {
      for (let [next] = kept; next; [next] = kept) {
        receive(next);
        kept.shift();
      }
      told.clear();
    } catch (error) {
      if (!isWriteRefused(error)) kept.shift();
      logger.error({ err: error, kept: kept.length }, "a message could not be stored; it is kept in memory");
    }
    timer = kept.length > 0 ? later(RETRY_MS, store) : undefined;
  };

  const keep = (message: IncomingMessage): Received => {
    if (kept.length >= MOST_KEPT) return "refused";
    kept.push(message);
    timer ??= later(RETRY_MS, store);
    if (!told.has(keyOf(message))) say(message, (catalogue) => catalogue.text("notice.unstored"));
    told.add(keyOf(message));
    return "queued";
  };

  return {
    receive(message: IncomingMessage): Received {
      // what came first is stored first
      if (kept.length > 0) return keep(message);
      try {
        return receive(message);
      } catch (error) {
        if (!isWriteRefused(error)) throw error;
        logger.error({ err: error }, "a message could not be stored; it is kept in memory");
        return keep(message);
      }
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}
