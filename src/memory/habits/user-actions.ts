import type { HabitAction } from "../../storage/facts/habits.ts";
import { createLocalDays, type HomeSpan } from "./calendar.ts";
import { distance, type HandEvent } from "./series.ts";

/** A state that an entity took; `target` is the temperature that a climate device is set to. `at` in ms since the epoch. */
export interface StateSample {
  readonly at: number;
  readonly state: string;
  readonly target?: number | undefined;
}

export interface ActionEvent {
  readonly entityId: string;
  readonly action: HabitAction;
  /** Of `set`: degrees, as the thermostat shows them. */
  readonly value: number | undefined;
  readonly at: number;
}

/** Domains that hands do something to. Sensors measure, and buttons and scenes have no state that tells what became of them. */
export const LEARNED_DOMAINS: readonly string[] = [
  ...["light", "switch", "fan", "input_boolean", "humidifier", "media_player", "cover", "valve", "lock"],
  ...["climate", "water_heater", "alarm_control_panel", "vacuum"],
];

export const TARGET_DOMAINS: readonly string[] = ["climate", "water_heater"];

/** A dial is turned step by step: what it rests at counts. */
const DIAL_MS = 120_000;
/** A device that stutters does one thing. */
const STUTTER_MS = 60_000;

type Phase = HabitAction | "unknown" | "between";

const OFF: ReadonlySet<string> = new Set(["off", "standby"]);
const GAPS: ReadonlySet<string> = new Set(["unavailable", "unknown", "none", ""]);
/** By domain: a state and the action that leads to it; what is on its way counts as there. */
const PHASES: Readonly<Record<string, Readonly<Record<string, Phase>>>> = {
  cover: { open: "open", opening: "open", closed: "close", closing: "close" },
  valve: { open: "open", opening: "open", closed: "close", closing: "close" },
  lock: { locked: "lock", locking: "lock", unlocked: "unlock", unlocking: "unlock", open: "unlock", opening: "unlock" },
  vacuum: { cleaning: "start", docked: "off", idle: "off", paused: "between", returning: "off" },
};

/** What was done to an entity, from its states (oldest first). What happened while the device was unavailable has no time, and is no event. */
export function actionEvents(entityId: string, samples: readonly StateSample[]): readonly ActionEvent[] {
  const domain = entityId.split(".")[0] ?? "";
  const events: ActionEvent[] = [];
  let phase: Phase | undefined;
  let target: number | undefined;
  for (const sample of samples) {
    const next = phaseOf(domain, sample.state);
    if (next === "unknown") {
      phase = undefined;
      target = undefined;
      continue;
    }
    if (next !== "between") {
      if (phase !== undefined && phase !== next && isTold(domain, next))
        add(events, { entityId, action: next, value: undefined, at: sample.at });
      phase = next;
    }
    if (sample.target === undefined) continue;
    if (target !== undefined && target !== sample.target) add(events, { entityId, action: "set", value: sample.target, at: sample.at });
    target = sample.target;
  }
  return events;
}

function add(events: ActionEvent[], event: ActionEvent): void {
  const last = events.findLastIndex(({ action }) => action === event.action);
  const before = events[last];
  if (before && event.action === "set" && event.at - before.at < DIAL_MS) events.splice(last, 1);
  else if (before && event.at - before.at < STUTTER_MS) return;
  events.push(event);
}

/** That a vacuum has come home is its own doing. */
function isTold(domain: string, phase: Phase): phase is HabitAction {
  return phase !== "unknown" && phase !== "between" && !(domain === "vacuum" && phase === "off");
}

function phaseOf(domain: string, state: string): Phase {
  if (GAPS.has(state)) return "unknown";
  if (domain === "alarm_control_panel") return alarmPhase(state);
  const known = PHASES[domain];
  if (known) return known[state] ?? "between";
  return OFF.has(state) ? "off" : "on";
}

function alarmPhase(state: string): Phase {
  if (state === "disarmed") return "disarm";
  return state.startsWith("armed") || state === "arming" ? "arm" : "between";
}

/** The areas' lights together. */
export const LIGHTS_OF_AREA = "lights@";

/** What Home Assistant's logbook says of one change: whether a hand made it, and whose. */
export interface KnownCause {
  readonly at: number;
  readonly isHand: boolean;
  readonly userId: string | undefined;
}

/** Something that this service did, in ms: never a hand, whoever asked for it. */
export interface OwnAction {
  readonly entityIds: readonly string[];
  readonly at: number;
  readonly endedAt: number | undefined;
}

/** What happened in the house, as a source tells it. Everything is in ms since the epoch, oldest first. */
export interface HouseRecord {
  readonly from: number;
  readonly to: number;
  readonly samples: ReadonlyMap<string, readonly StateSample[]>;
  readonly runs: readonly number[];
  /** False where some of them may be missing: then only what the logbook calls a hand is one. */
  readonly hasAllRuns: boolean;
  /** By entity; only as far back as the logbook goes. */
  readonly causes: ReadonlyMap<string, readonly KnownCause[]>;
  readonly home: readonly HomeSpan[];
}

/** A change that follows an automation's run within this time is its work: devices take a second or two. */
const AFTER_RUN_MS = 2_000;
/** Clocks of the house and of a database differ a little. */
const BEFORE_RUN_MS = 250;
const SAME_CHANGE_MS = 1_500;
const BEFORE_OWN_MS = 3_000;
const AFTER_OWN_MS = 5_000;
/** Without a receipt: the longest that a call is waited for. */
const WITHOUT_RECEIPT_MS = 60_000;
/** What is done at the same hour of other days tells what did it. */
const SAME_HOUR = 60;

