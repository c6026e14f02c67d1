import { ENTITY_WORDS } from "../languages/entity-words.ts";
import { plainLetters, withoutAccents } from "../text/fold.ts";
import { toCaseless } from "../text/pattern.ts";

/** Scripts that put no space between words: each letter is a unit of its own, and pairs of them are what is looked up. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HAN = /\p{Script=Han}/u;
const UNIT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}])+|\p{N}+/gu;
/** A question is a sentence or two; a pasted text is none. */
const MOST_UNITS = 60;
/** A word and its inflection share so much of the longer one, and neither has a longer ending of its own. */
const LEAST_SHARED = 0.6;
const LONGEST_ENDING = 3;
/** Shorter beginnings fit too much. */
const SHORTEST_BEGINNING = 4;
/** Behind the beginning of a known word may stand an ending or two ("keittiössä", "mutfaktaki"). */
const LONGEST_ENDINGS = 5;
/** Or all of another word, behind a longer one ("Wohnzimmerlampe"). */
const SHORTEST_START = 5;

/** How like two words of different length are that may be one: 1 is the same word. */
export const LIKENESS = { inflected: 0.85, beginning: 0.7, part: 0.6, slip: 0.6 } as const;

/** Words in lower case without accents, plurals and articles written with them, numbers apart, single letters of scripts without spaces. At most 60. */
export function unitsOf(text: string): readonly string[] {
  return (fold(text).match(UNIT) ?? []).slice(0, MOST_UNITS).map(singular);
}

/** The units of a text that stand in the plural there. */
export function pluralsIn(text: string): ReadonlySet<string> {
  const words = (fold(text).match(UNIT) ?? []).slice(0, MOST_UNITS);
  return new Set(words.map(singular).filter((unit, at) => unit !== words[at]));
}

/** What is looked up for units: words as they are, pairs of letters of scripts without spaces, and Han and lone letters too. */
export function tokensOf(units: readonly string[]): readonly string[] {
  const tokens = new Set<string>();
  units.forEach((unit, at) => {
    if (!isUnspaced(unit)) tokens.add(unit);
    else {
      const [before = "", next = ""] = [units[at - 1], units[at + 1]];
      if (HAN.test(unit) || !(isUnspaced(before) || isUnspaced(next))) tokens.add(unit);
      if (isUnspaced(next)) tokens.add(unit + next);
    }
  });
  return [...tokens];
}

/** True of one letter of a script without spaces: it says little alone. */
export function isLoneLetter(token: string): boolean {
  return token.length === 1 && isUnspaced(token);
}

function isUnspaced(unit: string): boolean {
  // the scripts before Thai, which is nearly all that comes, need no closer look
  return unit >= "\u0e00" && UNSPACED.test(unit);
}

/** How much `said` may be the known word: 1 the same, 0 another. Knows no language: a long common beginning and short endings count. */
export function likeness(said: string, known: string): number {
  if (said === known) return 1;
  const shorter = Math.min(said.length, known.length);
  let shared = 0;
  while (shared < shorter && said.charCodeAt(shared) === known.charCodeAt(shared)) shared += 1;
  const endings = [said.length - shared, known.length - shared] as const;
  if (shared < SHORTEST_BEGINNING) return shared === 3 && isShortEnding(endings, said, known) ? LIKENESS.inflected : 0;
  const longest = Math.max(said.length, known.length);
  const bothEnd = endings[0] > 0 && endings[1] > 0;
  if (
    Math.max(...endings) <= LONGEST_ENDING &&
    shared >= longest * LEAST_SHARED &&
    (!bothEnd || shared > SHORTEST_BEGINNING || Math.max(...endings) === 1)
  ) {
    return LIKENESS.inflected;
  }
  if (endings[0] === 0) return LIKENESS.beginning;
  return endings[1] === 0 && (endings[0] <= LONGEST_ENDINGS || known.length >= SHORTEST_START) ? LIKENESS.beginning : 0;
}

/** Lower case, without accents of Latin, Greek and Cyrillic letters; `'s` belongs to its word, other apostrophes part words. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^[\x20-\x7e]*$/.test(lower)) return lower.replaceAll(/'(?=s\b)/g, "");
  // Korean letters stay apart too, so that a particle behind a word is an ending like others
  return plainLetters(withoutAccents(lower)).replaceAll(/['’](?=s(?!\p{L}))/gu, "");
}

/** A word as it is compared: in the singular of languages that have an s in the plural, and without the article that some write before it. */
function singular(word: string): string {
  if (word.length > 3 && ENTITY_WORDS.articles.includes(word.charAt(0))) return word.slice(1);
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith("s") && !/[su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Three letters in common are a word only if all that follows is one letter of one of them ("зал", "зале"). */
function isShortEnding([one, other]: readonly [number, number], said: string, known: string): boolean {
  return one + other === 1 && !/[a-z]/.test(said + known);
}

const LEADS = toCaseless(`(?<![\\p{L}\\p{N}])(?:${ENTITY_WORDS.exceptBefore})(?![a-zà-žа-я])\\s*([^.,;!?。，]+)`);
const FOLLOWS = toCaseless(`(?<![^.,;!?。，\\s])([^.,;!?。，\\s]+(?:\\s[^.,;!?。，\\s]+)?)\\s*(?:${ENTITY_WORDS.exceptBehind})`);
const IS_ABOVE = asWords(ENTITY_WORDS.above);
const IS_BELOW = asWords(ENTITY_WORDS.below);

/** A sentence without what it leaves out, and that: "all lights except the fan" → "all lights", "the fan". */
export function withoutExceptions(text: string): { readonly rest: string; readonly except: string | undefined } {
  const found = LEADS.exec(text) ?? FOLLOWS.exec(text);
  const except = found?.[1];
  if (!found || except === undefined) return { rest: text, except: undefined };
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return rest.trim() === "" ? { rest: text, except: undefined } : { rest, except };
}

/** A sentence with floors' names in place of "upstairs" or "downstairs" (level 0 is the ground floor); unchanged if no floor fits. */
export function withFloorsNamed(text: string, floorsAt: (word: string, fits: (level: number) => boolean) => Iterable<string>): string {
  const named = (word: string, fits: (level: number) => boolean) => [...floorsAt(word, fits)].join(", ") || word;
  return text
    .replace(IS_ABOVE, (word) => named(word, (level) => level > 0))
    .replace(IS_BELOW, (word) => named(word, (level) => level <= 0));
}

function asWords(words: string): RegExp {
  return toCaseless(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`);
}
