import type { Logger } from "../../observability/logger.ts";
import type { Later } from "../../text/later.ts";
import { createListeners } from "../../text/listeners.ts";
import { FINDING_ENTITY, findingUniqueId, ownUniqueId } from "../registry/own-entities.ts";
import { OWN_TOPICS, type OwnMqtt, type OwnTopic } from "../services/own.ts";
import type { Sync, SyncStatus } from "./sync-run.ts";

/** How the service is, as its sensor says it. */
const SERVICE_STATES = ["ok", "model_unreachable", "model_missing", "model_unsuitable", "model_trouble"] as const;

interface ServiceStatus {
  readonly status: (typeof SERVICE_STATES)[number];
  /** Messages that are worked on or wait for that. */
  readonly queue: number;
  /** `provider/model` that the next question goes to. */
  readonly model: string;
}

export interface ServiceStatusSource {
  current(): ServiceStatus;
  /** Called when it may have become another. */
  onChange(listener: () => void): Disposable;
}

/** A kind of what may be amiss, as a sensor shows it. */
export interface FindingSensor {
  readonly kind: string;
  readonly name: string;
  /** One of a binary sensor's, whose "on" is a problem. */
  readonly deviceClass: string | undefined;
}

export interface OpenFindingsSource {
  readonly sensors: readonly FindingSensor[];
  /** What is amiss, by kind. */
  current(): ReadonlyMap<string, readonly { readonly entityId: string; readonly name: string }[]>;
  /** Called when it may have become another. */
  onChange(listener: () => void): Disposable;
}

/** Problems that the name of a state says how to fix; of all others the log tells more. */
const STATES: ReadonlyMap<string, ServiceStatus["status"]> = new Map([
  ["unreachable", "model_unreachable"],
  ["not_pulled", "model_missing"],
  ["not_offered", "model_missing"],
  ["no_tools", "model_unsuitable"],
]);

/** How the service is, put together from its parts; they say by `changed` that something moved. */
export function createServiceStatus({
  model,
  queue,
}: {
  /** The model that is asked next, and what is wrong with it. */
  readonly model: () => { readonly model: string; readonly problem: { readonly kind: string } | undefined };
  readonly queue: () => number;
}): ServiceStatusSource & { changed(): void } {
  return {
    ...createChanges(),
    current() {
      const { model: name, problem } = model();
      const status = problem === undefined ? "ok" : (STATES.get(problem.kind) ?? "model_trouble");
      return { status, queue: queue(), model: name };
    },
  };
}

/** Tells whoever listens that something that is shown may have become another. */
export function createChanges() {
  const { on: onChange, tell: changed } = createListeners();
  return { onChange, changed };
}

const AVAILABLE = "online";
export const UNAVAILABLE = "offline";

/** The button as MQTT's integration knows it: people may have given its entity another id. */
export const MQTT_BUTTON = {
  platform: "mqtt",
  uniqueId: ownUniqueId("sync_now"),
  entityId: "button.ha_personal_assistant_sync_now",
} as const;

export interface OwnDeviceOptions {
  readonly line: OwnMqtt;
  readonly sync: Pick<Sync, "status" | "onChange">;
  readonly service: ServiceStatusSource;
  readonly findings: OpenFindingsSource;
  readonly version: string;
  readonly later: Later;
  readonly logger: Logger;
}

/** Home Assistant writes each state into its database: progress is told so often, and what comes and goes within this time never. */
const SETTLED_AFTER_MS = 1_000;
/** A broker that is away answers again within seconds or after hours. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** The whole end of the service has 8 s. */
const GOODBYE_MS = 1_000;

