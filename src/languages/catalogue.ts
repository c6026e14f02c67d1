import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { compileMessage, type Message, type MessageValues } from "./format-message.ts";
import type { MessageKey } from "./message-keys.ts";

/** Languages with a folder of messages beside this file; every other one is answered in English. */
export const LANGUAGES = ["en", "de", "es", "fr", "he", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

const FOLDER = new URL("./", import.meta.url);

/** What the product itself says, in the language of one person. */
export interface Catalogue {
  readonly language: Language;
  /** A message by key. `count` chooses the plural form. */
  text(key: MessageKey, values?: MessageValues): string;
  /** A message by a key that may not exist: undefined then. */
  find(key: string, values?: MessageValues): string | undefined;
  list(items: readonly string[]): string;
  number(value: number): string;
  /** A moment, in ms since the epoch, as `Intl.DateTimeFormat` writes it. */
  time(at: number, format: Intl.DateTimeFormatOptions): string;
  /** Sunday is 0. */
  weekday(day: number): string;
  /** "today", "tomorrow", "in 3 days": so many days from today on. */
  day(offset: number): string;
  /** How long something took, in ms, in the one unit that tells it best: "3 hours". */
  duration(ms: number): string;
  /** "1 hour, 30 minutes" */
  exactDuration(ms: number): string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** A Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const UNITS = [
  ["day", DAY_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
] as const;

const patterns = new Map<Language, ReadonlyMap<string, string>>();
const compiled = new Map<string, Message>();

/** Every message of a language that is said outside the console's page, in ICU syntax. Read from disk once, when the language is first used. */
export function messagesOf(language: Language): ReadonlyMap<string, string> {
  const known = patterns.get(language);
  if (known) return known;
  const files = readdirSync(new URL(`${language}/messages/`, FOLDER));
  const read = new Map(files.flatMap((name) => [...textsIn(language, name)]));
  patterns.set(language, read);
  return read;
}

/** The messages of one file of a language: for words of every language at once, of which nothing else is needed. */
export function textsIn(language: Language, file: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(parseMessages(readFileSync(new URL(`${language}/messages/${file}`, FOLDER), "utf8"), file)));
}

/** The language that messages have for a BCP 47 language tag: English where it has none. */
export function languageOf(tag: string): Language {
  const base = tag.toLowerCase().split("-")[0];
  return LANGUAGES.find((one) => one === base) ?? "en";
}

/** The catalogue for a BCP 47 language tag: its region decides how numbers are written, its language the messages. */
export function catalogueFor(tag: string): Catalogue {
  const language = languageOf(tag);
  const locale = tag.toLowerCase().startsWith(language) ? canonical(tag) : "en";
  // Built when first needed: each takes a good part of a millisecond, and most messages need none.
  const lists = lazy(() => new Intl.ListFormat(locale, { type: "conjunction" }));
  const numbers = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }));
  const find = (key: string, values: MessageValues = {}) => messageFor(language, locale, key)?.(values);
  return {
    language,
    find,
    text: (key, values) => find(key, values) ?? key,
    list: (items) => lists().format(items),
    number: (value) => numbers().format(value),
    time: (at, format) => new Intl.DateTimeFormat(locale, format).format(at),
    weekday: (day) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long" }).format(SUNDAY + day * DAY_MS),
    day: (offset) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(offset, "day"),
    exactDuration(ms) {
      return new Intl.DurationFormat(locale, { style: "long" }).format(durationParts(ms));
    },
    duration(ms) {
      const briefly = ms < MINUTE_MS ? (["second", 1_000] as const) : (["minute", MINUTE_MS] as const);
      const [unit, length] = UNITS.find(([, length]) => ms >= 2 * length) ?? briefly;
      return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 }).format(
        Math.max(1, ms / length),
      );
    },
  };
}

/** Whole hours, minutes and seconds. */
export function durationParts(ms: number) {
  const seconds = Math.round(ms / 1_000);
  return { hours: Math.floor(seconds / 3_600), minutes: Math.floor(seconds / 60) % 60, seconds: seconds % 60 };
}

/** The catalogue of a language that may change: each message is in the one of its moment. */
export function followingCatalogue(language: () => string): Catalogue {
  const now = () => catalogueFor(language());
  return {
    get language() {
      return now().language;
    },
    find: (key, values) => now().find(key, values),
    text: (key, values) => now().text(key, values),
    list: (items) => now().list(items),
    number: (value) => now().number(value),
    time: (at, format) => now().time(at, format),
    weekday: (day) => now().weekday(day),
    day: (offset) => now().day(offset),
    duration: (ms) => now().duration(ms),
    exactDuration: (ms) => now().exactDuration(ms),
  };
}

/** The messages of a YAML file: one flat mapping of keys to text. Throws a TypeError that names what is not. */
export function parseMessages(text: string, file: string): Readonly<Record<string, string>> {
  const content: unknown = parse(text);
  if (typeof content !== "object" || content === null) throw new TypeError(`${file}: not a mapping of keys to messages`);
  return Object.fromEntries(
    Object.entries(content).map(([key, message]): [string, string] => {
      if (typeof message !== "string") throw new TypeError(`${file}: ${key} is not text`);
      return [key, message];
    }),
  );
}

function messageFor(language: Language, locale: string, key: string): Message | undefined {
  const id = `${locale} ${key}`;
  const known = compiled.get(id);
  if (known) return known;
  const pattern = messagesOf(language).get(key) ?? messagesOf("en").get(key);
  if (pattern === undefined) return undefined;
  const message = compileMessage(pattern, locale);
  compiled.set(id, message);
  return message;
}

function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en";
  } catch {
    return "en";
  }
}

function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
