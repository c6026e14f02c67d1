import { SWITCHED_DOMAINS } from "./intents.ts";

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
  /** True if "everything" may be all of the home. */
  readonly isWhole?: true;
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

const stepped = (values: typeof UP) =>
  ({ intents: [BRIGHTNESS], values, in: "on", otherwise: { intents: [{ ...VOLUME, ...TEMPERATURE }], values } }) as const;

/** Intents of changes of a list. */
export const LIST_CHANGES = { add: "HassListAddItem", remove: "HassListRemoveItem", complete: "HassListCompleteItem" } as const;
export type ListChange = keyof typeof LIST_CHANGES;

/** What each operation is for each kind of thing. "Stop" sends a robot home, as in Home Assistant's own sentences. */
const operations = {
  on: { intents: [{ ...everyOf("HassTurnOn", `${SWITCHED} valve`), ...STARTING }, ROUTINES] },
  off: {
    tells: ROBOTS,
    intents: [{ ...everyOf("HassTurnOff", `${SWITCHED} valve`), ...DOCKING }, everyOf("HassTurnOff", "script")],
    everything: SWITCHED_DOMAINS,
  },
  toggle: { intents: [everyOf("HassToggle", SWITCHED)] },
  open: { intents: [everyOf("HassTurnOn", "cover valve")] },
  close: { intents: [everyOf("HassTurnOff", "cover valve")] },
  // an awning that is let down comes out
  raise: { intents: [everyOf("HassTurnOn", "cover")], notClasses: ["awning"], otherwise: stepped(UP) },
  lower: { intents: [everyOf("HassTurnOff", "cover")], notClasses: ["awning"], otherwise: stepped(DOWN) },
  lock: { intents: [everyOf("HassTurnOn", "lock")], place: true, everything: ["lock"], isWhole: true },
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
  pause: { tells: ROBOTS, intents: [...player("HassMediaPause"), everyOf("PauseRobot", "vacuum lawn_mower")], in: "playing", place: true },
  resume: { tells: ROBOTS, intents: [...player("HassMediaUnpause"), STARTING], in: "paused", place: true },
  next: { intents: player("HassMediaNext"), in: "playing", place: true },
  previous: { intents: player("HassMediaPrevious"), in: "playing", place: true },
  mute: { intents: player("HassMediaPlayerMute"), in: "playing", place: true },
  unmute: { intents: player("HassMediaPlayerUnmute"), in: "playing", place: true },
  louder: { intents: [VOLUME], values: UP, in: "playing", place: true },
  quieter: { intents: [VOLUME], values: DOWN, in: "playing", place: true },
  brighter: { intents: [BRIGHTNESS], values: UP, in: "on", place: true },
  darker: { intents: [BRIGHTNESS], values: DOWN, in: "on", place: true },
  heat: { intents: [everyOf("HassTurnOn", "climate water_heater")], place: true },
  warmer: warmth(UP),
  colder: warmth(DOWN),
  up: stepped(UP),
  down: stepped(DOWN),
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
  readonly unit: "percent" | "degrees" | "kelvin";
}

/** What "up" and "down" are of a property that is said. */
export const STEPS: Readonly<Partial<Record<Property, Readonly<Partial<Record<Operation, Operation>>>>>> = {
  brightness: { up: "brighter", down: "darker" },
  volume: { up: "louder", down: "quieter" },
  temperature: { up: "warmer", down: "colder" },
};

/** White light of a lamp that has it warmer and colder. */
export const WHITE: Setting = { property: "temperature", intent: "HassLightSet", slot: "temperature", unit: "kelvin" };

export const SETTINGS: Readonly<Record<string, Setting>> = {
  light: { property: "brightness", intent: "HassLightSet", slot: "brightness", unit: "percent" },
  cover: { property: "position", intent: "HassSetPosition", slot: "position", unit: "percent" },
  valve: { property: "position", intent: "HassSetPosition", slot: "position", unit: "percent" },
  fan: { property: "speed", intent: "HassFanSetSpeed", slot: "percentage", unit: "percent" },
  humidifier: { property: "humidity", intent: "HassHumidifierSetpoint", slot: "humidity", unit: "percent" },
  media_player: { property: "volume", intent: "HassSetVolume", slot: "volume_level", unit: "percent" },
  climate: { property: "temperature", intent: "HassClimateSetTemperature", slot: "temperature", unit: "degrees" },
};
