import { isRoutine } from "../../security/policy/read-access.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Entity, Home } from "../registry/home.ts";
import { lacksMode } from "../services/service-data.ts";
import { CAMERA_IMAGE, type ServiceCall } from "../services/services.ts";
import { CHOOSABLE } from "./choices.ts";
import type { MissReason, RecognisedPart, SeveralMeant } from "./recogniser.ts";

/** One matched sentence as the matcher gave it: slot values normalised (numbers, English words), targets by entity id. */
export interface MatchedIntent {
  readonly intent: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly targets: readonly string[];
}

export type IntentReading =
  | { readonly ok: true; readonly intent: string; readonly parts: readonly RecognisedPart[] }
  | { readonly ok: false; readonly reason: Exclude<MissReason, "several"> }
  | ({ readonly ok: false; readonly reason: "several" } & SeveralMeant);

/** What says nothing that is known. */
export const NO_MATCH: IntentReading = { ok: false, reason: "no_match" };

type Values = Readonly<Record<string, unknown>>;

/**
 * - `domains`: what the intent can act on; other targets of an area-wide match are left out
 * - `several`: which targets are meant when a place was named and not a thing: every one, the one there is, those playing, the one that
 *   is paused, or all if they are of one domain that may be switched by the roomful
 * - `calls`: undefined if the slots do not say enough
 */
interface ActionIntent {
  readonly domains: readonly string[];
  readonly several: "all" | "one" | "playing" | "paused" | "one domain";
  readonly calls: (targets: readonly Entity[], values: Values) => readonly ServiceCall[] | undefined;
}

/** What can be switched on and off by the roomful. */
export const SWITCHED_DOMAINS = ["light", "switch", "fan", "media_player", "input_boolean", "climate", "humidifier"] as const;

/** What "on" and "off" mean by domain (Home Assistant's HassTurnOn also opens, locks and presses). A domain decides its service. */
const ON_SERVICES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SWITCHED_DOMAINS.map((domain) => [domain, `${domain}.turn_on`])),
  lock: "lock.lock",
  cover: "cover.open_cover",
  valve: "valve.open_valve",
  button: "button.press",
  input_button: "input_button.press",
  scene: "scene.turn_on",
  script: "script.turn_on",
};
const OFF_SERVICES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SWITCHED_DOMAINS.map((domain) => [domain, `${domain}.turn_off`])),
  lock: "lock.unlock",
  cover: "cover.close_cover",
  valve: "valve.close_valve",
  script: "script.turn_off",
};
const TOGGLE_SERVICES = Object.fromEntries(SWITCHED_DOMAINS.map((domain) => [domain, `${domain}.toggle`]));
const POSITION_SERVICES = { cover: "cover.set_cover_position", valve: "valve.set_valve_position" };
const STOP_SERVICES = { cover: "cover.stop_cover", valve: "valve.stop_valve" };

