import { homeTime } from "../../homeassistant/home-time.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Role } from "../../security/policy/policy-input.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { weekdayNames } from "../../text/calendar-names.ts";
import { createPhrases, oneLine, verbatim } from "../wording/phrases.ts";

/** From the first moment of a day to the first of the next, ms since the epoch. */
interface Day {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

interface Calendar {
  readonly now: number;
  readonly timeZone: string;
  readonly language?: string;
}

const DAY_MS = 86_400_000;

/** The day that a word means: today, yesterday or a weekday in English or `language`, or `2026-11-21`; else undefined. */
export function dayNamed(word: string, { now, timeZone, language = "en" }: Calendar): Day | undefined {
  const { minute, startOfDay, endOfDay } = homeTime(timeZone);
  // days are counted on the calendar: some last 23 or 25 hours
  const today = Date.parse(`${minute(now).slice(0, 10)}T00:00:00Z`);
  const given = calendarDay(word.trim().toLowerCase(), today, ["en", language]);
  if (given === undefined) return undefined;
  const name = dateOf(given);
  return { name, from: startOfDay(name), to: endOfDay(name) };
}

function calendarDay(word: string, today: number, languages: readonly string[]): number | undefined {
  if (languages.some((language) => relativeDay(language, 0) === word)) return today;
  if (languages.some((language) => relativeDay(language, -1) === word)) return today - DAY_MS;
  const weekday = languages
    .map((language) => weekdayNames(language).findIndex((name) => name.toLowerCase() === word))
    .find((index) => index >= 0);
  if (weekday !== undefined) return today - ((new Date(today).getUTCDay() - weekday + 7) % 7) * DAY_MS;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return undefined;
  const date = Date.parse(`${word}T00:00:00Z`);
  return !Number.isNaN(date) && dateOf(date) === word ? date : undefined;
}

function relativeDay(language: string, days: number): string {
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day").toLowerCase();
}

function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

interface Wanted {
  readonly limit: number;
  readonly day?: Day;
}

/** Reads `[n|day]`: `few` for nothing, at most `most`. Undefined for other words. */
export function wantedIn(text: string, { few, most, ...calendar }: Calendar & { few: number; most: number }): Wanted | undefined {
  if (text === "") return { limit: few };
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= most ? { limit: Number(text) } : undefined;
  const day = dayNamed(text, calendar);
  return day && { limit: most, day };
}

/** Reads `[n]`: 1 for nothing. Undefined for anything but a number from 1 to `most`. */
export function countIn(text: string, most: number): number | undefined {
  const count = text === "" ? 1 : Number(/^\d+$/.test(text) ? text : 0);
  return count >= 1 && count <= most ? count : undefined;
}

const MOST_NAMED = 8;
const LONGEST_SAID = 60;

type NamedEntity = { readonly entityId: string } | { readonly problem: string };

/** The exposed entity meant: by id, whole name or alias, else by words of name, alias and room; or an answer what to write. */
export function createEntityNamer({ home }: { home: Pick<Home, "find" | "exposed"> }) {
  return (said: string, { role, catalogue }: { readonly role: Role; readonly catalogue: Catalogue }): NamedEntity => {
    const text = said
      .replaceAll(/["“”„]/g, "")
      .trim()
      .toLowerCase();
    const readable = home.exposed().filter(({ domain }) => mayRead(domain, role));
    const byId = readable.filter(({ entityId }) => entityId === text);
    const whole = byId.length > 0 ? byId : readable.filter((entity) => namesOf(entity).includes(text));
    const found = whole.length > 0 ? whole : readable.filter((entity) => hasWords(entity, text));
    const [first, ...others] = found.map(({ entityId }) => entityId);
    const told = { said: verbatim(oneLine(said, LONGEST_SAID)) };
    if (first === undefined) return { problem: catalogue.text("command.no-such-thing", told) };
    if (others.length === 0) return { entityId: first };
    const names = createPhrases({ home, catalogue }).names([first, ...others].slice(0, MOST_NAMED));
    return { problem: catalogue.text("command.which-thing", { ...told, count: found.length, names }) };
  };
}

function namesOf({ name, aliases }: Entity): readonly string[] {
  return [name, ...aliases].map((each) => each.toLowerCase());
}

function hasWords(entity: Entity, text: string): boolean {
  const words = text.split(/[\s,()]+/).filter((word) => word !== "");
  const known = [...namesOf(entity), entity.area?.name.toLowerCase() ?? ""].join(" ");
  return words.length > 0 && words.every((word) => known.includes(word));
}
