import { homeTime } from "../../homeassistant/home-time.ts";
import { weekdayNames } from "../../text/calendar-names.ts";

/** From the first moment of a day to the first of the next, ms since the epoch. */
interface Day {
  /** `2026-11-21` */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

/**
 * The day that a word means, in the home's time zone: `today`, `yesterday`, a weekday (the last one, today included), `2026-11-21`; in English
 * and in the language that is given.
 * Undefined for other words, and for dates that no calendar has.
 */
export function dayNamed(
  word: string,
  { now, timeZone, language = "en" }: { readonly now: number; readonly timeZone: string; readonly language?: string },
): Day | undefined {
  const { minute, startOfDay, endOfDay } = homeTime(timeZone);
  // a date without a place: days are counted on the calendar, for some last 23 or 25 hours
  const today = Date.parse(`${minute(now).slice(0, 10)}T00:00:00Z`);
  const said = word.trim().toLowerCase();
  const given = calendarDay(said, today, ["en", language]);
  if (given === undefined) return undefined;
  const name = nameOf(given);
  return { name, from: startOfDay(name), to: endOfDay(name) };
}

function calendarDay(word: string, today: number, languages: readonly string[]): number | undefined {
  if (languages.some((language) => relativeDay(language, 0) === word)) return today;
  if (languages.some((language) => relativeDay(language, -1) === word)) return today - DAY_MS;
  const weekday =
    languages.map((language) => weekdayNames(language).findIndex((name) => name.toLowerCase() === word)).find((index) => index >= 0) ?? -1;
  if (weekday >= 0) return today - ((new Date(today).getUTCDay() - weekday + 7) % 7) * DAY_MS;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return undefined;
  const date = Date.parse(`${word}T00:00:00Z`);
  return !Number.isNaN(date) && nameOf(date) === word ? date : undefined;
}

/** "today" and "yesterday" as the language has them. */
function relativeDay(language: string, days: number): string {
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day").toLowerCase();
}

function nameOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
