import { createBus } from "./bus.ts";
import type { Phases } from "./core-phases.ts";
import { type Furnishing, USUAL_ZONE } from "./furnishing.ts";
import { createRecorder, dayCurve, type Recorder } from "./history/history.ts";
import { createLogbook } from "./history/logbook.ts";
import { createMqtt } from "./history/mqtt.ts";
import { createHouse, type House } from "./house.ts";
import { domainOf, hexId, slug } from "./ids.ts";
import { statisticsOf } from "./readings.ts";
import { invalidFormat, Refusal, unknownCommand } from "./refusal.ts";
import { createRegistries, type EntityRow, type Registries } from "./registries.ts";
import { createRoutineApi } from "./routines/routine-api.ts";
import { routineConfig, substituted } from "./routines/routine-config.ts";
import { renderedWithListeners } from "./routines/templates.ts";
import { createGrammar, type DebugResult } from "./sentences/grammar.ts";
import { createServiceCalls, type ServiceCallRecord } from "./services/service-calls.ts";
import { catalogueWith, describeServices } from "./services/services.ts";
import { SimulatedSpeech } from "./speech.ts";
import { compressedState, createStateMachine, difference, stateFrame } from "./states.ts";
import { answers, readTable } from "./tables/tables.ts";
import { SimulatedTelegram } from "./telegram/telegram-bot.ts";

export type Frame = Readonly<Record<string, unknown>>;

/** What a command may do with the connection it came on. */
export interface CommandConnection {
  readonly userId: string;
  /** Sends `{ id, type: "event", event }`. */
  event(id: number, event: unknown): void;
  /** Keeps a subscription until it is ended or the socket closes. `first` is called after the result was sent. */
  keep(id: number, end: () => void, first?: () => void): void;
  /** Ends a subscription; false if there is none of that id. */
  end(id: number): boolean;
}

/** Answers a command with its `result`; a thrown Refusal is the `error`. */
export type Answer = (frame: Frame, connection: CommandConnection) => unknown;

/** How far a furnished measurement swings over the past day. */
const SWINGS: Readonly<Record<string, number>> = { temperature: 2.5, humidity: 6, battery: 0 };

/** What the list leaves out and the entry itself tells. */
const WITHOUT_ALIASES = ["aliases", "capabilities", "device_class", "original_device_class", "original_icon"];

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const BUILT_IN = readTable<Texts>("translations");

interface Parts {
  readonly furnishing: Furnishing;
  readonly version: string;
  readonly phases: Phases;
  readonly records: ServiceCallRecord[];
  readonly recognise: (sentence: string) => DebugResult | null;
  /** `homeassistant.restart` and the like. */
  readonly ownService: (service: string) => Promise<undefined>;
  /** Where the home is reached. */
  readonly url: () => string;
}

