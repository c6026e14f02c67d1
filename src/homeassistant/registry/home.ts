import type { EntityState } from "./states.ts";

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
