import type { Logger } from "../../observability/logger.ts";
import type { Later } from "../../text/later.ts";
import { OWN_TOPICS, type OwnTopic } from "../services/own.ts";
import type { MqttLine, MqttMessage } from "./mqtt-lines.ts";
import { SERVICE_STATES, type ServiceStatus, type ServiceStatusSource } from "./service-status.ts";
import type { Sync, SyncStatus } from "./sync-run.ts";

/** Where Home Assistant sends what was pressed. */
const PRESS_TOPIC = "ha_personal_assistant/sync/press";
const PRESS = "PRESS";
/** Where Home Assistant says `online` each time that it begins to listen: what it does not keep has to be told again. */
const BIRTH_TOPIC = "homeassistant/status";

const AVAILABLE = "online";
export const UNAVAILABLE = "offline";

/** The button as MQTT's integration knows it: people may have given its entity another id. */
export const MQTT_BUTTON = {
  platform: "mqtt",
  uniqueId: "ha_personal_assistant_sync_now",
  entityId: "button.ha_personal_assistant_sync_now",
} as const;

export interface SyncDeviceOptions {
  readonly line: MqttLine;
  readonly sync: Pick<Sync, "status" | "onChange">;
  readonly service: ServiceStatusSource;
  readonly onPress: () => void;
  readonly version: string;
  readonly later: Later;
  readonly logger: Logger;
}

/** Home Assistant writes each state into its database: often enough to watch. */
const PROGRESS_EVERY_MS = 1_000;
/** A message is worked on for milliseconds or for seconds: one that is answered at once is no queue to be written down. */
const SERVICE_AFTER_MS = 1_000;
/** A broker that is away answers again within seconds or after hours. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** The whole end of the service has 8 s. */
const GOODBYE_MS = 1_000;

/** In this order: what was announced is listened to by the time that its state is told. */
const ORDER: readonly OwnTopic[] = ["config", "available", "state", "last", "service"];

/** Our device in Home Assistant by MQTT discovery: the button and the sensors of a sync, and sensors of the service. */
export class SyncDevice implements AsyncDisposable {
  readonly #options: SyncDeviceOptions;
  readonly #held = new DisposableStack();
  /** What the broker does not have, or not as it is now. */
  readonly #stale = new Set<OwnTopic>();
  #told: SyncStatus["state"] | undefined;
  #pumping: Promise<void> | undefined;
  /** Until then progress waits. */
  #quiet: Disposable | undefined;
  /** Until then what the service is like waits. */
  #settling: Disposable | undefined;
  /** What the broker was told last of the service. */
  #serviceTold: string | undefined;
  #retry: Disposable | undefined;
  #failures = 0;
  #ended = false;

  constructor(options: SyncDeviceOptions) {
    this.#options = options;
  }

  start(): void {
    const { line, sync, service } = this.#options;
    this.#held.use(sync.onChange((status) => this.#onStatus(status)));
    this.#held.use(service.onChange(() => this.#onService()));
    line.start([PRESS_TOPIC, BIRTH_TOPIC], { onUp: () => this.#announce(), onMessage: (message) => this.#hear(message) });
  }

  /** Takes the device and all that it said out of the broker and out of Home Assistant. Rejects when the broker is away. */
  async remove(): Promise<void> {
    this.#end();
    await this.#pumping;
    for (const topic of ORDER) await this.#options.line.keep(OWN_TOPICS[topic], "");
  }

  /** Says that the button does nothing for now. */
  async [Symbol.asyncDispose](): Promise<void> {
    const said = !this.#ended;
    this.#end();
    const { line, later } = this.#options;
    const goodbye = async () => {
      await this.#pumping;
      if (said) await line.keep(OWN_TOPICS.available, UNAVAILABLE).catch(() => undefined);
    };
    const late = Promise.withResolvers<void>();
    using _ = later(GOODBYE_MS, late.resolve);
    await Promise.race([goodbye(), late.promise]);
    await line[Symbol.asyncDispose]();
  }

  #end(): void {
    this.#ended = true;
    this.#stale.clear();
    this.#retry?.[Symbol.dispose]();
    this.#quiet?.[Symbol.dispose]();
    this.#settling?.[Symbol.dispose]();
    this.#held.dispose();
  }

  #announce(): void {
    this.#failures = 0;
    this.#tell(ORDER);
  }

