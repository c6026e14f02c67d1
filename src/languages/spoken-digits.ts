import { z } from "zod";
import { asciiDigit, folded, spellingsOf, withoutAccents } from "../text/fold.ts";
import { anyOf, toPattern } from "../text/pattern.ts";
import { splitSentences } from "../text/sentences.ts";
import { type Edit, withEdits } from "../text/text-edits.ts";
import { LANGUAGES } from "./catalogue.ts";
import { readData } from "./data.ts";

const spelt = z
  .record(z.coerce.number(), z.string())
  .transform((names) => Object.entries(names).flatMap(([number, said]) => said.split(" ").map((name) => [name, Number(number)] as const)));
const list = z.string().transform((text) => text.split(/\s+/).filter(Boolean));
/** `numbers.yaml` of a language. */
const form = z.strictObject({
  numbers: spelt,
  /** Numbers only beside other number words: `once` is eleven in Spanish, `onze` is "our" in Dutch. */
  beside: spelt,
  repeats: spelt,
  /** Behind a number below ten they make it one of ten more: nineteen. */
  teen: list,
  joining: list,
  /** Between tens and ones: "cuarenta y siete". */
  between: list,
  large: list,
  /** Between ones and the tens behind them: "zweiundvierzig". */
  turned: list,
});
type NumberWords = z.infer<typeof form>;

const BY_LANGUAGE: ReadonlyMap<string, NumberWords> = new Map(
  LANGUAGES.map((language) => [language, readData(`${language}/sentences/numbers.yaml`, form)] as const),
);
const ALL = [...BY_LANGUAGE.values()];
const NUMBERS = numberWords(ALL.flatMap((words) => [...words.numbers, ...turnedOf(words)]));
const BESIDE = numberWords(ALL.flatMap(({ beside }) => beside));
const REPEATS = numberWords(ALL.flatMap(({ repeats }) => repeats));
const TEEN = new Set(ALL.flatMap(({ teen }) => teen));
const BETWEEN = new Set(ALL.flatMap(({ between }) => between));
/** "Four, then seven", "four thousand seven hundred eleven": between number words they say nothing. */
const JOINING = new Set(ALL.flatMap(({ joining, large }) => [...joining, ...large]));

/** "In der 75. Minute": no sentence ends there. */
const ORDINAL_DOT = /(?<=\d)\.(?=\s(?:minute|runde|platz|liga|klasse))/g;

/** A text in small plain letters: every script's digits are ASCII, what is invisible is gone, `_` is a space, number words are digits. */
export function withDigits(text: string): string {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\u20e3/gu, "")
    .replaceAll("_", " ")
    .replaceAll(/[^\P{Nd}0-9]/gu, asciiDigit)
    .replaceAll(ORDINAL_DOT, "");
  return splitSentences(plain)
    .map(({ text: sentence }) => withEdits(sentence, spokenNumbers(sentence)))
    .join("\n");
}

/** The number words of a text in small letters, with their digits; what stands between two and says nothing goes with the first. */
export function spokenNumbers(text: string): readonly Edit[] {
  const places = [...text.matchAll(/[\p{L}\p{M}]+|\d+/gu)].map(({ 0: word, index }) => ({ word, from: index, to: index + word.length }));
  const words = places.map(({ word }) => word);
  const found: Edit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const spoken = spokenFrom(words, at);
    const from = places[at]?.from ?? 0;
    if (!spoken) continue;
    const before = places[at - 1]?.to ?? 0;
    const isJoined = isNumberWord(words[at - 1]) && /^[\s,-]+$/.test(text.slice(before, from));
    at = spoken.last;
    let to = places[at]?.to ?? from;
    // what only joins this number to the next
    if (JOINING.has(words[at + 1] ?? "") && isNumberWord(words[at + 2])) {
      to = (places[at + 2]?.from ?? to) - 1;
      at += 1;
    }
    found.push({ from: isJoined ? before : from, to, text: (isJoined ? " " : "") + spoken.digits });
  }
  return found;
}

