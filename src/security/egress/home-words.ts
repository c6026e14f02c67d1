import { isCommonWord, isHouseholdWord } from "../../languages/common-words.ts";
import { spellingsOf } from "../../text/fold.ts";
import { createNameSounds } from "./name-sounds.ts";
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

export interface WordFound {
  readonly from: number;
  readonly to: number;
  readonly word: HomeWord;
  /** A word of every day as well: a name where it is written as one. */
  readonly isCommon: boolean;
}

interface Entry {
  readonly word: HomeWord;
  readonly isCommon: boolean;
  readonly parts: number;
}

interface Node {
  readonly next: Map<string, Node>;
  entry: Entry | undefined;
}

const TOKEN = /[\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\d/;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
/** Names and what the user lists count from two letters on; everything else from four. */
const SHORTEST = 4;
const LONGEST = 80;
const NAMES: ReadonlySet<HomeWordKind> = new Set(["person", "pet", "own", "town", "profile", "address", "place"]);
/** A word that is nothing else names a place by itself: "Sonnenkäfer" of "Kita Sonnenkäfer". */
const SHORTEST_OF_PLACE = 6;
/** What counts however short or common it is. */
const ALWAYS: ReadonlySet<HomeWordKind> = new Set(["own", "secret", "date"]);

export type WordFinder = ReturnType<typeof createWordFinder>;

/** Finds a home's words in texts whatever the spelling: joined, spaced, with an s behind, in another script. Takes time in proportion. */
export function createWordFinder(words: readonly HomeWord[]): (text: string) => readonly WordFound[] {
  const root: Node = { next: new Map(), entry: undefined };
  const names: (readonly [name: string, word: HomeWord])[] = [];
  for (const word of words) {
    for (const spelling of spellingsOf(word.text.slice(0, LONGEST))) {
      const tokens = [...readText(spelling).text.toLowerCase().matchAll(TOKEN)].map(([token]) => token);
      const entry = entryOf(word, tokens);
      if (!entry) continue;
      put(root, tokens.join(""), entry);
      const [only] = tokens;
      if (only !== undefined && tokens.length === 1 && NAMES.has(word.kind)) names.push([only, word]);
      if (word.kind === "place")
        for (const token of tokens) if (token.length >= SHORTEST_OF_PLACE && !isHouseholdWord(token)) names.push([token, word]);
    }
  }
  if (root.next.size === 0) return () => [];
  const sounding = createNameSounds(
    names.filter(([name]) => !isCommonWord(name)),
    isHouseholdWord,
  );
  return (text) => [...walk(text, root), ...[...sounding(text)].map(({ found: word, ...place }) => ({ ...place, word, isCommon: false }))];
}

function entryOf(word: HomeWord, tokens: readonly string[]): Entry | undefined {
  const joined = tokens.join("");
  if (joined.length < 2) return undefined;
  const isName = word.kind === "person" || word.kind === "pet";
  const isCommon = !ALWAYS.has(word.kind) && (/^\d+$/.test(joined) || tokens.every(isCommonWord));
  // rooms and things whose names many homes have are no home's own words at all
  if (!isName && !ALWAYS.has(word.kind) && (isCommon || joined.length < SHORTEST)) return undefined;
  return { word, isCommon, parts: tokens.length };
}

function put(root: Node, letters: string, entry: Entry): void {
  let node = root;
  for (const letter of letters) {
    const next = node.next.get(letter) ?? { next: new Map<string, Node>(), entry: undefined };
    node.next.set(letter, next);
    node = next;
  }
  // of two kinds the one that may not be replaced
  if (!node.entry || (node.entry.word.generic !== undefined && entry.word.generic === undefined)) node.entry = entry;
}

function* walk(text: string, root: Node): Iterable<WordFound> {
  const lower = text.toLowerCase();
  // letters whose small form is longer would move all places
  const letters = lower.length === text.length ? lower : text;
  let done = 0;
  for (let at = 0; at < letters.length; at += 1) {
    if (at < done || !isLetter(letters, at) || !root.next.has(letterAt(letters, at)) || !beginsAt(text, at)) continue;
    const found = longestFrom(text, letters, at, root);
    if (!found) continue;
    yield found;
    done = found.to;
  }
}

const LARGEST_GAP = 3;

function longestFrom(text: string, letters: string, from: number, root: Node): WordFound | undefined {
  let node = root;
  let best: WordFound | undefined;
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
    if (!next) break;
    if (gap > 0) {
      pieces += 1;
      longest = Math.max(longest, piece);
      [piece, gap] = [0, 0];
    }
    node = next;
    at += letter.length;
    piece += 1;
    const { entry } = node;
    if (!entry || !endsAt(text, at)) continue;
    const spelled = pieces > 2 && Math.max(longest, piece) <= 2;
    if (pieces > 1 && entry.parts === 1 && !spelled && !isOneWordSplit(text.slice(from, at), entry.word.kind === "secret")) continue;
    best = { from, to: at, word: entry.word, isCommon: entry.isCommon && !spelled };
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
  if (at === 0 || !isLetter(text, at - 1)) return true;
  if (changesAt(text, at)) return true;
  // Hebrew writes its small words in front of the noun
  const code = text.charCodeAt(at);
  return code > 0x5cf && code < 0x5eb && /(?:^|[^\p{L}\p{N}])[הובכלמש]{1,2}$/u.test(text.slice(Math.max(0, at - 3), at));
}

function endsAt(text: string, at: number): boolean {
  if (at >= text.length || !isLetter(text, at) || changesAt(text, at)) return true;
  return /s/i.test(text.charAt(at)) && !isLetter(text, at + 1);
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
