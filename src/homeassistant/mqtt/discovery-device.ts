import { SERVICE_STATES, type ServiceStatus } from "./service-status.ts";
import type { SyncStatus } from "./sync-run.ts";

/** Our own part of the broker, and Home Assistant's place for announcements of devices. Nothing else is ever published. */
export const OWN_TOPICS = {
  config: "homeassistant/device/ha_personal_assistant/config",
  available: "ha_personal_assistant/available",
  state: "ha_personal_assistant/sync/state",
  last: "ha_personal_assistant/sync/last",
  service: "ha_personal_assistant/service",
} as const;

export type OwnTopic = keyof typeof OWN_TOPICS;

/** Where Home Assistant sends what was pressed. */
export const PRESS_TOPIC = "ha_personal_assistant/sync/press";
export const PRESS = "PRESS";
/** Where Home Assistant says `online` each time that it begins to listen: what it does not keep has to be told again. */
export const BIRTH_TOPIC = "homeassistant/status";

export const AVAILABLE = "online";
export const UNAVAILABLE = "offline";

/** The button as MQTT's integration knows it: people may have given its entity another id. */
export const MQTT_BUTTON = {
  platform: "mqtt",
  uniqueId: "ha_personal_assistant_sync_now",
  entityId: "button.ha_personal_assistant_sync_now",
} as const;

/** The announcement of our device: the button, how far a run is, when the last one was, what is known since, and how the service is. */
export function discoveryPayload(version: string): string {
  const id = (entity: string) => ({
    unique_id: `ha_personal_assistant_${entity}`,
    default_entity_id: `sensor.ha_personal_assistant_${entity}`,
  });
  return JSON.stringify({
    device: { identifiers: ["ha_personal_assistant"], name: "HA Personal Assistant", sw_version: version },
    origin: { name: "ha-personal-assistant", sw_version: version },
    availability_topic: OWN_TOPICS.available,
    payload_available: AVAILABLE,
    payload_not_available: UNAVAILABLE,
    qos: 1,
    components: {
      sync_now: {
        platform: "button",
        name: "Sync now",
        icon: "mdi:sync",
        unique_id: MQTT_BUTTON.uniqueId,
        default_entity_id: MQTT_BUTTON.entityId,
        command_topic: PRESS_TOPIC,
        payload_press: PRESS,
        // a press that was kept by the broker would be pressed again at each start
        retain: false,
      },
      sync: {
        platform: "sensor",
        name: "Sync",
        icon: "mdi:database-sync",
        ...id("sync"),
        device_class: "enum",
        options: ["idle", "running", "failed"],
        state_topic: OWN_TOPICS.state,
        value_template: "{{ value_json.state }}",
        json_attributes_topic: OWN_TOPICS.state,
        json_attributes_template: "{{ value_json.attributes | tojson }}",
      },
      last_sync: {
        platform: "sensor",
        name: "Last sync",
        ...id("last_sync"),
        device_class: "timestamp",
        state_topic: OWN_TOPICS.last,
        value_template: "{{ value_json.at }}",
      },
      known: {
        platform: "sensor",
        name: "Known things",
        icon: "mdi:database",
        ...id("known_things"),
        state_class: "measurement",
        state_topic: OWN_TOPICS.last,
        value_template: "{{ value_json.total }}",
        json_attributes_topic: OWN_TOPICS.last,
        json_attributes_template: "{{ value_json.counts | tojson }}",
      },
      status: {
        platform: "sensor",
        name: "Status",
        icon: "mdi:robot-happy-outline",
        ...id("status"),
        device_class: "enum",
        options: SERVICE_STATES,
        state_topic: OWN_TOPICS.service,
        value_template: "{{ value_json.status }}",
      },
      queue: {
        platform: "sensor",
        name: "Queue",
        icon: "mdi:tray-full",
        ...id("queue"),
        state_class: "measurement",
        state_topic: OWN_TOPICS.service,
        value_template: "{{ value_json.queue }}",
      },
      model: {
        platform: "sensor",
        name: "Model",
        icon: "mdi:brain",
        ...id("model"),
        state_topic: OWN_TOPICS.service,
        value_template: "{{ value_json.model }}",
      },
    },
  });
}

/** How far a run is, for the sensor and its attributes. */
export function statePayload({ state, progress, reason, by, problems }: SyncStatus): string {
  const attributes = {
    phase: progress?.phase ?? null,
    done: progress?.done ?? null,
    total: progress?.total ?? null,
    asked_by: by ?? null,
    reason: reason ?? null,
    problems,
  };
  return JSON.stringify({ state, attributes });
}

/** How the service is, for three sensors. */
export function servicePayload({ status, queue, model }: ServiceStatus): string {
  return JSON.stringify({ status, queue, model });
}

/** When everything was read last, and how many things of each kind are known since. */
export function lastPayload({ at, counts }: NonNullable<SyncStatus["last"]>): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return JSON.stringify({ at: new Date(at).toISOString(), total, counts });
}
