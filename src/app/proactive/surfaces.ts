import type { Unshared } from "../../agent/graph/routines/replaying.ts";
import type { Person, Turns } from "../../agent/turn.ts";
import type { TurnRunner } from "../../agent/turns/runner.ts";
import { createOpenFindings } from "../../attention/open-findings.ts";
import { watchedIn } from "../../automations/intent.ts";
import { asAutomation, routineOf } from "../../automations/routine.ts";
import { createAutomationAsk } from "../../channels/events/automation-ask.ts";
import { createEventAddress, createEventAsk } from "../../channels/events/event-ask.ts";
import { createHouseNews } from "../../channels/events/event-publisher.ts";
import { createEventTell } from "../../channels/events/event-tell.ts";
import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import { createServiceStatus } from "../../homeassistant/own-device/own-device.ts";
import type { Home, WholeHome } from "../../homeassistant/registry/home.ts";
import { createBusEvents } from "../../homeassistant/services/own.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { ModelRouter } from "../../models/router.ts";
import type { AutomationVersion } from "../../storage/turns/automations.ts";
import type { Reach } from "../foundation/reach.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";

interface SurfacesOptions
  extends Surroundings,
    Pick<Stores, "turns" | "sessions" | "approvals" | "database" | "automations" | "asks" | "outbox"> {
  readonly home: Pick<WholeHome, "known"> & Pick<Home, "info">;
  readonly findings: Pick<Stores["findings"], "openNow">;
  readonly connection: HomeConnection;
  readonly models: Pick<ModelRouter, "status" | "onStatus">;
  /** Who takes questions in; asked for with the first. */
  readonly ask: () => Pick<TurnRunner, "receive" | "begin">;
  readonly reach: Pick<Reach, "everybody" | "chatOf">;
  /** Why somebody may not know of entities; asked for with the first message of an automation. */
  readonly unshared: Unshared;
}

export type Surfaces = ReturnType<typeof createSurfaces>;

/** What Home Assistant's automations have of the service: events that tell, a state for sensors, events that ask. */
export function createSurfaces(options: SurfacesOptions) {
  const { config, connection, people, models, turns, sessions, approvals, clock } = options;
  const logger = options.logger.child({ part: "events" });
  const held = new DisposableStack();
  const tell = createBusEvents({ connection, clock, logger });
  const modelStatus = () => models.status();
  const news = createHouseNews({ tell, turns, approvals, people, modelStatus, withText: config.eventsWithText, logger });
  const status = createServiceStatus({ model: modelStatus, queue: turns.atWork });
  const findings = createOpenFindings({ store: options.findings, home: options.home });
  const addressee = createEventAddress({ people, sessions, turns });
  const receive: Turns["receive"] = (message) => options.ask().receive(message);
  /** Whether somebody may hear what a routine tells, or that it ran; in a group others hear it, too. Nobody may where it cannot be read. */
  const mayTell = (
    { kind, automation }: Pick<AutomationVersion, "kind" | "automation">,
    { id, role, language, inGroup = false }: Pick<Person, "id" | "role" | "language"> & { readonly inGroup?: boolean },
  ): boolean => {
    const routine = routineOf(kind, automation);
    const watched = routine && watchedIn(asAutomation(routine), true);
    return watched !== undefined && options.unshared({ personId: id, role, inGroup }, watched, catalogueFor(language)) === undefined;
  };
  const own = createAutomationAsk({
    ...{ ...options, ...options.reach, mayTell, most: config.automationAsks },
    transaction: (run) => options.database.transaction(run),
    begin: (message, chosen) => options.ask().begin(message, chosen),
  });
  const ask = createEventAsk({ connection, turns: { receive }, addressee, own, onRefused: news.askRefused, clock, logger });
  const told = createEventTell({ ...options, mayTell, addressee, logger });
  return {
    news,
    mayTell,
    /** For the sensors. */
    status,
    findings,
    /** Begins to hear questions; to be called before the connection begins. */
    start(): void {
      held.use(
        models.onStatus(() => {
          status.changed();
          news.modelChanged();
        }),
      );
      held.use(ask.attach());
      held.use(told.attach());
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}
