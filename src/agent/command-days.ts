import { homeTime } from "../homeassistant/home-time.ts";

/** From the first moment of a day to the first of the next, ms since the epoch. */
interface Day {
  /** `2026-11-21` */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const WEEKDAYS: readonly string[] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const DAY_MS = 86_400_000;

/**
 * The day that a word means, in the home's time zone: `today`, `yesterday`, a weekday (the last one, today included), `2026-11-21`.
 * Undefined for other words, and for dates that no calendar has.
 */
export function dayNamed(word: string, { now, timeZone }: { readonly now: number; readonly timeZone: string }): Day | undefined {
  const { minute, startOfDay, endOfDay } = homeTime(timeZone);
  // a date without a place: days are counted on the calendar, for some last 23 or 25 hours
  const today = Date.parse(`${minute(now).slice(0, 10)}T00:00:00Z`);
  const given = calendarDay(word.trim().toLowerCase(), today);
  if (given === undefined) return undefined;
  const name = nameOf(given);
  return { name, from: startOfDay(name), to: endOfDay(name) };
}

function calendarDay(word: string, today: number): number | undefined {
  if (word === "today") return today;
  if (word === "yesterday") return today - DAY_MS;
  const weekday = WEEKDAYS.indexOf(word);
  if (weekday >= 0) return today - ((new Date(today).getUTCDay() - weekday + 7) % 7) * DAY_MS;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return undefined;
  const date = Date.parse(`${word}T00:00:00Z`);
  return !Number.isNaN(date) && nameOf(date) === word ? date : undefined;
}

function nameOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
