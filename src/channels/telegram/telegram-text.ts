import { type Mark, type Run, readMarkdown, toPlain } from "../../text/markdown-runs.ts";

/** One message's worth: the same text with Telegram's HTML and without. */
export interface TelegramPart {
  readonly html: string;
  readonly plain: string;
}

/** Longest message, in UTF-16 units of the text that is left when the markup was read (Telegram Bot API, sendMessage). */
const LONGEST_MESSAGE = 4096;

/** A better place to cut is taken only if the part is at least this full, so that no crumb goes out as a message. */
const LEAST_FULL = 0.25;

/** Where a text may be cut, best first; `match` ends where the next part begins. None but the last cuts inside code. */
const CUTS: readonly { readonly pattern: RegExp; readonly insideCode: boolean }[] = [
  { pattern: /\n\n+/g, insideCode: false },
  { pattern: /\n/g, insideCode: false },
  { pattern: /\n/g, insideCode: true },
  { pattern: /(?<=[.!?…。！？])\s+/g, insideCode: false },
  { pattern: /\s+/g, insideCode: true },
];

/** A Markdown text as the messages that show it: one, or several if it is long; none if there is nothing to see. */
export function renderMarkdown(markdown: string, longest = LONGEST_MESSAGE): readonly TelegramPart[] {
  const parts: TelegramPart[] = [];
  let rest = withoutBlankEnds(readMarkdown(markdown));
  while (rest.length > 0) {
    const cut = cutAt(rest, longest);
    const part = withoutBlankEnds(slice(rest, 0, cut.end));
    if (part.length > 0) parts.push({ html: toHtml(part), plain: toPlain(part) });
    rest = withoutBlankEnds(slice(rest, cut.next, Number.POSITIVE_INFINITY));
  }
  return parts;
}

function cutAt(runs: readonly Run[], longest: number): { readonly end: number; readonly next: number } {
  const text = toPlain(runs);
  if (text.length <= longest) return { end: text.length, next: text.length };
  const code = codeSpans(runs);
  // one more character is looked at: a blank there makes a cut that leaves the part exactly full
  const window = text.slice(0, longest + 1);
  for (const { pattern, insideCode } of CUTS) {
    let best: { end: number; next: number } | undefined;
    for (const match of window.matchAll(pattern)) {
      const { index } = match;
      if (index > longest || index < longest * LEAST_FULL) continue;
      if (!insideCode && code.some(([from, to]) => index > from && index < to)) continue;
      best = { end: index, next: Math.max(index + match[0].length, 1) };
    }
    if (best) return best;
  }
  // one endless word; never within a surrogate pair
  const end = isHighSurrogate(text.charCodeAt(longest - 1)) ? longest - 1 : longest;
  return { end: Math.max(end, 1), next: Math.max(end, 1) };
}

function codeSpans(runs: readonly Run[]): (readonly [number, number])[] {
  let at = 0;
  return runs.flatMap((run) => {
    const from = at;
    at += run.text.length;
    return run.marks.some(({ tag }) => tag === "pre" || tag === "code") ? [[from, at] as const] : [];
  });
}

function slice(runs: readonly Run[], from: number, to: number): Run[] {
  let at = 0;
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(from - at, 0), Math.max(to - at, 0));
    at += run.text.length;
    return text === "" ? [] : [{ ...run, text }];
  });
}

/** Telegram cuts blanks off both ends itself; the first line of code keeps its indentation. */
function withoutBlankEnds(runs: readonly Run[]): readonly Run[] {
  const text = toPlain(runs);
  const blankLines = /^(?:[^\S\n]*\n)+/.exec(text)?.[0].length ?? 0;
  const isCode = slice(runs, blankLines, text.length)[0]?.marks.some(({ tag }) => tag === "pre") ?? false;
  return slice(runs, isCode ? blankLines : text.length - text.trimStart().length, text.trimEnd().length);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Telegram's HTML of the runs: every tag closed, every `<`, `>`, `&` and `"` of the text escaped. */
export function toHtml(runs: readonly Run[]): string {
  const open: Mark[] = [];
  let html = "";
  const closeTo = (depth: number) => {
    while (open.length > depth) html += `</${open.pop()?.tag}>`;
  };
  for (const run of runs) {
    const common = run.marks.findIndex((mark, depth) => open[depth] !== mark);
    closeTo(common < 0 ? run.marks.length : common);
    for (const mark of run.marks.slice(open.length)) {
      html += mark.href === undefined ? `<${mark.tag}>` : `<${mark.tag} href="${escapeHtml(mark.href)}">`;
      open.push(mark);
    }
    html += escapeHtml(run.text);
  }
  closeTo(0);
  return html;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
