import { createRequire } from "node:module";
import { editDistance, isSwapped } from "../../text/edit-distance.ts";
import { withoutAccents } from "../../text/fold.ts";

const ABJAD = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Letters that sound alike, as one; the order matters. */
const ALIKE: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/[^a-z]/g, ""],
  [/tsch|tch|sch|sh|ch/g, "s"],
  [/ph/g, "f"],
  [/th|dt/g, "t"],
  [/ck|kh|[qc]/g, "k"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/ts|tz|z/g, "s"],
  [/ie|ee|ea|ei|ey|[yj]/g, "i"],
  [/oo|ou/g, "u"],
  [/(?<=.)h/g, ""],
  [/(.)\1+/g, "$1"],
];
/** Digits and signs that stand for letters: "L3vinson". */
const FOR_LETTERS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };

const load = createRequire(import.meta.url);

/** Transliterated. Its tables take half a megabyte: they are loaded with the first word that is more than Latin letters with accents. */
function inLatin(word: string): string {
  const plain = withoutAccents(word);
  if (/^[ -~]*$/.test(plain)) return plain;
  const { default: anyAscii }: typeof import("any-ascii") = load("any-ascii");
  return anyAscii(word);
}

/** How a word sounds, roughly the same in every script: transliterated, with letters that sound alike as one. */
function soundOf(word: string): string {
  return simplified(inLatin(word).toLowerCase());
}

function simplified(latin: string): string {
  return ALIKE.reduce((sound, [pattern, other]) => sound.replaceAll(pattern, other), latin);
}

/** What Hebrew and Arabic keep of a name: its consonants, without those that they write for vowels too. */
function consonantsOf(sound: string): string {
  return sound.replaceAll(/[aeiouhvf]/g, "").replaceAll("p", "b");
}

/** Shorter ones say too little: in consonants alone, in Latin letters, where an ending follows. */
const SHORTEST = { consonants: 3, slip: 5, latin: 4, stem: 3, within: 4 };
const LONGEST_ENDING = 4;
const WORD = /[\p{L}\p{N}]{3,40}/gu;
const MOST_KEPT = 4_096;

/** A name of one word, in small letters. */
export type Called<Name> = readonly [text: string, name: Name];

interface NameSoundsOptions<Name> {
  readonly names: readonly Called<Name>[];
  /** Names that others are made of: "Ellielampe". */
  readonly beginnings: readonly Called<Name>[];
  readonly isWord: (word: string) => boolean;
  readonly isWide: boolean;
}

/** A text as it stands, and with letters for the digits in its words: "R0te L4mpe". */
export function readings(text: string): readonly string[] {
  if (!/\p{L}\d|\d\p{L}/u.test(text)) return [text];
  const letters = (one: string) =>
    text.replaceAll(/\d{0,4}\p{L}[\p{L}\d]{0,40}/gu, (word) =>
      word.replaceAll(/\d/g, (digit) => (digit === "1" ? one : (FOR_LETTERS[digit] ?? digit))),
    );
  return [text, letters("l"), letters("i")];
}

/**
 * Finds names by how they sound: in another script, misspelled, with digits for letters, with an ending. `isWord` says which words are everybody's.
 * `isWide` also takes what may be another word after all.
 */
export function createNameSounds<Name>({ names, beginnings, isWord, isWide }: NameSoundsOptions<Name>) {
  const sounds = new Map<string, Name>();
  const skeletons = new Map<string, Name>();
  const starts = new Map<string, Name>();
  for (const [text, name] of names) {
    const sound = soundOf(text);
    if (sound.length >= SHORTEST.stem) sounds.set(sound, name);
    const consonants = consonantsOf(sound);
    if (consonants.length >= SHORTEST.consonants) skeletons.set(consonants, name);
  }
  for (const [text, name] of beginnings) {
    const stem = text.replace(/[aeio]$/, "");
    if (text.length >= SHORTEST.within) starts.set(text, name);
    if (isWide && stem.length > SHORTEST.within && !isWord(stem)) starts.set(stem, name);
  }
  const long = isWide ? names.filter(([text]) => text.length >= SHORTEST.slip) : [];
  const look = (word: string): Name | undefined => {
    const isLatin = /^[a-z\d]+$/.test(word);
    if (isLatin && isWord(word)) return undefined;
    const compound = isLatin ? compoundOf(word) : undefined;
    if (compound !== undefined) return compound;
    if (isLatin && word.length < SHORTEST.latin) return undefined;
    const plain = /\d/.test(word) ? word.replaceAll(/[013457]/g, (digit) => FOR_LETTERS[digit] ?? digit) : word;
    if (/^\d+$/.test(word)) return undefined;
    const sound = soundOf(plain);
    const whole = [sound, soundOf(plain.replace(/(?<!i)s$/, "")), soundOf(word.replaceAll("1", "l"))].flatMap(
      (one) => sounds.get(one) ?? [],
    )[0];
    if (whole !== undefined || isLatin) return whole ?? slipOf(word, sound);
    if (ABJAD.test(word)) return skeletons.get(consonantsOf(sound));
    return endingOf(sound);
  };
  // texts have the same words again and again, and looking costs more than all the rest
  const kept = new Map<string, Name | undefined>();
  const lookOnce = (word: string): Name | undefined => {
    if (kept.size >= MOST_KEPT) kept.clear();
    if (!kept.has(word)) kept.set(word, look(word));
    return kept.get(word);
  };
  /** A name, and behind it what houses and things are called: "Ellielampe". */
  function compoundOf(word: string): Name | undefined {
    for (let at = word.length; at >= SHORTEST.within; at -= 1) {
      const name = starts.get(word.slice(0, at));
      if (name !== undefined && (word.length - at <= LONGEST_ENDING || at > SHORTEST.within || isWord(word.slice(at)))) return name;
    }
    return undefined;
  }
  /** Long names keep their consonants, and all but one of their letters. */
  function slipOf(word: string, sound: string): Name | undefined {
    const consonants = consonantsOf(sound);
    const same = consonants.length >= SHORTEST.slip ? skeletons.get(consonants) : undefined;
    const bare = word.replace(/(?<=.{5})[sn]$/, "");
    const isSlip = ([text]: Called<Name>) => [word, bare].some((one) => isSwapped(one, text) || editDistance(text, one, 1) < 2);
    return same ?? long.find(isSlip)?.[1];
  }
  function endingOf(sound: string): Name | undefined {
    for (const [name, owner] of sounds) {
      const cut = name.replace(/[aeiou]$/, "");
      const bare = cut.length >= SHORTEST.stem ? cut : name;
      if (sound.startsWith(bare) && sound.length - bare.length <= LONGEST_ENDING) return owner;
    }
    return undefined;
  }
  return function* (text: string) {
    if (names.length === 0) return;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const found = lookOnce(word.toLowerCase());
      if (found !== undefined) yield { from: index, to: index + word.length, words: [found], isCommon: false, isLike: true };
    }
  };
}
