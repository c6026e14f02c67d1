import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { type App, createApp } from "../src/app/app.ts";
import { parseOptions } from "../src/config/config.ts";
import { createLogger } from "../src/observability/logger.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { ANNA, BEN, HOME_GROUP } from "../src/simulated-home/telegram/telegram-bot.ts";
import type { Fact } from "../src/storage/facts/fact-row.ts";
import type { Chat, Who } from "./memory-case.ts";
import type { EvalModel } from "./memory-model.ts";

/** Numbers of people and chats on the simulated Telegram. */
const CHATS: Readonly<Record<Chat, number>> = { owner: ANNA, adult: BEN, child: 700000004, guest: 700000005, group: HOME_GROUP };

/** A Monday, ten in the morning of the simulated home: the same times in each run. */
const BEGIN = Date.UTC(2027, 2, 1, 9);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Minutes in which the service does what it does in idle time. */
const LOOKS = 20;
const LOOKS_AT_LEAST = 3;
const READY_MS = 15_000;
/** A turn that takes longer is over for the evaluation: twice the slowest of a small model on two cores. */
const TURN_MS = 300_000;
const STEP_MS = 3;
/** An answer is shown within this, or it never is: what it was part of may be forgotten. */
const SHOWN_MS = 6_000;

interface WorldOptions {
  readonly model: EvalModel;
  readonly names: Readonly<Record<Who, string>>;
  readonly language: string;
}

/** The whole service with a household on Telegram, real files and days that pass when they are told to. */
export class MemoryWorld implements AsyncDisposable {
  readonly #home: SimulatedHome;
  readonly #model: EvalModel;
  readonly #folder: string;
  readonly #app: App;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();
  readonly #began = Date.now();
  #offset = 0;
  #reader: Sqlite.Database | undefined;

  static async start(options: WorldOptions): Promise<MemoryWorld> {
    const world = new MemoryWorld(await SimulatedHome.start(), options);
    await world.#app.start();
    await world.#app.home.whenReady(AbortSignal.timeout(READY_MS));
    return world;
  }

  private constructor(home: SimulatedHome, { model, names, language }: WorldOptions) {
    this.#home = home;
    this.#model = model;
    this.#folder = mkdtempSync(join(tmpdir(), "memory-eval-"));
    const person = (role: Who) => ({ name: names[role], telegram_user_id: CHATS[role], role });
    const { config, secrets } = parseOptions({
      ...{ ollama_url: model.url, ollama_model: model.name, language, knowledge: false },
      people: [person("owner"), person("adult"), person("child"), { ...person("guest"), areas: ["Kitchen"] }],
    });
    for (const role of ["child", "guest"] as const) home.telegram.allow(CHATS[role], names[role]);
    this.#app = createApp({
      config,
      secrets,
      homeAssistant: { url: home.url, token: home.token },
      dataDir: this.#folder,
      logger: createLogger({ level: "error", destination: process.stderr }),
      clock: () => this.#now,
      later: (ms, run) => {
        const timer = { at: this.#now + ms, run };
        this.#timers.add(timer);
        return { [Symbol.dispose]: () => this.#timers.delete(timer) };
      },
      pace: 0.05,
    });
  }

  /** Says something in one's own chat or in that of all; resolves when all that comes of it was sent. */
  async says(who: Who, text: string, chat: Chat = who): Promise<void> {
    const turns = this.#count("SELECT count(*) FROM turns");
    const inGroup = text.startsWith("/") ? text.replace(/^\S+/, (command) => `${command}@home_bot`) : `@home_bot ${text}`;
    const message = { chatId: CHATS[chat], userId: CHATS[who], text: chat === "group" ? inGroup : text };
    this.#home.telegram.say({ ...message, date: new Date(this.#now) });
    await this.#until(() => this.#count("SELECT count(*) FROM turns") > turns);
    await this.#quiet();
  }

  /** Presses the newest button of that name in one's own chat; false if there is none. */
  async presses(who: Who, label: string): Promise<boolean> {
    const { telegram } = this.#home;
    const chatId = CHATS[who];
    const isThere = telegram.messages(chatId).some(({ buttons }) => buttons.flat().some((button) => button.label === label));
    if (!isThere) return false;
    const query = telegram.press({ chatId, label });
    await this.#until(() => telegram.answers.some(({ callbackQueryId }) => callbackQueryId === query));
    await this.#quiet();
    return true;
  }

