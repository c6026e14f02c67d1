import type { Logger } from "../observability/logger.ts";
import { orAborted } from "../text/time-limit.ts";
import type { Connected, HomeConnection } from "./connection/connection.ts";
import { createRefresher, eachSession, type Refresher } from "./connection/pacing.ts";
import { type CoreConfig, type CoreStart, coreStartAt, type NewStart, readCoreAtLogin, untilRunning } from "./core-start.ts";
import {
  type Area,
  type Entity,
  type EntityIndex,
  type Floor,
  type Home,
  type HomeInfo,
  indexEntities,
  type WholeHome,
  wordsOf,
} from "./registry/home.ts";
import { Registries } from "./registry/registries.ts";
import { type PreparedNames, plainWords, prepareNames, similarPrepared } from "./registry/similar-names.ts";
import type { LiveStates, StatesLoaded } from "./registry/states.ts";
import { readServiceDescriptions, type ServiceDescriptions } from "./services/service-descriptions.ts";

/** A name is what a text is about if it makes up so much of it; "something nice about the tree in our street" is not about a lamp called Tree. */
const LEAST_SHARE = 0.2;

/** How many characters of a text the longest name of each entity takes that stands in it, whole words only; 0 if none does. */
type NamedInText = (text: string) => readonly number[];

/** Prepares the names and aliases of entities for being looked for in many texts. */
function createNamedInText(entities: Iterable<Pick<Entity, "name" | "aliases">>): NamedInText {
  const known = Array.from(entities, ({ name, aliases }) => [name, ...aliases].map(spaced).filter((words) => words !== ""));
  return (text) => {
    const said = spaced(text);
    const least = (said.length - 2) * LEAST_SHARE;
    const isMeant = (name: string) => name.length - 2 >= least && said.includes(name);
    return known.map((names) => names.reduce((longest, name) => (name.length > longest && isMeant(name) ? name.length : longest), 0));
  };
}

