import { domainOf, type Entity, type WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";

/** Entities that a call changes, with the states that they may be in then; undefined for any. */
export type Reached = ReadonlyMap<string, readonly string[] | undefined>;

export interface Reach {
  /** What is set, and the groups and helpers that are made of it. */
  readonly set: Reached;
  /** With it what belongs to the same devices. */
  readonly all: Reached;
  /** With these what may follow them by a template that nobody can read. */
  readonly far: Reached;
}

interface Kinship {
  readonly generation: number;
  /** Groups and helpers by what they are made of; of a switch that is shown as something else both by each other. */
  readonly madeOf: ReadonlyMap<string, readonly string[]>;
  /** Entities by the device that they belong to, and by the integration's entry that they are of, with their domain: all, and those that stand for rooms. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  /** Players form groups as they play. */
  readonly players: readonly Entity[];
  /** Made of states by a config that Home Assistant does not tell. */
  readonly computed: readonly Entity[];
}

/** These list entities as their content, and are not in a state that comes of theirs. */
const LISTS: ReadonlySet<string> = new Set(["scene", "automation", "script"]);

/** Whatever is done to one of these moves when something happens, or keeps it from happening. */
export const TIMING: readonly string[] = ["timer", "counter", "calendar", "input_datetime", "date", "time", "datetime", "schedule"];
/** These are there for routines and templates alone. */
export const HELPERS: readonly string[] = [...TIMING, "input_boolean", "input_number", "input_select", "input_text", "input_button"];
/** Integrations whose entities are made of others. */
const COMPUTING: ReadonlySet<string | undefined> = new Set(["template", "bayesian"]);

/** Knows which entities may change with one that is set, by the registries and by what groups say. */
export function createListenersReach({ home, registries }: { home: WholeHome; registries: Pick<Registries, "entities" | "devices"> }) {
  let kept: Kinship | undefined;

  return (set: Reached): Reach => {
    const { madeOf, families, players, computed } = kinship();
    const upwards = (from: Reached): Reached => {
      const reached = new Map(from);
      for (const entityId of reached.keys()) {
        const groups = players
          .filter(({ state }) => idsIn(state.attributes["group_members"]).includes(entityId))
          .map((player) => player.entityId);
        for (const other of [...(madeOf.get(entityId) ?? []), ...groups]) if (!reached.has(other)) reached.set(other, undefined);
      }
      return reached;
    };
    const own = upwards(set);
    const all = new Map(own);
    for (const entityId of own.keys()) for (const other of siblingsOf(entityId, families)) if (!all.has(other)) all.set(other, undefined);
    const near = upwards(all);
    const hasHelper = [...own.keys()].some((entityId) => HELPERS.includes(domainOf(entityId)));
    const far = hasHelper ? new Map([...computed.map(({ entityId }) => [entityId, undefined] as const), ...near]) : near;
    return { set: own, all: near, far };
  };

  function kinship(): Kinship {
    if (kept?.generation === home.generation) return kept;
    const madeOf = new Map<string, string[]>();
    const families = new Map<string, string[]>();
    const players: Entity[] = [];
    const computed: Entity[] = [];
    for (const entity of home.everything()) {
      const { entityId, domain, state } = entity;
      const { device, service, isService } = familiesOf(entityId);
      for (const family of [device, service, isService ? `${service} rooms` : undefined])
        if (family !== undefined) note(families, family, entityId);
      if (domain === "media_player") players.push(entity);
      if (COMPUTING.has(entity.platform)) computed.push(entity);
      const wrapped = registries.entities.get(entityId)?.wraps;
      if (wrapped !== undefined) {
        note(madeOf, wrapped, entityId);
        note(madeOf, entityId, wrapped);
      }
      if (LISTS.has(domain)) continue;
      const { entity_id: members, source, source_entity_id: sourceId } = state.attributes;
      for (const member of [members, source, sourceId].flatMap(idsIn)) note(madeOf, member, entityId);
    }
    kept = { generation: home.generation, madeOf, families, players, computed };
    return kept;
  }

  /** Entities of the same device; a bridge's rooms and zones change with the lamps that it controls, and those with them. */
  function siblingsOf(entityId: string, families: Kinship["families"]): readonly string[] {
    const { device, service, isService } = familiesOf(entityId);
    return [device, isService ? service : `${service} rooms`].flatMap((family = "") => families.get(family) ?? []);
  }

  /** A device with its parts, and what one integration's entry has of a domain. */
  function familiesOf(entityId: string) {
    const { deviceId, configEntryId } = registries.entities.get(entityId) ?? {};
    const device = deviceId === undefined ? undefined : registries.devices.get(deviceId);
    return {
      device: device?.parentDeviceId ?? deviceId,
      service: deviceId === undefined || configEntryId === undefined ? undefined : `${configEntryId} ${domainOf(entityId)}`,
      isService: device?.isService === true,
    };
  }
}

function idsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === "string" && id.includes("."));
}

function note(map: Map<string, string[]>, key: string, value: string): void {
  const before = map.get(key);
  if (before) before.push(value);
  else map.set(key, [value]);
}
