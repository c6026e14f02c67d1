import type { EntityFacts } from "../../security/effects/action-facts.ts";
import { isReadOnly } from "../../security/effects/effect-domains.ts";
import type { Decided } from "../../security/effects/familiar.ts";
import type { Entity, Home, WholeHome } from "./home.ts";
import type { Registries } from "./registries.ts";
import type { EntityEntry } from "./registry-entries.ts";

export interface EntityFactsOptions {
  readonly home: WholeHome & Pick<Home, "info">;
  readonly registries: Pick<Registries, "entities" | "devices" | "labels">;
  /** What an owner decided about an entity. */
  readonly decisionOf: (entityId: string) => Decided | undefined;
}

/** What is in a group at any depth. */
export interface Members {
  /** Each once, the group itself left out; groups of the old kind stand for their members. */
  readonly entityIds: readonly string[];
  /** False if it holds more than can be looked at. */
  readonly complete: boolean;
}

export interface EntityFactsReader {
  /** An entity of the home, hidden or not; undefined if there is none. State, attributes and members are those of the moment they are read. */
  of(entityId: string): EntityFacts | undefined;
  membersOf(entityId: string): Members;
}

/** More than any group that people make; a bound for what is broken. */
const MOST_MEMBERS = 500;

/** Joins what is known of an entity for judging an action. Kept until registries, exposure or the set of entities change. */
export function createEntityFacts({ home, registries, decisionOf }: EntityFactsOptions): EntityFactsReader {
  let generation = -1;
  const kept = { groups: new Map<string, EntityFacts>(), members: new Map<string, EntityFacts>() };

  const devices: { generation: number; domains: ReadonlyMap<string | undefined, readonly EntityEntry[]> } = {
    generation: -1,
    domains: new Map(),
  };

  return { of, membersOf };

  function of(entityId: string): EntityFacts | undefined {
    const members = () => membersOf(entityId).entityIds.flatMap((id) => factsOf("members", id, () => []) ?? []);
    return factsOf("groups", entityId, members);
  }

  function membersOf(entityId: string): Members {
    const groups = [entityId];
    const found = new Set<string>();
    for (const group of groups) {
      for (const member of listedIn(home.known(group))) {
        if (found.has(member) || member === entityId) continue;
        if (found.size === MOST_MEMBERS) return { entityIds: withoutOldGroups(found), complete: false };
        found.add(member);
        groups.push(member);
      }
    }
    return { entityIds: withoutOldGroups(found), complete: true };
  }

  function factsOf(kind: keyof typeof kept, entityId: string, members: () => readonly EntityFacts[]): EntityFacts | undefined {
    if (generation !== home.generation) {
      kept.groups.clear();
      kept.members.clear();
      generation = home.generation;
    }
    const before = kept[kind].get(entityId);
    if (before) return before;
    const entity = home.known(entityId);
    if (!entity) return undefined;
    const facts = join(entity, members);
    kept[kind].set(entityId, facts);
    return facts;
  }

  /** Kept by device: most are asked about again and again. */
  function domainsOf(deviceId: string | undefined): readonly string[] {
    if (deviceId === undefined) return [];
    if (devices.generation !== home.generation) {
      devices.generation = home.generation;
      devices.domains = Map.groupBy(registries.entities.values(), (entry) => entry.deviceId);
    }
    const primary = (devices.domains.get(deviceId) ?? []).filter(({ category }) => category === undefined);
    const domains = primary.map(({ entityId }) => entityId.slice(0, entityId.indexOf(".")));
    return [...new Set(domains)].filter((domain) => !isReadOnly(domain));
  }

  function join(entity: Entity, members: () => readonly EntityFacts[]): EntityFacts {
    const { entityId, name, aliases, deviceClass, platform, exposed } = entity;
    return {
      ...{ entityId, name, aliases, deviceClass, platform, exposed },
      deviceName: entity.deviceId === undefined ? undefined : registries.devices.get(entity.deviceId)?.name,
      translationKey: registries.entities.get(entityId)?.translationKey,
      category: registries.entities.get(entityId)?.category,
      get deviceDomains() {
        return domainsOf(entity.deviceId);
      },
      get decision() {
        return decisionOf(entityId);
      },
      labels: [...new Set(entity.labels.flatMap((id) => [id, registries.labels.get(id)?.name ?? id]))],
      areaId: entity.area?.areaId,
      get temperatureUnit() {
        return home.info.temperatureUnit;
      },
      get state() {
        return entity.state.state;
      },
      get attributes() {
        return entity.state.attributes;
      },
      get members() {
        return members();
      },
    };
  }
}

/** A scene lists its entities in the same attribute, but stands for states of them: it is opened as a routine. */
function listedIn(entity: Entity | undefined): readonly string[] {
  if (!entity || entity.domain === "scene") return [];
  const { entity_id: members, group_members: players } = entity.state.attributes;
  return [members, players].flatMap((list) => (Array.isArray(list) ? list.filter((id) => typeof id === "string") : []));
}

function withoutOldGroups(found: ReadonlySet<string>): readonly string[] {
  return [...found].filter((entityId) => !entityId.startsWith("group."));
}
