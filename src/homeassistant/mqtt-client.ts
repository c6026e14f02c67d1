import type { MqttClient } from "mqtt";
import type { Logger } from "../observability/logger.ts";
import type { MqttLine, MqttListener } from "./mqtt-line.ts";
import { pause } from "./pause.ts";
import { type ReconnectTimings, reconnectDelay } from "./reconnect.ts";

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
}

/** The broker could not be reached, so a message did not go out. */
export class BrokerAwayError extends Error {
  override name = "BrokerAwayError";
}

const TIMINGS: MqttClientTimings = {
  loginTimeoutMs: 10_000,
  lastingSessionMs: 10_000,
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
  readonly #broker: BrokerAddress;
  readonly #will: { readonly topic: string; readonly payload: string };
  readonly #logger: Logger;
  readonly #timings: MqttClientTimings;
  readonly #stop = new AbortController();
  #client: MqttClient | undefined;
  #running: Promise<void> | undefined;

  constructor(options: {
    broker: BrokerAddress;
    will: { topic: string; payload: string };
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
    await client.publishAsync(topic, payload, { qos: 0, retain: true });
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
      const { url, username, password } = this.#broker;
      const client = mqtt.connect({
        ...serverOf(url),
        ...(username !== undefined && { username }),
        ...(password !== undefined && { password }),
        will: { ...this.#will, qos: 1, retain: true },
        keepalive: KEEPALIVE_SECONDS,
        connectTimeout: timings.loginTimeoutMs,
        reconnectPeriod: 0,
        reconnectOnConnackError: true,
        resubscribe: false,
      });
      const session = await this.#serve(client, topics, listener);
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

  /** Resolves when the connection is gone, after it was up or not. */
  async #serve(client: MqttClient, topics: readonly string[], listener: MqttListener) {
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
    // said goodbye to where it is still there; at once where it is not
    await client.endAsync(!client.connected).catch(() => undefined);
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { lasted: upSince === undefined ? 0 : performance.now() - upSince, error, refused: REFUSED.has(code) };
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
