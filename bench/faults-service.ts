import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SimulatedHome } from "../src/simulated-home/simulated-home.ts";

/** Loading everything takes a second, and much more on a busy machine. */
const START_MS = 30_000;
const LOOK_EVERY_MS = 2;

/** How a service is started: `["dist/launch.mjs"]` for the bundle, `["src/launch.mjs", "main.ts"]` for the sources. */
export type Program = readonly string[];

/** The service as a process of its own on one folder, to be killed and started again. */
export class FaultService {
  readonly #home: SimulatedHome;
  readonly #arguments: readonly string[];
  #child: ChildProcess | undefined;
  #exited: Promise<void> | undefined;
  #output = "";
  #heardBefore = 0;

  constructor({ home, modelUrl, dir, program }: { home: SimulatedHome; modelUrl: string; dir: string; program: Program }) {
    const options = join(dir, "options.json");
    // a question that lost its answer is to expire within the run, and no turn waits for another chat's
    const wanted = {
      ollama_url: modelUrl,
      ollama_model: "bench",
      parallel_chats: 8,
      confirmation_timeout: 20,
      rate_count: 1000,
      knowledge: false,
    };
    writeFileSync(options, JSON.stringify(wanted));
    this.#home = home;
    this.#arguments = [...program, "--options", options, "--data", join(dir, "data")];
  }

  /** Starts the process. */
  spawn(): void {
    this.#heardBefore = this.#home.commands.length;
    this.#output = "";
    const child = spawn(process.execPath, this.#arguments, {
      cwd: join(import.meta.dirname, ".."),
      env: { PATH: process.env["PATH"], HOME_ASSISTANT_URL: this.#home.url, HOME_ASSISTANT_TOKEN: this.#home.token },
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => {
        this.#output += data.toString();
      });
    }
    this.#exited = new Promise((resolve) => child.on("close", () => resolve()));
  }

  /** Resolves when the service hears Telegram. */
  async listening(): Promise<void> {
    await this.#until(() => this.#home.commands.indexOf("subscribe_events", this.#heardBefore) >= 0);
  }

  /** Resolves when the service knows the home. */
  async ready(): Promise<void> {
    await this.#until(() => this.#output.includes("the home is ready"));
  }

  /** What the process wrote since its start. */
  get output(): string {
    return this.#output;
  }

  /** Ends the process at once, as a power cut of the process alone: nothing of it runs any more when this resolves. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#exited;
  }

  async #until(holds: () => boolean): Promise<void> {
    const ended = () => this.#child?.exitCode !== null;
    if (!(await holdsWithin(() => holds() || ended(), START_MS)) || ended()) throw new Error(`the service did not start:\n${this.#output}`);
  }
}

/** Looks again and again; false if it did not come to hold in time. */
export async function holdsWithin(holds: () => boolean, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
}
