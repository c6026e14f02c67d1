import type { Bus } from "./bus.ts";
import type { FurnishedArea, FurnishedEntity, FurnishedFloor, Furnishing } from "./furnishing.ts";
import { domainOf, hexId, slug, ulid } from "./ids.ts";

type Row = Record<string, unknown>;

/** A row of the entity registry as `config/entity_registry/get` answers it. */
export interface EntityRow extends Row {
  entity_id: string;
  area_id: string | null;
  device_id: string | null;
  labels: string[];
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
  floor_id: string | null;
}

export interface FloorRow extends Row {
  floor_id: string;
  name: string;
  aliases: string[];
}

export interface DeviceRow extends Row {
  id: string;
  area_id: string | null;
}

/** Areas, floors, labels, devices and entities, and which of them assistants may know. */
export interface Registries {
  readonly areas: Map<string, AreaRow>;
  readonly floors: Map<string, FloorRow>;
  readonly labels: Map<string, Row & { label_id: string }>;
  readonly devices: Map<string, DeviceRow>;
  readonly entities: Map<string, EntityRow>;
  /** Entities that assistants may know, with or without registry row. */
  readonly exposed: Set<string>;
  readonly entryId: string;
  /** Goes up with every change. */
  readonly version: number;
  add(entity: FurnishedEntity): void;
  /** Own area, else that of its device. */
  areaOf(entityId: string): AreaRow | undefined;
  /** Sets the row's `options.conversation` too, and fires `entity_registry_updated` as Home Assistant does. */
  expose(entityId: string, exposed: boolean): void;
  /** Changes a registry row by its keys and fires `entity_registry_updated`. */
  update(entityId: string, change: Readonly<Record<string, unknown>>): EntityRow | undefined;
  updateArea(areaId: string, change: Readonly<Partial<AreaRow>>): void;
  remove(entityId: string): void;
}

export function createRegistries({ bus, furnishing }: { bus: Bus; furnishing: Furnishing }): Registries {
  const at = () => bus.now() / 1000;
  let version = 0;
  const areas = new Map<string, AreaRow>();
  const floors = new Map<string, FloorRow>();
  const labels = new Map<string, Row & { label_id: string }>();
  const devices = new Map<string, DeviceRow>();
  const entities = new Map<string, EntityRow>();
  const exposed = new Set<string>();
  const devicesByName = new Map<string, DeviceRow>();
  const entryId = ulid(bus.now());

  const addFloor = (floor: string | FurnishedFloor) => {
    const { name, level = null, aliases = [] } = typeof floor === "string" ? { name: floor } : floor;
    const id = slug(name);
    floors.set(id, { aliases: [...aliases], created_at: at(), floor_id: id, icon: null, level, name, modified_at: at() });
  };
  const addArea = (area: string | FurnishedArea) => {
    const { name, floor, aliases = [] } = typeof area === "string" ? { name: area } : area;
    const row = areaRow({ name, aliases, floorId: floor ? slug(floor) : null, at: at() });
    areas.set(row.area_id, row);
    return row.area_id;
  };
  const addLabel = (name: string) => {
    const id = slug(name);
    if (!labels.has(id))
      labels.set(id, { color: null, created_at: at(), description: null, icon: null, label_id: id, name, modified_at: at() });
    return id;
  };
  const areaId = (name: string) => (areas.has(slug(name)) ? slug(name) : addArea(name));

  const deviceOf = (name: string, place: string | null) => {
    const device = devicesByName.get(name) ?? deviceRow({ name, areaId: place, entryId, at: at() });
    devicesByName.set(name, device);
    devices.set(device.id, device);
    return device;
  };

  furnishing.floors?.forEach(addFloor);
  furnishing.areas?.forEach(addArea);
  furnishing.labels?.forEach(addLabel);

  return {
    areas,
    floors,
    labels,
    devices,
    entities,
    exposed,
    entryId,
    get version() {
      return version;
    },
    add(entity) {
      version++;
      if (entity.exposed ?? true) exposed.add(entity.entity_id);
      if (entity.registered === false) return;
      const place = entity.area ? areaId(entity.area) : null;
      const device = entity.device ? deviceOf(entity.device, place) : undefined;
      const ownArea = device && device.area_id === place ? null : place;
      const row = entityRow({ entity, device, ownArea, entryId, at: at(), labels: (entity.labels ?? []).map(addLabel) });
      entities.set(entity.entity_id, row);
    },
    areaOf(entityId) {
      const row = entities.get(entityId);
      const id = row?.area_id ?? (row?.device_id ? devices.get(row.device_id)?.area_id : null);
      return id ? areas.get(id) : undefined;
    },
    expose(entityId, should) {
      version++;
      if (should) exposed.add(entityId);
      else exposed.delete(entityId);
      this.update(entityId, { options: { ...entities.get(entityId)?.options, conversation: { should_expose: should } } });
    },
    update(entityId, change) {
      const row = entities.get(entityId);
      if (!row) return undefined;
      version++;
      const { new_entity_id: newId = entityId, ...fields } = change;
      const changes = Object.fromEntries(Object.keys(fields).map((key) => [key, row[key]]));
      Object.assign(row, fields, { entity_id: newId, modified_at: at() });
      const renamed = newId !== entityId && typeof newId === "string";
      if (renamed) {
        entities.delete(entityId);
        entities.set(newId, row);
        if (exposed.delete(entityId)) exposed.add(newId);
      }
      bus.fire("entity_registry_updated", {
        action: "update",
        entity_id: newId,
        changes: renamed ? { ...changes, entity_id: entityId } : changes,
        ...(renamed && { old_entity_id: entityId }),
      });
      return row;
    },
    updateArea(areaId, change) {
      const row = areas.get(areaId);
      if (!row) throw new Error(`the simulated home has no area ${areaId}`);
      version++;
      Object.assign(row, change);
      bus.fire("area_registry_updated", { action: "update", area_id: areaId });
    },
    remove(entityId) {
      version++;
      exposed.delete(entityId);
      if (entities.delete(entityId)) bus.fire("entity_registry_updated", { action: "remove", entity_id: entityId });
    },
  };
}

