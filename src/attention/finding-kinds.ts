import { batteryLevel } from "../homeassistant/registry/at-rest.ts";
import type { Entity } from "../homeassistant/registry/home.ts";
import { DOORS, groupMembers, isGateway } from "../homeassistant/registry/openings.ts";

/** How much a finding matters: danger to life or the house, something to do now, something to know. */
export type Level = "urgent" | "important" | "rest";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Two contacts of a door, and two detectors that smell the same smoke, tell within a minute. */
const ONE_EVENT_MS = MINUTE_MS;
/** What a hot day does to one room it does to the next by the evening. */
const ONE_DAY_MS = 12 * HOUR_MS;

export type FindingKind =
  | "danger"
  | "leak"
  | "open"
  | "left-on"
  | "alarm-off"
  | "alarm-night"
  | "warm"
  | "finished"
  | "arrived"
  | "battery"
  | "unavailable"
  | "unusual"
  | "automation-failed"
  | "automation-broken";

interface KindRule {
  readonly level: Level;
  /** How sure it is that somebody wants to know: 1 for a detector of danger. */
  readonly confidence: number;
  /** Within what time several of them are one event (ms). */
  readonly eventMs: number;
  /** Whether things of one class tell of one event, and not only those of one device. */
  readonly spreads?: true;
  /** Each is news, and no state that goes on: it is over after so long at the latest (ms), and nobody is told that. */
  readonly newsMs?: number;
  /** No fact tells whether it is wanted: each person is asked once for each thing. */
  readonly isOffered?: true;
  /** To people or the house: told also of what is hidden, and to whoever made it so. */
  readonly isDanger?: true;
  /** It is about a person: only who may know is told, and no list shows it. */
  readonly isPersonal?: true;
}

export const KINDS: Readonly<Record<FindingKind, KindRule>> = {
  danger: { level: "urgent", confidence: 1, eventMs: ONE_EVENT_MS, spreads: true, isDanger: true },
  leak: { level: "urgent", confidence: 1, eventMs: ONE_EVENT_MS, spreads: true, isDanger: true },
  open: { level: "important", confidence: 0.8, eventMs: ONE_EVENT_MS },
  "left-on": { level: "important", confidence: 0.8, eventMs: ONE_EVENT_MS },
  "alarm-off": { level: "important", confidence: 0.7, eventMs: ONE_EVENT_MS },
  // nobody can do anything about it in the morning, and by noon nobody goes to bed any more
  "alarm-night": { level: "urgent", confidence: 0.7, eventMs: ONE_EVENT_MS, newsMs: 12 * HOUR_MS },
  warm: { level: "important", confidence: 0.8, eventMs: ONE_EVENT_MS },
  // washing that nobody took out for so long is forgotten on purpose
  finished: { level: "important", confidence: 0.8, eventMs: ONE_EVENT_MS, newsMs: 12 * HOUR_MS, isOffered: true },
  // what waited for longer is no news any more
  arrived: { level: "important", confidence: 0.8, eventMs: ONE_EVENT_MS, newsMs: 10 * MINUTE_MS, isOffered: true, isPersonal: true },
  battery: { level: "rest", confidence: 0.9, eventMs: ONE_EVENT_MS },
  unavailable: { level: "rest", confidence: 0.7, eventMs: ONE_EVENT_MS },
  unusual: { level: "rest", confidence: 0.7, eventMs: ONE_DAY_MS, spreads: true },
  "automation-failed": { level: "important", confidence: 0.7, eventMs: ONE_EVENT_MS },
  "automation-broken": { level: "important", confidence: 0.7, eventMs: ONE_EVENT_MS },
};

/** Told at once, at night, too: all or nothing, and nothing only once the person was warned. */
export function isUrgent(kind: string): boolean {
  return Object.hasOwn(KINDS, kind) && KINDS[kind as FindingKind].level === "urgent";
}

export function isDanger(kind: FindingKind): boolean {
  return KINDS[kind].isDanger === true;
}

/** Told only to people who may know where this person is; in no list. */
export function isPersonal({ kind }: { readonly kind: string }): boolean {
  return Object.hasOwn(KINDS, kind) && KINDS[kind as FindingKind].isPersonal === true;
}

/** Told only to people who may read automations. */
export function isOfAutomation(kind: string): boolean {
  return kind === "automation-failed" || kind === "automation-broken";
}

export function isKind(kind: string): kind is FindingKind {
  return Object.hasOwn(KINDS, kind);
}

const KIND = "kind:";

/** What a person's choice about a kind is kept as. */
export function kindSubject(kind: string): string {
  return KIND + kind;
}

/** The kind that a choice is about; undefined where it is about one finding. */
export function kindOfSubject(subject: string): string | undefined {
  return subject.startsWith(KIND) ? subject.slice(KIND.length) : undefined;
}

