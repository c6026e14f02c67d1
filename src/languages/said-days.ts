import { monthNames, weekdayNames } from "../text/calendar-names.ts";
import { addDays } from "../text/dates.ts";
import { anyOf, toCaseless } from "../text/pattern.ts";
import type { DayWords } from "./sentences.ts";

export type DayPart = "morning" | "afternoon" | "evening" | "night";

/** Days that were said; ms since the epoch. */
export interface SaidDays {
  readonly from: number;
  readonly to: number;
  /** Of one day. */
  readonly part: DayPart | undefined;
}

const HOUR_MS = 3_600_000;
const WEEK = 7;
/** Stands for days in a sentence; nobody can type it. */
const DAYS_SIGN = "\uE000";
/** "In nine days" is looked up by its date. */
const MOST_DAYS_SAID = 7;

/** Hours of a day; a night ends on the next one. */
const PARTS: Readonly<Record<DayPart, readonly [from: number, to: number]>> = {
  morning: [6, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [21, 30],
};

type Unit = "day" | "week" | "month" | "weekend" | "next weekday" | "coming weekday" | "last weekday" | "date";

interface Meaning {
  readonly unit: Unit;
  /** How many from now on, or the weekday, Sunday first. */
  readonly of: number;
  readonly part?: DayPart;
}

/** Times of the home: ISO with its zone, and the bounds of a day like `2026-11-21`. */
export interface HomeTimes {
  readonly time: { iso(at: number): string; date(at: number): string; startOfDay(day: string): number; endOfDay(day: string): number };
}

interface Now extends HomeTimes {
  /** ms since the epoch */
  readonly now: number;
  /** Whether "on Friday" is the last one. */
  readonly isPast: boolean;
}

/** Reads days as people say them: "tomorrow evening", "on Friday", "last week", "5 December". Names of days and months are those of `Intl`. */
export function createDays(language: string, words: DayWords) {
  const known = meanings(language, words);
  const months = [...monthNames(language, "long"), ...monthNames(language, "short")].map((name) => name.toLowerCase());
  const month = `(?:${anyOf(months)})`;
  const dayOfMonth = "\\d{1,2}(?:\\p{L}{1,2}|[.º])?";
  const numbers = numericDates(language);
  const year = `(?:,? (?:(?:${words.of})\\s)?20\\d{2})?`;
  const named = `${dayOfMonth} (?:(?:${words.of})\\s)?${month}${year}|${month} (?:the )?${dayOfMonth}${year}`;
  const date = `${named}|${numbers.whole}|(?<=(?:^|\\s)${words.lead.split("|")[0]}\\s)${numbers.yearless}`;
  const parts = Object.entries(words.parts) as [DayPart, string][];
  const part = anyOf(parts.map(([, said]) => said));
  const day = `(?<date>${date})|(?<day>${anyOf(known.map(([said]) => said))})`;
  const pattern = toCaseless(
    `(?<=^|[\\s,])(?<!(?:${words.notBehind || "(?!)"}) )(?:${day})(?: ?(?<part>${part}))?(?:${words.possessive})?(?=$|[ ,?!.])`,
  );
  const meant = known.map(([said, meaning]) => [toCaseless(`^(?:${said})$`), meaning] as const);
  const partNames = parts.map(([name, alternatives]) => [toCaseless(`^(?:${alternatives})$`), name] as const);
  const partOf = (said: string) => partNames.find(([one]) => one.test(said))?.[1];
  const slot = `(?:(?:${words.lead})\\s)?${DAYS_SIGN}`;
  const own = toCaseless(`(?<=^|[ ,])${slot}`);

  return {
    /** Days in a marked sentence, as a slot of a template. */
    slot,

    /** The sentence with a sign in the place of the days that are said in it; the sentence itself if there are none. */
    marked: (sentence: string): string => sentence.replace(pattern, DAYS_SIGN),

    /** The sentence without the days that are said in it. */
    without: (sentence: string): string => sentence.replace(pattern, DAYS_SIGN).replace(own, " "),

    /** A sentence with other days in the place of its own, or behind it; undefined if they are none. */
    withOther(sentence: string, days: string): string | undefined {
      const unmarked = (text: string) => text.replace(/[\s?!.]{1,9}$/u, "");
      const [bare, said] = [unmarked(sentence), unmarked(days)];
      if (!toCaseless(`^${slot}$`).test(said.replace(pattern, DAYS_SIGN))) return undefined;
      const marked = bare.replace(pattern, DAYS_SIGN);
      return own.test(marked) ? marked.replace(own, () => said) : `${bare} ${said}`;
    },

    /** The days that are said in a sentence; undefined if there are none. */
    read(sentence: string, { now, time, isPast }: Now): SaidDays | undefined {
      const { date: onDate, day, part: said } = pattern.exec(sentence)?.groups ?? {};
      if (onDate === undefined && day === undefined) return undefined;
      const today = time.date(now);
      const meaning = onDate === undefined ? meant.find(([one]) => one.test(day ?? ""))?.[1] : ({ unit: "date", of: 0 } as const);
      if (!meaning) return undefined;
      const [first, last] = meaning.unit === "date" ? dateSaid(onDate ?? "", today, isPast) : daysOf(meaning, today, isPast);
      const named = meaning.part ?? (said === undefined ? undefined : partOf(said));
      if (named === undefined) return { from: time.startOfDay(first), to: time.endOfDay(last), part: named };
      const [from, to] = PARTS[named];
      // "how cold was it tonight" is asked of the night before
      const start = time.startOfDay(isPast && time.startOfDay(first) + from * HOUR_MS > now ? addDays(first, -1) : first);
      return { from: start + from * HOUR_MS, to: start + to * HOUR_MS, part: named };
    },
  };

  function dateSaid(text: string, today: string, isPast: boolean): readonly [string, string] {
    const said = numbers.read(text) ?? namedDate(text);
    const year = Number(today.slice(0, 4));
    const near = said.year === undefined ? [year - 1, year, year + 1] : [said.year];
    const dates = near.map((one) => `${one}-${said.day}`);
    const found = said.year !== undefined ? dates[0] : isPast ? dates.findLast((one) => one <= today) : dates.find((one) => one >= today);
    return [found ?? "", found ?? ""];
  }

  function namedDate(text: string): DateSaid {
    const words = text.toLowerCase().split(/[\s.,]+/);
    const of = months.findIndex((name) => words.includes(name));
    const year = /(?<= )20\d{2}$/.exec(text)?.[0];
    return { day: dayOfYear((of % 12) + 1, Number(/\d+/.exec(text)?.[0])), year: year === undefined ? undefined : Number(year) };
  }
}

/** A day like `12-31`, perhaps of a year. */
interface DateSaid {
  readonly day: string;
  readonly year: number | undefined;
}

const dayOfYear = (month: number, day: number) => [month, day].map((part) => String(part).padStart(2, "0")).join("-");

/** Dates in digits, as `Intl` writes them in a language, and ISO's; `yearless` is one only behind the word for "on". */
function numericDates(language: string) {
  const parts = new Intl.DateTimeFormat(language, { year: "numeric", month: "numeric", day: "numeric" }).formatToParts(0);
  const separator = parts.find(({ type }) => type === "literal")?.value.trim() ?? "/";
  // American English alone writes the month first: what may be either is neither
  const isMonthFirst = parts[0]?.type === "month";
  const dayAndMonth = `\\d{1,2}[${separator}] ?\\d{1,2}`;
  return {
    whole: `${dayAndMonth}[${separator}] ?(?:20)?\\d{2}|20\\d{2}-\\d{2}-\\d{2}`,
    yearless: `${dayAndMonth}${separator === "." ? "[.]?" : ""}`,
    /** Undefined for a date with a name in it; a day that there is not for one that may be two. */
    read(text: string): DateSaid | undefined {
      if (/\p{L}/u.test(text)) return undefined;
      const [first = 0, second = 0, third] = (text.match(/\d+/g) ?? []).map(Number);
      if (first > 2000) return { year: first, day: dayOfYear(second, third ?? 0) };
      const year = third === undefined ? undefined : (third % 100) + 2000;
      if (!isMonthFirst) return { year, day: dayOfYear(second, first) };
      const months = new Set([first, second].filter((one) => one <= 12));
      const [month = 0, ...others] = months;
      return { year, day: others.length > 0 ? dayOfYear(0, 0) : dayOfYear(month, first === month ? second : first) };
    },
  };
}

function isPart(said: string): said is DayPart {
  return Object.hasOwn(PARTS, said);
}

/** What each phrase for days means, as patterns. */
function meanings(language: string, { next, last, weekend, named }: DayWords): readonly (readonly [string, Meaning])[] {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const said = (unit: "day" | "week" | "month", most: number) =>
    Array.from({ length: 2 * most + 1 }, (_, at) => at - most).map((of) => [relative.format(of, unit), { unit, of }] as const);
  const weekdays = weekdayNames(language).flatMap((name, of) => {
    return [
      [`(?:${last}) ${name}|${name} (?:${last})`, { unit: "last weekday", of }] as const,
      [`(?:${next}) ${name}|${name} (?:${next})`, { unit: "coming weekday", of }] as const,
      [name, { unit: "next weekday", of }] as const,
    ];
  });
  return [
    ...Object.entries(named).map(([meant, words]) => {
      const [count = "", ...rest] = meant.split(" ");
      const [of, said] = [Number(count), rest.join(" ")];
      const meaning: Meaning = isPart(said) ? { unit: "day", of, part: said } : { unit: said as Unit, of };
      return [words, meaning] as const;
    }),
    [weekend, { unit: "weekend", of: 0 }],
    ...said("day", MOST_DAYS_SAID),
    ...said("week", 1),
    ...said("month", 1),
    ...weekdays,
  ];
}

/** The first and the last day. */
function daysOf({ unit, of }: Meaning, today: string, isPast: boolean): readonly [string, string] {
  const weekday = new Date(today).getUTCDay();
  const fromMonday = (weekday + WEEK - 1) % WEEK;
  const toCome = (of + WEEK - weekday) % WEEK;
  switch (unit) {
    case "week":
      // who asks on a Friday what comes this week wants more than the weekend
      if (of === 0) return isPast ? [addDays(today, -fromMonday), today] : [today, addDays(today, WEEK - 1)];
      return [addDays(today, of * WEEK - fromMonday), addDays(today, of * WEEK - fromMonday + WEEK - 1)];
    case "month": {
      const [start, end] = [of, of + 1].map((months) => {
        const date = new Date(`${today.slice(0, 7)}-01`);
        date.setUTCMonth(date.getUTCMonth() + months);
        return date.toISOString().slice(0, 10);
      });
      return [start ?? today, isPast && of === 0 ? today : addDays(end ?? today, -1)];
    }
    case "weekend": {
      const saturday = isPast ? -((weekday + 1) % WEEK) : weekday === 0 ? -1 : 6 - weekday;
      return [addDays(today, saturday), addDays(today, saturday + 1)];
    }
    case "coming weekday":
      // said on that weekday, it is the one in a week
      return toCome === 0 ? [addDays(today, WEEK), addDays(today, WEEK)] : daysOf({ unit: "next weekday", of }, today, false);
    case "last weekday":
    case "next weekday": {
      const days = unit === "last weekday" || isPast ? (toCome === 0 ? -WEEK : toCome - WEEK) : toCome;
      return [addDays(today, days), addDays(today, days)];
    }
    default:
      return [addDays(today, of), addDays(today, of)];
  }
}
