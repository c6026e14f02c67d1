import type { Logger } from "../../observability/logger.ts";
import type { KnowledgeItem } from "../../storage/knowledge/knowledge-sync.ts";
import type { WorkerPool, WorkerTask } from "../../workers/pool.ts";
import type { Section } from "../passages.ts";
import type { KnowledgeSource } from "../source.ts";
import { type DocumentProblem, type FoundFile, filesIn, MOST_FILES, type WhyUnread } from "./documents-files.ts";
import type { DocumentText, ReadDocument } from "./documents-worker.ts";

export interface Documents extends Required<KnowledgeSource> {
  /** What lies in the folders, in a text that is another one as soon as a file comes, goes or changes; "" for none. Reads no file. */
  fingerprint(): Promise<string>;
  problems(): readonly DocumentProblem[];
}

interface KnownFile {
  readonly version: string;
  /** Undefined if it was read. */
  readonly why: WhyUnread | undefined;
  /** How often reading this version failed for now: it is to be read again. 0 if it was read, or never can be. */
  readonly tries: number;
  /** Its passages are stored. */
  readonly isKept: boolean;
}

/** Characters of passages that are held at a time until they are kept, a hundred manuals of 50 pages; what is more is read at the next look. */
const MOST_AT_ONCE = 10_000_000;
/** Looks, a minute apart, at what was being written or had no thread; a file that is still so is left until it changes. */
const MOST_TRIES = 5;

const READ: WorkerTask = { file: new URL("./documents-worker.ts", import.meta.url), name: "readDocument" };

/** The owner's documents. Threads read them, again only when time or size change or passages were not stored. */
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
  let known: ReadonlyMap<string, KnownFile> = new Map();
  let outside: readonly DocumentProblem[] = [];

  async function textOf({ folder, path, kind }: FoundFile, signal: AbortSignal): Promise<DocumentText> {
    const run = (watched: { readonly signal: AbortSignal; readonly onStart: () => void }) =>
      pool.run<ReadDocument, DocumentText>(READ, { folder, path, kind }, { ...watched, priority: "background" });
    try {
      return await guarded(run, { signal });
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
  const filesThat = (are: (one: KnownFile) => boolean) => [...known].flatMap(([file, one]) => (are(one) ? [file] : []));

  return {
    source: "document",
    fingerprint: async () => {
      const { files, more } = await filesIn(folders);
      const waiting = filesThat(({ why }) => why === "not_yet").length;
      const seen = files.map((found) => `${found.version} ${triesOf(found)}`);
      return [...seen, ...(more ? ["more"] : []), ...(waiting > 0 ? [`waiting ${waiting}`] : [])].join("\n");
    },
    problems: () => [...[...known].flatMap(([file, { why }]) => (why === undefined ? [] : [{ file, why }])), ...outside],
    unread: () => new Set(filesThat(({ why, tries, isKept }) => isKept || tries > 0 || why === "not_yet")),
    kept() {
      known = new Map([...known].map(([file, one]) => [file, { ...one, isKept: one.why === undefined }]));
    },
    async read(signal) {
      const { files, more, problems } = await filesIn(folders);
      if (more) logger.warn({ most: MOST_FILES }, "there are too many documents: the others are left out");
      const fresh = new Map<string, KnownFile>();
      const items: KnowledgeItem[] = [];
      let held = 0;
      for (const found of files) {
        const { file, version } = found;
        const set = (why: WhyUnread | undefined, tries = 0) => fresh.set(file, { version, why, tries, isKept: false });
        const before = known.get(file);
        const isHopeless = before?.why !== undefined && before.why !== "not_yet" && before.tries === 0;
        if (before?.version === version && (before.isKept || isHopeless)) fresh.set(file, before);
        else if (held >= MOST_AT_ONCE) set("not_yet");
        else {
          const text = await textOf(found, signal);
          if (text.ok) {
            const own = itemsOf(file, text.passages);
            items.push(...own);
            for (const item of own) held += item.text.length;
            set(undefined);
          } else {
            logger.warn({ why: text.why }, "a document is left out");
            logger.debug({ file }, "it is this one");
            set(text.why, text.again === true ? Math.min(triesOf(found) + 1, MOST_TRIES) : 0);
          }
        }
      }
      known = fresh;
      outside = problems;
      return items;
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

/** Runs a task of a worker thread; ends it with TooMuchError when the process grows too much or it takes too long since `onStart`. */
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
      if (memory() - before > MOST_GROWTH) stop.abort(new TooMuchError("memory"));
    }, LOOK_EVERY_MS).unref();
    watch.defer(() => clearInterval(look));
    const late = setTimeout(() => stop.abort(new TooMuchError("slow")), longestMs).unref();
    watch.defer(() => clearTimeout(late));
  };
  return await run({ signal: AbortSignal.any([signal, stop.signal]), onStart });
}
