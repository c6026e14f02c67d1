import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { folded } from "../../text/fold.ts";
import type { Effect } from "./effect.ts";
import { KIND_OF_EFFECT, type Kind } from "./effect-kinds.ts";

const words = z.string().transform((text) => text.split(", "));
const form = z.strictObject({
  own: z.record(z.string(), words),
  keys: z.record(z.string(), words),
  compounds: z.strictObject({ start: words, end: words }),
  heads: words,
  belonging: words,
  criticalLabels: words,
});

export const THING_WORDS = readData("shared/things.yaml", form);

/** A word of a name that says what a thing is. `at` counts words; the end of a compound comes half a word later. */
export interface Hit {
  readonly kind: Kind;
  readonly word: string;
  readonly at: number;
  /** It begins the name and the rest belongs to it: "luz de la puerta". */
  readonly leads: boolean;
}

type Vocabulary = ReturnType<typeof vocabularyOf>;

/** At the end of a German compound, before the umlaut is lost: "Schiebetür" is a door, "Temperatur" is none. */
const DOOR_HEAD = /(?<=\p{L})tür(?=(?:e|en)?(?!\p{L}))/giu;
const [STARTS, ENDS] = [new Set(THING_WORDS.compounds.start), new Set(THING_WORDS.compounds.end)];
/** Words between a thing and what it belongs to, and things that stand before it without one: "lampe porte d'entrée". */
const [BELONGING, HEADS] = [new Set(THING_WORDS.belonging), new Set(THING_WORDS.heads)];
const ASCII = /^[\0-\x7f]*$/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** A part of a compound leaves at least so many letters of the rest. */
const LEAST_REST = 2;
const SHORTEST_PART = 4;
const LONGEST_PART = 20;

const own = vocabularyOf(entriesOf(THING_WORDS.own));
const ofKeys = vocabularyOf(entriesOf({ ...THING_WORDS.own, ...THING_WORDS.keys }));
const homes = new WeakMap<ReadonlyMap<string, Effect>, Vocabulary>();

function entriesOf(words: Readonly<Record<string, readonly string[]>>): readonly (readonly [string, Kind])[] {
  return Object.entries(words).flatMap(([kind, list]) => list.map((word) => [word, kind as Kind] as const));
}

function lettersOf(text: string): readonly string[] {
  return (
    folded(text)
      .replaceAll(/\p{M}+/gu, "")
      .match(/\p{L}+/gu) ?? []
  );
}

