import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { singleSpaced } from "../../text/fold.ts";
import { toPattern } from "../../text/pattern.ts";
import { type Key, normalisedKey } from "./fact-keys.ts";
import { denyingWord, isDenial, isTurned, withoutTurning } from "./polarity.ts";

const list = z.string().transform((text): ReadonlySet<string> => new Set(text.split(/\s+/)));
const pattern = (flags: string) => z.string().transform((source) => toPattern(source, flags));
const form = z.strictObject({
  time: pattern(""),
  temperature: pattern("u"),
  units: list,
  joining: list,
  listing: pattern("giu"),
  between: pattern("u"),
  with: pattern("u"),
  pointing: pattern("iu"),
  stateOfNow: pattern("u"),
  trivialKey: pattern(""),
  trivial: pattern("i"),
  moment: pattern("u"),
});

export const VALUE_WORDS = readData("shared/facts.yaml", form, "values");

/** Letters by which two forms of a word are known to be one: "peanut", "peanuts". */
const STEM = 4;
const SHORTEST_WORD = 3;
const {
  /** A whole value that is a time, with what stands before one: "7", "at 7:30 pm", "um 6 Uhr 30". */
  time: TIME,
  /** A whole value that is a temperature, with what may stand beside its number. */
  temperature: TEMPERATURE,
  units: UNITS,
  /** Words that join others and say nothing by themselves. */
  joining: JOINING,
  /** Words for an allergy or a medicine beside what it is. */
  listing: LISTING,
  between: BETWEEN,
  with: WITH,
} = VALUE_WORDS;

/** What values are compared by: numbers of temperatures, times as `22:30`, else the words without signs. */
export function comparable(value: string, { kind }: Key): string {
  const text = singleSpaced(value.normalize("NFKC").toLowerCase());
  if (kind?.measure === "temperature") {
    const [, number] = TEMPERATURE.exec(text) ?? [];
    const unit = /(?:°|\d)\s?f[.!]?$|fahrenheit/.test(text) ? "f" : "";
    if (number !== undefined) return `${Number(number.replace(",", "."))}${unit}`;
  }
  if (kind?.measure === "time") return timeIn(text) ?? plain(text);
  return plain(text);
}

/** True if one of two values of a set says no more than the other. */
export function saysTheSame(one: string, other: string, key?: Key): boolean {
  return saysNoMore(one, other, key) || saysNoMore(other, one, key);
}

/** True if a value of a set says no more than another. Of allergies and medicines each item has to be listed there: milk is not coconut milk. */
export function saysNoMore(one: string, than: string, key?: Key): boolean {
  if (isTurned(one) !== isTurned(than) || isDenial(one) !== isDenial(than)) return false;
  // "no longer nuts" and "not nuts"
  if (isDenial(one)) return isPartOf(withoutTurning(one), withoutTurning(than), key);
  return isPartOf(one, than, key);
}

function isPartOf(one: string, than: string, key: Key | undefined): boolean {
  if (key?.kind?.isExact) {
    const listed = itemsOf(than);
    return itemsOf(one).every((item) => listed.some((other) => isSameThing(item, other)));
  }
  return isWithin(one, than);
}

/** True if two values say the opposite of each other: the same words, and one is turned round. */
export function saysOpposite(one: string, other: string): boolean {
  if (isTurned(one) === isTurned(other)) return false;
  return isSameThing(withoutTurning(one), withoutTurning(other));
}

export function isSameThing(one: string, other: string): boolean {
  return isWithin(one, other) && isWithin(other, one);
}

/** True if a thing is one of a kind: "iced tea with milk" is a tea, "milk chocolate" is no milk. */
export function isKindOf(thing: string, kind: string): boolean {
  const [words, wanted] = [tellingIn(thing.split(WITH)[0] ?? ""), tellingIn(kind)];
  if (wanted.length === 0 || words.length < wanted.length || numbersIn(kind).length > 0) return false;
  return words.slice(-wanted.length).every((word, at) => isForm(word, wanted[at] ?? ""));
}

/** How many of a value's words and numbers a text holds, and where the first and the last of them begin. */
export function hitsIn(value: string, text: string): { readonly count: number; readonly at: number; readonly last: number } {
  const wanted = wantedIn(value);
  const numbers = new Set(numbersIn(value));
  const found = [...text.normalize("NFKC").matchAll(/[\p{L}\p{M}]+|\d+(?:[.,:]\d+)*/gu)].filter(([hit]) => {
    if (/^\d/.test(hit)) return numbersIn(hit).some((number) => numbers.has(number));
    return wanted.some((word) => isForm(word, hit.toLowerCase()));
  });
  return {
    count: new Set(found.map(([hit]) => hit.toLowerCase())).size,
    at: found[0]?.index ?? text.length,
    last: found.at(-1)?.index ?? text.length,
  };
}

