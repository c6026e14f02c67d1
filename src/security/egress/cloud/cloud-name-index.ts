import { isCommonWord } from "../../../languages/common-words.ts";
import { egressWords } from "../../../languages/egress-words.ts";
import { plainLetters, spellingsOf, withoutAccents } from "../../../text/fold.ts";
import { pairs } from "../../../text/look-alikes.ts";
import { createKept, isAlphabet, soundOf } from "../name-sounds.ts";
import type { NamedThing } from "./cloud-names.ts";

export const WORD = /[\p{L}\p{M}\p{N}]+(?:['’`´][\p{L}\p{M}]+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const { home: HOME_WORDS, endings: ENDINGS, longEndings: LONG_ENDINGS, caseEnding: CASE_ENDING } = egressWords.names;
/** A shorter word is in too many others. */
const SHORTEST_INFLECTED = 3;
const SHORTEST_WITH_LONG_ENDING = 4;
/** A name's last letter that goes before such an ending: `Theodorchen`. */
const LAST_VOWEL = /[aeio]$/;
const DIGITS_FOR_LETTERS = pairs("0o1l3e4a5s6g7t8b9g");
/** What is longer is a key and no name. */
const LONGEST_WITH_DIGITS = 40;
const SHORTEST_BEGINNING = 6;
/** Hebrew puts its small words in front of the noun. */
const HEBREW_PREFIX = /^[והבכלמש]{1,3}(?=\p{Script=Hebrew}{2})/u;
/** A number alone is nothing; a place on the map has so many decimals. */
const DEGREES = /^-?\d{1,3}\.\d{3,}$/;
/** A name may be written with its words joined in other ways: `nightlight`. */
const MOST_JOINED = 4;

export type NameIndex = ReturnType<typeof indexedNames>;

/** Makes names ready: words are compared without accents, capitals and apostrophes. */
export function indexedNames(things: readonly NamedThing[]) {
  const whole = new Map<string, { words: readonly string[]; keys: string[] }>();
  const unspaced = new Map<string, string[]>();
  const put = (map: Map<string, string[]>, name: string, key: string) => {
    const keys = map.get(name);
    if (!keys) map.set(name, [key]);
    else if (!keys.includes(key)) keys.push(key);
  };
  for (const { key, names } of things) {
    for (const name of names) {
      const plain = wordsOf(name.normalize("NFC")).join(" ");
      if (plain.length < 2 || (/^[\d ]+$/.test(plain) && !DEGREES.test(name)) || HOME_WORDS.has(plain)) continue;
      if (UNSPACED.test(name)) put(unspaced, name.trim(), key);
      for (const words of spellingsOf(name).map(wordsOf)) {
        const folded = words.join(" ");
        const same = whole.get(folded);
        if (!same) whole.set(folded, { words, keys: [key] });
        else if (!same.keys.includes(key)) same.keys.push(key);
      }
    }
  }
  const all = [...whole.values()].toSorted((one, other) => other.words.length - one.words.length);
  return {
    kinds: new Set(things.flatMap(({ kind }) => kind ?? [])),
    byKey: new Map(things.map((thing) => [thing.key, thing])),
    /** By the first folded word: whole names as folded words, the longest first. */
    byWord: Map.groupBy(all, ({ words }) => words[0] ?? ""),
    /** Long names of rooms of one word: what is put together with them has them in front (`Schlafzimmerlampe`). */
    beginnings: all.flatMap(({ words: [word = "", ...more], keys }) =>
      more.length === 0 && word.length >= SHORTEST_BEGINNING && keys.every((key) => key.startsWith("area:")) ? [{ word, keys }] : [],
    ),
    /** Folded names in scripts without spaces. */
    unspaced: [...unspaced].map(([name, keys]) => ({ name, keys })),
    /** Whether a folded word is a name of this home with a slip of the pen. */
    isNear: createNearNames(all.flatMap(({ words, keys }) => (words.length === 1 && keys.some(isOwnName) ? words : []))),
    /** Folded names without their spaces, as somebody writes them in one word or letter by letter. */
    joined: new Map<string, readonly string[]>(
      all.flatMap(({ words, keys }) => (words.join("").length >= 4 ? [[words.join(""), keys] as const] : [])),
    ),
  };
}

/** A name that some words in a row make when they are joined; the longest. */
export function joinedAt(
  words: readonly { readonly folded: string; readonly to: number }[],
  at: number,
  joined: NameIndex["joined"],
): { readonly to: number; readonly last: number; readonly keys: readonly string[] } | undefined {
  let best: ReturnType<typeof joinedAt>;
  let text = "";
  for (let last = at; last < Math.min(words.length, at + MOST_JOINED); last++) {
    const word = words[last];
    if (!word) break;
    text += word.folded;
    const keys = joined.get(text);
    if (keys) best = { to: word.to, last, keys };
  }
  return best;
}

/** Names that may begin with this word, in whatever form it stands. */
export function firstNames(byWord: NameIndex["byWord"], word: string) {
  const stems = new Set([word]);
  for (const ending of ENDINGS) if (word.endsWith(ending)) stems.add(word.slice(0, -ending.length));
  for (const ending of LONG_ENDINGS) {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : "";
    if (stem.length + 1 >= SHORTEST_WITH_LONG_ENDING) for (const vowel of ["", "a", "e", "i", "o"]) stems.add(stem + vowel);
  }
  const bare = word.replace(HEBREW_PREFIX, "");
  for (let cut = 1; word.length - cut >= bare.length && bare !== word; cut++) stems.add(word.slice(cut));
  return [...stems].flatMap((stem) => byWord.get(stem) ?? []).toSorted((one, other) => other.words.length - one.words.length);
}

export function isForm(word: string, name: string): boolean {
  if (word === name) return true;
  if (word.endsWith(name)) return HEBREW_PREFIX.test(word) && word.length - name.length <= 3;
  if (name.length >= SHORTEST_WITH_LONG_ENDING && isLongForm(word, name)) return true;
  if (!word.startsWith(name)) return false;
  const ending = word.slice(name.length);
  return ending === "s" || (name.length >= SHORTEST_INFLECTED && ENDINGS.has(ending));
}

function isLongForm(word: string, name: string): boolean {
  return [name, name.replace(LAST_VOWEL, "")].some((stem) => word.startsWith(stem) && LONG_ENDINGS.has(word.slice(stem.length)));
}

/** What a word with digits in it may be read as: `ellie` and `eiiie` for `e11ie`. None for a word without. */
export function withoutDigits(word: string): readonly string[] {
  if (!/\d/.test(word) || !/\p{L}/u.test(word) || word.length > LONGEST_WITH_DIGITS) return [];
  const letters = word.replaceAll(/\d/g, (digit) => DIGITS_FOR_LETTERS.get(digit) ?? digit);
  return [letters, word.replaceAll("1", "i").replaceAll(/\d/g, (digit) => DIGITS_FOR_LETTERS.get(digit) ?? digit)];
}

/** Names that belong to this home alone, as far as a key tells. */
function isOwnName(key: string): boolean {
  return /^(?:person|place|word|area):|^home$/.test(key);
}

function wordsOf(name: string): readonly string[] {
  return [...name.matchAll(WORD)].map(([word]) => foldWord(word));
}

export function foldWord(word: string): string {
  return plainLetters(withoutAccents(word.replaceAll(/['’`´]/g, "")).toLowerCase()).normalize("NFC");
}

/** In a shorter name one other letter makes another word as often as a slip. */
const SHORTEST_WITH_SLIP = 6;
/** With its double letters written once a name needs so many. */
const SHORTEST_SINGLE = 4;
/** A sound that a name keeps in every case of Russian and its like. */
const SHORTEST_STEM = 3;
/** No name is longer, and each letter costs. */
const LONGEST_NAME = 40;

/** Tells whether a folded word is one of the names with one letter more, less, other or turned, a double letter written once, or in a case of another script. */
function createNearNames(names: readonly string[]): (word: string) => boolean {
  const own = names.filter((name) => name.length <= LONGEST_NAME && !isCommonWord(name));
  const singles = new Set(
    own.flatMap((name) => (name.length > SHORTEST_SINGLE ? single(name) : [])).filter((one) => one.length >= SHORTEST_SINGLE),
  );
  const long = own.filter((name) => name.length >= SHORTEST_WITH_SLIP && /^\p{L}+$/u.test(name));
  const stems = new Set(own.flatMap((name) => stemOf(name) ?? []));
  const isSlip = (word: string) => long.some((name) => isOneSlip(word, name));

  return createKept((word) => {
    if (word.length < SHORTEST_SINGLE || word.length > LONGEST_NAME || isCommonWord(word)) return false;
    if (singles.has(single(word))) return true;
    if (isAlphabet(word)) return stems.has(stemOf(word) ?? "");
    const bare = word.replace(/(?<=.{5})(?:'?s|n)$/, "");
    return isSlip(word) || (bare !== word && isSlip(bare));
  });
}

/** `elie` for `ellie`. */
function single(word: string): string {
  return word.replaceAll(/(\p{L})\1+/gu, "$1");
}

/** One letter more, less or other, or two turned: what is left of both without what they begin and end with. */
function isOneSlip(word: string, name: string): boolean {
  const shorter = Math.min(word.length, name.length);
  if (Math.max(word.length, name.length) > shorter + 1) return false;
  let from = 0;
  while (from < shorter && word[from] === name[from]) from += 1;
  let end = 0;
  while (end < shorter - from && word.at(-1 - end) === name.at(-1 - end)) end += 1;
  const [one, other] = [word.slice(from, word.length - end), name.slice(from, name.length - end)];
  return Math.max(one.length, other.length) < 2 || (one.length === 2 && one === `${other[1]}${other[0]}`);
}

function stemOf(name: string): string | undefined {
  const stem = soundOf(name).replace(CASE_ENDING, "");
  return stem.length >= SHORTEST_STEM ? stem : undefined;
}
