import { unitsOf } from "../entity-search/entity-text.ts";
import { SWITCHED_DOMAINS } from "../homeassistant/recogniser/intents.ts";
import type { Entity } from "../homeassistant/registry/home.ts";
import { isAway } from "../homeassistant/registry/state-words.ts";
import { LANGUAGES } from "../languages/catalogue.ts";
import { sentencesOf } from "../languages/sentences.ts";

/** Measurements that a question asks for without naming a sensor. */
export type Measured = "temperature" | "humidity" | "battery" | "brightness" | "volume" | "power" | "target";

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
  /** True if it may be asked for: "what does the camera see?" */
  readonly isAsked?: true;
  /** Domains that "everything" stands for, for an operation that may be done to all of a place. */
  readonly everything?: readonly string[];
  /** What else the words may mean where nothing fits. */
  readonly otherwise?: OperationMeaning;
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
const VOLUME = { media_player: "HassSetVolumeRelative" };
const BRIGHTNESS = { light: "StepBrightness" };
const TEMPERATURE = { climate: "StepTemperature" };
const UP = { step: 1, volume_step: "up" };
const DOWN = { step: -1, volume_step: "down" };
const warmth = (values: typeof UP) => {
  const otherwise = { intents: [{ light: "StepWarmth" }], values };
  return { intents: [TEMPERATURE], values, place: true, otherwise } as const;
};

/** Intents of changes of a list. */
export const LIST_CHANGES = { add: "HassListAddItem", remove: "HassListRemoveItem", complete: "HassListCompleteItem" } as const;
export type ListChange = keyof typeof LIST_CHANGES;

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
  louder: { intents: [VOLUME], values: UP, in: "playing", place: true },
  quieter: { intents: [VOLUME], values: DOWN, in: "playing", place: true },
  brighter: { intents: [BRIGHTNESS], values: UP, in: "on", place: true },
  darker: { intents: [BRIGHTNESS], values: DOWN, in: "on", place: true },
  warmer: warmth(UP),
  colder: warmth(DOWN),
  up: { intents: [{ ...VOLUME, ...TEMPERATURE, ...BRIGHTNESS }], values: UP },
  down: { intents: [{ ...VOLUME, ...TEMPERATURE, ...BRIGHTNESS }], values: DOWN },
  press: { intents: [everyOf("HassTurnOn", "button input_button")] },
  run: { intents: [ROUTINES] },
  look: { intents: [everyOf("ShowCamera", "camera")], isAsked: true },
} satisfies Readonly<Record<string, OperationMeaning>>;

export type Operation = keyof typeof operations;
export const OPERATIONS: Readonly<Record<Operation, OperationMeaning>> = operations;

/** What an operation may be done to. */
export function domainsOf({ intents, otherwise }: OperationMeaning): readonly string[] {
  return [...intents.flatMap(Object.keys), ...(otherwise ? domainsOf(otherwise) : [])];
}

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
  motion: [{ domains: ["binary_sensor"], classes: ["motion", "occupancy", "presence"], state: "on" }],
  smoke: [{ domains: ["binary_sensor"], classes: ["smoke", "gas", "carbon_monoxide"], state: "on" }],
  wet: [{ domains: ["binary_sensor"], classes: ["moisture"], state: "on" }],
  dry: [{ domains: ["binary_sensor"], classes: ["moisture"], state: "off" }],
} satisfies Readonly<Record<string, readonly MeantState[]>>;

export type StateMeaning = keyof typeof states;
export const STATES: Readonly<Record<StateMeaning, readonly MeantState[]>> = states;

/** What people call states, in any language. */
export const MEANT: ReadonlyMap<string, ReadonlySet<StateMeaning>> = (() => {
  const pairs = LANGUAGES.map(sentencesOf).flatMap((language) =>
    Object.entries(language.states).flatMap(([meaning, words]) =>
      isMeaning(meaning) ? words.split("|").map((word) => [unitsOf(word).join(" "), meaning] as const) : [],
    ),
  );
  return new Map([...Map.groupBy(pairs, ([text]) => text)].map(([text, of]) => [text, new Set(of.map(([, meaning]) => meaning))]));
})();
/** The meanings that words for a state have. */
export const meaningsOf = (text: string): readonly StateMeaning[] => [...(MEANT.get(text) ?? [])];

function isMeaning(value: string): value is StateMeaning {
  return Object.hasOwn(states, value);
}

/** The place of an entity's kind among those that a state is said of; undefined if it is not said of it. */
export function rankOfState(meaning: StateMeaning, { domain, deviceClass }: Entity): number | undefined {
  const rank = STATES[meaning].findIndex(
    ({ domains, classes }) => domains.includes(domain) && (!classes || (deviceClass !== undefined && classes.includes(deviceClass))),
  );
  return rank === -1 ? undefined : rank;
}

/** The state that an entity would be in; where its value tells it in several ways, the meaning itself. */
export function stateAsked(meaning: StateMeaning, entity: Entity): string | undefined {
  const rank = rankOfState(meaning, entity);
  return rank === undefined ? undefined : (STATES[meaning][rank]?.state ?? meaning);
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
  if (meaning === "low" && domain === "sensor") return deviceClass === "battery" && (isAway(entity) || batteryLevel(entity) !== undefined);
  return rankOfState(meaning, entity) !== undefined || (meaning === "low" && batteryLevel(entity) !== undefined);
}

