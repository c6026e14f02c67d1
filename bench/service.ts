import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { ANNA } from "../src/simulated-home/telegram/telegram-bot.ts";

const BUNDLE = join(import.meta.dirname, "../dist/launch.mjs");
const WATCH = join(import.meta.dirname, "loop-watch.mjs");
/** Nothing that is measured takes longer than this. */
const TIMEOUT_MS = 30_000;

interface BenchServiceOptions {
  readonly home: SimulatedHome;
  /** Where it reaches the home, if not at its own address. */
  readonly url?: string;
  readonly modelUrl: string;
  readonly watched?: boolean;
  /** Beside the model's. */
  readonly options?: object;
  readonly env?: Readonly<Record<string, string>>;
}

/** The bundled service as its own process, talking to a simulated home and a scripted model in this one. */
export class BenchService implements AsyncDisposable {
  readonly #home: SimulatedHome;
  readonly #dir = mkdtempSync(join(tmpdir(), "assistant-bench-"));
  readonly #child: ChildProcess;
  readonly #startedAt = performance.now();

  constructor({ home, url = home.url, modelUrl, watched = false, options: more = {}, env = {} }: BenchServiceOptions) {
    if (!existsSync(BUNDLE)) throw new Error("there is no bundle to measure: run npm run build first");
    this.#home = home;
    const options = join(this.#dir, "options.json");
    writeFileSync(options, JSON.stringify({ ollama_url: modelUrl, ollama_model: "bench", ...more, log_level: "error" }));
    const watch = watched ? ["--import", WATCH] : [];
    this.#child = spawn(process.execPath, [...watch, BUNDLE, "--options", options, "--data", join(this.#dir, "data")], {
      // a channel between the two costs the service's start some milliseconds
      stdio: ["ignore", "ignore", "inherit", watched ? "ipc" : "ignore"],
      // as the image has it
      env: {
        MALLOC_ARENA_MAX: "2",
        MALLOC_TRIM_THRESHOLD_: "65536",
        MALLOC_MMAP_THRESHOLD_: "65536",
        PATH: process.env["PATH"],
        HOME_ASSISTANT_URL: url,
        HOME_ASSISTANT_TOKEN: home.token,
        ...env,
      },
    });
  }

  /** ms from the start of the process until it hears Telegram. */
  async firstSubscription(): Promise<number> {
    await until(() => this.#home.commands.includes("subscribe_events"));
    return performance.now() - this.#startedAt;
  }

  /** Says something and waits for the answer; ms from the one to the other. */
  async ask(text: string): Promise<number> {
    const from = performance.now();
    this.#home.telegram.say({ chatId: ANNA, text });
    await this.#home.telegram.waitFor(ANNA, undefined, TIMEOUT_MS);
    return performance.now() - from;
  }

  /** ms for which the event loop was held longest since this was last asked, of a service that is watched. */
  async longestBlock(): Promise<number> {
    this.#child.send("longest");
    const [longest] = (await once(this.#child, "message")) as [number];
    return longest;
  }

  /** Resident memory in MB. */
  memory(): number {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, "utf8"))?.[1];
    return Number(kilobytes) / 1024;
  }

  /** Time of all its threads on a processor so far (ms). */
  cpu(): number {
    const tasks = `/proc/${this.#child.pid}/task`;
    return readdirSync(tasks).reduce(
      (sum, task) => sum + Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6,
      0,
    );
  }

  /** All files of both databases in MB. */
  diskUse(): number {
    const data = join(this.#dir, "data");
    return readdirSync(data).reduce((sum, file) => sum + statSync(join(data, file)).size, 0) / 1024 / 1024;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = this.#child.exitCode === null ? once(this.#child, "exit") : undefined;
    this.#child.kill("SIGTERM");
    await exited;
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error("the service did not get ready in time");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
