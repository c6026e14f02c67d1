import { Lexer, type Token, type Tokens } from "marked";
import { characterOf } from "./character-references.ts";

/** One piece of text and the marks around it, outermost first. Marks are compared by identity: one object, one pair of tags. */
export interface Run {
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly tag: "b" | "i" | "s" | "code" | "pre" | "blockquote" | "a";
  /** Of links only. */
  readonly href?: string;
}

/** Longer texts are shown as they are: reading them would hold up everything else (0.3 s for 80,000 characters of nested lists). */
const LONGEST_MARKDOWN = 30_000;

/** Nobody nests quotations and lists this deep; the library takes seconds for thousands of levels. */
const DEEP = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){20}/m;

/** More runs of emphasis than this in one paragraph, item or row, or a longer run, are none: the library compares each with all before it. */
const MOST_EMPHASIS = 400;
const LONG_EMPHASIS = /[*_~]{200}/;

/**
 * A model's Markdown as runs of text with a few marks that every channel can show: headings are bold, list items get bullets, tables and
 * code stand in `pre`, images become links; raw HTML stays visible text. What cannot be read as Markdown comes back as it is.
 */
export function readMarkdown(markdown: string): readonly Run[] {
  const source = cleaned(markdown);
  if (source.length > LONGEST_MARKDOWN || DEEP.test(source) || isDense(source)) return [{ text: source, marks: [] }];
  try {
    const runs = blocks(new Lexer({ gfm: true, breaks: true }).lex(source), []);
    // link definitions alone show nothing; the person gets the text then
    if (runs.some((run) => run.text.trim() !== "")) return runs;
  } catch {
    // deeper nesting than the library's recursion can bear
  }
  return [{ text: source, marks: [] }];
}

function isDense(source: string): boolean {
  if (LONG_EMPHASIS.test(source)) return true;
  return source
    .split(/\n[ \t]*(?:\n|(?=(?:[-*+]|\d{1,9}[.)])[ \t]|\|))/)
    .some((paragraph) => (paragraph.match(/[*_~]+/g)?.length ?? 0) > MOST_EMPHASIS);
}

export function toPlain(runs: readonly Run[]): string {
  return runs.map((run) => run.text).join("");
}

/** Lone surrogates and control characters cannot be sent. */
function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "");
}

function blocks(tokens: readonly Token[], marks: readonly Mark[]): Run[] {
  return joined(
    tokens.filter((token) => token.type !== "space" && token.type !== "def").map((token) => block(token, marks)),
    "\n\n",
    marks,
  );
}

function joined(parts: readonly Run[][], separator: string, marks: readonly Mark[]): Run[] {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [{ text: separator, marks }, ...part]));
}

function block(token: Token, marks: readonly Mark[]): Run[] {
  switch (token.type) {
    case "heading":
      return inline(token.tokens ?? [], within(marks, { tag: "b" }));
    case "blockquote":
      return blocks(token.tokens ?? [], within(marks, { tag: "blockquote" }));
    case "list":
      return list(token as Tokens.List, marks);
    case "code":
      return literal(token.text, marks, { tag: "pre" });
    case "table":
      return literal(table(token as Tokens.Table), marks, { tag: "pre" });
    case "hr":
      return [{ text: "———", marks }];
    case "html":
      return run(token.raw.trimEnd(), marks);
    default:
      return inline(childrenOf(token) ?? [token], marks);
  }
}

function list({ items, ordered }: Tokens.List, marks: readonly Mark[]): Run[] {
  const rendered = items.map((item) => {
    // Markdown counts on from the first number, but what is written below or on a button names the number that was written
    const bullet = ordered ? `${/\d+/.exec(item.raw)?.[0]}. ` : item.task ? "" : "• ";
    const inner = joined(
      item.tokens.filter((token) => token.type !== "space" && token.type !== "checkbox").map((token) => block(token, marks)),
      "\n",
      marks,
    );
    const box = item.task ? (item.checked ? "☑ " : "☐ ") : "";
    // lines after the first stand under it; code keeps its own lines
    const indented = inner.map((one) => (one.marks.some(isCode) ? one : { ...one, text: one.text.replace(/\n/g, "\n   ") }));
    return [{ text: bullet + box, marks }, ...indented];
  });
  return joined(rendered, "\n", marks);
}

/** Cells padded to columns, for `pre`. */
function table({ header, rows }: Tokens.Table): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => toPlain(inline(cell.tokens, [])).replace(/\s+/g, " ")));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? "")].length)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join(" | ")
      .trimEnd(),
  );
  return [lines[0], widths.map((width) => "-".repeat(width)).join("-|-"), ...lines.slice(1)].join("\n");
}

function inline(tokens: readonly Token[], marks: readonly Mark[]): Run[] {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case "strong":
        return inline(token.tokens ?? [], within(marks, { tag: "b" }));
      case "em":
        return inline(token.tokens ?? [], within(marks, { tag: "i" }));
      case "del":
        return inline(token.tokens ?? [], within(marks, { tag: "s" }));
      case "codespan":
        return literal(token.text, marks, { tag: "code" });
      case "link":
        return linked(inline(token.tokens ?? [], []).length ? (token.tokens ?? []) : [asText(token.href)], token.href, marks);
      case "image":
        return linked([asText(token.text || token.href)], token.href, marks);
      case "br":
        return [{ text: "\n", marks }];
      case "escape":
        return run(token.text, marks);
      case "html":
        return run(token.raw, marks);
      default: {
        const children = childrenOf(token);
        return children ? inline(children, marks) : run(withoutEntities(token.raw), marks);
      }
    }
  });
}

function childrenOf(token: Token): readonly Token[] | undefined {
  return "tokens" in token ? token.tokens : undefined;
}

function linked(tokens: readonly Token[], href: string, marks: readonly Mark[]): Run[] {
  // other schemes would name people or open apps (tg:), which a model's text must not
  return inline(tokens, /^https?:\/\/[^\s/]/i.test(href) ? within(marks, { tag: "a", href }) : marks);
}

function asText(text: string): Token {
  return { type: "escape", raw: text, text };
}

function run(text: string, marks: readonly Mark[]): Run[] {
  return text === "" ? [] : [{ text, marks }];
}

/** Telegram lets code and `pre` stand in a quote, but within nothing else. A link keeps its link. */
function literal(text: string, marks: readonly Mark[], mark: Mark): Run[] {
  if (marks.some(({ tag }) => tag === "a")) return run(text, marks);
  const outer = mark.tag === "code" ? marks.filter(({ tag }) => tag === "blockquote") : [];
  return run(text, [...outer, mark]);
}

function within(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return marks.some(({ tag }) => tag === mark.tag) ? marks : [...marks, mark];
}

function isCode({ tag }: Mark): boolean {
  return tag === "code" || tag === "pre";
}

/** Markdown's text may hold HTML's character references; the reader is to see the character. */
function withoutEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,16});/gi, (whole, reference: string) => cleaned(characterOf(reference) ?? whole));
}
