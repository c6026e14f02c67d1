import type { Exposure } from "./exposure.ts";
import type { Area, Entity, Floor } from "./home.ts";
import type { Registries } from "./registries.ts";
import { type AreaEntry, type EntityEntry, textOf } from "./registry-entries.ts";
import { plainWords } from "./similar-names.ts";
import type { EntityState, StateStore } from "./states.ts";

export interface EntitySources {
  readonly states: Pick<StateStore, "get" | "all">;
  readonly registries: Pick<Registries, "areas" | "floors" | "devices" | "entities">;
  readonly exposure: Pick<Exposure, "isExposed">;
}

/** Every entity of one generation of the home, split by what the assistant may know. */
export interface EntityIndex {
  readonly exposed: ReadonlyMap<string, Entity>;
  readonly hidden: ReadonlyMap<string, Entity>;
}

/** Joins states, registries and exposure. Entities without a state (disabled, not loaded) are in neither half. */
export function indexEntities(sources: EntitySources): EntityIndex {
  const exposed = new Map<string, Entity>();
  const hidden = new Map<string, Entity>();
  for (const state of sources.states.all()) {
    const entity = joinEntity(state, sources);
    (entity.exposed ? exposed : hidden).set(entity.entityId, entity);
  }
  return { exposed, hidden };
}

/** All words by which people may mean an entity: its names and those of its area. */
export function wordsOf({ name, aliases, area }: Entity): ReadonlySet<string> {
  return new Set([name, ...aliases, area?.name ?? "", ...(area?.aliases ?? [])].flatMap(plainWords));
}

function joinEntity(first: EntityState, { states, registries, exposure }: EntitySources): Entity {
  const { entityId, attributes } = first;
  const entry = registries.entities.get(entityId);
  const device = entry?.deviceId ? registries.devices.get(entry.deviceId) : undefined;
  const parent = device?.parentDeviceId ? registries.devices.get(device.parentDeviceId) : undefined;
  const area = areaOf(entry?.areaId ?? device?.areaId ?? parent?.areaId, registries.areas);
  const name = textOf(attributes["friendly_name"]) ?? entry?.name ?? device?.name ?? nameFromId(entityId);
  return {
    entityId,
    domain: domainOf(entityId),
    name,
    aliases: aliasesOf(entry, name),
    area,
    floor: floorOf(area, registries.floors),
    // As Home Assistant resolves a label: given to the entity, its device or its area.
    labels: [...new Set([...(entry?.labels ?? []), ...(device?.labels ?? []), ...(area?.labels ?? [])])],
    deviceId: entry?.deviceId,
    deviceClass: textOf(attributes["device_class"]) ?? entry?.deviceClass,
    platform: entry?.platform,
    exposed: exposure.isExposed(entityId),
    get state(): EntityState {
      return states.get(entityId) ?? { ...first, state: "unavailable", attributes: {} };
    },
  };
}

function areaOf(areaId: string | undefined, areas: ReadonlyMap<string, AreaEntry>): AreaEntry | undefined {
  return areaId === undefined ? undefined : areas.get(areaId);
}

function floorOf(area: Area | undefined, floors: ReadonlyMap<string, Floor>): Floor | undefined {
  return area?.floorId ? floors.get(area.floorId) : undefined;
}

function aliasesOf(entry: EntityEntry | undefined, name: string): readonly string[] {
  return [...new Set(entry?.aliases)].filter((alias) => alias !== name);
}

/** For sorting. */
export function byEntityId(one: Pick<Entity, "entityId">, other: Pick<Entity, "entityId">): number {
  return one.entityId < other.entityId ? -1 : 1;
}

/** The part of an entity or service id before the dot. */
export function domainOf(entityId: string): string {
  return entityId.slice(0, entityId.indexOf("."));
}

function nameFromId(entityId: string): string {
  const words = entityId.slice(entityId.indexOf(".") + 1).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
