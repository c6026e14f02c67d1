import { numberOf } from "../../security/effects/action-facts.ts";
import { isRecord } from "../../text/is-record.ts";

import type { Entity, Home } from "../registry/home.ts";
import type { EntityState } from "../registry/states.ts";
import type { ServiceDescription, ServiceField } from "./service-descriptions.ts";
import { nearestOf, type Refusal, refuse, told } from "./service-problem.ts";

export type CheckedData = { readonly ok: true; readonly data: Readonly<Record<string, unknown>> } | Refusal;

/** Values of one field: `value` as Home Assistant wants it, or in words what would be right. */
type CheckedValue = { readonly value: unknown } | { readonly expected: string; readonly nearest?: readonly string[] };

/**
 * Fixes only what can mean one thing: numbers and booleans as text, "30 %" where the unit is %, options in another case; nulls are
 * left out.
 */
export function checkData(
  service: string,
  given: Readonly<Record<string, unknown>>,
  description: ServiceDescription,
  entities: readonly Entity[],
  home: Pick<Home, "find" | "nearest">,
): CheckedData {
  const data = Object.fromEntries(Object.entries(joinMedia(service, given)).filter(([, value]) => value !== null && value !== undefined));
  if (isUndocumented(description)) return { ok: true, data };
  for (const [name, field] of description.fields) {
    if (field.required && data[name] === undefined)
      return refuse("missing_field", `${service} needs ${name}. ${fieldsOf(service, description)}`);
  }
  for (const [name, value] of Object.entries(data)) {
    const field = description.fields.get(name);
    if (!field) {
      return refuse(
        "unknown_field",
        `${service} has no field ${name}. ${fieldsOf(service, description)}`,
        nearestOf(name, description.fields.keys()),
      );
    }
    const checked = checkValue(field, value);
    if ("expected" in checked) return refuse("invalid_field", `${name} must be ${checked.expected}.`, checked.nearest);
    const own = checkOwnLimits(service, name, checked.value, entities);
    if ("problem" in own) return refuse("invalid_field", own.problem, own.nearest);
    const unknown = field.selector?.["entity"] ? unknownEntity(checked.value, home) : undefined;
    if (unknown) return refuse("unknown_target", `${name}: there is no entity ${unknown}.`, home.nearest(unknown));
    data[name] = own.value;
  }
  return { ok: true, data };
}

/** No fields, no target, no answer: code of the person's own (shell_command, python_script) that takes what it likes. */
function isUndocumented({ fields, target, response }: ServiceDescription): boolean {
  return fields.size === 0 && target === undefined && response === "none";
}

/** Home Assistant now wants both in one field; models learnt the old two. */
function joinMedia(service: string, data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { media_content_id, media_content_type, ...rest } = data;
  if (service !== "media_player.play_media" || media_content_id === undefined || rest["media"] !== undefined) return data;
  return { ...rest, media: { media_content_id, media_content_type: media_content_type ?? "music" } };
}

function checkValue({ selector }: ServiceField, value: unknown): CheckedValue {
  const [kind, settings] = Object.entries(selector ?? {})[0] ?? [];
  const options = isRecord(settings) ? settings : {};
  switch (kind) {
    case "number":
      return checkNumber(value, options);
    case "color_temp":
      return checkNumber(value, { unit_of_measurement: "K", min: 1 });
    case "boolean":
      return checkBoolean(value);
    case "select":
      return checkSelect(value, options);
    case "color_rgb":
      return checkRgb(value);
    case "text":
      return options["multiple"] !== true && typeof value === "object" ? { expected: "a text" } : { value };
    default:
      return { value };
  }
}

function checkNumber(value: unknown, options: Readonly<Record<string, unknown>>): CheckedValue {
  const unit = typeof options["unit_of_measurement"] === "string" ? options["unit_of_measurement"] : "";
  const text = typeof value === "string" ? value.trim() : value;
  const plain = typeof text === "string" && unit !== "" && text.endsWith(unit) ? text.slice(0, -unit.length) : text;
  const number = numberOf(plain);
  const lowest = numberOf(options["min"]) ?? Number.NEGATIVE_INFINITY;
  const highest = numberOf(options["max"]) ?? Number.POSITIVE_INFINITY;
  if (number !== undefined && number >= lowest && number <= highest) return { value: number };
  const range = Number.isFinite(lowest) && highest < Number.MAX_SAFE_INTEGER ? ` from ${lowest} to ${highest}` : "";
  return { expected: `a number${range}${unit === "" ? "" : ` (${unit})`}` };
}

function checkBoolean(value: unknown): CheckedValue {
  if (typeof value === "boolean") return { value };
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (["true", "on", "yes"].includes(text)) return { value: true };
  return ["false", "off", "no"].includes(text) ? { value: false } : { expected: "true or false" };
}

function checkSelect(value: unknown, settings: Readonly<Record<string, unknown>>): CheckedValue {
  const names = Array.isArray(settings["options"])
    ? settings["options"].map((option) => String(isRecord(option) ? option["value"] : option))
    : [];
  if (settings["custom_value"] === true || names.length === 0) return { value };
  const chosen = (Array.isArray(value) ? value : [value]).map((one) => ({ one, right: matching(String(one), names) }));
  const wrong = chosen.find(({ right }) => right === undefined);
  if (wrong) return { expected: `one of ${told(names)}`, nearest: nearestOf(String(wrong.one), names) };
  const right = chosen.flatMap((choice) => choice.right ?? []);
  return { value: Array.isArray(value) ? right : right[0] };
}

function checkRgb(value: unknown): CheckedValue {
  const parts = Array.isArray(value) ? value.map(numberOf) : [];
  const right = parts.length === 3 && parts.every((part) => part !== undefined && part >= 0 && part <= 255);
  return right ? { value: parts } : { expected: "three numbers from 0 to 255: [red, green, blue]" };
}

function unknownEntity(value: unknown, home: Pick<Home, "find">): string | undefined {
  return namesIn(value).find((name) => name !== "all" && name !== "none" && !home.find(name));
}

/** Ids and names given as a list, or as Home Assistant's text with commas, each once and in lower case. */
export function namesIn(value: unknown): string[] {
  const texts = [value ?? ""].flat().flatMap((one) => String(one).split(","));
  return [...new Set(texts.map((name) => name.trim().toLowerCase()))].filter((name) => name !== "");
}

function fieldsOf(service: string, { fields }: ServiceDescription): string {
  if (fields.size === 0) return service.startsWith("script.turn_on") ? "Values for a script go into variables." : "It takes no fields.";
  return `Its fields are ${told([...fields].map(([name, { required }]) => (required ? `${name} (required)` : name)))}.`;
}

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
export const NEEDED_MODES: Readonly<Record<string, readonly string[]>> = {
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
function checkOwnLimits(service: string, field: string, value: unknown, entities: readonly Entity[]): Checked {
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
function matching(name: string, options: readonly string[]): string | undefined {
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
