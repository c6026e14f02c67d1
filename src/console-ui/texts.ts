import { messages as english } from "../languages/en/page.yaml";
import { compileMessage, directionOf, type Message, type MessageValues } from "../languages/format-message.ts";
import type { PageKey } from "../languages/message-keys.ts";

type Table = Readonly<Record<string, string>>;

/** A language's messages are loaded when somebody reads them; what one lacks is said in English. */
const TABLES: Readonly<Record<string, () => Promise<{ readonly messages: Table }>>> = {
  de: () => import("../languages/de/page.yaml"),
  es: () => import("../languages/es/page.yaml"),
  fr: () => import("../languages/fr/page.yaml"),
  he: () => import("../languages/he/page.yaml"),
  nl: () => import("../languages/nl/page.yaml"),
};

export type Texts = ReturnType<typeof createTexts>;

const SOME_SUNDAY = Date.UTC(2026, 0, 4, 12);
const DAY_MS = 86_400_000;
const MONDAY = 1;

/** Loads the texts, numbers and times of a language (BCP 47). A language that cannot be loaded is answered in English. */
export async function loadTexts(wanted: string): Promise<Texts> {
  const language = usable(wanted);
  const [subtag = ""] = language.split("-");
  const table = await TABLES[subtag]?.().then(
    (loaded) => loaded.messages,
    () => undefined,
  );
  return createTexts(language, table ? subtag : "en", table ?? {});
}

/** Texts in English, numbers and times as the browser's language writes them: there before anything is loaded. */
export function englishTexts(): Texts {
  return createTexts(usable("en"), "en", {});
}

function createTexts(language: string, lang: string, table: Table) {
  const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  const date = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
  const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const exact = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  const number = (value: number, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options).format(value);
  const compiled = new Map<string, Message>();
  const isKey = (key: string): key is PageKey => Object.hasOwn(english, key);
  const messageOf = (key: PageKey): Message => {
    const message = compiled.get(key) ?? compileMessage(table[key] ?? english[key] ?? key, language);
    compiled.set(key, message);
    return message;
  };
  // a count chooses a form of the message, which writes it itself
  const written = (values: MessageValues): MessageValues =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === "number" && name !== "count" ? number(value) : value]),
    );
  const t = (key: PageKey, values: MessageValues = {}): string => messageOf(key)(written(values));
  return {
    /** Language and direction of the words, which are those of a table; what people wrote has its own. */
    written: { lang, dir: directionOf(lang) },
    /** The text of the key, filled in. Numbers are written as the language does. */
    t,
    /** Words for an id of the server, by `<kind>.<id>`; the id itself where there are none. */
    word(kind: "path" | "status" | "slot" | "outcome" | "role" | "channel" | "source" | "policy.by" | "notices.why", id: string): string {
      const key = `${kind}.${id}`;
      return isKey(key) ? t(key) : id;
    },
    /** Day and time; the day is left out for today. */
    when: (at: number): string => (new Date(at).toDateString() === new Date().toDateString() ? time : day).format(at),
    time: (at: number): string => time.format(at),
    date: (at: number): string => short.format(at),
    /** "Today", "Yesterday", else the date. */
    day(at: number): string {
      const days = Math.round((startOfDay(at) - startOfDay(Date.now())) / DAY_MS);
      const name = days === 0 || days === -1 ? relative.format(days, "day") : date.format(at);
      return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
    },
    clock: (at: number): string => exact.format(at),
    number,
    duration: (milliseconds: number): string =>
      milliseconds < 1_000
        ? number(Math.round(milliseconds), { style: "unit", unit: "millisecond" })
        : number(milliseconds / 1_000, { style: "unit", unit: "second", maximumFractionDigits: 1 }),
    /** "1:45", "1:05:00" */
    countdown(seconds: number): string {
      const two = (part: number) => number(part, { minimumIntegerDigits: 2 });
      const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
      return [...(hours > 0 ? [number(hours), two(minutes)] : [number(minutes)]), two(seconds % 60)].join(":");
    },
    bytes: (count: number): string =>
      count < 1_000_000
        ? number(count / 1_000, { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 })
        : number(count / 1_000_000, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }),
    weekdays: [0, 1, 2, 3, 4, 5, 6].map((index) => {
      const day = (index + MONDAY) % 7;
      return { day, name: weekday.format(SOME_SUNDAY + day * DAY_MS) };
    }),
  };
}

/** The browser knows which English somebody writes their times in; the options know only that it is English. */
function usable(wanted: string): string {
  try {
    const language = Intl.getCanonicalLocales(wanted)[0] ?? "en";
    return language.includes("-") ? language : (navigator.languages.find((one) => one.startsWith(`${language}-`)) ?? language);
  } catch {
    return "en";
  }
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
