import type { Area, Entity, Floor, Home, HomeInfo, WholeHome } from "../../src/homeassistant/registry/home.ts";

/** What a test says of an entity; everything else gets a plain value. */
export interface EntityDescription {
  readonly entityId: string;
  readonly name?: string;
  readonly aliases?: readonly string[];
  /** Name of one of the home's areas. */
  readonly area?: string;
  readonly state?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly deviceClass?: string;
  readonly lastChanged?: number;
  readonly exposed?: boolean;
  readonly labels?: readonly string[];
  readonly deviceId?: string;
  readonly platform?: string;
}

export interface FakeHomeOptions {
  readonly entities: readonly EntityDescription[];
  readonly areas?: readonly { name: string; aliases?: readonly string[]; floor?: string }[];
  readonly floors?: readonly { name: string; aliases?: readonly string[] }[];
  readonly info?: Partial<HomeInfo>;
}

/** A home that stands still: areas and floors that entities name are made if they are not described. */
export function fakeHome({ entities, areas = [], floors = [], info = {} }: FakeHomeOptions): Home & WholeHome {
  const floorNames = new Set([...floors.map(({ name }) => name), ...areas.flatMap(({ floor }) => (floor ? [floor] : []))]);
  const allFloors: Floor[] = [...floorNames].map((name, level) => ({
    floorId: slug(name),
    name,
    aliases: floors.find((floor) => floor.name === name)?.aliases ?? [],
    level,
  }));
  const areaNames = new Set([...areas.map(({ name }) => name), ...entities.flatMap(({ area }) => (area ? [area] : []))]);
  const allAreas: Area[] = [...areaNames].map((name) => {
    const described = areas.find((area) => area.name === name);
    return { areaId: slug(name), name, aliases: described?.aliases ?? [], floorId: described?.floor ? slug(described.floor) : null };
  });
  const all = entities.map((description) => fakeEntity(description, allAreas, allFloors));
  const exposed = all.filter((entity) => entity.exposed);
  return {
    ready: true,
    whenReady: async () => {},
    info: { name: "Home", timeZone: "Europe/Berlin", language: "en", version: "2026.11.0", temperatureUnit: "°C", ...info },
    exposed: () => exposed,
    domains: new Set(exposed.map(({ domain }) => domain)),
    find: (entityId) => exposed.find((entity) => entity.entityId === entityId),
    known: (entityId) => all.find((entity) => entity.entityId === entityId),
    everything: () => all,
    isHidden: (entityId) => all.some((entity) => entity.entityId === entityId && !entity.exposed),
    hiddenMatches: (text) =>
      all.filter((entity) => {
        const names = [entity.name, ...entity.aliases, entity.area?.name ?? ""].join(" ").toLowerCase();
        return (
          !entity.exposed &&
          text
            .toLowerCase()
            .split(/\s+/)
            .every((word) => names.includes(word))
        );
      }).length,
    hiddenNamed: (text) => all.filter((entity) => !entity.exposed && text.toLowerCase().includes(entity.name.toLowerCase())).length,
    areas: () => allAreas,
    floors: () => allFloors,
    nearest: (entityId) =>
      exposed
        .filter((entity) => entity.entityId.slice(0, 8) === entityId.slice(0, 8))
        .slice(0, 3)
        .map((entity) => entity.entityId),
    generation: 1,
  };
}

function fakeEntity(description: EntityDescription, areas: readonly Area[], floors: readonly Floor[]): Entity {
  const { entityId, attributes = {}, lastChanged = 0 } = description;
  const [domain = "", objectId = ""] = entityId.split(".");
  const area = areas.find(({ name }) => name === description.area);
  return {
    entityId,
    domain,
    name: description.name ?? objectId.replaceAll("_", " "),
    aliases: description.aliases ?? [],
    area,
    floor: floors.find(({ floorId }) => floorId === area?.floorId),
    labels: description.labels ?? [],
    deviceId: description.deviceId,
    deviceClass: description.deviceClass,
    platform: description.platform,
    exposed: description.exposed ?? true,
    state: {
      entityId,
      state: description.state ?? "off",
      attributes,
      lastChanged,
      lastUpdated: lastChanged,
      context: { id: "01", userId: null },
    },
  };
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
}
