import type { EntityFacts } from "../../security/effects/action-facts.ts";
import type { RoutineCall } from "../../security/routines/routine-calls.ts";
import type { EntityFactsReader } from "../registry/entity-facts.ts";
import type { WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";
import type { MqttTopics } from "../services/mqtt-topics.ts";
import type { CallTargets } from "./call-targets.ts";

interface RawTargetsOptions {
  readonly home: Pick<WholeHome, "known" | "everything">;
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
      const families = new Set(devices.map(familyOf));
      const members = Array.from(home.everything()).filter(({ deviceId }) => deviceId !== undefined && families.has(familyOf(deviceId)));
      return { entities: factsOf([...named, ...members.map(({ entityId }) => entityId)]), complete: true };
    },
  };

  /** Endpoints of one device are its children: they are one thing. */
  function familyOf(deviceId: string): string {
    return registries.devices.get(deviceId)?.parentDeviceId ?? deviceId;
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