interface Judged extends ActionEvent {
  readonly isHand: boolean;
  readonly userId: HandEvent["userId"];
}

/** What hands did. Own actions are none; then the logbook decides, then a routine that ran just before, then the same hour of other days. */
export function handEvents(
  record: Pick<HouseRecord, "samples" | "runs" | "hasAllRuns" | "causes">,
  { own, areaOf, timeZone }: { own: readonly OwnAction[]; areaOf: (entityId: string) => string | undefined; timeZone: string },
): { readonly events: readonly HandEvent[]; readonly members: Readonly<Record<string, readonly string[]>> } {
  const runs = record.runs.toSorted((a, b) => a - b);
  const localTime = createLocalDays(timeZone);

  function judge(entityId: string, samples: readonly StateSample[]): readonly Judged[] {
    const mine = own.filter(({ entityIds }) => entityIds.includes(entityId));
    const causes = record.causes.get(entityId) ?? [];
    const changes = actionEvents(entityId, samples).map((event) => {
      return { event, minute: localTime(event.at).minute, cause: nearest(causes, event.at) };
    });
    const known = changes.filter(({ cause }) => cause !== undefined);
    return changes.map(({ event, minute, cause }) => {
      const isOurs = mine.some(
        ({ at, endedAt }) => event.at >= at - BEFORE_OWN_MS && event.at <= (endedAt ?? at + WITHOUT_RECEIPT_MS) + AFTER_OWN_MS,
      );
      if (isOurs) return { ...event, isHand: false, userId: undefined };
      if (cause) return { ...event, isHand: cause.isHand, userId: cause.isHand ? (cause.userId ?? null) : undefined };
      // automations that wait before they act are known by what the logbook says of other days
      const alike = known.filter((other) => other.event.action === event.action && distance(other.minute, minute) <= SAME_HOUR);
      const isUsuallyNoHand = alike.filter((other) => other.cause?.isHand === false).length > alike.length / 2;
      return { ...event, isHand: record.hasAllRuns && !ranBefore(runs, event.at) && !isUsuallyNoHand, userId: undefined };
    });
  }

  const judged = new Map([...record.samples].map(([entityId, samples]) => [entityId, judge(entityId, samples)]));
  const members = roomsOf([...judged.keys()], areaOf);
  const rooms = Object.entries(members).flatMap(([subject, lights]) => roomEvents(subject, lights, judged));
  const single = [...judged].flatMap(([subject, events]) =>
    events.filter(({ isHand }) => isHand).map((event) => handEvent(subject, event)),
  );
  return { events: [...single, ...rooms].sort((a, b) => a.at - b.at), members };
}

function nearest(causes: readonly KnownCause[], at: number): KnownCause | undefined {
  const after = firstFrom(causes, at - SAME_CHANGE_MS, (cause) => cause.at);
  const near = causes.slice(after, after + 8).filter((cause) => Math.abs(cause.at - at) <= SAME_CHANGE_MS);
  return near.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
}

function ranBefore(runs: readonly number[], at: number): boolean {
  const run = runs[firstFrom(runs, at - AFTER_RUN_MS, (time) => time)];
  return run !== undefined && run <= at + BEFORE_RUN_MS;
}

function firstFrom<Item>(items: readonly Item[], at: number, timeOf: (item: Item) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rooms with several lights: "the bedroom's lights are off" is about all of them. */
function roomsOf(entityIds: readonly string[], areaOf: (entityId: string) => string | undefined): Record<string, readonly string[]> {
  const lights = entityIds.filter((entityId) => entityId.startsWith("light.") && areaOf(entityId) !== undefined);
  const rooms = Map.groupBy(lights, (entityId) => `${LIGHTS_OF_AREA}${areaOf(entityId)}`);
  return Object.fromEntries([...rooms].filter(([, of]) => of.length > 1));
}

/** When the first light of a room goes on and when the last goes off. */
function roomEvents(subject: string, lights: readonly string[], judged: ReadonlyMap<string, readonly Judged[]>): readonly HandEvent[] {
  const on = new Set<string>();
  const events = lights.flatMap((light) => judged.get(light) ?? []).sort((a, b) => a.at - b.at);
  return events.flatMap((event) => {
    const before = on.size;
    if (event.action === "on") on.add(event.entityId);
    else on.delete(event.entityId);
    const isChange = (before === 0) !== (on.size === 0) || (event.action === "off" && before === 0);
    return isChange && event.isHand ? [handEvent(subject, event)] : [];
  });
}

function handEvent(subject: string, { action, value, at, userId }: Judged): HandEvent {
  return { subject, action, value, at, userId };
}

/** By fewer hands nobody can say whose habit it is. */
const LEAST_KNOWN = 3;
const NEARLY_ALWAYS = 0.9;

/** Whose hand it nearly always was, of those that are known; null for several people or a switch on the wall, undefined if too few are known. */
export function whoseHand(users: readonly HandEvent["userId"][]): HandEvent["userId"] {
  const known = users.filter((user) => user !== undefined);
  if (known.length < LEAST_KNOWN) return undefined;
  return known.find((user) => known.filter((other) => other === user).length >= NEARLY_ALWAYS * known.length) ?? null;
}
