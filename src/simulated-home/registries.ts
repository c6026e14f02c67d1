import type { Bus } from "./bus.ts";
import type { FurnishedArea, FurnishedDevice, FurnishedEntity, FurnishedFloor, Furnishing } from "./furnishing.ts";
import { domainOf, hexId, slug, ulid } from "./ids.ts";
import { answers } from "./tables/tables.ts";

type Row = Record<string, unknown>;

/** A row of the entity registry as `config/entity_registry/get_entries` answers it. */
export interface EntityRow extends Row {
  entity_id: string;
  area_id: string | null;
  device_id: string | null;
  labels: string[];
  entity_category: string | null;
  hidden_by: string | null;
  /** null stands for the entity's own name. */
  aliases: (string | null)[];
  options: Record<string, Row>;
}

interface AreaRow extends Row {
  area_id: string;
  name: string;
  aliases: string[];
  labels: string[];
  floor_id: string | null;
}

interface FloorRow extends Row {
  floor_id: string;
  name: string;
  aliases: string[];
}

interface DeviceRow extends Row {
  id: string;
  name: string;
  area_id: string | null;
  labels: string[];
  identifiers: (readonly [string, string])[];
}

/** Areas, floors, labels, devices and entities, and which of them assistants may know, with or without registry row. */
export function createRegistries({ bus, furnishing }: { bus: Bus; furnishing: Furnishing }) {
  const times = () => ({ created_at: bus.now() / 1000, modified_at: bus.now() / 1000 });
  let version = 0;
  const areas = new Map<string, AreaRow>();
  const floors = new Map<string, FloorRow>();
  const labels = new Map<string, Row>();
  const devices = new Map<string, DeviceRow>();
  const entities = new Map<string, EntityRow>();
  const exposed = new Set<string>();
  const devicesByName = new Map<string, DeviceRow>();
  const entryId = ulid(bus.now());

  const addFloor = (floor: string | FurnishedFloor) => {
    const { name, level = null, aliases = [] } = typeof floor === "string" ? { name: floor } : floor;
    const floor_id = slug(name);
    floors.set(floor_id, { ...answers.floor, ...times(), aliases: [...aliases], floor_id, level, name });
  };
  const addArea = (area: string | FurnishedArea) => {
    const { name, floor, aliases = [], labels: marks = [] } = typeof area === "string" ? { name: area } : area;
    const area_id = slug(name);
    const row = { area_id, floor_id: floor ? slug(floor) : null, name, aliases: [...aliases], labels: marks.map(addLabel) };
    areas.set(area_id, { ...answers.area, ...times(), ...row });
    return area_id;
  };
  const addLabel = (name: string) => {
    const label_id = slug(name);
    if (!labels.has(label_id)) labels.set(label_id, { ...answers.label, ...times(), label_id, name });
    return label_id;
  };
  const areaId = (name: string) => (areas.has(slug(name)) ? slug(name) : addArea(name));

  const addDevice = ({ name, area, labels: marks = [], identifiers, connections = [], model = null }: FurnishedDevice) => {
    const id = hexId();
    const row: DeviceRow = {
      ...answers.device,
      ...times(),
      area_id: area ? areaId(area) : null,
      config_entries: [entryId],
      config_entries_subentries: { [entryId]: [null] },
      config_entry_id: entryId,
      primary_config_entry: entryId,
      connections,
      id,
      identifiers: identifiers ? [...identifiers] : [["demo", id]],
      labels: marks.map(addLabel),
      model,
      name,
    };
    devicesByName.set(name, row);
    devices.set(id, row);
    return row;
  };
  const deviceOf = ({ device: name, mqtt }: FurnishedEntity, place: string | null) => {
    if (!name) return undefined;
    const own = mqtt ? { identifiers: [["mqtt", slug(name)] as const] } : undefined;
    return devicesByName.get(name) ?? addDevice({ name, ...(place && { area: place }), ...own });
  };
  const addEntity = (entity: FurnishedEntity) => {
    const { entity_id, name, category, hidden, exposed: shown = true, wraps, attributes, translationKey, aliases = [] } = entity;
    const place = entity.area ? areaId(entity.area) : null;
    const device = deviceOf(entity, place);
    entities.set(entity_id, {
      ...answers.entity,
      ...times(),
      area_id: device && device.area_id === place ? null : place,
      config_entry_id: entryId,
      device_id: device?.id ?? null,
      entity_category: category ?? null,
      entity_id,
      hidden_by: hidden ? "user" : null,
      id: hexId(),
      labels: (entity.labels ?? []).map(addLabel),
      next_name_part: device ? "device" : "area",
      options: {
        conversation: { should_expose: shown },
        ...(wraps && { switch_as_x: { entity_id: wraps, invert: false } }),
      },
      original_name: device?.name === name ? null : (name ?? null),
      platform: platformOf(entity),
      translation_key: translationKey ?? null,
      unique_id: uniqueIdOf(entity),
      aliases: [null, ...aliases],
      original_device_class: attributes?.["device_class"] ?? null,
    });
  };

  furnishing.floors?.forEach(addFloor);
  furnishing.labels?.forEach(addLabel);
  furnishing.areas?.forEach(addArea);
  furnishing.devices?.forEach(addDevice);

  return {
    areas,
    floors,
    labels,
    devices,
    entities,
    exposed,
    entryId,
    /** Goes up with every change. */
    get version(): number {
      return version;
    },
    add(entity: FurnishedEntity): void {
      version++;
      if (entity.exposed ?? true) exposed.add(entity.entity_id);
      if (entity.registered !== false) addEntity(entity);
    },
    /** Own area, else that of its device. */
    areaOf(entityId: string): AreaRow | undefined {
      const row = entities.get(entityId);
      const id = row?.area_id ?? (row?.device_id ? devices.get(row.device_id)?.area_id : null);
      return id ? areas.get(id) : undefined;
    },
    /** Sets the row's `options.conversation` too. */
    expose(entityId: string, should: boolean): void {
      version++;
      if (should) exposed.add(entityId);
      else exposed.delete(entityId);
      this.update(entityId, { options: { ...entities.get(entityId)?.options, conversation: { should_expose: should } } });
    },
    /** Changes a registry row by its keys and fires `entity_registry_updated`. */
    update(entityId: string, change: Readonly<Record<string, unknown>>): void {
      const row = entities.get(entityId);
      if (!row) return;
      version++;
      const { new_entity_id: newId = entityId, ...fields } = change;
      const changes = Object.fromEntries(Object.keys(fields).map((key) => [key, row[key]]));
      Object.assign(row, fields, { entity_id: newId, modified_at: bus.now() / 1000 });
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
    },
    updateArea(id: string, change: Readonly<Partial<AreaRow>>): void {
      version++;
      Object.assign(areas.get(id) ?? {}, change);
      bus.fire("area_registry_updated", { action: "update", area_id: id });
    },
    remove(entityId: string): void {
      version++;
      exposed.delete(entityId);
      if (entities.delete(entityId)) bus.fire("entity_registry_updated", { action: "remove", entity_id: entityId });
    },
  };
}

export type Registries = ReturnType<typeof createRegistries>;

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
function uniqueIdOf({ entity_id, uniqueId }: FurnishedEntity): string {
  const domain = domainOf(entity_id);
  const configured = ["script", "automation", "scene"].includes(domain);
  return uniqueId ?? (configured ? entity_id.slice(domain.length + 1) : `home_${entity_id.replace(".", "_")}`);
}
