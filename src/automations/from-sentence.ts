import { type Awaited, type Clockwork, clearClock, DAYS, triggerOf } from "../attention/trigger.ts";
import { domainOf } from "../homeassistant/registry/home.ts";
import { offStates } from "../homeassistant/registry/state-words.ts";
import type { ServiceCall } from "../homeassistant/services/services.ts";
import type { SaidEdge, SaidTime, SaidWindow } from "../languages/said-times.ts";
import {
  type Automation,
  type AutomationCondition,
  type AutomationFact,
  type AutomationStep,
  type AutomationTrigger,
  HOME_ZONE,
  type Weekday,
} from "./intent.ts";

/** What a sentence says of an automation, its parts understood. */
interface SaidAutomation {
  readonly said: SaidTime;
  readonly window: SaidWindow;
  /** What has to come about. */
  readonly awaited: Awaited | undefined;
  /** An event of a calendar that begins or ends. */
  readonly calendar?: AutomationTrigger | undefined;
  readonly steps: readonly AutomationStep[];
}

/** What times and people of the home are reckoned with. */
export interface Timing extends Clockwork {
  readonly now: number;
  /** All people of the home. */
  readonly household: readonly string[];
}

/** An automation without its name. */
export type Draft = Omit<Automation, "name">;
type Parts = Pick<Automation, "triggers" | "conditions">;

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6] as const;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const [MIDNIGHT, NOON] = ["00:00", "12:00"];
/** Weekdays of RRULEs (RFC 5545) as Home Assistant has them. */
const WEEKDAYS: ReadonlyMap<string, Weekday> = new Map(
  DAYS.map((day, index) => [day, (["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const)[index] ?? "sun"]),
);

/** The automation that a sentence says, without its name; what goes on for some time begins anew when it is started again. Undefined if nothing in it starts it, or not all of it has a place in one. */
export function automationFrom({ said, window, awaited, calendar, steps }: SaidAutomation, timing: Timing): Draft | undefined {
  if (steps.length === 0) return undefined;
  const parts = calendar
    ? whenCalendar(calendar, said, window, timing)
    : awaited
      ? whenSo(awaited, said, window, timing)
      : atTimes(said, window, timing);
  const waits = steps.reduce((sum, step) => sum + (step.kind === "delay" ? step.seconds : 0), 0);
  // begun anew before it ends, it would never end
  if (!parts || parts.triggers.some((trigger) => waits >= secondsBetween(trigger))) return undefined;
  return { ...parts, actions: [...steps], mode: waits > 0 ? "restart" : "single" };
}

/** How soon the clock or the sun may start it again. */
function secondsBetween(trigger: AutomationTrigger): number {
  if (trigger.kind === "pattern") return trigger.every * (trigger.unit === "hours" ? HOUR_SECONDS : MINUTE_SECONDS);
  if (trigger.kind !== "time" && trigger.kind !== "sun") return Infinity;
  const isWeekly = trigger.kind === "time" && trigger.days?.length === 1;
  return DAY_HOURS * HOUR_SECONDS * (isWeekly ? DAYS.length : 1);
}

/**
 * Two automations in one: how things are when it starts decides which of them is meant. Undefined where that does not tell: they have to be started by the
 * opposite changes of the same entities.
 */
export function bothWays(one: Draft, other: Draft): Draft | undefined {
  const halves = [one, other].map(({ triggers: [trigger, ...more], conditions, actions }) => {
    const fact = trigger && more.length === 0 ? factOf(trigger) : undefined;
    const steps = actions.flatMap((action) => (action.kind === "choose" ? [] : action));
    return fact && steps.length === actions.length ? { trigger, fact, option: { if: [fact, ...conditions], do: steps } } : undefined;
  });
  const [first, second] = halves;
  if (!first?.trigger || !second?.trigger || !areOpposites(first.fact, second.fact)) return undefined;
  return {
    triggers: [first.trigger, second.trigger],
    conditions: [],
    actions: [{ kind: "choose", options: [first.option, second.option] }],
    mode: "restart",
  };
}

/** What is so once a trigger has fired. */
function factOf(trigger: AutomationTrigger): AutomationFact | undefined {
  if (trigger.kind === "state" && trigger.to) return { kind: "state", entities: trigger.entities, states: trigger.to, any: true };
  if (trigger.kind === "zone" && trigger.zone === HOME_ZONE)
    return { kind: "presence", people: trigger.entities, home: trigger.event === "enter" };
  const { entities: [entity, ...more] = [], attribute, above, below } = trigger.kind === "numeric" ? trigger : {};
  return entity !== undefined && more.length === 0 ? { kind: "numeric", entity, attribute, above, below } : undefined;
}

/** What is waited for, as it has to be; undefined for what only happens. */
export function factFrom(awaited: Awaited, forMs: number | undefined): AutomationCondition | undefined {
  const trigger = triggerFor(awaited, forMs);
  if (trigger.kind === "unavailable") return { kind: "state", entities: trigger.entities, states: ["unavailable"], ...forSeconds(forMs) };
  if (trigger.kind !== "state") return forMs === undefined ? factOf(trigger) : undefined;
  const { entities, from, to } = trigger;
  if (to) return { kind: "state", entities, states: to, ...forSeconds(forMs) };
  // on in several ways, or somewhere else
  return from && forMs === undefined
    ? { kind: "none", of: [{ kind: "state", entities, states: [...from, "unavailable", "unknown"], any: true }] }
    : undefined;
}

/** Never so at a time, of the same entities. */
function areOpposites(one: AutomationFact, other: AutomationFact): boolean {
  if (one.kind === "state" && other.kind === "state")
    return one.entities.join() === other.entities.join() && !one.states.some((state) => other.states.includes(state));
  if (one.kind === "presence" && other.kind === "presence") return one.people.join() === other.people.join() && one.home !== other.home;
  if (one.kind !== "numeric" || other.kind !== "numeric" || one.entity !== other.entity || one.attribute !== other.attribute) return false;
  return (one.below ?? Infinity) <= (other.above ?? -Infinity) || (other.below ?? Infinity) <= (one.above ?? -Infinity);
}

/**
 * An automation that begins at another time of day, only in these hours, or on other days, and is as it was else. Undefined where what is said is more than
 * that, or something else than the clock and the sun began it.
 */
export function retimed(earlier: Draft, said: SaidTime, timing: Timing): Draft | undefined {
  const { weekdays, clock, until, ...more } = said;
  if (weekdays && Object.keys(said).length === 1) return onDays(earlier, weekdays);
  if (clock && until) {
    const within = weekdays || Object.keys(more).length > 0 ? undefined : conditionsOf({ after: clock, before: until }, timing);
    return within && limited(earlier, within);
  }
  const [trigger, ...others] = earlier.triggers;
  const isTimed = trigger !== undefined && others.length === 0 && ["time", "sun", "pattern"].includes(trigger.kind);
  const parts = isTimed ? atTimes(said, {}, timing) : undefined;
  return parts && onDays(limited({ ...earlier, triggers: parts.triggers }, parts.conditions), weekdays ?? weekdaysOf(earlier));
}

/** With these conditions, each in place of those of its kind. */
export function limited(draft: Draft, conditions: readonly AutomationCondition[]): Draft {
  const kinds = new Set(conditions.map(({ kind }) => kind));
  return { ...draft, conditions: [...draft.conditions.filter(({ kind }) => !kinds.has(kind)), ...conditions] };
}

/** The weekdays on which it begins, 0 (Sunday) to 6. */
export function weekdaysOf({ triggers, conditions }: Draft): readonly number[] {
  const limits = [...triggers, ...conditions].flatMap((one) => ("days" in one && one.days ? [one.days] : []));
  return EVERY_DAY.filter((_, day) => limits.every((days) => days.includes(daysOf([day])[0] ?? "sun")));
}

/** The same on these weekdays. */
export function onDays(draft: Draft, weekdays: readonly number[]): Draft {
  const days = weekdays.length === DAYS.length ? undefined : daysOf(weekdays);
  const triggers = draft.triggers.map((trigger) => {
    const { days: _, ...rest } = { days: undefined, ...trigger };
    return rest.kind === "time" && days ? { ...rest, days } : rest;
  });
  const isHeld = days === undefined || triggers.every(({ kind }) => kind === "time");
  const conditions = draft.conditions.filter(({ kind }) => kind !== "weekday");
  return { ...draft, triggers, conditions: isHeld ? conditions : [...conditions, { kind: "weekday", days }] };
}

/** The call of a step, as the sentence's parts have it. */
export function stepOf({ service, target, data }: ServiceCall): AutomationStep {
  return { kind: "call", service, entities: [...(target.entityId ?? [])], ...(Object.keys(data).length > 0 && { data }) };
}

export function pauseOf(ms: number): AutomationStep {
  return { kind: "delay", seconds: Math.round(ms / 1_000) };
}

function whenSo(awaited: Awaited, said: SaidTime, window: SaidWindow, timing: Timing): Parts | undefined {
  const { lasts, clock, until, weekdays, ...more } = said;
  if (Object.keys(more).length > 0 || (clock === undefined) !== (until === undefined)) return undefined;
  const trigger = triggerFor(awaited, awaited.forMs ?? lasts);
  const within = conditionsOf(clock && until ? { ...window, after: clock, before: until } : window, timing);
  if (!within) return undefined;
  const days: readonly AutomationCondition[] = weekdays ? [{ kind: "weekday", days: daysOf(weekdays) }] : [];
  return { triggers: [trigger], conditions: [...within, ...days] };
}

/** A calendar says when: nothing else does. */
function whenCalendar(trigger: AutomationTrigger, said: SaidTime, window: SaidWindow, timing: Timing): Parts | undefined {
  const within = Object.keys(said).length === 0 ? conditionsOf(window, timing) : undefined;
  return within && { triggers: [trigger], conditions: [...within] };
}

function triggerFor(awaited: Awaited, forMs: number | undefined): AutomationTrigger {
  const entities = [...awaited.entityIds];
  const held = forSeconds(forMs);
  if (awaited.kind === "numeric") {
    const { attribute, above, below } = awaited;
    return { kind: "numeric", entities, attribute, above, below, ...held };
  }
  if (awaited.kind === "event") return { kind: "state", entities };
  const { state, isLeft } = awaited;
  if (state === "unavailable" && !isLeft) return { kind: "unavailable", entities, ...held };
  const isPresence = entities.every((id) => /^(?:person|device_tracker)\./.test(id)) && state === "home";
  if (isPresence && forMs === undefined) return { kind: "zone", entities, zone: HOME_ZONE, event: isLeft ? "leave" : "enter" };
  return onOrOff({ kind: "state", entities, ...(isLeft ? { from: [state] } : { to: [state] }), ...held });
}

/** How long it has to be so. */
function forSeconds(ms: number | undefined) {
  return ms === undefined ? {} : { forSeconds: Math.round(ms / 1_000) };
}

/** The same, where the entities are on in several ways: they come on as they are off no more. */
export function onOrOff(trigger: AutomationTrigger): AutomationTrigger {
  if (trigger.kind !== "state") return trigger;
  const [first, ...more] = new Set(trigger.entities.map((id) => offStates(domainOf(id))));
  const off = more.length === 0 && first && [...first];
  const { from, to, ...rest } = trigger;
  const isBetween = (before: string, after: string) => [from ?? [], to ?? []].flat().length > 0 && is(from, before) && is(to, after);
  if (off && isBetween("off", "on")) return { ...rest, from: off };
  return off && isBetween("on", "off") ? { ...rest, to: off } : trigger;
}

/** Left out, it may be any. */
function is(states: readonly string[] | undefined, state: string): boolean {
  return states === undefined || states.join() === state;
}

function atTimes(said: SaidTime, window: SaidWindow, timing: Timing): Parts | undefined {
  const { lasts, until, day, after, ...time } = said;
  if (lasts !== undefined || until !== undefined || day !== undefined || after !== undefined) return undefined;
  const { sun, presence, presentFor } = window;
  const isTimed = Object.keys(time).length > 0;
  // either of them may be so last, and starts it then
  if (!isTimed && presence && sun) return undefined;
  // what would only limit a trigger is the trigger where there is no other
  if (!isTimed && presence) {
    const { presence: _, presentFor: __, ...rest } = window;
    const within = conditionsOf(rest, timing);
    if (presence === "everybody") return within && everybodyHome(presentFor, within, timing);
    const range = { ...(presence === "home" ? { above: 0 } : { below: 1 }), ...forSeconds(presentFor) };
    return within && { triggers: [{ kind: "numeric", entities: [HOME_ZONE], ...range }], conditions: [...within] };
  }
  if (!isTimed && sun) {
    const { sun: _, ...rest } = window;
    const within = conditionsOf(rest, timing);
    return within && { triggers: [{ kind: "sun", event: sun === "down" ? "sunset" : "sunrise" }], conditions: [...within] };
  }
  const { weekdays = EVERY_DAY, ...plain } = time;
  const trigger = isTimed ? repeated(time.every === undefined ? time : plain, timing) : undefined;
  const within = conditionsOf(window, timing);
  const isHeld = trigger?.kind === "time" || weekdays.length === DAYS.length;
  const days: readonly AutomationCondition[] = isHeld ? [] : [{ kind: "weekday", days: daysOf(weekdays) }];
  return trigger && within && { triggers: [trigger], conditions: [...within, ...days] };
}

/** The last of them came home. */
function everybodyHome(forMs: number | undefined, within: readonly AutomationCondition[], { household }: Timing): Parts | undefined {
  if (household.length === 0 || forMs !== undefined) return undefined;
  const people = [...household];
  return {
    triggers: [{ kind: "zone", entities: people, zone: HOME_ZONE, event: "enter" }],
    conditions: [{ kind: "presence", people, home: true }, ...within],
  };
}

/** A time that an automation has: each day, or on weekdays; what is only once, or each so many weeks, is none. */
function repeated(time: SaidTime, timing: Clockwork & { readonly now: number }): AutomationTrigger | undefined {
  if (time.sun) {
    const { sun, sunOffset, weekdays: _, ...more } = time;
    if (Object.keys(more).length > 0) return undefined;
    return { kind: "sun", event: sun, ...(sunOffset !== undefined && { offsetMinutes: Math.round(sunOffset / MINUTE_MS) }) };
  }
  const daily = time.every === undefined && time.monthDay === undefined ? { weekdays: EVERY_DAY, ...time } : time;
  const trigger = triggerOf(daily, { ...timing, anyTime: false });
  if (trigger?.kind === "interval") return patternOf(trigger.everyMs / MINUTE_MS);
  if (trigger?.kind !== "recurrence" || /INTERVAL|MONTHLY/.test(trigger.rule)) return undefined;
  const [, hour = "0", minute = "0"] = /BYHOUR=(\d+);BYMINUTE=(\d+)/.exec(trigger.rule) ?? [];
  const [, on] = /BYDAY=([\w,]+)/.exec(trigger.rule) ?? [];
  const days = on?.split(",").flatMap((day) => WEEKDAYS.get(day) ?? []);
  return { kind: "time", at: [`${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`], ...(days && { days }) };
}

/** Parts of an hour or of a day: only those come at even intervals. */
function patternOf(minutes: number): AutomationTrigger | undefined {
  if (minutes < HOUR_MINUTES) return HOUR_MINUTES % minutes === 0 ? { kind: "pattern", every: minutes, unit: "minutes" } : undefined;
  const hours = minutes / HOUR_MINUTES;
  return Number.isInteger(hours) && DAY_HOURS % hours === 0 && hours < DAY_HOURS
    ? { kind: "pattern", every: hours, unit: "hours" }
    : undefined;
}

/** What has to be so; undefined where a time of day may mean two, or it would have to be so for some time. */
export function conditionsOf(
  { after, before, sun, presence, presentFor, isOfTwo }: SaidWindow,
  { household }: Pick<Timing, "household">,
): readonly AutomationCondition[] | undefined {
  const within = timeWithin(after, before);
  if (presentFor !== undefined || !within || (presence === "everybody" && household.length === 0)) return undefined;
  // "both": of three it would not be clear who
  if (isOfTwo && household.length !== 2) return undefined;
  return [
    ...within,
    ...(sun ? [{ kind: "sun" as const, is: sun }] : []),
    ...(presence ? [{ kind: "presence" as const, people: presence === "everybody" ? [...household] : [], home: presence !== "away" }] : []),
  ];
}

/** That it is not so, all of it; undefined for what nobody says in one sentence. */
export function notSo(facts: readonly AutomationCondition[]): readonly AutomationCondition[] | undefined {
  const [fact, ...more] = facts;
  if (fact && more.length === 0) {
    if (fact.kind === "none") return [{ kind: "any", of: fact.of }];
    if (fact.kind === "any") return [{ kind: "none", of: fact.of }];
    if (fact.kind === "sun") return [sunIs(fact.is === "up" ? "down" : "up")];
    if (fact.kind === "presence" && fact.people.length < 2) return [{ ...fact, home: !fact.home }];
    return [{ kind: "none", of: [fact] }];
  }
  const plain = facts.flatMap((one) => ("of" in one ? [] : one));
  return plain.length === facts.length ? [{ kind: "none", of: [{ kind: "all", of: plain }] }] : undefined;
}

/** From and until a time of day, or what the sun does. */
function timeWithin(after: SaidEdge | undefined, before: SaidEdge | undefined): readonly AutomationCondition[] | undefined {
  const [from, until] = [after, before].map((edge) => (typeof edge === "object" ? clearClock(edge) : edge));
  if ((after && from === undefined) || (before && until === undefined)) return undefined;
  // the whole day is after midnight: until when is not said
  if (from === MIDNIGHT && until === undefined) return undefined;
  if (from === "sunset" && until === "sunrise") return [sunIs("down")];
  if (from === "sunrise" && until === "sunset") return [sunIs("up")];
  if (typeof after !== "string" && typeof before !== "string")
    return from || until ? [{ kind: "time", ...(from && { after: from }), ...(until && { before: until }) }] : [];
  if (from === "sunset" && until !== undefined && until >= NOON) return [sunIs("down"), { kind: "time", after: NOON, before: until }];
  if (until === "sunrise" && from !== undefined && from < NOON) return [sunIs("down"), { kind: "time", after: from, before: NOON }];
  const [begin, end] = [from === undefined ? undefined : beginning(from), until === undefined ? undefined : ending(until)];
  const isOvernight = (from === "sunset" || (from ?? "") >= NOON) && (until === "sunrise" || (until ?? NOON) < NOON);
  if (isOvernight && isPlain(begin) && isPlain(end)) return [{ kind: "any", of: [begin, end] }];
  return [begin ?? [], end ?? []].flat();
}

/** What stands among alternatives. */
export function isPlain(
  condition: AutomationCondition | undefined,
): condition is Extract<AutomationCondition, AutomationFact | { kind: "all" }> {
  return condition !== undefined && condition.kind !== "any" && condition.kind !== "none";
}

const sunIs = (is: "up" | "down") => ({ kind: "sun" as const, is });

/** From then until midnight: noon parts what the sun does in the morning from what it does in the evening. */
function beginning(edge: string): AutomationCondition {
  const isAfternoon = { kind: "time" as const, after: NOON };
  if (edge === "sunset") return { kind: "all", of: [sunIs("down"), isAfternoon] };
  return edge === "sunrise" ? { kind: "any", of: [sunIs("up"), isAfternoon] } : { kind: "time", after: edge };
}

/** From midnight until then. */
function ending(edge: string): AutomationCondition {
  const isMorning = { kind: "time" as const, before: NOON };
  if (edge === "sunrise") return { kind: "all", of: [sunIs("down"), isMorning] };
  return edge === "sunset" ? { kind: "any", of: [sunIs("up"), isMorning] } : { kind: "time", before: edge };
}

function daysOf(weekdays: readonly number[]): Weekday[] {
  return weekdays.flatMap((day) => WEEKDAYS.get(DAYS[day] ?? "") ?? []);
}
