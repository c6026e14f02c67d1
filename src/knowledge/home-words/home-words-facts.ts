import { LANGUAGES } from "../../languages/catalogue.ts";
import { isCommonWord } from "../../languages/common-words.ts";
import type { HomeWord, HomeWordKind } from "../../security/egress/home-words.ts";
import { monthNames } from "../../text/calendar-names.ts";
import { folded } from "../../text/fold.ts";
import { toPattern } from "../../text/pattern.ts";
import { namesOf } from "./home-words.ts";
import { addressWords, postcodeWords, townWords } from "./home-words-address.ts";
import { HOME_WORDS } from "./words.ts";

/** A value with more words is a sentence: nobody searches for all of it, but for the names in it. */
const PHRASE_WORDS = 5;
/** "dog", "dogs", "daughter_2": what the value names; "dog_food" and "daughter_school" are about something else. */
const IS_PET = toPattern(`^(?:my_|our_)?${HOME_WORDS.pet}s?(?:_\\d+)?$`);
const IS_RELATION = toPattern(`^(?:my_|our_)?${HOME_WORDS.relation}s?(?:_\\d+)?$`);
const PET_WITHIN = toPattern(`(?:^|_)${HOME_WORDS.pet}s?_`);
const NAMED_WITHIN = toPattern(
  `^(?:(?:my|our|full|first|last|family|maiden|middle|user|nick|owner|own)_)*(?:${HOME_WORDS.relation}s?_(?:\\d+_)?)?(?:full_|first_|last_|family_|middle_|nick)?(?:name|names|nickname|surname|lastname|firstname|vorname|nachname|nom|prenom|nombre|apellido|naam|voornaam|achternaam)(?:_\\d+)?$`,
);

/** The words of private and sensitive facts: short values as they are, the names of whom a fact names, names of several words within, streets and dates. */
export function factWords(facts: readonly { readonly key: string; readonly value: string }[]): readonly HomeWord[] {
  return facts.flatMap(({ key, value }) => {
    const kind = kindOf(key.toLowerCase());
    const words = value.split(/\s+/).filter((word) => word !== "");
    if (kind === "person" || kind === "pet") return namesIn(value, words, kind);
    const phrase: readonly HomeWord[] = words.length <= PHRASE_WORDS ? [{ text: value, kind }] : [];
    // of two that read the same the first counts
    return [...dateWords(value), ...(kind === "town" ? [] : phrase), ...within(key.toLowerCase(), value, kind)];
  });
}

function within(key: string, value: string, kind: HomeWordKind): readonly HomeWord[] {
  if (kind === "town") return townWords(value);
  if (kind === "address") return HOME_WORDS.postcodeKey.test(key) ? postcodeWords(value) : addressWords(value);
  return namesWithin(value, kind);
}

function kindOf(key: string): HomeWordKind {
  if (HOME_WORDS.townKey.test(key)) return "town";
  if (HOME_WORDS.addressKey.test(key) || HOME_WORDS.postcodeKey.test(key)) return "address";
  if (IS_PET.test(key) || (HOME_WORDS.nameEnd.test(key) && PET_WITHIN.test(key))) return "pet";
  return IS_RELATION.test(key) || NAMED_WITHIN.test(key) ? "person" : "profile";
}

