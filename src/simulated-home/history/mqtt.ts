import { isRecord } from "../../text/is-record.ts";
import type { FurnishedEntity } from "../furnishing.ts";
import type { House } from "../house.ts";
import { Refusal } from "../refusal.ts";
import type { ForeignServices } from "../services/service-calls.ts";

const ANNOUNCEMENT = /^homeassistant\/device\/[\w-]+\/config$/;

/** The MQTT integration of the simulated home with its broker; buttons of announced devices become entities, nothing else does. */
export function createMqtt({ house }: { house: House }) {
  const kept = new Map<string, string>();
  /** Entity ids of announced buttons by the topic of their device. */
  const buttons = new Map<string, readonly string[]>();

  /** Somebody on the broker says something. */
  const publish = (topic: string, payload: string, { retain = false }: { retain?: boolean } = {}): void => {
    if (retain && payload === "") kept.delete(topic);
    else if (retain) kept.set(topic, payload);
    if (!ANNOUNCEMENT.test(topic)) return;
    const announced = payload === "" ? [] : buttonsIn(JSON.parse(payload));
    const ids = announced.map(({ entity_id }) => entity_id);
    const before = buttons.get(topic) ?? [];
    for (const entityId of before) if (!ids.includes(entityId)) house.remove(entityId);
    for (const button of announced) if (!before.includes(button.entity_id)) house.add(button);
    buttons.set(topic, ids);
  };

  const services: ForeignServices = async (_service, { topic, payload = "", retain }) => {
    if (!mqtt.reachable) {
      const words = "Error talking to MQTT: The client is not currently connected.";
      throw new Refusal("home_assistant_error", words, { key: "mqtt_broker_error", domain: "mqtt", placeholders: null });
    }
    publish(String(topic), String(payload), { retain: retain === true });
    return undefined;
  };
  /** `kept` is what the broker keeps; while `reachable` is false the integration is there and cannot reach it. */
  const mqtt = { kept, reachable: true, publish, services };
  return mqtt;
}

export type SimulatedMqtt = ReturnType<typeof createMqtt>;

function buttonsIn(device: unknown): FurnishedEntity[] {
  const components = isRecord(device) && isRecord(device["components"]) ? Object.values(device["components"]) : [];
  return components.filter(isRecord).flatMap(({ platform, default_entity_id, name, unique_id }) => {
    if (platform !== "button") return [];
    return [{ entity_id: String(default_entity_id), name: String(name), uniqueId: String(unique_id), platform: "mqtt", exposed: false }];
  });
}
