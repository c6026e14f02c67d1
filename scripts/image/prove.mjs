// Builds the image on stand-ins, and runs it in front of a real Home Assistant behind a fake Supervisor: see docs/decisions/2026-11-22-image.md.
// Usage: node scripts/image/prove.mjs [--build | WORDS OF A CHECK] [--record]. HA_LIVE_STATE names the state.json of a running live home; with
// --build the image is built alone. What is made once is kept in IMAGE_CACHE. Prints one line a check; exits with 77 and the reason where this
// machine cannot do it. --record writes down which files were touched.
import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { FakeModelServer } from "../../tests/fakes/model-server.ts";
import { createAnna } from "./anna.mjs";
import { buildImage, createBuildah, makeStandIns, sizeOverBase } from "./build.mjs";
import { CHECKS } from "./checks.mjs";
import { Container, SUPERVISOR } from "./container.mjs";
import { FakeSupervisor } from "./fake-supervisor.mjs";

/** What the image may add to its base: card readers and slow lines are the rule, not the exception. */
const MOST_BYTES = 122_000_000;
const CANNOT = 77;

const say = (line) => process.stdout.write(`${line}\n`);
const cache = process.env.IMAGE_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "assistant-image");

const missing = ["buildah", "mmdebstrap", "strace", "unshare", "nsenter", "ip", "npm"].filter((tool) => {
  try {
    execFileSync("which", [tool]);
    return false;
  } catch {
    return true;
  }
});
const reason =
  process.getuid() !== 0
    ? "it needs root, for namespaces and mounts"
    : missing.length > 0
      ? `it needs ${missing.join(", ")}`
      : process.env.HA_LIVE_STATE || process.argv.includes("--build")
        ? undefined
        : "HA_LIVE_STATE is not set";
/** Ends with the reason. */
function cannot(why) {
  say(`the image is not proved here: ${why}`);
  process.exit(CANNOT);
}
if (reason) cannot(reason);
try {
  execFileSync("unshare", ["--mount", "--pid", "--fork", "--net", "--ipc", "--uts", "true"], { stdio: "pipe" });
} catch {
  cannot("it may make no namespaces");
}

const manifest = parse(readFileSync(join(import.meta.dirname, "../../config.yaml"), "utf8"));
try {
  makeStandIns({ cache });
} catch (error) {
  cannot(
    `there are no stand-ins for the images that the Dockerfile names: ${String(error.stderr || error.message)
      .trim()
      .split("\n")
      .at(-1)}`,
  );
}
const name = buildImage({ cache, version: manifest.version });
if (process.argv.includes("--build")) process.exit(0);
const home = JSON.parse(readFileSync(process.env.HA_LIVE_STATE, "utf8"));
const bytes = sizeOverBase({ cache, name });
say(`${(bytes / 1e6).toFixed(1)} MB over the base`);
if (!(bytes < MOST_BYTES)) throw new Error(`the image is larger than ${MOST_BYTES / 1e6} MB over its base`);

const buildah = createBuildah(cache);
const { Env: imageVariables } = JSON.parse(buildah("inspect", "--type", "image", name)).Docker.config;
const scratch = mkdtempSync(join(tmpdir(), "image-"));
const folder = join(scratch, "given");
const data = join(folder, "data");
mkdirSync(data, { recursive: true });

const supervisor = new FakeSupervisor({ home });
const model = await FakeModelServer.start({ models: ["gpt-oss:20b", "nomic-embed-text"] });
const anna = createAnna({ home });

/** A Unix socket that leads to a port of this machine. */
function door(path, port) {
  const server = createServer((inside) => {
    const outside = connect(Number(port), "127.0.0.1");
    inside.pipe(outside).pipe(inside);
    inside.on("error", () => outside.destroy());
    outside.on("error", () => inside.destroy());
  });
  server.listen(path);
  return server;
}

const sockets = {
  supervisor: join(scratch, "supervisor"),
  model: join(scratch, "model"),
  home: join(scratch, "home"),
};
const doors = [door(sockets.model, new URL(model.url).port), door(sockets.home, new URL(home.url).port)];
await supervisor.listen(sockets.supervisor);
/** The addresses are those of the options' defaults, so that these are tried too. */
const relays = {
  [`${SUPERVISOR}:80`]: sockets.supervisor,
  "192.168.1.97:11434": sockets.model,
  "127.0.0.1:8123": sockets.home,
};

function writeOptions(options) {
  writeFileSync(join(data, "options.json"), JSON.stringify({ ...manifest.options, ...options }), { mode: 0o600 });
}
const people = [{ name: "Anna", telegram_user_id: anna.id, role: "owner" }];

const [only] = process.argv.slice(2).filter((word) => word !== "--record");
const record = process.argv.includes("--record");
const container = buildah("from", "--pull-never", name);
const root = buildah("mount", container);
const started = [];

const proof = {
  ...{ anna, model, supervisor, data, root, scratch, record, archive: join(scratch, "archive") },
  home,
  /** Resolves when the real Home Assistant has been stopped, in good order, and runs again; undefined where nobody can tell it to. */
  restartHome: process.env.HA_LIVE_CONTROL && (() => promisify(execFile)(process.env.HA_LIVE_CONTROL, ["restart"])),
  /** As the Supervisor starts it: options written anew, a token of its own. */
  async start({ readOnly = false, variables = [], traceTo, options = {} } = {}) {
    supervisor.token = randomBytes(56).toString("hex");
    supervisor.asked.length = 0;
    if (!proof.optionsAreSet) writeOptions({ people, ...options });
    const given = [
      ...imageVariables,
      `SUPERVISOR_TOKEN=${supervisor.token}`,
      `HASSIO_TOKEN=${supervisor.token}`,
      "TZ=Europe/Berlin",
      ...variables,
    ];
    const one = await Container.start({ root, folder, variables: given, relays, readOnly, traceTo });
    started.push(one);
    return one;
  },
  optionsAreSet: false,
  withOptions(options) {
    writeOptions(options);
    proof.optionsAreSet = true;
    return {
      [Symbol.dispose]: () => {
        proof.optionsAreSet = false;
      },
    };
  },
  /** An empty /data of so many MB, until it is disposed of. */
  freshData({ megabytes }) {
    renameSync(data, `${data}-before`);
    mkdirSync(data);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", data]);
    return {
      data,
      [Symbol.asyncDispose]: async () => {
        for (const one of started) if (one.runs) await one.cut();
        execFileSync("umount", [data]);
        rmSync(data, { recursive: true });
        renameSync(`${data}-before`, data);
      },
    };
  },
};

let failed = false;
try {
  for (const [title, check] of Object.entries(CHECKS)) {
    if (only && !title.includes(only)) continue;
    const since = performance.now();
    const said = await check(proof);
    say(`✓ ${title} (${((performance.now() - since) / 1000).toFixed(1)} s; ${said.replace(/^, /, "")})`);
  }
} catch (error) {
  failed = true;
  say(`✗ ${error instanceof Error ? error.stack : String(error)}`);
  say(started.at(-1)?.output.slice(-6000) ?? "");
} finally {
  for (const one of started) if (one.runs) await one.cut();
  supervisor.close();
  await model[Symbol.asyncDispose]();
  for (const one of doors) one.close();
  buildah("umount", container);
  buildah("rm", container);
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
