import { type EntityFacts, GENERIC_SERVICES, type Unresolved } from "../../security/effects/action-facts.ts";
import type { RoutineCall } from "../../security/routines/routine-calls.ts";
import { hasTemplate } from "../../security/routines/routine-targets.ts";
import { isRecord } from "../../text/is-record.ts";
import type { EntityFactsReader } from "../registry/entity-facts.ts";
import { byEntityId, type Entity, type WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";
import type { MqttTopics } from "./mqtt-topics.ts";
import type { ResolvedCall } from "./services.ts";

interface CallTargetsOptions {
  readonly home: WholeHome;
  readonly registries: Pick<Registries, "entities" | "devices" | "areas" | "floors" | "labels">;
  readonly facts: EntityFactsReader;
  readonly serviceExists: (service: string) => boolean;
}

interface FoundTargets {
  /** Sorted by entity id, each once. */
  readonly targets: readonly EntityFacts[];
  readonly unresolved: readonly Unresolved[];
}

type Test = (entity: Entity) => boolean;

/** Fields whose values are entities: `entity_id`, `media_player_entity_id`, `snapshot_entities`, `group_members` … */
const ENTITY_FIELD = /(?:^|_)(?:entity_ids?|entities)$|^group_members$/;
const ENTITY_ID = /^[a-z\d_]+\.[a-z\d_]+$/;
const REGISTRY_ID = /^[\da-f]{32}$/;

/** What calls name, over all entities of the home: what is hidden is touched as well. */
export function createCallTargets({ home, registries, facts, serviceExists }: CallTargetsOptions) {
  return {
    /** Of a call that was resolved: its entities, and those named among its data. */
    ofCall({ service, entityIds, data }: ResolvedCall): FoundTargets {
      return found(service, [...entityIds, ...idsInCall(service, data)], []);
    },

    /** Of a call inside a routine, as Home Assistant resolves entities, devices, areas, floors, labels, old groups and `all`. */
    ofRoutineCall({ service, target, data }: Pick<RoutineCall, "service" | "target" | "data">): FoundTargets {
      const unknown = [
        ...target.deviceId.filter((id) => !registries.devices.has(id)),
        ...target.areaId.filter((id) => !registries.areas.has(id)),
        ...target.floorId.filter((id) => !registries.floors.has(id)),
        ...target.labelId.filter((id) => !registries.labels.has(id)),
      ];
      const { deviceId: devices, areaId: areas, floorId: floors, labelId: labels } = target;
      const wide: Test = ({ deviceId, area, floor, labels: own }) =>
        devices.some((id) => deviceId === id || parentOf(deviceId) === id) ||
        (area !== undefined && areas.includes(area.areaId)) ||
        (floor !== undefined && floors.includes(floor.floorId)) ||
        labels.some((id) => own.includes(id));
      const tests = devices.length + areas.length + floors.length + labels.length > 0 ? [wide] : [];
      const result = found(service, [...target.entityId, ...idsInCall(service, data)], tests);
      return unknown.length === 0 ? result : { ...result, unresolved: [...new Set([...result.unresolved, "missing_entity" as const])] };
    },
  };

  function found(service: string, names: readonly string[], tests: readonly Test[]): FoundTargets {
    const targets = new Map<string, EntityFacts>();
    const unresolved = new Set<Unresolved>();
    const wide = [...tests];
    const add = (entityId: string) => {
      const known = facts.of(entityId);
      if (!known) unresolved.add("missing_entity");
      else if (isOldGroup(entityId)) wide.push(memberOf(facts.membersOf(entityId).entityIds));
      else targets.set(entityId, known);
      if (!facts.membersOf(entityId).complete) unresolved.add("too_large");
    };
    for (const name of names.map((one) => one.trim().toLowerCase())) {
      if (name === "all") wide.push(() => true);
      else if (hasTemplate(name)) unresolved.add("template");
      else if (name !== "none" && name !== "") add(idOf(name));
    }
    if (wide.length > 0) {
      const acts = actsOn(service);
      for (const entity of home.everything()) {
        if (!isOldGroup(entity.entityId) && acts(entity) && wide.some((test) => test(entity))) add(entity.entityId);
      }
    }
    const sorted = [...targets.values()].sort(byEntityId);
    return { targets: sorted, unresolved: [...unresolved] };
  }

  /** Device actions name an entity by the registry's own id. */
  function idOf(name: string): string {
    if (!REGISTRY_ID.test(name)) return name;
    for (const { entityId, registryId } of registries.entities.values()) if (registryId === name) return entityId;
    return name;
  }

  function parentOf(deviceId: string | undefined): string | undefined {
    return deviceId === undefined ? undefined : registries.devices.get(deviceId)?.parentDeviceId;
  }

  /** Which entities of an area, a device or `all` a service acts on: those of its domain; of a service that is no domain of entities, any. */
  function actsOn(service: string): Test {
    const [domain = "", name = ""] = service.split(".");
    if (GENERIC_SERVICES.has(service)) return (entity) => serviceExists(`${entity.domain}.${name}`);
    for (const entity of home.everything()) if (entity.domain === domain) return (other) => other.domain === domain;
    return () => true;
  }
}

export type CallTargets = ReturnType<typeof createCallTargets>;

/** Only a name for its members, as Home Assistant takes it. */
function isOldGroup(entityId: string): boolean {
  return entityId.startsWith("group.");
}

function memberOf(entityIds: readonly string[]): Test {
  const members = new Set(entityIds);
  return ({ entityId }) => members.has(entityId);
}

/** Entities named among a call's data. What a scene is made of is opened as its content instead, but for those that it takes as they are. */
function idsInCall(service: string, data: Readonly<Record<string, unknown>>): readonly string[] {
  if (service === "scene.create") return idsInData({ snapshot_entities: data["snapshot_entities"] });
  return service.startsWith("scene.") ? [] : idsInData(data);
}

function idsInData(data: unknown): readonly string[] {
  if (Array.isArray(data)) return data.flatMap(idsInData);
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([field, value]) =>
    ENTITY_FIELD.test(field) ? [...namedIn(value), ...idsInData(value)] : idsInData(value),
  );
}

