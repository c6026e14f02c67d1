import rrule from "rrule";
import { z } from "zod";
import type { HomeTime } from "../homeassistant/home-time.ts";
import type { DayPart } from "../languages/said-days.ts";
import type { SaidClock, SaidTime } from "../languages/said-times.ts";
import { addDays, clockTime } from "../text/dates.ts";

/** A time of the home without its zone: `2026-11-29T07:00`. */
const local = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);

/** Days that are left out of what repeats. */
const except = z.array(z.string()).optional();

const awaited = {
  entityIds: z.array(z.string()),
  /** Each time counts, not the next alone. */
  repeats: z.boolean().optional(),
  /** It was so when that was planned, and has to be otherwise first. */
  isNext: z.boolean().optional(),
  /** How long it has to be so. */
  forMs: z.number().positive().optional(),
  /** What is done then, as the person called it: an appliance tells that in its own way. */
  done: z.string().optional(),
};

/**
 * When something happens. A time of day is one of the home's clock: 07:00 stays 07:00 when clocks or the zone change. `interval` and `moment`
 * count elapsed time. `recurrence` is an RRULE (RFC 5545) on the home's clock. `state`: one of the entities comes into the state, or (`isLeft`) out of it;
 * `numeric`: its value, or an attribute of it, gets above or below a number, in its own unit. `event`: a button is pressed, a doorbell rings, a tag
 * is scanned, whose state is when that last happened.
 */
const trigger = z.discriminatedUnion("kind", [
  /** `lengthMs`: what a timer was set for. */
  z.strictObject({ kind: z.literal("moment"), at: z.number(), lengthMs: z.number().positive().optional() }),
  z.strictObject({ kind: z.literal("local"), at: local }),
  z.strictObject({ kind: z.literal("interval"), everyMs: z.number().min(60_000), from: z.number(), except }),
  z.strictObject({ kind: z.literal("recurrence"), from: local, rule: z.string(), except }),
  z.strictObject({
    kind: z.literal("sun"),
    event: z.enum(["sunset", "sunrise"]),
    repeats: z.boolean(),
    /** So long after that (ms), negative before it. */
    offsetMs: z.number().optional(),
    /** On these days of the week only, Sunday is 0. */
    weekdays: z.array(z.number().int().min(0).max(6)).min(1).optional(),
    except,
  }),
  z.strictObject({ kind: z.literal("state"), ...awaited, state: z.string(), isLeft: z.boolean() }),
  z.strictObject({
    kind: z.literal("numeric"),
    ...awaited,
    attribute: z.string().optional(),
    above: z.number().optional(),
    below: z.number().optional(),
    /** Since when it is so (ms), as far as it has to be so for a time: the time of a state changes with each value. */
    since: z.number().optional(),
  }),
  z.strictObject({
    kind: z.literal("event"),
    ...awaited,
    /** When it happened before (ms), by the clock of Home Assistant; 0 for never. */
    after: z.number(),
    /** Of an entity that tells of several things, the one that counts. */
    eventType: z.string().optional(),
  }),
]);

export type Trigger = z.infer<typeof trigger>;
/** What waits for a state, not for a time. */
export type Awaited = Extract<Trigger, { kind: "state" | "numeric" | "event" }>;

/** The trigger of something planned, as it was stored. Throws ZodError for what is none. */
export function triggerIn(planned: { readonly trigger: object }): Trigger {
  return trigger.parse(planned.trigger);
}

