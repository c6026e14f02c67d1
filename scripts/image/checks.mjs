// What the image has to do, one after the other, on one start or more of it. Each throws if it does not.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { allows, fileRules } from "./apparmor.mjs";
import { pack, unpack } from "./backup-archive.mjs";
import { STRANGER, SUPERVISOR } from "./container.mjs";
import { tracedPaths } from "./traced-paths.mjs";

const PROFILE = join(import.meta.dirname, "../../apparmor.txt");
/** What was seen, for a test that runs everywhere. */
const TOUCHED = join(import.meta.dirname, "../../tests/fixtures/touched-files.txt");

/** A Core that ends still takes messages in for a moment, and they are lost with it: to be said after that. */
const DYING_MS = 500;
/** A stop may take so long: less than the Supervisor's own bound, of which config.yaml asks 30 s. */
const STOP_MS = 10_000;
const SERVICE = /^\/usr\/local\/bin\/node (?:-\S+ )*\/app\/dist\/launch\.mjs/;

function rows(data, sql) {
  const sqlite = new Sqlite(join(data, "assistant.db"), { readonly: true });
  try {
    return sqlite.prepare(sql).all();
  } finally {
    sqlite.close();
  }
}

const turnsIn = (data) => rows(data, "SELECT count(*) AS count FROM turns")[0].count;

async function chats(anna, model) {
  await anna.says("is the garage door closed?");
  await anna.hears(/Garage Door is (open|closed)/);
  if (!model) return;
  model.reply({ text: "Once upon a time there was a home." });
  await anna.says("tell me a tale");
  await anna.hears(/Once upon a time/);
}

