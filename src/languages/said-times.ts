import { anyOf, toCaseless } from "../text/pattern.ts";
import { createDays, type DayPart, type HomeTimes } from "./said-days.ts";
import { type Groups, taken, tidied, type Way, waysWith } from "./said-ways.ts";
import { createWeekdays, EVERY_DAY, WEEKEND, WORKDAYS } from "./said-weekdays.ts";
import { type SentenceLanguage, templateSource } from "./sentences.ts";
import { numberSaid, spokenNumber } from "./spoken-digits.ts";

/** A time of day; `half` where the sentence says which half of the day is meant. */
export interface SaidClock {
  readonly hour: number;
  readonly minute: number;
  readonly half: "am" | "pm" | undefined;
}

/** When, as a sentence says it. Durations are ms, weekdays 0 (Sunday) to 6, a day is `2026-11-29`. */
export interface SaidTime {
  readonly after?: number;
  readonly every?: number;
  readonly lasts?: number;
  readonly weekdays?: readonly number[];
  /** Only each so many days or weeks; on that day of each month. */
  readonly interval?: number;
  readonly monthDay?: number;
  readonly day?: string;
  readonly part?: DayPart;
  readonly clock?: SaidClock;
  /** When it ends. */
  readonly until?: SaidClock;
  readonly sun?: "sunset" | "sunrise";
  /** So long after that, negative before it. */
  readonly sunOffset?: number;
}

/** A time of day, or what the sun does. */
export type SaidEdge = SaidClock | "sunset" | "sunrise";

/** When only, as a sentence says it: from and until a time of day, by light or in the dark, with somebody, everybody or nobody at home. */
export interface SaidWindow {
  readonly after?: SaidEdge;
  readonly before?: SaidEdge;
  readonly sun?: "up" | "down";
  readonly presence?: "home" | "away" | "everybody";
  /** There are two who may be at home, no more. */
  readonly isOfTwo?: boolean;
  /** For how long (ms) nobody or somebody has been at home. */
  readonly presentFor?: number;
}

export interface ReadTime {
  readonly said: SaidTime;
  /** The sentence without the words that say when. */
  readonly rest: string;
  /** It says when in words that name no time ("later"), or says it twice. */
  readonly isVague: boolean;
}

/** ms since the epoch, and times of the home. */
interface Now extends HomeTimes {
  readonly now: number;
}

const UNITS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
const MINUTE_MS = 60_000;
const LAST_HOUR = 24;
const HALF_DAY = 12;
/** Before it people speak of the night. */
const FIRST_HOUR_OF_DAY = 5;
const MOST_DAYS_OF_MONTH = 31;
/** "Ten to half past eight in the evening" has more than anybody says. */
const MOST_CLOCK_WORDS = 5;
/** "Sonnenuntergang". */
const LONGEST_OF_SUN = 16;
/** Calendars have short names. */
const MOST_NAME_WORDS = 3;

