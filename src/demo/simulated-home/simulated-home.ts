import type { Behaviour } from "./behaviours.ts";
import { type Bus, type Context, createBus } from "./bus.ts";
import { type Answer, createCommands } from "./commands.ts";
import { createPhases, type Phases } from "./core-phases.ts";
import { demoHome } from "./demo-home.ts";
import { createDoorway, type Doorway, type Outage } from "./doorway.ts";
import type { FurnishedEntity, Furnishing } from "./furnishing.ts";
import { createGrammar, type DebugResult } from "./grammar.ts";
import { createRecorder, dayCurve, type Recorder } from "./history.ts";
import { createHouse, type House } from "./house.ts";
import { hexId, ulid } from "./ids.ts";
import { createRegistries, type Registries } from "./registries.ts";
import { createServiceCalls, type ServiceCallRecord } from "./service-calls.ts";
import { serveSocket } from "./session.ts";
import { createStateMachine, type StateMachine } from "./states.ts";
import { SimulatedTelegram } from "./telegram-bot.ts";

export interface SimulatedHomeOptions {
  /** A free one when left out. */
  readonly port?: number;
  readonly token?: string;
  /** The demo's home when left out. */
  readonly furnishing?: Furnishing;
  readonly version?: string;
  /** `STARTING`: as Home Assistant is in the first seconds after its start, until `finishStarting`. */
  readonly startState?: "RUNNING" | "STARTING";
}

/** The version whose answers were recorded. */
const VERSION = "2026.11.0";
const DOWN_MS = 300;
const STARTING_MS = 300;
/** How far a furnished measurement swings over the past day. */
const SWINGS: Readonly<Record<string, number>> = { temperature: 2.5, humidity: 6, battery: 0 };

/**
 * A home that speaks Home Assistant's WebSocket protocol on loopback: the demo's, and the outer wall of all tests. What it answers is
 * held to recordings of Home Assistant 2026.11 by contract tests that run against both.
 */
export class SimulatedHome implements AsyncDisposable {
  readonly token: string;
  /** Every `call_service` that was received, oldest first. */
  readonly calls: ServiceCallRecord[] = [];
  /** The type of every command that was received, oldest first. */
  readonly commands: string[] = [];
  readonly telegram: SimulatedTelegram;
  readonly #bus: Bus = createBus();
  readonly #states: StateMachine = createStateMachine({ bus: this.#bus });
  readonly #recorder: Recorder = createRecorder({ states: this.#states });
  readonly #registries: Registries;
  readonly #house: House;
  readonly #phases: Phases;
  readonly #doorway: Doorway;
  readonly #grammar: (sentence: string) => DebugResult | null;
  readonly #answers = new Map<string, Answer>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #matcher: ReadonlyMap<string, DebugResult | null> | undefined;
  #outage: Outage = "none";

  /** Opens the home on 127.0.0.1; resolves when it can be reached. */
  static async start(options: SimulatedHomeOptions = {}): Promise<SimulatedHome> {
    const home = new SimulatedHome(options);
    await home.#doorway.open();
    return home;
  }

