import type { FurnishedDevice, FurnishedEntity } from "../furnishing.ts";
import { domainOf, hexId, slug } from "../ids.ts";

export type Row = Record<string, unknown>;

/** A row of the entity registry as `config/entity_registry/get` answers it. */
export interface EntityRow extends Row {
  entity_id: string;
  area_id: string | null;
  device_id: string | null;
  labels: string[];
  entity_category: string | null;
  hidden_by: string | null;
  name: string | null;
  /** null stands for the entity's own name. */
  aliases: (string | null)[];
  options: Record<string, Row>;
  modified_at: number;
}

export interface AreaRow extends Row {
  area_id: string;
  name: string;
  aliases: string[];
  labels: string[];
  floor_id: string | null;
}

export interface FloorRow extends Row {
  floor_id: string;
  name: string;
  aliases: string[];
}

export interface DeviceRow extends Row {
  id: string;
  name: string;
  area_id: string | null;
  labels: string[];
  identifiers: (readonly [string, string])[];
}

export function areaRow({
  name,
  aliases,
  floorId,
  labels,
  at,
}: {
  name: string;
  aliases: readonly string[];
  floorId: string | null;
  labels: string[];
  at: number;
}): AreaRow {
  return {
    aliases: [...aliases],
    area_id: slug(name),
    floor_id: floorId,
    humidity_entity_id: null,
    icon: null,
    labels,
    name,
    picture: null,
    temperature_entity_id: null,
    created_at: at,
    modified_at: at,
  };
}

interface NewDevice {
  readonly device: FurnishedDevice;
  readonly areaId: string | null;
  readonly labels: string[];
  readonly entryId: string;
  readonly at: number;
}

export function deviceRow({ device, areaId, labels, entryId, at }: NewDevice): DeviceRow {
  const { name, identifiers, connections = [], model = null } = device;
  const id = hexId();
  return {
    area_id: areaId,
    configuration_url: null,
    config_entries: [entryId],
    config_entries_subentries: { [entryId]: [null] },
    config_entry_id: entryId,
    config_subentry_id: null,
    connections,
    created_at: at,
    disabled_by: null,
    entry_type: null,
    hw_version: null,
    id,
    identifiers: identifiers ? [...identifiers] : [["demo", id]],
    labels,
    manufacturer: null,
    model,
    model_id: null,
    modified_at: at,
    name_by_user: null,
    name,
    next_name_part: "area",
    parent_device_id: null,
    primary_config_entry: entryId,
    serial_number: null,
    sw_version: null,
    via_device_id: null,
  };
}

interface NewEntity {
  readonly entity: FurnishedEntity;
  readonly device: DeviceRow | undefined;
  readonly ownArea: string | null;
  readonly entryId: string;
  readonly labels: string[];
  readonly at: number;
}

export function entityRow({ entity, device, ownArea, entryId, labels, at }: NewEntity): EntityRow {
  const main = device !== undefined && device.name === entity.name;
  return {
    area_id: ownArea,
    categories: {},
    config_entry_id: entryId,
    config_subentry_id: null,
    created_at: at,
    device_id: device?.id ?? null,
    disabled_by: null,
    entity_category: entity.category ?? null,
    entity_id: entity.entity_id,
    hidden_by: entity.hidden ? "user" : null,
    icon: null,
    id: hexId(),
    labels,
    modified_at: at,
    name: null,
    next_name_part: device ? "device" : "area",
    options: {
      conversation: { should_expose: entity.exposed ?? true },
      ...(entity.wraps && { switch_as_x: { entity_id: entity.wraps, invert: false } }),
    },
    original_name: main ? null : (entity.name ?? null),
    platform: platformOf(entity),
    translation_key: entity.translationKey ?? null,
    unique_id: entity.uniqueId ?? uniqueIdOf(entity),
    aliases: [null, ...(entity.aliases ?? [])],
    capabilities: null,
    device_class: null,
    original_device_class: entity.attributes?.["device_class"] ?? null,
    original_icon: null,
  };
}

function platformOf({ entity_id, platform, members, mqtt, wraps }: FurnishedEntity): string {
  if (platform) return platform;
  if (wraps) return "switch_as_x";
  if (mqtt) return "mqtt";
  if (members) return "group";
  const domain = domainOf(entity_id);
  // Scenes of Home Assistant's own are its core's.
  if (domain === "scene") return "homeassistant";
  return ["script", "automation", "person"].includes(domain) ? domain : "demo";
}

/** What is configured in Home Assistant itself has the id that its config goes by. */
function uniqueIdOf({ entity_id }: FurnishedEntity): string {
  const domain = domainOf(entity_id);
  const configured = ["script", "automation", "scene"].includes(domain);
  return configured ? entity_id.slice(domain.length + 1) : `home_${entity_id.replace(".", "_")}`;
}