const ACTION_INTENTS: Readonly<Record<string, ActionIntent>> = {
  HassTurnOn: byDomain(ON_SERVICES, "one domain"),
  HassTurnOff: byDomain(OFF_SERVICES, "one domain"),
  HassToggle: byDomain(TOGGLE_SERVICES, "one domain"),
  HassStopMoving: byDomain(STOP_SERVICES, "all"),
  HassSetPosition: byDomain(POSITION_SERVICES, "all", ({ position }) => field("position", number(position))),
  HassLightSet: { domains: ["light"], several: "all", calls: setLight },
  HassFanSetSpeed: byDomain({ fan: "fan.set_percentage" }, "all", ({ percentage }) => field("percentage", number(percentage))),
  HassClimateSetTemperature: byDomain({ climate: "climate.set_temperature" }, "one", ({ temperature }) =>
    field("temperature", number(temperature)),
  ),
  HassHumidifierSetpoint: byDomain({ humidifier: "humidifier.set_humidity" }, "one", ({ humidity }) => field("humidity", number(humidity))),
  HassVacuumStart: byDomain({ vacuum: "vacuum.start" }, "all"),
  HassVacuumReturnToBase: byDomain({ vacuum: "vacuum.return_to_base" }, "all"),
  HassLawnMowerStartMowing: byDomain({ lawn_mower: "lawn_mower.start_mowing" }, "all"),
  HassLawnMowerDock: byDomain({ lawn_mower: "lawn_mower.dock" }, "all"),
  PauseRobot: byDomain({ vacuum: "vacuum.pause", lawn_mower: "lawn_mower.pause" }, "one"),
  HassMediaPause: byDomain({ media_player: "media_player.media_pause" }, "playing"),
  HassMediaUnpause: byDomain({ media_player: "media_player.media_play" }, "paused"),
  HassMediaNext: byDomain({ media_player: "media_player.media_next_track" }, "playing"),
  HassMediaPrevious: byDomain({ media_player: "media_player.media_previous_track" }, "playing"),
  HassMediaPlayerMute: byDomain({ media_player: "media_player.volume_mute" }, "playing", () => ({ is_volume_muted: true })),
  HassMediaPlayerUnmute: byDomain({ media_player: "media_player.volume_mute" }, "playing", () => ({ is_volume_muted: false })),
  HassSetVolume: byDomain({ media_player: "media_player.volume_set" }, "playing", ({ volume_level }) =>
    field("volume_level", asVolume(number(volume_level))),
  ),
  HassSetVolumeRelative: { domains: ["media_player"], several: "playing", calls: stepVolume },
  StepBrightness: { domains: ["light"], several: "all", calls: stepBrightness },
  StepTemperature: { domains: ["climate"], several: "one", calls: stepTemperature },
  StepWarmth: { domains: ["light"], several: "all", calls: stepWarmth },
  Choose: { domains: CHOOSABLE, several: "all", calls: chooseOne },
  ShowCamera: byDomain({ camera: CAMERA_IMAGE }, "one"),
  HassListAddItem: byDomain({ todo: "todo.add_item" }, "one", ({ item }) => field("item", asListItem(item))),
  HassListRemoveItem: byDomain({ todo: "todo.remove_item" }, "all", ({ item }) => field("item", asListItem(item))),
  HassListCompleteItem: byDomain({ todo: "todo.update_item" }, "all", ({ item }) => ({ item: asListItem(item), status: "completed" })),
};

/** Intents with a slot that swallows any words, connectors too: "add eggs to groceries and add milk" is one item to the matcher. */
const FREE_TEXT_INTENTS: ReadonlySet<string> = new Set(["HassListAddItem", "HassListRemoveItem", "HassListCompleteItem"]);

export function holdsFreeText(intent: string): boolean {
  return FREE_TEXT_INTENTS.has(intent);
}

/**
 * Turns a match into service calls or a question. Entity ids come from the match's targets and nowhere else; all of them have to be
 * exposed. A place never sweeps up locks, covers or valves that were not meant.
 */
export function readIntent(match: MatchedIntent, home: Pick<Home, "find">): IntentReading {
  const { intent, values } = match;
  const action = Object.hasOwn(ACTION_INTENTS, intent) ? ACTION_INTENTS[intent] : undefined;
  const isQuestion = intent === "HassGetState" || intent === "HassClimateGetTemperature";
  if (!action && !isQuestion) return refuse("unknown_intent");
  const found = match.targets.map((id) => home.find(id)).filter((entity) => entity !== undefined);
  if (found.length !== match.targets.length) return refuse("no_match");
  const targets = found.filter((entity) => fits(values["domain"], entity.domain) && fits(values["device_class"], entity.deviceClass));
  if (targets.length === 0) return refuse("ambiguous");
  if (action) {
    const meant = choose(targets, action, values);
    const calls = meant && action.calls(meant, values);
    return calls
      ? understood(
          intent,
          calls.map((call) => ({ kind: "action", call })),
        )
      : refuse("ambiguous");
  }
  return intent === "HassGetState" ? askState(targets, values) : askTemperature(targets, values);
}

function refuse(reason: Exclude<MissReason, "several">): IntentReading {
  return { ok: false, reason };
}

function understood(intent: string, parts: readonly RecognisedPart[]): IntentReading {
  return { ok: true, intent, parts };
}

function askState(targets: readonly Entity[], values: Values): IntentReading {
  const named = "name" in values;
  if (named ? targets.length > 1 : !("domain" in values || "device_class" in values)) return refuse("ambiguous");
  // the tools know who asks, the matcher does not
  if (targets.some(({ domain }) => isRoutine(domain))) return refuse("unknown_intent");
  const [state] = list(values["state"]);
  return question("HassGetState", targets, named, { state });
}

