import { isRecord } from "../../text/is-record.ts";
import type { Entity, Home } from "../registry/home.ts";
import { numberOf } from "./end-state.ts";
import type { ServiceDescription, ServiceField } from "./service-descriptions.ts";
import { checkOwnLimits, matching } from "./service-limits.ts";
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
  const names = Array.isArray(value) ? value.map(String) : String(value).split(",");
  return names.map((name) => name.trim().toLowerCase()).find((name) => name !== "all" && name !== "none" && !home.find(name));
}

function fieldsOf(service: string, { fields }: ServiceDescription): string {
  if (fields.size === 0) return service.startsWith("script.turn_on") ? "Values for a script go into variables." : "It takes no fields.";
  return `Its fields are ${told([...fields].map(([name, { required }]) => (required ? `${name} (required)` : name)))}.`;
}