/** By name; `proof` is what prove.mjs hands in. */
export const CHECKS = {
  async "a start, a chat and a stop"({ start, anna, model, supervisor, data }) {
    const container = await start();
    await container.healthy();
    const [service] = container.processes(SERVICE);
    const owner = statSync(`/proc/${service}`).uid;
    assert.notEqual(owner, 0, "the service does not run as root");
    assert.equal(statSync(join(data, "options.json")).mode & 0o777, 0o600);
    assert.equal(statSync(join(data, "options.json")).uid, 0, "the options stay root's");
    await container.logged("the home is ready");
    await chats(anna, model);
    assert.equal(supervisor.refused, 0);
    assert.equal(container.health(STRANGER, SUPERVISOR).status, 403, "another app is not let in");
    assert.equal(container.health(SUPERVISOR, SUPERVISOR).status, 200, "the Supervisor is");
    const files = readdirSync(data).filter((name) => name !== "options.json");
    for (const file of files) assert.equal(statSync(join(data, file)).uid, owner, `${file} is the service's`);
    const { code, ms } = await container.stop();
    assert.equal(code, 0);
    assert.ok(ms < STOP_MS, `the stop took ${ms} ms`);
    return `stop ${ms} ms`;
  },

  async "a restart with another token keeps everything"({ start, anna, model, supervisor, data }) {
    const before = turnsIn(data);
    const container = await start();
    await container.logged("the home is ready");
    await chats(anna, model);
    assert.equal(turnsIn(data), before + 2);
    assert.equal(supervisor.refused, 0);

    supervisor.stopCore();
    await container.logged("Home Assistant cannot be reached");
    assert.equal(container.health().status, 200, "the health check is not about Home Assistant");
    supervisor.startCore();
    await container.until(() => container.output.split("the home is ready").length > 2, 30_000, "the home is ready again");
    await chats(anna);

    const [service] = container.processes(SERVICE);
    process.kill(service, "SIGKILL");
    await container.until(() => container.processes(SERVICE).some((id) => id !== service), 15_000, "the service is started again");
    await container.healthy();
    await container.until(() => container.output.split("the home is ready").length > 3, 20_000, "the home is ready after the crash");
    await chats(anna);
    return `and goes on after Core's restart and a SIGKILL`.concat(await stopped(container));
  },

  async "messages during a start of Core: through the proxy people are told, directly none is lost"({
    start,
    anna,
    data,
    home,
    restartHome,
  }) {
    if (!restartHome) return "left out, for HA_LIVE_CONTROL is not set";
    const proxied = await start();
    await proxied.logged("the home is ready");
    const restarted = restartHome();
    await proxied.logged("connection to Home Assistant closed");
    await sleep(DYING_MS);
    theStartBeforeWasYesterday(data);
    await anna.says("is the front door locked?");
    await Promise.all([restarted, anna.hears(/messages sent then may not have reached me/, 60_000)]);
    await chats(anna);
    await stopped(proxied);

    const direct = await start({ options: { home_assistant_url: "http://127.0.0.1:8123", home_assistant_token: home.token } });
    await direct.logged("the home is ready");
    const again = restartHome();
    await direct.logged("connection to Home Assistant closed");
    await sleep(DYING_MS);
    await anna.says("is the front door locked?");
    await Promise.all([again, anna.hears(/Front Door is (un)?locked/, 60_000)]);
    return `told, and answered`.concat(await stopped(direct));
  },

  async "a backup while it runs, and one while it is stopped, are restored"({ start, anna, data, archive }) {
    const running = await start();
    await running.logged("the home is ready");
    running.exec("/usr/bin/assistant-backup", "copy");
    const first = turnsIn(data);
    pack(data, archive);
    running.exec("/usr/bin/assistant-backup", "drop");
    assert.deepEqual(readdirSync(join(data, "backup")), []);
    for (const file of readdirSync(data)) {
      if (file !== "options.json") assert.notEqual(statSync(join(data, file)).uid, 0, `${file} is not root's after the backup`);
    }
    await chats(anna);
    await stopped(running);
    pack(data, `${archive}-stopped`);
    const second = turnsIn(data);

    for (const [from, turns] of [
      [archive, first],
      [`${archive}-stopped`, second],
    ]) {
      unpack(from, data);
      const restored = await start();
      await restored.logged("restored from the copy of a backup");
      await restored.logged("the home is ready");
      assert.equal(turnsIn(data), turns);
      await chats(anna);
      await stopped(restored);
    }
    return `${first} and ${second} messages`;
  },

  async "every file that it touches is within its AppArmor profile"({ start, anna, data, root, scratch, record, freshData }) {
    await using _ = freshData({ megabytes: 64 });
    for (const folder of ["knowledge", "../config/knowledge"]) {
      mkdirSync(join(data, folder), { recursive: true });
      writeFileSync(join(data, folder, `boiler${folder.length}.md`), "# Boiler\n\nThe red lamp means that water is missing.\n");
    }
    const traceTo = join(scratch, "trace");
    const container = await start({ traceTo });
    await container.logged("the home is ready", 60_000);
    await chats(anna);
    const isRead = () =>
      rows(data, "SELECT 1 FROM sqlite_schema WHERE name LIKE 'rag_vectors_%'").length > 0 &&
      rows(data, "SELECT DISTINCT ref FROM rag_documents WHERE source = 'document'").length === 2;
    await container.until(isRead, 20_000, "documents of both folders and vectors");
    const { code } = await container.stop();
    assert.equal(code, 0);
    const touched = tracedPaths(readFileSync(traceTo, "utf8"), root);
    const rules = fileRules(readFileSync(PROFILE, "utf8"));
    assert.ok(
      touched.some(({ profile, path }) => profile === "service" && path.endsWith("/vec0.so")),
      "the native modules were seen",
    );
    assert.deepEqual(
      touched.filter((one) => !allows(rules, one)),
      [],
    );
    if (record) writeFileSync(TOUCHED, `${touched.map(({ profile, access, path }) => `${profile} ${access} ${path}`).join("\n")}\n`);
    return `${touched.length} files`;
  },

  async "a root that cannot be written"({ start, anna }) {
    const container = await start({ readOnly: true, variables: ["S6_READ_ONLY_ROOT=1"] });
    await container.logged("the home is ready");
    await chats(anna);
    return await stopped(container);
  },

  async "16 MB for /data, full and with room again"({ start, anna, freshData }) {
    await using small = freshData({ megabytes: 16 });
    const container = await start();
    await container.logged("the home is ready");
    await chats(anna);
    // an answer whose end cannot be written is held for a while
    const allIsSaid = () => rows(small.data, "SELECT 1 FROM turns WHERE status <> 'sent'").length === 0;
    await container.until(allIsSaid, 20_000, "the answer is known to be sent");
    const ballast = join(small.data, "ballast");
    try {
      writeFileSync(ballast, Buffer.alloc(32 * 2 ** 20));
    } catch {
      // all that there was room for is written
    }
    await anna.says("is the garage door closed?");
    await container.until(() => /disk|full|SQLITE_FULL/i.test(container.output), 20_000, "the log tells of the full disk");
    assert.ok(container.runs && container.processes(SERVICE).length === 1, "the service lives on");
    execFileSync("rm", [ballast]);
    await chats(anna);
    return await stopped(container);
  },

  async "wrong options end it, with every problem named and no value"({ start, withOptions }) {
    using _ = withOptions({ ollama_url: "no address", num_ctx: "many", openai_api_key: ["sk-secret"] });
    const container = await start();
    assert.equal(await container.ended(), 78);
    for (const name of ["ollama_url", "num_ctx", "openai_api_key"]) assert.ok(container.output.includes(`${name}:`), name);
    assert.ok(!/no address|sk-secret|at file:|node:internal/.test(container.output), container.output);
    return "exit code 78";
  },
};

async function stopped(container) {
  const { code, ms } = await container.stop();
  assert.equal(code, 0, container.output.slice(-2000));
  assert.ok(ms < STOP_MS, `the stop took ${ms} ms`);
  return `, stop ${ms} ms`;
}

/** Starts within two minutes cannot be told apart from outside and count as one. */
function theStartBeforeWasYesterday(data) {
  const sqlite = new Sqlite(join(data, "assistant.db"), { timeout: 5_000 });
  sqlite.prepare("UPDATE core_starts SET at = at - 86400000").run();
  sqlite.close();
}