  /** Lets days pass: conversations are over after the first hour, and the service does what it does when nobody needs it. */
  async passes(days: number): Promise<void> {
    this.#advance(HOUR);
    await this.#until(() => this.#count("SELECT count(*) FROM conversation_sessions WHERE is_active = 1") === 0);
    const until = this.#now + days * 24 * HOUR - HOUR;
    // a wait that follows another begins when that one ends
    for (let look = 0; look < LOOKS && (look < LOOKS_AT_LEAST || this.#count(UNREAD) > 0); look += 1) {
      this.#advance(MINUTE);
      await sleep(STEP_MS);
      await this.#quiet();
    }
    this.#advance(until - this.#now);
    await this.#quiet();
  }

  /** Somebody outside the house wrote what now stands on the TV. */
  async screen(text: string): Promise<void> {
    this.#home.setState("media_player.living_room_tv", "playing", { media_title: text });
    await this.#until(() => this.#app.home.find("media_player.living_room_tv")?.state.attributes["media_title"] === text);
  }

  /** Of each message in a chat all that stands there, or stood before an edit. */
  messages(chat: Chat): readonly (readonly string[])[] {
    return this.#home.telegram.messages(CHATS[chat]).map(({ text, plain, edits }) => [text, plain, ...edits]);
  }

  /** What is known now of people, rooms and the house, each once. */
  facts(): readonly (Fact & { readonly who: Who | undefined })[] {
    const people = (["owner", "adult", "child", "guest"] as const).map((who) => ({ who, personId: `telegram:${CHATS[who]}` }));
    const all = people.flatMap(({ who: role, personId }) => this.#app.memory.visibleTo({ personId, role, isPrivate: true }, this.#now));
    const whoOf = ({ scope }: Fact) => people.find(({ personId }) => scope.kind === "person" && scope.personId === personId)?.who;
    return [...new Map(all.map((fact) => [fact.id, { ...fact, who: whoOf(fact) }])).values()];
  }

  /** True if a byte of the files, or a row of the facts, still has the word. */
  has(word: string, where: "facts" | "files"): boolean {
    if (where === "facts") return this.#count("SELECT count(*) FROM profile_entries WHERE instr(lower(value), lower(?)) > 0", word) > 0;
    return readdirSync(this.#folder).some((file) => {
      const bytes = readFileSync(join(this.#folder, file));
      return [word, word.toLowerCase()].some((form) => bytes.includes(form));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#reader?.close();
    await this.#app[Symbol.asyncDispose]();
    await this.#home[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #now(): number {
    return BEGIN + Date.now() - this.#began + this.#offset;
  }

  #advance(ms: number): void {
    this.#offset += ms;
    for (const timer of [...this.#timers].sort((one, other) => one.at - other.at)) {
      if (timer.at <= this.#now && this.#timers.delete(timer)) timer.run();
    }
  }

  /** Nothing is at work, on its way or being forgotten, and the model is asked nothing. */
  async #quiet(): Promise<void> {
    const { requests } = this.#model;
    const began = performance.now();
    let asked = requests.length;
    let since = performance.now();
    await this.#until(() => {
      const isShown = this.#count(ANSWERED) === 0 || performance.now() - began > SHOWN_MS;
      const isIdle = this.#count(AT_WORK) === 0 && isShown && !this.#model.isBusy();
      if (!isIdle || requests.length !== asked) since = performance.now();
      asked = requests.length;
      return performance.now() - since > STEP_MS;
    });
  }

  #count(sql: string, ...values: readonly string[]): number {
    this.#reader ??= new Sqlite(join(this.#folder, "assistant.db"), { readonly: true });
    return (
      this.#reader
        .prepare<unknown[], number>(sql)
        .pluck()
        .get(...values) ?? 0
    );
  }

  async #until(holds: () => boolean): Promise<void> {
    const end = performance.now() + TURN_MS;
    while (!holds()) {
      if (performance.now() > end) throw new Error("the service is not done in time");
      // what is tried again after a moment is tried again, for time passes here too
      this.#advance(0);
      await sleep(STEP_MS);
    }
  }
}

/** A fact's messages are forgotten when its answer is out and time has passed: nobody waits for that. */
const AT_WORK = `SELECT (SELECT count(*) FROM turns WHERE status IN ('received','running'))
  + (SELECT count(*) FROM outbox WHERE status = 'pending') + (SELECT count(*) FROM erasures WHERE state = 'erasing' AND kind <> 'facts')`;
/** Turns whose answer is not known to be shown. */
const ANSWERED = "SELECT count(*) FROM turns WHERE status = 'answered'";
/** Messages that are still to be learned from. */
const UNREAD = "SELECT count(*) FROM interaction_log WHERE learn_state = 'waiting'";
