import { invalidCall, invalidFormat } from "../refusal.ts";
import { readTable } from "../tables/tables.ts";

type Data = Readonly<Record<string, unknown>>;
/** Kinds of fields by name: `text`, `text!` for a required one, `text!?` for one that is described so and taken without it. */
type Fields = Readonly<Record<string, string>>;

/** A service as `tables/services.yaml` and furnishings write it. */
export interface ServiceDescription {
  readonly fields?: Fields;
  /** Fields that the frontend shows in a section of their own; Home Assistant nests them in the description. */
  readonly more?: Fields;
  /** Name of that section; `additional_fields` when left out. */
  readonly section?: string;
  /** Fields that are taken though no description has them. */
  readonly silent?: readonly string[];
  /** Which entities it acts on; those of its own domain when left out. */
  readonly target?: "any" | "none";
  /** Feature bits of which an entity needs one. */
  readonly features?: readonly number[];
  /** Whether it answers: never, if asked, or always. */
  readonly response?: "optional" | "only";
  /** The state that it leaves a device in, and the one on the way. */
  readonly then?: string;
  readonly passing?: string;
  /** Its fields become attributes of the device. */
  readonly keeps?: true;
}

export type ServiceCatalogue = Readonly<Record<string, Readonly<Record<string, ServiceDescription>>>>;

interface Kind {
  readonly is: "any" | "text" | "boolean" | "int" | "float" | "number";
  readonly selector: Readonly<Record<string, { readonly min?: number; readonly max?: number }>>;
}

const { kinds, services: known } = readTable<{ kinds: Readonly<Record<string, Kind>>; services: ServiceCatalogue }>("services");

/** The services of every home, and those that this one is furnished with. */
export function catalogueWith(own: ServiceCatalogue): ServiceCatalogue {
  const merged = Object.entries(own).map(([domain, services]) => [domain, { ...known[domain], ...services }] as const);
  return { ...known, ...Object.fromEntries(merged) };
}

/** The answer to `get_services`, with one service per script. */
export function describeServices(catalogue: ServiceCatalogue, scripts: readonly { id: string; name: string }[]): Record<string, unknown> {
  const all = Object.entries(catalogue).map(([domain, services]) => {
    const described = Object.entries(services).map(([name, service]) => [name, describe(domain, service)] as const);
    return [domain, Object.fromEntries(described)] as const;
  });
  const own = Object.fromEntries(scripts.map(({ id, name }) => [id, { name, description: "", fields: {}, response: { optional: true } }]));
  const described = Object.fromEntries(all);
  return { ...described, script: { ...own, ...described["script"] } };
}

function describe(domain: string, service: ServiceDescription): Record<string, unknown> {
  const { fields = {}, more, section = "additional_fields", target, features, response } = service;
  const entity = [{ domain: [domain], ...(features && { supported_features: features }) }];
  return {
    fields: { ...describeFields(fields), ...(more && { [section]: { collapsed: true, fields: describeFields(more) } }) },
    ...(target !== "none" && { target: target === "any" ? {} : { entity } }),
    ...(response && { response: { optional: response === "optional" } }),
  };
}

function describeFields(fields: Fields): Record<string, unknown> {
  const described = Object.entries(fields).map(([name, kind]) => {
    return [name, { ...(kind.includes("!") && { required: true }), selector: kindOf(kind).selector }];
  });
  return Object.fromEntries(described);
}

function kindOf(written: string): Kind {
  const kind = kinds[written.replace(/!\??$/, "")];
  if (!kind) throw new Error(`services have no fields of the kind ${written}`);
  return kind;
}

const TARGET_KEYS = ["entity_id", "device_id", "area_id", "floor_id", "label_id"] as const;
const ENTITY_ID = /^[a-z0-9_]+\.[a-z0-9_]+$/;

export type TargetSelection = Readonly<Record<(typeof TARGET_KEYS)[number], readonly string[]>>;

export const NO_TARGET: TargetSelection = { entity_id: [], device_id: [], area_id: [], floor_id: [], label_id: [] };

/** Checks a call as Home Assistant's schemas do, in its words; existence and domain of the targets are not looked at. */
export function checkCall(
  service: ServiceDescription,
  data: Data,
  target: Data,
): { fields: Record<string, unknown>; target: TargetSelection } {
  const declared: Fields = { ...service.fields, ...service.more };
  const fields: Record<string, unknown> = {};
  const places: Data = { ...target, ...data };
  for (const [key, value] of Object.entries(data)) {
    const kind = declared[key];
    if (kind) fields[key] = checkField(key, value, kindOf(kind));
    else if (service.silent?.includes(key)) fields[key] = value;
    else if (service.target === "none" || !TARGET_KEYS.some((name) => name === key)) throw invalidFormat(`not a valid option at '${key}'`);
  }
  for (const [key, kind] of Object.entries(declared)) {
    if (kind.endsWith("!") && !(key in data)) throw invalidFormat(`required key not provided at '${key}'`);
  }
  if (service.target !== "none") requireOneOf(places, TARGET_KEYS);
  const ids = TARGET_KEYS.map((key) => [key, idsOf(key, declared[key] ? target[key] : places[key])] as const);
  return { fields, target: { ...NO_TARGET, ...Object.fromEntries(ids) } };
}

/** The rules about `return_response`: refused where there is no answer, demanded where there is nothing else. */
export function checkResponse({ response }: ServiceDescription, asked: boolean): void {
  const placeholders = { return_response: "return_response=True" };
  if (asked && !response) {
    const words = "An action which does not return responses can't be called with return_response=True";
    throw invalidCall(words, "service_does_not_support_response", "homeassistant", placeholders);
  }
  if (!asked && response === "only") {
    const words = "The action requires responses and must be called with return_response=True";
    throw invalidCall(words, "service_lacks_response_request", "homeassistant", placeholders);
  }
}

/** Refuses what has none of the fields of which one is required: `set_temperature` without any temperature. */
export function requireOneOf(fields: Data, keys: readonly string[]): void {
  if (keys.some((key) => fields[key] !== undefined)) return;
  throw invalidFormat(`at least one of [${keys.map((key) => `'${key}'`).join(", ")}] is required`);
}

function idsOf(key: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const list = (Array.isArray(value) ? value : String(value).split(",")).map((id) => String(id).trim());
  for (const id of list) {
    if (key === "entity_id" && id !== "all" && id !== "none" && !ENTITY_ID.test(id)) {
      throw invalidFormat(`expected 'all' or 'none' at 'target.entity_id'. Got ${id.includes("'") ? `"${id}"` : `'${id}'`}`);
    }
  }
  return list;
}

function checkField(key: string, value: unknown, { is, selector }: Kind): unknown {
  if (is === "any") return value;
  if (is === "text") return typeof value === "object" ? fail(`value should be a string at '${key}'`) : value;
  if (is === "boolean") return typeof value === "boolean" ? value : fail(`expected bool at '${key}'`);
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof read !== "number" || !Number.isFinite(read)) return fail(`expected ${is === "int" ? "int" : "float"} at '${key}'`);
  const { min = read, max = read } = (is === "float" && selector["number"]) || {};
  if (read > max) return fail(`value must be at most ${max} at '${key}'`);
  if (read < min) return fail(`value must be at least ${min} at '${key}'`);
  return is === "int" ? Math.trunc(read) : read;
}

function fail(message: string): never {
  throw invalidFormat(message);
}
