import { AsyncResource } from "node:async_hooks";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, vi } from "vitest";
import { type App, createApp } from "../../src/app/app.ts";
import type { AppOptions } from "../../src/app/app-options.ts";
import { parseOptions } from "../../src/config/config.ts";
import { createLogger } from "../../src/observability/logger.ts";
import type { OwnerDecision } from "../../src/security/effects/action-facts.ts";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { SimulatedHome, type SimulatedHomeOptions } from "../../src/simulated-home/simulated-home.ts";
import { ANNA, BEN, type BotMessage, HOME_GROUP } from "../../src/simulated-home/telegram/telegram-bot.ts";
import { AssistantDatabase } from "../../src/storage/database.ts";
import { FakeModelServer, type ModelCall, type ScriptedAnswer } from "../fakes/model-server.ts";
import { sameThread } from "../fakes/same-thread.ts";

/** How long tests wait for what comes within milliseconds on a quiet machine: a busy one may take a hundred times as long. */
export const WAIT_MS = 20_000;

export const anna = ANNA;
export const ben = BEN;
export const group = HOME_GROUP;

/** Anna owns the home, Ben lives in it. */
export const family = [
  { name: "Anna", telegram_user_id: ANNA, role: "owner" },
  { name: "Ben", telegram_user_id: BEN, role: "adult" },
];

export interface ScenarioOptions {
  readonly options?: Readonly<Record<string, unknown>>;
  /** The model at home speaks OpenAI's API in place of Ollama's. */
  readonly openAiAtHome?: true;
  readonly home?: SimulatedHomeOptions;
  /** Factor on waits for the house. */
  readonly pace?: number;
  /** The folder for documents that people of an app reach. */
  readonly sharedDocuments?: AppOptions["sharedDocuments"];
  /** The internet, as far as pages are read from it. */
  readonly pageDoor?: AppOptions["pageDoor"];
  /** There is no folder for voice messages. */
  readonly withoutVoice?: true;
  /** The console listens on loopback, and believes what this machine says of its user. */
  readonly console?: boolean;
  /** Assist is listened to on loopback, as far as the options want that. */
  readonly assist?: boolean;
  /** Programs are listened to on loopback, if the options let any in. */
  readonly api?: boolean;
  /** Who tells Home Assistant what there is to be found. */
  readonly supervisor?: AppOptions["supervisor"];
  /** Channels besides Telegram and the console. */
  readonly channels?: AppOptions["channels"];
  /** Devices that no fact tells about are left to be asked about; else their owner said of all of them beforehand that they are fine. */
  readonly undecided?: boolean;
}

let empty: string | undefined;

/** A database with its tables and nothing in them, made once: making them takes longer than a turn. */
function emptyDatabase(): string {
  if (empty === undefined) {
    empty = join(mkdtempSync(join(tmpdir(), "assistant-empty-")), "assistant.db");
    new AssistantDatabase(empty)[Symbol.dispose]();
  }
  return empty;
}

/** The whole service between a simulated home with Telegram and a scripted model, over real sockets and real files. */
export class ScenarioHome implements AsyncDisposable {
  readonly sim: SimulatedHome;
  readonly model: FakeModelServer;
  readonly dataDir: string;
  /** Every line that was logged. */
  readonly log: string[] = [];
  /** Added to the service's clock, ms. */
  offset = 0;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();
  readonly #scenario: ScenarioOptions;
  #app: App | undefined;

  static async start(scenario: ScenarioOptions = {}): Promise<ScenarioHome> {
    const kind = scenario.openAiAtHome ? "openai" : "ollama";
    const furnishing = { ...(scenario.home?.furnishing ?? demoHome), timeZone: zoneAtNoon() };
    const [sim, model] = await Promise.all([SimulatedHome.start({ ...scenario.home, furnishing }), FakeModelServer.start({ kind })]);
    const home = new ScenarioHome(sim, model, scenario);
    await home.startApp();
    return home;
  }

  private constructor(sim: SimulatedHome, model: FakeModelServer, scenario: ScenarioOptions) {
    this.sim = sim;
    this.model = model;
    this.#scenario = scenario;
    this.dataDir = mkdtempSync(join(tmpdir(), "assistant-"));
    copyFileSync(emptyDatabase(), join(this.dataDir, "assistant.db"));
  }

  /** The service's time, ms. */
  get now(): number {
    return Date.now() + this.offset;
  }

