import type { Effect, EffectFinding } from "./effect.ts";

export type Turn = "on" | "off" | "either";

interface KindEffects {
  readonly on: readonly Effect[];
  readonly off: readonly Effect[];
}

const none: KindEffects = { on: [], off: [] };
const both = (effect: Effect): KindEffects => ({ on: [effect], off: [effect] });

/** Of doors and locks it is not known which of on and off opens them. */
const kindEffects = {
  entry: both("open-entry"),
  gate: both("open-entry"),
  place: both("open-entry"),
  lock: both("unlock"),
  alarm: { on: ["siren"], off: ["disarm", "power-cut"] },
  disarm: both("disarm"),
  siren: { on: ["siren"], off: [] },
  watch: both("watch"),
  valve: both("valve"),
  critical: { on: [], off: ["power-cut"] },
  "heat-pump": { on: [], off: ["power-cut"] },
  oven: { on: ["heat"], off: [] },
  heater: { on: ["heat"], off: [] },
  irrigation: { on: ["irrigation"], off: [] },
  restart: both("power-cut"),
  reset: both("system"),
  lamp: none,
  fitting: none,
  blind: none,
  harmless: none,
} satisfies Readonly<Record<string, KindEffects>>;

/**
 * What a thing is beyond its domain: a switch may feed a freezer or open a gate.
 * - `gate`: what vehicles come in by, and never a door that has a blind
 * - `place`: a word for a place with a door (garage): counts if nothing else says what the thing is
 * - `lamp`: what it names is the light of something (the light of the freezer is no freezer)
 * - `fitting`: what it names is beside a door, and no door (door bell, door sensor, outlet in the garage)
 * - `blind`: a cover that lets nobody in
 * - `disarm`: not a thing, a word for what is done to an alarm: whichever way it is switched
 * - `heat-pump`: its power has to stay on, and as a thermostat it warms and cools rooms
 * - `harmless`: a child lock locks nothing that people pass
 */
export type Kind = keyof typeof kindEffects;
const KIND_EFFECTS: Readonly<Record<Kind, KindEffects>> = kindEffects;

/** What turning a thing of that kind does to the house, beyond what its domain does. */
export function effectsOfKind(kind: Kind, turn: Turn): readonly Effect[] {
  const { on, off } = KIND_EFFECTS[kind];
  return turn === "either" ? [...new Set([...on, ...off])] : turn === "on" ? on : off;
}

/** What a thing is when a word of the home's language stands for an effect. */
export const KIND_OF_EFFECT: Readonly<Partial<Record<Effect, Kind>>> = {
  unlock: "lock",
  lock: "lock",
  disarm: "alarm",
  arm: "alarm",
  "open-entry": "entry",
  siren: "siren",
  valve: "valve",
  "power-cut": "critical",
  heat: "oven",
  watch: "watch",
  irrigation: "irrigation",
  system: "reset",
  cover: "blind",
  light: "lamp",
};

/** Domains of switched things: a name says what they feed or move. */
const SWITCHED: ReadonlySet<string> = new Set(["light", "switch", "input_boolean", "fan", "group", "button", "input_button"]);
/** Domains of settings: setting a heater heats, setting a freezer may starve it. */
const SETTINGS: ReadonlySet<string> = new Set(["number", "select", "input_number", "input_select"]);
const NOT_BY_SETTING: ReadonlySet<Kind> = new Set(["restart", "reset", "place"]);

export function isSetting(domain: string): boolean {
  return SETTINGS.has(domain);
}

/** True if a name can make this of an entity of the domain: a climate entity called heater is one, and that is its domain's effect. */
export function nameTells(kind: Kind, domain: string): boolean {
  if (SWITCHED.has(domain)) return true;
  if (isSetting(domain)) return !NOT_BY_SETTING.has(kind);
  if (domain === "climate" || domain === "humidifier") return kind === "critical" || (domain === "climate" && kind === "oven");
  return domain === "valve" && kind === "irrigation";
}

/** What nobody misses and nobody is hurt by, done or not done. */
const COMFORT: ReadonlySet<Effect> = new Set(["announce", "vacuum", "cover", "media", "light", "helper", "routine"]);
/** What else an automation may do because of what somebody sets: its owner wrote it for that, and it lets nobody in. */
const WANTED: ReadonlySet<Effect> = new Set(["lock", "arm", "power", "comfort", "message-out"]);

/** Effects of what nobody knows enough about. */
const UNSURE: ReadonlySet<Effect> = new Set(["unknown", "unfamiliar", "ask-first"]);

/** True for what needs no question when an automation of the house does it by the way; if it is only `supposed` to, what is not sure does not count. */
export function isFreeWhenCaused(effect: Effect, supposed: boolean): boolean {
  return COMFORT.has(effect) || WANTED.has(effect) || (supposed && UNSURE.has(effect));
}

/** True for what may be kept from happening without a question. Of a cover that closes an entry its kind tells; a valve that closes stops water or gas. */
export function isFreeToPrevent({ effect, because, service }: EffectFinding): boolean {
  return COMFORT.has(effect) && (effect !== "cover" || (because === "domain" && !service.startsWith("valve.")));
}

/** Classes of buttons of which Home Assistant says what a press does. */
export const BUTTON_CLASSES: ReadonlyMap<string, Effect> = new Map([
  ["identify", "helper"],
  ["restart", "system"],
  ["update", "system"],
]);

const WARNING_CLASSES: Readonly<Record<string, ReadonlySet<string>>> = {
  binary_sensor: new Set("smoke gas carbon_monoxide moisture safety tamper problem heat cold battery".split(" ")),
  sensor: new Set(["carbon_monoxide", "battery"]),
};

/** Whether an entity warns of a danger, or may: a binary sensor without a class, an alarm. */
export function mayWarn({ domain, deviceClass }: { readonly domain: string; readonly deviceClass: string | undefined }): boolean {
  const plain = deviceClass?.trim().toLowerCase() ?? "";
  return domain === "alarm_control_panel" || (domain === "binary_sensor" && plain === "") || WARNING_CLASSES[domain]?.has(plain) === true;
}
