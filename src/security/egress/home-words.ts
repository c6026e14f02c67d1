import { isCommonWord, isHouseholdWord } from "../../languages/common-words.ts";
import { egressWords } from "../../languages/egress-words.ts";
import { spellingsOf } from "../../text/fold.ts";
import { type Called, createNameSounds, readings } from "./name-sounds.ts";
import { readText } from "./read-text.ts";

export type HomeWordKind =
  | "person"
  | "pet"
  | "room"
  | "device"
  | "address"
  | "place"
  | "town"
  | "network"
  | "profile"
  | "date"
  | "own"
  | "secret";

export interface HomeWord {
  readonly text: string;
  readonly kind: HomeWordKind;
  /** What may stand in its place outside: "smart light"; without one nothing may. */
  readonly generic?: string | undefined;
}

export interface WordFound<Word = HomeWord> {
  readonly from: number;
  readonly to: number;
  /** What is called so; several if they have the same name. */
  readonly words: readonly Word[];
  /** A word of every day as well: a name where it is written as one. */
  readonly isCommon: boolean;
  /** It is not quite the name: inflected, misspelled, in another script. */
  readonly isLike: boolean;
}

interface Entry<Word> {
  readonly words: Word[];
  readonly isCommon: boolean;
  readonly parts: number;
}

interface Node<Word> {
  readonly next: Map<string, Node<Word>>;
  entry: Entry<Word> | undefined;
}

