import { toPattern } from "../text/pattern.ts";
import type { Bus, Context } from "./bus.ts";
import type { Recorder } from "./history/history.ts";
import { domainOf, hexId } from "./ids.ts";
import { invalidFormat, Refusal, unknownCommand } from "./refusal.ts";
import type { Registries } from "./registry/registries.ts";
import type { EntityRow } from "./registry/registry-rows.ts";
import { renderedWithListeners } from "./routines/templates.ts";
import type { DebugResult } from "./sentences/grammar.ts";
import type { ServiceCalls } from "./services/service-calls.ts";
import type { ServiceCatalogue, ServiceDescription, ServiceField } from "./services/service-fields.ts";
import { compressedState, type StateMachine, type StateRow, stateFrame } from "./states.ts";

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
  readonly info: CoreInfo;
  /** False while the integration behind a command is not loaded. */
  readonly loaded: (command: string) => boolean;
  /** Items of a to-do list; throws a Refusal if there is no such list. */
  readonly todoItems: (entityId: string) => readonly unknown[];
  readonly telegramEntries: () => readonly { entryId: string; name: string }[];
  readonly hasMqtt: boolean;
  readonly catalogue: ServiceCatalogue;
  /** Commands of other files. */
  readonly more: Readonly<Record<string, Answer>>;
}

const AGENT = "conversation.home_assistant";
const WITHOUT_ALIASES = ["aliases", "capabilities", "device_class", "original_device_class", "original_icon"];