/** Our device in Home Assistant by MQTT discovery: the button and the sensors of a sync, and sensors of the service. All is kept by the broker. */
export function createOwnDevice({ line, sync, service, findings, version, later, logger }: OwnDeviceOptions) {
  const held = new DisposableStack();
  /** What the broker has, as far as we know. */
  const told = new Map<OwnTopic, string>();
  let telling: Promise<void> = Promise.resolve();
  let timer: Disposable | undefined;
  let failures = 0;
  let ended = false;
  let shown = sync.status.state;
  held.use(
    sync.onChange(({ state }) => {
      if (state === shown) tellIn(SETTLED_AFTER_MS);
      else tell();
      shown = state;
    }),
  );
  held.use(service.onChange(() => tellIn(SETTLED_AFTER_MS)));
  held.use(findings.onChange(() => tellIn(SETTLED_AFTER_MS)));

  function tellIn(ms: number): void {
    timer ??= later(ms, tell);
  }

  function tell(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    telling = telling.then(tellNews);
  }

  async function tellNews(): Promise<void> {
    try {
      for (const [topic, payload] of payloads()) {
        if (ended || told.get(topic) === payload) continue;
        await line.keep(OWN_TOPICS[topic], payload);
        told.set(topic, payload);
      }
      if (failures > 0) logger.info({}, "MQTT works again");
      failures = 0;
    } catch (error) {
      if (ended) return;
      logger[failures === 0 ? "warn" : "debug"]({ err: error }, "the sync button cannot be shown by MQTT: trying on");
      tellIn(Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS));
    }
  }

  /** In this order: what was announced is listened to by the time that its state is told. Of a sync before our start the broker knows more than we do. */
  function payloads(): readonly (readonly [OwnTopic, string])[] {
    const { last } = sync.status;
    return [
      ["config", discoveryPayload(version, findings.sensors)],
      ["available", AVAILABLE],
      ["state", statePayload(sync.status)],
      ...(last ? [["last", lastPayload(last)] as const] : []),
      ["service", JSON.stringify(service.current())],
      ["findings", findingsPayload(findings)],
    ];
  }

  return {
    /** Tells everything; to be called at first, and each time that the broker may have forgotten it. */
    announce(): void {
      told.clear();
      tell();
    },

    /** Says that the button does nothing for now. */
    async [Symbol.asyncDispose](): Promise<void> {
      ended = true;
      timer?.[Symbol.dispose]();
      held.dispose();
      const said = telling.then(() => line.keep(OWN_TOPICS.available, UNAVAILABLE)).catch(() => undefined);
      const late = Promise.withResolvers<void>();
      using _ = later(GOODBYE_MS, late.resolve);
      await Promise.race([said, late.promise]);
    },
  };
}

export type OwnDevice = ReturnType<typeof createOwnDevice>;

/** The announcement of our device: the button, how far a run is, when the last one was, what is known since, how the service is, and what is amiss. */
export function discoveryPayload(version: string, findings: readonly FindingSensor[]): string {
  const sensor = (id: string, name: string, icon: string | undefined, topic: OwnTopic, value: string, more = {}) => ({
    platform: "sensor",
    name,
    icon,
    unique_id: ownUniqueId(id),
    default_entity_id: `sensor.ha_personal_assistant_${id}`,
    state_topic: OWN_TOPICS[topic],
    value_template: `{{ value_json.${value} }}`,
    ...more,
  });
  const attributes = (topic: OwnTopic, value: string) => ({
    json_attributes_topic: OWN_TOPICS[topic],
    json_attributes_template: `{{ value_json.${value} | tojson }}`,
  });
  const states = ["idle", "running", "failed"];
  const measured = { state_class: "measurement" };
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
        // required; a press is told by the button's state, which says who pressed
        command_topic: "ha_personal_assistant/sync/press",
        retain: false,
      },
      sync: sensor("sync", "Sync", "mdi:database-sync", "state", "state", {
        ...{ device_class: "enum", options: states },
        ...attributes("state", "attributes"),
      }),
      last_sync: sensor("last_sync", "Last sync", undefined, "last", "at", { device_class: "timestamp" }),
      known: sensor("known_things", "Known things", "mdi:database", "last", "total", { ...measured, ...attributes("last", "counts") }),
      status: sensor("status", "Status", "mdi:robot-happy-outline", "service", "status", { device_class: "enum", options: SERVICE_STATES }),
      queue: sensor("queue", "Queue", "mdi:tray-full", "service", "queue", measured),
      model: sensor("model", "Model", "mdi:brain", "service", "model"),
      ...Object.fromEntries(findings.map((finding) => [findingId(finding), findingSensor(finding)])),
    },
  });
}

function findingId({ kind }: FindingSensor): string {
  return kind.replaceAll("-", "_");
}

function findingSensor(finding: FindingSensor) {
  const id = findingId(finding);
  return {
    platform: "binary_sensor",
    name: finding.name,
    device_class: finding.deviceClass,
    unique_id: findingUniqueId(id),
    default_entity_id: `${FINDING_ENTITY}${id}`,
    state_topic: OWN_TOPICS.findings,
    value_template: `{{ value_json.${id}.state }}`,
    json_attributes_topic: OWN_TOPICS.findings,
    json_attributes_template: `{{ value_json.${id}.attributes | tojson }}`,
  };
}

/** Home Assistant keeps no attributes of more than 16 KB. */
const MOST_ENTITIES = 50;

function findingsPayload({ sensors, current }: OpenFindingsSource): string {
  const open = current();
  const rows = sensors.map((sensor) => {
    const entities = (open.get(sensor.kind) ?? []).slice(0, MOST_ENTITIES);
    // `entity_id` would make a group of it
    const attributes = { names: entities.map(({ name }) => name), entity_ids: entities.map(({ entityId }) => entityId) };
    return [findingId(sensor), { state: open.has(sensor.kind) ? "ON" : "OFF", attributes }];
  });
  return JSON.stringify(Object.fromEntries(rows));
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

/** When everything was read last, and how many things of each kind are known since. */
function lastPayload({ at, counts }: NonNullable<SyncStatus["last"]>): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return JSON.stringify({ at: new Date(at).toISOString(), total, counts });
}
