import { ANY_SERVICE, type EntityFacts, numberOf, type ReadCall, TARGET_FIELDS } from "./action-facts.ts";
import type { Because, Effect, EffectWords } from "./effect.ts";
import { effectOfService } from "./effect-domains.ts";
import { BUTTON_CLASSES, effectsOfKind, isSetting, type Kind, nameTells, type Turn } from "./effect-kinds.ts";
import { mediaEffects } from "./effect-media.ts";
import {
  BLIND_CLASSES,
  classOf,
  entryOfBlind,
  hasColour,
  isDimmable,
  isUnfamiliar,
  kindsInModel,
  kindsOf,
  platformOf,
  type Told,
} from "./effect-thing.ts";

const OWNER = "owner:";

/** What a service of the entity's own domain does to it. Without an entity: what it does to nobody knows which. */
export function effectsOnEntity(call: ReadCall, entity: EntityFacts | undefined, words: EffectWords): readonly Because[] {
  const base: Because = { effect: effectOfService(call.domain, call.name), because: "domain" };
  if (base.effect === "system") return [base];
  const byThing = entity ? [...byOwner(call, entity, words), ...byKinds(call, entity, words), ...deviceSettingEffects(call, entity)] : [];
  switch (call.domain) {
    case "cover":
      return [coverEffect(call, entity, words), ...byThing];
    case "climate":
      return orBase(climateEffects(call, entity), base, byThing);
    case "alarm_control_panel":
      return [lowers(call.name, entity) ? { effect: "disarm", because: "lowers_alarm" } : base, ...byThing];
    case "siren":
      return [call.name === "turn_off" && sounds(entity) ? { effect: "siren", because: "sounds" } : base, ...byThing];
    case "media_player":
      return [...mediaEffects(call.data, entity?.platform), base, ...byThing];
    case "remote":
      // an activity may be an address that is opened
      return [...mediaEffects(call.data, entity?.platform), ...byThing, base];
    case "button":
    case "input_button":
      return [...pressed(entity, byThing), base];
    default:
      return [...byThing, base];
  }
}

function orBase(own: readonly Because[], base: Because, byThing: readonly Because[]): readonly Because[] {
  return [...(own.length > 0 ? own : [base]), ...byThing];
}

/** How much an alarm protects in each mode. What a custom bypass leaves out is not known. */
const ARMED_LEVELS: ReadonlyMap<string, number> = new Map([
  ["custom_bypass", 1],
  ["home", 2],
  ["night", 3],
  ["vacation", 4],
  ["away", 4],
]);
/** The same by state. Any other state (arming, unknown, a custom bypass) may be as much as the highest mode, and one that sounds is above all. */
const STATE_LEVELS: ReadonlyMap<string, number> = new Map([
  ["disarmed", 0],
  ["armed_home", 2],
  ["armed_night", 3],
  ["triggered", 5],
  ["pending", 5],
]);
const HIGHEST_LEVEL = 4;

/** Arming takes protection away unless the new mode is the present one, or surely no lower. */
function lowers(name: string, entity: EntityFacts | undefined): boolean {
  const mode = name.replace(/^alarm_arm_/, "");
  const wanted = ARMED_LEVELS.get(mode);
  if (wanted === undefined || entity === undefined) return false;
  const state = entity.state.trim().toLowerCase();
  return state !== `armed_${mode}` && (STATE_LEVELS.get(state) ?? HIGHEST_LEVEL) > wanted;
}

/** A siren that is not known to be silent warns of something: whoever turns it off takes that away. */
function sounds(entity: EntityFacts | undefined): boolean {
  return entity?.state.trim().toLowerCase() !== "off";
}

/** A press cannot be looked into: its class or its owner tells. */
function pressed(entity: EntityFacts | undefined, byThing: readonly Because[]): readonly Because[] {
  const deviceClass = classOf(entity);
  const effect = BUTTON_CLASSES.get(deviceClass);
  if (effect === "helper") return [{ effect, because: `device_class:${deviceClass}` }];
  if (entity === undefined) return [{ effect: "unknown", because: "domain" }];
  return effect === undefined ? byThing : [{ effect, because: `device_class:${deviceClass}` }, ...byThing];
}

