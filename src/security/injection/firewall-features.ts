import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toPattern } from "../../text/pattern.ts";
import { featureOf, HASH_START, hashOf, withHash, withUnit } from "../../trained/feature-hash.ts";

/** Words, numbers, and the signs that forms of tags and orders are made of. */
const TOKEN = /‹[a-z]+›|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\p{N}+|[?!]+|[<>[\]{}#|=*_-]{1,12}|[:"“”«»]/gu;
const LINK = /(?:https?:\/\/|www\.)[^\s<>"')\]]{1,300}|\b[a-z\d-]{1,60}\.(?:com|org|net|biz|io|ru|xyz)\b(?:\/[^\s<>"')\]]{0,200})?/giu;
const MAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Letters of a longer word that pieces are made of. */
const LONGEST_WORD = 24;
/** The same of a script without spaces, where a sentence is one word. */
const LONGEST_RUN = 200;

/** What a feature tells of: the same words in another role are another feature. */
const KIND = {
  word: 1,
  pair: 2,
  triple: 3,
  skip: 4,
  piece: 5,
  first: 6,
  last: 7,
  one: 8,
  two: 9,
  near: 10,
  shape: 11,
  classAndWord: 12,
  length: 13,
  classes: 14,
} as const;

export interface FeatureWord {
  readonly text: string;
  readonly hash: number;
  /** Bits of `classBits`. */
  readonly classes: number;
  /** The word itself, and three to five of its letters in a row, as features. */
  readonly features: readonly number[];
}

export interface ReadSentence {
  readonly words: readonly FeatureWord[];
  /** Bits of SHAPES. */
  readonly shapes: number;
}

/** Reads sentences; the words and sentences that one reader has seen it knows again: lists repeat themselves. */
export function createSentenceReader(): (sentence: string) => ReadSentence {
  const known = new Map<string, FeatureWord>();
  const wordOf = (token: string): FeatureWord => {
    const word = known.get(token) ?? readWord(token);
    known.set(token, word);
    return word;
  };
  const seen = new Map<string, ReadSentence>();
  return (sentence) => {
    const before = seen.get(sentence);
    if (before) return before;
    const plain = sentence.replace(MAIL, " ‹mail› ").replace(LINK, " ‹link› ");
    const tokens = plain.toLowerCase().replaceAll("’", "'").match(TOKEN) ?? [];
    const shapes = SHAPES.reduce((bits, shape, at) => (shape.test(sentence) ? bits | (1 << at) : bits), 0);
    const read = { words: tokens.map(wordOf), shapes };
    seen.set(sentence, read);
    return read;
  };
}

/** The classes of a sentence's words (injection.yaml), together. */
export function classesIn({ words }: ReadSentence): number {
  return words.reduce((bits, { classes }) => bits | classes, 0);
}

export function joined(sentences: readonly ReadSentence[]): ReadSentence {
  const [only] = sentences;
  if (only && sentences.length === 1) return only;
  return { words: sentences.flatMap(({ words }) => words), shapes: sentences.reduce((bits, { shapes }) => bits | shapes, 0) };
}

/** Gives the features of a sentence or two to `visit`, some more than once: words and pieces, classes of words in order, beginning, end and shape. Linear. */
export function visitFeatures({ words, shapes }: ReadSentence, visit: (feature: number) => void): void {
  let seen = 0;
  let last = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? NOTHING;
    const next = (words[at + 1] ?? NOTHING).hash;
    const third = (words[at + 2] ?? NOTHING).hash;
    visit(mixed(KIND.pair, word.hash, next));
    visit(mixed(KIND.triple, word.hash, next ^ Math.imul(third, 0x9e3779b1)));
    visit(mixed(KIND.skip, word.hash, third));
    for (const feature of word.features) visit(feature);
    for (let bits = word.classes; bits !== 0; bits &= bits - 1) {
      const one = lowestBit(bits);
      visit(mixed(KIND.one, one, 0));
      visit(mixed(KIND.classAndWord, one, next));
      for (let before = seen & ~(1 << one); before !== 0; before &= before - 1) visit(mixed(KIND.two, one, lowestBit(before)));
      for (let before = last; before !== 0; before &= before - 1) visit(mixed(KIND.near, one, lowestBit(before)));
    }
    seen |= word.classes;
    if (word.classes !== 0) last = word.classes;
  }
  const [first = NOTHING, second = NOTHING] = words;
  visit(mixed(KIND.first, first.hash, second.hash));
  visit(mixed(KIND.first, first.hash, 0));
  visit(mixed(KIND.last, (words.at(-1) ?? NOTHING).hash, 0));
  visit(mixed(KIND.length, Math.min(6, Math.floor(words.length / 8)), 0));
  visit(mixed(KIND.classes, Math.min(8, countBits(seen)), 0));
  for (let bits = shapes; bits !== 0; bits &= bits - 1) visit(mixed(KIND.shape, lowestBit(bits), 0));
}

/** Tags and speakers as models' own marks have them, lines that part, question and answer, capitals, questions, cries, addresses. */
const SHAPES: readonly RegExp[] = [
  /<\/?[a-z_ ]{3,30}>|\[\/?[a-z_ ]{3,30}\]|\{[a-z_ ]{3,30}[:}]|<\|/iu,
  /(?:^|[\n"'({[>#])\W{0,4}(?:system|assistant|user|human|ai|admin|developer|instruction|note to [\w ]{1,30})\W{0,3}:/iu,
  /[-=*#_~]{6,}/u,
  /(?:^|\s)q:\s/iu,
  /\b[A-Z]{4,}\b/,
  /\?/,
  /!!/,
  /https?:/,
];

const NOTHING: FeatureWord = { text: "", hash: 0x24, classes: 0, features: [] };

function readWord(token: string): FeatureWord {
  const text = /^\p{N}/u.test(token) ? "0" : token;
  const hash = hashOf(text);
  return { text, hash, classes: classesOf(text), features: [mixed(KIND.word, hash, 0), ...pieces(text)] };
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Three, four and five letters in a row, with the word's edges; one to three of scripts without spaces. */
function pieces(word: string): readonly number[] {
  const unspaced = UNSPACED.test(word);
  if (!unspaced && word.length < 3) return [];
  const found: number[] = [];
  const edged = unspaced ? word.slice(0, LONGEST_RUN) : `_${word.slice(0, LONGEST_WORD)}_`;
  const [least, most] = unspaced ? [1, 3] : [3, 5];
  for (let from = 0; from < edged.length; from += 1) {
    let bits = HASH_START;
    for (let length = 1; length <= most && from + length <= edged.length; length += 1) {
      bits = withUnit(bits, edged.charCodeAt(from + length - 1));
      if (length >= least) found.push(mixed(KIND.piece, bits, length));
    }
  }
  return found;
}

function mixed(kind: number, one: number, other: number): number {
  return featureOf(withHash(withHash(Math.imul(kind, 0x85ebca6b), one), other));
}

const UNSPACED_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
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

/** The classes of a word in small letters, one bit for each class, in the order of WORDS. */
function classesOf(word: string): number {
  let bits = exact.get(word) ?? 0;
  for (const { stem, bit } of stems.get(word.slice(0, HEAD)) ?? []) if (word.startsWith(stem)) bits |= bit;
  if (UNSPACED_WORD.test(word)) for (const { pattern, bit } of runs) if (pattern.test(word)) bits |= bit;
  return bits;
}

export function classBits(...names: readonly string[]): number {
  return names.reduce((bits, name) => bits | (1 << NAMES.indexOf(name)), 0);
}
