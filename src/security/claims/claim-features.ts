import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { featureOf, HASH_START, hashOf, withHash } from "../../trained/feature-hash.ts";

const form = z.strictObject({ classes: z.record(z.string(), z.string()), memory: z.array(z.string()), notClaimed: z.string() });
export const CLAIM_WORDS = readData("shared/claims.yaml", form);

const CLASSES = Object.entries(CLAIM_WORDS.classes).map(([name, words]) => [name, new Set(words.split(/\s+/))] as const);

/** A sentence longer than this says what it says in its first words; bounds the time of a text without full stops. */
const MAX_CHARS = 400;

/** `15:02`, `3 pm`, `15 h 30`, `15 Uhr`: when something happened. */
const CLOCK =
  /\b\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?(?:uhr|h|am|pm|a\.m\.?|p\.m\.?))?(?![\d%°])|\b\d{1,2}\s?(?:uhr|am|pm|a\.m\.?|p\.m\.?|h(?:\s?\d{2})?)(?!\p{L})/giu;
const NUMBER = /[-+−]?\d+(?:[.,]\d+)*/g;
/** What stands in quotation marks is a name or somebody's words, never the assistant's own. Not the marks inside Hebrew acronyms. */
const QUOTED = /(?<!\p{L})["“„«״]\s?[^"“”„«»״\n]{1,80}\s?["“”»״](?!\p{L})/gu;
const TOKEN = /‹\p{L}+›|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*['’]?|[✅☑✔👍🔒🔓💡❌⚠]|[?:…,;→()]/gu;

/** The words of a sentence as the model reads them: lower case, marks of Markdown gone, numbers, times and quotations as tokens. */
function claimTokens(sentence: string): readonly string[] {
  const bare = sentence
    .slice(0, MAX_CHARS)
    .normalize("NFC")
    .replace(/[*_`#>~|]+/g, "")
    .replace(/^[\s•–—-]+/, "");
  const unquoted = bare.replace(QUOTED, " ‹quote› ");
  const text = /[\p{L}\p{N}]/u.test(unquoted.replace("‹quote›", "")) ? unquoted : bare;
  return text.replace(CLOCK, " ‹clock› ").replace(NUMBER, " ‹number› ").toLowerCase().replaceAll("’", "'").match(TOKEN) ?? [];
}

/** The features of a sentence as 24-bit hashes, each once: words in several combinations, its beginning and end, classes of small words, pieces of words. */
export function claimFeatures(sentence: string): ReadonlySet<number> {
  const read = claimTokens(sentence);
  const tokens = read.filter((token) => token !== ",");
  const words = tokens.map((token) => ({ hash: hashOf(token), outline: hashOf(outline(token)), pieces: pieces(token) }));
  const found = new Set<number>();
  const add = (...parts: readonly number[]) => found.add(mixed(parts));
  const end = { hash: hashOf("$"), outline: hashOf("$"), pieces: [] };
  const first = words[0] ?? end;
  const last = words[tokens.findLastIndex((token) => /\p{L}/u.test(token))] ?? end;
  words.forEach((word, at) => {
    const next = words[at + 1] ?? end;
    const third = words[at + 2] ?? end;
    add(KIND.word, word.hash);
    add(KIND.pair, word.hash, next.hash);
    add(KIND.triple, word.hash, next.hash, third.hash);
    add(KIND.skip, word.hash, third.hash);
    add(KIND.pairOutline, word.hash, next.outline);
    add(KIND.skipOutline, word.hash, third.outline);
    add(KIND.outlines, word.outline, next.outline);
    for (const piece of word.pieces) add(KIND.piece, piece.hash);
    if ((tokens[at] ?? "").length > SHORT_WORD) return;
    for (const piece of last.pieces) if (piece.ends) add(KIND.wordAndEnd, word.hash, piece.hash);
  });
  add(KIND.first, first.hash);
  add(KIND.firstPair, first.hash, (words[1] ?? end).hash);
  for (const piece of first.pieces) add(KIND.firstPiece, piece.hash);
  add(KIND.last, last.hash);
  for (const piece of last.pieces) add(KIND.lastPiece, piece.hash);
  add(
    KIND.length,
    LENGTHS.findIndex((length) => tokens.length <= length),
  );
  for (const sign of SIGNS) if (tokens.includes(sign)) add(KIND.sign, first.hash, hashOf(sign));
  const comma = read.indexOf(",");
  const main = classesOf(comma >= LEAST_MAIN_WORDS ? read.slice(0, comma) : tokens).map(hashOf);
  add(KIND.classes, ...main);
  main.forEach((one, at) => {
    add(KIND.oneClass, one);
    add(KIND.classAndFirst, one, first.hash);
    for (const other of main.slice(at + 1)) add(KIND.twoClasses, one, other);
  });
  for (const name of classesOf(tokens)) add(KIND.anyClass, hashOf(name));
  return found;
}

/** What a feature tells of: the same words in another role are another feature. */
const KIND = {
  word: 1,
  pair: 2,
  triple: 3,
  skip: 4,
  pairOutline: 5,
  skipOutline: 6,
  outlines: 7,
  piece: 8,
  wordAndEnd: 9,
  first: 10,
  firstPair: 11,
  firstPiece: 12,
  last: 13,
  lastPiece: 14,
  length: 15,
  sign: 16,
  classes: 17,
  oneClass: 18,
  classAndFirst: 19,
  twoClasses: 20,
  anyClass: 21,
} as const;

const LENGTHS = [1, 2, 4, 8, Number.POSITIVE_INFINITY];
const SIGNS = ["?", "‹clock›", "‹number›", "‹quote›"];

/** `Okay, …` and `Sure, …`: what stands before the first comma is the main clause only if it has more words. */
const LEAST_MAIN_WORDS = 3;

/** Words up to this many letters are mostly auxiliaries, pronouns and particles: they are read together with how the sentence ends. */
const SHORT_WORD = 5;

/** The shape of a longer word, `ge…et`: verbs that the model never saw share it with those that it saw. */
function outline(token: string): string {
  return token.length <= SHORT_WORD ? token : `${token.slice(0, 2)}…${token.slice(-2)}`;
}

interface Piece {
  readonly hash: number;
  /** The end of a word, not its beginning. */
  readonly ends: boolean;
}

function pieces(token: string): readonly Piece[] {
  if (!/^\p{L}{3,}/u.test(token)) return [];
  const result: Piece[] = [];
  for (let length = 1; length <= 4 && length < token.length; length += 1) {
    result.push({ hash: hashOf(`${token.slice(0, length)}-`), ends: false });
    result.push({ hash: hashOf(`-${token.slice(-length)}`), ends: true });
  }
  return result;
}

function mixed(parts: readonly number[]): number {
  return featureOf(parts.reduce((bits, part) => withHash(bits, part), HASH_START));
}

/** Which classes the words belong to, in order of the alphabet, each once. */
function classesOf(tokens: readonly string[]): readonly string[] {
  return CLASSES.flatMap(([name, words]) => (tokens.some((token) => words.has(token)) ? name : [])).sort();
}
