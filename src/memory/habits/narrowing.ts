import type { Weekday } from "./local-days.ts";

/** What a person says against a habit: all of it, or some of its days. */
export type Narrowing =
  | { readonly kind: "never" }
  | { readonly kind: "without"; readonly weekdays: readonly Weekday[] }
  | { readonly kind: "unclear" };

interface Words {
  readonly never: RegExp;
  readonly not: RegExp;
  readonly only: RegExp;
  readonly weekend: RegExp;
  readonly workdays: RegExp;
  /** Sunday first. */
  readonly days: readonly RegExp[];
}

const ALL: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

const LANGUAGES: Readonly<Record<string, Words>> = {
  en: {
    never: /^(?:no|never|wrong|not true|forget it|refuse|not a habit)$/,
    not: /\b(?:not|except|but not|without|never)\b/,
    only: /\bonly\b/,
    weekend: /\bweek-?ends?\b/,
    workdays: /\b(?:work-?days?|week-?days?|working days?)\b/,
    days: ["sun", "mon", "tue(?:s)?", "wed(?:nes)?", "thu(?:rs)?", "fri", "sat(?:ur)?"].map((day) => new RegExp(`\\b${day}(?:days?)?\\b`)),
  },
  de: {
    never: /^(?:nein|nie|falsch|stimmt nicht|vergiss es)$/,
    not: /\b(?:nicht|außer|ohne|nie)(?![\p{L}])/u,
    only: /\bnur\b/,
    weekend: /\bwochenenden?s?\b/,
    workdays: /\b(?:werktags?|werktagen?|arbeitstagen?|wochentags?|wochentagen?)\b/,
    days: ["sonn", "mon", "diens", "mittwoch", "donners", "frei", "sams"].map((day) => new RegExp(`\\b${day}(?:tage?n?s?|s)?\\b`)),
  },
};

/** Reads "no", "not on weekends", "only on workdays", "except Mondays and Fridays" in any language that there are words for; `weekend` is the country's. */
export function readNarrowing(said: string, weekend: readonly Weekday[]): Narrowing {
  const text = said.toLowerCase().replaceAll(/[.!,]/g, " ").replaceAll(/\s+/g, " ").trim();
  const readings = Object.values(LANGUAGES).map((words) => readIn(words, text, weekend));
  return readings.find(({ kind }) => kind !== "unclear") ?? { kind: "unclear" };
}

function readIn(words: Words, text: string, weekend: readonly Weekday[]): Narrowing {
  if (words.never.test(text)) return { kind: "never" };
  const named = new Set<Weekday>();
  if (words.weekend.test(text)) for (const day of weekend) named.add(day);
  if (words.workdays.test(text)) for (const day of ALL) if (!weekend.includes(day)) named.add(day);
  ALL.forEach((day) => {
    if (words.days[day]?.test(text)) named.add(day);
  });
  if (named.size === 0) return { kind: "unclear" };
  if (words.only.test(text)) return { kind: "without", weekdays: ALL.filter((day) => !named.has(day)) };
  return words.not.test(text) ? { kind: "without", weekdays: ALL.filter((day) => named.has(day)) } : { kind: "unclear" };
}
