import { type Mark, type Run, readMarkdown } from "../../text/markdown-runs.ts";

/** Codes that begin and end a style (ECMA-48, SGR). */
export type Style = readonly [begin: number, end: number];

/** Quotes and links are told by what stands around them. */
const STYLES: Readonly<Partial<Record<Mark["tag"], Style>>> = {
  b: [1, 22],
  i: [3, 23],
  s: [9, 29],
  code: [36, 39],
  pre: [36, 39],
};

/** Markdown as a terminal shows it: styles instead of signs, code and quotes apart. No control characters of its text. */
export function formatMarkdown(markdown: string, colours: boolean): string {
  return linesOf(withAddresses(readMarkdown(markdown)))
    .map((line) => {
      const has = (tag: Mark["tag"]) => line.some(({ marks }) => marks.some((mark) => mark.tag === tag));
      return `${has("blockquote") ? "│ " : ""}${has("pre") ? "  " : ""}${line.map((run) => withStyles(run, colours)).join("")}`;
    })
    .join("\n");
}

/** One line in one style, whatever signs it holds. */
export function styled(text: string, [begin, end]: Style, colours: boolean): string {
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

function withStyles({ text, marks }: Run, colours: boolean): string {
  return marks.reduce((inner, { tag }) => {
    const style = STYLES[tag];
    return style ? styled(inner, style, colours) : inner;
  }, text);
}
