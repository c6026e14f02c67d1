import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { describe, expect, it, test } from "vitest";
import { FINDING_SENSORS } from "../../src/attention/open-findings.ts";
import { optionsSchema, readEnvironment, VERSION } from "../../src/config/config.ts";
import { discoveryPayload } from "../../src/homeassistant/own-device/own-device.ts";
import { HELPER_BUTTON, OWN_EVENTS } from "../../src/homeassistant/services/own.ts";
import { LANGUAGES } from "../../src/languages/catalogue.ts";
import { ASK_EVENT, TELL_EVENT } from "../../src/security/routines/routine-calls.ts";
import { Checkpoints } from "../../src/storage/checkpoints.ts";
import type { PageProblem } from "../../src/web/page.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";
import { anna, ScenarioHome } from "../scenarios/scenario-home.ts";
import { codesIn, firstColumn, PAGES, ROOT, readPage, sources } from "./pages.ts";

const allCodes = PAGES.flatMap(({ path, codes }) => codes.map((code) => ({ path, code })));

/** Codes of the pages that `isKnown` does not take, each with its page. */
function unknown(isKnown: (code: string) => boolean, among: (code: string) => boolean): readonly string[] {
  return allCodes.filter(({ code }) => among(code) && !isKnown(code)).map(({ path, code }) => `${path}: ${code}`);
}

/** What a tool says of a page that could not be read: its error is made of `page_` and one of these. */
const PAGE_ERRORS: Readonly<Record<PageProblem, string>> = {
  address: "page_address",
  unreachable: "page_unreachable",
  timeout: "page_timeout",
  redirects: "page_redirects",
  status: "page_status",
  kind: "page_kind",
  unreadable: "page_unreadable",
};

test("every name in small letters and underlines stands in the code", () => {
  const words = new Set([...(sources("eval/*.ts").match(/[a-z\d]+(_[a-z\d]+)+/g) ?? []), ...Object.values(PAGE_ERRORS)]);
  /** Home Assistant's and npm's folders, and an example of a fact's key. */
  const others = new Set(["addon_configs", "node_modules", "daughter_name"]);
  const isName = (code: string) => /^[a-z\d]+(_[a-z\d]+)+$/.test(code);
  expect(unknown((code) => words.has(code) || others.has(code), isName)).toEqual([]);
});

test("docs/tools.md tells of every error of a page", () => {
  const { codes } = readPage("docs/tools.md");
  expect(Object.values(PAGE_ERRORS).filter((error) => !codes.includes(error))).toEqual([]);
});

test("every option that is named with a value exists", () => {
  const options = new Set(Object.keys(optionsSchema.shape));
  /** Of a compose file, of Home Assistant's recorder, of tools, of facts and of the table of rules. */
  const others = new Set(["network_mode", "recorder", "source", "drinks", "confirm"]);
  const named = (code: string) => /^([a-z_]+): \S/.exec(code)?.[1];
  const isKnown = (code: string) => options.has(named(code) ?? "") || others.has(named(code) ?? "");
  expect(unknown(isKnown, (code) => named(code) !== undefined)).toEqual([]);
});

describe("events and entities", () => {
  const events = [ASK_EVENT, TELL_EVENT, ...Object.values(OWN_EVENTS)];
  const ids = [...discoveryPayload(VERSION, FINDING_SENSORS).matchAll(/"default_entity_id":"([a-z_.]+)"/g)].map(([, id = ""]) => id);

  it("that the pages and blueprints name exist", () => {
    const texts = [...PAGES.map(({ text }) => text), ...globSync("docs/blueprints/*", { cwd: ROOT }).map((path) => readPage(path).text)];
    const named = texts.flatMap((text) => [...text.matchAll(/(?<![.\w…])ha_personal_assistant_\w+/g)].map(([event]) => event));
    expect(named.filter((event) => !events.includes(event))).toEqual([]);
    const entities = texts.flatMap((text) => [...text.matchAll(/\b[a-z_]+\.ha_personal_assistant_\w+/g)].map(([id]) => id));
    expect(entities.filter((id) => ![...ids, HELPER_BUTTON.entityId].includes(id))).toEqual([]);
  });

  it("are all in docs/automations.md and docs/rag_and_memory.md", () => {
    const codes = ["docs/automations.md", "docs/rag_and_memory.md"].flatMap((path) => readPage(path).codes);
    expect(events.filter((event) => !codes.includes(event))).toEqual([]);
    // sensors beside another one are named by their ends
    const isNamed = (id: string) => codes.some((code) => code === id || (code.startsWith("_") && id.endsWith(code)));
    expect([...ids, HELPER_BUTTON.entityId].filter((id) => !isNamed(id))).toEqual([]);
  });
});

