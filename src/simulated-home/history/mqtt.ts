import { isRecord } from "../../text/is-record.ts";
import type { Bus } from "../bus.ts";
import type { Answer } from "../commands.ts";
import type { House } from "../house.ts";
import { invalidFormat, Refusal, unknownCommand } from "../refusal.ts";
import type { ForeignServices } from "../services/service-calls.ts";

interface Message {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

/** The MQTT integration of the simulated home with its broker; buttons of announced devices become entities, nothing else does. */
export interface SimulatedMqtt {
  readonly services: ForeignServices;
  readonly commands: Readonly<Record<string, Answer>>;
  /** Somebody else on the broker says something. */
  publish(topic: string, payload: string, options?: { retain?: boolean }): void;
  /** What the broker keeps, by topic. */
  readonly kept: ReadonlyMap<string, string>;
  /** While it is false the integration is there and cannot reach its broker. */
  reachable: boolean;
}

const ANNOUNCEMENT = /^homeassistant\/device\/[\w-]+\/config$/;
const BIRTH_TOPIC = "homeassistant/status";

export function createMqtt({ bus, house, installed }: { bus: Bus; house: House; installed: boolean }): SimulatedMqtt {
  const kept = new Map<string, string>();
  const listeners = new Set<(message: Message) => void>();
  /** Entity ids of announced buttons with the message that a press is, by the topic of their device. */
  const buttons = new Map<string, ReadonlyMap<string, Message>>();

  const deliver = (message: Message) => {
    for (const listener of [...listeners]) listener(message);
  };
  const publish: SimulatedMqtt["publish"] = (topic, payload, { retain = false } = {}) => {
    if (retain && payload === "") kept.delete(topic);
    else if (retain) kept.set(topic, payload);
    if (ANNOUNCEMENT.test(topic)) announce(topic, payload);
    // who listens already is not told that it is kept
    deliver({ topic, payload, retain: false });
  };
  const announce = (topic: string, payload: string) => {
    const announced = new Map(payload === "" ? [] : buttonsIn(JSON.parse(payload)));
    const before = buttons.get(topic) ?? new Map<string, Message>();
    for (const entityId of before.keys()) if (!announced.has(entityId)) house.remove(entityId);
    for (const [entityId, { name, uniqueId }] of announced) {
      if (!before.has(entityId)) house.add({ entity_id: entityId, name, uniqueId, platform: "mqtt", exposed: false });
    }
    buttons.set(topic, new Map([...announced].map(([entityId, { press }]) => [entityId, press])));
  };

  bus.listen(({ type, event }) => {
    if (installed && type === "homeassistant_started") publish(BIRTH_TOPIC, "online");
    if (type !== "call_service" || event.data["domain"] !== "button" || event.data["service"] !== "press") return;
    const target = isRecord(event.data["service_data"]) ? event.data["service_data"]["entity_id"] : undefined;
    const pressed = new Set(Array.isArray(target) ? target.map(String) : [String(target)]);
    for (const [entityId, press] of [...buttons.values()].flatMap((known) => [...known])) if (pressed.has(entityId)) deliver(press);
  });

  const mqtt: SimulatedMqtt = {
    kept,
    reachable: true,
    publish,
    async services(_service, { topic, payload = "", retain }) {
      if (!mqtt.reachable) {
        const words = "Error talking to MQTT: The client is not currently connected.";
        throw new Refusal("home_assistant_error", words, { key: "mqtt_broker_error", domain: "mqtt", placeholders: null });
      }
      publish(String(topic), String(payload), { retain: retain === true });
      return undefined;
    },
    commands: {
      "mqtt/subscribe": (frame, connection) => {
        if (!installed) throw unknownCommand();
        const { id, topic } = frame;
        if (typeof topic !== "string") throw invalidFormat("required key not provided at 'topic'. Got None");
        const send = (message: Message) => {
          if (message.topic === topic) connection.event(Number(id), JSON.stringify({ ...message, qos: 0 }));
        };
        listeners.add(send);
        const first = () => {
          const payload = kept.get(topic);
          if (payload !== undefined) send({ topic, payload, retain: true });
        };
        connection.keep(Number(id), () => listeners.delete(send), first);
        return null;
      },
    },
  };
  return mqtt;
}

function buttonsIn(device: unknown): [entityId: string, button: { name: string; uniqueId: string; press: Message }][] {
  const components = isRecord(device) && isRecord(device["components"]) ? Object.values(device["components"]) : [];
  return components.filter(isRecord).flatMap((component) => {
    if (component["platform"] !== "button") return [];
    const press = { topic: String(component["command_topic"]), payload: String(component["payload_press"]), retain: false };
    return [[String(component["default_entity_id"]), { name: String(component["name"]), uniqueId: String(component["unique_id"]), press }]];
  });
}
