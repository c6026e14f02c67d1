import { invalidCall, invalidFormat } from "../refusal.ts";
import type { FieldKind, ServiceDescription } from "./service-fields.ts";

type Data = Readonly<Record<string, unknown>>;

const TARGET_KEYS = ["entity_id", "device_id", "area_id", "floor_id", "label_id"] as const;
const ENTITY_ID = /^[a-z0-9_]+\.[a-z0-9_]+$/;

export interface TargetSelection {
  readonly entity_id: readonly string[];
  readonly device_id: readonly string[];
  readonly area_id: readonly string[];
  readonly floor_id: readonly string[];
  readonly label_id: readonly string[];
}

/**
 * Checks a call as Home Assistant's schemas do: keys, required ones, kinds and ranges, and that there is a target at all. Existence
 * and domain of the targets are not looked at, for Home Assistant does not either. Throws `invalid_format` in Home Assistant's words.
 */
export function checkCall(
  description: ServiceDescription,
  data: Data,
  target: Data,
): { fields: Record<string, unknown>; target: TargetSelection } {
  const known = { ...description.fields, ...description.more };
  const fields: Record<string, unknown> = {};
  const places: Data = { ...target, ...data };
  for (const [key, value] of Object.entries(data)) {
    const declared = known[key];
    if (declared) fields[key] = checkField(key, value, declared.kind);
    else if (description.silent?.includes(key)) fields[key] = value;
    else if (!description.target || !isTargetKey(key)) throw invalidFormat(`not a valid option at '${key}'`);
  }
  for (const [key, declared] of Object.entries(known)) {
    if (declared.required && !declared.lenient && !(key in data)) throw invalidFormat(`required key not provided at '${key}'`);
  }
  const selection = Object.fromEntries(TARGET_KEYS.map((key) => [key, ids(key, known[key] ? target[key] : places[key])]));
  if (description.target && TARGET_KEYS.every((key) => places[key] === undefined)) {
    throw invalidFormat(`at least one of [${TARGET_KEYS.map((key) => `'${key}'`).join(", ")}] is required`);
  }
  return { fields, target: selection as unknown as TargetSelection };
}

/** The rules about `return_response`: refused where there is no answer, demanded where there is nothing else. */
export function checkResponse(description: ServiceDescription, asked: boolean): void {
  const placeholders = { return_response: "return_response=True" };
  if (asked && !description.response) {
    const words = "An action which does not return responses can't be called with return_response=True";
    throw invalidCall(words, "service_does_not_support_response", "homeassistant", placeholders);
  }
  if (!asked && description.response === "only") {
    const words = "The action requires responses and must be called with return_response=True";
    throw invalidCall(words, "service_lacks_response_request", "homeassistant", placeholders);
  }
}

/** True if the fields have what one of them is required of: `set_temperature` without any temperature is refused. */
export function requireOneOf(fields: Data, keys: readonly string[]): void {
  if (!keys.some((key) => key in fields)) throw invalidFormat(`at least one of [${keys.map((key) => `'${key}'`).join(", ")}] is required`);
}

/** Feature bits: an entity named in a call must have one of the service's. */
export function supports(features: unknown, wanted: readonly number[]): boolean {
  const has = typeof features === "number" ? features : 0;
  return wanted.some((bits) => (has & bits) === bits);
}

function isTargetKey(key: string): boolean {
  return (TARGET_KEYS as readonly string[]).includes(key);
}

function ids(key: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const list = (Array.isArray(value) ? value : String(value).split(",")).map((id) => String(id).trim());
  for (const id of list) {
    if (key === "entity_id" && id !== "all" && id !== "none" && !ENTITY_ID.test(id)) {
      throw invalidFormat(`expected 'all' or 'none' at 'target.entity_id'. Got ${id.includes("'") ? `"${id}"` : `'${id}'`}`);
    }
  }
  return list;
}

function checkField(key: string, value: unknown, kind: FieldKind): unknown {
  if (kind.is === "any") return value;
  if (kind.is === "text") return typeof value === "object" && value !== null ? fail(`value should be a string at '${key}'`) : value;
  if (kind.is === "boolean") return typeof value === "boolean" ? value : fail(`expected bool at '${key}'`);
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof read !== "number" || !Number.isFinite(read)) return fail(`expected ${kind.is === "int" ? "int" : "float"} at '${key}'`);
  if (kind.is === "percentage") return read >= 0 && read <= 100 ? read : fail(`expected a percentage between 0 and 100 at '${key}'`);
  if (kind.max !== undefined && read > kind.max) return fail(`value must be at most ${kind.max} at '${key}'`);
  if (kind.min !== undefined && read < kind.min) return fail(`value must be at least ${kind.min} at '${key}'`);
  return kind.is === "int" ? Math.trunc(read) : read;
}

function fail(message: string): never {
  throw invalidFormat(message);
}
