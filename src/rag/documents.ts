import type { Logger } from "../observability/logger.ts";
import type { KnowledgeItem } from "../storage/knowledge-sync.ts";
import type { WorkerPool, WorkerTask } from "../workers/pool.ts";
import { type DocumentProblem, type FoundFile, filesIn, MOST_FILES } from "./documents-files.ts";
import { guarded, TooMuchError } from "./documents-guard.ts";
import type { PassageText } from "./documents-passages.ts";
import type { DocumentText, ReadDocument } from "./documents-worker.ts";
import type { KnowledgeSource } from "./sources/source.ts";

export interface Documents extends KnowledgeSource {
  /** What lies in the folders, in one text that is another one as soon as a file comes, goes or changes; "" for none. Reads no file. */
  fingerprint(): Promise<string>;
  /** Documents that the latest read had to leave out. */
  problems(): readonly DocumentProblem[];
}

interface KnownFile {
  readonly version: string;
  readonly items: readonly KnowledgeItem[];
  /** Why there are none. */
  readonly why: string | undefined;
}

/** Looks, a minute apart, at what was being written or had no thread; a file that is still so is left until it changes. */
const MOST_TRIES = 5;

const READ: WorkerTask = { file: new URL("./documents-worker.ts", import.meta.url), name: "readDocument" };

/**
 * The owner's documents: `.md`, `.txt`, `.html` and `.pdf` in some folders and their subfolders. Hidden files and links are left out. Threads
 * of the pool read them, a file again only when its time or size is another; what was known of it stays until then.
 */
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
  let known = new Map<string, KnownFile>();
  let outside: readonly DocumentProblem[] = [];
  let tries = 0;

  async function textOf({ folder, path, kind }: FoundFile, signal: AbortSignal): Promise<DocumentText> {
    const run = (stop: AbortSignal) =>
      pool.run<ReadDocument, DocumentText>(READ, { folder, path, kind }, { signal: stop, priority: "background" });
    try {
      return await guarded(run, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TooMuchError) return { ok: false, why: error.message };
      // its thread ended: a second look would end the next
      if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
        return { ok: false, why: "it needs too much memory" };
      logger.debug({ err: error }, "a document could not be read");
      return { ok: false, why: "it cannot be read", again: true };
    }
  }

  async function readFile(found: FoundFile, signal: AbortSignal): Promise<KnownFile> {
    const { file, version } = found;
    const before = known.get(file);
    if (before?.version === version) return before;
    const text = await textOf(found, signal);
    if (text.ok) return { version, items: itemsOf(file, text.passages), why: undefined };
    logger.warn({ why: text.why }, "a document is left out");
    logger.debug({ file }, "it is this one");
    return text.again ? { version: "", items: before?.items ?? [], why: text.why } : { version, items: [], why: text.why };
  }

  return {
    source: "document",
    fingerprint: async () => {
      const { files, more } = await filesIn(folders);
      return [...files.map(({ path, version }) => `${path} ${version}`), ...(more ? ["more"] : []), ...(tries > 0 ? [tries] : [])].join(
        "\n",
      );
    },
    problems: () => [...[...known].flatMap(([file, { why }]) => (why === undefined ? [] : [{ file, why }])), ...outside],
    async read(signal) {
      const { files, more, problems } = await filesIn(folders);
      if (more) logger.warn({ most: MOST_FILES }, "there are too many documents: the others are left out");
      const fresh = new Map<string, KnownFile>();
      for (const file of files) fresh.set(file.file, await readFile(file, signal));
      known = fresh;
      outside = problems;
      tries = [...fresh.values()].some(({ version }) => version === "") ? Math.min(tries + 1, MOST_TRIES) : 0;
      return [...fresh.values()].flatMap(({ items }) => items);
    },
  };
}

/** The name of the document and the headings stand in the text: a question often uses their words and not the passage's. */
function itemsOf(file: string, passages: readonly PassageText[]): readonly KnowledgeItem[] {
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
