import { type Language, messagesOf } from "../../languages/catalogue.ts";
import type { Weekday } from "../../storage/facts/habits.ts";
import { weekdayNames } from "../../text/calendar-names.ts";
import { folded } from "../../text/fold.ts";
import { anyOf, literally, toPattern } from "../../text/pattern.ts";

/** What a person says against a habit: all of it, or some of its days. */
export type Narrowing =
  | { readonly kind: "never" }
  | { readonly kind: "without"; readonly weekdays: readonly Weekday[] }
  | { readonly kind: "unclear" };

/** Sets of days, and whether they are meant: without "not" or "only" they are what the rest is taken from. */
interface Group {
  mode: "not" | "only" | undefined;
  readonly days: (readonly Weekday[])[];
}

const ALL: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];
const UNCLEAR: Narrowing = { kind: "unclear" };

/** Reads "no", "not on weekends", "only Monday to Friday" in one of these languages. With any other word it is unclear, and asked back. */
export function readNarrowing(said: string, weekend: readonly Weekday[], languages: readonly Language[]): Narrowing {
  const readings = languages.map((language) => readIn(language, folded(said).trim(), weekend));
  return readings.find(({ kind }) => kind !== "unclear") ?? UNCLEAR;
}

function readIn(language: Language, said: string, weekend: readonly Weekday[]): Narrowing {
  const { never, word } = wordsOf(language);
  if (never.test(said.replace(/\.$/, ""))) return { kind: "never" };
  const [, answer, rest] = /^([^,;:]{1,20})[,;:]\s*(.*)$/su.exec(said) ?? [];
  const groups = groupsOf(answer !== undefined && never.test(answer) ? (rest ?? "") : said, word, weekend);
  const [first] = groups ?? [];
  if (!groups || groups.some(({ days }) => days.length === 0 || hasOneInAnother(days))) return UNCLEAR;
  const of = (mode: Group["mode"]) => groups.filter((group) => group.mode === mode).flatMap(({ days }) => days.flat());
  const [excluded, only] = [of("not"), [...of("only"), ...(first?.mode === undefined ? (first?.days.flat() ?? []) : [])]];
  if (groups.every(({ mode }) => mode === undefined)) return UNCLEAR;
  return { kind: "without", weekdays: ALL.filter((day) => excluded.includes(day) || (only.length > 0 && !only.includes(day))) };
}

/** The days of a text with the "not" or "only" before them, or behind them at its end; undefined where a word is none of these. */
function groupsOf(text: string, word: RegExp, weekend: readonly Weekday[]): readonly Group[] | undefined {
  const groups: Group[] = [];
  let [isFrom, isRange] = [false, false];
  word.lastIndex = 0;
  while (word.lastIndex < text.length) {
    const found = word.exec(text)?.groups;
    if (!found) return undefined;
    const last = groups.at(-1);
    const days = daysOf(found, weekend);
    const mode = found.not !== undefined ? "not" : found.only !== undefined ? "only" : undefined;
    // "not until Monday", "not from Monday" tell of a time from which on
    if (isRange && (!days || last?.days.at(-1)?.length !== 1)) return undefined;
    if (isFrom && (mode || found.but !== undefined)) return undefined;
    isFrom ||= found.from !== undefined;
    if (days && isRange) {
      last?.days.push(daysFromTo(last.days.pop()?.[0], days[0]));
      isFrom = false;
    } else if (days && last) {
      last.days.push(days);
    } else if (mode && last && last.mode === undefined && word.lastIndex >= text.length) {
      last.mode = mode;
    } else if (days || mode || found.but !== undefined) {
      groups.push({ mode, days: days ? [days] : [] });
    }
    isRange = found.to !== undefined || found.dash !== undefined;
  }
  if (isFrom || isRange) return undefined;
  // "but not" is one beginning
  return groups.filter(({ mode, days }, index) => mode !== undefined || days.length > 0 || index === groups.length - 1);
}

function daysOf(found: Readonly<Record<string, string | undefined>>, weekend: readonly Weekday[]): readonly Weekday[] | undefined {
  if (found.weekend !== undefined) return ALL.filter((day) => weekend.includes(day));
  if (found.workdays !== undefined) return ALL.filter((day) => !weekend.includes(day));
  const day = ALL.find((one) => found[`day${one}`] !== undefined);
  return day === undefined ? undefined : [day];
}

/** "On workdays, Fridays not": whether all are meant or only those said last is not clear. */
function hasOneInAnother(sets: readonly (readonly Weekday[])[]): boolean {
  return sets.some((one, index) => sets.some((other, at) => at !== index && one.every((day) => other.includes(day))));
}

/** From one day to another, also over the end of the week. */
function daysFromTo(first: Weekday | undefined, last: Weekday | undefined): readonly Weekday[] {
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first + index) % 7) as Weekday);
}

const known = new Map<Language, { readonly never: RegExp; readonly word: RegExp }>();

/** One word of a narrowing with what parts it from the next, by its kind. Names of days come from Intl, all other words from the language's file. */
function wordsOf(language: Language): { readonly never: RegExp; readonly word: RegExp } {
  const before = known.get(language);
  if (before) return before;
  const words = (key: string) => messagesOf(language).get(`narrow.${key}`) ?? "";
  const kinds = ["weekend", "workdays", "but", "not", "only", "to", "from", "filler"].map((key) => `(?<${key}>${words(key)})`);
  const short = weekdayNames(language, "short");
  const days = weekdayNames(language, "long").map((name, day) => {
    // Hebrew says "day" before each
    const long = folded(name.split(" ").at(-1) ?? name);
    return `(?<day${day}>${words("before-day")}(?:${anyOf([literally(folded(short[day] ?? "")), `${literally(long)}(?:${words("day-ending")})?`])}))`;
  });
  const made = {
    never: toPattern(`^(?:${words("never")})$`, "u"),
    word: toPattern(`[\\s,.&+]*(?:(?:${[...days, ...kinds].join("|")})(?!\\p{L})|(?<dash>[-–—/]))[\\s,.!]*`, "uy"),
  };
  known.set(language, made);
  return made;
}