/** What is behind the port of the simulated home: its parts, and the WebSocket commands by type. */
export function createCore({ furnishing, version, phases, records, recognise, ownService, url }: Parts) {
  const stack = new DisposableStack();
  /** The user whom the token belongs to. */
  const userId = hexId();
  /** Pictures that were put here and not taken out again, by their id. */
  const uploads = new Map<string, Buffer>();
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
  const speech = new SimulatedSpeech();
  const editors = createRoutineApi(house);
  const { blueprints = [], translations = {} } = furnishing;
  const services = stack.use(
    createServiceCalls({
      ...{ bus, states, house, registries, blueprints, catalogue, records },
      assertLoaded: phases.assertService,
      foreign: { telegram_bot: telegram.services, homeassistant: ownService, ...(furnishing.mqtt && { mqtt: mqtt.services }) },
    }),
  );

  const values = (map: ReadonlyMap<string, unknown>) => () => [...map.values()];
  const configEntries = () => [
    configEntry(registries.entryId, "demo", "Demo"),
    ...(furnishing.mqtt ? [configEntry(hexId(), "mqtt", "Broker")] : []),
    ...telegram.bots.map(({ entryId, name }) => configEntry(entryId, "telegram_bot", name)),
  ];
  const configOf = (domain: string) => (frame: Frame) => {
    const entityId = String(frame["entity_id"]);
    const furnished = domainOf(entityId) === domain ? house.furnished(entityId) : undefined;
    if (!furnished) throw new Refusal("not_found", "Entity not found");
    return { config: routineConfig(furnished, blueprints) };
  };
  const commands: Readonly<Record<string, Answer>> = {
    supported_features: () => null,
    get_states: () => [...states.all()].map(stateFrame),
    get_config: () => ({
      ...answers.config,
      location_name: furnishing.name ?? "Home",
      time_zone: furnishing.timeZone ?? USUAL_ZONE,
      ...(furnishing.language !== undefined && { language: furnishing.language }),
      version,
      state: phases.coreState,
    }),
    get_services: () => {
      const scripts = [...states.all()].filter(({ entityId }) => domainOf(entityId) === "script");
      const named = scripts.map(({ entityId, attributes }) => ({
        id: entityId.slice("script.".length),
        name: String(attributes["friendly_name"]),
      }));
      const there = Object.entries(catalogue).filter(([domain]) => phases.hasServices(domain));
      return describeServices(Object.fromEntries(there), named);
    },
    subscribe_events: ({ id, event_type: wanted }, connection) => {
      const end = bus.listen((event) => {
        if (wanted === undefined || event.event_type === wanted) connection.event(Number(id), event);
      });
      connection.keep(Number(id), end);
    },
    unsubscribe_events: (frame, connection) => {
      if (!connection.end(Number(frame["subscription"]))) throw new Refusal("not_found", "Subscription not found.");
    },
    subscribe_entities: ({ id, entity_ids: ids }, connection) => {
      const wanted = (entityId: string) => !Array.isArray(ids) || ids.includes(entityId);
      const end = states.onChange((change) => {
        if (wanted(change.entityId)) connection.event(Number(id), difference(change));
      });
      connection.keep(Number(id), end, () => {
        const first = [...states.all()].filter(({ entityId }) => wanted(entityId));
        connection.event(Number(id), { a: Object.fromEntries(first.map((state) => [state.entityId, compressedState(state)])) });
      });
    },
    render_template: ({ id, template, variables = {} }, connection) => {
      const answer = renderedWithListeners(String(template), variables as Frame, states);
      connection.keep(
        Number(id),
        () => undefined,
        () => connection.event(Number(id), answer),
      );
    },
    call_service: async (frame) => {
      const { service_data = {}, target = {}, return_response = false } = frame;
      const context = bus.newContext({ userId });
      const wantsResponse = return_response === true;
      const about = { domain: required(frame, "domain"), service: required(frame, "service"), data: service_data as Frame };
      const response = await services.call({ ...about, target: target as Frame, wantsResponse, context });
      return { context, ...(wantsResponse && { response: response ?? {} }) };
    },
    "image/delete": (frame) => {
      if (!uploads.delete(required(frame, "image_id"))) throw new Refusal("not_found", "Unable to find image_id");
      return null;
    },
    "assist_pipeline/pipeline/list": () => speech.pipelines(),
    "tts/engine/get": ({ engine_id: engine }) => {
      const told = speech.speakerInfo(engine);
      if (!told) throw new Refusal("not_found", `tts engine ${engine} not found`);
      return told;
    },
    "network/url": () => ({ internal: url(), external: null, cloud: null }),
    fire_event: ({ event_type, event_data }) => {
      const context = bus.newContext({ userId });
      bus.fire(String(event_type), { ...(event_data as Frame | undefined) }, context);
      return { context };
    },
    "auth/current_user": () => ({ id: userId, name: "Anna", is_owner: true, is_admin: true, credentials: [], mfa_modules: [] }),
    "config/auth/list": () => [
      { id: userId, name: "Anna", is_owner: true, is_active: true, system_generated: false, group_ids: ["system-admin"] },
    ],
    "config/area_registry/list": values(registries.areas),
    "config/floor_registry/list": values(registries.floors),
    "config/label_registry/list": values(registries.labels),
    "config/device_registry/list": values(registries.devices),
    "config/entity_registry/list": () => [...registries.entities.values()].map(listed),
    "config/entity_registry/get_entries": ({ entity_ids }) =>
      Object.fromEntries(listOf(entity_ids).map((id) => [id, registries.entities.get(id) ?? null])),
    "homeassistant/expose_entity/list": () => ({
      exposed_entities: Object.fromEntries([...registries.exposed].map((id) => [id, { conversation: true }])),
    }),
    "homeassistant/expose_entity": ({ entity_ids, should_expose }) => {
      for (const id of listOf(entity_ids)) registries.expose(id, should_expose === true);
      return null;
    },
    "history/history_during_period": (frame) =>
      recorder.query({
        ...spanIn(frame),
        entityIds: listOf(frame["entity_ids"]),
        startState: frame["include_start_time_state"] !== false,
        significantOnly: frame["significant_changes_only"] !== false,
        attributes: frame["no_attributes"] !== true,
      }),
    "recorder/statistics_during_period": (frame) => {
      return statisticsOf(recorder, listOf(frame["statistic_ids"]), { ...spanIn(frame), isByHour: frame["period"] === "hour" });
    },
    "conversation/agent/homeassistant/debug": ({ sentences }) => ({ results: (sentences as readonly string[]).map(recognise) }),
    "config_entries/get": ({ domain }) => configEntries().filter((entry) => domain === undefined || entry["domain"] === domain),
    validate_config: ({ triggers, conditions, actions }) => {
      const error = editors.problemOf({ triggers }) ?? null;
      const given = Object.entries({ triggers, conditions, actions }).filter(([, part]) => part !== undefined);
      return Object.fromEntries(
        given.map(([part]) => [part, part === "triggers" ? { valid: error === null, error } : { valid: true, error: null }]),
      );
    },
    "script/config": configOf("script"),
    "automation/config": configOf("automation"),
    "blueprint/substitute": (frame) => ({
      substituted_config: substituted(String(frame["domain"]), String(frame["path"]), frame["input"] as Frame, blueprints),
    }),
    "frontend/get_translations": (frame) => {
      const [language, category] = [required(frame, "language"), required(frame, "category")];
      return { resources: translationsOf(language, category, frame["integration"], translations) };
    },
    "logbook/get_events": (frame) => {
      required(frame, "start_time");
      return logbook.query({ ...spanIn(frame), entityIds: listOf(frame["entity_ids"]) });
    },
    "trace/list": (frame) => services.traces.list(frame["item_id"] === undefined ? undefined : String(frame["item_id"])),
    "trace/contexts": (frame) => services.traces.contexts(required(frame, "item_id")),
    "trace/get": (frame) => services.traces.get(required(frame, "item_id"), required(frame, "run_id")),
    "mqtt/device/debug_info": (frame) => ({ entities: mqttEntities(required(frame, "device_id"), registries, house), triggers: [] }),
    ...createHelperCommands(house),
  };

  return {
    ...{ bus, states, recorder, logbook, registries, house, telegram, mqtt, speech, services, userId },
    grammar: createGrammar({ states, registries }),
    /** Throws a Refusal for a type that Home Assistant does not know (now). */
    answerFor(type: string): Answer {
      const answer = commands[type];
      if (!answer || !phases.hasCommand(type)) throw unknownCommand();
      return answer;
    },
    editors,
    keepPicture(bytes: Buffer): string {
      const id = hexId();
      uploads.set(id, bytes);
      return id;
    },
    /** What a camera's address answers; `token` is undefined for who may see all of them. A camera that is off has no picture. */
    pictureAt(path: string, token: string | undefined): Buffer | undefined {
      const put = uploads.get(/^\/api\/image\/serve\/(\w+)\/original$/.exec(path)?.[1] ?? "");
      if (put) return put;
      const camera = states.get(/^\/api\/camera_proxy\/(camera\.\w+)$/.exec(path)?.[1] ?? "");
      const mayShow = camera && camera.state !== "off" && (token === undefined || token === camera.attributes["access_token"]);
      return mayShow ? Buffer.from(answers.picture.replaceAll(" ", ""), "base64") : undefined;
    },
    [Symbol.dispose]: () => stack.dispose(),
  };
}

