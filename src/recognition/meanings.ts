import { SWITCHED_DOMAINS } from "../homeassistant/recogniser/intents.ts";
import type { Entity } from "../homeassistant/registry/home.ts";

/** Measurements that a question asks for without naming a sensor. */
export type Measured = "temperature" | "humidity" | "battery" | "brightness" | "volume";

/** What is said to an assistant, and is no business of the home. */
export type Talk = "greeting" | "night" | "thanks" | "wellbeing" | "present" | "identity" | "abilities" | "okay" | "stop" | "time" | "date";

/** Intents of Home Assistant by the domain of the thing, the domains that are meant first standing first. */
export interface OperationMeaning {
  readonly intents: readonly Readonly<Record<string, string>>[];
  readonly values?: Readonly<Record<string, unknown>>;
  /** The state that a thing must be in to be meant, where it is not named. */
  readonly in?: string;
  /** True if a place alone names the thing, for there is one kind only. */
  readonly place?: true;
  readonly notClasses?: readonly string[];
  /** Domains that the verb itself says, so that a part of a name will do. */
  readonly tells?: readonly string[];
  /** Domains that "everything" stands for, for an operation that may be done to all of a place. */
  readonly everything?: readonly string[];
}

const everyOf = (intent: string, domains: string): Readonly<Record<string, string>> =>
  Object.fromEntries(domains.split(" ").map((domain) => [domain, intent]));

const SWITCHED = SWITCHED_DOMAINS.join(" ");
const ROUTINES = everyOf("HassTurnOn", "scene script");
const MOWING = { lawn_mower: "HassLawnMowerStartMowing" };
const DOCKING = { vacuum: "HassVacuumReturnToBase", lawn_mower: "HassLawnMowerDock" };
const CLEANING = { vacuum: "HassVacuumStart" };
const STARTING = { ...CLEANING, ...MOWING };
const ROBOTS = ["vacuum", "lawn_mower"];
const player = (intent: string) => [everyOf(intent, "media_player")];

/** What each operation is for each kind of thing. "Stop" sends a robot home, as in Home Assistant's own sentences. */
const operations = {
  on: { intents: [{ ...everyOf("HassTurnOn", `${SWITCHED} valve`), ...STARTING }, ROUTINES] },
  off: {
    tells: ROBOTS,
    intents: [{ ...everyOf("HassTurnOff", `${SWITCHED} valve`), ...DOCKING }, everyOf("HassTurnOff", "script")],
    everything: ["light", "switch", "fan", "media_player", "input_boolean"],
  },
  toggle: { intents: [everyOf("HassToggle", SWITCHED)] },
  open: { intents: [everyOf("HassTurnOn", "cover valve")] },
  close: { intents: [everyOf("HassTurnOff", "cover valve")] },
  // an awning that is let down comes out
  raise: { intents: [everyOf("HassTurnOn", "cover")], notClasses: ["awning"] },
  lower: { intents: [everyOf("HassTurnOff", "cover")], notClasses: ["awning"] },
  lock: { intents: [everyOf("HassTurnOn", "lock")], place: true },
  unlock: { intents: [everyOf("HassTurnOff", "lock")], place: true },
  start: { tells: ROBOTS, intents: [STARTING, everyOf("HassTurnOn", "fan switch humidifier"), ROUTINES] },
  stop: {
    tells: ROBOTS,
    intents: [DOCKING, everyOf("HassStopMoving", "cover"), everyOf("HassTurnOff", "fan switch humidifier valve script")],
  },
  dock: { tells: ROBOTS, intents: [DOCKING], place: true },
  clean: { tells: ROBOTS, intents: [CLEANING], place: true },
  mow: { tells: ROBOTS, intents: [MOWING], place: true },
  water: { notClasses: ["gas"], intents: [everyOf("HassTurnOn", "valve")], place: true },
  pause: { intents: player("HassMediaPause"), in: "playing", place: true },
  resume: { intents: player("HassMediaUnpause"), in: "paused", place: true },
  next: { intents: player("HassMediaNext"), in: "playing", place: true },
  previous: { intents: player("HassMediaPrevious"), in: "playing", place: true },
  mute: { intents: player("HassMediaPlayerMute"), in: "playing", place: true },
  unmute: { intents: player("HassMediaPlayerUnmute"), in: "playing", place: true },
  louder: { intents: player("HassSetVolumeRelative"), values: { volume_step: "up" }, in: "playing", place: true },
  quieter: { intents: player("HassSetVolumeRelative"), values: { volume_step: "down" }, in: "playing", place: true },
  press: { intents: [everyOf("HassTurnOn", "button input_button")] },
  run: { intents: [ROUTINES] },
} satisfies Readonly<Record<string, OperationMeaning>>;

