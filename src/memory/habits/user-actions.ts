import { type ActionEvent, actionEvents, type StateSample } from "./action-events.ts";
import { createLocalDays, type HomeSpan } from "./calendar.ts";
import { LIGHTS_OF_AREA } from "./habit.ts";
import { distance, type HandEvent } from "./series.ts";

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
  /** When automations and scripts ran. */
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

/**
 * What hands did. The logbook decides where it knows of a change; else a change is an automation's if one ran just before, ours if an
 * action of ours was on its way, what the logbook says of the same thing at the same hour of later days, and a hand's if none of these.
 */
export function handEvents(
  record: Pick<HouseRecord, "samples" | "runs" | "hasAllRuns" | "causes">,
  { own, areaOf, timeZone }: { own: readonly OwnAction[]; areaOf: (entityId: string) => string | undefined; timeZone: string },
): { readonly events: readonly HandEvent[]; readonly members: Readonly<Record<string, readonly string[]>> } {
  const { hasAllRuns } = record;
  const runs = record.runs.toSorted((a, b) => a - b);
  const localTime = createLocalDays(timeZone);
  const minuteOf = (at: number) => localTime(at).minute;
  const judged = new Map<string, readonly Judged[]>();
  for (const [entityId, samples] of record.samples) {
    const mine = own.filter(({ entityIds }) => entityIds.includes(entityId));
    judged.set(
      entityId,
      judge(actionEvents(entityId, samples), { runs, hasAllRuns, own: mine, causes: record.causes.get(entityId) ?? [], minuteOf }),
    );
  }
  const members = roomsOf([...judged.keys()], areaOf);
  const rooms = Object.entries(members).flatMap(([subject, lights]) => roomEvents(subject, lights, judged));
  const single = [...judged].flatMap(([subject, events]) =>
    events.filter(({ isHand }) => isHand).map((event) => handEvent(subject, event)),
  );
  return { events: [...single, ...rooms].sort((a, b) => a.at - b.at), members };
}

function judge(
  events: readonly ActionEvent[],
  {
    runs,
    hasAllRuns,
    own,
    causes,
    minuteOf,
  }: {
    runs: readonly number[];
    hasAllRuns: boolean;
    own: readonly OwnAction[];
    causes: readonly KnownCause[];
    minuteOf: (at: number) => number;
  },
): readonly Judged[] {
  const told = events.map((event) => nearest(causes, event.at));
  const known = events.flatMap(({ action, at }, index) => {
    const cause = told[index];
    return cause ? [{ action, minute: minuteOf(at), isHand: cause.isHand }] : [];
  });
  return events.map((event, index) => {
    const cause = told[index];
    const isOurs = own.some(
      ({ at, endedAt }) => event.at >= at - BEFORE_OWN_MS && event.at <= (endedAt ?? at + WITHOUT_RECEIPT_MS) + AFTER_OWN_MS,
    );
    if (isOurs) return { ...event, isHand: false, userId: undefined };
    if (cause) return { ...event, isHand: cause.isHand, userId: cause.isHand ? (cause.userId ?? null) : undefined };
    return { ...event, isHand: hasAllRuns && !ranBefore(runs, event.at) && !isUsuallyNoHand(event), userId: undefined };
  });

  /** Automations that wait before they act are known by what the logbook says of other days. */
  function isUsuallyNoHand({ action, at }: ActionEvent): boolean {
    if (known.length === 0) return false;
    const minute = minuteOf(at);
    const alike = known.filter((other) => other.action === action && distance(other.minute, minute) <= SAME_HOUR);
    return alike.filter(({ isHand }) => !isHand).length > alike.length / 2;
  }
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

/** Index of the first item at this time or later; items are sorted. */
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

/**
 * Whose hand it nearly always was, of those that are known, for the logbook forgets sooner than the history; null if several did it, or a switch
 * on the wall; undefined if too few are known.
 */
export function whoseHand(users: readonly HandEvent["userId"][]): HandEvent["userId"] {
  const known = users.filter((user) => user !== undefined);
  if (known.length < LEAST_KNOWN) return undefined;
  return known.find((user) => known.filter((other) => other === user).length >= NEARLY_ALWAYS * known.length) ?? null;
}
