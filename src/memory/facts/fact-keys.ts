import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { FACT_CATEGORIES, type FactCategory } from "../../storage/facts/fact-row.ts";
import { toPattern } from "../../text/pattern.ts";

export interface KeyKind {
  readonly name: string;
  readonly category: FactCategory;
  /** Several values stand side by side. */
  readonly isSet: boolean;
  /** Nothing of it is lost in another one: two values are one only if they name the same. */
  readonly isExact: boolean;
  readonly measure: "temperature" | "time" | "text";
  /** 0 to 1, when it is first told. */
  readonly importance: number;
  /** Words of the key that it takes, any one of them or all of a phrase. English and, because people and models mix them, five more languages. */
  readonly words: readonly string[];
  /** Words that people ask with: "wann stehe ich auf". */
  readonly asked: string;
  /** What else may stand in the key: a room, a part of the day (`any`), days (`days`), or nothing. */
  readonly beside: "any" | "days" | "nothing";
}

const list = z.string().transform((text): ReadonlySet<string> => new Set(text.split(/\s+/)));
const kindForm = z.strictObject({
  category: z.enum(FACT_CATEGORIES),
  isSet: z.boolean().default(false),
  isExact: z.boolean().default(false),
  measure: z.enum(["temperature", "time", "text"]).default("text"),
  importance: z.number().default(0.6),
  beside: z.enum(["any", "days", "nothing"]).default("nothing"),
  asked: z.string().default(""),
  words: z.string().transform((text) => text.split(",")),
});
const form = z.strictObject({
  kinds: z.record(z.string(), kindForm),
  fillers: list,
  days: list,
  partsOfDay: list,
  spellings: z.record(z.string(), z.string()).transform((spellings) => new Map(Object.entries(spellings))),
  ofAllergies: list,
  allergic: z.string(),
});
const data = readData("shared/facts.yaml", form, "keys");
/** The kinds of keys that are known; the first that fits counts. Every other key: see `isSetKey`. */
const KINDS: readonly KeyKind[] = Object.entries(data.kinds).map(([name, kind]) => ({ name, ...kind }));
/** Words of keys that say nothing about what it is, and those beside an allergy. */
const { fillers: FILLERS, days: DAYS, partsOfDay: PARTS_OF_DAY, ofAllergies: OF_ALLERGIES } = data;

const EXACT = toPattern(`^(?:${KINDS.flatMap(({ name, isExact }) => (isExact ? [name] : [])).join("|")})(?:_|$)`);

/** Whether a key in its one form is of a kind in which nothing may be lost. */
export function isExactKey(name: string): boolean {
  return EXACT.test(name);
}

/** Anywhere in a key it is one of what somebody cannot bear: no such thing is lost beside another. */
const ALLERGIC = toPattern(data.allergic);
const MEDICINE = /^(?:medic|pill|tablet|tropf)/;

const LONGEST_KEY = 60;

/** A key in its one form, and what kind it is of, if that is known. */
export interface Key {
  readonly name: string;
  readonly kind: KeyKind | undefined;
}

/** Brings a key into one form: small letters and `_`, known kinds by their one name with what stands beside it in order. Empty for none. */
export function normalisedKey(written: string): Key {
  const tokens = tokensOf(written);
  for (const known of KINDS) {
    const isAllergies = known.name === "allergies";
    const found = known.words.map((phrase) => phrase.split(" ")).filter((phrase) => phrase.every((word) => tokens.includes(word)));
    const allergic = isAllergies && !MEDICINE.test(tokens.at(-1) ?? "") ? tokens.filter((token) => ALLERGIC.test(token)) : [];
    if (isAllergies ? allergic.length === 0 : found.length === 0) continue;
    // when somebody has their coffee is not what they drink
    const saysNothing = known.measure === "time" ? ["time", "favorite"] : ["favorite"];
    const taken = new Set([...found.flat(), ...allergic, ...saysNothing, ...known.name.split("_")]);
    const fillers = isAllergies ? OF_ALLERGIES : FILLERS;
    const beside = tokens.filter((token) => !taken.has(token) && !fillers.has(token) && !FILLERS.has(token)).sort();
    const fits = known.beside === "any" || beside.every((token) => known.beside === "days" && DAYS.has(token));
    if (fits) return { name: nameOf(known, beside).slice(0, LONGEST_KEY), kind: known };
  }
  const plain = tokens.filter((token) => !/^(?:my|the|user|users|s|preferred)$/.test(token));
  return { name: plain.join("_").slice(0, LONGEST_KEY), kind: undefined };
}

/** Whether several values of a key stand side by side: as its kind says; of unknown keys those that name several things, and English plurals. */
export function isSetKey({ name, kind: known }: Key): boolean {
  return known?.isSet ?? (/[^sui]s$/.test(name) || SEVERAL.test(name));
}

const SEVERAL =
  /^(?:dis)?liked?(?:_|$)|^(?:hated?|avoided|avoid)(?:_|$)|(?:dislike|hate|like|medicine|medication|supplement)$|(?:^|_)(?:daughter|son|child|kid|brother|sister|sibling|aunt|uncle|cousin|niece|nephew|grandchild|grandson|granddaughter|friend|neighbou?r|colleague|pet|dog|cat)(?:_name|_called)?$/;

export function isKeyOfTaste(name: string): boolean {
  return /(?:^|_)(?:like|love|favou?rite|prefer)/.test(name) || TASTES.has(normalisedKey(name).kind?.name ?? "");
}

const TASTES: ReadonlySet<string> = new Set(["music", "drinks", "favorite_food", "hobbies"]);

/** `temperature_bedroom`; of a part of the day as habits have it, `preferred_night_temp` and `preferred_night_temp_bedroom` (seed 001 §8). */
function nameOf({ name }: KeyKind, beside: readonly string[]): string {
  const part = name === "temperature" ? beside.find((token) => PARTS_OF_DAY.has(token)) : undefined;
  if (part === undefined) return [name, ...beside].join("_");
  return [`preferred_${part}_temp`, ...beside.filter((token) => token !== part)].join("_");
}

function tokensOf(written: string): readonly string[] {
  const words = written
    .normalize("NFKC")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return (words ?? []).map((word) => data.spellings.get(word) ?? word);
}

/** The other spellings of words that keys have in one. */
const SPELLED: Readonly<Record<string, string>> = { favorite: "favourite", color: "colour colours", neighbor: "neighbour", gray: "grey" };

/** What a fact is found by beside its own words: its key's words, those that other languages have for them, and those that people ask with. */
function wordsOfKey(key: string): string {
  const { kind: known } = normalisedKey(key);
  const words = key.split("_");
  const spelled = words.flatMap((word) => SPELLED[word] ?? []);
  return [...words, ...spelled, ...(known?.words ?? []), known?.asked ?? ""].join(" ").trim();
}

export function wordsOf({ key, value }: { readonly key: string; readonly value: string }): string {
  return `${wordsOfKey(key)} ${value}`;
}
