import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SimulatedHome } from "../../src/simulated-home/simulated-home.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { eventually, rowsOf } from "./scenario-home.ts";

/** Loading everything takes a second, and much more while all tests run. */
const START_MS = 20_000;

/** A module that makes a signal hold up the event loop. */
const STANDS_STILL = `data:text/javascript,${encodeURIComponent('process.on("SIGUSR2", () => { for (;;); });')}`;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The service as it is installed: a process of its own on one folder, which can be killed and started again. */
export class ServiceProcess implements AsyncDisposable {
  readonly sim: SimulatedHome;
  readonly model: FakeModelServer;
  readonly dataDir = mkdtempSync(join(tmpdir(), "assistant-process-"));
  /** All that the running process wrote. */
  output = "";
  readonly #isWatched: boolean;
  #child: ChildProcess | undefined;
  #exited: Promise<Exit> | undefined;

  /** `isWatched`: it runs under the watchdog, and its event loop stands still for ever from a SIGUSR2 on. */
  static async create({ isWatched = false } = {}): Promise<ServiceProcess> {
    return new ServiceProcess(await SimulatedHome.start(), await FakeModelServer.start(), isWatched);
  }

  private constructor(sim: SimulatedHome, model: FakeModelServer, isWatched: boolean) {
    this.#isWatched = isWatched;
    this.sim = sim;
    this.model = model;
  }

  /** Starts the process. Resolves when it knows the home, or when it has ended. `isReady` tells it of a process that does not log it. */
  async start(options: Readonly<Record<string, unknown>> = {}, isReady = () => this.output.includes("the home is ready")): Promise<void> {
    const file = join(this.dataDir, "options.json");
    writeFileSync(
      file,
      JSON.stringify({ ollama_url: this.model.url, ollama_model: "test-model", parallel_chats: 8, knowledge: false, ...options }),
    );
    this.output = "";
    const root = new URL("../../", import.meta.url).pathname;
    const [command = "", ...before] = this.#isWatched
      ? [`${root}addon/rootfs/usr/bin/assistant-watchdog`, process.execPath, "--import", STANDS_STILL]
      : [process.execPath];
    const child = spawn(command, [...before, "src/launch.mjs", "main.ts", "--options", file, "--data", this.dataDir], {
      cwd: root,
      env: {
        HOME_ASSISTANT_URL: this.sim.url,
        HOME_ASSISTANT_TOKEN: this.sim.token,
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      },
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => {
        this.output += data.toString();
      });
    }
    this.#exited = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
    await eventually(() => isReady() || child.exitCode !== null, START_MS);
  }

  /** Sends a signal and resolves with how the process ended. */
  async end(signal: NodeJS.Signals): Promise<Exit> {
    this.#child?.kill(signal);
    return this.ended();
  }

  async ended(): Promise<Exit> {
    return (await this.#exited) ?? { code: null, signal: null };
  }

  rows(sql: string): readonly Readonly<Record<string, unknown>>[] {
    return rowsOf(this.dataDir, sql);
  }

  /** Turns that have a checkpoint. */
  threads(): readonly unknown[] {
    return rowsOf(this.dataDir, "SELECT DISTINCT thread_id FROM checkpoints", "langgraph_checkpoints.db");
  }

  texts(chatId: number): readonly string[] {
    return this.sim.telegram.messages(chatId).map(({ plain }) => plain);
  }

  /** Ids of entities that a service was called for, one entry a call. */
  calls(service: string): readonly string[] {
    return this.sim.calls.filter((call) => call.service === service).map(({ entityIds }) => entityIds.join());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
    await this.model[Symbol.asyncDispose]();
    await this.sim[Symbol.asyncDispose]();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
