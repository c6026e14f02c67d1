import { createBus } from "./bus.ts";
import { type Answer, createCommands } from "./commands.ts";
import type { Phases } from "./core-phases.ts";
import type { Furnishing } from "./furnishing.ts";
import { createRecorder, dayCurve, type Recorder } from "./history/history.ts";
import { createLogbook } from "./history/logbook.ts";
import { createMqtt } from "./history/mqtt.ts";
import { createHouse, type House } from "./house.ts";
import { hexId, slug } from "./ids.ts";
import { createRegistries } from "./registries.ts";
import { createConfigAddress, createRoutineCommands } from "./routines/routine-commands.ts";
import { createGrammar, type DebugResult } from "./sentences/grammar.ts";
import { createServiceCalls, type ServiceCallRecord } from "./services/service-calls.ts";
import { catalogueWith } from "./services/services.ts";
import { createTargetEntities } from "./services/target-entities.ts";
import { createStateMachine } from "./states.ts";
import { SimulatedTelegram } from "./telegram/telegram-bot.ts";

/** How far a furnished measurement swings over the past day. */
const SWINGS: Readonly<Record<string, number>> = { temperature: 2.5, humidity: 6, battery: 0 };

/** Where the demo's home stands. */
const USUAL_ZONE = "Europe/Berlin";

interface Parts {
  readonly furnishing: Furnishing;
  readonly version: string;
  readonly phases: Phases;
  readonly records: ServiceCallRecord[];
  readonly recognise: (sentence: string) => DebugResult | null;
  /** `homeassistant.restart` and the like. */
  readonly ownService: (service: string) => Promise<undefined>;
}

/** What is behind the port of the simulated home. */
export function createCore({ furnishing, version, phases, records, recognise, ownService }: Parts) {
  const stack = new DisposableStack();
  /** The user whom the token belongs to. */
  const userId = hexId();
  const bus = createBus();
  const states = createStateMachine({ bus });
  const recorder = stack.use(createRecorder({ states }));
  const logbook = stack.use(createLogbook({ bus }));
  const registries = createRegistries({ bus, furnishing });
  const catalogue = catalogueWith(furnishing.services ?? {});
  const house = stack.use(createHouse({ bus, states, registries, furnishing, catalogue }));
  house.load(phases.hasEntities);
  fillHistory(furnishing, recorder);
  const telegram = new SimulatedTelegram({ bus, house, receiving: () => phases.polls });
  const mqtt = createMqtt({ house });
  const targets = createTargetEntities({ states, registries, house });
  const services = stack.use(
    createServiceCalls({
      bus,
      states,
      house,
      registries,
      targets,
      blueprints: furnishing.blueprints ?? [],
      catalogue,
      records,
      assertLoaded: phases.assertService,
      foreign: { telegram_bot: telegram.services, homeassistant: ownService, ...(furnishing.mqtt && { mqtt: mqtt.services }) },
    }),
  );
  const answerFor = createCommands({
    bus,
    states,
    registries,
    recorder,
    services,
    recognise,
    config: () => ({
      location_name: furnishing.name ?? "Home",
      time_zone: furnishing.timeZone ?? USUAL_ZONE,
      version,
      state: phases.coreState,
    }),
    loaded: phases.hasCommand,
    telegramEntries: () => telegram.bots,
    hasMqtt: furnishing.mqtt === true,
    catalogue,
    more: {
      ...createRoutineCommands({ house, registries, logbook, furnishing }),
      ...createHelperCommands({ house }),
    },
  });
  return {
    bus,
    states,
    recorder,
    logbook,
    registries,
    house,
    telegram,
    mqtt,
    services,
    userId,
    grammar: createGrammar({ states, registries }),
    answerFor,
    configAt: createConfigAddress({ house }),
    [Symbol.dispose]: () => stack.dispose(),
  };
}

export type Core = ReturnType<typeof createCore>;

function fillHistory({ entities, timeZone = USUAL_ZONE }: Furnishing, recorder: Recorder): void {
  const now = Date.now();
  for (const { entity_id, state, attributes } of entities) {
    const swing = SWINGS[String(attributes?.["device_class"])];
    if (swing !== undefined && typeof state === "number") recorder.backfill(entity_id, dayCurve(state, { now, swing, timeZone }));
  }
}

/** The commands that make and remove helpers: of the kinds that there are, buttons alone. */
function createHelperCommands({ house }: { house: House }): Readonly<Record<string, Answer>> {
  const helpers = new Map<string, { id: string; name: string; icon: unknown }>();
  return {
    "input_button/list": () => [...helpers.values()],
    "input_button/create": ({ name: given, icon }) => {
      const name = String(given);
      const id = slug(name);
      const helper = { id, name, icon };
      helpers.set(id, helper);
      const about = { name, uniqueId: id, platform: "input_button", exposed: false, attributes: { editable: true, icon } };
      house.add({ entity_id: `input_button.${id}`, ...about });
      return helper;
    },
  };
}