/** What the owner decided, or that nobody has decided yet about what no fact tells. */
function byOwner(call: ReadCall, entity: EntityFacts, words: EffectWords): readonly Because[] {
  const { decision, by } = entity.decision ?? {};
  if (decision === "never") return [{ effect: "forbidden", because: `${OWNER}${by}` }];
  if (decision === "ask") return [{ effect: "ask-first", because: `${OWNER}${by}` }];
  // what is part of a heater is safer off; what has to stay on is told by other facts
  const isSafer = turnOf(call) === "off" && entity.deviceDomains.some((domain) => HEATING.has(domain));
  const undecided = decision === undefined && !isSafer && isUnfamiliar(entity) && !kindsOf(entity, words).some(isFact);
  return undecided ? [{ effect: "unfamiliar", because: "undecided" }] : [];
}

export function forbiddenBy(effects: readonly Because[]): string | undefined {
  return effects.find(({ effect }) => effect === "forbidden")?.because.slice(OWNER.length);
}

/** Names are guesses: they only make it stricter, until the owner has decided. */
function isFact({ because }: Told): boolean {
  return !because.startsWith("word:");
}

function byKinds(call: ReadCall, entity: EntityFacts, words: EffectWords): readonly Because[] {
  const told = kindsOf(entity, words);
  const kinds = entity.decision?.decision === "fine" ? told.filter(isFact) : told;
  if (kinds.length === 0) return [];
  const turn = turnOf(call);
  return (
    kinds
      .filter((told) => counts(told, call.domain, entity) && !(call.name === "close_valve" && /^(?:valve|irrigation)$/.test(told.kind)))
      // whatever is set on a freezer or on what must stay on may starve it, and it is not known which way a setting of an alarm goes
      .flatMap(({ kind, because }) => {
        const isSet = because.startsWith("label:")
          ? !isTurnedOn(call)
          : kind === "critical" && call.domain === "climate"
            ? !isTurnedOn(call)
            : (kind === "critical" || kind === "heat-pump" || kind === "alarm") && isSetting(call.domain);
        const way = isSet && (turn === "on" || isSetting(call.domain)) ? "either" : turn;
        const silenced: readonly Effect[] = kind === "siren" && turn === "off" && sounds(entity) ? ["siren"] : [];
        return [...silenced, ...effectsOfKind(kind, way)].map((effect) => ({ effect, because }));
      })
  );
}

function counts({ kind, because }: Told, domain: string, entity: EntityFacts): boolean {
  if (because.startsWith("label:")) return true;
  // the integration of a lamp on the garage is a camera's, and the lamp is still a lamp
  // what is dimmed beside a door is called after it, and a lock is none of those; what has a colour is a lamp
  if (domain === "light" && (because.startsWith("platform:") || (isDimmable(entity) && /^(?:entry|place)$/.test(kind)))) return false;
  if (domain === "light" && hasColour(entity) && /^(?:gate|lock)$/.test(kind)) return false;
  return nameTells(kind, domain);
}

function turnOf({ domain, name, data }: ReadCall): Turn {
  const mode = data["hvac_mode"];
  if (name === "turn_off" || name === "close_valve" || mode === "off") return "off";
  if (mode !== undefined && !(typeof mode === "string" && /^[a-z_]+$/.test(mode))) return "either";
  if (name === "toggle" || name === ANY_SERVICE || name === "press") return "either";
  if (name === "set_percentage") return (numberOf(data["percentage"]) ?? 0) > 0 ? "on" : "either";
  // whatever else is set may dim a light or slow a fan, and what it feeds starves
  if ((domain === "light" || domain === "fan") && Object.keys(data).some((field) => !TARGET_FIELDS.has(field))) return "either";
  return domain.endsWith("select") || name === "decrease_speed" ? "either" : "on";
}