/** The WebSocket commands of the simulated home by type. An answer is the `result`; a thrown Refusal the `error`. */
export function createCommands(parts: Parts): (type: string) => Answer {
  const { bus, states, registries, recorder, services, recognise, info, loaded, todoItems, telegramEntries, hasMqtt, catalogue } = parts;
  const row = (frame: Frame): EntityRow => {
    const found = registries.entities.get(String(frame["entity_id"]));
    if (!found) throw new Refusal("not_found", "Entity not found");
    return found;
  };
  const values = (map: ReadonlyMap<string, unknown>) => () => [...map.values()];
  const userContext = (connection: CommandConnection): Context => bus.newContext({ userId: connection.userId });

  const configEntries = () => {
    const entries = telegramEntries().map(({ entryId, name }) => configEntry(entryId, "telegram_bot", name));
    const mqtt = hasMqtt ? [configEntry(hexId(), "mqtt", "Broker")] : [];
    return [configEntry(registries.entryId, "demo", "Demo"), ...mqtt, ...entries];
  };

  const commands: Readonly<Record<string, Answer>> = {
    ...parts.more,
    supported_features: () => null,
    get_states: () => [...states.all()].map(stateFrame),
    get_config: () => configOf(info),
    get_services: () => {
      const scripts = [...states.all()].filter(({ entityId }) => domainOf(entityId) === "script");
      return describeServices(
        catalogue,
        scripts.map(({ entityId, attributes }) => ({ id: entityId.slice("script.".length), name: String(attributes["friendly_name"]) })),
      );
    },
    subscribe_events: (frame, connection) => {
      const id = Number(frame["id"]);
      const wanted = frame["event_type"];
      const end = bus.listen((event) => {
        if (wanted === undefined || wanted === "*" || event.type === wanted) connection.event(id, event.json());
      });
      connection.keep(id, end);
      return null;
    },
    unsubscribe_events: (frame, connection) => {
      if (!connection.end(Number(frame["subscription"]))) throw new Refusal("not_found", "Subscription not found.");
      return null;
    },
    subscribe_entities: (frame, connection) => {
      const id = Number(frame["id"]);
      const wanted = entityFilter(frame);
      const end = states.onChange((change) => {
        if (wanted(change.entityId)) connection.event(id, change.compressed());
      });
      connection.keep(id, end, () => {
        const first = [...states.all()].filter(({ entityId }) => wanted(entityId));
        connection.event(
          id,
          JSON.stringify({ a: Object.fromEntries(first.map((state: StateRow) => [state.entityId, compressedState(state)])) }),
        );
      });
      return null;
    },
    render_template: (frame, connection) => {
      const id = Number(frame["id"]);
      const answer = renderedWithListeners(String(frame["template"]), asFrame(frame["variables"] ?? {}), states);
      connection.keep(
        id,
        () => undefined,
        () => connection.event(id, JSON.stringify(answer)),
      );
      return null;
    },
    call_service: async (frame, connection) => {
      const { domain, service, service_data = {}, target = {}, return_response = false } = frame;
      for (const [key, value] of Object.entries({ domain, service })) {
        if (typeof value !== "string") throw invalidFormat(`required key not provided at '${key}'. Got None`);
      }
      const context = userContext(connection);
      const call = {
        domain: String(domain),
        service: String(service),
        data: asFrame(service_data),
        target: asFrame(target),
        wantsResponse: return_response === true,
        context,
      };
      const response = await services.call(call);
      return { context, ...(call.wantsResponse && { response: response ?? {} }) };
    },
    fire_event: (frame, connection) => {
      const context = userContext(connection);
      bus.fire(String(frame["event_type"]), { ...asFrame(frame["event_data"] ?? {}) }, context);
      return { context };
    },
    "auth/current_user": (_frame, { userId }) => ({
      id: userId,
      name: info.people[0]?.name ?? "Owner",
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
    "config/entity_registry/get": row,
    "config/entity_registry/get_entries": (frame) => {
      const ids = Array.isArray(frame["entity_ids"]) ? frame["entity_ids"].map(String) : [];
      return Object.fromEntries(ids.map((id) => [id, registries.entities.get(id) ?? null]));
    },
    "config/entity_registry/update": (frame) => {
      const { id: _id, type: _type, entity_id, ...change } = frame;
      row(frame);
      return { entity_entry: registries.update(String(entity_id), change) };
    },
    "homeassistant/expose_entity/list": () => ({
      exposed_entities: Object.fromEntries([...registries.exposed].map((id) => [id, { conversation: true }])),
    }),
    "homeassistant/expose_entity": (frame) => {
      const ids = Array.isArray(frame["entity_ids"]) ? frame["entity_ids"].map(String) : [];
      const should = frame["should_expose"] === true;
      const changed = ids.filter((id) => registries.exposed.has(id) !== should);
      for (const id of changed) registries.expose(id, should);
      return { changed_entity_ids: changed };
    },
    "history/history_during_period": (frame) => history(frame, recorder),
    "conversation/agent/homeassistant/debug": (frame) => {
      const sentences = Array.isArray(frame["sentences"]) ? frame["sentences"].map(String) : [];
      return { results: sentences.map(recognise) };
    },
    "conversation/agent/list": () => ({ agents: [{ id: AGENT, name: "Home Assistant", supported_languages: ["en"] }] }),
    "conversation/sentences/list": () => ({ trigger_sentences: [] }),
    "config_entries/get": (frame) =>
      configEntries().filter((entry) => frame["domain"] === undefined || entry["domain"] === frame["domain"]),
    "config_entries/subscribe": (frame, connection) => {
      const id = Number(frame["id"]);
      const first = () => connection.event(id, JSON.stringify(configEntries().map((entry) => ({ type: null, entry }))));
      // none of them ever changes
      connection.keep(id, () => undefined, first);
      return null;
    },
    "person/list": () => ({
      storage: info.people.map(({ name, userId }) => ({ id: name.toLowerCase(), name, user_id: userId, device_trackers: [] })),
      config: [],
    }),
    "config/auth/list": () => info.people.map(({ name, userId }, index) => authUser(name, userId, index === 0)),
    "todo/item/list": (frame) => ({ items: todoItems(String(frame["entity_id"])) }),
  };
  return (type) => {
    const answer = commands[type];
    if (!answer || !loaded(type)) throw unknownCommand();
    return answer;
  };
}

function asFrame(value: unknown): Frame {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalidFormat("expected a dictionary");
  return value as Frame;
}

/** The list leaves out what only `get` tells. */
function listed(row: EntityRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !WITHOUT_ALIASES.includes(key)));
}

function entityFilter(frame: Frame): (entityId: string) => boolean {
  const ids = frame["entity_ids"];
  if (Array.isArray(ids)) return (entityId) => ids.includes(entityId);
  const include = frame["include"];
  if (typeof include !== "object" || include === null) return () => true;
  const { domains = [], entity_globs = [], entities = [] } = include as Readonly<Record<string, readonly string[]>>;
  const globs = entity_globs.map((glob) =>
    toPattern(
      `^${glob
        .split("*")
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
        .join(".*")}$`,
    ),
  );
  return (entityId) => domains.includes(domainOf(entityId)) || entities.includes(entityId) || globs.some((glob) => glob.test(entityId));
}

