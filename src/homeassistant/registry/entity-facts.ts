import type { Decided, EntityFacts } from "../../security/effects/action-facts.ts";
import { isReadOnly } from "../../security/effects/effect-domains.ts";
import { domainOf, type Entity, type Home, type WholeHome } from "./home.ts";
import type { Registries } from "./registries.ts";
import type { EntityEntry } from "./registry-entries.ts";

export interface EntityFactsOptions {
  readonly home: WholeHome & Pick<Home, "info">;
  readonly registries: Pick<Registries, "entities" | "devices" | "labels">;
  /** What an owner decided about an entity. */
  readonly decisionOf: (entityId: string) => Decided | undefined;
}

/** What is in a group at any depth. */
interface Members {
  /** Each once, the group itself left out; groups of the old kind stand for their members. */
  readonly entityIds: readonly string[];
  /** False if it holds more than can be looked at. */
  readonly complete: boolean;
}

interface Thing {
  /** A switch and the helpers that show it in another form: one and the same. */
  readonly same: readonly string[];
  /** What its device has under the same name: as likely as not the same. */
  readonly likely: readonly string[];
}

/** Entities that a call changes, with the states that they may be in then; undefined for any. */
export type Reached = ReadonlyMap<string, readonly string[] | undefined>;

interface Reach {
  /** What is set, and the groups and helpers that are made of it. */
  readonly set: Reached;
  /** With it what belongs to the same devices. */
  readonly all: Reached;
  /** With these what may follow them by a template that nobody can read. */
  readonly far: Reached;
}

/** These list entities as their content, and are not in a state that comes of theirs. */
const LISTS: ReadonlySet<string> = new Set(["scene", "automation", "script"]);
/** Whatever is done to one of these moves when something happens, or keeps it from happening. */
export const TIMING: readonly string[] = ["timer", "counter", "calendar", "input_datetime", "date", "time", "datetime", "schedule"];
/** These are there for routines and templates alone. */
export const HELPERS: readonly string[] = [...TIMING, "input_boolean", "input_number", "input_select", "input_text", "input_button"];
/** Integrations whose entities are made of others, by a config that Home Assistant does not tell. */
const COMPUTING: ReadonlySet<string | undefined> = new Set(["template", "bayesian"]);

/** More than any group that people make; a bound for what is broken. */
const MOST_MEMBERS = 500;

