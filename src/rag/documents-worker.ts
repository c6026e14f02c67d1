import { readFile } from "node:fs/promises";
import { convert, type FormatCallback } from "html-to-text";
import { extractText, getDocumentProxy } from "unpdf";
import type { DocumentKind } from "./documents-kinds.ts";
import { type PassageText, passagesOf, type Section } from "./documents-passages.ts";

/** A document's passages, or why there is none, in words for its owner. */
export type DocumentText = { readonly ok: true; readonly passages: readonly PassageText[] } | { readonly ok: false; readonly why: string };

/** Manuals have some hundred pages; a book of more is read as far. */
const MOST_PAGES = 1_000;
/** A text of a thousand pages. */
const MOST_CHARACTERS = 3_000_000;
/** 4 MB of passages of one document. */
const MOST_PASSAGES = 5_000;
/** Heading levels that tell where a passage stands. */
const DEEPEST_HEADING = 3;
/** A longer line with marks in front is no heading. */
const LONGEST_HEADING = 120;

/**
 * Runs in a worker thread, for a long PDF takes seconds. The passages of a document within its sections: by headings (Markdown, HTML), by
 * pages (PDF), as a whole (text). Throws if the file cannot be opened.
 */
export async function readDocument({ path, kind }: { readonly path: string; readonly kind: DocumentKind }): Promise<DocumentText> {
  const bytes = new Uint8Array(await readFile(path));
  return kind === "pdf" ? readPages(bytes) : told(sectionsOf(textOf(bytes).slice(0, MOST_CHARACTERS), kind), "there is no text in it");
}

function told(sections: readonly Section[], ifNone: string): DocumentText {
  const tidied = sections.map((section) => ({ ...section, text: tidy(section.text) })).filter(({ text }) => text !== "");
  return tidied.length === 0 ? { ok: false, why: ifNone } : { ok: true, passages: passagesOf(tidied).slice(0, MOST_PASSAGES) };
}

async function readPages(bytes: Uint8Array): Promise<DocumentText> {
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    try {
      const { text } = await extractText(document, { mergePages: false });
      const pages = text.slice(0, MOST_PAGES).map((page, index) => ({ heading: undefined, page: index + 1, text: joined(page) }));
      return told(pages, "there is no text in it, only pictures");
    } finally {
      await document.cleanup();
    }
  } catch (error) {
    const locked = error instanceof Error && error.name === "PasswordException";
    return { ok: false, why: locked ? "it is locked with a password" : "it is no PDF that can be read" };
  }
}

/** Words that the end of a printed line parted are joined. */
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

const heading: FormatCallback = (element, walk, builder, { level }) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(`${"#".repeat(Number(level))} `);
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

/** Pages as text with Markdown's headings. Scripts, styles, pictures and addresses of links are left out. */
function markdownOf(html: string): string {
  return convert(html, {
    wordwrap: false,
    formatters: { markdownHeading: heading },
    selectors: [
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, format: "markdownHeading", options: { level } })),
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      ...["head", "title", "nav"].map((selector) => ({ selector, format: "skip" })),
      { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
    ],
    limits: { maxInputLength: MOST_CHARACTERS },
  });
}

/** Splits Markdown at its headings; a `#` in a block of code is none. Front matter is left out. */
function byHeadings(markdown: string): readonly Section[] {
  const sections: Section[] = [];
  const above: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const close = () => {
    sections.push({ heading: above.filter(Boolean).join(" > ") || undefined, page: undefined, text: lines.join("\n") });
    lines = [];
  };
  for (const line of markdown.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, "").split(/\r?\n/)) {
    const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    const [, marks, title] = (fence === undefined && /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line)) || [];
    if (marks === undefined || title === undefined || title.length > LONGEST_HEADING) {
      lines.push(line);
      continue;
    }
    close();
    above.length = Math.min(above.length, marks.length - 1);
    if (marks.length <= DEEPEST_HEADING) above[marks.length - 1] = title.replaceAll(/\s+/g, " ");
    else lines.push(title);
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