  /** Lets so much time pass for the service; what it waited for happens. */
  passes(ms: number): void {
    this.offset += ms;
    for (const timer of [...this.#timers].sort((one, other) => one.at - other.at)) {
      if (timer.at <= this.now && this.#timers.delete(timer)) timer.run();
    }
  }

  /** How many things the service waits for until their time comes. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Where the console listens. */
  get consoleUrl(): string {
    return `http://127.0.0.1:${this.portOf("the console listens")}`;
  }

  /** Where programs are listened to. */
  get apiUrl(): string {
    return `http://127.0.0.1:${this.portOf("the API for programs listens")}`;
  }

  /** The port that a line of the log tells. */
  portOf(message: string): number {
    const line = this.log.findLast((one) => one.includes(message)) ?? "{}";
    return (JSON.parse(line) as { readonly port?: number }).port ?? 0;
  }

  get app(): App {
    if (!this.#app) throw new Error("the service is not running");
    return this.#app;
  }

  /** Starts the service on the same data; resolves when the home is ready. */
  async startApp(options: { ready?: boolean } = {}): Promise<void> {
    const { url } = this.model;
    const { config, secrets } = parseOptions({
      ...(this.#scenario.openAiAtHome
        ? { model_provider: "openai_compatible", openai_base_url: url, openai_base_url_at_home: true, openai_model: "home-test:latest" }
        : { ollama_url: url, ollama_model: "test-model" }),
      log_level: "debug",
      // it reads the whole home at each start, which is for the scenarios about it
      knowledge: false,
      // it asks the model by itself, which is for the scenarios about it
      learning_idle_minutes: 0,
      // it speaks by itself, which is for the scenarios about it
      notify: "off",
      ...this.#scenario.options,
    });
    this.#app = createApp({
      config,
      secrets,
      homeAssistant: { url: this.sim.url, token: this.sim.token },
      dataDir: this.dataDir,
      sharedDocuments: this.#scenario.sharedDocuments,
      voiceFolder: this.#scenario.withoutVoice ? undefined : join(this.dataDir, "voice"),
      pageDoor: this.#scenario.pageDoor,
      supervisor: this.#scenario.supervisor,
      consoleListen: this.#scenario.console ? { address: "127.0.0.1", port: 0, ingress: false, trustLoopback: true } : undefined,
      assistListen: this.#scenario.assist ? { address: "127.0.0.1", apiPort: 0, wyomingPort: 0, from: [] } : undefined,
      apiListen: this.#scenario.api ? { address: "127.0.0.1", port: 0 } : undefined,
      ...(this.#scenario.channels && { channels: this.#scenario.channels }),
      logger: createLogger({ level: "debug", destination: { write: (line) => void this.log.push(line) } }),
      clock: () => this.now,
      later: (ms, then) => {
        // as a timer of Node does, it runs in the context in which it was set
        const timer = { at: this.now + ms, run: AsyncResource.bind(then) };
        this.#timers.add(timer);
        return { [Symbol.dispose]: () => this.#timers.delete(timer) };
      },
      pace: this.#scenario.pace ?? 0.05,
      ...(!process.env["SLOW_TESTS"] && { workers: sameThread }),
    });
    await this.#app.start();
    if (options.ready === false) return;
    await this.#app.home.whenReady(AbortSignal.timeout(WAIT_MS));
    if (!this.#scenario.undecided) this.decides("fine");
  }

  /** Resolves when everything that the home tells is known, with vectors if there is a model for them. */
  async known(): Promise<void> {
    const { knowledge } = this.app;
    await eventually(() => {
      const { progress, sources, embedding } = knowledge?.indexer.status() ?? { sources: [] };
      return !progress && embedding?.kind !== "working" && sources.every(({ at }) => at !== undefined);
    });
  }

  /** The owner decides about these devices, or about all that nobody has decided about. */
  decides(decision: OwnerDecision, ...entityIds: readonly string[]): void {
    const { decisions } = this.app;
    const waiting = decisions.list().flatMap((entity) => (entity.decision === undefined ? entity.entityId : []));
    decisions.decide(entityIds.length > 0 ? entityIds : waiting, decision, { id: `telegram:${ANNA}` });
  }

  /** Resolves when the service knows what Home Assistant calls kinds of things. */
  async namesKinds(): Promise<void> {
    await eventually(() => this.app.kindWords().domains.size > 0);
  }

  /** Ends the service in good order. */
  async stopApp(): Promise<void> {
    await this.#app?.[Symbol.asyncDispose]();
    this.#app = undefined;
  }

  says(chatId: number, text: string, more: { userId?: number; replyTo?: number; date?: Date } = {}): number {
    return this.sim.telegram.say({ chatId, text, date: new Date(this.now), ...more });
  }

  /** The next message of a chat that was not seen yet. */
  next(chatId: number, predicate?: (message: BotMessage) => boolean): Promise<BotMessage> {
    return this.sim.telegram.waitFor(chatId, predicate);
  }

  /** Says something and waits for the next message. */
  async asks(chatId: number, text: string): Promise<BotMessage> {
    this.says(chatId, text);
    return this.next(chatId);
  }

  presses(chatId: number, label: string, more: { userId?: number; messageId?: number } = {}): string {
    return this.sim.telegram.press({ chatId, label, ...more });
  }

  /** From now on the model thinks until it is told what to say. Each call answers one request, in the order of their arrival. */
  modelThinks(): (answer: ScriptedAnswer) => void {
    const waiting: ((answer: ScriptedAnswer) => void)[] = [];
    const ready: ScriptedAnswer[] = [];
    this.model.respond(() => ready.shift() ?? new Promise((resolve) => waiting.push(resolve)));
    return (answer) => {
      const next = waiting.shift();
      if (next) next(answer);
      else ready.push(answer);
    };
  }

  /** Texts of all messages that stand in a chat. */
  texts(chatId: number): readonly string[] {
    return this.sim.telegram.messages(chatId).map(({ plain }) => plain);
  }

  /** Rows of the service's database, as an outsider reads them. */
  rows(sql: string): readonly Readonly<Record<string, unknown>>[] {
    return rowsOf(this.dataDir, sql);
  }

  /** Changes the service's database from outside. */
  change(sql: string): void {
    changeRows(this.dataDir, sql);
  }

  /** The toast that answered a press. */
  async toast(callbackQueryId: string): Promise<string> {
    return eventually(() => this.sim.telegram.answers.find((answer) => answer.callbackQueryId === callbackQueryId)?.text);
  }

  /** Resolves when the service knows that all its questions are shown: from then on their time runs. */
  async shown(): Promise<void> {
    await eventually(() => this.rows("SELECT 1 FROM approvals WHERE status = 'open' AND expires_at IS NULL").length === 0);
  }

  /** Resolves when the service knows of all that it said that it was sent. */
  async settled(): Promise<void> {
    await eventually(() => this.rows("SELECT 1 FROM outbox WHERE status = 'pending'").length === 0);
  }

  /** Service calls that reached the home, without those to Telegram. */
  calls(service?: string) {
    return this.sim.calls
      .filter((call) => (service === undefined ? !call.service.startsWith("telegram_bot.") : call.service === service))
      .map(({ service: name, entityIds, data }) => ({ service: name, entityIds, data }));
  }

  /** Those calls, each as its service and its things. */
  touched(): readonly string[] {
    return this.calls().map(({ service, entityIds }) => [service, ...entityIds].join(" "));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // first, so that nobody waits for an answer that never comes
    await this.model[Symbol.asyncDispose]();
    await this.stopApp();
    await this.sim[Symbol.asyncDispose]();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** A home for each language, started when the first row needs it: for rows that leave nothing behind which another one would meet. */
export function homeOfLanguage(start: (language: string) => Promise<ScenarioHome>): (language: string) => Promise<ScenarioHome> {
  const homes = new Map<string, Promise<ScenarioHome>>();
  afterAll(() => Promise.all([...homes.values()].map(async (home) => (await home)[Symbol.asyncDispose]())));
  return (language) => {
    const home = homes.get(language) ?? start(language);
    homes.set(language, home);
    return home;
  };
}

/** A zone in which it is between noon and one o'clock now: "in ten minutes" is today, whenever tests run. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/** Waits until `find` gives something; fails after `WAIT_MS`. */
export function eventually<Value>(find: () => Value | undefined | false, timeout = WAIT_MS): Promise<Value> {
  const look = (): Value => {
    const found = find();
    if (found === undefined || found === false) throw new Error(`still waiting for ${find}`);
    return found;
  };
  return vi.waitFor(look, { timeout, interval: 5 });
}

/** What the model was asked: the last thing that was said to it, without what the service puts before it. */
export function askedOf(call: ModelCall | undefined): string {
  return call?.messages.at(-1)?.content.split("\n\n").at(-1) ?? "";
}

/** A model's call of one service. */
export function serviceCall(service: string, entityId: string, data: Readonly<Record<string, unknown>> = {}) {
  return { name: "call_ha_service", args: { when: "now", service, entity_id: [entityId], data } };
}

export function rowsOf(dataDir: string, sql: string, file = "assistant.db"): readonly Readonly<Record<string, unknown>>[] {
  const database = new Sqlite(join(dataDir, file), { readonly: true });
  try {
    return database.prepare<[], Readonly<Record<string, unknown>>>(sql).all();
  } finally {
    database.close();
  }
}

export function changeRows(dataDir: string, sql: string): void {
  const database = new Sqlite(join(dataDir, "assistant.db"));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}
