import { unitsOf } from "../../entity-search/entity-text.ts";
import type { HomeTime } from "../../homeassistant/home-time.ts";
import type { Forecast } from "../../homeassistant/reading/forecasts.ts";
import type { Reading } from "../../homeassistant/recogniser/readings.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { isAway, isInState, type StateWords } from "../../homeassistant/registry/state-words.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { SaidDays } from "../../languages/said-days.ts";
import type { CausedChange, CausePerson } from "../cause.ts";
import type { ToolAnswer, WasRead } from "../toolbox.ts";
import { createAutomationWords } from "./automations.ts";
import { createMomentWords } from "./moments.ts";
import { capitalised, createPhrases, oneLine, type Phrases, type StateText, stateTexts, verbatim } from "./phrases.ts";
import type { ReportInput } from "./receipts.ts";

const DAY_MS = 86_400_000;
/** Forecasts of some services come every three hours. */
const SHORTEST_END_MS = 3 * 3_600_000;
const LONGEST_TEXT = 80;
/** Of a list or a calendar, in one answer. */
const MOST_TOLD = 30;
/** Percent from which it is said that it will rain. */
const LIKELY = 40;
/** Weather conditions of Home Assistant. */
const WET = {
  rain: new Set(["rainy", "pouring", "lightning-rainy", "snowy-rainy", "hail"]),
  snow: new Set(["snowy", "snowy-rainy"]),
};

interface TellingDependencies {
  readonly home: Pick<Home, "find" | "info">;
  readonly words: Pick<StateWords, "called">;
  readonly language: string;
  readonly catalogue: Catalogue;
  readonly time: HomeTime;
  /** ms since the epoch */
  readonly now: number;
}

type ReadOf<Kind extends WasRead["kind"]> = Extract<WasRead, { kind: Kind }>;

