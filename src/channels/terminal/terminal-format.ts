import { type Mark, type Run, readMarkdown } from "../../text/markdown-runs.ts";
import { pieces, widthOf } from "./terminal-text.ts";

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
  const hanging = " ".repeat(LIST_ITEM.exec(line.map(({ text }) => text).join(""))?.[0].length ?? 0);
  return rowsIn(line, room, hanging).map((row) => quote + show(row));
}

function rowsIn(line: readonly Run[], room: number, hanging: string): readonly (readonly Run[])[] {
  const rows: Run[][] = [[]];
  let used = 0;
  let spaces: Run[] = [];
  for (const word of wordsOf(line, room - hanging.length)) {
    const width = word.reduce((sum, { text }) => sum + widthOf(text), 0);
    if (word[0]?.text.trim() === "") {
      spaces = word;
      used += width;
    } else if (used + width > room && rows.at(-1)?.length) {
      rows.push([{ text: hanging, marks: [] }, ...word]);
      used = hanging.length + width;
      spaces = [];
    } else {
      rows.at(-1)?.push(...spaces, ...word);
      used += width;
      spaces = [];
    }
  }
  return rows;
}

/** Words and the spaces between them; a word may change its style on the way. What is longer than a row comes in pieces. */
function wordsOf(line: readonly Run[], longest: number): readonly Run[][] {
  const words: Run[][] = [];
  let inWord = false;
  for (const { text, marks } of line) {
    for (const part of text.match(/\s+|\S+/g) ?? []) {
      const isWord = part.trim() !== "";
      for (const piece of pieces(part, longest)) {
        const last = words.at(-1);
        const fits = last && widthOf(last.map((run) => run.text).join("")) + widthOf(piece) <= longest;
        if (isWord && inWord && fits) last.push({ text: piece, marks });
        else words.push([{ text: piece, marks }]);
        inWord = isWord;
      }
    }
  }
  return words;
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
