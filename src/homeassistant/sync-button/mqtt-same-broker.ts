import type { Logger } from "../../observability/logger.ts";
import type { Later } from "../../text/later.ts";
import { OWN_TOPICS } from "../mqtt/discovery-device.ts";
import { type BrokerAddress, MqttClientLine } from "../mqtt/mqtt-client.ts";
import type { Own } from "../services/own.ts";

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