/** A place's match lists everything in it: a thermometer is the best answer, then a thermostat, then all thermometers. What heats water tells of its water. */
function askTemperature(targets: readonly Entity[], values: Values): IntentReading {
  const named = "name" in values;
  const intent = "HassClimateGetTemperature";
  if (named && targets.length > 1) return refuse("ambiguous");
  const boilers = targets.filter(({ domain }) => domain === "water_heater");
  const isBoilers = ({ deviceId }: Entity) => deviceId !== undefined && boilers.some((boiler) => boiler.deviceId === deviceId);
  const thermostats = targets.filter(({ domain }) => domain === "climate" || (named && domain === "water_heater"));
  const thermometers = targets.filter(
    (entity) => entity.domain === "sensor" && entity.deviceClass === "temperature" && (named || !isBoilers(entity)),
  );
  if (thermometers.length === 1) return question(intent, thermometers, named);
  if (thermostats.length === 1) return question(intent, thermostats, named, { attribute: "current_temperature" });
  return thermometers.length > 1 ? question(intent, thermometers, named) : refuse("ambiguous");
}

function question(
  intent: string,
  targets: readonly Entity[],
  named: boolean,
  about: { state?: string | undefined; attribute?: string } = {},
) {
  const { state, attribute } = about;
  return understood(intent, [{ kind: "question", question: { entityIds: targets.map(idOf), state, named, attribute } }]);
}

/** The targets that are meant; undefined when that is a guess. */
function choose(targets: readonly Entity[], { domains, several }: ActionIntent, values: Values): readonly Entity[] | undefined {
  const able = targets.filter(({ domain }) => domains.includes(domain));
  if (able.length === 0) return undefined;
  if ("name" in values) return able.length === 1 ? able : undefined;
  if (several === "one domain" && !("domain" in values || "device_class" in values)) {
    const [first] = able;
    const sweepable = first !== undefined && (SWITCHED_DOMAINS as readonly string[]).includes(first.domain);
    return sweepable && able.every(({ domain }) => domain === first.domain) ? able : undefined;
  }
  if (able.length === 1 || several === "all" || several === "one domain") return able;
  if (several === "one") return undefined;
  const inState = able.filter(({ state }) => state.state === several);
  if (several === "paused") return inState.length === 1 ? inState : undefined;
  return inState.length > 0 ? inState : undefined;
}

/** An intent whose service follows from each target's domain and whose data is the same for all. */
function byDomain(
  services: Readonly<Record<string, string>>,
  several: ActionIntent["several"],
  dataOf: (values: Values) => Readonly<Record<string, unknown>> | undefined = () => ({}),
): ActionIntent {
  return {
    domains: Object.keys(services),
    several,
    calls(targets, values) {
      const data = dataOf(values);
      if (!data) return undefined;
      const byService = Map.groupBy(targets, ({ domain }) => services[domain]);
      return [...byService].flatMap(([service, entities]) => (service ? [callOf(service, entities, data)] : []));
    },
  };
}

function setLight(targets: readonly Entity[], { brightness, color, temperature }: Values): readonly ServiceCall[] | undefined {
  const percent = number(brightness);
  const kelvin = number(temperature);
  const data = {
    ...(percent !== undefined && { brightness_pct: percent }),
    ...(typeof color === "string" && { color_name: color.replaceAll(" ", "") }),
    ...(kelvin !== undefined && { color_temp_kelvin: kelvin }),
  };
  const fields = Object.keys(data);
  if (fields.length === 0) return undefined;
  if (percent === 0) return [callOf("light.turn_off", targets, {})];
  // Home Assistant turns on whole what cannot show it; where none can, the call is refused with that reason
  const able = targets.filter(({ state }) => !fields.some((field) => lacksMode(state, field)));
  return [callOf("light.turn_on", able.length > 0 ? able : targets, data)];
}

/** The values are a `ChoosingCall`. */
function chooseOne(targets: readonly Entity[], { service, data }: Values): readonly ServiceCall[] | undefined {
  return typeof service === "string" && isRecord(data) ? [callOf(service, targets, data)] : undefined;
}

/** "up" and "down" are the player's own steps; a number is percent points from where each player is now. */
function stepVolume(targets: readonly Entity[], { volume_step: step }: Values): readonly ServiceCall[] | undefined {
  if (step === "up" || step === "down") return [callOf(`media_player.volume_${step}`, targets, {})];
  const points = number(step);
  return eachStepped(targets, ({ volume_level: now }) => {
    if (points === undefined || typeof now !== "number") return undefined;
    return ["media_player.volume_set", { volume_level: asVolume(now * 100 + points) }];
  });
}

/** "Brighter", in percent points; "warmer", in degrees of the thermostat's unit and in kelvin of white light. */
const BRIGHTNESS_STEP = 20;
const FULL = 255;
const TEMPERATURE_STEP = 1;
const WARMTH_STEP = 500;

