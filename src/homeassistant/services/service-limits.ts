import type { Entity } from "../registry/home.ts";
import type { EntityState } from "../registry/states.ts";
import { numberOf } from "./end-state.ts";
import { nearestOf, told } from "./service-problem.ts";

type Checked = { readonly value: unknown } | { readonly problem: string; readonly nearest?: readonly string[] };

/** Field → the attribute in which an entity lists what it can be set to. */
const OWN_OPTIONS: Readonly<Record<string, string>> = {
  hvac_mode: "hvac_modes",
  preset_mode: "preset_modes",
  fan_mode: "fan_modes",
  swing_mode: "swing_modes",
  swing_horizontal_mode: "swing_horizontal_modes",
  operation_mode: "operation_list",
  mode: "available_modes",
  source: "source_list",
  sound_mode: "sound_mode_list",
  effect: "effect_list",
  option: "options",
  fan_speed: "fan_speed_list",
  tone: "available_tones",
};

/** Field → the attributes with its least and greatest value. In the unit of the entity's state, which is the unit of the call. */
const OWN_RANGE: Readonly<Record<string, readonly [string, string]>> = {
  temperature: ["min_temp", "max_temp"],
  target_temp_low: ["min_temp", "max_temp"],
  target_temp_high: ["min_temp", "max_temp"],
  humidity: ["min_humidity", "max_humidity"],
  value: ["min", "max"],
};

const COLOURS = ["hs", "xy", "rgb", "rgbw", "rgbww"];
const DIMMABLE = ["brightness", "color_temp", "white", ...COLOURS];

/** Field of `light.*` → colour modes of which a lamp needs one. Home Assistant drops the field in silence for a lamp without. */
const NEEDED_MODES: Readonly<Record<string, readonly string[]>> = {
  brightness: DIMMABLE,
  brightness_pct: DIMMABLE,
  brightness_step: DIMMABLE,
  brightness_step_pct: DIMMABLE,
  color_temp_kelvin: ["color_temp", ...COLOURS],
  rgb_color: COLOURS,
  hs_color: COLOURS,
  xy_color: COLOURS,
  color_name: COLOURS,
};

/** Checks one argument against what the targets say of themselves: Home Assistant's own errors come late, in other units, or not at all. */
export function checkOwnLimits(service: string, field: string, value: unknown, entities: readonly Entity[]): Checked {
  if (service.startsWith("light.") && entities.length > 0 && entities.every((entity) => lacksMode(entity.state, field))) {
    return { problem: `${namesOf(entities)} cannot do ${field}.` };
  }
  for (const entity of entities) {
    const problem = outOfRange(entity, field, value) ?? notAnOption(entity, field, value);
    if (problem) return problem;
  }
  const [first] = entities;
  const options = first && optionsOf(first, field);
  return { value: (options && matching(String(value), options)) ?? value };
}

/** The option of this name, whatever its case. */
export function matching(name: string, options: readonly string[]): string | undefined {
  return options.find((option) => option === name) ?? options.find((option) => option.toLowerCase() === name.trim().toLowerCase());
}

/** True for a lamp that says that it cannot do what the field is about. */
export function lacksMode({ attributes }: Pick<EntityState, "attributes">, field: string): boolean {
  const needed = NEEDED_MODES[field];
  const has = attributes["supported_color_modes"];
  return needed !== undefined && Array.isArray(has) && !has.some((mode) => needed.includes(String(mode)));
}

function outOfRange({ entityId, domain, state }: Entity, field: string, value: unknown): Checked | undefined {
  // the min and max of a text are lengths
  if (domain === "text" || domain === "input_text") return undefined;
  const [low, high] = OWN_RANGE[field] ?? [];
  const lowest = low === undefined ? undefined : numberOf(state.attributes[low]);
  const highest = high === undefined ? undefined : numberOf(state.attributes[high]);
  const number = numberOf(value);
  if (lowest === undefined || highest === undefined || number === undefined || (number >= lowest && number <= highest)) return undefined;
  return { problem: `${field} of ${entityId} must be from ${lowest} to ${highest}.` };
}

function notAnOption(entity: Entity, field: string, value: unknown): Checked | undefined {
  const options = optionsOf(entity, field);
  if (!options || matching(String(value), options)) return undefined;
  return { problem: `${field} of ${entity.entityId} must be one of ${told(options)}.`, nearest: nearestOf(String(value), options) };
}

function optionsOf({ state }: Entity, field: string): readonly string[] | undefined {
  const options = state.attributes[OWN_OPTIONS[field] ?? ""];
  return Array.isArray(options) && options.length > 0 ? options.map(String) : undefined;
}

function namesOf(entities: readonly Entity[]): string {
  return told(entities.map(({ entityId }) => entityId));
}
