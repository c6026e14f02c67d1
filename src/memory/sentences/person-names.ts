import { anyOf, literally, toPattern } from "../../text/pattern.ts";
import { choices, whole } from "../facts/people-words.ts";
import { asPerson, isWordName } from "./word-names.ts";

/** Before a first name: "Oma Ruth", "Dr. Ruth". */
const TITLE = whole(
  choices(
    "mr mrs ms dr prof herr frau mme madame monsieur señora? meneer mevrouw oma opa tante onkel aunt auntie uncle grandma grandpa granny tía tío abuela abuelo oncle oom mamie papi mama papa",
  ),
);
/** Shorter names are words of some language ("an", "al"), but for their capital letter. */
const SHORTEST_IN_SMALL = 3;
/** Letters that are written for each other, for want of a key: "Zoe", "Jose". */
const LIKE: readonly string[] = ["aàáâãäå", "cçćč", "eèéêëę", "gğ", "iìíîïı", "lł", "nñń", "oòóôõöø", "sšśş", "uùúûüů", "yýÿ", "zžźż"];
const UMLAUTS: ReadonlyMap<string, string> = new Map([
  ["a", "ä"],
  ["o", "ö"],
  ["u", "ü"],
]);

/** Where people are named in a text, in whole or by the first name, whatever the accents and the language's small words before a name; a name that is a word ("Will") only where it is one. */
export function namePattern(names: readonly string[]): RegExp | undefined {
  return patternOf(names, (form) => (isWordName(form) ? asPerson(form) : spelled(form)));
}

/** Where people are named in a key, in which all is small and nothing is a modal verb. */
export function namePatternOfKeys(names: readonly string[]): RegExp | undefined {
  return patternOf(names, spelled);
}

function patternOf(names: readonly string[], write: (form: string) => string): RegExp | undefined {
  const forms = new Set(names.flatMap(formsOf));
  if (forms.size === 0) return undefined;
  return toPattern(`(?<![\\p{L}\\p{N}])(?:${anyOf([...forms].map(write))})(?:['’]?[sS]|['’])?(?![\\p{L}\\p{N}])`, "gu");
}

function formsOf(name: string): readonly string[] {
  const full = name.normalize("NFC").trim().replaceAll(/\s+/g, " ");
  const [first = "", ...more] = full.split(" ");
  const given = TITLE.test(first) ? more[0] : first;
  return [full, given ?? ""].filter((form) => form.length > 1);
}

/** A name as it may be written: with other accents, small but for very short ones; Hebrew puts its small words in front. */
function spelled(name: string): string {
  const isSmallToo = name.length >= SHORTEST_IN_SMALL;
  const pattern = [...name.matchAll(/[aou]e|ss|./gisu)].map(([part], index) => partPattern(part, isSmallToo || index > 0)).join("");
  return /\p{Script=Hebrew}/u.test(name) ? `[ולבמשהכ]{0,2}${pattern}` : pattern;
}

/** One letter, or two that stand for one: "ue", "ss". */
function partPattern(part: string, isAnyCase: boolean): string {
  const [first = "", second] = [...part.toLowerCase()];
  const letter = (one: string) => {
    const like = LIKE.find((group) => group.includes(one)) ?? one;
    return `[${isAnyCase ? like : ""}${like.toUpperCase()}]`;
  };
  if (!/\p{L}/u.test(first)) return literally(part);
  if (first === "ß" || part.toLowerCase() === "ss") return "(?:ß|[sS]{2})";
  if (second !== undefined) return `(?:${letter(first)}${letter(second)}|${letter(UMLAUTS.get(first) ?? first)})`;
  return [...UMLAUTS.values()].includes(first) ? `${letter(first)}[eE]?` : letter(first);
}