/** Reads when something is meant to happen: "in ten minutes", "every weekday at half past six", "tomorrow evening at 8", "at sunset". */
export function createTimes(language: string, { later, days: dayWords }: Pick<SentenceLanguage, "later" | "days">) {
  const units = Object.entries(later.units) as [keyof typeof UNITS, string][];
  const unit = anyOf(units.map(([, said]) => said));
  const amounts = anyOf(Object.values(later.amounts));
  const number = spokenNumber(language);
  const count = `\\d{1,4}(?:[.,]\\d)?|${number}${later.one === "" ? "" : `|${later.one}`}`;
  const single = `(?:${count})[ -]?(?:${unit})`;
  const duration = `(?:${[...(amounts === "" ? [] : [amounts]), single].join("|")})(?:(?: ${later.and})? ${single})?`;
  const weekdays = createWeekdays(language, { later, days: dayWords });
  const parts = Object.entries(dayWords?.parts ?? {}) as [DayPart, string][];
  const hour = `(?<h>\\d{1,2}|${number})`;
  const ordinals = Object.entries(later.ordinals) as [string, string][];
  const clockSlots = {
    h: `\\d{1,2}|${number}`,
    m: "[0-5]\\d",
    clock: `${hour}(?:\\s?[:.h]\\s?(?<m>[0-5]\\d)|h)?`,
  };
  const half = `(?:\\s?(?:(?<am>${later.am || "(?!)"})|(?<pm>${later.pm || "(?!)"})))?`;
  const clockTemplates = Object.entries(later.clocks)
    .flatMap(([offset, templates]) => templates.map((template) => ({ offset: Number(offset), template })))
    // "seven" is the beginning of "seven and a half", where people say so
    .toSorted((one, other) => Number(one.offset === 0) - Number(other.offset === 0) || other.template.length - one.template.length);
  const slots = {
    ...clockSlots,
    nth: anyOf(ordinals.map(([, said]) => said)),
    dom: `\\d{1,2}(?:${later.ordinalEnding || "(?!)"})?|${later.ordinals["1"] ?? "(?!)"}`,
    duration,
    weekdays: weekdays.list,
    first: weekdays.day,
    last: weekdays.day,
    without: weekdays.without,
    part: anyOf(parts.map(([, said]) => said)),
  };
  const ways = waysWith(slots, later.amountOf);
  const clocksAfter = (at: string) =>
    clockTemplates.flatMap(({ offset, template }) => ways([`${at}${template}`], (groups) => clockOf(groups, offset), half));
  const [clocks, bareClocks] = [clocksAfter(later.at), clocksAfter("")];
  const moments = Object.entries(later.moments).flatMap(([clock, templates]) => ways(templates, () => ({ clock: momentOf(clock) })));
  const someWords = (most: number, letters = 12) => `[^\\s,?!]{1,${letters}}(?: [^\\s,?!]{1,${letters}}){0,${most - 1}}`;
  /** "From 6 to 8", "until 8": the longest beginning of what stands behind it that is a time of day. */
  const spans = [...later.spans, ...later.until].map((template): Way => {
    const source = templateSource(template, { start: `${someWords(MOST_CLOCK_WORDS)}?`, until: someWords(MOST_CLOCK_WORDS) });
    return {
      pattern: toCaseless(`(?<![\\p{L}\\p{N}])${source}`),
      read({ start, until = "" }) {
        const [from, to] = [start === undefined ? undefined : timeIn(start), clockIn(until)];
        if (!to || (start !== undefined && !from)) return undefined;
        // "from 6 to 8 pm" begins at 6 pm
        const clock = from && { ...from, half: from.half ?? (from.hour < to.clock.hour ? to.clock.half : undefined) };
        return { said: { ...(clock && { clock }), until: to.clock }, left: to.left };
      },
    };
  });
  /** The longest beginning of some words that says a time, and what is left of them. */
  const longestIn = <Read>(said: string, read: (words: string) => Read | undefined) => {
    const words = said.split(" ");
    for (let count = words.length; count > 0; count -= 1) {
      const clock = read(words.slice(0, count).join(" "));
      if (clock !== undefined) return { clock, left: words.slice(count).join(" ") };
    }
    return undefined;
  };
  const clockIn = (said: string) => longestIn(said, timeIn);
  const edges = (name: "after" | "before"): readonly Way<SaidWindow>[] =>
    later.windows[name].map((template) => ({
      pattern: toCaseless(`(?<![\\p{L}\\p{N}])${templateSource(template, { start: someWords(MOST_CLOCK_WORDS) })}`),
      read({ start = "" }) {
        const found = clockIn(start);
        return found && { said: { [name]: found.clock }, left: found.left };
      },
    }));
  const suns = Object.keys(later.sun) as (keyof typeof later.sun)[];
  /** "From sunset until 11 pm": where the sun says neither, it is when something begins and ends. */
  const sunOf = (said: string) => meant(sunNames, said.trim()) as (typeof suns)[number] | undefined;
  const between = later.spans.map(
    (template): Way<SaidWindow> => ({
      pattern: toCaseless(
        `(?<![\\p{L}\\p{N}])${templateSource(template, { start: `${someWords(MOST_CLOCK_WORDS, LONGEST_OF_SUN)}?`, until: someWords(MOST_CLOCK_WORDS, LONGEST_OF_SUN) })}`,
      ),
      read({ start = "", until = "" }) {
        const after = sunOf(start) ?? timeIn(start);
        const { clock: before, left = "" } = longestIn<SaidEdge>(until, sunOf) ?? clockIn(until) ?? {};
        const isOfSun = typeof after === "string" || typeof before === "string";
        return after && before && isOfSun ? { said: { after, before }, left } : undefined;
      },
    }),
  );
  const light: readonly Way<SaidWindow>[] = [
    ...ways<SaidWindow>(later.windows.down, () => ({ sun: "down" })),
    ...ways<SaidWindow>(later.windows.up, () => ({ sun: "up" })),
  ];
  const eventWays = (["before", "start", "end"] as const).flatMap((name) =>
    later.events[name].map((template) => ({
      event: name === "end" ? ("end" as const) : ("start" as const),
      pattern: toCaseless(
        `(?<![\\p{L}\\p{N}])${templateSource(template, { ...slots, what: someWords(MOST_NAME_WORDS) })}(?![\\p{L}\\p{N}])`,
      ),
    })),
  );
  const presences: readonly Way<SaidWindow>[] = (["away", "home", "everybody"] as const).flatMap((presence) => [
    // a span right behind it is its own
    ...ways<SaidWindow>(
      later.windows[presence].flatMap((template) => later.lasts.map((span) => `${template} ${span}`)),
      ({ duration: said = "", both }) => ({ presence, isOfTwo: both !== undefined, presentFor: durationOf(said) }),
    ),
    ...ways<SaidWindow>(later.windows[presence], ({ both }) => ({ presence, isOfTwo: both !== undefined })),
  ]);
  const windows: readonly Way<SaidWindow>[] = [...between, ...edges("after"), ...edges("before"), ...presences];
  /** "Every Sunday evening", "jeden Sonntagabend". */
  const partBehind = `(?: ?(?<part>${slots.part || "(?!)"}))?`;
  const onDays = (weekdays: readonly number[], part: string | undefined): SaidTime => ({
    weekdays,
    ...(part !== undefined && { part: partOf(part) }),
  });
  const repeating = [
    ...ways(
      later.everyNth,
      ({ nth = "", weekdays: said, part }) => ({
        ...onDays(said === undefined ? EVERY_DAY : weekdays.in(said), part),
        interval: Number(meant(ordinalNames, nth)),
      }),
      partBehind,
    ),
    ...ways(later.monthly, ({ dom = "" }) => {
      const monthDay = meant(ordinalNames, dom) ? 1 : Number.parseInt(dom, 10);
      return monthDay > 0 && monthDay <= MOST_DAYS_OF_MONTH ? { monthDay } : undefined;
    }),
    ...ways(later.every, ({ duration: said = "" }) => positive("every", durationOf(said))),
    ...ways(later.weekdaySpans, ({ first = "", last = "", part }) => onDays(weekdays.between(first, last), part), partBehind),
    ...ways(later.workdays, ({ part }) => onDays(WORKDAYS, part), partBehind),
    ...ways(later.weekends, ({ part }) => onDays(WEEKEND, part), partBehind),
    ...ways(later.weekly, ({ weekdays: said = "", part }) => onDays(weekdays.in(said), part), partBehind),
    ...ways(later.daily, ({ part }) => onDays(EVERY_DAY, part), partBehind),
    ...ways(later.parts, ({ part }) => onDays(EVERY_DAY, part)),
  ];
  const exceptions = ways(
    later.changes.skip.map((template) => template.replace("{what}", "{without}")),
    ({ without = "" }) => ({ weekdays: taken(without, repeating)?.said.weekdays ?? weekdays.in(without) }),
  );
  const longer = ways(later.longer, ({ duration: said = "" }) => positive("lasts", durationOf(said)));
  const lengths = ways(later.lasts, ({ duration: said = "" }) => positive("lasts", durationOf(said)));
  const besideSun = (
    [
      ["sunBefore", -1],
      ["sunAfter", 1],
    ] as const
  ).flatMap(([name, sign]) =>
    suns.flatMap((sun) => ways(later[name][sun], ({ duration: said = "" }) => ({ sun, sunOffset: sign * durationOf(said) }))),
  );
  /** What is read once each, in this order: what says more before what says less. */
  const kinds: readonly (readonly Way[])[] = [
    besideSun,
    spans,
    repeating,
    ways(later.after, ({ duration: said = "" }) => positive("after", durationOf(said))),
    lengths,
    suns.flatMap((sun) => ways(later.sun[sun], () => ({ sun }))),
    [...moments, ...clocks],
  ];
  const days = dayWords && createDays(language, dayWords);
  const words = (source: string) => toCaseless(`(?<![\\p{L}\\p{N}])(?:${source || "(?!)"})(?![\\p{L}\\p{N}])`);
  const turned = words(anyOf(later.unless));
  const vague = words(anyOf(later.vague.map((one) => templateSource(one, slots))));
  const unread = words(
    `\\d{1,3}[:.]\\d{2}(?: ?(?:uhr|h))?|\\d{1,2} ?(?:am|pm|uhr)|${anyOf([later.units.second, later.units.minute, later.units.hour, later.units.week].filter(Boolean))}`,
  );
  /** One thing now, another one later. */
  const atOnce = words(later.atOnce);
  const onlyNow = toCaseless(`^(?:${later.atOnce || "(?!)"})$`);
  const oneDuration = toCaseless(`(?:(?<whole>${amounts || "(?!)"})|(?<count>${count})[ -]?(?<unit>${unit}))`, "g");
  const wholeDuration = words(duration);
  const named = (list: readonly (readonly [unknown, string])[]) =>
    list.map(([meant, said]) => [toCaseless(`^(?:${said})$`), meant] as const);
  const [unitNames, amountNames, partNames] = [named(units), named(Object.entries(later.amounts)), named(parts)];
  const ordinalNames = named(ordinals);
  const sunNames = named(suns.map((sun) => [sun, later.suns[sun] || "(?!)"]));
  const meant = (names: ReturnType<typeof named>, said: string) => names.find(([name]) => name.test(said))?.[1];
  const partOf = (said: string) => meant(partNames, said) as DayPart | undefined;
  const one = toCaseless(`^(?:${later.one || "(?!)"})$`);

  /** In ms; 0 for what names none. */
  function durationOf(said: string): number {
    return said.matchAll(oneDuration).reduce((sum, { groups = {} }) => {
      const { whole, count: many = "", unit: of = "" } = groups;
      if (whole !== undefined) return sum + Number(meant(amountNames, whole)) * MINUTE_MS;
      const number = one.test(many) ? 1 : numberSaid(many);
      return sum + (number ?? 0) * UNITS[meant(unitNames, of) as keyof typeof UNITS];
    }, 0);
  }

  function clockOf({ h = "", m = "0", am, pm }: Groups, offset: number): SaidTime | undefined {
    const said = numberSaid(h);
    if (said === undefined || said > LAST_HOUR || (said > HALF_DAY && offset !== 0)) return undefined;
    const minutes = (said % LAST_HOUR) * 60 + Number(m) + offset;
    const [hours, minute] = [Math.floor(((minutes + 1_440) % 1_440) / 60), (minutes + 1_440) % 60];
    // "at 12:30 at night" is after midnight
    const isNight = pm !== undefined && partOf(pm) === "night" && (hours === HALF_DAY || hours < FIRST_HOUR_OF_DAY);
    const half = am !== undefined || isNight ? "am" : pm === undefined ? undefined : "pm";
    return { clock: { hour: hours, minute, half } };
  }

  /** The time of day that a text is, also without its preposition. */
  function timeIn(said: string): SaidClock | undefined {
    return [moments, clocks, bareClocks].map((ways) => taken(said, ways)).find((one) => one?.rest.trim() === "")?.said.clock;
  }

  /** How long it has to be so, and the text without that. */
  function heldIn(text: string, ways: readonly Way[]): { readonly ms: number; readonly rest: string } | undefined {
    const found = taken(text, ways);
    return found?.said.lasts === undefined ? undefined : { ms: found.said.lasts, rest: tidied(found.rest) };
  }

  return {
    /** True of words that say no more than that it is to be now. */
    isNow: (text: string) => onlyNow.test(text.trim()),
    /** True of a sentence that says so among other words. */
    saysNow: (sentence: string) => atOnce.test(sentence),
    /** "Longer than an hour", which only a condition says; of a condition also "for an hour". */
    longer: (text: string) => heldIn(text, longer),
    held: (condition: string) => heldIn(condition, [...longer, ...lengths]),
    /** Undefined for a sentence that says nothing of a time. Without `ends` what says how long or until when stays in it. */
    read(sentence: string, now: Now, { ends = true } = {}): ReadTime | undefined {
      let said: SaidTime = {};
      const except = taken(sentence, exceptions);
      let rest = except?.rest ?? sentence;
      let isTwice = false;
      for (const ways of ends ? kinds : kinds.filter((one) => one !== spans && one !== lengths)) {
        for (let found = taken(rest, ways), times = 0; found; found = taken(rest, ways), times += 1) {
          isTwice ||= times > 0 || (said.clock !== undefined && found.said.clock !== undefined);
          said = { ...said, ...found.said };
          rest = found.rest;
        }
        if (ways === repeating && days) {
          const day = days.read(rest, { ...now, isPast: false });
          const isDay = day !== undefined && Number.isFinite(day.from) && Number.isFinite(day.to);
          isTwice ||= day !== undefined && !isDay;
          const name = isDay ? now.time.date(day.from) : undefined;
          isTwice ||= isDay && (said.weekdays !== undefined || (day.part === undefined && now.time.endOfDay(name ?? "") < day.to));
          if (isDay) said = { ...said, ...(name !== undefined && { day: name }), ...(day.part && { part: day.part }) };
          rest = days.without(rest);
        }
      }
      if (except) {
        isTwice ||= [said.day, said.after, said.monthDay, said.interval].some((one) => one !== undefined);
        said = { ...said, weekdays: (said.weekdays ?? EVERY_DAY).filter((day) => !except.said.weekdays?.includes(day)) };
      }
      const isTimed = said.after !== undefined || said.day !== undefined || said.clock !== undefined;
      // a time that nothing here reads is no reason to do it now
      const isVague = isTwice || vague.test(rest) || unread.test(rest) || (isTimed && atOnce.test(rest));
      return rest === sentence && !isVague ? undefined : { said, isVague, rest: tidied(rest.replace(vague, " ")) };
    },

    timeIn,

    /** When only, of a sentence, and the sentence without that; "unless" turns round what follows it, which stays. */
    window(sentence: string): { readonly said: SaidWindow; readonly rest: string } {
      const at = turned.exec(sentence)?.index ?? sentence.length;
      let [said, rest]: [SaidWindow, string] = [{}, sentence.slice(0, at)];
      // "half an hour after sunset" says when, not in which light
      const all = taken(sentence, besideSun) ? windows : [...between, ...light, ...windows];
      for (let found = taken(rest, all); found; found = taken(rest, all)) {
        said = { ...said, ...found.said };
        rest = tidied(found.rest);
      }
      // a span that its words stand around is its own, too
      const held = said.presence === undefined ? heldIn(rest, lengths) : undefined;
      const found = held && taken(held.rest, presences);
      if (found) [said, rest] = [{ ...said, ...found.said, presentFor: held.ms }, found.rest];
      return { said, rest: tidied(`${rest} ${sentence.slice(at)}`) };
    },

    /** Calendars that a sentence may name, with what of their events starts it, and the sentence without that; the longest name first. */
    *events(
      sentence: string,
    ): Generator<{ readonly name: string; readonly event: "start" | "end"; readonly offset: number; readonly rest: string }> {
      for (const { pattern, event } of eventWays) {
        const found = pattern.exec(sentence);
        const { what = "", duration: said = "" } = found?.groups ?? {};
        const words = what.split(" ");
        for (let count = found ? words.length : 0; count > 0; count -= 1) {
          const left = words.slice(count).join(" ");
          const [head, tail] = [sentence.slice(0, found?.index), sentence.slice((found?.index ?? 0) + (found?.[0].length ?? 0))];
          // words behind the name are the sentence's where nothing of the template follows them
          if (left !== "" && !found?.[0].endsWith(what)) break;
          yield { name: words.slice(0, count).join(" "), event, offset: -durationOf(said), rest: tidied(`${head} ${left} ${tail}`) };
        }
      }
    },

    /** The first duration of a text in ms, and the text without it; of "a timer for pasta, 9 minutes". */
    duration(text: string): { readonly ms: number; readonly rest: string } | undefined {
      const found = wholeDuration.exec(text);
      const ms = found ? durationOf(found[0]) : 0;
      return found && ms > 0
        ? { ms, rest: tidied(`${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`) }
        : undefined;
    },
  };
}

function positive(name: "after" | "every" | "lasts", ms: number): SaidTime | undefined {
  return ms > 0 ? { [name]: ms } : undefined;
}

function momentOf(clock: string): SaidClock {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return { hour, minute, half: hour < HALF_DAY ? "am" : "pm" };
}
