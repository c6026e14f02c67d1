import type { Key } from "./fact-keys.ts";

/** Words that turn a value round: "coffee" is not "no coffee". */
const NOT =
  /(?<![\p{L}\p{N}])(?:no|not|never|without|don't|doesn't|dislikes?|hates?|nicht|kein\p{L}*|nie|ohne|pas|jamais|sans|aucun\p{L}*|nunca|sin|ningun\p{L}*|niet|geen|nooit|zonder|לא|אין|בלי)(?![\p{L}\p{N}])/iu;
/** Letters by which two forms of a word are known to be one: "peanut", "peanuts". */
const STEM = 4;
const SHORTEST_WORD = 3;
/** A whole value that is a time, with what stands before one: "7", "at 7:30 pm", "um 6 Uhr 30", "à 7h30". */
const TIME =
  /^(?:(?:at|um|à|a las?|om|בשעה)\s+)?(\d{1,2})(?:[:.](\d{2}))?\s*(a\.?m\.?|p\.?m\.?|uhr|heures?|h|uur|o['’]?clock)?(?:\s*(\d{2}))?[.!]?$/;

/** What values are compared by: numbers of temperatures, times as `22:30`, else the words without signs. */
export function comparable(value: string, { kind }: Key): string {
  const text = value.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  if (kind?.measure === "temperature") {
    const numbers = text.match(/-?\d+(?:[.,]\d+)?/g);
    const unit = /°\s?f\b|fahrenheit/.test(text) ? "f" : "";
    if (numbers?.length === 1) return `${Number(numbers[0]?.replace(",", "."))}${unit}`;
  }
  if (kind?.measure === "time") return timeIn(text) ?? plain(text);
  return plain(text);
}

/** True if one of two values of a set says no more than the other. */
export function saysTheSame(one: string, other: string): boolean {
  return saysNoMore(one, other) || saysNoMore(other, one);
}

/** True if a value of a set says no more than another: all its words are there, in the same numbers, and neither is turned round. */
export function saysNoMore(one: string, than: string): boolean {
  if (NOT.test(one) !== NOT.test(than) || numbersIn(one).join() !== numbersIn(than).join()) return false;
  const [words, known] = [tellingIn(one), tellingIn(than)];
  // nothing but numbers: "21:38"
  if (words.length + known.length === 0) return numbersIn(one).length > 0;
  return words.length > 0 && words.every((word) => known.some((other) => isForm(word, other)));
}

/**
 * True if the person said it: the value's numbers are in their words, and one of its words at least, if it has any but units. A translation
 * or an inference is not said.
 */
export function isSaid(value: string, said: string): boolean {
  const heard = wordsIn(said);
  const wanted = tellingIn(value).filter((word) => !UNITS.has(word));
  if (!numbersAreSaid(value, said)) return false;
  if (wanted.length === 0) return numbersIn(value).length > 0;
  const found = wanted.filter((word) => heard.some((known) => isForm(word, known)));
  return found.length * 2 >= wanted.length;
}

/** True if all numbers of a value are in the person's words. */
export function numbersAreSaid(value: string, said: string): boolean {
  const numbers = new Set(numbersIn(said));
  return numbersIn(value).every((number) => numbers.has(number));
}

const UNITS: ReadonlySet<string> = new Set(
  "degrees degree celsius fahrenheit grad degrés degré grados graden percent prozent uhr oclock hours מעלות".split(" "),
);

/** Words that join others and say nothing by themselves. */
const JOINING: ReadonlySet<string> = new Set(
  "the and for with der die das und mit für les des une avec pour los las con para het een van met voor של עם את".split(" "),
);

/** The time that a value is; of "half past 6" or "6 in summer" no number says what it means. */
function timeIn(text: string): string | undefined {
  const [, hour = "", colon, unit = "", after] = TIME.exec(text) ?? [];
  const minute = colon ?? after ?? "00";
  if (hour === "" || Number(hour) > 24 || Number(minute) > 59 || (after !== undefined && !/^(?:uhr|h)/.test(unit))) return undefined;
  const afternoon = unit.startsWith("p") && Number(hour) < 12 ? 12 : unit.startsWith("a") && Number(hour) === 12 ? -12 : 0;
  return `${String(Number(hour) + afternoon).padStart(2, "0")}:${minute}`;
}

function plain(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{M}\p{N}+\-.,:%°]+/gu, " ")
    .replaceAll(/[.,:]+(?=\s|$)/g, "")
    .trim();
}

function numbersIn(text: string): readonly string[] {
  // "7:00" says no more than "7"
  return (
    text
      .normalize("NFKC")
      .replaceAll(/(?<=\d):00(?!\d)/g, "")
      .match(/\d+(?:[.,]\d+)?/g) ?? []
  )
    .map((number) => String(Number(number.replace(",", "."))))
    .sort();
}

/** Without those that only join others. */
function tellingIn(text: string): readonly string[] {
  return wordsIn(text).filter((word) => !JOINING.has(word));
}

function wordsIn(text: string): readonly string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => word.length >= SHORTEST_WORD || /[^\p{Script=Latin}]/u.test(word));
}

/** Equal, or with the same beginning: "peanut" and "peanuts", "vegetarisch" and "Vegetarier"; and a word that another language puts its article on. */
function isForm(one: string, other: string): boolean {
  if (one === other) return true;
  if (/\p{Script=Hebrew}/u.test(one)) return one.endsWith(other) || other.endsWith(one);
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const stem = Math.max(STEM, short.length - 2);
  return short.length >= STEM && long.startsWith(short.slice(0, stem)) && long.length - short.length <= STEM;
}
