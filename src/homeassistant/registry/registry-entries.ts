import { isRecord } from "../../text/is-record.ts";
import type { Area, Floor } from "./home.ts";

/** A row of one of Home Assistant's registries as it comes. */
export type RawEntry = Readonly<Record<string, unknown>>;

/** A row of the entity registry as `get_entries` gives it. */
export interface RawEntity extends RawEntry {
  readonly entity_id: string;
  readonly disabled_by: string | null;
}

export type AreaEntry = ReturnType<typeof areaOf>;
export type Label = ReturnType<typeof labelOf>;
export type DeviceEntry = ReturnType<typeof deviceOf>;
export type EntityEntry = ReturnType<typeof entityOf>;

export function areaOf(row: RawEntry): Area & { readonly labels: readonly string[] } {
  return {
    areaId: String(row["area_id"]),
    name: String(row["name"]),
    aliases: textsOf(row["aliases"]),
    floorId: textOf(row["floor_id"]) ?? null,
    labels: textsOf(row["labels"]),
  };
}

export function floorOf(row: RawEntry): Floor {
  const level = typeof row["level"] === "number" ? row["level"] : null;
  return { floorId: String(row["floor_id"]), name: String(row["name"]), aliases: textsOf(row["aliases"]), level };
}

export function labelOf(row: RawEntry) {
  return { labelId: String(row["label_id"]), name: String(row["name"]) };
}

export function deviceOf(row: RawEntry) {
  return {
    deviceId: String(row["id"]),
    /** The name given by people, else the integration's. */
    name: textOf(row["name_by_user"]) ?? textOf(row["name"]),
    maker: textOf(row["manufacturer"]),
    model: textOf(row["model"]),
    areaId: textOf(row["area_id"]),
    labels: textsOf(row["labels"]),
    /** Set for a child device (2026.9): what it does not have itself it takes from there. */
    parentDeviceId: textOf(row["parent_device_id"]),
    /** It stands for a service and no single thing: a bridge's rooms and zones. */
    isService: row["entry_type"] === "service",
    /** What its integrations call it, identifiers and connections alike: `zha:00:0d:6f:…`, `mac:aa:bb:…`, in lower case. */
    identifiers: [...pairsOf(row["identifiers"]), ...pairsOf(row["connections"])],
  };
}

export function entityOf(row: RawEntity) {
  const decided = optionOf(row["options"], "conversation", "should_expose");
  return {
    entityId: row.entity_id,
    name: textOf(row["name"]) ?? textOf(row["original_name"]),
    // A null among the aliases stands for the entity's own name.
    aliases: textsOf(row["aliases"]),
    areaId: textOf(row["area_id"]),
    deviceId: textOf(row["device_id"]),
    configEntryId: textOf(row["config_entry_id"]),
    labels: textsOf(row["labels"]),
    platform: textOf(row["platform"]),
    /** The registry's own id, 32 hexadecimal digits: device actions name entities by it. */
    registryId: textOf(row["id"]),
    /** The integration's id of it. */
    uniqueId: uniqueIdOf(row["unique_id"]),
    translationKey: textOf(row["translation_key"]),
    deviceClass: textOf(row["device_class"]) ?? textOf(row["original_device_class"]),
    /** `config` or `diagnostic`. */
    category: textOf(row["entity_category"]),
    /** The entity id of the switch that this helper shows as a lamp, a cover or a fan. */
    wraps: textOf(optionOf(row["options"], "switch_as_x", "entity_id")),
    /** Explicit exposure to conversation agents; undefined when nobody decided. */
    shouldExpose: typeof decided === "boolean" ? decided : undefined,
  };
}

/** What a part of Home Assistant keeps beside an entity. */
function optionOf(options: unknown, part: string, key: string): unknown {
  const own = isRecord(options) ? options[part] : undefined;
  return isRecord(own) ? own[key] : undefined;
}

/** Old integrations have numbers for ids. */
function uniqueIdOf(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : textOf(value);
}

function pairsOf(value: unknown): readonly string[] {
  const pairs = Array.isArray(value) ? value : [];
  return pairs.flatMap((pair) => (Array.isArray(pair) && pair.length > 1 ? [pair.map(String).join(":").toLowerCase()] : []));
}

/** A text with something in it, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string" && text.trim() !== "") : [];
}
