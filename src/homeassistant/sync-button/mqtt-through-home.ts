import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Later } from "../../text/later.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { OWN_TOPICS } from "../mqtt/discovery-device.ts";
import { type BrokerAddress, MqttClientLine, type MqttLine, type MqttListener } from "../mqtt/mqtt-client.ts";
import type { Home } from "../registry/home.ts";
import type { Own } from "../services/own.ts";

export interface MqttThroughHomeOptions {
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

/** A login and two short ways through a broker in the house. */
const LONGEST_MS = 5_000;

/**
 * Whether what Home Assistant says by MQTT is heard at this broker: Home Assistant may use another one, and a device that is announced
 * there is never seen. `payload` is what is said, on the topic of our state. Never rejects.
 */
export async function isHomesBroker({
  broker,
  own,
  payload,
  later,
  logger,
  signal,
}: {
  readonly broker: BrokerAddress;
  readonly own: Pick<Own, "mqtt">;
  readonly payload: string;
  readonly later: Later;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}): Promise<boolean> {
  const heard = Promise.withResolvers<boolean>();
  const topic = OWN_TOPICS.state;
  await using line = new MqttClientLine({ broker, logger: quiet(logger) });
  using _ = later(LONGEST_MS, () => heard.resolve(false));
  const stop = () => heard.resolve(false);
  signal.addEventListener("abort", stop, { once: true });
  line.start([topic], {
    onUp: () => void own.mqtt.keep(topic, payload).catch(stop),
    onMessage: ({ retained }) => {
      // what the broker kept may be from another time
      if (!retained) heard.resolve(true);
    },
  });
  const same = await heard.promise;
  signal.removeEventListener("abort", stop);
  return same && !signal.aborted;
}

/** Who asks says what came of it. */
function quiet(logger: Logger): Logger {
  const debug = logger.debug.bind(logger);
  return { debug, info: debug, warn: debug, error: debug, child: (bindings) => quiet(logger.child(bindings)) };
}
