import type { Registries } from "./registries.ts";
import { textOf } from "./registry-entries.ts";
import { plainWords } from "./similar-names.ts";
import type { EntityState, StateStore } from "./states.ts";

export interface Area {
  readonly areaId: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly floorId: string | null;
}

export interface Floor {
  readonly floorId: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly level: number | null;
}

/** One entity as people know it: names, place and current state joined from states and registries. */
export interface Entity {
  readonly entityId: string;
  readonly domain: string;
  /** What people call it: friendly_name, else the registry's name, else made from the id. Never empty. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** Own area, else its device's, else its parent device's. */
  readonly area: Area | undefined;
  readonly floor: Floor | undefined;
  readonly labels: readonly string[];
  readonly deviceId: string | undefined;
  readonly deviceClass: string | undefined;
  /** The integration that provides it (`demo`, `zha`, …); undefined for entities without registry entry. */
  readonly platform: string | undefined;
  readonly exposed: boolean;
  readonly state: EntityState;
}

export interface HomeInfo {
  readonly name: string;
  readonly timeZone: string;
  readonly language: string;
  readonly version: string;
  /** What it measures temperatures in: `°C` or `°F`; undefined before it was read. */
  readonly temperatureUnit: string | undefined;
  /** Degrees, north and east positive: for the times of the sun. */
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
  /** ISO 3166, like `IL`: when its weekend is. */
  readonly country?: string | undefined;
  /** ISO 4217, like `EUR`. */
  readonly currency?: string | undefined;
}

/** The home as the assistant may know it. What is not exposed is not in `exposed()` and has no state for anybody who asks here. */
export interface Home {
  /** True while connected and states, registries, services and exposure are loaded. */
  readonly ready: boolean;
  /** Resolves when ready; rejects when the signal aborts. */
  whenReady(signal?: AbortSignal): Promise<void>;
  readonly info: HomeInfo;
  /** All exposed entities. */
  exposed(): readonly Entity[];
  /** Domains of what is exposed. */
  readonly domains: ReadonlySet<string>;
  /** One exposed entity. */
  find(entityId: string): Entity | undefined;
  /** True if it exists but is hidden from the assistant. */
  isHidden(entityId: string): boolean;
  /** How many entities are hidden whose name, alias or area has all words of the text: for "N things of that name are not exposed". */
  hiddenMatches(text: string): number;
  /** How many entities are hidden whose whole name or alias stands in the text; 0 if it names an exposed one as fully. */
  hiddenNamed(text: string): number;
  areas(): readonly Area[];
  floors(): readonly Floor[];
  /** Up to three exposed entity ids that look most like a wrong one. */
  nearest(entityId: string): readonly string[];
  /** Goes up each time registries, exposure or the set of entities change: for caches. */
  readonly generation: number;
}

/** Every entity, hidden ones too: only for judging what an action touches, for routines and groups reach what is hidden as well. */
export interface WholeHome {
  readonly generation: number;
  /** One entity, exposed or not. */
  known(entityId: string): Entity | undefined;
  everything(): Iterable<Entity>;
}

/** All words by which people may mean an entity: its names and those of its area. */
export function wordsOf({ name, aliases, area }: Entity): ReadonlySet<string> {
  return new Set([name, ...aliases, area?.name ?? "", ...(area?.aliases ?? [])].flatMap(plainWords));
}

/** An entity with a state, as states and registries have it. */
export function joinEntity(first: EntityState, states: Pick<StateStore, "get">, registries: Registries): Entity {
  const { entityId, attributes } = first;
  const entry = registries.entities.get(entityId);
  const device = registries.devices.get(entry?.deviceId ?? "");
  const parent = registries.devices.get(device?.parentDeviceId ?? "");
  const area = registries.areas.get(entry?.areaId ?? device?.areaId ?? parent?.areaId ?? "");
  const name = textOf(attributes["friendly_name"]) ?? entry?.name ?? device?.name ?? nameFromId(entityId);
  return {
    entityId,
    domain: domainOf(entityId),
    name,
    aliases: [...new Set(entry?.aliases)].filter((alias) => alias !== name),
    area,
    floor: registries.floors.get(area?.floorId ?? ""),
    // As Home Assistant resolves a label: given to the entity, its device or its area.
    labels: [...new Set([...(entry?.labels ?? []), ...(device?.labels ?? []), ...(area?.labels ?? [])])],
    deviceId: entry?.deviceId,
    deviceClass: textOf(attributes["device_class"]) ?? entry?.deviceClass,
    platform: entry?.platform,
    exposed: registries.isExposed(entityId),
    get state(): EntityState {
      return states.get(entityId) ?? { ...first, state: "unavailable", attributes: {} };
    },
  };
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