/** Names of entities in a field's value: a text with commas, a list, or the keys of an object. Other texts are passed over. */
function namedIn(value: unknown): readonly string[] {
  if (isRecord(value)) return Object.keys(value).flatMap(namedIn);
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === "string" ? namedIn(one) : []));
  if (typeof value !== "string") return [];
  if (hasTemplate(value)) return [value];
  const names = value.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name === "all" || ENTITY_ID.test(name) || REGISTRY_ID.test(name));
}

interface RawTargetsOptions {
  readonly home: Pick<WholeHome, "known">;
  readonly registries: Pick<Registries, "devices">;
  readonly facts: EntityFactsReader;
  readonly targets: CallTargets;
  readonly mqtt: MqttTopics;
}

/** Integrations whose services write to a device beneath its entities. */
const RAW_DOMAINS: ReadonlySet<string> = new Set(["zwave_js", "zha", "mqtt", "modbus", "knx", "esphome", "insteon", "hdmi_cec"]);
const RAW_NAMES = /^send_(?:\w+_)?command$|^set_raw|_raw$/;
/** Their areas and devices hold entities of others too, which they do not reach. */
const OWN_DEVICES_ONLY: ReadonlySet<string> = new Set(["zwave_js", "zha"]);

/** True for services that write to a device without one of its entities in between. */
export function isRawWrite(service: string): boolean {
  const [domain = "", name = ""] = service.split(".");
  return RAW_DOMAINS.has(domain) || RAW_NAMES.test(name);
}

/** Finds what a raw write is addressed to: by device, entity or area, a Zigbee address, or the MQTT topic of a discovered entity. */
export function createRawTargets({ home, registries, facts, targets, mqtt }: RawTargetsOptions) {
  return {
    /** Everything that the addressed device consists of, sorted; not `complete` if there are more devices than can be asked. Never rejects. */
    async addressedBy(call: Pick<RoutineCall, "service" | "target" | "data">, signal: AbortSignal) {
      const [domain = ""] = call.service.split(".");
      if (domain === "mqtt") {
        const { entityIds, complete } = await mqtt.entitiesOf(String(call.data["topic"] ?? ""), signal);
        return { entities: factsOf(entityIds), complete };
      }
      const found = targets.ofRoutineCall({ ...call, target: withData(call) }).targets.map(({ entityId }) => entityId);
      const named = OWN_DEVICES_ONLY.has(domain) ? found.filter((entityId) => home.known(entityId)?.platform === domain) : found;
      const devices = [...named.flatMap((entityId) => home.known(entityId)?.deviceId ?? []), ...zigbeeDevice(call.data["ieee"])];
      return { entities: factsOf([...named, ...facts.ofDevices(devices)]), complete: true };
    },
  };

  function zigbeeDevice(ieee: unknown): readonly string[] {
    if (typeof ieee !== "string") return [];
    const address = ieee.trim().toLowerCase();
    const names = [`zha:${address}`, `zigbee:${address}`];
    return [...registries.devices.values()].flatMap(({ deviceId, identifiers }) =>
      identifiers.some((name) => names.includes(name)) ? [deviceId] : [],
    );
  }

  function factsOf(entityIds: readonly string[]): readonly EntityFacts[] {
    return [...new Set(entityIds)].sort().flatMap((entityId) => facts.of(entityId) ?? []);
  }
}

/** These services have fields of their own where others have targets. */
function withData({ target, data }: Pick<RoutineCall, "target" | "data">): RoutineCall["target"] {
  return {
    entityId: [...target.entityId],
    deviceId: [...target.deviceId, ...textsIn(data["device_id"])],
    areaId: [...target.areaId, ...textsIn(data["area_id"])],
    floorId: [...target.floorId, ...textsIn(data["floor_id"])],
    labelId: [...target.labelId, ...textsIn(data["label_id"])],
  };
}

function textsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : String(value ?? "").split(",");
  return list.map((one) => String(one).trim()).filter((one) => one !== "");
}
