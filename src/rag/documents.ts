import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../observability/logger.ts";
import type { KnowledgeItem } from "../storage/knowledge-sync.ts";
import type { WorkerPool, WorkerTask } from "../workers/pool.ts";
import { type DocumentKind, documentKind } from "./documents-kinds.ts";
import type { PassageText } from "./documents-passages.ts";
import type { DocumentText } from "./documents-worker.ts";
import type { KnowledgeSource } from "./sources/source.ts";

/** A document that is not known, and why in words for its owner. */
export interface DocumentProblem {
  /** Relative to the folder, with `/`. */
  readonly file: string;
  readonly why: string;
}

export interface Documents extends KnowledgeSource {
  /** What lies in the folder, in one text that is another one as soon as a file comes, goes or changes; "" for none. Reads no file. */
  fingerprint(): Promise<string>;
  /** Documents that the latest read had to leave out. */
  problems(): readonly DocumentProblem[];
}

interface FoundFile {
  readonly file: string;
  readonly path: string;
  readonly kind: DocumentKind;
  readonly bytes: number;
  /** Changes with the file. */
  readonly version: string;
}

interface KnownFile {
  readonly version: string;
  readonly items: readonly KnowledgeItem[];
  /** Why there are none. */
  readonly why: string | undefined;
}

/** A folder of a household; more is an archive, for which this is the wrong tool. */
const MOST_FILES = 500;
const DEEPEST = 5;
/** Manuals with pictures have some 50 MB. */
const MOST_BYTES = 100_000_000;

const READ: WorkerTask = { file: new URL("./documents-worker.ts", import.meta.url), name: "readDocument" };

/**
 * The owner's documents: `.md`, `.txt`, `.html` and `.pdf` in a folder and its subfolders. Hidden files and links are left out. Threads of the
 * pool read them, a file again only when its time or size is another.
 */
export function createDocuments({
  folder,
  pool,
  logger,
}: {
  /** May be missing: then there are no documents. Undefined where nothing is kept on disk. */
  readonly folder: string | undefined;
  readonly pool: Pick<WorkerPool, "run">;
  readonly logger: Logger;
}): Documents {
  let known = new Map<string, KnownFile>();

  /** `again`: the fault may be gone the next time. */
  async function textOf({ path, kind, bytes }: FoundFile, signal: AbortSignal): Promise<DocumentText & { readonly again?: true }> {
    if (bytes > MOST_BYTES) return { ok: false, why: "it is larger than 100 MB" };
    try {
      return await pool.run<{ path: string; kind: DocumentKind }, DocumentText>(READ, { path, kind }, { signal, priority: "background" });
    } catch (error) {
      signal.throwIfAborted();
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
    return { version: text.again ? "" : version, items: [], why: text.why };
  }

  return {
    source: "document",
    fingerprint: async () => {
      const { files, more } = await filesIn(folder);
      return [...files.map(({ file, version }) => `${file} ${version}`), ...(more ? ["more"] : [])].join("\n");
    },
    problems: () => [...known].flatMap(([file, { why }]) => (why === undefined ? [] : [{ file, why }])),
    async read(signal) {
      const { files, more } = await filesIn(folder);
      if (more) logger.warn({ most: MOST_FILES }, "there are too many documents: the others are left out");
      const fresh = new Map<string, KnownFile>();
      for (const file of files) fresh.set(file.file, await readFile(file, signal));
      known = fresh;
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

async function filesIn(folder: string | undefined): Promise<{ readonly files: readonly FoundFile[]; readonly more: boolean }> {
  if (folder === undefined) return { files: [], more: false };
  const files: FoundFile[] = [];
  const walk = async (inner: string, depth: number): Promise<void> => {
    for (const entry of await entriesOf(join(folder, inner))) {
      const file = inner === "" ? entry.name : `${inner}/${entry.name}`;
      if (files.length > MOST_FILES || entry.name.startsWith(".")) continue;
      if (entry.isDirectory() && depth < DEEPEST) await walk(file, depth + 1);
      const kind = entry.isFile() ? documentKind(entry.name) : undefined;
      const found = kind && (await foundFile(folder, file, kind));
      if (found) files.push(found);
    }
  };
  await walk("", 1);
  return { files: files.slice(0, MOST_FILES), more: files.length > MOST_FILES };
}

async function foundFile(folder: string, file: string, kind: DocumentKind): Promise<FoundFile | undefined> {
  const path = join(folder, file);
  try {
    const { mtimeMs, size } = await stat(path);
    return { file, path, kind, bytes: size, version: `${mtimeMs} ${size}` };
  } catch {
    // gone between the list and the look at it
    return undefined;
  }
}

/** By name, so that the order is the same on every machine. A folder that is missing is empty; one that cannot be read throws. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