/** The words of a text with a space around each, so that whole words are found in it as text; "" if it has none. */
function spaced(text: string): string {
  const words = plainWords(text);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

/** A restarted integration registers dozens of services in a row. */
const SERVICES_DEBOUNCE_MS = 500;
const INFO_DEBOUNCE_MS = 100;

type Part = "states" | "registries" | "services" | "info";

/** The home, kept live: read again after each login once Home Assistant runs, and ready when the last part is there. */
export class LiveHome implements Home, WholeHome, Disposable {
  readonly registries: Registries;
  readonly #connection: HomeConnection;
  readonly #states: LiveStates;
  readonly #services: Refresher;
  readonly #infos: Refresher;
  readonly #logger: Logger;
  readonly #held = new DisposableStack();
  #ready = false;
  #becameReady = Promise.withResolvers<void>();
  #index: EntityIndex = { exposed: new Map(), hidden: new Map() };
  #exposed: readonly Entity[] = [];
  #hiddenWords: readonly ReadonlySet<string>[] | undefined;
  #inText: Record<"exposed" | "hidden", NamedInText> | undefined;
  #names: PreparedNames | undefined;
  #indexed = -1;
  #descriptions: ServiceDescriptions = new Map();
  #info: HomeInfo = { name: "Home", timeZone: "UTC", language: "en", version: "", temperatureUnit: undefined };
  #unannounced: NewStart | undefined;
  #lastCoreStart: CoreStart | undefined;

  constructor({ connection, states, logger }: { connection: HomeConnection; states: LiveStates; logger: Logger }) {
    this.#connection = connection;
    this.#states = states;
    this.#logger = logger;
    this.registries = new Registries({ connection, logger });
    const readServices = (signal: AbortSignal) => this.#readServices(signal);
    this.#services = createRefresher({ what: "services", debounceMs: SERVICES_DEBOUNCE_MS, logger, read: readServices });
    this.#infos = createRefresher({ what: "info", debounceMs: INFO_DEBOUNCE_MS, logger, read: (signal) => this.#readInfo(signal) });
  }

  /** Subscribes to what changes. Start the states before it, and what must hear Home Assistant's first events before both. */
  start(): void {
    const held = this.#held;
    const listen = (type: string, refresher: Refresher) =>
      held.use(this.#connection.subscribe({ type: "subscribe_events", event_type: type }, () => refresher.request()));
    held.use(this.registries).start();
    listen("service_registered", this.#services);
    listen("service_removed", this.#services);
    listen("core_config_updated", this.#infos);
    held.use(this.#states.onAdded(() => this.registries.exposureChanged()));
    held.use(this.#connection.onDisconnected(() => this.#lose()));
    held.use(eachSession(this.#connection, (signal, connected) => this.#begin(signal, connected)));
  }

  get ready(): boolean {
    return this.#ready;
  }

  async whenReady(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#ready) return;
    const ready = this.#becameReady.promise;
    await (signal ? orAborted(() => ready, signal) : ready);
  }

  get info(): HomeInfo {
    return this.#info;
  }

  get generation(): number {
    return this.#states.version + this.registries.version;
  }

  exposed(): readonly Entity[] {
    this.#reindex();
    return this.#exposed;
  }

  find(entityId: string): Entity | undefined {
    return this.#reindex().exposed.get(entityId);
  }

  isHidden(entityId: string): boolean {
    return this.#reindex().hidden.has(entityId);
  }

  known(entityId: string): Entity | undefined {
    const { exposed, hidden } = this.#reindex();
    return exposed.get(entityId) ?? hidden.get(entityId);
  }

  *everything(): Iterable<Entity> {
    const { exposed, hidden } = this.#reindex();
    yield* exposed.values();
    yield* hidden.values();
  }

  hiddenMatches(text: string): number {
    const words = plainWords(text);
    if (words.length === 0) return 0;
    const { hidden } = this.#reindex();
    this.#hiddenWords ??= [...hidden.values()].map(wordsOf);
    return this.#hiddenWords.filter((known) => words.every((word) => known.has(word))).length;
  }

  hiddenNamed(text: string): number {
    const { exposed, hidden } = this.#reindex();
    this.#inText ??= { exposed: createNamedInText(exposed.values()), hidden: createNamedInText(hidden.values()) };
    const found = this.#inText.hidden(text);
    const longest = found.reduce((one, other) => Math.max(one, other), 0);
    if (longest === 0 || this.#inText.exposed(text).some((length) => length >= longest)) return 0;
    return found.filter((length) => length === longest).length;
  }

  areas(): readonly Area[] {
    return [...this.registries.areas.values()];
  }

  floors(): readonly Floor[] {
    return [...this.registries.floors.values()];
  }

  nearest(entityId: string): readonly string[] {
    const exposed = this.exposed();
    this.#names ??= prepareNames(exposed.map((entity) => ({ id: entity.entityId, names: [entity.name, ...entity.aliases] })));
    return similarPrepared(entityId, this.#names);
  }

  /** What Home Assistant can be asked to do; empty before the first read. */
  get serviceDescriptions(): ServiceDescriptions {
    return this.#descriptions;
  }

  /** The latest start of Home Assistant's process that is known; undefined before the home was ready for the first time. */
  get lastCoreStart(): CoreStart | undefined {
    return this.#lastCoreStart;
  }

  [Symbol.dispose](): void {
    this.#lose();
    this.#held.dispose();
  }

  #lose(): void {
    if (this.#ready) this.#becameReady = Promise.withResolvers<void>();
    this.#ready = false;
  }

  async #begin(signal: AbortSignal, connected: Connected): Promise<void> {
    const missing = new Set<Part>(["states", "registries", "services", "info"]);
    const got = (part: Part) => {
      missing.delete(part);
      if (missing.size === 0 && !signal.aborted && !this.#ready) this.#becomeReady();
    };
    const states = Promise.withResolvers<StatesLoaded>();
    const waiting = this.#states.onLoaded((loaded) => {
      // Noted at once: if this login does not last, the next one finds a process that is known already.
      if (!loaded.sameProcess) this.#unannounced = coreStartAt(connected, loaded);
      states.resolve(loaded);
    });
    signal.addEventListener("abort", () => waiting[Symbol.dispose](), { once: true });

    const core = await readCoreAtLogin(this.#connection, signal);
    if (!core) return;
    states.promise.then((loaded) => {
      if (!loaded.sameProcess) this.#unannounced = coreStartAt(connected, loaded, core);
    });
    if (!core.running) {
      this.#logger.info({}, "Home Assistant is starting: waiting for it");
      await untilRunning(this.#connection, signal);
    }
    if (signal.aborted) return;
    states.promise.then(() => got("states"));
    this.registries.keepFresh(signal, () => got("registries"));
    this.#services.keepFresh(signal, () => got("services"));
    this.#infos.keepFresh(signal, () => got("info"));
  }

  #becomeReady(): void {
    this.#ready = true;
    this.#becameReady.resolve();
    this.#logger.info({ entities: this.#states.size, exposed: this.exposed().length }, "the home is ready");
    const start = this.#unannounced;
    if (!start) return;
    this.#unannounced = undefined;
    this.#lastCoreStart = { ...start, servicesAtLogin: start.servicesAtLogin ?? new Set(this.#descriptions.keys()) };
  }

  #reindex(): EntityIndex {
    const { generation } = this;
    if (generation !== this.#indexed) {
      this.#index = indexEntities(this.#states, this.registries);
      this.#exposed = [...this.#index.exposed.values()];
      this.#hiddenWords = undefined;
      this.#inText = undefined;
      this.#names = undefined;
      this.#indexed = generation;
    }
    return this.#index;
  }

  async #readServices(signal: AbortSignal): Promise<void> {
    this.#descriptions = readServiceDescriptions(await this.#connection.command({ type: "get_services" }, { signal }));
  }

  async #readInfo(signal: AbortSignal): Promise<void> {
    const config = await this.#connection.command<CoreConfig>({ type: "get_config" }, { signal });
    const { location_name: name, time_zone: timeZone, language, version, latitude, longitude } = config;
    const place = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
    const country = config.country ?? undefined;
    this.#info = {
      name,
      timeZone,
      language,
      version,
      place,
      country,
      temperatureUnit: config.unit_system?.temperature,
      currency: config.currency,
    };
  }
}