/** Services that leave a thing working as it should. Routines are told by what is in them. */
const TURNING_ON: ReadonlySet<string> = new Set("turn_on set_hvac_mode start start_mowing open_cover open_valve lock".split(" "));
const ROUTINES: ReadonlySet<string> = new Set(["automation", "script", "scene"]);

function isTurnedOn({ domain, name, data }: ReadCall): boolean {
  const isPlain = Object.keys(data).every((field) => TARGET_FIELDS.has(field) || field === "hvac_mode");
  return ROUTINES.has(domain) || name.startsWith("alarm_arm_") || (TURNING_ON.has(name) && isPlain);
}

/** Warmer than this no room has to be. In a unit that nobody knows the lower number counts. */
const HOT = { celsius: 30, fahrenheit: 86 };
/** What can only be set to less cools no room: a fridge or a freezer. */
const COLD = { celsius: 12, fahrenheit: 54 };
/** What can be set to less cools no room either. */
const FROST = { celsius: 0, fahrenheit: 32 };
/** Colder than this, or warmer, is no room that people use: what keeps it so has to go on. */
const ROOM = { celsius: [3, 40], fahrenheit: [37, 104] } as const;
/** What can be set to more heats no room: a sauna, an oven, a boiler. */
const OVEN = { celsius: 45, fahrenheit: 113 };

const TEMPERATURE_FIELDS = ["temperature", "target_temp_high", "target_temp_low"];

type Thermostat = Pick<EntityFacts, "temperatureUnit" | "attributes" | "model">;

/** What a climate call does beyond comfort: more than 30 °C (86 °F), or a temperature that nobody can read, is heat. Services use the home's own unit. */
function climateEffects(call: ReadCall, entity: Thermostat | undefined): readonly Because[] {
  const { data } = call;
  const unit = entity?.temperatureUnit === "°F" ? "fahrenheit" : "celsius";
  const lowest = numberOf(entity?.attributes["min_temp"]);
  const highest = numberOf(entity?.attributes["max_temp"]);
  const isHot = TEMPERATURE_FIELDS.some((field) => {
    const wanted = data[field];
    if (wanted === undefined || wanted === null) return false;
    const degrees = numberOf(wanted);
    return degrees === undefined || degrees > HOT[unit];
  });
  const turn = turnOf(call);
  const found: Because[] = [];
  if (isHot) found.push({ effect: "heat", because: "temperature" });
  else if (turn !== "off" && lowest !== undefined && highest !== undefined && (highest > OVEN[unit] || lowest > HOT[unit]))
    found.push({ effect: "heat", because: "max_temp" });
  if (highest !== undefined && highest < COLD[unit]) found.push({ effect: "power-cut", because: "max_temp" });
  else if (lowest !== undefined && lowest < FROST[unit] && !isTurnedOn(call)) found.push({ effect: "power-cut", because: "min_temp" });
  else if (turn !== "on" && entity && isNoRoom(entity, unit)) found.push({ effect: "power-cut", because: "no_room" });
  return found;
}

/** What its maker calls the model, what it measures and what it is set to tell of a fridge, an incubator and the like. */
function isNoRoom({ attributes, model }: Thermostat, unit: "celsius" | "fahrenheit"): boolean {
  const [coldest, warmest] = ROOM[unit];
  const measured = numberOf(attributes["current_temperature"]);
  const wanted = numberOf(attributes["temperature"]);
  return (
    kindsInModel(model ?? "").includes("critical") ||
    (measured !== undefined && (measured < coldest || measured > warmest)) ||
    (wanted !== undefined && (wanted < coldest || wanted > HOT[unit]))
  );
}

