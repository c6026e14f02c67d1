import type { MqttClient } from "mqtt";
import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Later } from "../../text/later.ts";
import type { HomeConnection } from "../connection/connection.ts";
import type { Home } from "../registry/home.ts";
import type { Own } from "../services/own.ts";

export interface MqttMessage {
  readonly topic: string;
  readonly payload: string;
  /** Kept by the broker from earlier: not said now. */
  readonly retained: boolean;
}

export interface MqttListener {
  /** Called each time that messages can be sent, at first and after each break. */
  onUp(): void;
  onMessage(message: MqttMessage): void;
}

/** A connection to a broker that is made again for ever. */
export interface MqttLine extends AsyncDisposable {
  /** Begins, and hears what is said on these topics. */
  start(topics: readonly string[], listener: MqttListener): void;
  /** Gives the broker a message to keep; an empty payload takes it away. Rejects when it did not go out. */
  keep(topic: string, payload: string): Promise<void>;
}

interface MqttThroughHomeOptions {
  readonly connection: Pick<HomeConnection, "connected" | "subscribe" | "onConnected">;
  readonly home: Pick<Home, "ready" | "whenReady">;
  readonly own: Pick<Own, "mqtt">;
  readonly later: Later;
}

/** Home Assistant answers a subscription at once and gathers what it asks the broker for half a second. */
const HEARD_AFTER_MS = 1_000;

/**
 * The broker that Home Assistant is connected to, through its own MQTT integration: needs no address and no password. It has no last will,
 * so that after a crash of ours the button looks as if it worked until we are back.
 */
export class MqttThroughHome implements MqttLine {
  readonly #options: MqttThroughHomeOptions;
  readonly #held = new DisposableStack();
  readonly #stop = new AbortController();
  #wait: Disposable | undefined;

  constructor(options: MqttThroughHomeOptions) {
    this.#options = options;
  }

  start(topics: readonly string[], { onUp, onMessage }: MqttListener): void {
    const { connection, home, later } = this.#options;
    for (const topic of topics) {
      this.#held.use(
        connection.subscribe<unknown>({ type: "mqtt/subscribe", topic }, (event) => {
          if (!isRecord(event) || typeof event["topic"] !== "string" || typeof event["payload"] !== "string") return;
          onMessage({ topic: event["topic"], payload: event["payload"], retained: event["retain"] === true });
        }),
      );
    }
    const whenUp = async () => {
      await home.whenReady(this.#stop.signal).catch(() => undefined);
      if (this.#stop.signal.aborted || !home.ready) return;
      // a button that shows before it is heard would lose a press
      this.#wait?.[Symbol.dispose]();
      this.#wait = later(HEARD_AFTER_MS, onUp);
    };
    this.#held.use(connection.onConnected(whenUp));
    if (connection.connected) void whenUp();
  }

  keep(topic: string, payload: string): Promise<void> {
    return this.#options.own.mqtt.keep(topic, payload);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#wait?.[Symbol.dispose]();
    this.#held.dispose();
  }
}

export interface BrokerAddress {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://` */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

interface MqttBrokerOptions {
  readonly broker: BrokerAddress;
  readonly will: { readonly topic: string; readonly payload: string };
  readonly logger: Logger;
  /** ms between two tries to connect */
  readonly retryMs?: number;
}

/** The broker could not be reached, so a message did not go out. */
export class BrokerAwayError extends Error {
  override name = "BrokerAwayError";
}

const RETRY_MS = 2_000;
const LOGIN_TIMEOUT_MS = 10_000;
/** The broker tells the others within 1.5 times this that we are gone. */
const KEEPALIVE_SECONDS = 30;
/** Longest wait for the end of a connection that we end; the whole end of the service has 8 s. */
const GOODBYE_MS = 500;
const PROTOCOLS: Readonly<Record<string, "mqtt" | "mqtts" | "ws" | "wss">> = { "mqtts:": "mqtts", "ws:": "ws", "wss:": "wss" };

/** The broker that the user named, spoken to directly: it has a last will, so that Home Assistant knows when we are gone. */
export class MqttBroker implements MqttLine {
  readonly #options: MqttBrokerOptions;
  #client: MqttClient | undefined;
  #isEnded = false;

  constructor(options: MqttBrokerOptions) {
    this.#options = options;
  }

  start(topics: readonly string[], listener: MqttListener): void {
    void this.#connect(topics, listener).catch((error: unknown) => this.#options.logger.error({ err: error }, "MQTT cannot be used"));
  }

  async #connect(topics: readonly string[], { onUp, onMessage }: MqttListener): Promise<void> {
    const { broker, will, logger, retryMs = RETRY_MS } = this.#options;
    const { username, password } = broker;
    // most homes need none of it: they speak through Home Assistant; in the bundle a CommonJS package has no names but this
    const { default: mqtt } = await import("mqtt");
    if (this.#isEnded) return;
    const client = mqtt.connect({
      ...serverOf(broker.url),
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      will: { ...will, qos: 1, retain: true },
      keepalive: KEEPALIVE_SECONDS,
      connectTimeout: LOGIN_TIMEOUT_MS,
      reconnectPeriod: retryMs,
      reconnectOnConnackError: true,
      // what is kept is said anew after each login
      queueQoSZero: false,
    });
    this.#client = client;
    let isAway = false;
    const away = (error: unknown) => {
      if (!isAway && !this.#isEnded) logger.warn({ err: error }, "the MQTT broker cannot be reached: trying on");
      isAway = true;
    };
    client.on("error", away);
    client.on("close", () => away(new BrokerAwayError("the connection to the MQTT broker was lost")));
    client.on("message", (topic, payload, { retain }) => onMessage({ topic, payload: payload.toString("utf8"), retained: retain }));
    client.on("connect", () => {
      // heard first, so that nothing that our own words bring about is missed
      client.subscribeAsync([...topics], { qos: 1 }).then(() => {
        isAway = false;
        logger.info({}, "connected to the MQTT broker");
        onUp();
      }, away);
    });
  }

  async keep(topic: string, payload: string): Promise<void> {
    const client = this.#client;
    if (!client?.connected) throw new BrokerAwayError("the MQTT broker cannot be reached");
    // the library tells nothing of what still waits to be written when the connection goes
    const { promise: out, resolve, reject } = Promise.withResolvers<void>();
    const lost = () => reject(new BrokerAwayError("the connection to the MQTT broker was lost"));
    client.once("close", lost);
    client.publishAsync(topic, payload, { qos: 0, retain: true }).then(() => resolve(), reject);
    try {
      await out;
    } finally {
      client.off("close", lost);
    }
  }

  /** Says goodbye to a broker that is still there, and does not wait for one that does not answer. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    const client = this.#client;
    if (!client) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GOODBYE_MS);
    await Promise.race([client.endAsync(!client.connected).catch(() => undefined), late]);
    clearTimeout(timer);
    client.stream?.destroy();
  }
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