function history(frame: Frame, recorder: Recorder): unknown {
  const from = Date.parse(String(frame["start_time"]));
  const to = frame["end_time"] === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(frame["end_time"]));
  if (Number.isNaN(from)) throw new Refusal("invalid_start_time", "Invalid start_time");
  if (Number.isNaN(to)) throw new Refusal("invalid_end_time", "Invalid end_time");
  const ids = frame["entity_ids"];
  if (!Array.isArray(ids)) throw invalidFormat("required key not provided at 'entity_ids'. Got None");
  return recorder.query({
    from,
    to,
    entityIds: ids.map(String),
    startState: frame["include_start_time_state"] !== false,
    significantOnly: frame["significant_changes_only"] !== false,
    attributes: frame["no_attributes"] !== true,
  });
}

/** What the home says about itself. */
interface CoreInfo {
  readonly name: string;
  readonly timeZone: string;
  readonly version: string;
  readonly people: readonly { name: string; userId: string }[];
  /** `RUNNING` or `NOT_RUNNING`. */
  state(): string;
}

/** The answer to `get_config`. */
function configOf(info: CoreInfo): Record<string, unknown> {
  return {
    allowlist_external_dirs: ["/media"],
    allowlist_external_urls: [],
    components: ["automation", "conversation", "history", "light", "telegram_bot"],
    config_dir: "/config",
    config_source: "storage",
    country: "DE",
    currency: "EUR",
    debug: false,
    elevation: 34,
    external_url: null,
    internal_url: null,
    language: "en",
    latitude: 52.52,
    location_name: info.name,
    logging: { log_file_disabled_reason: null },
    longitude: 13.405,
    radius: 100,
    recovery_mode: false,
    safe_mode: false,
    state: info.state(),
    time_zone: info.timeZone,
    unit_system: {
      length: "km",
      accumulated_precipitation: "mm",
      area: "m²",
      mass: "g",
      pressure: "Pa",
      temperature: "°C",
      volume: "L",
      wind_speed: "m/s",
    },
    version: info.version,
    whitelist_external_dirs: ["/media"],
  };
}

/** A row of `config_entries/get`. */
function configEntry(entryId: string, domain: string, title: string): Record<string, unknown> {
  return {
    created_at: 0,
    entry_id: entryId,
    domain,
    modified_at: 0,
    title,
    source: "user",
    state: "loaded",
    supports_options: true,
    supports_remove_device: false,
    supports_unload: true,
    supports_reconfigure: true,
    supported_subentry_types: domain === "telegram_bot" ? { allowed_chat_ids: { supports_reconfigure: false } } : {},
    pref_disable_new_entities: false,
    pref_disable_polling: false,
    disabled_by: null,
    reason: null,
    error_reason_translation_domain: null,
    error_reason_translation_key: null,
    error_reason_translation_placeholders: null,
    num_subentries: domain === "telegram_bot" ? 3 : 0,
  };
}

/** A row of `config/auth/list`. */
function authUser(name: string, id: string, owner: boolean): Record<string, unknown> {
  return {
    id,
    username: name.toLowerCase(),
    name,
    is_owner: owner,
    is_active: true,
    local_only: false,
    system_generated: false,
    group_ids: [owner ? "system-admin" : "system-users"],
    credentials: [{ type: "homeassistant" }],
  };
}

/** The answer to `get_services`, with one service per script. */
function describeServices(
  catalogue: ServiceCatalogue,
  scripts: readonly { id: string; name: string }[],
): Record<string, Record<string, unknown>> {
  const describe = ({ fields, more, section = "additional_fields", target, response }: ServiceDescription) => ({
    fields: { ...withoutKinds(fields), ...(more && { [section]: { collapsed: true, fields: withoutKinds(more) } }) },
    ...(target && {
      target:
        target.domain === null
          ? {}
          : { entity: [{ domain: [target.domain], ...(target.features && { supported_features: target.features }) }] },
    }),
    ...(response && { response: { optional: response === "optional" } }),
  });
  const all = Object.fromEntries(
    Object.entries(catalogue).map(([domain, services]): [string, Record<string, unknown>] => [
      domain,
      Object.fromEntries(Object.entries(services).map(([name, description]) => [name, describe(description)])),
    ]),
  );
  const own = Object.fromEntries(scripts.map(({ id, name }) => [id, { name, description: "", fields: {}, response: { optional: true } }]));
  return { ...all, script: { ...own, ...all["script"] } };
}

function withoutKinds(fields: Readonly<Record<string, ServiceField>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind: _kind, lenient: _lenient, ...described }]) => [name, described]));
}
