import { weekdayNames } from "../text/calendar-names.ts";
import { anyOf, toCaseless } from "../text/pattern.ts";
import { type SentenceLanguage, templateSource } from "./sentences.ts";

/** Weekdays as `Date` counts them, 0 is Sunday. */
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6] as const;
/** Monday to Friday, and the rest; where the weekend is another one, people name the days. */
export const WORKDAYS = [1, 2, 3, 4, 5] as const;
export const WEEKEND = [0, 6] as const;

/** What a language calls the days of the week: sources of patterns, and the days that some words name. */
export function createWeekdays(language: string, { later, days }: Pick<SentenceLanguage, "later" | "days">) {
  const names = (later.weekdays ?? weekdayNames(language).join(" ")).split(" ").map((name) => name.toLowerCase());
  const day = `(?:${anyOf(names)})(?:${later.weekdayEnding || "(?!)"})?`;
  const lead = `(?:(?:${days?.lead || "(?!)"})\\s)?`;
  /** A week has no more; a text may repeat them. */
  const list = `${day}(?:,? (?:${later.and} )?${day}){0,${EVERY_DAY.length - 1}}`;
  const habits = [...later.weekly, ...later.workdays, ...later.weekends].map((template) =>
    // a group has its name once in a pattern
    templateSource(template, { weekdays: list }).replaceAll(/\(\?<\w+>/g, "(?:"),
  );
  const isWeekend = toCaseless(days?.weekend || "(?!)");

  /** The days that are named; of the weekend both. */
  function named(said: string): readonly number[] {
    if (isWeekend.test(said)) return WEEKEND;
    const small = said.toLowerCase();
    return names.flatMap((name, index) => (small.includes(name) ? index : []));
  }

  return {
    day,
    list,
    /** Days on which something is not, also without what stands before them else: "except weekends". */
    without: anyOf([...habits, `${lead}${list}`, `${lead}(?:${days?.weekend || "(?!)"})s?`]),
    in: named,
    /** From one day to another, both included. */
    between(first: string, last: string): readonly number[] {
      const [[from = 0], [to = 0]] = [named(first), named(last)];
      return EVERY_DAY.filter((day) => (from <= to ? day >= from && day <= to : day >= from || day <= to));
    },
  };
}