/** Whether it is asked about and does not rest, or does not answer. */
export function isRestless(meaning: StateMeaning, entity: Entity): boolean {
  return isAsked(meaning, entity) && restOf(meaning, entity)?.includes(entity.state.state) === false;
}

/** What is left of its battery in percent, as its state or as an attribute; undefined where it has no such number. */
export function batteryLevel({ domain, state: { state, attributes } }: Entity): number | undefined {
  const level = domain === "sensor" ? (state.trim() === "" ? undefined : Number(state)) : attributes["battery_level"];
  return typeof level === "number" && Number.isFinite(level) ? level : undefined;
}

/** Whether the entity counts when everything is said to be so: of covers those that one comes in by, told by their class. */
export function isOfEverything({ domain, deviceClass }: Entity): boolean {
  return domain === "cover" ? !SHADES.has(deviceClass ?? "") : domain !== "valve";
}

const ENTRANCES = ["door", "garage", "gate", "window"];
/** What may be a door, a window or something else that one opens. */
const OPENINGS: readonly string[] = [
  ...DOORS.map((deviceClass) => `binary_sensor.${deviceClass}`),
  ...[...ENTRANCES, ...SHADES].map((deviceClass) => `cover.${deviceClass}`),
];

/** Kinds that an entity counts as in a question about all of a set; undefined where its class alone says what it is. */
export function countsAs(meaning: StateMeaning, { domain, deviceClass = "" }: Entity): readonly string[] | undefined {
  const rest = RESTS[meaning];
  if (meaning === "low") return ["sensor.battery"];
  if (rest === "off") return domain === "binary_sensor" ? undefined : [];
  if ((rest !== "closed" && rest !== "locked") || (domain === "cover" && SHADES.has(deviceClass))) return undefined;
  // a class is the same in each domain, and whatever closes a house is a door
  const ofClass = [`binary_sensor.${deviceClass}`, `cover.${deviceClass}`];
  const isDoor = domain === "lock" || ["garage", "garage_door", "gate", "lock"].includes(deviceClass);
  return isDoor ? [...ofClass, "binary_sensor.door", "cover.door"] : ofClass;
}

/** Whether an entity may be what its name says and its state does not tell how that is: a contact without a class, a text, a helper. */
export function isUntold(meaning: StateMeaning, entity: Entity): boolean {
  if ((RESTS[meaning] === undefined && meaning !== "low") || isAsked(meaning, entity)) return false;
  const { domain, deviceClass, state } = entity;
  const unit = state.attributes["unit_of_measurement"];
  if (meaning === "low" && domain === "sensor") return deviceClass === "battery" || (deviceClass === undefined && (unit ?? "%") === "%");
  if (domain === "sensor") return unit === undefined && (deviceClass === undefined || deviceClass === "enum");
  return domain === "input_boolean" || domain === "input_select" || (domain === "binary_sensor" && deviceClass === undefined);
}

/** Kinds whose names make an entity that is untold part of everything. */
export function kindsOfEverything(meaning: StateMeaning): readonly string[] {
  const kinds = { closed: OPENINGS, locked: ["lock", "binary_sensor.lock"], dry: ["binary_sensor.moisture"], off: [] };
  const rest = RESTS[meaning];
  return rest ? kinds[rest] : [];
}

/** Whether a state that is a text says that something does not rest: "open", "running". */
export function isSaid(meaning: StateMeaning, { domain, state }: Entity): boolean {
  // of a contact without a class "on" says nothing, but that something is on
  if (domain === "binary_sensor" && RESTS[meaning] !== "off") return false;
  return meaningsOf(unitsOf(state.state).join(" ")).some((said) => RESTS[said] === RESTS[meaning] && !isRest(said));
}

/** Kinds that an entity may be of, as its class does not say, where it does not rest or does not answer; none for others. */
export function vagueKinds(meaning: StateMeaning, entity: Entity): readonly string[] {
  const isAnything = entity.domain === "cover" ? entity.deviceClass === undefined : entity.deviceClass === "opening";
  if (RESTS[meaning] !== "closed" || !isAnything || !isRestless(meaning, entity)) return [];
  return OPENINGS.filter((kind) => entity.domain === "cover" || !SHADES.has(kind.slice("cover.".length)));
}

/** What a device uses on standby at most (W), by the EU's bound for those that wait on a network (Regulation 2023/826). */
const STANDBY_W = 8;
const WATTS: Readonly<Record<string, number>> = { mW: 0.001, W: 1, kW: 1_000, MW: 1_000_000 };

/** For "on" and "off": whether a sensor measures the power that something at work uses. */
export function measuresWork(meaning: StateMeaning, { domain, deviceClass, state: { state, attributes } }: Entity): boolean {
  if (RESTS[meaning] !== "off") return false;
  const watts = Number(state) * (WATTS[String(attributes["unit_of_measurement"])] ?? Number.NaN);
  return domain === "sensor" && deviceClass === "power" && watts > STANDBY_W;
}
