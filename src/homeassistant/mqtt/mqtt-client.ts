import type { connect as Connect, MqttClient } from "mqtt";
import type { Logger } from "../../observability/logger.ts";
import { pause } from "../connection/pause.ts";
import { type ReconnectTimings, reconnectDelay } from "../connection/reconnect.ts";

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

/** A way to the broker, made again for ever. Nothing that the broker does gets out of it as an exception. */
export interface MqttLine extends AsyncDisposable {
  /** Begins, and hears what is said on these topics. */
  start(topics: readonly string[], listener: MqttListener): void;
  /** Gives the broker a message to keep; an empty payload takes it away. Rejects when it did not go out. */
  keep(topic: string, payload: string): Promise<void>;
}

export interface BrokerAddress {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://` */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

export interface MqttClientTimings extends ReconnectTimings {
  /** Longest wait for the broker's welcome. */
  readonly loginTimeoutMs: number;
  /** A session that ended sooner is one more failure of the outage before it. */
  readonly lastingSessionMs: number;
  /** Longest wait for the end of a connection that we end; the whole end of the service has 8 s. */
  readonly goodbyeMs: number;
}

/** The broker could not be reached, so a message did not go out. */
export class BrokerAwayError extends Error {
  override name = "BrokerAwayError";
}

interface Session {
  /** 0 for one that never was. */
  readonly lasted: number;
  readonly error: unknown;
  /** The broker refused the login. */
  readonly refused: boolean;
}

const TIMINGS: MqttClientTimings = {
  loginTimeoutMs: 10_000,
  lastingSessionMs: 10_000,
  goodbyeMs: 500,
  // a broker restarts within seconds; one that is switched off is asked once a minute
  quickRetryMs: 1_000,
  quickForMs: 10_000,
  longestRetryMs: 60_000,
  refusedTokenRetryMs: 5_000,
  refusedTokenLongestMs: 60_000,
};

/** MQTT's own answers to a login that will not do: 4 and 5 of version 3.1.1, 134 and 135 of version 5. */
const REFUSED: ReadonlySet<unknown> = new Set([4, 5, 134, 135]);
/** The broker tells the others within 1.5 times this that we are gone. */
const KEEPALIVE_SECONDS = 30;

const PROTOCOLS: Readonly<Record<string, "mqtt" | "mqtts" | "ws" | "wss">> = { "mqtts:": "mqtts", "ws:": "ws", "wss:": "wss" };

/**
 * Our own connection to the broker: the one way that has a last will, so that Home Assistant knows when we are gone. Each session is a
 * client of its own; the library's reconnecting and its queues never run, for everything is said anew after each login.
 */
export class MqttClientLine implements MqttLine {
  readonly #broker: BrokerAddress | (() => Promise<BrokerAddress>);
  readonly #will: { readonly topic: string; readonly payload: string } | undefined;
  readonly #logger: Logger;
  readonly #timings: MqttClientTimings;
  readonly #stop = new AbortController();
  #client: MqttClient | undefined;
  #running: Promise<void> | undefined;

  /** `broker` as a function is asked before each login, for address and password may change; it never rejects. */
  constructor(options: {
    broker: BrokerAddress | (() => Promise<BrokerAddress>);
    will?: { topic: string; payload: string };
    logger: Logger;
    timings?: Partial<MqttClientTimings>;
  }) {
    this.#broker = options.broker;
    this.#will = options.will;
    this.#logger = options.logger;
    this.#timings = { ...TIMINGS, ...options.timings };
  }

  start(topics: readonly string[], listener: MqttListener): void {
    this.#running ??= this.#run(topics, listener).catch((error: unknown) => this.#logger.error({ err: error }, "MQTT cannot be used"));
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(topics: readonly string[], listener: MqttListener): Promise<void> {
    // most homes need none of it: they speak through Home Assistant; in the bundle a CommonJS package has no names but this
    const { default: mqtt } = await import("mqtt");
    const { signal } = this.#stop;
    const timings = this.#timings;
    let outageSince = performance.now();
    let failures = 0;
    while (!signal.aborted) {
      const session = await this.#session(mqtt.connect, topics, listener);
      if (signal.aborted) return;
      if (session.lasted >= timings.lastingSessionMs) {
        outageSince = performance.now();
        failures = 0;
      }
      if (failures++ === 0) this.#logger.warn({ err: session.error }, "the MQTT broker cannot be reached: trying on");
      else this.#logger.debug({ err: session.error }, "the MQTT broker still cannot be reached");
      const outage = { outageMs: performance.now() - outageSince, failures, refused: session.refused, random: Math.random() };
      await pause(reconnectDelay(outage, timings), signal);
    }
  }

  async #session(connect: typeof Connect, topics: readonly string[], listener: MqttListener): Promise<Session> {
    const { url, username, password } = typeof this.#broker === "function" ? await this.#broker() : this.#broker;
    if (this.#stop.signal.aborted) return { lasted: 0, error: undefined, refused: false };
    const client = connect({
      ...serverOf(url),
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(this.#will && { will: { ...this.#will, qos: 1, retain: true } }),
      keepalive: KEEPALIVE_SECONDS,
      connectTimeout: this.#timings.loginTimeoutMs,
      reconnectPeriod: 0,
      reconnectOnConnackError: true,
      resubscribe: false,
    });
    return this.#serve(client, topics, listener);
  }

  /** Resolves when the connection is gone, after it was up or not. */
  async #serve(client: MqttClient, topics: readonly string[], listener: MqttListener): Promise<Session> {
    const { signal } = this.#stop;
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    let upSince: number | undefined;
    let error: unknown;
    client.on("error", (problem) => {
      error = problem;
    });
    const end = () => close();
    client.on("close", end);
    client.on("message", (topic, payload, { retain }) =>
      this.#guard(() => listener.onMessage({ topic, payload: payload.toString("utf8"), retained: retain })),
    );
    client.on("connect", () => {
      upSince = performance.now();
      // heard first, so that nothing that our own words bring about is missed
      client.subscribeAsync([...topics], { qos: 1 }).then(
        () => {
          this.#client = client;
          this.#logger.info({}, "connected to the MQTT broker");
          this.#guard(() => listener.onUp());
        },
        (refusal: unknown) => {
          error = refusal;
          client.end(true);
        },
      );
    });
    signal.addEventListener("abort", end, { once: true });
    await closed;
    signal.removeEventListener("abort", end);
    this.#client = undefined;
    await this.#leave(client);
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { lasted: upSince === undefined ? 0 : performance.now() - upSince, error, refused: REFUSED.has(code) };
  }

  /** Says goodbye to a broker that is still there, and does not wait for one that does not answer. */
  async #leave(client: MqttClient): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#timings.goodbyeMs);
    await Promise.race([client.endAsync(!client.connected).catch(() => undefined), late]);
    clearTimeout(timer);
    client.stream.destroy();
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#logger.error({ err: error }, "a listener to MQTT failed");
    }
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