function areaRow({
  name,
  aliases,
  floorId,
  at,
}: {
  name: string;
  aliases: readonly string[];
  floorId: string | null;
  at: number;
}): AreaRow {
  return {
    aliases: [...aliases],
    area_id: slug(name),
    floor_id: floorId,
    humidity_entity_id: null,
    icon: null,
    labels: [],
    name,
    picture: null,
    temperature_entity_id: null,
    created_at: at,
    modified_at: at,
  };
}

function deviceRow({ name, areaId, entryId, at }: { name: string; areaId: string | null; entryId: string; at: number }): DeviceRow {
  const id = hexId();
  return {
    area_id: areaId,
    configuration_url: null,
    config_entries: [entryId],
    config_entries_subentries: { [entryId]: [null] },
    config_entry_id: entryId,
    config_subentry_id: null,
    connections: [],
    created_at: at,
    disabled_by: null,
    entry_type: null,
    hw_version: null,
    id,
    identifiers: [["demo", id]],
    labels: [],
    manufacturer: null,
    model: null,
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

function entityRow({ entity, device, ownArea, entryId, labels, at }: NewEntity): EntityRow {
  const main = device !== undefined && device["name"] === entity.name;
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
    hidden_by: null,
    icon: null,
    id: hexId(),
    labels,
    modified_at: at,
    name: null,
    next_name_part: device ? "device" : "area",
    options: { conversation: { should_expose: entity.exposed ?? true } },
    original_name: main ? null : (entity.name ?? null),
    platform:
      entity.platform ??
      (["script", "automation", "scene", "person"].includes(domainOf(entity.entity_id)) ? domainOf(entity.entity_id) : "demo"),
    translation_key: null,
    unique_id: `home_${entity.entity_id.replace(".", "_")}`,
    aliases: [null, ...(entity.aliases ?? [])],
    capabilities: null,
    device_class: null,
    original_device_class: entity.attributes?.["device_class"] ?? null,
    original_icon: null,
  };
}
