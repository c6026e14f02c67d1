import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { sideBySide } from "../connection/pacing.ts";
import type { WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";

interface MqttTopicsOptions {
  readonly connection: Pick<HomeConnection, "command">;
  readonly home: Pick<WholeHome, "generation">;
  readonly registries: Pick<Registries, "entities">;
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number;
  readonly logger: Logger;
}

interface Read {
  readonly topics: ReadonlyMap<string, ReadonlySet<string>>;
  readonly complete: boolean;
}

/** Each device is one question: a large home has as many, a broken one is not asked for ever. */
const MOST_DEVICES = 100;
const AT_ONCE = 10;
/** A device can be announced anew on other topics without any event. */
const KEPT_MS = 60_000;

/** Which topic is whose, as Home Assistant's MQTT integration tells it device by device. Read when a topic is asked for. */
export function createMqttTopics({ connection, home, registries, clock, logger }: MqttTopicsOptions) {
  let overMqtt: ReadonlySet<string> | undefined;
  let kept: (Read & { readonly generation: number; readonly until: number }) | undefined;

  return {
    /**
     * Ids of the entities that send to, listen to or were announced on exactly this topic; `complete` is false if there are more devices
     * than are asked. Never rejects: what cannot be asked is not known.
     */
    async entitiesOf(topic: string, signal: AbortSignal) {
      const { topics, complete } = await current(signal);
      return { entityIds: [...(topics.get(topic) ?? [])], complete };
    },

    /** Entities on MQTT that may publish on a topic, with wildcards: those whose own topics are near it or not known. Never rejects. */
    async publishersOf(filter: string, signal: AbortSignal): Promise<readonly string[]> {
      const { topics } = await current(signal);
      const told = new Set([...topics.values()].flatMap((entityIds) => [...entityIds]));
      const near = [...topics].flatMap(([topic, entityIds]) => (areNear(filter, topic) ? [...entityIds] : []));
      const platforms = await platformsOnMqtt(signal);
      const untold = [...registries.entities.values()].filter(
        ({ entityId, platform }) => platform !== undefined && platforms.has(platform) && !told.has(entityId),
      );
      return [...near, ...untold.map(({ entityId }) => entityId)];
    },
  };

  async function current(signal: AbortSignal): Promise<Read> {
    if (kept && kept.generation === home.generation && kept.until > clock()) return kept;
    const { generation } = home;
    const fresh = await read(signal);
    if (!fresh.failed) kept = { ...fresh, generation, until: clock() + KEPT_MS };
    return fresh;
  }

  /** Integrations that speak over MQTT themselves, as their manifests say; their topics nobody tells. */
  async function platformsOnMqtt(signal: AbortSignal): Promise<ReadonlySet<string>> {
    if (overMqtt) return overMqtt;
    try {
      const manifests = await connection.command<readonly unknown[]>({ type: "manifest/list" }, { signal });
      const dependent = manifests
        .filter(isRecord)
        .filter(({ dependencies }) => Array.isArray(dependencies) && dependencies.includes("mqtt"));
      overMqtt = new Set(["mqtt", ...dependent.map(({ domain }) => String(domain))]);
      return overMqtt;
    } catch (error) {
      logger.debug({ err: error }, "the integrations could not be read");
      return new Set(["mqtt"]);
    }
  }

  async function read(signal: AbortSignal): Promise<Read & { readonly failed: boolean }> {
    const topics = new Map<string, Set<string>>();
    const devices = new Set<string>();
    for (const { platform, deviceId } of registries.entities.values()) if (platform === "mqtt" && deviceId) devices.add(deviceId);
    const asked = [...devices].slice(0, MOST_DEVICES);
    let failed = false;
    await sideBySide(asked, AT_ONCE, async (device_id) => {
      try {
        note(await connection.command<unknown>({ type: "mqtt/device/debug_info", device_id }, { signal }), topics);
      } catch (error) {
        failed = true;
        logger.debug({ err: error }, "the topics of a device could not be read");
      }
    });
    return { topics, complete: asked.length === devices.size, failed };
  }
}

export type MqttTopics = ReturnType<typeof createMqttTopics>;

/** A device publishes beneath its topics (`lamp`, `lamp/brightness`), or beside them where these are deep (`stat/plug/POWER`, `stat/plug/RESULT`). */
function areNear(filter: string, topic: string): boolean {
  const [one, other] = [filter, topic].map((path) => path.split("/")) as [string[], string[]];
  const isDeep = Math.min(one.length, other.length) > 2;
  const common = Math.min(one.length, other.length) - (isDeep && one.length === other.length ? 1 : 0);
  const end = one.indexOf("#");
  return one.slice(0, end < 0 ? common : Math.min(end, common)).every((level, at) => level === "+" || level === other[at]);
}

function note(answer: unknown, topics: Map<string, Set<string>>): void {
  const entities = isRecord(answer) && Array.isArray(answer["entities"]) ? answer["entities"] : [];
  for (const info of entities) {
    if (!isRecord(info) || typeof info["entity_id"] !== "string") continue;
    for (const topic of topicsIn(info)) topics.set(topic, (topics.get(topic) ?? new Set()).add(info["entity_id"]));
  }
}

/** `topic` of what it listens to and has sent, `command_topic` and its kind of what it was announced with. */
function topicsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(topicsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    typeof inner === "string" && (field === "topic" || field.endsWith("_topic")) ? [inner] : topicsIn(inner),
  );
}
