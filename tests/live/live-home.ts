import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { RawClient } from "../contract/raw-client.ts";
import type { Frame } from "../contract/recordings.ts";
import { FakeModelServer, type ScriptedAnswer } from "../fakes/model-server.ts";
import { rowsOf } from "../scenarios/scenario-home.ts";
import { LiveService } from "./live-service.ts";
import { control, doors, live } from "./live-state.ts";

export const { anna, ben, group } = live.chats;

/** Anna owns the home, Ben lives in it. */
const family = [
  { name: "Anna", telegram_user_id: anna, role: "owner" },
  { name: "Ben", telegram_user_id: ben, role: "adult" },
];

/** A lock takes two seconds to move and one to settle; a start of Home Assistant fifteen. */
const PATIENCE_MS = 40_000;
/** What tests change and the end puts back; when a button was pressed cannot be. */
const MOVABLE = /^(light|lock|cover|switch|input_(?!button\.)\w+)\./;
/** States that no service brings about. */
const NOT_TO_BE_SET: ReadonlySet<string> = new Set(["jammed", "unknown", "unavailable"]);

/** A message or an edit of the bot, as the person sees it. */
export interface Shown {
  readonly kind: "message" | "edit";
  readonly messageId: number;
  readonly text: string;
  readonly buttons: readonly string[];
}

interface BotEvent {
  readonly seq: number;
  readonly type: "message" | "edit";
  readonly chat_id: number;
  readonly message_id: number;
  /** A voice message has none. */
  readonly text?: string;
  readonly message: { readonly reply_markup?: { readonly inline_keyboard: readonly (readonly { text: string }[])[] } };
}

export interface State {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The whole service as a process between a real Home Assistant, its Telegram bot and a scripted model. Leaves the home as it was. */
export class LiveHome implements AsyncDisposable {
  readonly model: FakeModelServer;
  readonly dataDir = mkdtempSync(join(tmpdir(), "assistant-live-"));
  readonly #clients: RawClient[] = [];
  readonly #processes: LiveService[] = [];
  readonly #before: readonly State[];
  /** What the bot did up to here was not for this test. */
  readonly #from: number;
  readonly #seen = new Map<number, number>();

  /** `prepare` runs before the service does. */
  static async start(options: Readonly<Record<string, unknown>> = {}, prepare?: (home: LiveHome) => void): Promise<LiveHome> {
    const [model, before, { seq }] = await Promise.all([
      FakeModelServer.start(),
      rest<State[]>("states"),
      control<{ seq: number }>("health"),
    ]);
    const home = new LiveHome({ model, before, seq, options });
    prepare?.(home);
    await home.watch();
    await home.startService();
    return home;
  }

  private constructor(parts: { model: FakeModelServer; before: readonly State[]; seq: number; options: object }) {
    this.model = parts.model;
    this.#before = parts.before.filter(({ entity_id }) => MOVABLE.test(entity_id));
    this.#from = parts.seq;
    // what it says by itself is for the tests about that
    const options = { ollama_url: this.model.url, ollama_model: "test-model", people: family, notify: "off", ...parts.options };
    writeFileSync(this.#optionsFile, JSON.stringify(options));
  }

  get #optionsFile(): string {
    return join(this.dataDir, "options.json");
  }

  /** The newest process of the service. */
  get service(): LiveService {
    const newest = this.#processes.at(-1);
    if (!newest) throw new Error("the service was not started");
    return newest;
  }

  /** Starts the service on the same data; resolves when it knows the home. */
  async startService(): Promise<void> {
    const env = {
      HOME_ASSISTANT_URL: live.url,
      HOME_ASSISTANT_TOKEN: live.token,
      VOICE_FOLDER: join(live.files_dir, "voice"),
      WYOMING_PORT: String(doors.wyoming),
      ASSIST_PORT: String(doors.assist),
      API_PORT: String(doors.api),
    };
    this.#processes.push(new LiveService({ optionsFile: this.#optionsFile, dataDir: this.dataDir, env }));
    await this.service.logged("the home is ready");
  }