/** Makes a sentence of what was read for a question, in one language and the home's time: what was asked for, and no more. Undefined if it does not answer it. */
export function createTelling({ home, words, language, catalogue, time, now }: TellingDependencies) {
  const stateText = stateTexts(words, language, catalogue);
  const phrases = createPhrases({ home, catalogue, stateText });
  const { clock, day: dayOf, daysTo, moment: momentOf } = createMomentWords({ catalogue, time, timeZone: home.info.timeZone, now });
  const causes = createCauseWords({ home, catalogue, stateText, phrases, momentOf });
  const dayAt = (at: number) => time.date(at);
  const text = (written: string) => verbatim(oneLine(written, LONGEST_TEXT));

  const daysOf = ({ from, to, part }: SaidDays): string => {
    if (part !== undefined) {
      const near = ["yesterday_", "today_"][daysTo(from) + 1] ?? "";
      return catalogue.text("when.part", { day: dayOf(from), part: `${near}${part}` });
    }
    if (dayAt(from) === dayAt(to - 1)) return dayOf(from);
    return catalogue.text("when.days", { from: dayOf(from), until: dayOf(to - 1) });
  };
  const today: SaidDays = { from: time.startOfDay(dayAt(now)), to: time.endOfDay(dayAt(now)), part: undefined };

  return (reading: Reading, answers: readonly ToolAnswer[]): string | undefined => {
    const read = answers.flatMap((answer) => answer.read ?? []);
    const of = <Kind extends WasRead["kind"]>(kind: Kind) => read.filter((one): one is ReadOf<Kind> => one.kind === kind);
    if (read.length === 0) return refused(reading, answers);
    const lines = [
      ...(of("weather").length > 0 ? weather(reading, of("weather")) : []),
      ...of("events").flatMap((one) => events(reading, one)),
      ...of("items").flatMap((one) => one.lists.map((list) => items(reading, list))),
      ...of("statistics").map((one) => statistics(reading, one)),
      ...of("changes").map((one) => past(reading, one)),
      ...of("causes").map(({ entity, changes, from }) => causes(reading, entity, changes, from)),
    ];
    return lines.length === 0 ? undefined : lines.join("\n");
  };

  /** Why there is nothing to tell; what may be no matter of a calendar at all is none of our business then. */
  function refused({ about, entityIds, days = today }: Reading, answers: readonly ToolAnswer[]): string | undefined {
    if (about === "event") return undefined;
    const error = answers.map((answer) => answer["error"])[0];
    const parameters = { names: phrases.names(entityIds), when: daysOf(days) };
    return catalogue.find(`told.${String(error)}`, parameters) ?? catalogue.text("told.failed");
  }

  function weather({ about, days }: Reading, read: readonly ReadOf<"weather">[]): readonly string[] {
    const entity = read[0]?.entity;
    if (!entity) return [];
    const { state, attributes } = entity.state;
    const measured = (value: unknown, unit: string) =>
      typeof value === "number" ? [`${catalogue.number(value)} ${String(attributes[unit] ?? "")}`.trim()] : [];
    const sky = (condition: string) => phrases.word(condition, entity.entityId);
    const wind = measured(attributes["wind_speed"], "wind_speed_unit");
    const isNow = about === "now" || ((about === "weather" || about === "wind") && !days);
    const current = [...(about === "wind" ? [] : [sky(state), ...measured(attributes["temperature"], "temperature_unit")]), ...wind];
    const nowTold = isNow ? [catalogue.text("weather.now", { details: current.join(", ") })] : [];
    if (about === "now" || (about === "wind" && !days)) return nowTold;
    const { rows, span } = rowsIn(days ?? today, read);
    if (rows.length === 0) return nowTold.length > 0 ? nowTold : [catalogue.text("weather.too-far", { when: daysOf(span) })];
    if (about === "rain" || about === "snow") return wet(about, span, rows, entity);
    const detailsOf = (group: readonly Forecast[]) => {
      const temperatures = group.flatMap(({ templow, temperature }) => [templow, temperature]).filter((one) => typeof one === "number");
      const [lowest, highest] = [Math.min(...temperatures), Math.max(...temperatures)];
      const [high = ""] = measured(highest, "temperature_unit");
      const isRange = temperatures.length > 0 && lowest < highest;
      const range = isRange
        ? [catalogue.text("weather.range", { low: catalogue.number(lowest), high })]
        : temperatures.length > 0
          ? [high]
          : [];
      if (about === "warmth") return range;
      if (about === "wind") return group.flatMap(({ wind_speed: speed }) => measured(speed, "wind_speed_unit")).slice(0, 1);
      const [{ condition } = {}] = group.toSorted((one, other) => (other.precipitation ?? 0) - (one.precipitation ?? 0));
      return [...(condition ? [sky(condition)] : []), ...range, ...(group.some(mayBeWet) ? likely(group, entity) : [])];
    };
    const groups = span.part === undefined ? [...Map.groupBy(rows, ({ datetime }) => dayAt(Date.parse(datetime))).values()] : [rows];
    const told = groups.map((group) => {
      const day = span.part === undefined ? dayOf(Date.parse(group[0]?.datetime ?? "")) : daysOf(span);
      return catalogue.text("weather.day", { day: capitalised(day), details: detailsOf(group).join(", ") });
    });
    return [...nowTold, ...told];
  }

  /** Hours where they cover a part of a day that was asked for, else whole days; with the span that they are of. */
  function rowsIn(asked: SaidDays, read: readonly ReadOf<"weather">[]): { readonly rows: readonly Forecast[]; readonly span: SaidDays } {
    const rowsOf = (step: "day" | "hour", { from, to }: SaidDays) =>
      read
        .filter((one) => one.step === step)
        .flatMap(({ forecast }) => forecast)
        .filter(({ datetime }) => Date.parse(datetime) >= from && Date.parse(datetime) < to);
    const hours = rowsOf("hour", asked);
    const last = Date.parse(hours.at(-1)?.datetime ?? "");
    if (asked.part !== undefined && last + SHORTEST_END_MS >= asked.to) return { rows: hours, span: asked };
    const day = dayAt(asked.from);
    const span = asked.part === undefined ? asked : { from: time.startOfDay(day), to: time.endOfDay(day), part: undefined };
    const days = rowsOf("day", span);
    return days.length > 0 ? { rows: days, span } : { rows: hours, span: asked };
  }

  function isWet(about: "rain" | "snow", { condition, precipitation_probability: percent, precipitation }: Forecast): boolean {
    const isNamed = WET[about].has(condition ?? "");
    // an amount says nothing of its kind, but that it does not snow
    const mayBeRain = about === "rain" && !WET.snow.has(condition ?? "");
    if (typeof percent !== "number") return isNamed || (mayBeRain && (precipitation ?? 0) > 0);
    return percent >= LIKELY && (isNamed || mayBeRain);
  }

  /** Whether it will be wet; a No is of the days alone that the forecast tells of. */
  function wet(about: "rain" | "snow", span: SaidDays, forecast: readonly Forecast[], entity: Entity): readonly string[] {
    const rows = forecast.filter((row) => [row.condition, row.precipitation_probability, row.precipitation].some((value) => value != null));
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return [catalogue.text("weather.too-far", { when: daysOf(span) })];
    const wetRows = rows.filter((row) => isWet(about, row));
    const isOneDay = dayAt(span.from) === dayAt(span.to - 1) || span.part !== undefined;
    const shown = wetRows.length > 0 ? wetRows : rows;
    // it may snow where one asks about an umbrella
    const mayBeOther = (row: Forecast) =>
      about === "rain" ? isWet("snow", row) : (row.precipitation_probability ?? 0) >= LIKELY && !WET.rain.has(row.condition ?? "");
    const isOther = wetRows.length === 0 && rows.some(mayBeOther);
    const told = isOther ? rows : wetRows.slice(0, 1);
    const sky = [...new Set(told.flatMap(({ condition }) => (condition ? phrases.word(condition, entity.entityId) : [])))];
    const details = [...sky, ...likely(shown, entity)].join(", ");
    const days = [...new Set(wetRows.map(({ datetime }) => dayOf(Date.parse(datetime))))];
    const [from, to] = [time.startOfDay(dayAt(Date.parse(first.datetime))), time.endOfDay(dayAt(Date.parse(last.datetime)))];
    const known = isOneDay ? span : { ...span, from, to };
    const when = wetRows.length === 0 || isOneDay ? daysOf(known) : catalogue.list(days);
    const unknown = { ...span, from: known.to };
    const rest = wetRows.length === 0 && known.to < span.to ? [catalogue.text("weather.too-far", { when: daysOf(unknown) })] : [];
    if (isOther) return [catalogue.text("weather.day", { day: capitalised(when), details }), ...rest];
    const verdict = wetRows.length > 0 ? "yes" : "no";
    return [
      details === "" ? catalogue.text(`weather.${verdict}-plain`, { when }) : catalogue.text(`weather.${verdict}`, { when, details }),
      ...rest,
    ];
  }

  /** How likely it is to rain, and how much. */
  function likely(rows: readonly Forecast[], { state: { attributes } }: Entity): readonly string[] {
    const percents = rows.flatMap(({ precipitation_probability: percent }) => percent ?? []);
    const amount = rows.reduce((sum, { precipitation }) => sum + (precipitation ?? 0), 0);
    const unit = attributes["precipitation_unit"];
    return [
      ...(percents.length > 0 ? [catalogue.text("weather.likely", { percent: Math.max(...percents) })] : []),
      ...(amount > 0 ? [`${catalogue.number(Math.round(amount * 10) / 10)} ${typeof unit === "string" ? unit : ""}`.trim()] : []),
    ];
  }

  function events({ about, days, item = "" }: Reading, read: ReadOf<"events">): readonly string[] {
    const timed = read.events.map((event) => {
      const isWhole = !event.start.includes("T");
      const [from, to] = [event.start, event.end].map((at) => (isWhole ? time.startOfDay(at) : Date.parse(at)));
      return { ...event, isWhole, from: from ?? 0, to: to ?? 0 };
    });
    const told = ({ summary, location, isWhole, from, to }: (typeof timed)[number]) => {
      const at = isWhole ? [] : [to > from ? `${clock(from)}–${clock(to)}` : clock(from)];
      return [text(summary ?? ""), ...at, ...(location ? [text(location)] : [])].join(", ");
    };
    const byDay = (some: typeof timed) => {
      const byDays = Map.groupBy(some.slice(0, MOST_TOLD), ({ from }) => dayAt(Math.max(from, days?.from ?? now)));
      const lines = [...byDays.values()].map((group) => {
        const day = capitalised(dayOf(Math.max(group[0]?.from ?? 0, days?.from ?? 0)));
        return catalogue.text("weather.day", { day, details: group.map(told).join("; ") });
      });
      const notRead =
        read.failed.length > 0
          ? [catalogue.text("state.unavailable", { name: catalogue.list(read.failed.map(({ name }) => text(name))) })]
          : [];
      return [...lines, ...notRead];
    };
    const coming = timed.filter(({ to, from, isWhole }) => (isWhole ? to > now : from >= now));
    const isAll = read.failed.length === 0;
    if (about === "next" && (coming[0] || !isAll)) return byDay(coming.slice(0, 1));
    if (about === "next") return [catalogue.text("calendar.none-coming")];
    if (about === "event") {
      const wanted = unitsOf(item);
      const found = coming.find(({ summary }) => wanted.length > 0 && wanted.every((unit) => unitsOf(summary ?? "").includes(unit)));
      return found ? byDay([found]) : [];
    }
    const span = days ?? { from: now, to: now + 7 * DAY_MS, part: undefined };
    const there = timed.filter(({ from, to }) => from < span.to && (to > span.from || from >= span.from));
    // of what was not read nobody knows whether anything is there
    if (there.length > 0 || !isAll) return byDay(there);
    return [catalogue.text(about === "free" ? "calendar.free" : "calendar.none", { when: daysOf(span) })];
  }

  function items({ about, item = "" }: Reading, { name, items: all }: ReadOf<"items">["lists"][number]): string {
    const open = all.filter(({ status }) => status === "needs_action");
    const names = text(name);
    const wanted = unitsOf(item);
    const holds = (some: readonly string[]) => (one: { readonly summary: string }) =>
      some.every((unit) => unitsOf(one.summary).includes(unit));
    const found = about === "item" ? open.find(holds(wanted)) : undefined;
    if (found) return catalogue.text("list.has", { item: text(found.summary), names });
    const isDone = all.some(holds(wanted));
    // "milk still", "milk and bread": where a word is there, nobody knows what else the others are, and the list itself tells
    if (about === "item" && (isDone || !wanted.some((unit) => all.some(holds([unit])))))
      return catalogue.text(isDone ? "list.done" : "list.has-not", { item: text(item), names });
    const shown = [
      ...open.slice(0, MOST_TOLD).map(({ summary }) => text(summary)),
      ...(open.length > MOST_TOLD ? [catalogue.text("question.more-things", { count: open.length - MOST_TOLD })] : []),
    ];
    if (shown.length === 0) return catalogue.text("list.empty", { names });
    return catalogue.text(about === "count" ? "list.count" : "list.items", { names, count: open.length, items: catalogue.list(shown) });
  }

  function statistics({ about, days = today }: Reading, { entity, rows, unit = "", total, cost }: ReadOf<"statistics">): string {
    const when = capitalised(daysOf(days));
    const measured = (value: number) => `${catalogue.number(Math.round(value * 10) / 10)} ${unit}`.trim();
    if (total !== undefined) {
      const details = [measured(total), ...(cost === undefined ? [] : [cost])].join(", ");
      return catalogue.text(entity ? "past.meter" : "weather.day", {
        day: when,
        when: daysOf(days),
        details,
        name: text(entity?.name ?? ""),
      });
    }
    const inSpan = rows.filter(({ start, end }) => end > days.from && start < days.to);
    const [lows, highs, means] = [
      inSpan.flatMap(({ min }) => min ?? []),
      inSpan.flatMap(({ max }) => max ?? []),
      inSpan.flatMap(({ mean }) => mean ?? []),
    ];
    const name = text(entity?.name ?? "");
    if (highs.length === 0) return catalogue.text("told.no_statistics", { names: name, when: daysOf(days) });
    const mean = means.reduce((sum, one) => sum + one, 0) / Math.max(1, means.length);
    const values = {
      low: measured(Math.min(...lows)),
      least: catalogue.number(Math.round(Math.min(...lows) * 10) / 10),
      high: measured(Math.max(...highs)),
      mean: measured(mean),
    };
    const key = about === "highest" || about === "lowest" ? about : "measured";
    return catalogue.text(`past.${key}`, { name, when: daysOf(days), ...values });
  }

  function past({ about, states = {} }: Reading, { entity, past: { changes: all } }: ReadOf<"changes">): string {
    const { entityId } = entity;
    const told = all.filter((change) => !isAway({ state: { ...entity.state, state: change.state } }));
    // what cannot be reached now may be otherwise by now
    const changes = isAway(entity) ? [...told, { state: entity.state.state, at: entity.state.lastChanged }] : told;
    const name = phrases.nameOf(entityId);
    const asked = states[entityId];
    const [first] = changes;
    const since = changes.at(-1)?.at ?? entity.state.lastChanged;
    const is = phrases.word(entity.state.state, entityId);
    if (asked === undefined) return catalogue.text("past.untold", { name, state: is, when: momentOf(since) });
    const isSo = ({ state }: { readonly state: string }) => isInState({ entityId, state }, asked);
    const state = phrases.word(asked, entityId);
    if (about === "left" || about === "came") {
      // what was so when the record begins did not become so then
      const isIt = (at: number) =>
        at > 0 && isSo(changes[at] ?? entity.state) === (about === "came") && isSo(changes[at - 1] ?? entity.state) !== (about === "came");
      const at = changes[changes.findLastIndex((_, index) => isIt(index))]?.at;
      if (at === undefined) return catalogue.text("past.since-before", { name, state: is, when: momentOf(first?.at ?? since) });
      return catalogue.text(`past.${about}`, { name, when: momentOf(at) });
    }
    const lastSo = changes.findLastIndex(isSo);
    const begun = changes.slice(0, lastSo + 1).findLastIndex((change) => !isSo(change)) + 1;
    const [from, until] = [begun > 0 ? changes[begun]?.at : undefined, changes[lastSo + 1]?.at];
    if (lastSo < 0) return catalogue.text("past.never", { name, state, is, when: momentOf(first?.at ?? since) });
    if (until !== undefined && from !== undefined)
      return catalogue.text("past.last", { name, state, is, from: momentOf(from), until: momentOf(until) });
    if (until !== undefined) return catalogue.text("past.last-until", { name, state, is, until: momentOf(until) });
    if (from !== undefined)
      return catalogue.text("past.since", { name, state, when: momentOf(from), long: catalogue.duration(now - from) });
    return catalogue.text("past.since-before", { name, state, when: momentOf(first?.at ?? since) });
  }
}

