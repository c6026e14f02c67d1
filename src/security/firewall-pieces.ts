import { type Span, splitSentences } from "./sentences.ts";

/** Sentences are read together up to so many characters: who is spoken to and what is wanted often stand in two of them. */
const WINDOW = 280;
/** A sentence without an end. */
const LONGEST = 400;

/** Sentences `from` up to `to` (not included) of a text, read together. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The sentences of a text, longer ones in parts. */
export function sentencesOf(text: string): readonly Span[] {
  return splitSentences(text).flatMap(({ text: sentence, start, end }) => {
    if (sentence.length <= LONGEST) return [{ text: sentence, start, end }];
    const parts: Span[] = [];
    for (let at = start; at < end; at += LONGEST) {
      parts.push({ text: text.slice(at, Math.min(end, at + LONGEST)), start: at, end: Math.min(end, at + LONGEST) });
    }
    return parts;
  });
}

/** Each sentence alone, then runs of sentences that are not part of a longer one. */
export function windowsOf(sentences: readonly Span[]): readonly Window[] {
  const alone = sentences.map((_, at) => ({ from: at, to: at + 1 }));
  const runs: Window[] = [];
  let reached = 0;
  for (let from = 0, to = 0; from < sentences.length; from += 1) {
    to = Math.max(to, from + 1);
    while (to < sentences.length && (sentences[to]?.end ?? 0) - (sentences[from]?.start ?? 0) <= WINDOW) to += 1;
    if (to > reached && to - from > 1) runs.push({ from, to });
    reached = Math.max(reached, to);
  }
  return [...alone, ...runs];
}