export type Core = ReturnType<typeof createCore>;

function fillHistory({ entities, timeZone = USUAL_ZONE }: Furnishing, recorder: Recorder): void {
  const curve = dayCurve({ now: Date.now(), timeZone });
  for (const { entity_id, state, attributes } of entities) {
    const swing = SWINGS[String(attributes?.["device_class"])];
    if (swing !== undefined && typeof state === "number") recorder.backfill(entity_id, curve(state, swing));
  }
}

/** The commands that make and remove helpers: of the kinds that there are, buttons alone. */
function createHelperCommands(house: House): Readonly<Record<string, Answer>> {
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

/** The time that a question about the past is about, in ms since the epoch. */
function spanIn({ start_time, end_time }: Frame): { from: number; to: number } {
  const from = Date.parse(String(start_time));
  const to = end_time === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(end_time));
  if (Number.isNaN(from)) throw new Refusal("invalid_start_time", "Invalid start_time");
  if (Number.isNaN(to)) throw new Refusal("invalid_end_time", "Invalid end_time");
  return { from, to };
}

function listed(row: EntityRow): Frame {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !WITHOUT_ALIASES.includes(key)));
}

/** A row of `config_entries/get`. */
function configEntry(entry_id: string, domain: string, title: string): Frame {
  const chats = domain === "telegram_bot" && {
    supported_subentry_types: { allowed_chat_ids: { supports_reconfigure: false } },
    num_subentries: 3,
  };
  return { ...answers.config_entry, entry_id, domain, title, ...chats };
}

