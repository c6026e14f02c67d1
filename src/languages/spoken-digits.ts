import { z } from "zod";
import { asciiDigit } from "../text/fold.ts";
import { toPattern } from "../text/pattern.ts";
import { splitSentences } from "../text/sentences.ts";
import { readData } from "./data.ts";

const words = z.record(z.coerce.number(), z.string()).transform(numberWords);
const list = z.string().transform((text): ReadonlySet<string> => new Set(text.split(/\s+/)));
const data = readData(
  "shared/numbers.yaml",
  z.strictObject({ numbers: words, beside: words, repeats: words, joining: list, large: list, turned: z.string() }),
);
const { numbers: NUMBERS, repeats: REPEATS } = data;
/** Numbers only beside other number words: `once` is eleven in Spanish, `onze` is "our" in Dutch. */
const BESIDE = data.beside;
/** "Four, then seven", "four thousand seven hundred eleven": between number words they say nothing. */
const JOINING = data.joining.union(data.large);
const TURNED = toPattern(data.turned);

/** "In der 75. Minute": no sentence ends there. */
const ORDINAL_DOT = /(?<=\d)\.(?=\s(?:minute|runde|platz|liga|klasse))/g;

/** True for a word that is a number beside other number words only: "double", "thousand", "oh". */
export function isBesideNumbers(word: string): boolean {
  return BESIDE.has(word) || REPEATS.has(word) || data.large.has(word);
}

/** True for "one", which is an article in most languages. */
export function isArticle(word: string): boolean {
  return NUMBERS.get(word) === 1;
}

/** A word or a number where it stands. */
interface PlacedWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

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
    .map(({ text: sentence }) => spokenAsDigits(sentence))
    .join("\n");
}

function spokenAsDigits(text: string): string {
  const words = [...text.matchAll(/[\p{L}\p{M}]+|\d+/gu)].map(({ 0: word, index }) => ({
    text: word,
    from: index,
    to: index + word.length,
  }));
  let shown = "";
  let done = 0;
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at];
    const spoken = first ? spokenFrom(words, at) : undefined;
    if (!first || !spoken) continue;
    const between = text.slice(done, first.from);
    shown += (isNumberWord(words[at - 1]) && /^[\s-]+$/.test(between) ? " " : between) + spoken.digits;
    at = spoken.last;
    done = words[at]?.to ?? done;
    // what only joins this number to the next
    if (JOINING.has(words[at + 1]?.text ?? "") && isNumberWord(words[at + 2])) {
      done = (words[at + 2]?.from ?? done) - 1;
      at += 1;
    }
  }
  return shown + text.slice(done);
}

function spokenFrom(words: readonly PlacedWord[], at: number): { readonly digits: string; readonly last: number } | undefined {
  const word = words[at]?.text ?? "";
  const next = words[at + 1]?.text ?? "";
  const times = REPEATS.get(word);
  const repeated = numberOf(next) ?? BESIDE.get(next) ?? (/^\d$/.test(next) ? Number(next) : undefined);
  if (times !== undefined && repeated !== undefined) return { digits: String(repeated).repeat(times), last: at + 1 };
  const isBeside = isNumberWord(words[at - 1]) || isNumberWord(words[at + 1]);
  const number = numberOf(word) ?? (isBeside ? BESIDE.get(word) : undefined);
  if (number === undefined) return undefined;
  // "twenty-two", "cuarenta y siete"
  const skipped = next === "y" || next === "et" ? 1 : 0;
  const unit = numberOf(words[at + 1 + skipped]?.text ?? "");
  if (number >= 20 && number % 10 === 0 && unit !== undefined && unit > 0 && unit < 10) {
    return { digits: String(number + unit), last: at + 1 + skipped };
  }
  return { digits: String(number), last: at };
}

function isNumberWord(word: PlacedWord | undefined): boolean {
  return word !== undefined && (numberOf(word.text) !== undefined || REPEATS.has(word.text));
}

function numberOf(word: string): number | undefined {
  const turned = TURNED.exec(word);
  return turned ? (NUMBERS.get(turned[1] ?? "") ?? 0) + (NUMBERS.get(turned[2] ?? "") ?? 0) : NUMBERS.get(word);
}

function numberWords(words: Readonly<Record<number, string>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(words).flatMap(([number, names]) => names.split(" ").map((name) => [name, Number(number)] as const)));
}
