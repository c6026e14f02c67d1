import type { MqttClient } from "mqtt";
import type { Logger } from "../../observability/logger.ts";

export interface BrokerAddress {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://` */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

interface MqttBrokerOptions {
  readonly broker: BrokerAddress;
  /** Said by the broker when we are gone, also when we end. */
  readonly will: { readonly topic: string; readonly payload: string };
  /** Called at first and after each break: what was kept before may be lost. */
  readonly onUp: () => void;
  readonly logger: Logger;
  /** ms between two tries to connect */
  readonly retryMs?: number;
}

const RETRY_MS = 2_000;
const LOGIN_TIMEOUT_MS = 10_000;
/** The broker tells the others within 1.5 times this that we are gone. */
const KEEPALIVE_SECONDS = 30;
const PROTOCOLS: Readonly<Record<string, "mqtt" | "mqtts" | "ws" | "wss">> = { "mqtts:": "mqtts", "ws:": "ws", "wss:": "wss" };

/** The broker that the user named, spoken to directly: it has a last will, so that Home Assistant knows when we are gone. */
export function createMqttBroker({ broker, will, onUp, logger, retryMs = RETRY_MS }: MqttBrokerOptions) {
  let client: MqttClient | undefined;
  let isEnded = false;

  async function connect(): Promise<void> {
    const { url, username, password } = broker;
    // most homes need none of it: they speak through Home Assistant; in the bundle a CommonJS package has no names but this
    const { default: mqtt } = await import("mqtt");
    if (isEnded) return;
    client = mqtt.connect({
      ...serverOf(url),
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      will: { ...will, qos: 1, retain: true },
      keepalive: KEEPALIVE_SECONDS,
      connectTimeout: LOGIN_TIMEOUT_MS,
      reconnectPeriod: retryMs,
      reconnectOnConnackError: true,
    });
    let isAway = false;
    const away = (error: unknown) => {
      if (!isAway && !isEnded) logger.warn({ err: error }, "the MQTT broker cannot be reached: trying on");
      isAway = true;
    };
    client.on("error", away);
    client.on("close", () => away(new Error("the connection to the MQTT broker was lost")));
    client.on("connect", () => {
      isAway = false;
      logger.info({}, "connected to the MQTT broker");
      onUp();
    });
  }

  return {
    start(): void {
      connect().catch((error: unknown) => logger.error({ err: error }, "MQTT cannot be used"));
    },

    /** Has the broker keep a message. What is lost on the way is said again after the break. */
    async keep(topic: string, payload: string): Promise<void> {
      if (client?.connected) client.publish(topic, payload, { qos: 0, retain: true });
    },

    /** Without a goodbye, so that the broker says our last will. */
    [Symbol.dispose](): void {
      isEnded = true;
      client?.end(true);
    },
  };
}

/** In parts, for the library reads an address with what Node warns of. */
function serverOf(url: string) {
  const { protocol: written, hostname, port, pathname } = new URL(url);
  const protocol = PROTOCOLS[written] ?? "mqtt";
  const web = protocol === "ws" || protocol === "wss";
  return {
    protocol,
    host: web ? hostname : hostname.replace(/^\[|\]$/g, ""),
    ...(port !== "" && { port: Number(port) }),
    ...(web && { path: pathname }),
  };
}