const TOKEN = /[\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\d/;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
const GENITIVE = /^s(?![\p{L}\p{N}])/iu;
const LONGEST_ENDING = 6;
const SHORTEST_INFLECTED = 3;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Names and what the user lists count from two letters on; everything else from four. */
const SHORTEST = 4;
const LONGEST = 80;
const NAMES: ReadonlySet<HomeWordKind> = new Set(["person", "pet", "own", "town", "profile", "address", "place"]);
/** A word that is nothing else names a place by itself: "Sonnenkäfer" of "Kita Sonnenkäfer". */
const SHORTEST_OF_PLACE = 6;
/** What counts however short or common it is. */
const ALWAYS: ReadonlySet<HomeWordKind> = new Set(["own", "secret", "date"]);

export type WordFinder = ReturnType<typeof createWordFinder>;

/** Finds a home's words in texts whatever the spelling: joined, spaced, with an s behind, in another script. With `all` also those that every home has. Takes time in proportion. */
export function createWordFinder<Word extends HomeWord>(
  words: readonly Word[],
  { all = false } = {},
): (text: string) => readonly WordFound<Word>[] {
  const root: Node<Word> = { next: new Map(), entry: undefined };
  const names: Called<Word>[] = [];
  const single: Called<Word>[] = [];
  for (const word of words) {
    for (const spelling of spellingsOf(word.text.slice(0, LONGEST))) {
      const tokens = [...readText(spelling).text.toLowerCase().matchAll(TOKEN)].map(([token]) => token);
      const isCommon = !ALWAYS.has(word.kind) && tokens.every(isCommonWord);
      if (!(all || isOwn(word, tokens.join(""), isCommon))) continue;
      put(root, tokens.join(""), { words: [word], isCommon, parts: tokens.length });
      const [only] = tokens;
      if (only !== undefined && tokens.length === 1) single.push([only, word]);
      if (only !== undefined && tokens.length === 1 && NAMES.has(word.kind)) names.push([only, word]);
      if (word.kind === "place")
        for (const token of tokens) if (token.length >= SHORTEST_OF_PLACE && !isHouseholdWord(token)) names.push([token, word]);
    }
  }
  if (root.next.size === 0) return () => [];
  const own = names.filter(([name]) => !isCommonWord(name));
  const beginnings = all ? single : own.filter(([name]) => !isHouseholdWord(name));
  const sounding = createNameSounds({ names: own, beginnings, isWord: all ? isCommonWord : isHouseholdWord, isWide: all });
  if (!all) return (text) => [...walk(text, root, GENITIVE), ...sounding(text)];
  return (text) => [...readings(text).flatMap((one) => [...walk(one, root, egressWords.nameEndings)]), ...sounding(text)];
}

/** Rooms and things whose names many homes have are no home's own words at all. */
function isOwn({ kind }: HomeWord, joined: string, isCommon: boolean): boolean {
  return ALWAYS.has(kind) || kind === "person" || kind === "pet" || (!isCommon && joined.length >= SHORTEST);
}

function put<Word extends HomeWord>(root: Node<Word>, letters: string, entry: Entry<Word>): void {
  if (letters.length < 2) return;
  let node = root;
  for (const letter of letters) {
    const next = node.next.get(letter) ?? { next: new Map<string, Node<Word>>(), entry: undefined };
    node.next.set(letter, next);
    node = next;
  }
  const known = node.entry;
  // of two kinds the one that may not be replaced is the first
  const all = [...entry.words, ...(known?.words ?? [])].toSorted(
    (one, other) => Number(one.generic !== undefined) - Number(other.generic !== undefined),
  );
  node.entry = known ? { ...known, words: all } : entry;
}

function* walk<Word extends HomeWord>(text: string, root: Node<Word>, endings: RegExp): Iterable<WordFound<Word>> {
  const lower = text.toLowerCase();
  // letters whose small form is longer would move all places
  const letters = lower.length === text.length ? lower : text;
  let done = 0;
  for (let at = 0; at < letters.length; at += 1) {
    if (at < done || !isLetter(letters, at) || !root.next.has(letterAt(letters, at)) || !beginsAt(text, at)) continue;
    const found = longestFrom(text, letters, at, root, endings);
    if (!found) continue;
    yield found;
    done = found.to;
  }
}

const LARGEST_GAP = 3;

function longestFrom<Word extends HomeWord>(
  text: string,
  letters: string,
  from: number,
  root: Node<Word>,
  endings: RegExp,
): WordFound<Word> | undefined {
  let node = root;
  let best: WordFound<Word> | undefined;
  let [pieces, piece, longest, gap] = [1, 0, 0, 0];
  for (let at = from; at < letters.length; ) {
    if (!isLetter(letters, at)) {
      gap += 1;
      if (gap > LARGEST_GAP || letters.charAt(at) === "\n") break;
      at += 1;
      continue;
    }
    const letter = letterAt(letters, at);
    const next = node.next.get(letter);
    if (!next) {
      const ending = gap === 0 && piece >= SHORTEST_INFLECTED ? endings.exec(letters.slice(at, at + LONGEST_ENDING + 1)) : null;
      if (!ending || endings === GENITIVE) break;
      at += ending[0].length;
      continue;
    }
    if (gap > 0) {
      pieces += 1;
      longest = Math.max(longest, piece);
      [piece, gap] = [0, 0];
    }
    node = next;
    at += letter.length;
    piece += 1;
    const { entry } = node;
    if (!entry || !endsAt(text, at, at - from < SHORTEST_INFLECTED ? GENITIVE : endings)) continue;
    const spelled = pieces > 2 && Math.max(longest, piece) <= 2;
    if (pieces > 1 && entry.parts === 1 && !spelled && !isOneWordSplit(text.slice(from, at), entry.words[0]?.kind === "secret")) continue;
    best = { from, to: at, words: entry.words, isCommon: entry.isCommon && !spelled, isLike: false };
  }
  return best;
}

/** Letters and digits; the common ones without a pattern, for every sign of a text is asked about. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58);
  return LETTER.test(letterAt(text, at));
}

function letterAt(text: string, at: number): string {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code < 0xdc00 ? text.slice(at, at + 2) : text.charAt(at);
}

function beginsAt(text: string, at: number): boolean {
  if (at === 0 || !isLetter(text, at - 1) || changesAt(text, at) || UNSPACED.test(text.charAt(at))) return true;
  // Hebrew writes its small words in front of the noun
  const code = text.charCodeAt(at);
  return code > 0x5cf && code < 0x5eb && /(?:^|[^\p{L}\p{N}])[הובכלמש]{1,2}$/u.test(text.slice(Math.max(0, at - 3), at));
}

function endsAt(text: string, at: number, endings: RegExp): boolean {
  if (at >= text.length || !isLetter(text, at) || changesAt(text, at) || UNSPACED.test(text.slice(at - 1, at + 1))) return true;
  return endings.test(text.slice(at, at + LONGEST_ENDING + 1));
}

/** Between a letter and a digit, and where a capital follows a small letter ("elliesRoom2"). */
function changesAt(text: string, at: number): boolean {
  const [one, other] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  // two small letters, as nearly everywhere
  if (one > 96 && one < 123 && other > 96 && other < 123) return false;
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  return DIGIT.test(before) !== DIGIT.test(after) || (SMALL.test(before) && CAPITAL.test(after));
}

/** Shorter names in two pieces are two words more often. */
const SHORTEST_SPLIT = 6;
const SHORTEST_ODD = 4;
const MOST_PIECES = 4;
/** Signs that stand within no word and between no two. */
const ODD = /^[·•‧∙*|~^_=+…¦]$/u;
const SIGN = /^[-.,/']$/;

/** Whether pieces are one name, parted: "Le-vin-son", "El·lie". With blanks no piece may be a common word ("mart in"). Codes are parted in any way. */
function isOneWordSplit(found: string, isCode: boolean): boolean {
  const pieces = found.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const gaps = found.match(/[^\p{L}\p{N}]+/gu) ?? [];
  const letters = pieces.join("").length;
  if (isCode) return gaps.every((gap) => gap.length === 1);
  if (pieces.length > MOST_PIECES) return false;
  if (gaps.every((gap) => ODD.test(gap))) return letters >= SHORTEST_ODD;
  if (letters < SHORTEST_SPLIT) return false;
  if (gaps.every((gap) => SIGN.test(gap) || ODD.test(gap))) return true;
  return gaps.every((gap) => gap === " ") && pieces.every((piece) => piece.length > 1 && !isCommonWord(piece));
}