/** `by` is what was said, in the unit of what is stepped; else `step` times its usual size. */
function stepped({ by, step }: Values, size: number): number | undefined {
  const steps = number(step);
  return number(by) ?? (steps === undefined ? undefined : steps * size);
}

/** Who wants it darker does not want it off: a lamp with no more than one step left gets half of what it has. */
function stepBrightness(targets: readonly Entity[], values: Values): readonly ServiceCall[] | undefined {
  const by = stepped(values, BRIGHTNESS_STEP);
  if (by === undefined) return undefined;
  const byHalf = Map.groupBy(targets, ({ state: { attributes } }) => {
    const now = Math.round(((number(attributes["brightness"]) ?? FULL) * 100) / FULL);
    return now + by > 0 ? undefined : Math.max(1, Math.round(now / 2));
  });
  return [...byHalf].map(([half, lights]) =>
    callOf("light.turn_on", lights, half === undefined ? { brightness_step_pct: by } : { brightness_pct: half }),
  );
}

/** A degree, or the thermostat's own step where that is more: Home Assistant has no service for it. */
function stepTemperature(targets: readonly Entity[], values: Values): readonly ServiceCall[] | undefined {
  return eachStepped(targets, ({ temperature, min_temp, max_temp, target_temp_step }) => {
    const by = stepped(values, Math.max(TEMPERATURE_STEP, number(target_temp_step) ?? 0));
    const value = moved(temperature, by, min_temp, max_temp);
    return value === undefined ? undefined : ["climate.set_temperature", { temperature: value }];
  });
}

/** White that is warmer has less kelvin. */
function stepWarmth(targets: readonly Entity[], values: Values): readonly ServiceCall[] | undefined {
  return eachStepped(targets, ({ color_temp_kelvin, min_color_temp_kelvin, max_color_temp_kelvin }) => {
    const value = moved(color_temp_kelvin, stepped(values, -WARMTH_STEP), min_color_temp_kelvin, max_color_temp_kelvin);
    return value === undefined ? undefined : ["light.turn_on", { color_temp_kelvin: value }];
  });
}

/** A call for each; undefined if one of them does not tell where it is now. */
function eachStepped(
  targets: readonly Entity[],
  callFor: (attributes: Values) => readonly [service: string, data: Values] | undefined,
): readonly ServiceCall[] | undefined {
  const calls = targets.flatMap((target) => {
    const [service, data] = callFor(target.state.attributes) ?? [];
    return service && data ? [callOf(service, [target], data)] : [];
  });
  return calls.length === targets.length ? calls : undefined;
}

/** A value after a step, within the bounds that the entity tells. */
function moved(value: unknown, by: number | undefined, least: unknown, most: unknown): number | undefined {
  const now = typeof value === "number" ? value : undefined;
  if (now === undefined || by === undefined) return undefined;
  return Math.min(number(most) ?? Number.POSITIVE_INFINITY, Math.max(number(least) ?? Number.NEGATIVE_INFINITY, now + by));
}

function callOf(service: string, targets: readonly Entity[], data: Readonly<Record<string, unknown>>): ServiceCall {
  return { service, target: { entityId: targets.map(idOf) }, data };
}

function idOf({ entityId }: Entity): string {
  return entityId;
}

function field(name: string, value: number | string | undefined): Readonly<Record<string, unknown>> | undefined {
  return value === undefined ? undefined : { [name]: value };
}

/** Slot values come as numbers, or as the text that was said (`21,5`). */
function number(value: unknown): number | undefined {
  const parsed = typeof value === "string" && value.trim() !== "" ? Number(value.replace(",", ".")) : value;
  return typeof parsed === "number" && Number.isFinite(parsed) ? parsed : undefined;
}

/** Percent to 0..1 in steps of a percent. */
function asVolume(percent: number | undefined): number | undefined {
  return percent === undefined ? undefined : Math.min(100, Math.max(0, Math.round(percent))) / 100;
}

/** Home Assistant's own intent writes list items with a capital, so ours look like theirs. */
export function asListItem(item: unknown): string | undefined {
  const text = typeof item === "string" ? item.trim() : "";
  return text === "" ? undefined : text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A slot that is not there fits everything; one value or several of them. */
function fits(slot: unknown, value: string | undefined): boolean {
  const allowed = list(slot);
  return allowed.length === 0 || (value !== undefined && allowed.includes(value));
}

function list(slot: unknown): readonly string[] {
  return (Array.isArray(slot) ? slot : [slot]).filter((value) => typeof value === "string");
}
