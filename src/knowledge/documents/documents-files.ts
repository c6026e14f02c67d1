import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Why a document is not known: `sync.why.*` says it in words. */
export type WhyUnread =
  | ("folder" | "twice" | "unreadable" | "memory" | "slow")
  | ("outside" | "no_file" | "large" | "changed" | "no_text" | "pictures" | "locked" | "no_pdf");

export interface DocumentProblem {
  readonly file: string;
  readonly why: WhyUnread;
}

export interface FoundFile {
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly file: string;
  readonly path: string;
  readonly kind: DocumentKind;
  /** Another one as soon as the file is another one. */
  readonly version: string;
}

/** A folder of a household; more is an archive, for which this is the wrong tool. */
export const MOST_FILES = 500;
const DEEPEST = 5;

/** What a folder that is gone, or was never there, is answered with; or one that became a file meanwhile. */
const GONE: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);
const CLOSED: ReadonlySet<unknown> = new Set(["EACCES", "EPERM", "EROFS"]);

/** Documents in some folders and subfolders, by name; no hidden files or links. A missing folder is empty. `more`: some are left out. */
export async function filesIn(folders: readonly string[]): Promise<{
  readonly files: readonly FoundFile[];
  readonly more: boolean;
  readonly problems: readonly DocumentProblem[];
}> {
  const files = new Map<string, FoundFile>();
  const problems: DocumentProblem[] = [];
  const walk = async (folder: string, inner: string, depth: number): Promise<void> => {
    const entries = await entriesOf(join(folder, inner), depth > 1);
    if (!entries) problems.push({ file: inner, why: "folder" });
    for (const entry of entries ?? []) {
      const file = inner === "" ? entry.name : `${inner}/${entry.name}`;
      if (files.size > MOST_FILES || entry.name.startsWith(".")) continue;
      if (entry.isDirectory() && depth < DEEPEST) await walk(folder, file, depth + 1);
      const kind = entry.isFile() ? documentKind(entry.name) : undefined;
      if (kind && files.has(file)) problems.push({ file, why: "twice" });
      const found = kind && !files.has(file) && (await foundFile(folder, file, kind));
      if (found === "closed") problems.push({ file, why: "unreadable" });
      else if (found) files.set(file, found);
    }
  };
  for (const folder of folders) await walk(folder, "", 1);
  return { files: [...files.values()].slice(0, MOST_FILES), more: files.size > MOST_FILES, problems };
}

async function foundFile(folder: string, file: string, kind: DocumentKind): Promise<FoundFile | "closed" | undefined> {
  const path = join(folder, file);
  try {
    const { mtimeMs, size } = await stat(path);
    return { folder, file, path, kind, version: `${path} ${mtimeMs} ${size}` };
  } catch (error) {
    // gone between the list and the look at it
    if (GONE.has(codeOf(error))) return undefined;
    if (isClosed(error)) return "closed";
    throw error;
  }
}

/** By name, so that the order is the same on every machine. Undefined for a subfolder that nobody lets us into: the others are read. */
async function entriesOf(folder: string, sub: boolean): Promise<readonly Dirent[] | undefined> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (GONE.has(codeOf(error))) return [];
    if (sub && isClosed(error)) return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** True if the file system does not allow it. */
export function isClosed(error: unknown): boolean {
  return CLOSED.has(codeOf(error));
}

export type DocumentKind = "text" | "markdown" | "html" | "pdf";

const KINDS: ReadonlyMap<string, DocumentKind> = new Map([
  ["txt", "text"],
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["html", "html"],
  ["htm", "html"],
  ["pdf", "pdf"],
]);

/** Endings of names of files that are read, with the dot. */
export const DOCUMENT_ENDINGS: readonly string[] = KINDS.keys()
  .map((ending) => `.${ending}`)
  .toArray();

export function documentKind(name: string): DocumentKind | undefined {
  return KINDS.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}
