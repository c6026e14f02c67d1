import { z } from "zod";
import { asciiDigit, folded, spellingsOf, withoutAccents } from "../text/fold.ts";
import { anyOf, toPattern } from "../text/pattern.ts";
import { splitSentences } from "../text/sentences.ts";
import { type Edit, withEdits } from "../text/text-edits.ts";
import { readData } from "./data.ts";

const spelt = z
  .record(z.coerce.number(), z.string())
  .transform((names) => Object.entries(names).flatMap(([number, said]) => said.split(" ").map((name) => [name, Number(number)] as const)));
const words = spelt.transform(numberWords);
const list = z.string().transform((text): ReadonlySet<string> => new Set(text.split(/\s+/)));
const data = readData(
  "shared/numbers.yaml",
  z.strictObject({
    numbers: spelt,
    beside: spelt,
    repeats: words,
    teen: list,
    joining: list,
    between: list,
    large: list,
    turned: z.string(),
  }),
);
const { repeats: REPEATS } = data;
const NUMBERS = numberWords(data.numbers);
/** Numbers only beside other number words: `once` is eleven in Spanish, `onze` is "our" in Dutch. */
const BESIDE = numberWords(data.beside);
/** "Four, then seven", "four thousand seven hundred eleven": between number words they say nothing. */
const JOINING = data.joining.union(data.large);
const TURNED = toPattern(folded(data.turned));

/** A number from nought to ninety-nine in words, as the source of a pattern, in any of the languages. */
export const SPOKEN_NUMBER = spokenSource();

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
  if (number > 0 && number < 10 && data.teen.has(next)) return { digits: String(number + 10), last: at + 1 };
  // "twenty-two", "cuarenta y siete"
  const skipped = data.between.has(next) ? 1 : 0;
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

function spokenSource(): string {
  const named = (some: readonly (readonly [string, number])[], from: number, to: number) =>
    anyOf(
      some.flatMap(([name, number]) =>
        number >= from && number <= to ? spellingsOf(name).flatMap((one) => [one, withoutAccents(one)]) : [],
      ),
    );
  const [ones, tens] = [named(data.numbers, 1, 9), named(data.numbers, 20, 90)];
  const compound = `(?:${tens})[ -]?(?:(?:${[...data.between].join("|")}) )?(?:${ones})|(?:${ones})(?:und|en|ën)(?:${tens})`;
  return `${compound}|${named(data.numbers, 0, 90)}|${named(data.beside, 7, 11)}`;
}

/** Whether a word alone is a number. */
export function isNumberWord(word = ""): boolean {
  return numberOf(word) !== undefined || REPEATS.has(word);
}

function numberOf(word: string): number | undefined {
  const plain = folded(word);
  const turned = TURNED.exec(plain);
  return turned ? (NUMBERS.get(turned[1] ?? "") ?? 0) + (NUMBERS.get(turned[2] ?? "") ?? 0) : NUMBERS.get(plain);
}

/** Also as they are written without umlauts. */
function numberWords(names: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  return new Map(names.flatMap(([name, number]) => spellingsOf(name).map((one) => [folded(one), number] as const)));
}