/** What a setting of a device does beyond itself: too many degrees are heat, and a switch of a thermostat may be its frost protection. */
function deviceSettingEffects({ domain, name, data }: ReadCall, entity: EntityFacts): readonly Because[] {
  const { category, deviceClass, deviceDomains, attributes } = entity;
  if (domain === "switch")
    return category === "config" && name !== "turn_on" && deviceDomains.some((other) => HEATING.has(other))
      ? [{ effect: "safeguard", because: "category:config" }]
      : [];
  const unit = attributes["unit_of_measurement"];
  const isTemperature = unit === "°C" || unit === "°F" || (unit === undefined && deviceClass === "temperature");
  if (domain !== "number" || !isTemperature || name !== "set_value") return [];
  const degrees = numberOf(data["value"]);
  return degrees === undefined || degrees > HOT[unit === "°F" ? "fahrenheit" : "celsius"]
    ? [{ effect: "heat", because: "temperature" }]
    : [];
}

const HEATING: ReadonlySet<string> = new Set(["climate", "water_heater"]);

const ENTRY_CLASSES: ReadonlySet<string> = new Set(["garage", "door", "gate", "window"]);

/** Integrations of makers who make nothing else that moves. */
const BLIND_PLATFORMS: ReadonlySet<string> = new Set(
  "acmeda brunt hunterdouglas_powerview motion_blinds motionblinds_ble slide_local soma somfy_mylink tradfri".split(" "),
);

const ENTRY_KINDS: ReadonlySet<Kind> = new Set(["entry", "gate", "place", "lock"]);

const FULLY_OPEN = 100;

/** Moving a cover: `safeguard` for a damper; `open-entry` if people can come in where it was, or if nobody knows what it is; else `cover`. */
function coverEffect(call: ReadCall, entity: EntityFacts | undefined, words: EffectWords): Because {
  // a closed one may be carbon monoxide, an open one lets smoke through
  if (classOf(entity) === "damper") return { effect: "safeguard", because: "device_class:damper" };
  const because = entryBecause(entity, words);
  if (because === undefined) return { effect: "cover", because: "domain" };
  return { effect: opens(call, entity) ? "open-entry" : "cover", because };
}

/** What tells that a cover lets people in; undefined if something tells that it does not. */
function entryBecause(entity: EntityFacts | undefined, words: EffectWords): string | undefined {
  if (entity === undefined) return "no_target";
  const deviceClass = classOf(entity);
  if (ENTRY_CLASSES.has(deviceClass)) return `device_class:${deviceClass}`;
  // some integrations call every cover a shutter, the one before the garage too
  if (BLIND_CLASSES.has(deviceClass)) return entryOfBlind(entity, words);
  const kinds = kindsOf(entity, words);
  const entry = kinds.find(({ kind }) => ENTRY_KINDS.has(kind));
  if (entry) return entry.because;
  // a group of covers is what its members are, and those are looked at one by one; a name alone makes nothing harmless
  return entity.members.length > 0 || (deviceClass === "" && isMadeAsBlind(entity)) ? undefined : "no_device_class";
}

/** What its maker says: an integration for blinds alone, or the model's own description. */
function isMadeAsBlind(entity: EntityFacts): boolean {
  if (BLIND_PLATFORMS.has(platformOf(entity))) return true;
  const kinds = kindsInModel(entity.model ?? "");
  return kinds.includes("blind") && !kinds.some((kind) => ENTRY_KINDS.has(kind));
}

/** Of a service that is not known, as of `any`, it is not known which way it moves. */
function opens({ name, data }: ReadCall, entity: EntityFacts | undefined): boolean {
  const state = entity?.state.trim().toLowerCase();
  switch (name) {
    case "close_cover":
    case "close_cover_tilt":
    case "stop_cover_tilt":
      return false;
    case "stop_cover":
      return state === "closing";
    case "set_cover_position":
      return !isZero(data["position"]);
    case "set_cover_tilt_position":
      return !isZero(data["tilt_position"]);
    case "toggle":
      return state !== "open" || !isFullyOpen(entity?.attributes["current_position"]);
    default:
      return true;
  }
}

function isZero(value: unknown): boolean {
  return value === 0 || (typeof value === "string" && value.trim() !== "" && Number(value) === 0);
}

/** Without a position Home Assistant takes every open cover for a fully open one. */
function isFullyOpen(position: unknown): boolean {
  return position === undefined || position === null || position === FULLY_OPEN;
}