  /** Logs in to Home Assistant as another client that sees every service call; again after Home Assistant was restarted. */
  async watch(): Promise<RawClient> {
    const client = await RawClient.login(live);
    await client.subscribe({ type: "subscribe_events", event_type: "call_service" });
    this.#clients.push(client);
    return client;
  }

  /** What Home Assistant answers to a command of that client. */
  async command(command: Frame): Promise<Frame> {
    return (this.#clients.at(-1) ?? (await this.watch())).result(command);
  }

  /** Calls of one service that Home Assistant got from anybody while this watched: their targets. */
  calls(service: string): readonly unknown[] {
    const events = this.#clients.flatMap(({ frames }) => frames).filter((frame) => frame["type"] === "event");
    const calls = events.map((frame) => (frame["event"] as Frame)["data"] as Frame);
    return calls
      .filter((call) => `${call["domain"]}.${call["service"]}` === service)
      .map((call) => (call["service_data"] as Frame)["entity_id"]);
  }

  async says(chatId: number, text: string, more: { userId?: number; replyTo?: number } = {}): Promise<number> {
    const said = { chat_id: chatId, user_id: more.userId ?? anna, text, ...(more.replyTo && { reply_to: more.replyTo }) };
    return (await control<{ message_id: number }>("say", said)).message_id;
  }

  async edits(chatId: number, messageId: number, text: string): Promise<void> {
    await control("edit", { chat_id: chatId, message_id: messageId, text });
  }

  /** Presses a button; resolves with the toast, or "" if none came in time. */
  async presses(
    chatId: number,
    label: string,
    { messageId, userId = anna, waitMs = 10_000 }: { messageId?: number; userId?: number; waitMs?: number } = {},
  ): Promise<string> {
    const press = { chat_id: chatId, user_id: userId, label, wait_ms: waitMs, ...(messageId && { message_id: messageId }) };
    return (await control<{ answer: { text: string } | null }>("press", press)).answer?.text ?? "";
  }

  /** The next message or edit of the bot that fits. */
  async next(chatId: number, fits: (shown: Shown) => boolean = () => true, patienceMs = PATIENCE_MS): Promise<Shown> {
    const deadline = Date.now() + patienceMs;
    const from = this.#seen.get(chatId) ?? this.#from;
    for (let after = from; Date.now() < deadline; ) {
      const wait = `wait?chat_id=${chatId}&after=${after}&timeout_ms=${deadline - Date.now()}`;
      const { events, last } = await control<{ events: BotEvent[]; last: number }>(wait);
      const found = events.find((event) => fits(shownOf(event)));
      if (found) {
        this.#seen.set(chatId, found.seq);
        return shownOf(found);
      }
      after = last;
    }
    const { events } = await control<{ events: BotEvent[] }>(`wait?chat_id=${chatId}&after=${from}&timeout_ms=1`);
    const logged = JSON.stringify(this.service.log.slice(-30));
    throw new Error(`no such message came within ${patienceMs} ms, but ${JSON.stringify(events.map(shownOf))}; logged: ${logged}`);
  }

  /** Says something and waits for the next message of the bot. */
  async asks(chatId: number, text: string): Promise<Shown> {
    await this.says(chatId, text);
    return this.next(chatId, ({ kind }) => kind === "message");
  }

  /** Everything that the bot sent into a chat since this began, edits left out. */
  async texts(chatId: number): Promise<readonly string[]> {
    const { events } = await control<{ events: BotEvent[] }>(`log?after=${this.#from}`);
    return events.filter(({ type, chat_id }) => type === "message" && chat_id === chatId).map((event) => shownOf(event).text);
  }

  /** From now on the model thinks until it is told what to say. Each call answers one request, in the order of their arrival. */
  modelThinks(): (answer: ScriptedAnswer) => void {
    const waiting: ((answer: ScriptedAnswer) => void)[] = [];
    this.model.respond(() => new Promise((resolve) => waiting.push(resolve)));
    return (answer) => waiting.shift()?.(answer);
  }

  /** Rows of the service's database, as an outsider reads them. */
  rows(sql: string): readonly Readonly<Record<string, unknown>>[] {
    return rowsOf(this.dataDir, sql);
  }

  /** States of everything that a person could move, by entity id. */
  async states(): Promise<ReadonlyMap<string, string>> {
    const states = await rest<State[]>("states");
    return new Map(states.filter(({ entity_id }) => MOVABLE.test(entity_id)).map(({ entity_id, state }) => [entity_id, state]));
  }

  state(entityId: string): Promise<State> {
    return rest<State>(`states/${entityId}`);
  }

  /** Resolves when the entity has this state. */
  async reaches(entityId: string, state: string): Promise<void> {
    await vi.waitFor(async () => expect((await this.state(entityId)).state).toBe(state), { timeout: PATIENCE_MS, interval: 50 });
  }

  /** Calls a service as somebody else in the house would. */
  async call(service: string, data: object): Promise<void> {
    await rest(`services/${service.replace(".", "/")}`, data);
  }

  /** Puts a state in the place of a device's own, as if that had changed. */
  async sets(entityId: string, state: string, attributes: object): Promise<void> {
    await rest(`states/${entityId}`, { state, attributes });
  }

  /** Resolves when Home Assistant's recorder has written what Telegram sent until now: it does so every second in this home. */
  async recorded(): Promise<void> {
    await sleep(1_500);
  }

  /** Makes Home Assistant restart; resolves when it is gone. */
  async restartHomeAssistant(): Promise<void> {
    const gone = this.#clients.at(-1)?.next((frame) => "closed" in frame);
    await Promise.all([gone, this.call("homeassistant.restart", {}).catch(() => undefined)]);
  }

  /** Resolves when Home Assistant is there again and has started all of itself. */
  async homeAssistantRuns(): Promise<void> {
    await vi.waitFor(
      async () => {
        const client = await this.watch();
        expect(await client.result({ type: "get_config" })).toMatchObject({ state: "RUNNING" });
      },
      { timeout: PATIENCE_MS, interval: 250 },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.model[Symbol.asyncDispose]();
    for (const service of this.#processes) if (service.runs) await service.kill();
    await this.#putBack();
    for (const client of this.#clients) await client[Symbol.asyncDispose]();
    rmSync(this.dataDir, { recursive: true, force: true });
    expect(this.#processes.map(({ complaints }) => complaints).join("")).toBe("");
  }

  async #putBack(): Promise<void> {
    const now = await this.states();
    const changed = this.#before.filter(({ entity_id, state }) => now.get(entity_id) !== state && !NOT_TO_BE_SET.has(state));
    if (changed.length === 0) return;
    const entities = Object.fromEntries(changed.map(({ entity_id, state, attributes }) => [entity_id, { state, ...attributes }]));
    await this.call("scene.apply", { entities });
    for (const { entity_id, state } of changed) await this.reaches(entity_id, state);
  }
}

/** Shows an entity to the assistant, or hides it. Home Assistant tells nobody of those outside its registry: do it before the service starts. */
export async function expose(entityId: string, should_expose: boolean): Promise<void> {
  await using client = await RawClient.login(live);
  await client.result({ type: "homeassistant/expose_entity", assistants: ["conversation"], entity_ids: [entityId], should_expose });
}

/** Ben presses a button of Home Assistant. */
export async function benPresses(entityId: string): Promise<void> {
  await using client = await RawClient.login({ url: live.url, token: live.user_token });
  await client.call(`${entityId.split(".")[0]}.press`, {}, { entity_id: entityId });
}

/** Home Assistant's REST API; a body makes it a POST. */
async function rest<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${live.url}/api/${path}`, {
    headers: { authorization: `Bearer ${live.token}`, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

function shownOf({ type, message_id, text = "", message }: BotEvent): Shown {
  const buttons = message.reply_markup?.inline_keyboard.flat().map((button) => button.text) ?? [];
  return { kind: type, messageId: message_id, text, buttons };
}
