import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Later } from "../../text/later.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { MQTT_BUTTON, OWN_TOPICS, statePayload, UNAVAILABLE } from "../mqtt/discovery-device.ts";
import { type BrokerAddress, MqttClientLine, type MqttLine } from "../mqtt/mqtt-client.ts";
import type { ServiceStatusSource } from "../mqtt/service-status.ts";
import { type Supervisor, SupervisorError } from "../mqtt/supervisor.ts";
import type { Sync } from "../mqtt/sync-run.ts";
import type { Home } from "../registry/home.ts";
import type { EntityEntry } from "../registry/registry-entries.ts";
import type { StateStore } from "../registry/states.ts";
import { HELPER_BUTTON, type Own } from "../services/own.ts";
import { isHomesBroker, MqttThroughHome } from "./mqtt-through-home.ts";
import { SyncDevice } from "./sync-device.ts";
import { createPresser, PressWatch } from "./sync-press.ts";

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
  /** Asked for the broker otherwise. What it names is used if Home Assistant uses it too; else Home Assistant's own connection is. */
  readonly supervisor?: Supervisor | undefined;
  /** Ours. */
  readonly version: string;
  readonly later: Later;
  readonly logger: Logger;
}

/** How the device is shown. */
type Way = "named" | "supervisor" | "home";

/** What Home Assistant or the Supervisor refused is asked again after a minute, then after twice as long each time … */
const FIRST_RETRY_MS = 60_000;
/** … up to an hour: somebody may have given us the right to it meanwhile. */
const LONGEST_RETRY_MS = 3_600_000;

/** Home Assistant is at its broker within seconds of a setup of MQTT. */
const CONNECTED_AFTER_MS = 60_000;
/** It restarts in a minute or two; who is away from the broker for longer may be at another. */
const LEFT_AFTER_MS = 5 * 60_000;

const NOT_MADE = "the sync button could not be made: trying again later";
const ROUNDABOUT = "the Supervisor's MQTT broker cannot be used: the sync button goes through Home Assistant; trying again later";

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
  #way: Way | undefined;
  /** The broker that the device is shown by on the way "supervisor". */
  #url: string | undefined;
  /** Home Assistant may have moved to another broker. */
  #isMoved = false;
  #absence: Disposable | undefined;
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
    const { connection, broker, supervisor } = this.#options;
    if (broker) this.#show("named", this.#direct(broker));
    this.#held.use(connection.onConnected(() => this.#onConnected()));
    const command = { type: "subscribe_events", event_type: "component_loaded" };
    this.#held.use(
      connection.subscribe<unknown>(command, (event) => {
        const data = isRecord(event) ? event["data"] : undefined;
        if (isRecord(data) && data["component"] === "mqtt" && this.#options.home.ready) this.#onMqtt();
      }),
    );
    // another broker is another setup of the same entry, which no event tells of
    if (supervisor) this.#held.use(connection.subscribe<unknown>({ type: "config_entries/subscribe" }, (told) => this.#onEntries(told)));
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
    this.#absence?.[Symbol.dispose]();
    this.#held.dispose();
    await this.#device?.[Symbol.asyncDispose]();
  }

  async #onConnected(): Promise<void> {
    const { signal } = this.#stop;
    await this.#options.home.whenReady(signal).catch(() => undefined);
    await this.#look();
  }

  #onEntries(told: unknown): void {
    const isLoaded = (one: unknown) =>
      isRecord(one) &&
      one["type"] === "updated" &&
      isRecord(one["entry"]) &&
      one["entry"]["domain"] === "mqtt" &&
      one["entry"]["state"] === "loaded";
    if (this.#way === "supervisor" && Array.isArray(told) && told.some(isLoaded)) this.#lookAfter(CONNECTED_AFTER_MS);
  }

  /** MQTT was set up. */
  #onMqtt(): void {
    if (this.#way === "supervisor") this.#lookAfter(CONNECTED_AFTER_MS);
    else void this.#look();
  }

  /** Looks whether Home Assistant is still at the broker, unless that hears from it first; one that is not ready is waited for. */
  #lookAfter(ms: number): void {
    const { home, later } = this.#options;
    this.#absence?.[Symbol.dispose]();
    if (this.#stop.signal.aborted) return;
    this.#absence = later(ms, () => {
      if (!home.ready) return this.#lookAfter(ms);
      this.#isMoved = true;
      void this.#look();
    });
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
    if (this.#way === "named") return;
    try {
      if (await this.#hasMqtt()) await this.#showBest();
      else if (!this.#device && (await own.helper.make())) logger.info({}, "the helper of the sync button was made");
      this.#failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      logger[this.#failures === 0 ? "warn" : "debug"]({ err: error }, error instanceof SupervisorError ? ROUNDABOUT : NOT_MADE);
      const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LONGEST_RETRY_MS);
      this.#again = this.#options.later(wait, () => void this.#onConnected());
    }
  }

  async #hasMqtt(): Promise<boolean> {
    const entries = await this.#options.connection.command<unknown>({ type: "config_entries/get", domain: "mqtt" });
    return Array.isArray(entries) && entries.some((entry) => isRecord(entry) && !entry["disabled_by"]);
  }

  /** Shows the device by the Supervisor's broker if that is Home Assistant's too, else through Home Assistant. Throws SupervisorError. */
  async #showBest(): Promise<void> {
    const { connection, home, own, sync, later, logger, supervisor } = this.#options;
    const { signal } = this.#stop;
    const problems: unknown[] = [];
    const broker = await supervisor?.mqttBroker({ signal }).catch((error: unknown) => void problems.push(error));
    if (this.#way === "supervisor" && (problems.length > 0 || (broker?.url === this.#url && !this.#isMoved))) return;
    this.#isMoved = false;
    if (broker && (await isHomesBroker({ broker, own, payload: statePayload(sync.status), later, logger, signal }))) {
      if (this.#way === "supervisor" && broker.url === this.#url) return;
      logger.info({}, "the sync button uses the broker that the Supervisor names");
      this.#url = broker.url;
      let known = broker;
      const ask = async () => {
        known = (await supervisor?.mqttBroker({ signal }).catch(() => undefined)) ?? known;
        // whether Home Assistant is at that one too has to be looked at
        if (known.url !== this.#url) void this.#look();
        return known;
      };
      return this.#exchange("supervisor", () => this.#direct(ask));
    }
    if (broker) problems.push(new SupervisorError("the broker is not Home Assistant's, or lets nobody in"));
    if (this.#way !== "home") await this.#exchange("home", () => new MqttThroughHome({ connection, home, own, later }));
    if (problems.length > 0) throw problems[0];
  }

  #direct(broker: BrokerAddress | (() => Promise<BrokerAddress>)): MqttLine {
    const will = { topic: OWN_TOPICS.available, payload: UNAVAILABLE };
    return new MqttClientLine({ broker, will, logger: this.#options.logger });
  }

  async #exchange(way: Way, line: () => MqttLine): Promise<void> {
    await this.#device?.[Symbol.asyncDispose]();
    if (!this.#stop.signal.aborted) this.#show(way, line());
  }

  #show(way: Way, line: MqttLine): void {
    const { sync, service, version, later, logger } = this.#options;
    this.#way = way;
    const onHome = (isThere: boolean) => {
      if (way !== "supervisor" || this.#way !== way) return;
      if (isThere) this.#absence?.[Symbol.dispose]();
      else this.#lookAfter(LEFT_AFTER_MS);
    };
    this.#device = new SyncDevice({ line, sync, service, version, later, logger, onPress: () => this.#press(this.#who()), onHome });
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
