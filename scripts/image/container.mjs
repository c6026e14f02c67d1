// One start of the image: new namespaces, no network but what is passed on to it, and what Docker does of a container's life.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const here = import.meta.dirname;
/** Where the Supervisor is on the network of the apps; the only address besides loopback that the console lets in. */
export const SUPERVISOR = "172.30.32.2";
/** Another app on the same network. */
export const STRANGER = "172.30.33.7";

export class Container {
  /** All that it wrote. */
  output = "";
  #process;
  #exited;
  #relay;

  /**
   * `root`: of the image, mounted. `folder`: what is mounted into it. `variables`: NAME=value. `relays`: ADDRESS:PORT within → Unix socket
   * outside. `traceTo`: a file for every call that names a path.
   */
  static async start({ root, folder, variables, relays, readOnly = false, traceTo }) {
    const container = new Container();
    mkdirSync(join(folder, "config"), { recursive: true });
    writeFileSync(join(folder, "hosts"), `127.0.0.1 localhost\n${SUPERVISOR} supervisor\n`);
    writeFileSync(join(folder, "env"), `${variables.join("\n")}\n`);
    // the namespace of the network is made first and kept by the relay, so that addresses are there before the service asks for them
    const addresses = [...new Set([SUPERVISOR, STRANGER, ...Object.keys(relays).map((pair) => pair.split(":")[0])])];
    const setUp = ["ip link set lo up", ...addresses.map((address) => `ip address add ${address}/32 dev lo`)].join(" && ");
    const pairs = Object.entries(relays).map(([inside, outside]) => `${inside}=${outside}`);
    container.#relay = spawn("unshare", [
      "--net",
      "sh",
      "-c",
      `${setUp} && exec "$@"`,
      "relay",
      process.execPath,
      join(here, "relay.mjs"),
      ...pairs,
    ]);
    container.#relay.stderr.on("data", (data) => process.stderr.write(data));
    await Promise.race([once(container.#relay.stdout, "data"), once(container.#relay, "exit")]);
    const enter = [
      "--target",
      String(container.#relay.pid),
      "--net",
      "unshare",
      "--mount",
      "--pid",
      "--fork",
      "--ipc",
      "--uts",
      "--kill-child",
    ];
    const program = ["nsenter", ...enter, join(here, "container.sh"), root, folder, readOnly ? "ro" : "rw"];
    const tracer = traceTo
      ? ["strace", "--seccomp-bpf", "-f", "-y", "-s", "4096", "--pidns-translation", "-e", "trace=%file,%process", "-o", traceTo]
      : [];
    const [command, ...args] = [...tracer, ...program];
    container.#process = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [container.#process.stdout, container.#process.stderr]) {
      stream.on("data", (data) => {
        container.output += data.toString();
      });
    }
    container.#exited = once(container.#process, "exit").then(([code]) => code);
    return container;
  }

  get runs() {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Ids of processes within, as this machine has them, of which the command line fits. */
  processes(pattern) {
    const tree = execFileSync("ps", ["-e", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
    const rows = tree.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter(Boolean);
    const inside = new Set([String(this.#process.pid)]);
    for (let size = 0; size !== inside.size; ) {
      size = inside.size;
      for (const [, pid, parent] of rows) if (inside.has(parent)) inside.add(pid);
    }
    return rows.filter(([, pid, , args]) => inside.has(pid) && pattern.test(args)).map(([, pid]) => Number(pid));
  }

  /** What `docker exec` would print; throws for another exit code than 0. */
  exec(...command) {
    const [init] = this.processes(/^\/bin\/bash \/init/);
    const enter = ["--target", String(init), "--mount", "--pid", "--net", "--root", "--wd"];
    const variables = readFileSync(`/proc/${init}/environ`, "utf8").split("\0").filter(Boolean);
    return execFileSync("nsenter", [...enter, "env", "-i", ...variables, ...command], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** What the image's health check says now, asked from an address of the container. */
  health(from = "127.0.0.1", to = "127.0.0.1") {
    try {
      const answer = this.exec("curl", "-s", "-w", "\\n%{http_code}", "--interface", from, `http://${to}:8099/healthz`).split("\n");
      return { status: Number(answer.at(-1)), body: answer.slice(0, -1).join("\n") };
    } catch {
      return { status: 0, body: "" };
    }
  }

  async healthy(withinMs = 20_000) {
    return this.until(() => this.health().status === 200, withinMs, "healthy");
  }

  /** Waits for something and returns how long that took, in ms. */
  async until(holds, withinMs, what) {
    const since = performance.now();
    while (!(await holds())) {
      if (performance.now() - since > withinMs) throw new Error(`not within ${withinMs} ms: ${what}\n${this.output.slice(-4000)}`);
      await sleep(100);
    }
    return Math.round(performance.now() - since);
  }

  logged(words, withinMs = 20_000) {
    return this.until(() => this.output.includes(words), withinMs, `"${words}" in the log`);
  }

  /** As `docker stop`: SIGTERM to the first process. Its exit code and how long that took, in ms. */
  async stop() {
    const since = performance.now();
    const [init] = this.processes(/^\/bin\/bash \/init/);
    if (init) process.kill(init, "SIGTERM");
    const code = await this.ended();
    return { code, ms: Math.round(performance.now() - since) };
  }

  /** The exit code, once it ends by itself. */
  async ended() {
    const code = await this.#exited;
    this.#relay.kill("SIGKILL");
    return code;
  }

  /** As a power cut: nothing within is told. */
  async cut() {
    this.#process.kill("SIGKILL");
    await this.ended();
  }
}
