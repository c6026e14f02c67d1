import { createActor } from "../../homeassistant/acting/acting.ts";
import { createOwnRoutines } from "../../homeassistant/acting/own-routines.ts";
import { type ConnectionTimings, HomeAssistantConnection } from "../../homeassistant/connection/connection.ts";
import { createRest } from "../../homeassistant/connection/rest.ts";
import { createHistory } from "../../homeassistant/history/history.ts";
import { createLogbook } from "../../homeassistant/history/logbook.ts";
import { LiveHome } from "../../homeassistant/live-home.ts";
import { createAnswers } from "../../homeassistant/reading/answers.ts";
import { createCameraImages } from "../../homeassistant/reading/camera-images.ts";
import { createSpeechToText } from "../../homeassistant/reading/speech-to-text.ts";
import { createStatistics } from "../../homeassistant/reading/statistics.ts";
import { createTextToSpeech } from "../../homeassistant/reading/text-to-speech.ts";
import { createEntityFacts, type EntityFactsOptions } from "../../homeassistant/registry/entity-facts.ts";
import { createStateWords } from "../../homeassistant/registry/state-words.ts";
import { LiveStates } from "../../homeassistant/registry/states.ts";
import { createTranslations, effectWordsIn } from "../../homeassistant/registry/translations.ts";
import { createRoutineConfigs, createRoutines } from "../../homeassistant/routines/routines.ts";
import { createTraces } from "../../homeassistant/routines/traces.ts";
import { createActionReader } from "../../homeassistant/services/action-reader.ts";
import { createDryRun } from "../../homeassistant/services/dry-run.ts";
import { createServices } from "../../homeassistant/services/services.ts";
import { createUploadedPictures } from "../../homeassistant/telegram/uploaded-pictures.ts";
import type { Logger } from "../../observability/logger.ts";

interface HomePartsOptions {
  readonly homeAssistant: { readonly url: string; readonly token: string | (() => string) };
  readonly timings: Partial<ConnectionTimings>;
  /** ms since the epoch */
  readonly clock: () => number;
  /** Factor on every wait for the house. */
  readonly pace: number;
  /** What an owner decided about an entity. */
  readonly decisionOf: EntityFactsOptions["decisionOf"];
  readonly logger: Logger;
}

export type HomeParts = ReturnType<typeof createHomeParts>;

/** Builds everything that speaks with Home Assistant for itself, in order. Nothing is asked before `start`, and the connection has a start of its own. */
export function createHomeParts({ homeAssistant, timings, clock, pace, decisionOf, logger }: HomePartsOptions) {
  const stack = new AsyncDisposableStack();
  const connection = stack.use(new HomeAssistantConnection({ ...homeAssistant, logger: logger.child({ part: "connection" }), timings }));
  const states = stack.use(new LiveStates({ connection, logger }));
  const home = stack.use(new LiveHome({ connection, states, logger: logger.child({ part: "home" }) }));
  const services = createServices({ home, registries: home.registries });
  const rest = createRest(homeAssistant);
  const facts = createEntityFacts({ home, registries: home.registries, decisionOf });
  const reader = createActionReader({
    connection,
    home,
    clock,
    logger,
    rest,
    facts,
    registries: home.registries,
    serviceExists: services.exists,
  });
  const ownRoutines = createOwnRoutines({ connection, rest, home, registries: home.registries, logger, pace });
  const stop = new AbortController();
  stack.defer(() => stop.abort());
  /** What automations listen to is read before somebody waits for it. */
  const warm = async () => {
    await home.whenReady(stop.signal).then(
      () => reader.warm(stop.signal),
      () => {},
    );
  };
  const translations = stack.use(createTranslations({ connection, home, serviceDomains: () => home.serviceDescriptions.keys(), logger }));
  return {
    connection,
    states,
    home,
    services,
    rest,
    translations,
    stateWords: createStateWords({ connection, logger }),
    actor: createActor({ connection, states, home, routines: ownRoutines, logger: logger.child({ part: "acting" }), clock, pace }),
    ownRoutines,
    reader,
    dryRun: createDryRun({ reader, words: translations.derived(effectWordsIn) }),
    facts,
    history: createHistory({ connection }),
    logbook: createLogbook({ connection }),
    traces: createTraces({ connection, home }),
    answers: createAnswers({ connection }),
    configs: createRoutineConfigs({
      connection,
      home,
      routines: createRoutines({ connection, rest, home, registries: home.registries, logger }),
    }),
    statistics: createStatistics({ connection }),
    pictures: createCameraImages({ connection, rest, home }),
    speech: createSpeechToText({ connection, rest }),
    voice: createTextToSpeech({ connection, rest }),
    uploads: createUploadedPictures({ connection, rest, logger: logger.child({ part: "telegram" }) }),
    start(): void {
      states.start();
      home.start();
      translations.start();
      stack.use(connection.onConnected(warm));
      for (const domain of ["automation", "script"])
        stack.use(connection.subscribe({ type: "subscribe_events", event_type: `${domain}_reloaded` }, warm));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
