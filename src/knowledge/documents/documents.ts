import type { Logger } from "../../observability/logger.ts";
import type { KnowledgeItem } from "../../storage/knowledge/knowledge-sync.ts";
import type { WorkerPool, WorkerTask } from "../../workers/pool.ts";
import type { Section } from "../passages.ts";
import type { KnowledgeSource } from "../source.ts";
import { type DocumentProblem, type FoundFile, filesIn, MOST_FILES, type WhyUnread } from "./documents-files.ts";
import type { DocumentText, ReadDocument } from "./documents-worker.ts";

export interface Documents extends KnowledgeSource {
  /** What lies in the folders, in a text that is another one as soon as a file comes, goes or changes; "" for none. Reads no file. */
  fingerprint(): Promise<string>;
  problems(): readonly DocumentProblem[];
}

interface KnownFile {
  readonly version: string;
  /** Undefined if it was read, and its passages are stored. */
  readonly why: WhyUnread | undefined;
  /** How often reading this version failed for now: it is to be read again. 0 if it was read, or never can be. */
  readonly tries: number;
}

/** Looks, a minute apart, at what was being written or had no thread; a file that is still so is left until it changes. */
const MOST_TRIES = 5;

const READ: WorkerTask = { file: new URL("./documents-worker.ts", import.meta.url), name: "readDocument" };

/** The owner's documents, each of them a part. Threads read them, again only when time or size change or passages were not stored. */
export function createDocuments({
  folders,
  pool,
  logger,
}: {
  /** They may be missing: then there are no documents. Of two documents of one name that of the first folder counts. */
  readonly folders: readonly string[];
  readonly pool: Pick<WorkerPool, "run">;
  readonly logger: Logger;
}): Documents {
  const known = new Map<string, KnownFile>();
  let outside: readonly DocumentProblem[] = [];

  async function textOf({ folder, path, kind }: FoundFile, signal: AbortSignal): Promise<DocumentText> {
    try {
      return await guarded((ended) => pool.run<ReadDocument, DocumentText>(READ, { folder, path, kind }, { signal: ended }), { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TooMuchError) return { ok: false, why: error.why };
      // its thread ended: a second look would end the next
      if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") return { ok: false, why: "memory" };
      logger.debug({ err: error }, "a document could not be read");
      return { ok: false, why: "unreadable", again: true };
    }
  }

  const triesOf = ({ file, version }: FoundFile): number => {
    const before = known.get(file);
    return before?.version === version ? before.tries : 0;
  };

  return {
    source: "document",
    fingerprint: async () => {
      const { files, more } = await filesIn(folders);
      const seen = files.map((found) => `${found.version} ${triesOf(found)}`);
      return [...seen, ...(more ? ["more"] : [])].join("\n");
    },
    problems: () => [...[...known].flatMap(([file, { why }]) => (why === undefined ? [] : [{ file, why }])), ...outside],
    async *read(signal) {
      const { files, more, problems } = await filesIn(folders);
      if (more) logger.warn({ most: MOST_FILES }, "there are too many documents: the others are left out");
      outside = problems;
      const names = new Set(files.map(({ file }) => file));
      for (const file of known.keys()) if (!names.has(file)) known.delete(file);
      // takes away what is kept of files that are gone
      yield { items: [], unread: names };
      for (const found of files) {
        const { file, version } = found;
        const before = known.get(file);
        if (before?.version === version && before.tries === 0) continue;
        const text = await textOf(found, signal);
        if (!text.ok) {
          logger.warn({ why: text.why }, "a document is left out");
          logger.debug({ file }, "it is this one");
        }
        const isForNow = !text.ok && text.again === true;
        if (!isForNow) yield { ref: file, items: text.ok ? itemsOf(file, text.passages) : [] };
        known.set(file, {
          version,
          why: text.ok ? undefined : text.why,
          tries: isForNow ? Math.min(triesOf(found) + 1, MOST_TRIES) : 0,
        });
      }
    },
  };
}

/** The name of the document and the headings stand in the text: a question often uses their words and not the passage's. */
function itemsOf(file: string, passages: readonly Section[]): readonly KnowledgeItem[] {
  return passages.map(({ heading, page, text }, part) => ({
    ref: file,
    part,
    text: `${[titleOf(file), heading].filter(Boolean).join(" > ")}\n${text}`,
    metadata: { file, ...(heading !== undefined && { heading }), ...(page !== undefined && { page }) },
    origin: "document",
  }));
}

function titleOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return name.slice(0, name.lastIndexOf(".")).replaceAll(/[_-]+/g, " ");
}

export class TooMuchError extends Error {
  override name = "TooMuchError";
  readonly why: "memory" | "slow";

  constructor(why: "memory" | "slow") {
    super(why);
    this.why = why;
  }
}

/** A PDF of 2 MB can unpack to gigabytes, outside of what limits a thread; one of 100 MB that means no harm needs 250 MB. */
const MOST_GROWTH = 600_000_000;
/** A manual of 1,000 pages takes a minute on a small computer. */
const LONGEST_MS = 5 * 60_000;
/** A bomb unpacks 200 MB in a second. */
const LOOK_EVERY_MS = 100;

/** Runs a task of a worker thread; ends it with TooMuchError when the process grows too much or it takes too long. */
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
    if (memory() - before > MOST_GROWTH) stop.abort(new TooMuchError("memory"));
  }, LOOK_EVERY_MS).unref();
  const late = setTimeout(() => stop.abort(new TooMuchError("slow")), longestMs).unref();
  try {
    return await run(AbortSignal.any([signal, stop.signal]));
  } finally {
    clearInterval(look);
    clearTimeout(late);
  }
}