/** A category's texts of some integrations (all when left out), in English for want of others. */
function translationsOf(language: string, category: string, integrations: unknown, own: Texts): Record<string, string> {
  const all = { ...BUILT_IN["en"], ...own["en"], ...BUILT_IN[language], ...own[language] };
  const wanted = Object.entries(all).filter(([key]) => {
    const [, integration = "", kind] = key.split(".");
    return kind === category && (integrations === undefined || listOf(integrations).includes(integration));
  });
  return Object.fromEntries(wanted);
}

function mqttEntities(deviceId: string, registries: Registries, house: House): Frame[] {
  const device = registries.devices.get(deviceId);
  if (!device) return [];
  return [...registries.entities.values()].flatMap((row) => {
    const mqtt = row.device_id === deviceId ? house.furnished(row.entity_id)?.mqtt : undefined;
    if (!mqtt) return [];
    const identifiers = device.identifiers.map(([, id]) => id);
    const about = { device: { identifiers, name: device.name }, origin: { name: "demo" } };
    return [
      {
        entity_id: row.entity_id,
        subscriptions: mqtt["state_topic"] === undefined ? [] : [{ topic: mqtt["state_topic"], messages: [] }],
        discovery_data: {
          topic: `homeassistant/device/${identifiers[0]}/config`,
          payload: { ...mqtt, unique_id: row["unique_id"], name: row["original_name"], ...about },
        },
        transmitted: [],
      },
    ];
  });
}

function required(frame: Frame, key: string): string {
  const value = frame[key];
  if (typeof value !== "string") throw invalidFormat(`required key not provided at '${key}'. Got None`);
  return value;
}

function listOf(value: unknown): string[] {
  return [value ?? []].flat().map(String);
}
