import { type Span, splitSentences } from "../../text/sentences.ts";

/** Sentences are read together up to so many characters: who is spoken to and what is wanted often stand in two of them. */
const WINDOW = 280;
/** Characters from where one window begins to where the next does: many short sentences begin no window each. */
const STEP = 70;
/** A sentence longer than two of them is read in parts, one by one and two by two: a short order in it is not drowned, and none is cut in two by a border. */
const PART = 70;
const BETWEEN_WORDS = /[\s,、，。！？；]/u;

/** A sentence, or a part of a long one. */
export interface Piece extends Span {
  readonly isPart: boolean;
}

/** Pieces `from` up to `to` (not included) of a text, read together. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The sentences of a text, longer ones in parts that end between words where they can. */
export function piecesOf(text: string): readonly Piece[] {
  return splitSentences(text).flatMap(({ text: sentence, start, end }): readonly Piece[] => {
    if (sentence.length <= 2 * PART) return [{ text: sentence, start, end, isPart: false }];
    const parts: Piece[] = [];
    for (let at = start; at < end; ) {
      const to = end - at <= PART ? end : partEnd(text, at);
      parts.push({ text: text.slice(at, to), start: at, end: to, isPart: true });
      at = to;
    }
    return parts;
  });
}

/** Whether the second of two pieces goes on with the sentence of the first. */
export function areOfOneSentence(one: Piece | undefined, next: Piece | undefined): boolean {
  return one?.isPart === true && next?.isPart === true && next.start === one.end;
}

/** After a word of the second half of the part, or in the midst of what has no words, but not between the halves of one character. */
function partEnd(text: string, from: number): number {
  for (let at = from + PART; at > from + PART / 2; at -= 1) if (BETWEEN_WORDS.test(text.charAt(at - 1))) return at;
  return from + PART - (/[\ud800-\udbff]/.test(text.charAt(from + PART - 1)) ? 1 : 0);
}

/**
 * Each piece alone, and each two neighbouring parts of one sentence; then runs that are not part of a longer one and do not begin too near one
 * another. Any two neighbours that fit into a window stand together in one.
 */
export function windowsOf(pieces: readonly Piece[]): readonly Window[] {
  const near = pieces.flatMap((piece, at): readonly Window[] => {
    const alone = { from: at, to: at + 1 };
    return areOfOneSentence(piece, pieces[at + 1]) ? [alone, { from: at, to: at + 2 }] : [alone];
  });
  const runs: Window[] = [];
  let reached = 0;
  let begun = Number.NEGATIVE_INFINITY;
  for (let from = 0, to = 0; from < pieces.length; from += 1) {
    const start = pieces[from]?.start ?? 0;
    to = Math.max(to, from + 1);
    while (to < pieces.length && (pieces[to]?.end ?? 0) - start <= WINDOW) to += 1;
    // the last piece of the run before still has to meet its next neighbour
    if (to <= reached || to - from === 1 || (start - begun < STEP && from < reached - 1)) continue;
    runs.push({ from, to });
    reached = to;
    begun = start;
  }
  return [...near, ...runs];
}
