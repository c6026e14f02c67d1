import { folded } from "../../text/fold.ts";
import type { Entity } from "../registry/home.ts";
import { isKnown, type StateWords } from "../registry/state-words.ts";

/** What is called to choose something. */
export interface ChoosingCall {
  readonly service: string;
  readonly data: Readonly<Record<string, string>>;
}

type Choosing = readonly [list: string, service: string, field: string];

const SELECTING: readonly Choosing[] = [["options", "select_option", "option"]];
/** The attribute in which an entity lists what can be chosen of it, and the service and its field that choose it (developers.home-assistant.io, Entity). */
const CHOICES: Readonly<Record<string, readonly Choosing[]>> = {
  select: SELECTING,
  input_select: SELECTING,
  climate: [
    ["hvac_modes", "set_hvac_mode", "hvac_mode"],
    ["preset_modes", "set_preset_mode", "preset_mode"],
    ["fan_modes", "set_fan_mode", "fan_mode"],
  ],
  water_heater: [["operation_list", "set_operation_mode", "operation_mode"]],
  humidifier: [["available_modes", "set_mode", "mode"]],
  fan: [["preset_modes", "set_preset_mode", "preset_mode"]],
  vacuum: [["fan_speed_list", "set_fan_speed", "fan_speed"]],
  media_player: [
    ["source_list", "select_source", "source"],
    ["sound_mode_list", "select_sound_mode", "sound_mode"],
  ],
  light: [["effect_list", "turn_on", "effect"]],
};
/** Fields that choose the state of an entity; the others choose something about it. */
const STATES: ReadonlySet<string> = new Set(["option", "hvac_mode", "operation_mode"]);
/** Of everything else these are its state: the effect of a light may be called "off", too (developers.home-assistant.io, Light entity: `EFFECT_OFF`). */
const POWER: ReadonlySet<string> = new Set(["on", "off"]);
/** Domains of which something can be chosen. */
export const CHOOSABLE: readonly string[] = Object.keys(CHOICES);

type Words = Pick<StateWords, "statesOf">;

/** What can be chosen of an entity, by what it is called (folded): as it is listed, or as Home Assistant calls the state. */
export function choicesOf(entity: Entity, words: Words): ReadonlyMap<string, ChoosingCall> {
  const found = new Map<string, ChoosingCall>();
  const choices = Object.hasOwn(CHOICES, entity.domain) ? CHOICES[entity.domain] : undefined;
  const states = choices ? words.statesOf(entity) : undefined;
  for (const [list, service, field] of choices ?? []) {
    for (const value of listed(entity, list)) {
      if (!STATES.has(field) && POWER.has(plain(value))) continue;
      const call = { service: `${entity.domain}.${service}`, data: { [field]: value } };
      for (const name of [plain(value), ...(states?.get(value) ?? [])]) if (!found.has(name)) found.set(name, call);
    }
  }
  return found;
}

/** The states that an entity has, or says that it can have, by what they are called (folded). Of what is measured there are none. */
export function statesSaidOf(entity: Entity, words: Words): ReadonlyMap<string, string> {
  const { state, attributes } = entity.state;
  if (attributes["unit_of_measurement"] !== undefined) return new Map();
  const known = [...words.statesOf(entity)].flatMap(([value, names]) => names.map((name) => [name, value] as const));
  const own = [...listed(entity, "options"), ...(isKnown(state) ? [state] : [])].map((value) => [plain(value), value] as const);
  return new Map([...known, ...own]);
}

function listed({ state: { attributes } }: Entity, list: string): readonly string[] {
  return [attributes[list]].flat().filter((value) => typeof value === "string");
}

function plain(value: string): string {
  return folded(value.replaceAll("_", " "));
}