export type Operation = keyof typeof operations;
export const OPERATIONS: Readonly<Record<Operation, OperationMeaning>> = operations;

const hintedOn = (on: string) => [everyOf(on, SWITCHED)];

/** What an intent that the matcher named can mean. Left out: on and off of what opens or locks, for the matcher has one intent for "turn on", "open" and "lock". */
export const HINTED: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  HassTurnOn: hintedOn("HassTurnOn"),
  HassTurnOff: hintedOn("HassTurnOff"),
  HassToggle: hintedOn("HassToggle"),
  HassVacuumStart: [STARTING],
  HassLawnMowerStartMowing: [STARTING],
  HassVacuumReturnToBase: [DOCKING],
  HassLawnMowerDock: [DOCKING],
  HassListAddItem: [everyOf("HassListAddItem", "todo")],
  HassSetVolume: player("HassSetVolume"),
  HassClimateSetTemperature: [everyOf("HassClimateSetTemperature", "climate")],
  HassFanSetSpeed: [everyOf("HassFanSetSpeed", "fan")],
  HassHumidifierSetpoint: [everyOf("HassHumidifierSetpoint", "humidifier")],
  HassLightSet: [everyOf("HassLightSet", "light")],
};

export type Property = "brightness" | "volume" | "temperature" | "position" | "speed" | "humidity";

export interface Setting {
  readonly property: Property;
  readonly intent: string;
  readonly slot: string;
  readonly unit: "percent" | "degrees";
}

export const SETTINGS: Readonly<Record<string, Setting>> = {
  light: { property: "brightness", intent: "HassLightSet", slot: "brightness", unit: "percent" },
  cover: { property: "position", intent: "HassSetPosition", slot: "position", unit: "percent" },
  valve: { property: "position", intent: "HassSetPosition", slot: "position", unit: "percent" },
  fan: { property: "speed", intent: "HassFanSetSpeed", slot: "percentage", unit: "percent" },
  humidifier: { property: "humidity", intent: "HassHumidifierSetpoint", slot: "humidity", unit: "percent" },
  media_player: { property: "volume", intent: "HassSetVolume", slot: "volume_level", unit: "percent" },
  climate: { property: "temperature", intent: "HassClimateSetTemperature", slot: "temperature", unit: "degrees" },
};

/** A kind of thing and the state of it that is meant; `state` is undefined where only its value can tell. */
interface MeantState {
  readonly domains: readonly string[];
  readonly classes?: readonly string[];
  readonly state: string | undefined;
}

export const DOORS: readonly string[] = ["door", "window", "garage_door", "opening"];
const PLAIN = ["light", "switch", "fan", "input_boolean", "humidifier"];
const LIVELY = ["media_player", "climate"];

/** Classes of `binary_sensor` tell by `on` and `off` (developers.home-assistant.io, Binary sensor entity). Those meant first stand first. */
const states = {
  on: [
    { domains: PLAIN, state: "on" },
    { domains: ["valve"], state: "open" },
    { domains: LIVELY, state: undefined },
  ],
  off: [
    { domains: PLAIN, state: "off" },
    { domains: ["valve"], state: "closed" },
    { domains: LIVELY, state: undefined },
  ],
  open: [
    { domains: ["cover", "valve"], state: "open" },
    { domains: ["binary_sensor"], classes: DOORS, state: "on" },
  ],
  closed: [
    { domains: ["cover", "valve"], state: "closed" },
    { domains: ["binary_sensor"], classes: DOORS, state: "off" },
  ],
  locked: [
    { domains: ["lock"], state: "locked" },
    { domains: ["binary_sensor"], classes: ["lock"], state: "off" },
  ],
  unlocked: [
    { domains: ["lock"], state: "unlocked" },
    { domains: ["binary_sensor"], classes: ["lock"], state: "on" },
  ],
  playing: [{ domains: ["media_player"], state: "playing" }],
  paused: [{ domains: ["media_player"], state: "paused" }],
  cleaning: [{ domains: ["vacuum"], state: "cleaning" }],
  docked: [{ domains: ["vacuum", "lawn_mower"], state: "docked" }],
  home: [{ domains: ["person"], state: "home" }],
  low: [
    { domains: ["sensor"], classes: ["battery"], state: undefined },
    { domains: ["binary_sensor"], classes: ["battery"], state: "on" },
  ],
  wet: [{ domains: ["binary_sensor"], classes: ["moisture"], state: "on" }],
  dry: [{ domains: ["binary_sensor"], classes: ["moisture"], state: "off" }],
} satisfies Readonly<Record<string, readonly MeantState[]>>;

export type StateMeaning = keyof typeof states;
export const STATES: Readonly<Record<StateMeaning, readonly MeantState[]>> = states;