/** Somebody's name: as it stands where it is nothing else, else its words with a capital that are not every home's. */
function namesIn(value: string, words: readonly string[], kind: HomeWordKind): readonly HomeWord[] {
  const isName =
    words.length <= NAME_WORDS && (words.length === 1 || words.every((word) => !/^\p{Ll}/u.test(word) || HOME_WORDS.particles.has(word)));
  if (isName) return namesOf(value, kind).filter(({ text }) => words.length === 1 || text === value || isOwnName(text));
  return (value.match(/\p{Lu}[\p{L}'’-]{1,40}/gu) ?? []).filter(isOwnName).map((text) => ({ text, kind }));
}

const NAME_WORDS = 4;

function isOwnName(text: string): boolean {
  return /^\P{Ll}/u.test(text) && !isCommonWord(text.toLowerCase());
}

/** Several words with a capital in a row, one after a title, one with what it is ("Hillcrest school"). */
function namesWithin(value: string, kind: HomeWordKind): readonly HomeWord[] {
  const runs = value.matchAll(/(?<=[\p{L},.] )\p{Lu}[\p{L}'’-]{1,40}(?: \p{Lu}[\p{L}'’-]{1,40}){0,3}(?: (\p{Ll}\p{L}{3,20}))?/gu);
  return [...runs].flatMap(({ 0: run, 1: behind, index }): readonly HomeWord[] => {
    const name = behind === undefined ? run : run.slice(0, -behind.length - 1);
    const parts = name.split(" ");
    if (parts.every((part) => isCommonWord(part.toLowerCase()))) return [];
    if (HOME_WORDS.title.test(value.slice(0, index))) return [{ text: name, kind }];
    if (parts.length > 1) return [{ text: name, kind }];
    return behind !== undefined && isCommonWord(behind) ? [{ text: run, kind }] : [];
  });
}

const MONTHS = LANGUAGES.flatMap((language) => (["long", "short"] as const).map((length) => monthNames(language, length)));
const NUMBER_OF = new Map(MONTHS.flatMap((months) => months.map((name, index) => [folded(name), index + 1] as const)));
const IN_NUMBERS = /(?<!\d)(?:(\d{4})[-./](\d{1,2})[-./](\d{1,2})|(\d{1,2})[-./] ?(\d{1,2})[-./] ?(\d{4}))(?!\d)/g;
const IN_WORDS =
  /(?<![\p{L}\d])(?:(\d{1,2})(?:st|nd|rd|th|er|\.)? (?:of |de )?(\p{L}{3,12})\.?,? (?:de |del )?(\d{4})|(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))(?!\d)/gu;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The whole dates in a private fact, each as people write it in the languages of the product. A day without a year is everybody's. */
function dateWords(value: string): readonly HomeWord[] {
  const plain = folded(value);
  const days = [...[...plain.matchAll(IN_NUMBERS)].flatMap(numberedDays), ...[...plain.matchAll(IN_WORDS)].flatMap(namedDays)];
  return [...new Set(days.filter(isDay).flatMap(formsOf))].map((text) => ({ text, kind: "date" }));
}

/** With slashes either number may be the month. */
function numberedDays([, year, month, day, first, second, last]: RegExpExecArray): readonly Day[] {
  if (year !== undefined) return [{ year: Number(year), month: Number(month), day: Number(day) }];
  const [one, other] = [Number(first), Number(second)];
  return [
    { year: Number(last), month: other, day: one },
    { year: Number(last), month: one, day: other },
  ];
}

function namedDays([, day, month, year, ahead, behind, last]: RegExpExecArray): readonly Day[] {
  const number = NUMBER_OF.get((month ?? ahead ?? "").replace(/^ב/u, "")) ?? NUMBER_OF.get(month ?? ahead ?? "");
  return number === undefined ? [] : [{ year: Number(year ?? last), month: number, day: Number(day ?? behind) }];
}

function isDay({ year, month, day }: Day): boolean {
  return year > 1880 && year < 2120 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function formsOf({ year, month, day }: Day): readonly string[] {
  const [dd, mm] = [String(day).padStart(2, "0"), String(month).padStart(2, "0")];
  const names = MONTHS.flatMap((months) => months[month - 1] ?? []);
  return [
    ...[`${dd} ${mm} ${year}`, `${day} ${month} ${year}`, `${mm} ${dd} ${year}`, `${month} ${day} ${year}`],
    ...[`${year} ${mm} ${dd}`, `${year} ${month} ${day}`],
    ...names.flatMap((name) => [
      ...[`${day} ${name} ${year}`, `${dd} ${name} ${year}`, `${name} ${day} ${year}`],
      ...[`${day} of ${name} ${year}`, `${day} de ${name} de ${year}`, `${day} de ${name} del ${year}`, `${day} ב${name} ${year}`],
      ...["st", "nd", "rd", "th", "er"].flatMap((end) => [`${day}${end} ${name} ${year}`, `${day}${end} of ${name} ${year}`]),
      ...["st", "nd", "rd", "th"].map((end) => `${name} ${day}${end} ${year}`),
    ]),
  ];
}
