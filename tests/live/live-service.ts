import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const GUARD = new URL("loopback-only.mjs", import.meta.url).href;

/** Node and all modules are loaded in a second or two, the home is there half a second later; a busy machine takes longer. */
const PATIENCE_MS = 30_000;

interface Line {
  readonly msg: string;
  readonly level: number;
}

/** The service as a process of its own, started as users start it, with an environment that holds nothing else. */
export class LiveService {
  /** What it logged. */
  readonly log: Line[] = [];
  /** What it wrote to stderr: nothing, unless something is wrong. */
  complaints = "";
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;
  readonly #waiting = new Set<() => void>();

  constructor({ optionsFile, dataDir, env }: { optionsFile: string; dataDir: string; env: Readonly<Record<string, string>> }) {
    const program = ["--import", GUARD, "src/launch.mjs", "main.ts", "--options", optionsFile, "--data", dataDir];
    this.#child = spawn(process.execPath, program, {
      cwd: ROOT,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#ended = once(this.#child, "exit");
    this.#child.once("exit", () => this.#wake());
    this.#child.stderr?.on("data", (data) => {
      this.complaints += String(data);
    });
    if (this.#child.stdout) {
      createInterface({ input: this.#child.stdout }).on("line", (line) => {
        this.log.push(JSON.parse(line));
        this.#wake();
      });
    }
  }

  get runs(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when the service has logged this message so many times. */
  async logged(message: string, times = 1): Promise<void> {
    const late = AbortSignal.timeout(PATIENCE_MS);
    while (this.log.filter(({ msg }) => msg === message).length < times) {
      if (!this.runs || late.aborted)
        throw new Error(`the service did not log "${message}": ${JSON.stringify(this.log)} ${this.complaints}`);
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        late.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  /** Ends it in good order; how it ended and how long that took. */
  async stop(): Promise<{ code: unknown; ms: number }> {
    const asked = performance.now();
    this.#child.kill("SIGTERM");
    const late = AbortSignal.timeout(PATIENCE_MS);
    const ended = await Promise.race([this.#ended, once(late, "abort").then(() => undefined)]);
    if (!ended) throw new Error(`the service did not end: ${JSON.stringify(this.log.slice(-20))} ${this.complaints}`);
    return { code: ended[0], ms: performance.now() - asked };
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