  private constructor({
    port = 0,
    token = ulid(Date.now()),
    furnishing = demoHome,
    version = VERSION,
    startState = "RUNNING",
  }: SimulatedHomeOptions) {
    this.token = token;
    const userId = hexId();
    const people = (furnishing.people ?? ["Anna", "Ben"]).map((name, index) => ({ name, userId: index === 0 ? userId : hexId() }));
    this.#phases = createPhases({ first: startState === "RUNNING" ? "running" : "early" });
    const phases = this.#phases;
    const [bus, states] = [this.#bus, this.#states];
    this.#registries = createRegistries({ bus, furnishing });
    const registries = this.#registries;
    this.#house = createHouse({ bus, states, registries, furnishing });
    const house = this.#house;
    house.load(phases.hasEntities);
    this.#fillHistory(furnishing);
    this.telegram = new SimulatedTelegram({ bus, house, receiving: () => phases.polls });
    const telegram = this.telegram;
    this.#grammar = createGrammar({ states, registries });
    const services = createServiceCalls({
      bus,
      states,
      house,
      records: this.calls,
      assertLoaded: phases.assertService,
      foreign: {
        telegram_bot: telegram.services,
        homeassistant: (service) => this.#ownService(service),
        mqtt: nothing,
        persistent_notification: nothing,
      },
    });
    const commands = createCommands({
      bus,
      states,
      registries,
      recorder: this.#recorder,
      services,
      recognise: (sentence) => this.sentence(sentence),
      info: {
        name: furnishing.name ?? "Home",
        timeZone: furnishing.timeZone ?? "Europe/Berlin",
        version,
        people,
        state: () => phases.coreState,
      },
      loaded: phases.hasCommand,
      todoItems: house.itemsOf,
      telegramEntries: () => telegram.bots,
    });
    const answerFor = (type: string) => {
      this.commands.push(type);
      return this.#answers.get(type) ?? commands(type);
    };
    this.#doorway = createDoorway({
      port,
      token,
      onSocket: (socket) => serveSocket({ socket, version, token, userId, mute: this.#outage === "silent-auth", answerFor }),
    });
  }

  /** `http://127.0.0.1:PORT` */
  get url(): string {
    return `http://127.0.0.1:${this.#doorway.port}`;
  }

  state(entityId: string): { state: string; attributes: Record<string, unknown> } | undefined {
    const row = this.#states.get(entityId);
    return row && { state: row.state, attributes: { ...row.attributes } };
  }

  /** Every entity that Home Assistant has a state of. */
  entityIds(): string[] {
    return [...this.#states.all()].map((row) => row.entityId);
  }

  /** A device reports: the state and, over those it has, the attributes given. Fires `state_changed`. */
  setState(entityId: string, state: string, attributes: Record<string, unknown> = {}, context: Partial<Context> = {}): void {
    this.#house.report(entityId, { state, attributes }, { ...this.#bus.newContext(), ...context });
  }

  addEntity(description: FurnishedEntity): void {
    this.#house.add(description);
  }

  removeEntity(entityId: string): void {
    this.#house.remove(entityId);
  }

  /** Shows an entity to assistants, or hides it. */
  expose(entityId: string, exposed: boolean): void {
    this.#registries.expose(entityId, exposed);
  }

  /** Changes an entity's registry row by Home Assistant's keys (`area_id`, `labels`, `aliases`, `name`, `new_entity_id` …). */
  updateRegistry(entityId: string, change: Readonly<Record<string, unknown>>): void {
    this.#registries.update(entityId, change);
    const name = change["name"];
    if (typeof name === "string") this.#house.report(entityId, { attributes: { friendly_name: name } }, this.#bus.newContext());
  }

  /** Changes an area; fires `area_registry_updated`. */
  updateArea(areaId: string, change: { name?: string; aliases?: string[]; floor_id?: string | null }): void {
    this.#registries.updateArea(areaId, change);
  }

  behave(entityId: string, behaviour: Behaviour): void {
    this.#house.behave(entityId, behaviour);
  }

  /** Overrides the answer to one type of command: return the result, or throw a Refusal. Without an answer the home's own comes back. */
  onCommand(type: string, answer?: Answer): void {
    if (answer) this.#answers.set(type, answer);
    else this.#answers.delete(type);
  }

  /** All sockets are lost, without a word, as when the network breaks. */
  disconnect(): void {
    this.#doorway.drop();
  }

  /** How new connections are met from now on. */
  outage(mode: Outage): void {
    this.#outage = mode;
    this.#doorway.badGateway = mode === "502";
    if (mode === "refuse") this.#doorway.close();
    else if (this.#phases.now !== "down") void this.#doorway.open();
  }

  /**
   * Home Assistant restarts: sockets close with 1000, connections are refused for `downMs`, then it starts as in `startState: "STARTING"` for
   * `startingMs`. Resolves when it runs. People's messages wait and arrive before `homeassistant_started`.
   */
  async restart({ downMs = DOWN_MS, startingMs = STARTING_MS }: { downMs?: number; startingMs?: number } = {}): Promise<void> {
    this.stop();
    await this.#pause(downMs);
    this.#phases.move("early");
    this.#house.load(this.#phases.hasEntities);
    if (this.#outage !== "refuse") await this.#doorway.open();
    await this.finishStarting(startingMs);
  }

  /** Home Assistant stops and stays down until `restart`. */
  stop(): void {
    this.#phases.move("down");
    this.#doorway.drop(1000);
    this.#doorway.close();
    this.#house.unload();
  }

  /** Goes through the rest of a start in `ms`: Telegram's messages, all states, `homeassistant_started`. */
  async finishStarting(ms = 0): Promise<void> {
    await this.#pause(ms / 3);
    this.#phases.move("telegram");
    this.#house.load(this.#phases.hasEntities);
    this.telegram.deliverWaiting();
    this.#bus.fire("component_loaded", { component: "telegram_bot" });
    await this.#pause(ms / 3);
    this.#phases.move("filling");
    this.#house.load();
    await this.#pause(ms / 3);
    this.#phases.move("running");
    this.#bus.fire("homeassistant_start", {});
    this.#bus.fire("homeassistant_started", {});
  }

  fireEvent(type: string, data: Record<string, unknown>): void {
    this.#bus.fire(type, data);
  }

  /** What `conversation/agent/homeassistant/debug` answers to a sentence: null when nothing was recognised. */
  sentence(text: string): DebugResult | null {
    return this.#matcher ? (this.#matcher.get(text) ?? null) : this.#grammar(text);
  }

  /** From now on sentences are answered from recorded results of the real matcher, null for those that are not in it. */
  recordMatcher(results: ReadonlyMap<string, DebugResult | null>): void {
    this.#matcher = results;
  }

  /** Puts rows before what is recorded of an entity; `at` in ms since the epoch, oldest first. */
  recordHistory(entityId: string, rows: readonly { at: number; state: string; attributes?: Record<string, unknown> }[]): void {
    this.#recorder.backfill(entityId, rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#house[Symbol.dispose]();
    this.#recorder[Symbol.dispose]();
    await this.#doorway[Symbol.asyncDispose]();
  }

  async #ownService(service: string): Promise<undefined> {
    if (service !== "restart") return undefined;
    void this.restart();
    // The socket is closed by now: Home Assistant gives no result either.
    return new Promise(() => {});
  }

  #fillHistory({ entities }: Furnishing): void {
    const now = Date.now();
    for (const { entity_id, state, attributes } of entities) {
      const swing = SWINGS[String(attributes?.["device_class"])];
      if (swing !== undefined && typeof state === "number") this.#recorder.backfill(entity_id, dayCurve(state, { now, swing }));
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.add(timer);
    });
  }
}

async function nothing(): Promise<undefined> {
  return undefined;
}
