import { isRecord } from "../is-record.ts";
import type { Logger } from "../observability/logger.ts";
import type { HomeConnection } from "./connection.ts";
import { MQTT_BUTTON, OWN_TOPICS, UNAVAILABLE } from "./discovery-device.ts";
import type { Home } from "./home.ts";
import { type BrokerAddress, MqttClientLine } from "./mqtt-client.ts";
import type { MqttLine } from "./mqtt-line.ts";
import { MqttThroughHome } from "./mqtt-through-home.ts";
import { HELPER_BUTTON, type Own } from "./own.ts";
import type { EntityEntry } from "./registry-entries.ts";
import type { StateStore } from "./states.ts";
import { SyncDevice } from "./sync-device.ts";
import type { Later } from "./sync-later.ts";
import { PressWatch } from "./sync-press.ts";
import { createPresser } from "./sync-presser.ts";
import type { Sync } from "./sync-run.ts";

export interface SyncButtonOptions {
  readonly connection: Pick<HomeConnection, "connected" | "command" | "subscribe" | "onConnected">;
  readonly home: Pick<Home, "ready" | "whenReady">;
  readonly registries: { readonly entities: ReadonlyMap<string, EntityEntry> };
  readonly states: Pick<StateStore, "get" | "onChange">;
  readonly own: Pick<Own, "mqtt" | "helper">;
  readonly sync: Pick<Sync, "status" | "onChange" | "run">;
  /** Name of the person whom a user of Home Assistant is; undefined if there is none. */
  readonly personOfUser: (userId: string) => string | undefined;
  /** Where the broker is, if it is known; else Home Assistant's own connection to it is used. */
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
  #again: Disposable | undefined;
  #failures = 0;

  constructor(options: SyncButtonOptions) {
    const { states, registries, later } = options;
    this.#options = options;
    const presser = createPresser({ later });
    this.#who = presser.who;
    this.#button = this.#held.use(new PressWatch({ button: MQTT_BUTTON, states, registries, onPress: presser.seen }));
    const onPress = (userId: string | undefined) => this.#press(Promise.resolve(userId));
    this.#helper = this.#held.use(new PressWatch({ button: HELPER_BUTTON, states, registries, onPress }));
  }

  /** Begins; what Home Assistant has to be asked is asked once it is there. */
  start(): void {
    const { connection, broker, logger } = this.#options;
    if (broker) {
      const will = { topic: OWN_TOPICS.available, payload: UNAVAILABLE };
      this.#show(new MqttClientLine({ broker, will, logger }));
    }
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
    if (!signal.aborted) await this.#look();
  }

  /** Brings the button to where this home can have it. */
  async #look(): Promise<void> {
    const { connection, home, own, later, logger } = this.#options;
    this.#again?.[Symbol.dispose]();
    this.#helper.look();
    this.#button.look();
    if (this.#device) return;
    try {
      const entries = await connection.command<unknown>({ type: "config_entries/get", domain: "mqtt" });
      if (this.#stop.signal.aborted || this.#device) return;
      const hasMqtt = Array.isArray(entries) && entries.some((entry) => isRecord(entry) && !entry["disabled_by"]);
      if (hasMqtt) this.#show(new MqttThroughHome({ connection, home, own, later }));
      else if (await own.helper.make()) logger.info({}, "the helper of the sync button was made");
      this.#failures = 0;
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      logger[this.#failures === 0 ? "warn" : "debug"]({ err: error }, "the sync button could not be made: trying again later");
      const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LONGEST_RETRY_MS);
      this.#again = later(wait, () => void this.#onConnected());
    }
  }

  #show(line: MqttLine): void {
    const { sync, version, later, logger } = this.#options;
    this.#device = new SyncDevice({ line, sync, version, later, logger, onPress: () => this.#press(this.#who()) });
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
