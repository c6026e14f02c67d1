import { characterOf } from "./character-references.ts";

/** What stands at `from` up to `to` (not included) of a text becomes `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
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

/** Markdown with its signs as a person sees them, and the way back: `text[i]` comes from `starts[i]` up to `ends[i]` of the source. */
export interface VisibleText {
  readonly source: string;
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** `[label](address)` and `![label](address)`; the parts are bounded, so that open brackets cost nothing. */
export const MARKDOWN_LINK = /!?\[([^[\]\n]{0,300})\]\(\s?<?([a-z][a-z\d+.-]{1,14}:\/\/[^\s<>()]{1,2000})>?(?:\s"[^"\n]{0,200}")?\)/gi;
/** All that may look other than it is written. */
const SPECIAL = /\\[!-/:-@[-`{-~]|&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,16});|[^\P{Cc}\n\r\t]|[^\p{ASCII}]/giu;
/** Signs that nobody sees, and those that stand upon another one. */
const INVISIBLE = /^[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Mn}]$/u;

/** Reads escapes, references and styled letters of Markdown plain, and leaves invisible signs out; marks stay. Linear. */
export function readVisible(source: string): VisibleText {
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
  for (const match of source.matchAll(SPECIAL)) {
    copy(done, match.index);
    done = match.index + match[0].length;
    show(signOf(match), match.index, done);
  }
  copy(done, source.length);
  return { source, text, starts, ends };
}

/** Makes edits of the visible text in the source. */
export function editSource({ source, starts, ends }: VisibleText, edits: readonly Edit[]): string {
  return withEdits(
    source,
    edits.map(({ from, to, text }) => ({ from: starts[from] ?? 0, to: ends[to - 1] ?? 0, text })),
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