  #hear({ topic, payload, retained }: MqttMessage): void {
    if (topic === BIRTH_TOPIC && payload === "online") this.#announce();
    // a press that somebody had the broker keep was pressed long ago
    if (topic === PRESS_TOPIC && payload === PRESS && !retained) this.#options.onPress();
  }

  #onStatus(status: SyncStatus): void {
    if (status.state === this.#told) {
      if (!this.#quiet) this.#tell(["state"]);
      return;
    }
    this.#told = status.state;
    this.#tell(status.state === "idle" ? ["state", "last"] : ["state"]);
  }

  #onService(): void {
    if (this.#ended) return;
    this.#settling ??= this.#options.later(SERVICE_AFTER_MS, () => {
      this.#settling = undefined;
      if (servicePayload(this.#options.service.current()) !== this.#serviceTold) this.#tell(["service"]);
    });
  }

  #tell(topics: readonly OwnTopic[]): void {
    if (this.#ended) return;
    for (const topic of topics) this.#stale.add(topic);
    this.#retry?.[Symbol.dispose]();
    this.#retry = undefined;
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined;
      // asked for after the last look
      if (this.#stale.size > 0 && !this.#retry) this.#tell([]);
    });
  }

  async #pump(): Promise<void> {
    // what changes in one go is told once
    await Promise.resolve();
    for (let next = this.#nextStale(); next !== undefined; next = this.#nextStale()) {
      this.#stale.delete(next);
      const payload = this.#payload(next);
      if (payload === undefined) continue;
      if (next === "state") this.#beQuiet();
      if (next === "service") this.#serviceTold = payload;
      try {
        await this.#options.line.keep(OWN_TOPICS[next], payload);
        if (this.#failures > 0) this.#options.logger.info({}, "MQTT works again");
        this.#failures = 0;
      } catch (error) {
        if (this.#ended) return;
        this.#stale.add(next);
        this.#onFailure(error);
        return;
      }
    }
  }

  #nextStale(): OwnTopic | undefined {
    return ORDER.find((topic) => this.#stale.has(topic));
  }

  /** What is in the broker about the last sync is from before our start as long as there was none since. */
  #payload(topic: OwnTopic): string | undefined {
    const { sync, service, version } = this.#options;
    if (topic === "service") return servicePayload(service.current());
    if (topic === "config") return discoveryPayload(version);
    if (topic === "available") return AVAILABLE;
    if (topic === "state") return statePayload(sync.status);
    return sync.status.last && lastPayload(sync.status.last);
  }

  #beQuiet(): void {
    this.#quiet?.[Symbol.dispose]();
    this.#quiet = this.#options.later(PROGRESS_EVERY_MS, () => {
      this.#quiet = undefined;
      if (this.#options.sync.status.state === "running") this.#tell(["state"]);
    });
  }

  #onFailure(error: unknown): void {
    const { later, logger } = this.#options;
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    if (this.#failures++ === 0) logger.warn({ err: error }, "the sync button cannot be shown by MQTT: trying on");
    else logger.debug({ err: error }, "the sync button still cannot be shown by MQTT");
    this.#retry = later(wait, () => this.#tell([]));
  }
}

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
function statePayload({ state, progress, reason, by, problems }: SyncStatus): string {
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
function servicePayload({ status, queue, model }: ServiceStatus): string {
  return JSON.stringify({ status, queue, model });
}

/** When everything was read last, and how many things of each kind are known since. */
function lastPayload({ at, counts }: NonNullable<SyncStatus["last"]>): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return JSON.stringify({ at: new Date(at).toISOString(), total, counts });
}