/** Writes digits for the number words of a text that stand before a unit, one of the alternatives of a pattern: "to fifty percent". */
export function digitsBefore(units: string): (text: string) => string {
  const counted = toPattern(`(?<![\\p{L}-])[\\p{L}-]+(?:\\s[\\p{L}-]+){0,3}(?=\\s(?:${units})(?!\\p{L}))`, "giu");
  return (text) =>
    text.replace(counted, (words) => {
      const small = words.toLowerCase();
      return withEdits(small, spokenNumbers(small));
    });
}

function spokenFrom(words: readonly string[], at: number): { readonly digits: string; readonly last: number } | undefined {
  const [word = "", next = "", afterNext = ""] = words.slice(at, at + 3);
  const times = REPEATS.get(word);
  const repeated = numberOf(next) ?? BESIDE.get(next) ?? (/^\d$/.test(next) ? Number(next) : undefined);
  if (times !== undefined && repeated !== undefined) return { digits: String(repeated).repeat(times), last: at + 1 };
  const isBeside = isNumberWord(words[at - 1]) || isNumberWord(next);
  const number = numberOf(word) ?? (isBeside ? BESIDE.get(word) : undefined);
  if (number === undefined) return undefined;
  if (number > 0 && number < 10 && TEEN.has(next)) return { digits: String(number + 10), last: at + 1 };
  // "twenty-two", "cuarenta y siete"
  const skipped = BETWEEN.has(next) ? 1 : 0;
  const unit = numberOf(skipped === 1 ? afterNext : next);
  if (number >= 20 && number % 10 === 0 && unit !== undefined && unit > 0 && unit < 10) {
    return { digits: String(number + unit), last: at + 1 + skipped };
  }
  return { digits: String(number), last: at };
}

/** The number that a text is, in digits or in words; a half counts. Undefined for all else. */
export function numberSaid(text: string): number | undefined {
  const small = text.toLowerCase();
  const digits = withEdits(small, spokenNumbers(small)).replace(",", ".").trim();
  const number = /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : BESIDE.get(small);
  return Number.isFinite(number) ? number : undefined;
}

/** A number from nought to ninety-nine in words of a language, as the source of a pattern. */
export function spokenNumber(language: string): string {
  const words = BY_LANGUAGE.get(language);
  if (!words) return "(?!)";
  const names = [...words.numbers, ...words.beside.filter(([, number]) => number > 0)];
  const [ones, tens] = [named(names, 1, 9), named(names, 20, 90)];
  const others = [named(names, 10, 19), named(names, 0, 0)].filter(Boolean).join("|");
  const between = words.between.map((word) => `(?:${word} )?`).join("");
  const turned = words.turned.length === 0 ? "" : `(?:(?:${words.turned.join("|")})(?:${tens}))?`;
  return `(?:${tens})(?:[ -]?${between}(?:${ones}))?|${others}|(?:${ones})${turned}`;
}

function turnedOf({ numbers, turned }: NumberWords): NumberWords["numbers"] {
  const ones = numbers.filter(([, number]) => number > 0 && number < 10);
  const tens = numbers.filter(([, number]) => number >= 20 && number < 100);
  return turned.flatMap((between) => ones.flatMap(([one, of]) => tens.map(([ten, number]) => [one + between + ten, of + number] as const)));
}

/** The names of some numbers as alternatives of a pattern, also as they are written without umlauts or accents. */
function named(names: NumberWords["numbers"], from: number, to: number): string {
  const some = names.filter(([, number]) => number >= from && number <= to);
  return anyOf(some.flatMap(([name]) => spellingsOf(name).flatMap((one) => [one, withoutAccents(one)])));
}

/** Whether a word alone is a number. */
export function isNumberWord(word = ""): boolean {
  return numberOf(word) !== undefined || REPEATS.has(word);
}

function numberOf(word: string): number | undefined {
  return NUMBERS.get(folded(word));
}

/** Also as they are written without umlauts. */
function numberWords(names: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  return new Map(names.flatMap(([name, number]) => spellingsOf(name).map((one) => [folded(one), number] as const)));
}
