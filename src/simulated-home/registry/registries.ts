import type { Bus } from "../bus.ts";
import type { FurnishedArea, FurnishedDevice, FurnishedEntity, FurnishedFloor, Furnishing } from "../furnishing.ts";
import { slug, ulid } from "../ids.ts";
import { type AreaRow, areaRow, type DeviceRow, deviceRow, type EntityRow, entityRow, type FloorRow, type Row } from "./registry-rows.ts";

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
    const { name, floor, aliases = [], labels: marks = [] } = typeof area === "string" ? { name: area } : area;
    const row = areaRow({ name, aliases, floorId: floor ? slug(floor) : null, labels: marks.map(addLabel), at: at() });
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

  const addDevice = ({ area, labels: marks = [], ...device }: FurnishedDevice) => {
    const row = deviceRow({ device, areaId: area ? areaId(area) : null, labels: marks.map(addLabel), entryId, at: at() });
    devicesByName.set(device.name, row);
    devices.set(row.id, row);
    return row;
  };
  const deviceOf = ({ device: name, mqtt }: FurnishedEntity, place: string | null) => {
    if (!name) return undefined;
    const own = mqtt ? { identifiers: [["mqtt", slug(name)] as const] } : undefined;
    return devicesByName.get(name) ?? addDevice({ name, ...(place && { area: place }), ...own });
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
    get version() {
      return version;
    },
    add(entity) {
      version++;
      if (entity.exposed ?? true) exposed.add(entity.entity_id);
      if (entity.registered === false) return;
      const place = entity.area ? areaId(entity.area) : null;
      const device = deviceOf(entity, place);
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
