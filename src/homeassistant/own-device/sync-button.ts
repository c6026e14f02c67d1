import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Later } from "../../text/later.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { createRefresher, eachSession } from "../connection/pacing.ts";
import type { Home } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";
import type { PassingState, StateStore } from "../registry/states.ts";
import { HELPER_BUTTON, OWN_TOPICS, type Own, type OwnMqtt } from "../services/own.ts";
import { type BrokerAddress, createMqttBroker } from "./mqtt-broker.ts";
import {
  createOwnDevice,
  MQTT_BUTTON,
  type OpenFindingsSource,
  type OwnDevice,
  type ServiceStatusSource,
  UNAVAILABLE,
} from "./own-device.ts";
import type { Sync } from "./sync-run.ts";

export interface SyncButtonOptions {
  readonly connection: Pick<HomeConnection, "command" | "subscribe" | "onConnected" | "onDisconnected">;
  readonly home: Pick<Home, "whenReady">;
  readonly registries: Pick<Registries, "entities">;
  readonly states: Pick<StateStore, "get" | "onChange">;
  readonly own: Pick<Own, "mqtt" | "helper">;
  readonly sync: Pick<Sync, "status" | "onChange" | "run">;
  /** Shown beside it where there is MQTT. */
  readonly service: ServiceStatusSource;
  readonly findings: OpenFindingsSource;
  /** Name of the person whom a user of Home Assistant is; undefined if there is none. */
  readonly personOfUser: (userId: string) => string | undefined;
  /** The broker that the user named: it is used, whatever else there is. */
  readonly broker?: BrokerAddress | undefined;
  /** Ours. */
  readonly version: string;
  readonly later: Later;
  readonly logger: Logger;
}

/** What Home Assistant refuses is an error in its log: it is asked again up to so seldom, for we may have been given the right to it. */
const LONGEST_RETRY_MS = 3_600_000;

/** "Sync now" in Home Assistant: a button of a device by MQTT where there is a broker, else a helper that is made once. */
export function createSyncButton(options: SyncButtonOptions) {
  const { connection, home, registries, states, own, sync, service, findings, personOfUser, version, later, logger } = options;
  const held = new DisposableStack();
  const watches = [MQTT_BUTTON, HELPER_BUTTON].map((button) =>
    held.use(watchPresses({ button, states, registries, onPress: press, later })),
  );
  const looking = createRefresher({ what: "sync button", longestRetryMs: LONGEST_RETRY_MS, logger, read: look });
  const will = { topic: OWN_TOPICS.available, payload: UNAVAILABLE };
  const broker = options.broker && createMqttBroker({ broker: options.broker, will, onUp: () => device?.announce(), logger });
  let device: OwnDevice | undefined;

  return {
    /** Begins; what Home Assistant has to be asked is asked once it is there. */
    start(): void {
      if (broker) {
        device = deviceOn(broker);
        broker.start();
      }
      held.use(eachSession(connection, (signal) => looking.keepFresh(signal)));
      const command = { type: "subscribe_events", event_type: "component_loaded" };
      held.use(
        connection.subscribe<unknown>(command, (event) => {
          const data = isRecord(event) ? event["data"] : undefined;
          if (isRecord(data) && data["component"] === "mqtt") looking.request();
        }),
      );
    },

    async [Symbol.asyncDispose](): Promise<void> {
      held.dispose();
      await device?.[Symbol.asyncDispose]();
      broker?.[Symbol.dispose]();
    },
  };

  /** Brings the button to where this home can have it. */
  async function look(signal: AbortSignal): Promise<void> {
    await home.whenReady(signal);
    for (const watch of watches) watch.look();
    if (broker) return;
    if (await hasMqtt()) {
      device ??= deviceOn(own.mqtt);
      device.announce();
    } else if (!device && (await own.helper.make())) logger.info({}, "the helper of the sync button was made");
    for (const watch of watches) watch.lookSoon();
  }

  async function hasMqtt(): Promise<boolean> {
    const entries = await connection.command<unknown>({ type: "config_entries/get", domain: "mqtt" });
    return Array.isArray(entries) && entries.some((entry) => isRecord(entry) && !entry["disabled_by"]);
  }

  function deviceOn(line: OwnMqtt): OwnDevice {
    return createOwnDevice({ line, sync, service, findings, version, later, logger });
  }

  async function press(userId: string | undefined): Promise<void> {
    const by = userId === undefined ? undefined : personOfUser(userId);
    const { kind } = await sync.run({ reason: "button", by });
    if (kind === "already_running") logger.info({}, "the sync button was pressed while a sync goes on");
  }
}

export interface PressWatchOptions extends Pick<SyncButtonOptions, "states" | "registries" | "later"> {
  /** People may have changed its entity id; `entityId` is the one that it was given. */
  readonly button: { readonly platform: string; readonly uniqueId: string; readonly entityId: string };
  /** `userId` is Home Assistant's user who pressed; undefined for an automation's press. */
  readonly onPress: (userId: string | undefined) => void;
}

/** The state is the time of the press, written down at once: recorded 0.06 ms apart. Far less than a restart takes. */
const SAME_MOMENT_MS = 1_000;
/** An entity that is new, or whose id is changed, is in the registry within a second. */
const REGISTERED_AFTER_MS = 5_000;

/**
 * Not each new state is a press: after a restart, and after the button was unavailable, the time of an old press comes back with
 * its user.
 */
export function watchPresses({ button, states, registries, onPress, later }: PressWatchOptions) {
  let watching: { readonly entityId: string; readonly end: Disposable } | undefined;
  let again: Disposable | undefined;
  /** The press that was seen last, or before we looked. */
  let last: string | undefined;

  return {
    look,
    lookSoon,
    [Symbol.dispose](): void {
      again?.[Symbol.dispose]();
      watching?.end[Symbol.dispose]();
      watching = undefined;
    },
  };

  /** Begins, or goes on under the id that the button has now. A press from before the first look is none. */
  function look(): void {
    const entityId = idNow();
    if (watching?.entityId === entityId) return;
    watching?.end[Symbol.dispose]();
    const now = states.get(entityId);
    if (now && timeOf(now) !== undefined) last = now.state;
    watching = { entityId, end: states.onChange([entityId], hear) };
  }

  /** Looks once the registry knows the button. */
  function lookSoon(): void {
    again?.[Symbol.dispose]();
    again = later(REGISTERED_AFTER_MS, look);
  }

  function idNow(): string {
    for (const { entityId, platform, uniqueId } of registries.entities.values()) {
      if (platform === button.platform && uniqueId === button.uniqueId) return entityId;
    }
    return button.entityId;
  }

  function hear(current: PassingState | undefined, previous: PassingState | undefined): void {
    if (!current) {
      lookSoon();
      return;
    }
    const time = timeOf(current);
    if (time === undefined || current.state === last) return;
    last = current.state;
    if (previous && Math.abs(time - current.lastChanged) <= SAME_MOMENT_MS)
      onPress(states.get(current.entityId)?.context.userId ?? undefined);
  }
}

function timeOf({ state }: PassingState): number | undefined {
  const time = Date.parse(state);
  return Number.isNaN(time) ? undefined : time;
}
