import { characterOf } from "./character-references.ts";

/** What stands at `from` up to `to` (not included) of a text becomes `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Marks that stand around nothing else go too: `**light.x**` in bold alone. */
  readonly bare?: boolean;
}

/** Finds what has to change in a text, in its order and without overlaps. */
export type Finder = (text: string) => readonly Edit[];

/** Finds by a global pattern; what `by` has no text for stays. */
export function finder(pattern: RegExp, by: (match: RegExpExecArray) => string | undefined): Finder {
  return (text) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const replacement = by(match);
      return replacement === undefined ? [] : [{ from: match.index, to: match.index + match[0].length, text: replacement }];
    });
}

/** The text with all edits made; of two that overlap the earlier one is made. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let done = 0;
  for (const edit of edits) {
    if (edit.from < done) continue;
    result += text.slice(done, edit.from) + edit.text;
    done = edit.to;
  }
  return result + text.slice(done);
}

/** Markdown as a person reads it, with the way back: `text[i]` comes from `starts[i]` up to `ends[i]` of the source. */
export interface VisibleText {
  readonly source: string;
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The marks that are not in the text, in the source's order. */
  readonly marks: readonly Mark[];
}

interface Mark {
  readonly from: number;
  readonly to: number;
  /** Whether its run begins or ends a word. */
  readonly atEdge: boolean;
  /** Where the mark stands that ends what this one begins, or begins what this one ends. */
  partner?: Mark;
}