/** Joins what is known of an entity for judging an action. Kept until registries, exposure or the set of entities change. */
export function createEntityFacts({ home, registries, decisionOf }: EntityFactsOptions) {
  let cache: ReturnType<typeof fresh> | undefined;

  return { of, membersOf, thingOf, ofDevices, reachedBy };

  /** What is kept of one generation of the home: most entities are asked about again and again. */
  function fresh() {
    const entries = [...registries.entities.values()];
    return {
      generation: home.generation,
      groups: new Map<string, EntityFacts>(),
      members: new Map<string, EntityFacts>(),
      byDevice: Map.groupBy(entries, ({ deviceId }) => deviceId),
      byFamily: Map.groupBy(entries, ({ deviceId }) => familyOf(deviceId)),
      byWrapped: Map.groupBy<string | undefined, EntityEntry>(entries, ({ wraps }) => wraps),
      byService: Map.groupBy(entries, serviceOf),
      made: undefined as ReturnType<typeof madeOfOthers> | undefined,
    };
  }

  function kept() {
    if (cache?.generation !== home.generation) cache = fresh();
    return cache;
  }

  function familyOf(deviceId: string | undefined): string | undefined {
    return deviceId === undefined ? undefined : (registries.devices.get(deviceId)?.parentDeviceId ?? deviceId);
  }

  /** What one integration's entry has of a domain. */
  function serviceOf({ entityId, deviceId, configEntryId }: EntityEntry): string | undefined {
    return deviceId === undefined || configEntryId === undefined ? undefined : `${configEntryId} ${domainOf(entityId)}`;
  }

  /** A bridge's rooms and zones stand for services. */
  function isRoom({ deviceId }: EntityEntry): boolean {
    return deviceId !== undefined && registries.devices.get(deviceId)?.isService === true;
  }

  /** What is made of other entities, as states tell it. */
  function madeOfOthers() {
    const containers = new Map<string, string[]>();
    const everything = [...home.everything()];
    for (const { entityId, domain, state } of everything) {
      if (LISTS.has(domain)) continue;
      const { entity_id: members, source, source_entity_id: sourceId } = state.attributes;
      for (const member of [members, source, sourceId].flatMap(idsIn))
        containers.set(member, [...(containers.get(member) ?? []), entityId]);
    }
    return {
      containers,
      // players form groups as they play
      players: everything.filter(({ domain }) => domain === "media_player"),
      computed: everything.filter(({ platform }) => COMPUTING.has(platform)).map(({ entityId }) => entityId),
    };
  }

  function made() {
    const now = kept();
    now.made ??= madeOfOthers();
    return now.made;
  }

  /** Which entities may change with those that are set, by the registries and by what groups say. */
  function reachedBy(set: Reached): Reach {
    const own = upwards(set);
    const all = upwards(withMore(own, [...own.keys()].flatMap(siblingsOf)));
    const hasHelper = [...own.keys()].some((entityId) => HELPERS.includes(domainOf(entityId)));
    return { set: own, all, far: hasHelper ? withMore(all, made().computed) : all };
  }

  /** With the groups and helpers that are made of them, and what shows a switch in another form. */
  function upwards(from: Reached): Reached {
    const { containers, players } = made();
    const reached = new Map(from);
    for (const entityId of reached.keys()) {
      const playing = players.filter(({ state }) => idsIn(state.attributes["group_members"]).includes(entityId));
      const origin = registries.entities.get(entityId)?.wraps;
      const shown = [...playing, ...(kept().byWrapped.get(entityId) ?? [])].map((other) => other.entityId);
      for (const other of [...(containers.get(entityId) ?? []), ...shown, ...(origin === undefined ? [] : [origin])])
        if (!reached.has(other)) reached.set(other, undefined);
    }
    return reached;
  }

  /** Entities of the same device; a bridge's rooms and zones change with the lamps that it controls, and those with them. */
  function siblingsOf(entityId: string): readonly string[] {
    const entry = registries.entities.get(entityId);
    if (entry?.deviceId === undefined) return [];
    const { byFamily, byService } = kept();
    const service = serviceOf(entry);
    const ofService = service === undefined ? [] : (byService.get(service) ?? []);
    const siblings = [...(byFamily.get(familyOf(entry.deviceId)) ?? []), ...(isRoom(entry) ? ofService : ofService.filter(isRoom))];
    return siblings.map((other) => other.entityId);
  }

  /** Everything that these devices consist of: endpoints of one device are its children. */
  function ofDevices(deviceIds: readonly string[]): readonly string[] {
    const families = new Set(deviceIds.map(familyOf));
    return [...families].flatMap((family) => kept().byFamily.get(family) ?? []).map(({ entityId }) => entityId);
  }

  function namesOf(labels: readonly string[]): readonly string[] {
    return [...new Set(labels.flatMap((id) => [id, registries.labels.get(id)?.name ?? id]))];
  }

  /** All entities that work the same thing, the one itself first: a switch and its helpers, and what one device has under one name. */
  function thingOf(entityId: string): Thing {
    const entry = registries.entities.get(entityId);
    const origin = entry?.wraps ?? entityId;
    const helpers = (kept().byWrapped.get(origin) ?? []).map((helper) => helper.entityId);
    const same = [...new Set([entityId, origin, ...helpers])];
    const name = home.known(entityId)?.name.toLowerCase();
    const family = entry?.deviceId === undefined ? [] : (kept().byDevice.get(entry.deviceId) ?? []);
    const likely = family.filter(
      (other) =>
        !(same.includes(other.entityId) || isReadOnly(domainOf(other.entityId))) && home.known(other.entityId)?.name.toLowerCase() === name,
    );
    return { same, likely: likely.map((other) => other.entityId) };
  }

  /** An entity of the home, hidden or not; undefined if there is none. State, attributes and members are those of the moment they are read. */
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

  /** Whether something is in another, through groups and what shows a switch in another form. */
  function holds(outer: string, inner: string): boolean {
    const reached = new Set([outer]);
    for (const entityId of reached) {
      const wrapped = registries.entities.get(entityId)?.wraps;
      for (const next of [...membersOf(entityId).entityIds, ...(wrapped === undefined ? [] : [wrapped])]) reached.add(next);
    }
    return reached.has(inner);
  }

  function factsOf(kind: "groups" | "members", entityId: string, members: () => readonly EntityFacts[]): EntityFacts | undefined {
    const known = kept()[kind];
    const before = known.get(entityId);
    if (before) return before;
    const entity = home.known(entityId);
    if (!entity) return undefined;
    const facts = join(entity, members);
    known.set(entityId, facts);
    return facts;
  }

  function domainsOf(deviceId: string | undefined): readonly string[] {
    if (deviceId === undefined) return [];
    const primary = (kept().byDevice.get(deviceId) ?? []).filter(({ category }) => category === undefined);
    const domains = primary.map(({ entityId }) => domainOf(entityId));
    return [...new Set(domains)].filter((domain) => !isReadOnly(domain));
  }

  function join(entity: Entity, members: () => readonly EntityFacts[]): EntityFacts {
    const { entityId, name, aliases, deviceClass, platform, exposed } = entity;
    const device = entity.deviceId === undefined ? undefined : registries.devices.get(entity.deviceId);
    const { translationKey, category, wraps } = registries.entities.get(entityId) ?? {};
    return {
      entityId,
      name,
      aliases,
      deviceClass,
      platform,
      exposed,
      translationKey,
      category,
      deviceName: device?.name,
      model: device?.model,
      get deviceDomains() {
        return domainsOf(entity.deviceId);
      },
      get decision() {
        return decisionOf(entityId);
      },
      labels: namesOf(entity.labels),
      get siblingLabels() {
        const family = familyOf(entity.deviceId);
        return family === undefined ? [] : namesOf((kept().byFamily.get(family) ?? []).flatMap(({ labels }) => labels));
      },
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
      get wrapped() {
        // of a group that is shown as something else the members count as well; one that holds its own form would have no end
        return wraps === undefined || wraps === entityId || holds(wraps, entityId) ? undefined : of(wraps);
      },
      get shownAs() {
        return (kept().byWrapped.get(entityId) ?? []).flatMap((helper) => of(helper.entityId) ?? []);
      },
    };
  }
}

export type EntityFactsReader = ReturnType<typeof createEntityFacts>;

/** A scene lists its entities in the same attribute, but stands for states of them: it is opened as a routine. */
function listedIn(entity: Entity | undefined): readonly string[] {
  if (!entity || entity.domain === "scene") return [];
  const { entity_id: members, group_members: players } = entity.state.attributes;
  return [members, players].flatMap((list) => (Array.isArray(list) ? list.filter((id) => typeof id === "string") : []));
}

function idsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === "string" && id.includes("."));
}

function withMore(reached: Reached, more: readonly string[]): Reached {
  return new Map([...more.map((entityId) => [entityId, undefined] as const), ...reached]);
}

function withoutOldGroups(found: ReadonlySet<string>): readonly string[] {
  return [...found].filter((entityId) => !entityId.startsWith("group."));
}
