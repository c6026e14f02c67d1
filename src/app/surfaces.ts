import type { Turns } from "../agent/turn.ts";
import { createEventAddress, createEventAsk } from "../channels/events/event-ask.ts";
import { createHouseNews, type HouseNews } from "../channels/events/event-publisher.ts";
import type { People } from "../channels/people.ts";
import type { Config } from "../config/config.ts";
import type { HomeConnection } from "../homeassistant/connection/connection.ts";
import { createBusEvents } from "../homeassistant/services/own.ts";
import { createServiceStatus } from "../homeassistant/sync-button/sync-device.ts";
import type { ModelRouter } from "../models/router.ts";
import type { Logger } from "../observability/logger.ts";
import type { ApprovalStore } from "../storage/turns/approvals.ts";
import type { SessionStore, TurnStore } from "../storage/turns/turns.ts";

interface SurfacesOptions {
  readonly config: Pick<Config, "eventsWithText">;
  readonly connection: HomeConnection;
  readonly people: People;
  readonly models: Pick<ModelRouter, "status" | "onStatus">;
  readonly turns: TurnStore;
  readonly sessions: SessionStore;
  readonly approvals: ApprovalStore;
  /** Who takes questions in; asked for with the first. */
  readonly ask: () => Pick<Turns, "receive">;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** What automations have of the service. */
export interface Surfaces extends Disposable {
  readonly news: HouseNews;
  /** For the sensors. */
  readonly status: ReturnType<typeof createServiceStatus>;
  /** Begins to hear questions; to be called before the connection begins. */
  start(): void;
}

/** Builds what Home Assistant's automations have of the service, in order: events that tell, a state for sensors, events that ask. */
export function createSurfaces(options: SurfacesOptions): Surfaces {
  const { config, connection, people, models, turns, sessions, approvals, clock } = options;
  const logger = options.logger.child({ part: "events" });
  const held = new DisposableStack();
  const tell = createBusEvents({ connection, clock, logger });
  const modelStatus = () => models.status();
  const news = createHouseNews({ tell, turns, approvals, people, modelStatus, withText: config.eventsWithText, logger });
  const status = createServiceStatus({ model: modelStatus, queue: turns.atWork });
  const addressee = createEventAddress({ people, sessions, turns });
  const receive: Turns["receive"] = (message) => options.ask().receive(message);
  const ask = createEventAsk({ connection, turns: { receive }, addressee, onRefused: news.askRefused, clock, logger });
  return {
    news,
    status,
    start() {
      held.use(
        models.onStatus(() => {
          status.changed();
          news.modelChanged();
        }),
      );
      held.use(ask.attach());
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}