/** The place of an entity's kind among those that a state is said of; undefined if it is not said of it. */
export function rankOfState(meaning: StateMeaning, { domain, deviceClass }: Entity): number | undefined {
  const rank = STATES[meaning].findIndex(
    ({ domains, classes }) => domains.includes(domain) && (!classes || (deviceClass !== undefined && classes.includes(deviceClass))),
  );
  return rank === -1 ? undefined : rank;
}

/** Covers that no one comes in by; a cover without a class may be one. */
const SHADES: ReadonlySet<string> = new Set(["awning", "blind", "curtain", "damper", "shade", "shutter"]);
/** Classes of `binary_sensor` that tell of something at work. */
const AT_WORK: ReadonlySet<string> = new Set(["running", "power", "heat"]);

/** States in which a thing rests, by domain; in any other, and on its way there, it does not. */
const AT_REST = {
  closed: { cover: ["closed"], valve: ["closed"], binary_sensor: ["off"], lock: ["locked", "unlocked", "locking", "unlocking", "jammed"] },
  locked: { lock: ["locked"], binary_sensor: ["off"] },
  off: {
    ...Object.fromEntries([...PLAIN, "climate", "water_heater", "siren", "remote", "binary_sensor"].map((domain) => [domain, ["off"]])),
    media_player: ["off", "standby", "idle"],
    valve: ["closed"],
    vacuum: ["docked", "off"],
    lawn_mower: ["docked"],
  },
  dry: { binary_sensor: ["off"] },
} satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const RESTS: Readonly<Partial<Record<StateMeaning, keyof typeof AT_REST>>> = {
  open: "closed",
  closed: "closed",
  unlocked: "locked",
  locked: "locked",
  on: "off",
  off: "off",
  wet: "dry",
  dry: "dry",
};

/** The states in which an entity rests, for a meaning and its opposite; undefined where the meaning knows no rest. */
export function restOf(meaning: StateMeaning, { domain }: Entity): readonly string[] | undefined {
  const rest = RESTS[meaning];
  const byDomain: Readonly<Record<string, readonly string[]>> = rest ? AT_REST[rest] : {};
  return byDomain[domain];
}

/** Whether a state is one of rest: "some are closed" says nothing of the others, and nobody means it so. */
export function isRest(value: string): boolean {
  return Object.hasOwn(AT_REST, value);
}

/** Whether a question about all of a set is about the entity: more than those that a question about one may mean. */
export function isAsked(meaning: StateMeaning, entity: Entity): boolean {
  const { domain, deviceClass = "", state } = entity;
  const rest = RESTS[meaning];
  // a lock tells of an open door only while its latch is drawn
  if (rest === "closed" && domain === "lock") return state.state === "open" || state.state === "opening";
  if (rest === "off" && domain === "binary_sensor") return AT_WORK.has(deviceClass);
  if (rest === "off") return restOf(meaning, entity) !== undefined;
  return rankOfState(meaning, entity) !== undefined;
}

/** Whether the entity counts when everything is said to be so: of covers those that one comes in by, told by their class. */
export function isOfEverything({ domain, deviceClass }: Entity): boolean {
  return domain === "cover" ? !SHADES.has(deviceClass ?? "") : domain !== "valve";
}

/** Kinds that an entity counts as in a question about all of a set; undefined where its class alone says what it is. */
export function countsAs(meaning: StateMeaning, { domain, deviceClass = "" }: Entity): readonly string[] | undefined {
  const rest = RESTS[meaning];
  if (rest === "off") return domain === "binary_sensor" ? undefined : [];
  if ((rest !== "closed" && rest !== "locked") || (domain === "cover" && SHADES.has(deviceClass))) return undefined;
  const isDoor = domain === "lock" || ["garage", "garage_door", "gate", "lock"].includes(deviceClass);
  return isDoor ? ["binary_sensor.door", "cover.door"] : [];
}

/** Whether an entity may be what its name says and its state tells nothing of how that is: a contact without a class, a text, a helper. */
export function isUntold(meaning: StateMeaning, entity: Entity): boolean {
  const rest = RESTS[meaning];
  if ((rest !== "closed" && rest !== "locked") || isAsked(meaning, entity)) return false;
  const { domain, deviceClass, state } = entity;
  if (domain === "sensor")
    return state.attributes["unit_of_measurement"] === undefined && (deviceClass === undefined || deviceClass === "enum");
  return domain === "input_boolean" || domain === "input_select" || (domain === "binary_sensor" && deviceClass === undefined);
}

/** Whether something is open and its class does not say what it is. */
export function isVague(meaning: StateMeaning, entity: Entity): boolean {
  if (RESTS[meaning] !== "closed" || !isAsked(meaning, entity)) return false;
  const isAnything = entity.domain === "cover" ? entity.deviceClass === undefined : entity.deviceClass === "opening";
  return isAnything && restOf(meaning, entity)?.includes(entity.state.state) === false;
}