/** What times are reckoned with. */
export interface Clockwork {
  readonly time: HomeTime;
  /** The next sunset or sunrise after a time (ms), which may be some hours ago; undefined where the home does not tell. */
  readonly sun: (event: "sunset" | "sunrise", after: number) => number | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HALF_DAY_MS = DAY_MS / 2;
const DAY_MINUTES = 1_440;
const HALF_DAY = 12;
/** When a part of a day without a time is meant, and a day without one. */
const PARTS: Readonly<Record<DayPart, string>> = { morning: "08:00", afternoon: "14:00", evening: "19:00", night: "21:00" };
const ANY_TIME = "09:00";
/** RFC 5545, Sunday first. */
export const DAYS: readonly string[] = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
/** Hours without a half of the day on another day than today: "tomorrow at 3" is in the afternoon, "tomorrow at 6" in the morning. */
const FIRST_MORNING_HOUR = 6;

interface TriggerOptions extends Clockwork {
  /** When it was said (ms). */
  readonly now: number;
  /** Somebody is to be woken: "at 7" is in the morning. */
  readonly isWaking?: boolean;
  /** A day without a time has one: of a reminder, not of an action. */
  readonly anyTime?: boolean;
}

/** `22:00`, of a time of day whose half is not in doubt; else undefined. */
export function clearClock(clock: SaidClock): string | undefined {
  return isSure(clock) ? written(clock, clock.half) : undefined;
}

/** The trigger that a sentence says; undefined if it says none that is to come. */
export function triggerOf(said: SaidTime, { now, time, sun, isWaking = false, anyTime = false }: TriggerOptions): Trigger | undefined {
  const { after, every, weekdays, interval, monthDay, day, part, clock } = said;
  const isDated = day !== undefined || part !== undefined || clock !== undefined;
  if (said.sun) {
    if (after !== undefined || every !== undefined || isDated || sun(said.sun, now) === undefined) return undefined;
    return weekdays === undefined || weekdays.length === DAYS.length
      ? { kind: "sun", event: said.sun, repeats: weekdays !== undefined, offsetMs: said.sunOffset }
      : undefined;
  }
  if (after !== undefined) return isDated || every !== undefined || weekdays ? undefined : { kind: "moment", at: now + after };
  if (every !== undefined) {
    return isDated || weekdays || monthDay || every < MINUTE_MS ? undefined : { kind: "interval", everyMs: every, from: now };
  }
  const today = time.date(now);
  if (weekdays || monthDay !== undefined) {
    if (day !== undefined || (weekdays && monthDay !== undefined)) return undefined;
    const [hour, minute] = (timeOf(clock, part, isWaking) ?? (part ? PARTS[part] : anyTime ? ANY_TIME : "")).split(":").map(Number);
    if (hour === undefined || minute === undefined) return undefined;
    const on = weekdays === undefined ? onDayOfMonth(monthDay ?? 1) : onDays(weekdays);
    const each = { kind: "recurrence", from: `${today}T00:00`, rule: `${on};BYHOUR=${hour};BYMINUTE=${minute};BYSECOND=0` } as const;
    if (interval === undefined) return each;
    // the next such day is the first
    const first = nextAt(each, { now, time, sun }) ?? now;
    return { ...each, from: `${time.date(first)}T00:00`, rule: `${each.rule};INTERVAL=${interval}` };
  }
  if (!isDated) return undefined;
  const on = (date: string, clocks: readonly string[]) =>
    clocks
      .map((one) => `${date}T${one}`)
      .toSorted()
      .find((one) => time.at(one) > now);
  if (day !== undefined || part !== undefined || !clock) {
    const named = day ?? today;
    const fixed = timeOf(clock, part, isWaking) ?? (part ? PARTS[part] : anyTime ? ANY_TIME : undefined);
    // "today at 6" may be either half, as far as it is to come; after midnight a night is the next day's
    const clocks = clock && part === undefined && named === today && !isWaking ? halves(clock) : fixed === undefined ? [] : [fixed];
    const isAfterMidnight = part === "night" && clock !== undefined && (fixed ?? "") < "12:00";
    const at = on(isAfterMidnight ? addDays(named, 1) : named, clocks);
    return at === undefined ? undefined : { kind: "local", at };
  }
  const clocks = isWaking && clock.half === undefined ? [written(clock)] : halves(clock);
  const at = on(today, clocks) ?? on(addDays(today, 1), clocks);
  return at === undefined ? undefined : { kind: "local", at };
}

/** When that ends which begins by a trigger, or now: after a length, or at a time of day; undefined if the sentence says no end, or where it cannot be told. */
export function endOf({ lasts, until }: SaidTime, start: Trigger | undefined, { now, time, sun }: TriggerOptions): Trigger | undefined {
  if ((lasts === undefined) === (until === undefined)) return undefined;
  if (start && repeats(start)) return endOfEach(start, lasts, until);
  const from = start ? nextAt(start, { now, time, sun }) : now;
  if (from === undefined) return undefined;
  if (lasts !== undefined) return { kind: "moment", at: from + lasts };
  const day = time.date(from);
  const ends = until ? halves(until).flatMap((clock) => [`${day}T${clock}`, `${addDays(day, 1)}T${clock}`]) : [];
  const at = ends.toSorted().find((one) => time.at(one) > from);
  return at === undefined ? undefined : { kind: "local", at };
}

function endOfEach(start: Trigger, lasts: number | undefined, until: SaidClock | undefined): Trigger | undefined {
  if (start.kind !== "recurrence" || /INTERVAL|MONTHLY/.test(start.rule)) return undefined;
  const rule = rrule.RRule.parseString(start.rule);
  const began = minutesOf(start.rule);
  const ends = until ? halves(until).map(minutesIn) : [began + Math.round((lasts ?? 0) / MINUTE_MS)];
  const end = ends.toSorted((one, other) => one - other).find((one) => one > began) ?? Math.min(...ends) + DAY_MINUTES;
  if (end <= began || end - began >= DAY_MINUTES) return undefined;
  const weekdays = [rule.byweekday ?? []].flat().map((day) => DAYS.indexOf(String(day)));
  const on = weekdays.length === 0 ? "FREQ=DAILY" : onDays(weekdays.map((day) => (end < DAY_MINUTES ? day : (day + 1) % DAYS.length)));
  return { ...start, rule: atMinutes(`${on};BYHOUR=0;BYMINUTE=0;BYSECOND=0`, end) };
}

/** Each week on these days (Sunday is 0), at a minute of the day. `today` is a day of the home. */
export function weeklyAt(weekdays: readonly number[], minute: number, today: string): Trigger {
  return { kind: "recurrence", from: `${today}T00:00`, rule: atMinutes(`${onDays(weekdays)};BYHOUR=0;BYMINUTE=0;BYSECOND=0`, minute) };
}

/** Each month has 28 days; on a later day it is the last one of a month that is shorter. */
const SHORTEST_MONTH = 28;

function onDayOfMonth(day: number): string {
  if (day <= SHORTEST_MONTH) return `FREQ=MONTHLY;BYMONTHDAY=${day}`;
  const days = Array.from({ length: day - SHORTEST_MONTH + 1 }, (_, more) => SHORTEST_MONTH + more);
  return `FREQ=MONTHLY;BYMONTHDAY=${days.join(",")};BYSETPOS=-1`;
}

/** From Monday on. */
function onDays(weekdays: readonly number[]): string {
  const fromMonday = (day: number) => (day + DAYS.length - 1) % DAYS.length;
  const days = weekdays.toSorted((one, other) => fromMonday(one) - fromMonday(other)).map((day) => DAYS[day]);
  return days.length === DAYS.length ? "FREQ=DAILY" : `FREQ=WEEKLY;BYDAY=${days.join(",")}`;
}

/** The same so much later; undefined for what has no time, and for a recurrence that would come on other days. */
export function movedBy(trigger: Trigger, ms: number, time: Clockwork["time"]): Trigger | undefined {
  if (trigger.kind === "moment") return { ...trigger, at: trigger.at + ms };
  if (trigger.kind === "local") return { ...trigger, at: time.iso(time.at(trigger.at) + ms).slice(0, 16) };
  if (trigger.kind !== "recurrence") return undefined;
  const minutes = minutesOf(trigger.rule) + Math.round(ms / MINUTE_MS);
  return minutes >= 0 && minutes < DAY_MINUTES ? { ...trigger, rule: atMinutes(trigger.rule, minutes) } : undefined;
}

/** The same at another time: what is not said of it stays. Of two times of the day the one that is nearer to that of before is meant. */
export function movedTo(trigger: Trigger, said: SaidTime, options: TriggerOptions): Trigger | undefined {
  const { day, part, clock, ...more } = said;
  if (Object.keys(more).length > 0) return triggerOf(said, options);
  const was = trigger.kind === "moment" ? options.time.iso(trigger.at).slice(0, 16) : trigger.kind === "local" ? trigger.at : undefined;
  const before = was === undefined ? (trigger.kind === "recurrence" ? minutesOf(trigger.rule) : undefined) : minutesIn(was.slice(11));
  if (before === undefined) return undefined;
  const fixed = part === undefined ? undefined : timeOf(clock, part, false);
  const clocks = fixed === undefined ? (clock ? halves(clock) : []) : [fixed];
  const distance = (one: string) => Math.abs(minutesIn(one) - before);
  const [at] = clocks.toSorted((one, other) => distance(one) - distance(other));
  if (was === undefined) {
    if (trigger.kind !== "recurrence" || day !== undefined || at === undefined) return undefined;
    return { ...trigger, rule: atMinutes(trigger.rule, minutesIn(at)) };
  }
  if (part !== undefined && clock === undefined) return triggerOf(said, options);
  return { kind: "local", at: `${day ?? was.slice(0, 10)}T${at ?? was.slice(11)}` };
}

/** What repeats without one of its days; undefined where it does not come then any more. */
export function withoutDay(trigger: Trigger, day: string, { now, time, sun }: Since): Trigger | undefined {
  if (trigger.kind !== "recurrence" && trigger.kind !== "interval" && trigger.kind !== "sun") return undefined;
  if (!repeats(trigger)) return undefined;
  const due = nextAt(trigger, { now: Math.max(now, time.startOfDay(day) - 1), time, sun });
  if (due === undefined || time.date(due) !== day) return undefined;
  return { ...trigger, except: [...exceptOf(trigger), day] };
}

function minutesOf(rule: string): number {
  const { byhour, byminute } = rrule.RRule.parseString(rule);
  return Number(byhour) * 60 + Number(byminute);
}

function minutesIn(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

function atMinutes(rule: string, minutes: number): string {
  return rule.replace(/BYHOUR=\d{1,2};BYMINUTE=\d{1,2}/, `BYHOUR=${Math.floor(minutes / 60) % 24};BYMINUTE=${minutes % 60}`);
}

/** The days that are left out of it. */
export function exceptOf(trigger: Trigger): readonly string[] {
  return ("except" in trigger && trigger.except) || [];
}

/** What times are reckoned from: now, and when it was due before (ms). */
interface Since extends Clockwork {
  readonly now: number;
  readonly last?: number | undefined;
}

/** When it happens next after a time (ms); undefined for never again, and for what waits for a state. */
export function nextAt(trigger: Trigger, since: Since): number | undefined {
  const except = exceptOf(trigger);
  let at = nextOf(trigger, since);
  while (at !== undefined && except.includes(since.time.date(at))) at = nextOf(trigger, { ...since, now: at, last: at });
  return at;
}

/** The latest time up to now that it was due, which may be the one of before. */
export function latestAt(trigger: Trigger, { now, last, ...clockwork }: Since & { readonly last: number }): number {
  let latest = last;
  const next = () => nextAt(trigger, { ...clockwork, now: latest, last: latest });
  for (let at = next(); at !== undefined && at <= now; at = next()) latest = at;
  return latest;
}

function nextOf(trigger: Trigger, { now, last, time, sun }: Since): number | undefined {
  switch (trigger.kind) {
    case "moment":
      return last === undefined ? trigger.at : undefined;
    case "local":
      return last === undefined ? time.at(trigger.at) : undefined;
    case "interval":
      return trigger.from + (Math.floor((Math.max(now, last ?? 0) - trigger.from) / trigger.everyMs) + 1) * trigger.everyMs;
    case "sun":
      if (last !== undefined && !trigger.repeats) return undefined;
      // once a day: the time that the home shows may still be that of the last one, or a minute off
      return nextOfSun(trigger, last === undefined ? now : Math.max(now, last + HALF_DAY_MS), { time, sun });
    case "recurrence":
      return nextOfRule(trigger, Math.max(now, last ?? 0), time);
    case "state":
    case "numeric":
    case "event":
      return undefined;
  }
}

/** True of what comes with a state, whenever that is. */
export function isAwaited(trigger: Trigger): trigger is Awaited {
  return trigger.kind === "state" || trigger.kind === "numeric" || trigger.kind === "event";
}

/** True of what happens more than once. */
export function repeats(trigger: Trigger): boolean {
  if (isAwaited(trigger)) return trigger.repeats === true;
  return trigger.kind === "interval" || trigger.kind === "recurrence" || (trigger.kind === "sun" && trigger.repeats);
}

function nextOfSun(
  { event, weekdays, offsetMs = 0 }: Trigger & { kind: "sun" },
  after: number,
  { time, sun }: Clockwork,
): number | undefined {
  let at = sun(event, after - offsetMs);
  for (let day = 0; day < DAYS.length && at !== undefined; day += 1) {
    if (weekdays === undefined || weekdays.includes(new Date(time.date(at)).getUTCDay())) return at + offsetMs;
    at = sun(event, at);
  }
  return undefined;
}

/** The rule is reckoned on the home's clock, as if that were UTC: an hour that a change of clocks brings twice counts once. */
function nextOfRule({ from, rule }: Trigger & { kind: "recurrence" }, after: number, time: Clockwork["time"]): number | undefined {
  const asUtc = (at: string) => new Date(`${at.slice(0, 16)}:00Z`);
  const here = time.iso(after);
  const start = asUtc(from) > asUtc(here) || /INTERVAL/.test(rule) ? from : `${here.slice(0, 10)}T00:00`;
  const all = new rrule.RRule({ ...rrule.RRule.parseString(rule), dtstart: asUtc(start) });
  for (let next = all.after(new Date(asUtc(here).getTime() - DAY_MS), true); next; next = all.after(next)) {
    const at = time.at(next.toISOString().slice(0, 16));
    if (at > after) return at;
  }
  return undefined;
}

/** `07:30`, where the half of the day is said or plain from its part; else by what people mean of another day. */
function timeOf(clock: SaidClock | undefined, part: DayPart | undefined, isWaking: boolean): string | undefined {
  if (!clock) return undefined;
  const half = clock.half ?? halfOf(part, clock.hour);
  if (half !== undefined || isSure(clock)) return written(clock, half);
  return written(clock, isWaking || clock.hour >= FIRST_MORNING_HOUR ? undefined : "pm");
}

function halfOf(part: DayPart | undefined, hour: number): "am" | "pm" | undefined {
  if (part === undefined || hour > HALF_DAY) return undefined;
  if (part === "morning") return hour === HALF_DAY ? undefined : "am";
  return part === "night" && (hour < 6 || hour === HALF_DAY) ? "am" : "pm";
}

/** Both times of a day that a clock with twelve hours may mean. */
function halves(clock: SaidClock): readonly string[] {
  return clock.half !== undefined || isSure(clock) ? [written(clock, clock.half)] : [written(clock, "am"), written(clock, "pm")];
}

function isSure({ hour, half }: SaidClock): boolean {
  return half !== undefined || hour > HALF_DAY || hour === 0;
}

function written({ hour, minute }: SaidClock, half?: "am" | "pm"): string {
  const hours = half === undefined || hour > HALF_DAY ? hour : (hour % HALF_DAY) + (half === "pm" ? HALF_DAY : 0);
  return clockTime(hours * 60 + minute);
}
