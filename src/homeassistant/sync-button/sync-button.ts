import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Later } from "../../text/later.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { createRefresher, eachSession, type Refresher } from "../connection/pacing.ts";
import type { Home } from "../registry/home.ts";
import type { EntityEntry } from "../registry/registry-entries.ts";
import type { StateStore } from "../registry/states.ts";
import { HELPER_BUTTON, OWN_TOPICS, type Own, type OwnMqtt } from "../services/own.ts";
import { type BrokerAddress, MqttBroker } from "./mqtt-broker.ts";
import { PressWatch } from "./press-watch.ts";
import { MQTT_BUTTON, type ServiceStatusSource, SyncDevice, UNAVAILABLE } from "./sync-device.ts";
import type { Sync } from "./sync-run.ts";

export interface SyncButtonOptions {
  readonly connection: Pick<HomeConnection, "command" | "subscribe" | "onConnected" | "onDisconnected">;
  readonly home: Pick<Home, "whenReady">;
  readonly registries: { readonly entities: ReadonlyMap<string, EntityEntry> };
  readonly states: Pick<StateStore, "get" | "onChange">;
  readonly own: Pick<Own, "mqtt" | "helper">;
  readonly sync: Pick<Sync, "status" | "onChange" | "run">;
  /** Shown beside it where there is MQTT. */
  readonly service: ServiceStatusSource;
  /** Name of the person whom a user of Home Assistant is; undefined if there is none. */
  readonly personOfUser: (userId: string) => string | undefined;
  /** The broker that the user named: it is used, whatever else there is. */
  readonly broker?: BrokerAddress | undefined;
  /** Ours. */
  readonly version: string;
  readonly later: Later;
  readonly logger: Logger;
}

const DEBOUNCE_MS = 100;
/** What Home Assistant refuses is an error in its log: it is asked again up to so seldom, for we may have been given the right to it. */
const LONGEST_RETRY_MS = 3_600_000;

/** "Sync now" in Home Assistant: a button of a device by MQTT where there is a broker, else a helper that is made once. */
export class SyncButton implements AsyncDisposable {
  readonly #options: SyncButtonOptions;
  readonly #held = new DisposableStack();
  readonly #watches: readonly PressWatch[];
  readonly #looking: Refresher;
  #broker: MqttBroker | undefined;
  #device: SyncDevice | undefined;

  constructor(options: SyncButtonOptions) {
    const { states, registries, later, logger } = options;
    this.#options = options;
    const onPress = (userId: string | undefined) => this.#press(userId);
    this.#watches = [MQTT_BUTTON, HELPER_BUTTON].map((button) =>
      this.#held.use(new PressWatch({ button, states, registries, onPress, later })),
    );
    const about = { what: "sync button", debounceMs: DEBOUNCE_MS, longestRetryMs: LONGEST_RETRY_MS, logger };
    this.#looking = createRefresher({ ...about, read: (signal) => this.#look(signal) });
  }

  /** Begins; what Home Assistant has to be asked is asked once it is there. */
  start(): void {
    const { connection, broker, logger } = this.#options;
    if (broker) {
      const will = { topic: OWN_TOPICS.available, payload: UNAVAILABLE };
      this.#broker = new MqttBroker({ broker, will, onUp: () => this.#device?.announce(), logger });
      this.#device = this.#deviceOn(this.#broker);
      this.#broker.start();
    }
    this.#held.use(eachSession(connection, (signal) => this.#looking.keepFresh(signal)));
    const command = { type: "subscribe_events", event_type: "component_loaded" };
    this.#held.use(
      connection.subscribe<unknown>(command, (event) => {
        const data = isRecord(event) ? event["data"] : undefined;
        if (isRecord(data) && data["component"] === "mqtt") this.#looking.request();
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#held.dispose();
    await this.#device?.[Symbol.asyncDispose]();
    this.#broker?.[Symbol.dispose]();
  }

  /** Brings the button to where this home can have it. */
  async #look(signal: AbortSignal): Promise<void> {
    const { home, own, logger } = this.#options;
    await home.whenReady(signal);
    for (const watch of this.#watches) watch.look();
    if (this.#broker) return;
    if (await this.#hasMqtt()) {
      this.#device ??= this.#deviceOn(own.mqtt);
      this.#device.announce();
    } else if (!this.#device && (await own.helper.make())) logger.info({}, "the helper of the sync button was made");
    for (const watch of this.#watches) watch.lookSoon();
  }

  async #hasMqtt(): Promise<boolean> {
    const entries = await this.#options.connection.command<unknown>({ type: "config_entries/get", domain: "mqtt" });
    return Array.isArray(entries) && entries.some((entry) => isRecord(entry) && !entry["disabled_by"]);
  }

  #deviceOn(line: OwnMqtt): SyncDevice {
    const { sync, service, version, later, logger } = this.#options;
    return new SyncDevice({ line, sync, service, version, later, logger });
  }

  async #press(userId: string | undefined): Promise<void> {
    const { sync, personOfUser, logger } = this.#options;
    const by = userId === undefined ? undefined : personOfUser(userId);
    const { kind } = await sync.run({ reason: "button", by });
    if (kind === "already_running") logger.info({}, "the sync button was pressed while a sync goes on");
  }
}