function isWithin(one: string, than: string): boolean {
  if (numbersIn(one).join() !== numbersIn(than).join()) return false;
  const [words, known] = [tellingIn(one), tellingIn(than)];
  // nothing but numbers: "21:38"
  if (words.length + known.length === 0) return numbersIn(one).length > 0;
  return words.length > 0 && words.every((word) => known.some((other) => isForm(word, other)));
}

/** What is left of a list without the named items: "milk" of "peanuts and milk". Undefined if nothing or everything is left. */
export function withoutItems(value: string, named: string): string | undefined {
  const parts = partsOf(value);
  const plain = isDenial(value) ? withoutTurning : (text: string) => text;
  const wanted = itemsOf(plain(named));
  const isNamed = (part: string) => itemsOf(plain(part)).every((item) => wanted.some((other) => isSameThing(item, other)));
  const rest = parts.filter((part) => !isNamed(part));
  if (rest.length === 0 || rest.length === parts.length) return undefined;
  const left = rest.join(", ");
  // of "no tea or coffee" no coffee is left
  return isDenial(value) && !isDenial(left) ? `${denyingWord(value) ?? ""} ${left}`.trim() : left;
}

/** The things that a value lists; what one of them is taken with belongs to it: "tea with milk and honey" is one. */
export function listedIn(value: string): readonly string[] {
  const at = WITH.exec(value)?.index ?? value.length;
  const parts = partsOf(value.slice(0, at));
  return parts.map((part, index) => (index === parts.length - 1 ? `${part}${value.slice(at)}` : part));
}

export function isList(value: string): boolean {
  return partsOf(value).length > 1;
}

function partsOf(value: string): readonly string[] {
  return value
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** What a value lists, without the words for the list: "allergic to peanuts and milk". */
export function itemsOf(value: string): readonly string[] {
  const items = value.split(BETWEEN).map((item) => item.replaceAll(LISTING, " ").trim());
  return items.some((item) => item !== "") ? items.filter((item) => item !== "") : [value];
}

/** True if the person said it: all of the value's numbers, and half of its other words. A translation or an inference is not said. */
export function isSaid(value: string, said: string): boolean {
  const wanted = wantedIn(value);
  const heard = wordsIn(said, 1);
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
    .replaceAll(/(?<![.,:])[.,:]+(?=\s|$)/g, "")
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

/** A value's words and numbers, without words that only join others. */
export function wordsOfValue(value: string): readonly string[] {
  return [...new Set([...tellingIn(value), ...numbersIn(value)])];
}

/** What has to be heard of a value: its words but units, short ones where there are no others ("té"). */
function wantedIn(value: string): readonly string[] {
  const telling = tellingIn(value).filter((word) => !UNITS.has(word));
  return telling.length > 0 || numbersIn(value).length > 0 ? telling : wordsIn(value, 1);
}

function tellingIn(text: string): readonly string[] {
  return wordsIn(text).filter((word) => !JOINING.has(word));
}

function wordsIn(text: string, shortest = SHORTEST_WORD): readonly string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => word.length >= shortest || /[^\p{Script=Latin}]/u.test(word));
}

/** Equal, or with the same beginning: "peanut" and "peanuts", "vegetarisch" and "Vegetarier"; and a word that another language puts its article on. */
function isForm(one: string, other: string): boolean {
  if (one === other) return true;
  if (/\p{Script=Hebrew}/u.test(one)) return one.endsWith(other) || other.endsWith(one);
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const stem = Math.max(STEM, short.length - 2);
  return short.length >= STEM && long.startsWith(short.slice(0, stem)) && long.length - short.length <= STEM;
}

/** Kinds of which somebody's favourite is what they like of it. A favourite name is nobody's own, and who likes zebras has none. */
const TASTES: ReadonlySet<string> = new Set([
  "temperature",
  "brightness",
  "volume",
  "favorite_color",
  "music",
  "drinks",
  "favorite_food",
  "hobbies",
]);

/** The key of somebody's favourite of some things ("colour"); undefined where it would be taken for something else of them. */
export function favouriteKey(things: string): string | undefined {
  const { name, kind } = normalisedKey(`favorite ${things}`);
  return kind === undefined || TASTES.has(kind.name) ? name : undefined;
}

/** True if a plain sentence names something lasting with it: nothing that points elsewhere ("you"), no state of now ("in the kitchen"). */
export function isThing(value: string): boolean {
  return !VALUE_WORDS.pointing.test(value) && !VALUE_WORDS.stateOfNow.test(value);
}
