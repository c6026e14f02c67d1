import type { Context } from "./bus.ts";
import { type Answer, type Core, createCore } from "./core.ts";
import { createPhases, type Phases } from "./core-phases.ts";
import { createDoorway, type Doorway, type Outage } from "./doorway.ts";
import { demoHome, type FurnishedEntity, type Furnishing } from "./furnishing.ts";
import type { SimulatedMqtt } from "./history/mqtt.ts";
import type { Behaviour } from "./house.ts";
import { ulid } from "./ids.ts";
import type { DebugResult } from "./sentences/grammar.ts";
import type { ServiceCallRecord } from "./services/service-calls.ts";
import { serveSocket } from "./session.ts";
import type { SimulatedSpeech } from "./speech.ts";
import type { SimulatedTelegram } from "./telegram/telegram-bot.ts";

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

/** A home that speaks Home Assistant's WebSocket protocol on loopback: the demo's, and the outer wall of all tests. */
export class SimulatedHome implements AsyncDisposable {
  readonly token: string;
  /** Every call that was received or that a routine made, oldest first. */
  readonly calls: ServiceCallRecord[] = [];
  /** The type of every command that was received, oldest first. */
  readonly commands: string[] = [];
  readonly #core: Core;
  readonly #phases: Phases;
  readonly #doorway: Doorway;
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
    this.#phases = createPhases({ first: startState === "RUNNING" ? "running" : "early" });
    this.#core = createCore({
      furnishing,
      version,
      phases: this.#phases,
      records: this.calls,
      recognise: (sentence) => this.sentence(sentence),
      ownService: (service) => this.#ownService(service),
      url: () => this.url,
    });
    const { userId, editors, pictureAt, keepPicture, answerFor: ownAnswer } = this.#core;
    const answerFor = (type: string) => {
      this.commands.push(type);
      return this.#answers.get(type) ?? ownAnswer(type);
    };
    this.#doorway = createDoorway({
      port,
      token,
      configAt: (path) => (editors.isReadable ? editors.read(path) : "failed"),
      changeConfig: (path, config) => editors.change(path, config),
      pictureAt,
      keepPicture,
      speechAt: (path, audio) => this.speech.answer(path, audio),
      onSocket: (socket) => serveSocket({ socket, version, token, userId, mute: this.#outage === "silent-auth", answerFor }),
    });
  }

  get telegram(): SimulatedTelegram {
    return this.#core.telegram;
  }

  get speech(): SimulatedSpeech {
    return this.#core.speech;
  }

  get mqtt(): SimulatedMqtt {
    return this.#core.mqtt;
  }

  /** `http://127.0.0.1:PORT` */
  get url(): string {
    return `http://127.0.0.1:${this.#doorway.port}`;
  }

  state(entityId: string): { state: string; attributes: Record<string, unknown> } | undefined {
    const row = this.#core.states.get(entityId);
    return row && { state: row.state, attributes: { ...row.attributes } };
  }

  /** Every entity that Home Assistant has a state of. */
  entityIds(): string[] {
    return [...this.#core.states.all()].map((row) => row.entityId);
  }

  /** A device reports: the state and, over those it has, the attributes given. Fires `state_changed`. */
  setState(entityId: string, state: string, attributes: Record<string, unknown> = {}, context: Partial<Context> = {}): void {
    this.#core.house.report(entityId, { state, attributes }, { ...this.#core.bus.newContext(), ...context });
  }

  addEntity(description: FurnishedEntity): void {
    this.#core.house.add(description);
  }

  removeEntity(entityId: string): void {
    this.#core.house.remove(entityId);
  }

  /** Furnishes an entity anew, under its id: other `config` or `steps` of a script, other `sets` of a scene, other `members` of a group. */
  refurnish(entityId: string, change: Partial<FurnishedEntity>): void {
    this.#core.house.refurnish(entityId, change);
  }

  /** An automation is triggered by what `source` tells (`time`, `state of switch.wall`); resolves when it is through. */
  trigger(entityId: string, source: string): Promise<void> {
    return this.#core.services.trigger(entityId, undefined, source);
  }

  /** What stands in `automations.yaml` (or `scripts.yaml`, `scenes.yaml`) under an id; undefined for nothing. */
  routine(id: string, kind: "automation" | "script" | "scene" = "automation"): unknown {
    return this.#core.editors.read(`/api/config/${kind}/config/${id}`);
  }

  /** Somebody edits one in Home Assistant. */
  editRoutine(id: string, config: Readonly<Record<string, unknown>>, kind: "automation" | "script" | "scene" = "automation"): void {
    this.#core.editors.change(`/api/config/${kind}/config/${id}`, config);
  }

  /** Something else in these files is broken: what is written is not loaded, or, where it is no YAML, nothing is read. */
  breakRoutines({ isReadable = true } = {}): void {
    this.#core.editors.loads = false;
    this.#core.editors.isReadable = isReadable;
  }

  /** Shows an entity to assistants, or hides it. */
  expose(entityId: string, exposed: boolean): void {
    this.#core.registries.expose(entityId, exposed);
  }

  /** Changes an entity's registry row by Home Assistant's keys (`area_id`, `labels`, `aliases`, `name`, `new_entity_id` …). */
  updateRegistry(entityId: string, change: Readonly<Record<string, unknown>>): void {
    this.#core.registries.update(entityId, change);
    const name = change["name"];
    if (typeof name === "string") this.#core.house.report(entityId, { attributes: { friendly_name: name } }, this.#core.bus.newContext());
  }

  /** Changes an area; fires `area_registry_updated`. */
  updateArea(areaId: string, change: { name?: string; aliases?: string[]; floor_id?: string | null }): void {
    this.#core.registries.updateArea(areaId, change);
  }

  behave(entityId: string, behaviour: Behaviour): void {
    this.#core.house.behave(entityId, behaviour);
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
   * Home Assistant restarts: refused for `downMs`, starting for `startingMs`. Messages wait and arrive before it runs; resolves when
   * it does.
   */
  async restart({ downMs = DOWN_MS, startingMs = STARTING_MS }: { downMs?: number; startingMs?: number } = {}): Promise<void> {
    this.stop();
    await this.#pause(downMs);
    this.#phases.move("early");
    this.#core.house.load(this.#phases.hasEntities);
    if (this.#outage !== "refuse") await this.#doorway.open();
    await this.finishStarting(startingMs);
  }

  /** Home Assistant stops and stays down until `restart`. */
  stop(): void {
    this.#phases.move("down");
    this.#doorway.drop(1000);
    this.#doorway.close();
    this.#core.house.unload();
  }

  /** Goes through the rest of a start in `ms`: Telegram's messages, all states, `homeassistant_started`. */
  async finishStarting(ms = 0): Promise<void> {
    await this.#pause(ms / 3);
    this.#phases.move("telegram");
    this.#core.house.load(this.#phases.hasEntities);
    this.telegram.deliverWaiting();
    this.#core.bus.fire("component_loaded", { component: "telegram_bot" });
    await this.#pause(ms / 3);
    this.#phases.move("filling");
    this.#core.house.load();
    await this.#pause(ms / 3);
    this.#phases.move("running");
    this.#core.bus.fire("homeassistant_start", {});
    this.#core.bus.fire("homeassistant_started", {});
  }

  fireEvent(type: string, data: Record<string, unknown>, context: Partial<Context> = {}): void {
    this.#core.bus.fire(type, data, { ...this.#core.bus.newContext(), ...context });
  }

  /** Calls back with every event that is fired from now on. */
  onEvent(listener: (type: string, data: Readonly<Record<string, unknown>>) => void): void {
    this.#core.bus.listen(({ event_type, data }) => listener(event_type, data));
  }

  /** What `conversation/agent/homeassistant/debug` answers to a sentence: null when nothing was recognised. */
  sentence(text: string): DebugResult | null {
    return this.#matcher ? (this.#matcher.get(text) ?? null) : this.#core.grammar(text);
  }

  /** From now on sentences are answered from recorded results of the real matcher, null for those that are not in it. */
  recordMatcher(results: ReadonlyMap<string, DebugResult | null>): void {
    this.#matcher = results;
  }

  /** Puts rows before what is recorded of an entity; `at` in ms since the epoch, oldest first. */
  recordHistory(entityId: string, rows: readonly { at: number; state: string; attributes?: Record<string, unknown> }[]): void {
    this.#core.recorder.backfill(entityId, rows);
  }

  /** The Home Assistant user whom the token belongs to. */
  get userId(): string {
    return this.#core.userId;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#core[Symbol.dispose]();
    await this.#doorway[Symbol.asyncDispose]();
  }

  async #ownService(service: string): Promise<undefined> {
    if (service !== "restart") return undefined;
    void this.restart();
    // The socket is closed by now: Home Assistant gives no result either.
    return new Promise(() => {});
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
