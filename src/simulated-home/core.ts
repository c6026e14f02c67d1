import { type Bus, createBus } from "./bus.ts";
import { type Answer, createCommands } from "./commands.ts";
import type { Phases } from "./core-phases.ts";
import type { Furnishing } from "./furnishing.ts";
import { createRecorder, dayCurve, type Recorder } from "./history/history.ts";
import { createLogbook, type Logbook } from "./history/logbook.ts";
import { createMqtt, type SimulatedMqtt } from "./history/mqtt.ts";
import { createHouse, type House } from "./house.ts";
import { domainOf, hexId, slug } from "./ids.ts";
import { invalidFormat, Refusal } from "./refusal.ts";
import { createRegistries, type Registries } from "./registry/registries.ts";
import { createConfigAddress, createRoutineCommands } from "./routines/routine-commands.ts";
import { createGrammar, type DebugResult } from "./sentences/grammar.ts";
import { createServiceCalls, type ServiceCallRecord, type ServiceCalls } from "./services/service-calls.ts";
import { serviceCatalogue } from "./services/service-catalogue.ts";
import type { ServiceCatalogue } from "./services/service-fields.ts";
import { createTargetEntities } from "./services/target-entities.ts";
import { createStateMachine, type StateMachine } from "./states.ts";
import { SimulatedTelegram } from "./telegram/telegram-bot.ts";

/** How far a furnished measurement swings over the past day. */
const SWINGS: Readonly<Record<string, number>> = { temperature: 2.5, humidity: 6, battery: 0 };

/** Where the demo's home stands. */
const USUAL_ZONE = "Europe/Berlin";

/** What is behind the port of the simulated home. */
export interface Core extends Disposable {
  readonly bus: Bus;
  readonly states: StateMachine;
  readonly recorder: Recorder;
  readonly logbook: Logbook;
  readonly registries: Registries;
  readonly house: House;
  readonly telegram: SimulatedTelegram;
  readonly mqtt: SimulatedMqtt;
  readonly services: ServiceCalls;
  /** The user whom the token belongs to. */
  readonly userId: string;
  readonly grammar: (sentence: string) => DebugResult | null;
  /** The answerer of a type of command; throws a Refusal for a type that Home Assistant does not know (now). */
  readonly answerFor: (type: string) => Answer;
  /** What an address under `/api/config/` answers. */
  readonly configAt: (path: string) => unknown;
}

interface Parts {
  readonly furnishing: Furnishing;
  readonly version: string;
  readonly phases: Phases;
  readonly records: ServiceCallRecord[];
  readonly recognise: (sentence: string) => DebugResult | null;
  /** `homeassistant.restart` and the like. */
  readonly ownService: (service: string) => Promise<undefined>;
}

export function createCore({ furnishing, version, phases, records, recognise, ownService }: Parts): Core {
  const stack = new DisposableStack();
  const userId = hexId();
  const people = (furnishing.people ?? ["Anna", "Ben"]).map((name, index) => ({ name, userId: index === 0 ? userId : hexId() }));
  const bus = createBus();
  const states = createStateMachine({ bus });
  const recorder = stack.use(createRecorder({ states }));
  const logbook = stack.use(createLogbook({ bus }));
  const registries = createRegistries({ bus, furnishing });
  const house = stack.use(createHouse({ bus, states, registries, furnishing }));
  house.load(phases.hasEntities);
  fillHistory(furnishing, recorder);
  const telegram = new SimulatedTelegram({ bus, house, receiving: () => phases.polls });
  const mqtt = createMqtt({ bus, house, installed: furnishing.mqtt === true });
  const targets = createTargetEntities({ states, registries, house });
  const catalogue = withOwn(furnishing.services ?? {});
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
    info: {
      name: furnishing.name ?? "Home",
      timeZone: furnishing.timeZone ?? USUAL_ZONE,
      version,
      people,
      state: () => phases.coreState,
    },
    loaded: phases.hasCommand,
    todoItems: house.itemsOf,
    telegramEntries: () => telegram.bots,
    hasMqtt: furnishing.mqtt === true,
    catalogue,
    more: {
      ...createRoutineCommands({ house, registries, targets, logbook, furnishing }),
      ...createHelperCommands({ house }),
      ...mqtt.commands,
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
    configAt: createConfigAddress({ house, furnishing }),
    [Symbol.dispose]: () => stack.dispose(),
  };
}

function withOwn(own: ServiceCatalogue): ServiceCatalogue {
  const merged = Object.entries(own).map(([domain, services]) => [domain, { ...serviceCatalogue[domain], ...services }] as const);
  return { ...serviceCatalogue, ...Object.fromEntries(merged) };
}

function fillHistory({ entities, timeZone = USUAL_ZONE }: Furnishing, recorder: Recorder): void {
  const now = Date.now();
  for (const { entity_id, state, attributes } of entities) {
    const swing = SWINGS[String(attributes?.["device_class"])];
    if (swing !== undefined && typeof state === "number") recorder.backfill(entity_id, dayCurve(state, { now, swing, timeZone }));
  }
}

const DOMAIN = "input_button";

/** The commands that make and remove helpers: of the kinds that there are, buttons alone. */
function createHelperCommands({ house }: { house: House }): Readonly<Record<string, Answer>> {
  const helpers = new Map<string, { id: string; name: string; icon?: string }>();
  return {
    "input_button/list": () => [...helpers.values()],
    "input_button/create": ({ name, icon }) => {
      if (typeof name !== "string" || name === "") throw invalidFormat("required key not provided at 'name'. Got None");
      const taken = [...house.all()].some(({ entity_id }) => domainOf(entity_id) === DOMAIN && entity_id === `${DOMAIN}.${slug(name)}`);
      const id = taken ? `${slug(name)}_2` : slug(name);
      const helper = { id, name, ...(typeof icon === "string" && { icon }) };
      helpers.set(id, helper);
      house.add({
        entity_id: `${DOMAIN}.${id}`,
        name,
        uniqueId: id,
        platform: DOMAIN,
        exposed: false,
        attributes: { editable: true, icon },
      });
      return helper;
    },
    "input_button/delete": ({ input_button_id }) => {
      const id = String(input_button_id);
      if (!helpers.delete(id)) throw new Refusal("not_found", `Unable to find input_button_id ${id}`);
      house.remove(`${DOMAIN}.${id}`);
      return null;
    },
  };
}