/** Classes of detectors (Home Assistant, binary_sensor) whose "on" is a danger to people. */
const DANGERS: ReadonlySet<string> = new Set(["smoke", "gas", "carbon_monoxide"]);
/** A door stands open while somebody carries something in; a window while a room is aired, in warm weather for half a day. */
const DOOR_MS = 15 * MINUTE_MS;
const WINDOW_MS = 30 * MINUTE_MS;
const WARM_WINDOW_MS = 6 * HOUR_MS;
/** Nobody has a door open for so long on purpose without knowing it: told once more. */
const LONG_OPEN_MS = 4 * HOUR_MS;
/** Degrees Celsius outside from which nobody airs in a hurry. */
const WARM = 18;
/** Percent: most devices report steps of 10 or 5, and some stop at the last. */
const LOW_BATTERY = 15;
/** Levels go up and down by some percent: more is a new battery. */
const NEW_BATTERY = 30;
/** A device may stop any day now. */
const EMPTY_BATTERY = 5;
/** Levels jump when it is cold, and devices are away while Home Assistant or a bridge restarts. */
const BATTERY_MS = HOUR_MS;
const UNAVAILABLE_MS = 2 * HOUR_MS;

/** What is watched of one entity. */
export interface EntityRule {
  readonly kind: FindingKind;
  readonly isAmiss: (entity: Entity) => boolean;
  /** Whether what was found is so still, where that is more than what is found. */
  readonly isStill?: (entity: Entity) => boolean;
  /** How long it must be so, in ms. */
  readonly standsMs: (entity: Entity, outside: number | undefined) => number;
  /** Since when it is so (ms); left out, since its state changed. */
  readonly since?: (entity: Entity) => number | undefined;
  /** From how long after its beginning it is worse, and told again, in ms; undefined for never as it is now. */
  readonly worseMs?: (entity: Entity) => number | undefined;
}

/** A rule, and of what. */
export interface KindOfEntityRule extends EntityRule {
  readonly fits: (entity: Entity) => boolean;
}

const RULES: readonly KindOfEntityRule[] = [
  { kind: "danger", fits: isSensorOf((deviceClass) => DANGERS.has(deviceClass)), isAmiss: isOn, standsMs: () => 0 },
  { kind: "leak", fits: isSensorOf((deviceClass) => deviceClass === "moisture"), isAmiss: isOn, standsMs: () => 0 },
  {
    kind: "open",
    fits: (entity) => isSensorOf((deviceClass) => DOORS.includes(deviceClass))(entity) || isGateway(entity),
    isAmiss: ({ state: { state } }) => state === "on" || state === "open",
    standsMs: ({ deviceClass }, outside = 0) => (deviceClass === "window" ? (outside >= WARM ? WARM_WINDOW_MS : WINDOW_MS) : DOOR_MS),
    worseMs: ({ deviceClass }) => (deviceClass === "window" ? undefined : LONG_OPEN_MS),
  },
  {
    kind: "battery",
    fits: ({ domain, deviceClass }) => deviceClass === "battery" && (domain === "sensor" || domain === "binary_sensor"),
    isAmiss: (entity) => (entity.domain === "binary_sensor" ? isOn(entity) : (batteryLevel(entity) ?? 100) <= LOW_BATTERY),
    isStill: (entity) => (entity.domain === "binary_sensor" ? isOn(entity) : (batteryLevel(entity) ?? 100) < NEW_BATTERY),
    standsMs: () => BATTERY_MS,
    worseMs: (entity) => ((batteryLevel(entity) ?? 100) <= EMPTY_BATTERY ? 0 : undefined),
  },
  {
    kind: "unavailable",
    // what belongs to no device is a helper, a group or a service
    fits: ({ deviceId }) => deviceId !== undefined,
    isAmiss: ({ state: { state } }) => state === "unavailable",
    standsMs: () => UNAVAILABLE_MS,
  },
];

/**
 * What is watched of an entity, by its class and domain; nothing by its name. Of what is hidden from the assistant only danger and water: Home
 * Assistant exposes no detector of smoke by itself, and nobody wants to miss it for that.
 */
export function rulesFor(entity: Entity, learned: readonly KindOfEntityRule[]): readonly EntityRule[] {
  return [...RULES, ...learned].filter(({ kind, fits }) => fits(entity) && (entity.exposed || isDanger(kind)));
}

/** What should not be on, open or unlocked where nobody is at home. */
export function isLeftOn(entity: Entity): boolean {
  const { domain, deviceClass = "", state } = entity;
  if (domain === "light") return state.state === "on" && groupMembers(entity).length === 0;
  if (domain === "media_player") return state.state === "playing";
  if (domain === "lock") return state.state === "unlocked";
  const isDoor = domain === "binary_sensor" && DOORS.includes(deviceClass) && deviceClass !== "window";
  return isDoor ? state.state === "on" : isGateway(entity) && state.state === "open";
}

export function isDisarmed({ domain, state: { state } }: Entity): boolean {
  return domain === "alarm_control_panel" && state === "disarmed";
}

function isSensorOf(fits: (deviceClass: string) => boolean) {
  return ({ domain, deviceClass = "" }: Entity): boolean => domain === "binary_sensor" && fits(deviceClass);
}

function isOn({ state: { state } }: Entity): boolean {
  return state === "on";
}
