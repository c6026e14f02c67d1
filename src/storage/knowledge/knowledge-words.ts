import { QUESTION_WORDS } from "../../languages/common-words.ts";
import { plainLetters, withoutAccents } from "../../text/fold.ts";
import { toPattern } from "../../text/pattern.ts";

/** Scripts that put no space between words: each of their letters is a word of the index, and two that stand together are one of a query. */
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]\\p{M}*";
const UNSPACED_LETTER = toPattern(UNSPACED, "gu");
const RUN = toPattern(`(?<unspaced>(?:${UNSPACED})+)|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, "gu");

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

/** One of the words that are looked for, in FTS5's language. */
export interface Term {
  readonly query: string;
  /** As the index has them: more than one if they are to stand together. */
  readonly words: readonly string[];
  /** Whether words that begin so are meant too. */
  readonly isBeginning: boolean;
}

/** What to look for given any text of a person: its words, without those that any question has. None if there is no word in it. */
export function termsOf(text: string): readonly Term[] {
  const terms = new Map<string, Term>();
  const add = (words: readonly string[], isBeginning: boolean): void => {
    const query = `"${words.join(" ")}"${isBeginning ? "*" : ""}`;
    terms.set(query, { query, words: words.map((word) => withoutAccents(word).normalize("NFC")), isBeginning });
  };
  const runs: string[] = [];
  for (const { 0: run, groups } of folded(text).matchAll(RUN)) {
    if (groups?.["unspaced"] === undefined) runs.push(run);
    else for (const words of pairs(run.match(UNSPACED_LETTER) ?? [])) add(words, false);
  }
  for (const run of tellingWords(runs).map(stemOf)) add([run], run.length >= SHORTEST_PREFIX);
  return [...terms.values()].slice(0, MOST_WORDS);
}

/** True if a text has words besides those that any question has. */
export function isAboutSomething(text: string): boolean {
  const runs = [...folded(text).matchAll(RUN)];
  return runs.some(({ groups }) => groups?.["unspaced"] !== undefined) || wordsThatTell(runs.map(([run]) => run)).length > 0;
}

/** A query in FTS5's language for any text of a person: one of its terms is enough. Undefined if there is none. */
export function wordsQuery(text: string): string | undefined {
  const terms = termsOf(text);
  return terms.length === 0 ? undefined : anyTerm(terms);
}

export function anyTerm(terms: readonly Term[]): string {
  return terms.map(({ query }) => query).join(" OR ");
}

/** Without its ending where enough is left, so that it finds its other forms: "batteries" finds "battery", "heating" "heat". */
function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return stem.length < SHORTEST_PREFIX ? word : stem;
}

function folded(text: string): string {
  // the index takes other accents away by itself
  return plainLetters(text.normalize("NFKC").toLowerCase());
}

function pairs(letters: readonly string[]): readonly (readonly string[])[] {
  return letters.length < 2 ? [letters] : letters.slice(1).map((letter, index) => [letters[index] ?? "", letter]);
}

const LISTS = [...QUESTION_WORDS.values()];

/** The words of a question that say what it is about; all of them if none does. */
function tellingWords(words: readonly string[]): readonly string[] {
  const telling = wordsThatTell(words);
  return telling.length === 0 ? words : telling;
}

/** The words of a question without its language's stop words; the language is the one with the most of them. */
export function wordsThatTell(words: readonly string[]): readonly string[] {
  const counts = LISTS.map((list) => words.filter((word) => list.has(withoutAccents(word))).length);
  const most = Math.max(...counts);
  const lists = LISTS.filter((_, index) => counts[index] === most);
  return words.filter((word) => !lists.every((list) => list.has(withoutAccents(word))));
}
