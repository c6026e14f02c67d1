import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Later } from "../../text/later.ts";
import type { HomeConnection } from "../connection/connection.ts";
import type { Home } from "../registry/home.ts";
import type { EntityEntry } from "../registry/registry-entries.ts";
import type { StateStore } from "../registry/states.ts";
import { HELPER_BUTTON, OWN_TOPICS, type Own } from "../services/own.ts";
import { type BrokerAddress, MqttBroker, type MqttLine, MqttThroughHome } from "./mqtt-lines.ts";
import type { ServiceStatusSource } from "./service-status.ts";
import { MQTT_BUTTON, SyncDevice, UNAVAILABLE } from "./sync-device.ts";
import { createPresser, PressWatch } from "./sync-press.ts";
import type { Sync } from "./sync-run.ts";

export interface SyncButtonOptions {
  readonly connection: Pick<HomeConnection, "connected" | "command" | "subscribe" | "onConnected">;
  readonly home: Pick<Home, "ready" | "whenReady">;
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

/** What Home Assistant refused is asked again after a minute, then after twice as long each time … */
const FIRST_RETRY_MS = 60_000;
/** … up to an hour: somebody may have given us the right to it meanwhile. */
const LONGEST_RETRY_MS = 3_600_000;

const NOT_MADE = "the sync button could not be made: trying again later";
/**
 * "Sync now" in Home Assistant: a button of a device by MQTT where there is a broker, else a helper that is made once. A press of either
 * has everything read again. What was pressed before, or is only told again, does nothing.
 */
export class SyncButton implements AsyncDisposable {
  readonly #options: SyncButtonOptions;
  readonly #held = new DisposableStack();
  readonly #stop = new AbortController();
  readonly #helper: PressWatch;
  readonly #button: PressWatch;
  readonly #who: () => Promise<string | undefined>;
  #device: SyncDevice | undefined;
  #looking: Promise<void> = Promise.resolve();
  #again: Disposable | undefined;
  #failures = 0;

  constructor(options: SyncButtonOptions) {
    const { states, registries, later } = options;
    this.#options = options;
    const presser = createPresser({ later });
    this.#who = presser.who;
    this.#button = this.#held.use(new PressWatch({ button: MQTT_BUTTON, states, registries, onPress: presser.seen, later }));
    const onPress = (userId: string | undefined) => this.#press(Promise.resolve(userId));
    this.#helper = this.#held.use(new PressWatch({ button: HELPER_BUTTON, states, registries, onPress, later }));
  }

  /** Begins; what Home Assistant has to be asked is asked once it is there. */
  start(): void {
    const { connection, broker } = this.#options;
    if (broker) this.#show(this.#direct(broker));
    this.#held.use(connection.onConnected(() => this.#onConnected()));
    const command = { type: "subscribe_events", event_type: "component_loaded" };
    this.#held.use(
      connection.subscribe<unknown>(command, (event) => {
        const data = isRecord(event) ? event["data"] : undefined;
        if (isRecord(data) && data["component"] === "mqtt" && this.#options.home.ready) void this.#look();
      }),
    );
    if (connection.connected) void this.#onConnected();
  }

  /** Takes the button and its device out of Home Assistant, for good. Rejects when Home Assistant or the broker is away. */
  async remove(): Promise<void> {
    await this.#device?.remove();
    await this.#options.own.helper.remove();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#again?.[Symbol.dispose]();
    this.#held.dispose();
    await this.#device?.[Symbol.asyncDispose]();
  }

  async #onConnected(): Promise<void> {
    const { signal } = this.#stop;
    await this.#options.home.whenReady(signal).catch(() => undefined);
    await this.#look();
  }

  /** One after the other: two at once would each make a helper. */
  #look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#lookNow());
    return this.#looking;
  }

  /** Brings the button to where this home can have it. */
  async #lookNow(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const { own, logger } = this.#options;
    this.#again?.[Symbol.dispose]();
    this.#helper.look();
    this.#button.look();
    if (this.#device) return;
    try {
      if (await this.#hasMqtt()) this.#show(new MqttThroughHome(this.#options));
      else if (await own.helper.make()) logger.info({}, "the helper of the sync button was made");
      this.#failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      logger[this.#failures === 0 ? "warn" : "debug"]({ err: error }, NOT_MADE);
      const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LONGEST_RETRY_MS);
      this.#again = this.#options.later(wait, () => void this.#onConnected());
    }
  }

  async #hasMqtt(): Promise<boolean> {
    const entries = await this.#options.connection.command<unknown>({ type: "config_entries/get", domain: "mqtt" });
    return Array.isArray(entries) && entries.some((entry) => isRecord(entry) && !entry["disabled_by"]);
  }

  #direct(broker: BrokerAddress): MqttLine {
    const will = { topic: OWN_TOPICS.available, payload: UNAVAILABLE };
    return new MqttBroker({ broker, will, logger: this.#options.logger });
  }

  #show(line: MqttLine): void {
    if (this.#stop.signal.aborted) return;
    const { sync, service, version, later, logger } = this.#options;
    this.#device = new SyncDevice({ line, sync, service, version, later, logger, onPress: () => this.#press(this.#who()) });
    this.#device.start();
  }

  #press(user: Promise<string | undefined>): void {
    const { sync, personOfUser, logger } = this.#options;
    const by = user.then((userId) => (userId === undefined ? undefined : personOfUser(userId)));
    void sync.run({ reason: "button", by }).then(({ kind }) => {
      if (kind === "already_running") logger.info({}, "the sync button was pressed while a sync goes on");
    });
  }
}