function mayBeWet({ precipitation, precipitation_probability: percent }: Forecast): boolean {
  return (precipitation ?? 0) > 0 || (percent ?? 0) > 0;
}

interface CauseWordsInput extends Pick<ReportInput, "home" | "catalogue"> {
  readonly stateText: StateText;
  readonly phrases: Phrases;
  readonly momentOf: (at: number) => string;
}

/** Says who or what brought an entity into the state that is asked about, last; Markdown. */
function createCauseWords({ home, catalogue, stateText, phrases, momentOf }: CauseWordsInput) {
  const { when: whenSo } = createAutomationWords({ home, catalogue, stateText });

  function someone({ name, asked }: CausePerson): string {
    if (name === undefined) return catalogue.text("cause.user");
    const who = verbatim(name);
    if (!asked) return who;
    const { approvedBy } = asked;
    return approvedBy.length === 0
      ? catalogue.text("cause.asked", { who })
      : catalogue.text("cause.approved", { who, others: catalogue.list(approvedBy.map(verbatim)) });
  }

  function told({ at, cause }: CausedChange, name: string): string {
    const when = momentOf(at);
    switch (cause.kind) {
      case "person":
        return cause.by ? catalogue.text("cause.person", { who: someone(cause.by), when }) : catalogue.text("cause.somebody", { when });
      case "automation":
      case "script":
      case "scene": {
        const { kind, by, trigger } = cause;
        const named = cause.name === undefined ? catalogue.text("cause.routine", { kind, when }) : undefined;
        return [
          named ?? catalogue.text("cause.named-routine", { kind, when, name: verbatim(cause.name ?? "") }),
          ...(trigger ? [catalogue.text("cause.trigger", { what: whenSo({ triggers: [trigger] }) })] : []),
          ...(by ? [catalogue.text("cause.set-off", { who: someone(by) })] : []),
        ].join(" ");
      }
      case "service":
        return catalogue.text("cause.service", { when });
      case "entity":
        return cause.name === undefined
          ? catalogue.text("cause.entity", { when })
          : catalogue.text("cause.named-entity", { when, name: verbatim(cause.name) });
      case "device":
        return catalogue.text("cause.device", { name, when });
    }
  }

  return ({ states = {} }: Reading, entity: Entity, changes: readonly CausedChange[], from: number): string => {
    const { entityId } = entity;
    const name = phrases.nameOf(entityId);
    const asked = states[entityId];
    const isSo = (state: string) => asked === undefined || isInState({ entityId, state }, asked);
    const change = changes.find(({ state }) => isSo(state));
    if (change) return told(change, name);
    const state = asked === undefined ? phrases.word(entity.state.state, entityId) : phrases.word(asked, entityId);
    return catalogue.text("cause.none", { name, state, when: momentOf(from) });
  };
}