/** `[label](address)` and `![label](address)`; the parts are bounded, so that open brackets cost nothing. */
export const MARKDOWN_LINK = /!?\[([^[\]\n]{0,300})\]\(\s?<?([a-z][a-z\d+.-]{1,14}:\/\/[^\s<>()]{1,2000})>?(?:\s"[^"\n]{0,200}")?\)/gi;
/** All that may look other than it is written; a blank line ends emphasis. */
const SPECIAL =
  /\\[!-/:-@[-`{-~]|&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,16});|\*+|_+|~+|`+|!?\[|\]\(|\n[ \t]*\n|[^\P{Cc}\n\r\t]|[^\p{ASCII}]/giu;
/** Signs that nobody sees, and those that stand upon another one. */
const INVISIBLE = /^[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Mn}]$/u;
/** What emphasis may stand at; invisible signs are among it, as `marked` has it. */
const PUNCTUATION = /[^\p{L}\p{N}\s]/u;

/** Reads Markdown as a person sees it: escapes, references and styled letters plain, invisible signs gone, marks hidden or shown. Linear. */
export function readVisible(source: string, marks: "hidden" | "shown"): VisibleText {
  const found = marks === "hidden" ? findMarks(source) : [];
  const starts = new Int32Array(source.length);
  const ends = new Int32Array(source.length);
  let text = "";
  const show = (shown: string, from: number, to: number) => {
    starts.fill(from, text.length, text.length + shown.length);
    ends.fill(to, text.length, text.length + shown.length);
    text += shown;
  };
  const copy = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      starts[text.length + at - from] = at;
      ends[text.length + at - from] = at + 1;
    }
    text += source.slice(from, to);
  };
  let done = 0;
  let next = 0;
  for (const match of source.matchAll(SPECIAL)) {
    const end = match.index + match[0].length;
    // a link's address is one mark with many signs in it
    if (match.index < done) continue;
    copy(done, match.index);
    done = end;
    if (found[next]?.from === match.index) {
      while ((found[next]?.from ?? Number.POSITIVE_INFINITY) < done) {
        done = Math.max(done, found[next]?.to ?? 0);
        next += 1;
      }
    } else show(signOf(match), match.index, end);
  }
  copy(done, source.length);
  return { source, text, starts, ends, marks: found };
}

/** Makes edits of the visible text in the source. A mark within an edit goes, and its partner too, so that the others stay pairs. */
export function editSource({ source, starts, ends, marks }: VisibleText, edits: readonly Edit[]): string {
  const all: Edit[] = [];
  let next = 0;
  for (const edit of edits) {
    let from = starts[edit.from] ?? 0;
    let to = ends[edit.to - 1] ?? from;
    while ((marks[next]?.from ?? source.length) < from) next += 1;
    let before = next - 1;
    for (let mark = marks[next]; mark && mark.from < to; mark = marks[next]) {
      if (mark.partner) all.push({ ...mark.partner, text: "" });
      next += 1;
    }
    while (edit.bare && marks[before]?.to === from && marks[next]?.from === to && marks[before]?.partner === marks[next]) {
      from = marks[before]?.from ?? from;
      to = marks[next]?.to ?? to;
      before -= 1;
      next += 1;
    }
    all.push({ from, to, text: edit.text });
  }
  return withEdits(
    source,
    all.sort((one, other) => one.from - other.from || other.to - one.to),
  );
}

function signOf([whole, reference]: RegExpExecArray): string {
  if (whole.startsWith("\\")) return whole.slice(1);
  const sign = reference === undefined ? whole : (characterOf(reference) ?? whole);
  if (INVISIBLE.test(sign)) return "";
  // the ideographic full stop ends a sentence and, between letters, parts a name (UTS #46)
  const plain = sign.normalize("NFKC").replace("\u3002", ".");
  return /^\p{ASCII}$/u.test(plain) ? plain : sign;
}

/** Marks in pairs by CommonMark's rules of flanking. Marks alone are hidden too, but of underscores only those at a word's edge. */
function findMarks(source: string): readonly Mark[] {
  const open = new Map<string, Mark[]>();
  const marks: Mark[] = [];
  const links = linksOf(source);
  let done = 0;
  for (const { 0: run, index } of source.matchAll(SPECIAL)) {
    if (index < done) continue;
    const link = links.get(index);
    if (link) marks.push(link);
    if (link && run === "](") done = link.to;
    if (run.startsWith("\n")) open.clear();
    if (!/^[*_~`]/.test(run)) continue;
    const key = run.startsWith("`") ? run : run.charAt(0);
    const { opens, closes, atEdge } = run.startsWith("`") ? { opens: true, closes: true, atEdge: false } : flanks(source, index, run);
    const waiting = open.get(key) ?? [];
    open.set(key, waiting);
    if (!opens && !closes) continue;
    // a run of backticks is one mark; of the others each sign is
    const size = key.length;
    let closing = closes ? waiting.length : 0;
    for (let from = index; from < index + run.length; from += size) {
      const mark: Mark = { from, to: from + size, atEdge };
      const first = closing > 0 ? waiting.pop() : undefined;
      closing -= 1;
      if (first) {
        mark.partner = first;
        first.partner = mark;
      } else if (opens) waiting.push(mark);
      marks.push(mark);
    }
  }
  return marks.filter(({ from, partner, atEdge }) => partner !== undefined || atEdge || source.charAt(from) !== "_");
}

function flanks(source: string, index: number, run: string): { opens: boolean; closes: boolean; atEdge: boolean } {
  const before = source.charAt(index - 1);
  const after = source.charAt(index + run.length);
  const spaceBefore = before.trim() === "";
  const spaceAfter = after.trim() === "";
  const atEdge = spaceBefore || spaceAfter;
  const pointBefore = PUNCTUATION.test(before);
  const pointAfter = PUNCTUATION.test(after);
  const left = !spaceAfter && (!pointAfter || spaceBefore || pointBefore);
  const right = !spaceBefore && (!pointBefore || spaceAfter || pointAfter);
  if (!run.startsWith("_")) return { opens: left, closes: right, atEdge };
  return { opens: left && (!right || pointBefore), closes: right && (!left || pointAfter), atEdge };
}

/** What stands around the labels of links, by where it begins. */
function linksOf(source: string): ReadonlyMap<number, Mark> {
  const links = new Map<number, Mark>();
  for (const { 0: link, 1: label = "", index } of source.matchAll(MARKDOWN_LINK)) {
    const from = index + link.indexOf("[") + 1;
    const begin: Mark = { from: index, to: from, atEdge: false };
    const end: Mark = { from: from + label.length, to: index + link.length, atEdge: false, partner: begin };
    begin.partner = end;
    links.set(begin.from, begin).set(end.from, end);
  }
  return links;
}
