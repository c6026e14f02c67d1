import { type EntityFacts, GENERIC_SERVICES, hasTemplate, type Unresolved } from "../../security/effects/action-facts.ts";
import type { RoutineCall } from "../../security/routines/routine-calls.ts";
import { isRecord } from "../../text/is-record.ts";
import type { EntityFactsReader } from "../registry/entity-facts.ts";
import { byEntityId, type Entity, type WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";
import type { MqttTopics } from "./mqtt-topics.ts";
import { namesIn } from "./service-data.ts";
import type { ResolvedCall } from "./services.ts";

interface CallTargetsOptions {
  readonly home: WholeHome;
  readonly registries: Pick<Registries, "entities" | "devices" | "areas" | "floors" | "labels">;
  readonly facts: EntityFactsReader;
  readonly mqtt: Pick<MqttTopics, "entitiesOf">;
  readonly serviceExists: (service: string) => boolean;
}

type Addressed = Pick<RoutineCall, "service" | "target" | "data">;

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
export function createCallTargets({ home, registries, facts, mqtt, serviceExists }: CallTargetsOptions) {
  return {
    ofRoutineCall,

    /** Of a call that was resolved: its entities, and those named among its data. */
    ofCall({ service, entityIds, data }: ResolvedCall): FoundTargets {
      return found(service, [...entityIds, ...idsInCall(service, data)], []);
    },

    /**
     * What the device of a raw write consists of, sorted: addressed by device, entity or area, a Zigbee address, or the MQTT topic of a
     * discovered entity. Not `complete` if there are more devices than can be asked. Never rejects.
     */
    async addressedBy(call: Addressed, signal: AbortSignal) {
      const [domain = ""] = call.service.split(".");
      if (domain === "mqtt") {
        const { entityIds, complete } = await mqtt.entitiesOf(String(call.data["topic"] ?? ""), signal);
        return { entities: factsOf(entityIds), complete };
      }
      const all = ofRoutineCall({ ...call, target: withData(call) }).targets.map(({ entityId }) => entityId);
      const named = OWN_DEVICES_ONLY.has(domain) ? all.filter((entityId) => home.known(entityId)?.platform === domain) : all;
      const devices = [...named.flatMap((entityId) => home.known(entityId)?.deviceId ?? []), ...zigbeeDevice(call.data["ieee"])];
      return { entities: factsOf([...named, ...facts.ofDevices(devices)]), complete: true };
    },
  };

  /** Of a call inside a routine, as Home Assistant resolves entities, devices, areas, floors, labels, old groups and `all`. */
  function ofRoutineCall({ service, target, data }: Addressed): FoundTargets {
    const { deviceId: devices, areaId: areas, floorId: floors, labelId: labels } = target;
    const isKnown =
      devices.every((id) => registries.devices.has(id)) &&
      areas.every((id) => registries.areas.has(id)) &&
      floors.every((id) => registries.floors.has(id)) &&
      labels.every((id) => registries.labels.has(id));
    const wide: Test = ({ deviceId, area, floor, labels: own }) =>
      devices.some((id) => deviceId === id || parentOf(deviceId) === id) ||
      (area !== undefined && areas.includes(area.areaId)) ||
      (floor !== undefined && floors.includes(floor.floorId)) ||
      labels.some((id) => own.includes(id));
    const tests = devices.length + areas.length + floors.length + labels.length > 0 ? [wide] : [];
    const result = found(service, [...target.entityId, ...idsInCall(service, data)], tests);
    return isKnown ? result : { ...result, unresolved: [...new Set([...result.unresolved, "missing_entity" as const])] };
  }

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

/** These services have fields of their own where others have targets. */
function withData({ target, data }: Pick<RoutineCall, "target" | "data">): RoutineCall["target"] {
  return {
    entityId: [...target.entityId],
    deviceId: [...target.deviceId, ...namesIn(data["device_id"])],
    areaId: [...target.areaId, ...namesIn(data["area_id"])],
    floorId: [...target.floorId, ...namesIn(data["floor_id"])],
    labelId: [...target.labelId, ...namesIn(data["label_id"])],
  };
}
