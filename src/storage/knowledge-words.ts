import { tellingWords } from "./knowledge-words-common.ts";

/** Scripts that put no space between words: each of their letters is a word of the index, and two that stand together are one of a query. */
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]\\p{M}*";
const UNSPACED_LETTER = new RegExp(UNSPACED, "gu");
const RUN = new RegExp(`(?<unspaced>(?:${UNSPACED})+)|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, "gu");

/** Letters that the index does not take apart into a base and a mark. */
const FOLDED: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Shorter beginnings fit too much; from here on "lamp" finds "Lampenschirm", and a noun its case endings. */
const SHORTEST_PREFIX = 4;
/** Of plurals, verbs and cases in the languages that have them behind the word. */
const ENDING = /(?:ies|y|es|s|ed|ing|en|er|em|e|n)$/;
/** A question has fewer; of a pasted text the first are taken. */
const MOST_WORDS = 32;

/** What is put into the index for a text. A change here needs the index to be made anew: a word is taken out by giving it again. */
export function indexedText(text: string): string {
  return folded(text).replace(UNSPACED_LETTER, " $& ");
}

/**
 * A query in FTS5's language for any text of a person: one of its words is enough, without those that any question has. Undefined if there is no
 * word in it.
 */
export function wordsQuery(text: string): string | undefined {
  const terms = new Set<string>();
  const runs: string[] = [];
  for (const { 0: run, groups } of folded(text).matchAll(RUN)) {
    if (groups?.["unspaced"] === undefined) runs.push(run);
    else for (const term of pairs(run.match(UNSPACED_LETTER) ?? [])) terms.add(term);
  }
  for (const run of tellingWords(runs).map(stemOf)) terms.add(run.length < SHORTEST_PREFIX ? `"${run}"` : `"${run}"*`);
  return terms.size === 0 ? undefined : [...terms].slice(0, MOST_WORDS).join(" OR ");
}

/** Without its ending where enough is left, so that it finds its other forms: "batteries" finds "battery", "heating" "heat". */
function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return stem.length < SHORTEST_PREFIX ? word : stem;
}

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/gu, (letter) => FOLDED[letter] ?? letter);
}

function pairs(letters: readonly string[]): readonly string[] {
  const [only, ...more] = letters;
  return more.length === 0 ? [`"${only}"`] : more.map((letter, index) => `"${letters[index]} ${letter}"`);
}
