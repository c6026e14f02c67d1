import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toPattern } from "../../text/pattern.ts";

/** What words of attacks do, see injection.yaml; `unspaced`: by letters alone, for scripts whose words nothing parts. */
const classes = z.record(z.string(), z.string());
const { words: WORDS, unspaced } = readData("shared/injection.yaml", z.strictObject({ words: classes, unspaced: classes }));

const NAMES = Object.keys(WORDS);

const exact = new Map<string, number>();
const stems = new Map<string, { readonly stem: string; readonly bit: number }[]>();
/** Stems are looked up by their first letters. */
const HEAD = 2;
for (const [at, words] of Object.values(WORDS).entries()) {
  for (const word of words.split(/\s+/)) {
    const bit = 1 << at;
    if (!word.endsWith("*")) {
      exact.set(word, (exact.get(word) ?? 0) | bit);
      continue;
    }
    const stem = word.slice(0, -1);
    const head = stem.slice(0, HEAD);
    stems.set(head, [...(stems.get(head) ?? []), { stem, bit }]);
  }
}
const runs = Object.entries(unspaced).map(([name, letters]) => ({ pattern: toPattern(letters, "u"), bit: 1 << NAMES.indexOf(name) }));
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The classes of a word in small letters, one bit for each class, in the order of WORDS. */
export function classesOf(word: string): number {
  let bits = exact.get(word) ?? 0;
  for (const { stem, bit } of stems.get(word.slice(0, HEAD)) ?? []) if (word.startsWith(stem)) bits |= bit;
  if (UNSPACED.test(word)) for (const { pattern, bit } of runs) if (pattern.test(word)) bits |= bit;
  return bits;
}

/** The bits of some classes. */
export function classBits(...names: readonly string[]): number {
  return names.reduce((bits, name) => bits | (1 << NAMES.indexOf(name)), 0);
}
