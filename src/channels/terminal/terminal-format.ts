import { stripVTControlCharacters } from "node:util";
import { type Mark, type Run, readMarkdown } from "../../text/markdown-runs.ts";

export interface TextLook {
  readonly width: number;
  readonly colours: boolean;
}

/** Codes that begin and end a mark (ECMA-48, SGR). Quotes and links are told by what stands around them. */
const STYLES: Readonly<Partial<Record<Mark["tag"], readonly [number, number]>>> = {
  b: [1, 22],
  i: [3, 23],
  s: [9, 29],
  code: [36, 39],
  pre: [36, 39],
};

/** Narrower than this nothing is wrapped: the terminal does it as well. */
const NARROWEST = 20;

/** What continues a list item stands under its text. */
const LIST_ITEM = /^\s*(?:•|☐|☑|\d{1,4}\.) (?:[☐☑] )?/;

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const INVISIBLE = /^[\p{Mark}\p{Format}\p{Control}]+$/u;
/** Two columns: what Unicode calls wide (UAX #11: East Asian scripts, full-width forms), and emoji. */
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** What a terminal shows takes columns, not characters: a letter with its marks, and its columns. */
interface Cell {
  readonly text: string;
  readonly width: number;
}

/** Markdown as a terminal shows it: styles instead of signs, words whole, list items hanging, code as it is. No control characters of its text. */
export function formatMarkdown(markdown: string, look: TextLook): string {
  return linesOf(withAddresses(readMarkdown(markdown)))
    .flatMap((line) => wrapped(line, look))
    .join("\n");
}

/** One line in one style, whatever signs it holds. */
export function styled(text: string, [begin, end]: readonly [number, number], colours: boolean): string {
  return colours ? `\u001b[${begin}m${text}\u001b[${end}m` : text;
}

/** A link's address stands behind its text, unless it is its text. */
function withAddresses(runs: readonly Run[]): readonly Run[] {
  return runs.flatMap((run, index) => {
    const link = linkOf(run);
    if (link?.href === undefined || linkOf(runs[index + 1]) === link) return [run];
    const text = runs.filter((other) => linkOf(other) === link).reduce((all, other) => all + other.text, "");
    return text === link.href ? [run] : [run, { text: ` (${link.href})`, marks: [] }];
  });
}

function linkOf(run: Run | undefined): Mark | undefined {
  return run?.marks.find(({ tag }) => tag === "a");
}

function linesOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    for (const [index, text] of run.text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ text, marks: run.marks });
    }
  }
  return lines;
}

function wrapped(line: readonly Run[], { width, colours }: TextLook): readonly string[] {
  const has = (tag: Mark["tag"]) => line.some(({ marks }) => marks.some((mark) => mark.tag === tag));
  const quote = has("blockquote") ? "│ " : "";
  const show = (runs: readonly Run[]) =>
    merged(runs)
      .map((run) => withStyles(run, colours))
      .join("");
  if (has("pre")) return [`${quote}  ${show(line)}`];
  const room = width - quote.length;
  if (room < NARROWEST || room === Number.POSITIVE_INFINITY) return [quote + show(line)];
  const hanging = LIST_ITEM.exec(line.map(({ text }) => text).join(""))?.[0].length ?? 0;
  return rowsIn(
    line.flatMap(({ text, marks }) => cellsOf(text).map((cell) => ({ ...cell, marks }))),
    { room, hanging },
  ).map((row) => quote + show(row));
}

function rowsIn<Styled extends Cell & Run>(
  cells: readonly Styled[],
  { room, hanging }: { readonly room: number; readonly hanging: number },
): readonly (readonly Run[])[] {
  const rows: (readonly Run[])[] = [];
  let rest = cells;
  do {
    const indent = rows.length === 0 ? 0 : hanging;
    const end = endOfRow(rest, room - indent);
    rows.push([{ text: " ".repeat(indent), marks: [] }, ...rest.slice(0, end)]);
    const next = rest.findIndex(({ text }, index) => index >= end && text !== " ");
    rest = next < 0 ? [] : rest.slice(next);
  } while (rest.length > 0);
  return rows;
}

/** How many cells stand in a row: whole words, or a part of one that is longer. */
function endOfRow(cells: readonly Cell[], room: number): number {
  const over = firstBeyond(cells, room);
  if (over < 0) return cells.length;
  const begin = cells.findIndex(({ text }) => text !== " ");
  const space = cells.findLastIndex(({ text }, index) => index <= over && text === " ");
  if (space <= begin) return Math.max(over, 1);
  return cells.findLastIndex(({ text }, index) => index < space && text !== " ") + 1;
}

function merged(runs: readonly Run[]): readonly Run[] {
  const found: Run[] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last?.marks === run.marks) found[found.length - 1] = { text: last.text + run.text, marks: run.marks };
    else found.push(run);
  }
  return found;
}

function withStyles({ text, marks }: Run, colours: boolean): string {
  return marks.reduce((inner, { tag }) => {
    const style = STYLES[tag];
    return style ? styled(inner, style, colours) : inner;
  }, text);
}

function firstBeyond(cells: readonly Cell[], room: number): number {
  let used = 0;
  return cells.findIndex(({ width }) => {
    used += width;
    return used > room;
  });
}

/** Columns that a line takes; styles take none. */
export function widthOf(line: string): number {
  const text = stripVTControlCharacters(line);
  return PRINTABLE_ASCII.test(text) ? text.length : cellsOf(text).reduce((sum, { width }) => sum + width, 0);
}

function cellsOf(text: string): readonly Cell[] {
  return [...GRAPHEMES.segment(text)].map(({ segment }) => ({
    text: segment,
    width: INVISIBLE.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1,
  }));
}
