import type { Logger } from "../observability/logger.ts";
import { orAborted } from "../text/time-limit.ts";
import type { HomeConnection } from "./connection/connection.ts";
import { createRefresher, eachSession, pause, type Refresher } from "./connection/pacing.ts";
import { type Area, type Entity, type Floor, type Home, type HomeInfo, joinEntity, type WholeHome, wordsOf } from "./registry/home.ts";
import { isOwnFinding } from "./registry/own-entities.ts";
import { Registries } from "./registry/registries.ts";
import { plainWords, similarNames } from "./registry/similar-names.ts";
import type { LiveStates } from "./registry/states.ts";
import { readServiceDescriptions, type ServiceDescriptions } from "./services/service-descriptions.ts";

/** A name is what a text is about if it makes up so much of it; "something nice about the tree in our street" is not about a lamp called Tree. */
const LEAST_SHARE = 0.2;

/** Names of entities that stand in a text as whole words, each with its entity. The text is `spaced`, and so are they. */
type NamesIn = (said: string) => readonly { readonly name: string; readonly entity: Entity }[];

/** Prepares the names and aliases of entities for being looked for in many texts. */
function createNamesIn(entities: Iterable<Entity>): NamesIn {
  const known = [...entities].flatMap((entity) => [entity.name, ...entity.aliases].map((name) => ({ name: spaced(name), entity })));
  return (said) => {
    const least = Math.max(1, (said.length - 2) * LEAST_SHARE);
    return known.filter(({ name }) => name.length - 2 >= least && said.includes(name));
  };
}