/** The words of a name; where capitals stand inside words (`garageDoor`), once more with those taken apart. */
function readings(name: string): readonly (readonly string[])[] {
  const text = ASCII.test(name) ? name : name.normalize("NFC").replaceAll(DOOR_HEAD, "tuer");
  const whole = lettersOf(text);
  if (!/\p{Ll}\p{Lu}/u.test(text)) return [whole];
  return [whole, lettersOf(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2"))];
}

/** What the words of a name say: first those of the home's own language, then ours. One list for each way to read it. */
export function hitsIn(text: string, words: ReadonlyMap<string, Effect>): readonly (readonly Hit[])[] {
  const home = homeVocabulary(words);
  return readings(text).map((tokens) => (home.kinds.size === 0 ? scan(tokens, own) : [...scan(tokens, home), ...scan(tokens, own)]));
}

export function hitsInKey(key: string): readonly (readonly Hit[])[] {
  return readings(key).map((tokens) => scan(tokens, ofKeys));
}

/** Labels that people put on what has to stay on. */
const CRITICAL_LABELS = new Set(THING_WORDS.criticalLabels.flatMap(spellings));

/** True if the label says, as whole words, that what it is on has to stay on. */
export function isCritical(label: string): boolean {
  const tokens = lettersOf(label);
  return tokens.some((_, from) => tokens.some((_token, to) => to >= from && CRITICAL_LABELS.has(tokens.slice(from, to + 1).join(" "))));
}

function homeVocabulary(words: ReadonlyMap<string, Effect>): Vocabulary {
  const known = homes.get(words);
  if (known) return known;
  const entries = [...words].flatMap(([word, effect]) => {
    const kind = KIND_OF_EFFECT[effect];
    if (kind === undefined) return [];
    // a garage is a place, and its door one without a blind, also where Home Assistant calls both a door
    const ours = own.kinds.get(lettersOf(word).join(" "));
    return [[word, ours === "place" || ours === "gate" ? ours : kind] as const];
  });
  const made = vocabularyOf(entries);
  homes.set(words, made);
  return made;
}

/** `longest`: by the first words of phrases the most words that a phrase has; `anywhere`: words of scripts that are written without spaces. */
function vocabularyOf(entries: readonly (readonly [string, Kind])[]) {
  const kinds = new Map<string, Kind>();
  const longest = new Map<string, number>();
  const starts = new Map<string, Kind>();
  const ends = new Map<string, Kind>();
  const anywhere: (readonly [string, Kind])[] = [];
  for (const [word, kind] of entries) {
    for (const phrase of spellings(word)) {
      if (phrase === "") continue;
      const [first = "", ...others] = phrase.split(" ");
      kinds.set(phrase, kind);
      if (others.length > 0) kinds.set(phrase.replaceAll(" ", ""), kind);
      longest.set(first, Math.max(others.length + 1, longest.get(first) ?? 1));
      if (STARTS.has(word)) starts.set(phrase, kind);
      if (ENDS.has(word)) ends.set(phrase, kind);
      if (UNSPACED.test(phrase)) anywhere.push([phrase, kind]);
    }
  }
  return { kinds, longest, starts, ends, anywhere };
}

/** As people write it without accents: `tur` and `tuer`. */
function spellings(word: string): readonly string[] {
  const plain = lettersOf(word).join(" ");
  const german = lettersOf(
    word
      .toLowerCase()
      .normalize("NFC")
      .replaceAll(/[äöü]/g, (vowel) => `${folded(vowel)}e`),
  ).join(" ");
  return plain === german ? [plain] : [plain, german];
}

function scan(tokens: readonly string[], vocabulary: Vocabulary): readonly Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < tokens.length; ) at += take(tokens, at, vocabulary, hits);
  return hits;
}

/** Takes the longest phrase that begins here, or the parts of a compound; answers how many words were taken. */
function take(tokens: readonly string[], at: number, vocabulary: Vocabulary, hits: Hit[]): number {
  const token = tokens[at] ?? "";
  for (let count = Math.min(vocabulary.longest.get(token) ?? 1, tokens.length - at); count > 0; count--) {
    const word = count === 1 ? token : tokens.slice(at, at + count).join(" ");
    const kind = vocabulary.kinds.get(word);
    if (kind === undefined) continue;
    hits.push({ kind, word, at, leads: at === 0 && (HEADS.has(word) || BELONGING.has(tokens[at + count] ?? "")) });
    return count;
  }
  takeParts(token, at, vocabulary, hits);
  for (const [word, kind] of vocabulary.anywhere) if (token.includes(word)) hits.push({ kind, word, at, leads: false });
  return 1;
}

function takeParts(token: string, at: number, { starts, ends }: Vocabulary, hits: Hit[]): void {
  const longest = Math.min(LONGEST_PART, token.length - LEAST_REST);
  for (let length = longest; length >= SHORTEST_PART; length--) {
    const kind = starts.get(token.slice(0, length));
    if (kind === undefined) continue;
    hits.push({ kind, word: token.slice(0, length), at, leads: false });
    break;
  }
  for (let length = Math.min(LONGEST_PART, token.length - LEAST_REST); length >= SHORTEST_PART; length--) {
    const kind = ends.get(token.slice(-length));
    if (kind === undefined) continue;
    hits.push({ kind, word: token.slice(-length), at: at + 0.5, leads: false });
    return;
  }
}
