import type { Bus } from "./bus.ts";
import type { Recorder } from "./history/history.ts";
import { domainOf, hexId } from "./ids.ts";
import { invalidFormat, Refusal, unknownCommand } from "./refusal.ts";
import type { EntityRow, Registries } from "./registries.ts";
import { renderedWithListeners } from "./routines/templates.ts";
import type { DebugResult } from "./sentences/grammar.ts";
import type { ServiceCalls } from "./services/service-calls.ts";
import { describeServices, type ServiceCatalogue } from "./services/services.ts";
import { compressedState, type StateMachine, stateFrame } from "./states.ts";
import { answers } from "./tables/tables.ts";

export type Frame = Readonly<Record<string, unknown>>;

/** What a command may do with the connection it came on. */
export interface CommandConnection {
  readonly userId: string;
  /** Sends `{ id, type: "event", event }`; the event as JSON. */
  event(id: number, json: string): void;
  /** Keeps a subscription until it is ended or the socket closes. `first` is called after the result was sent. */
  keep(id: number, end: () => void, first?: () => void): void;
  /** Ends a subscription; false if there is none of that id. */
  end(id: number): boolean;
}

export type Answer = (frame: Frame, connection: CommandConnection) => unknown;

interface Parts {
  readonly bus: Bus;
  readonly states: StateMachine;
  readonly registries: Registries;
  readonly recorder: Recorder;
  readonly services: ServiceCalls;
  readonly recognise: (sentence: string) => DebugResult | null;
  /** What `get_config` says of this home. */
  readonly config: () => Frame;
  /** False while the integration behind a command is not loaded. */
  readonly loaded: (command: string) => boolean;
  readonly telegramEntries: () => readonly { entryId: string; name: string }[];
  readonly hasMqtt: boolean;
  readonly catalogue: ServiceCatalogue;
  /** Commands of other files. */
  readonly more: Readonly<Record<string, Answer>>;
}

/** What the list leaves out and the entry itself tells. */
const WITHOUT_ALIASES = ["aliases", "capabilities", "device_class", "original_device_class", "original_icon"];

/** The WebSocket commands of the simulated home by type. An answer is the `result`; a thrown Refusal the `error`. */
export function createCommands(parts: Parts): (type: string) => Answer {
  const { bus, states, registries, recorder, services, recognise, config, loaded, telegramEntries, hasMqtt, catalogue } = parts;
  const values = (map: ReadonlyMap<string, unknown>) => () => [...map.values()];

  const configEntries = () => [
    configEntry(registries.entryId, "demo", "Demo"),
    ...(hasMqtt ? [configEntry(hexId(), "mqtt", "Broker")] : []),
    ...telegramEntries().map(({ entryId, name }) => configEntry(entryId, "telegram_bot", name)),
  ];

  const commands: Readonly<Record<string, Answer>> = {
    ...parts.more,
    supported_features: () => null,
    get_states: () => [...states.all()].map(stateFrame),
    get_config: () => ({ ...answers.config, ...config() }),
    get_services: () => {
      const scripts = [...states.all()].filter(({ entityId }) => domainOf(entityId) === "script");
      const named = scripts.map(({ entityId, attributes }) => ({
        id: entityId.slice("script.".length),
        name: String(attributes["friendly_name"]),
      }));
      return describeServices(catalogue, named);
    },
    subscribe_events: ({ id, event_type: wanted }, connection) => {
      const end = bus.listen((event) => {
        if (wanted === undefined || event.type === wanted) connection.event(Number(id), event.json());
      });
      connection.keep(Number(id), end);
      return null;
    },
    unsubscribe_events: (frame, connection) => {
      if (!connection.end(Number(frame["subscription"]))) throw new Refusal("not_found", "Subscription not found.");
      return null;
    },
    subscribe_entities: ({ id, entity_ids: ids }, connection) => {
      const wanted = (entityId: string) => !Array.isArray(ids) || ids.includes(entityId);
      const end = states.onChange((change) => {
        if (wanted(change.entityId)) connection.event(Number(id), change.compressed());
      });
      connection.keep(Number(id), end, () => {
        const first = [...states.all()].filter(({ entityId }) => wanted(entityId));
        const a = Object.fromEntries(first.map((state) => [state.entityId, compressedState(state)]));
        connection.event(Number(id), JSON.stringify({ a }));
      });
      return null;
    },
    render_template: ({ id, template, variables = {} }, connection) => {
      const answer = renderedWithListeners(String(template), variables as Frame, states);
      const first = () => connection.event(Number(id), JSON.stringify(answer));
      connection.keep(Number(id), () => undefined, first);
      return null;
    },
    call_service: async (frame, { userId }) => {
      const { domain, service, service_data = {}, target = {}, return_response = false } = frame;
      for (const [key, value] of Object.entries({ domain, service })) {
        if (typeof value !== "string") throw invalidFormat(`required key not provided at '${key}'. Got None`);
      }
      const context = bus.newContext({ userId });
      const wantsResponse = return_response === true;
      const about = { domain: String(domain), service: String(service), data: service_data as Frame, target: target as Frame };
      const response = await services.call({ ...about, wantsResponse, context });
      return { context, ...(wantsResponse && { response: response ?? {} }) };
    },
    fire_event: ({ event_type, event_data }, { userId }) => {
      const context = bus.newContext({ userId });
      bus.fire(String(event_type), { ...(event_data as Frame | undefined) }, context);
      return { context };
    },
    "auth/current_user": (_frame, { userId }) => ({
      id: userId,
      name: "Owner",
      is_owner: true,
      is_admin: true,
      credentials: [],
      mfa_modules: [],
    }),
    "config/area_registry/list": values(registries.areas),
    "config/floor_registry/list": values(registries.floors),
    "config/label_registry/list": values(registries.labels),
    "config/device_registry/list": values(registries.devices),
    "config/entity_registry/list": () => [...registries.entities.values()].map(listed),
    "config/entity_registry/get_entries": ({ entity_ids }) => {
      const ids = entity_ids as readonly string[];
      return Object.fromEntries(ids.map((id) => [id, registries.entities.get(id) ?? null]));
    },
    "homeassistant/expose_entity/list": () => ({
      exposed_entities: Object.fromEntries([...registries.exposed].map((id) => [id, { conversation: true }])),
    }),
    "history/history_during_period": (frame) => {
      const { from, to } = spanIn(frame);
      return recorder.query({
        from,
        to,
        entityIds: frame["entity_ids"] as readonly string[],
        startState: frame["include_start_time_state"] !== false,
        significantOnly: frame["significant_changes_only"] !== false,
        attributes: frame["no_attributes"] !== true,
      });
    },
    "conversation/agent/homeassistant/debug": ({ sentences }) => ({ results: (sentences as readonly string[]).map(recognise) }),
    "config_entries/get": ({ domain }) => configEntries().filter((entry) => domain === undefined || entry["domain"] === domain),
  };
  return (type) => {
    const answer = commands[type];
    if (!answer || !loaded(type)) throw unknownCommand();
    return answer;
  };
}

/** The time that a question about the past is about, in ms since the epoch. */
export function spanIn({ start_time, end_time }: Frame): { from: number; to: number } {
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