describe("commands", () => {
  const page = readPage("docs/chat.md");

  it("that /help shows are all on docs/chat.md, and those that pages name are commands", async () => {
    await using home = await ScenarioHome.start({ options: { knowledge: true } });
    const { plain } = await home.asks(anna, "/help");
    const real = new Set([...plain.matchAll(/\/(\w+):/g)].map(([, name = ""]) => name));
    const told = codesIn(firstColumn(page, "| message | result |")).flatMap((code) => /^\/(\w+)/.exec(code)?.[1] ?? []);
    expect(new Set(told)).toEqual(real);
    // Telegram takes a name of 32 signs at most and 256 signs of text; in the order of /help
    const forBotFather = [...page.text.matchAll(/^([a-z]{1,32}) - .{3,256}$/gm)].map(([, name = ""]) => name);
    expect(forBotFather).toEqual([...real]);
    /** BotFather's, and folders and addresses. */
    const others = new Set(["setcommands", "setprivacy", "revoke", "data", "tmp", "healthz"]);
    const name = (code: string) => /^\/([a-z]+)(?: |$)/.exec(code)?.[1];
    expect(
      unknown(
        (code) => real.has(name(code) ?? "") || others.has(name(code) ?? ""),
        (code) => name(code) !== undefined,
      ),
    ).toEqual([]);
  });
});

test("docs/configuration.md names every language that has messages", () => {
  const { text } = readPage("docs/configuration.md");
  const names = new Intl.DisplayNames("en", { type: "language" });
  const row = text.split("\n").find((line) => line.startsWith("| `language` | –")) ?? "";
  expect(LANGUAGES.filter((language) => !row.includes(names.of(language) ?? language))).toEqual([]);
});

describe("docs/architecture.md", () => {
  const page = readPage("docs/architecture.md");

  it("tells of every table, and of no other", () => {
    using database = memoryDatabase();
    const rows = database.sqlite
      .prepare<[], { name: string; sql: string | null }>("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
      .all();
    const words = rows.filter(({ sql }) => sql?.startsWith("CREATE VIRTUAL")).map(({ name }) => `${name}_`);
    const real = rows
      .map(({ name }) => name)
      .filter((name) => !name.startsWith("sqlite_") && !words.some((shadow) => name.startsWith(shadow)));
    const told = codesIn(firstColumn(page, "| table | holds |"));
    // those of vectors are made for each model
    const made = told.filter((name) => name.endsWith("_<n>"));
    expect(told.filter((name) => !made.includes(name)).toSorted()).toEqual(real.toSorted());
    for (const name of made) expect(sources(), name).toContain(name.replace("<n>", "$" + "{generation}"));
  });

  it("tells of the tables of checkpoints", () => {
    using checkpoints = new Checkpoints(":memory:");
    const rows = checkpoints.saver.db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { readonly name: string }[];
    for (const { name } of rows) expect(page.codes).toContain(name);
  });

  it("has every file and folder of src in its layer, and no other", () => {
    const folders = globSync("src/**/", { cwd: ROOT }).map((path) => `${path.replace(/^src\/?/, "").replace(/\/$/, "")}/`);
    const top = readdirSync(join(ROOT, "src"), { withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ name }) => name);
    const beside = /^(?:console-ui|simulated-home|languages)\/./;
    const files = [...top, ...folders.filter((folder) => folder !== "/" && !beside.test(folder))];
    const rows = page.prose
      .slice(page.prose.indexOf("| layer |"))
      .split("\n")
      .filter((row) => /^\| \d \|/.test(row));
    const told = codesIn(rows.map((row) => row.split("|")[2] ?? ""));
    expect(files.filter((file) => !told.some((name) => matchesGlob(file, name)))).toEqual([]);
    expect(told.filter((name) => !files.some((file) => matchesGlob(file, name)))).toEqual([]);
  });
});

describe("variables of the environment", () => {
  const asked = new Set<string>();
  readEnvironment(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void asked.add(String(name)) }));

  it("are all on docs/configuration.md", () => {
    const told = codesIn(firstColumn(readPage("docs/configuration.md"), "| variable | what it does |"));
    expect(told.toSorted()).toEqual([...asked].toSorted());
  });

  it("that pages name are read by somebody", () => {
    /** Ollama's, and our tests'. */
    const others = new Set(["OLLAMA_HOST", "CONSOLE_PICTURES"]);
    const name = (code: string) => /^([A-Z]+(?:_[A-Z]+)+)(?:=.*)?$/.exec(code)?.[1];
    const constants = new Set([...sources().matchAll(/^(?:export )?const ([A-Z_]+)\b/gm)].map(([, constant = ""]) => constant));
    expect(
      unknown(
        (code) => [asked, others, constants].some((known) => known.has(name(code) ?? "")),
        (code) => name(code) !== undefined,
      ),
    ).toEqual([]);
  });
});

test("every script of npm that pages name exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const named = [...PAGES, readPage("AGENTS.md")].flatMap(({ text }) => [...text.matchAll(/npm (?:run )?(start|test|(?<=run )[\w:]+)/g)]);
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
});

test("every file of ours that pages name is there", () => {
  const isFile = (code: string) =>
    /^(src|docs|scripts|tests|eval|addon|security|storage|memory|models|knowledge|entity-search|recognition|agent|homeassistant|observability|workers|web|app|config|text|languages)\/[\w./-]+\.\w+$/.test(
      code,
    );
  const there = new Set(globSync(["{src,docs,scripts,tests,eval,addon}/**/*"], { cwd: ROOT }));
  expect(unknown((code) => there.has(code) || there.has(`src/${code}`), isFile)).toEqual([]);
});