/** The words of a text with a space around each, so that whole words are found in it as text; "" if it has none. */
function spaced(text: string): string {
  const words = plainWords(text);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

/** How often a starting Home Assistant is asked whether it runs; the question is answered from memory. */
const POLL_MS = 250;

/** `get_config`, as far as it is used. */
interface CoreConfig {
  readonly state: string;
  readonly location_name: string;
  readonly time_zone: string;
  readonly language: string;
  readonly version: string;
  readonly unit_system?: { readonly temperature?: string };
  readonly latitude?: number;
  readonly longitude?: number;
  readonly country?: string | null;
  readonly currency?: string;
}

/**
 * One start of Home Assistant's process. No state outlives it: if after a login not one state is the same as before, it is a new one, as
 * old as its oldest state.
 */
interface CoreStart {
  /** When the process began, ms since the epoch by Home Assistant's clock: never too early, late by some seconds at most. */
  readonly at: number;
  /**
   * Domains that had services at our login, all of them if Home Assistant was running by then. One that is missing had not begun: our
   * subscriptions were sent before, so nothing it did was missed.
   */
  readonly servicesAtLogin: ReadonlySet<string>;
}

interface Login {
  /** ms since the epoch */
  readonly at: number;
  /** Domains that had services, if Home Assistant was not running yet. */
  services?: ReadonlySet<string>;
}

/** Every entity of one generation of the home, split by what the assistant may know, and what is made of them when it is asked for. */
interface EntityIndex {
  readonly generation: number;
  readonly exposed: ReadonlyMap<string, Entity>;
  readonly hidden: ReadonlyMap<string, Entity>;
  readonly list: readonly Entity[];
  readonly domains: ReadonlySet<string>;
  namesIn?: Record<"exposed" | "hidden", NamesIn>;
}

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
  #known: EntityIndex = { generation: -1, exposed: new Map(), hidden: new Map(), list: [], domains: new Set() };
  #descriptions: ServiceDescriptions = new Map();
  #info: HomeInfo = { name: "Home", timeZone: "UTC", language: "en", version: "", temperatureUnit: undefined };
  /** A new process that a login found, until the home is ready. */
  #found: { readonly login: Login; readonly oldestChange: number | undefined } | undefined;
  #lastCoreStart: CoreStart | undefined;

  constructor({ connection, states, logger }: { connection: HomeConnection; states: LiveStates; logger: Logger }) {
    this.#connection = connection;
    this.#states = states;
    this.#logger = logger;
    this.registries = new Registries({ connection, logger });
    this.#services = createRefresher({ what: "services", logger, read: (signal) => this.#readServices(signal) });
    this.#infos = createRefresher({ what: "info", logger, read: (signal) => this.#readInfo(signal) });
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
    return this.#index.list;
  }

  get domains(): ReadonlySet<string> {
    return this.#index.domains;
  }

  find(entityId: string): Entity | undefined {
    return this.#index.exposed.get(entityId);
  }

  isHidden(entityId: string): boolean {
    return this.#index.hidden.has(entityId);
  }

  known(entityId: string): Entity | undefined {
    const { exposed, hidden } = this.#index;
    return exposed.get(entityId) ?? hidden.get(entityId);
  }

  *everything(): Iterable<Entity> {
    const { exposed, hidden } = this.#index;
    yield* exposed.values();
    yield* hidden.values();
  }

  hiddenMatches(text: string): number {
    const words = plainWords(text);
    if (words.length === 0) return 0;
    const known = Array.from(this.#index.hidden.values(), wordsOf);
    return known.filter((own) => words.every((word) => own.has(word))).length;
  }

  hiddenNamed(text: string): number {
    const index = this.#index;
    index.namesIn ??= { exposed: createNamesIn(index.list), hidden: createNamesIn(index.hidden.values()) };
    const said = spaced(text);
    const found = index.namesIn.hidden(said);
    const longest = found.reduce((most, { name }) => Math.max(most, name.length), 0);
    if (longest === 0 || index.namesIn.exposed(said).some(({ name }) => name.length >= longest)) return 0;
    return new Set(found.flatMap(({ name, entity }) => (name.length === longest ? entity : []))).size;
  }

  areas(): readonly Area[] {
    return [...this.registries.areas.values()];
  }

  floors(): readonly Floor[] {
    return [...this.registries.floors.values()];
  }

  nearest(entityId: string): readonly string[] {
    return similarNames(
      entityId,
      this.exposed().map((entity) => ({ id: entity.entityId, names: [entity.name, ...entity.aliases] })),
    );
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

  async #begin(signal: AbortSignal, connected: { readonly at: number }): Promise<void> {
    const login: Login = { ...connected };
    const loaded = Promise.withResolvers<void>();
    const waiting = this.#states.onLoaded(({ sameProcess, oldestChange }) => {
      // noted at once: if this login does not last, the next one finds a process that is known already
      if (!sameProcess) this.#found = { login, oldestChange };
      loaded.resolve();
    });
    signal.addEventListener("abort", () => waiting[Symbol.dispose](), { once: true });

    await this.#untilRunning(login, signal);
    if (signal.aborted) return;
    const reads = [this.registries, this.#services, this.#infos].map(
      (part) => new Promise<void>((resolve) => void part.keepFresh(signal, resolve)),
    );
    await Promise.all([loaded.promise, ...reads]);
    if (!signal.aborted) this.#becomeReady();
  }

  /** Also ends when the signal aborts. */
  async #untilRunning(login: Login, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const { state } = await this.#connection.command<CoreConfig>({ type: "get_config" }, { signal });
        if (state === "RUNNING") return;
        if (!login.services) {
          const services = await this.#connection.command<Record<string, unknown>>({ type: "get_services" }, { signal });
          login.services = new Set(Object.keys(services));
          this.#logger.info({}, "Home Assistant is starting: waiting for it");
        }
      } catch {
        // not ready, or the connection is going: the next answer, or the signal, tells
      }
      await pause(POLL_MS, signal);
    }
  }

  #becomeReady(): void {
    this.#ready = true;
    this.#becameReady.resolve();
    this.#logger.info({ entities: this.#states.size, exposed: this.exposed().length }, "the home is ready");
    if (!this.#found) return;
    const { login, oldestChange } = this.#found;
    this.#found = undefined;
    const servicesAtLogin = login.services ?? new Set(this.#descriptions.keys());
    this.#lastCoreStart = { at: oldestChange ?? login.at, servicesAtLogin };
  }

  get #index(): EntityIndex {
    const { generation } = this;
    if (generation !== this.#known.generation) {
      const exposed = new Map<string, Entity>();
      const hidden = new Map<string, Entity>();
      for (const state of this.#states.all()) {
        if (isOwnFinding(state.entityId, this.registries.entities.get(state.entityId))) continue;
        const entity = joinEntity(state, this.#states, this.registries);
        (entity.exposed ? exposed : hidden).set(entity.entityId, entity);
      }
      const list = [...exposed.values()];
      this.#known = { generation, exposed, hidden, list, domains: new Set(list.map(({ domain }) => domain)) };
    }
    return this.#known;
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
