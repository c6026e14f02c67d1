import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { sep } from "node:path";
import { lexer, type Tokens } from "marked";
import { getDocumentProxy } from "unpdf";
import { markdownOf } from "../../text/html-markdown.ts";
import { passagesOf, type Section } from "../passages.ts";
import type { DocumentKind, WhyUnread } from "./documents-files.ts";

/** A document's passages, or why there is none; `again`: the fault may be gone the next time. */
export type DocumentText =
  | { readonly ok: true; readonly passages: readonly Section[] }
  | { readonly ok: false; readonly why: WhyUnread; readonly again?: true };

export interface ReadDocument {
  /** What leads out of it is not read. */
  readonly folder: string;
  readonly path: string;
  readonly kind: DocumentKind;
}

const MOST_BYTES = 100_000_000;

/** Manuals have some hundred pages; a book of more is read as far. */
const MOST_PAGES = 1_000;
const MOST_CHARACTERS = 3_000_000;
const MOST_PASSAGES = 5_000;
/** Heading levels that tell where a passage stands. */
const DEEPEST_HEADING = 3;
const LONGEST_HEADING = 120;

/** The passages of a document, by headings (Markdown, HTML) or pages (PDF). Runs in a worker thread: a long PDF takes seconds. */
export async function readDocument({ folder, path, kind }: ReadDocument): Promise<DocumentText> {
  const bytes = await bytesOf(folder, path);
  if (!(bytes instanceof Uint8Array)) return bytes;
  return kind === "pdf" ? readPages(bytes) : told(sectionsOf(textOf(bytes).slice(0, MOST_CHARACTERS), kind), "no_text");
}

/** The file may have become a link, a pipe, or larger since it was found, and somebody may be writing it. */
async function bytesOf(folder: string, path: string): Promise<Uint8Array | (DocumentText & { readonly ok: false })> {
  const [root, real] = await Promise.all([realpath(folder), realpath(path)]);
  if (!real.startsWith(root + sep)) return { ok: false, why: "outside" };
  await using file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const before = await file.stat();
  if (!before.isFile()) return { ok: false, why: "no_file" };
  if (before.size > MOST_BYTES) return { ok: false, why: "large" };
  const bytes = new Uint8Array(before.size);
  let length = 0;
  for (let more = 1; more > 0 && length < bytes.length; length += more)
    more = (await file.read(bytes, length, bytes.length - length)).bytesRead;
  const after = await file.stat();
  const same = length === before.size && after.size === before.size && after.mtimeMs === before.mtimeMs;
  return same ? bytes : { ok: false, why: "changed", again: true };
}

function told(sections: readonly Section[], ifNone: WhyUnread): DocumentText {
  const tidied = sections.map((section) => ({ ...section, text: tidy(section.text) })).filter(({ text }) => text !== "");
  return tidied.length === 0 ? { ok: false, why: ifNone } : { ok: true, passages: passagesOf(tidied).slice(0, MOST_PASSAGES) };
}

async function readPages(bytes: Uint8Array): Promise<DocumentText> {
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    try {
      return told(await pagesOf(document), "pictures");
    } finally {
      // `cleanup` of the document itself would leave it in the memory of the thread
      await document.loadingTask.destroy();
    }
  } catch (error) {
    const locked = error instanceof Error && error.name === "PasswordException";
    return { ok: false, why: locked ? "locked" : "no_pdf" };
  }
}

/** One page after the other, for those of a long document do not fit into the memory of a thread at once. */
async function pagesOf(document: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<readonly Section[]> {
  const pages: Section[] = [];
  let room = MOST_CHARACTERS;
  for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES) && room > 0; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
    page.cleanup();
    pages.push({ heading: undefined, page: number, text: joined(text.slice(0, room)) });
    room -= text.length;
  }
  return pages;
}

function joined(page: string): string {
  return page.replace(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2");
}

/** UTF-8, or what its first bytes say; files of old programs are Western European. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function sectionsOf(text: string, kind: DocumentKind): readonly Section[] {
  if (kind === "text") return [{ heading: undefined, page: undefined, text }];
  return byHeadings(kind === "html" ? markdownOf(text) : text);
}

/** Splits Markdown at its headings. Front matter is left out. */
function byHeadings(markdown: string): readonly Section[] {
  const sections: Section[] = [];
  const above: string[] = [];
  let text = "";
  const close = () => {
    sections.push({ heading: above.filter(Boolean).join(" > ") || undefined, page: undefined, text });
    text = "";
  };
  for (const token of lexer(markdown.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, ""))) {
    const title = token.type === "heading" ? (token as Tokens.Heading) : undefined;
    if (!title || title.text === "" || title.text.length > LONGEST_HEADING) {
      text += token.raw;
      continue;
    }
    close();
    above.length = Math.min(above.length, title.depth - 1);
    if (title.depth <= DEEPEST_HEADING) above[title.depth - 1] = title.text.replaceAll(/\s+/g, " ");
    else text += `${title.text}\n`;
  }
  close();
  return sections;
}

/** Line ends of one kind, no signs that nobody sees (those that join letters stay), at most one empty line. */
function tidy(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/\f/g, "\n\n")
    .replace(/(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}]/gu, "")
    .replace(/[ \t\u00A0]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
