import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import {
  isSupervised,
  optionsSchema,
  parseOptions,
  readEnvironment,
  readOptionsFile,
  resolveConnection,
  VERSION,
} from "../src/config/config.ts";
import { OptionsError } from "../src/config/option-problems.ts";
import { createLogger } from "../src/observability/logger.ts";

const folder = mkdtempSync(join(tmpdir(), "options-"));
afterAll(() => rmSync(folder, { recursive: true }));

const anna = { name: "Anna", telegram_user_id: 700000001, role: "owner" };

function problemsOf(action: () => unknown): OptionsError {
  try {
    action();
  } catch (error) {
    if (error instanceof OptionsError) return error;
    throw error;
  }
  throw new Error("the options were taken");
}

describe("parseOptions", () => {
  test("gives every default for no options at all", () => {
    const { config, secrets } = parseOptions({});
    expect(config).toMatchObject({
      ollamaUrl: "http://192.168.1.97:11434",
      ollamaModel: "gpt-oss:20b",
      keepAlive: "30m",
      cloudEnabled: false,
      confirmationTimeoutSeconds: 60,
      turnTimeoutSeconds: 120,
      sessionTimeoutMinutes: 30,
      influxdbUrl: "http://influx.internal",
      people: [],
    });
    expect(secrets.reveal("openai_api_key")).toBeUndefined();
  });

  test("takes blank and null optional options as left out", () => {
    const { config, secrets } = parseOptions({ persona: "", openai_api_key: "", gemini_model: null, people: [{ ...anna, ha_person: "" }] });
    expect(config.persona).toBeUndefined();
    expect(secrets.has("openai_api_key")).toBe(false);
    expect(config.people[0]?.haPerson).toBeUndefined();
  });

  test.for([
    ["30m", "30m"],
    ["1h30m", "1h30m"],
    ["1.5h", "1.5h"],
    ["-1m", "-1m"],
    ["-1", -1],
    [-1, -1],
    ["3600", 3600],
    [0, 0],
  ])("hands keep_alive %j on as %j, the way Ollama reads it", ([given, taken]) => {
    expect(parseOptions({ keep_alive: given }).config.keepAlive).toBe(taken);
  });

  test("reads a Telegram user id given as a number or as digits", () => {
    const { config } = parseOptions({
      people: [anna, { name: "Ben", telegram_user_id: "6442450945", role: "adult", ha_person: "person.ben" }],
    });
    expect(config.people).toMatchObject([
      { name: "Anna", telegramUserId: "700000001", role: "owner", haPerson: undefined },
      { name: "Ben", telegramUserId: "6442450945", role: "adult", haPerson: "person.ben" },
    ]);
  });

  test("takes the trailing slash off addresses", () => {
    expect(parseOptions({ ollama_url: "https://models.example/api/" }).config.ollamaUrl).toBe("https://models.example/api");
  });

  test("tells every problem in one message", () => {
    const error = problemsOf(() =>
      parseOptions({ num_ctx: "many", ollama_url: 5, people: [{ ...anna, role: "king" }], cloud_enabled: true }),
    );
    expect(error.problems.map((problem) => problem.split(":")[0]).sort()).toEqual([
      "cloud_enabled",
      "num_ctx",
      "ollama_url",
      "people[0].role",
    ]);
    expect(error.message).toContain("- num_ctx: a text was given; allowed: a whole number from 4096 to 1048576 tokens");
    expect(error.message).toContain("- people[0].role: a text was given; allowed: one of owner, adult, child, guest");
  });

  test.for([
    ["olama_url", "ollama_url"],
    ["OPENAI_KEY", "openai_api_key"],
    ["restricted_domain", "restricted_domains"],
  ] as const)("names the nearest right option for %s", ([wrong, right]) => {
    expect(problemsOf(() => parseOptions({ [wrong]: 1 })).problems).toEqual([`${wrong}: there is no such option; did you mean ${right}?`]);
  });

  test("names the nearest right field of a person", () => {
    const error = problemsOf(() => parseOptions({ people: [{ ...anna, ha_persn: "x" }] }));
    expect(error.problems).toEqual(["people[0].ha_persn: there is no such option; did you mean ha_person?"]);
  });

  test("does not show an option name that may be a pasted key", () => {
    expect(problemsOf(() => parseOptions({ "sk-12ab34cd": true })).message).not.toContain("12ab34cd");
  });
});

// each value is of no kind that a message could hold by chance: its marker must not come back
const BAD: readonly (readonly [path: string, options: unknown])[] = [
  ["the options as a whole", "MARKER"],
  ["the options as a whole", ["MARKER"]],
  ["the options as a whole", null],
  ["home_assistant_url", { home_assistant_url: "MARKER", home_assistant_token: "MARKER" }],
  ["home_assistant_url", { home_assistant_url: "ftp://MARKER", home_assistant_token: "MARKER" }],
  ["home_assistant_url", { home_assistant_url: "http://anna:MARKER@home", home_assistant_token: "MARKER" }],
  ["home_assistant_url", { home_assistant_url: "http://home?token=MARKER", home_assistant_token: "MARKER" }],
  ["home_assistant_url", { home_assistant_token: "MARKER" }],
  ["home_assistant_token", { home_assistant_url: "http://MARKER" }],
  ["home_assistant_token", { home_assistant_url: "http://MARKER", home_assistant_token: "MARKER\n" }],
  ["home_assistant_token", { home_assistant_url: "http://MARKER", home_assistant_token: 987654 }],
  ["ollama_url", { ollama_url: "" }],
  ["ollama_url", { ollama_url: "MARKER:11434" }],
  ["ollama_url", { ollama_url: "http://MARKER MARKER" }],
  ["ollama_url", { ollama_url: "https://" }],
  ["ollama_url", { ollama_url: null }],
  ["ollama_model", { ollama_model: "" }],
  ["ollama_model", { ollama_model: "MARKER".repeat(50) }],
  ["num_ctx", { num_ctx: "8192" }],
  ["num_ctx", { num_ctx: 4095 }],
  ["num_ctx", { num_ctx: 4096.5 }],
  ["keep_alive", { keep_alive: "MARKER" }],
  ["keep_alive", { keep_alive: "30 m" }],
  ["keep_alive", { keep_alive: -2 }],
  ["keep_alive", { keep_alive: "" }],
  ["embedding_model", { embedding_model: "" }],
  ["cloud_enabled", { cloud_enabled: "true" }],
  ["cloud_enabled", { cloud_enabled: true }],
  ["openai_api_key", { openai_api_key: "MARKER MARKER" }],
  ["openai_base_url", { openai_base_url: "https://MARKER#x" }],
  ["openai_model", { cloud_enabled: true, openai_api_key: "MARKER" }],
  ["openai_model", { cloud_enabled: true, openai_base_url: "http://MARKER" }],
  ["gemini_model", { cloud_enabled: true, gemini_api_key: "MARKER" }],
  ["model_provider", { model_provider: "MARKER" }],
  ["openai_base_url", { model_provider: "openai_compatible", openai_base_url_at_home: true, openai_model: "MARKER" }],
  ["openai_model", { model_provider: "openai_compatible", openai_base_url_at_home: true, openai_base_url: "http://MARKER.local" }],
  ["model_provider", { model_provider: "openai_compatible", openai_base_url: "http://MARKER.local", openai_model: "MARKER" }],
  ["openai_base_url_at_home", { openai_base_url_at_home: true, openai_base_url: "http://MARKER.local" }],
  ...["93.184.216.34", "[2606:4700::1111]", "100.64.0.7", "0.0.0.0"].map((host): [string, object] => [
    "openai_base_url",
    {
      model_provider: "openai_compatible",
      openai_base_url_at_home: true,
      openai_base_url: `http://${host}/MARKER`,
      openai_model: "MARKER",
    },
  ]),
  [
    "cloud_enabled",
    {
      ...{
        model_provider: "openai_compatible",
        openai_base_url_at_home: true,
        openai_base_url: "http://MARKER.local",
        openai_model: "MARKER",
      },
      ...{ cloud_enabled: true, openai_api_key: "MARKER" },
    },
  ],
  ["gemini_api_key", { gemini_api_key: ["MARKER"] }],
  ["assistant_name", { assistant_name: "" }],
  ["assistant_name", { assistant_name: 7654321 }],
  ["persona", { persona: "MARKER".repeat(400) }],
  ["language", { language: "MARKER" }],
  ["language", { language: "English, please" }],
  ["people", { people: "MARKER" }],
  ["people", { people: { MARKER: 1 } }],
  ["people[0]", { people: ["MARKER"] }],
  ["people[0].name", { people: [{ ...anna, name: "" }] }],
  ["people[0].telegram_user_id", { people: [{ ...anna, telegram_user_id: "@MARKER" }] }],
  ["people[0].telegram_user_id", { people: [{ ...anna, telegram_user_id: 0 }] }],
  ["people[0].telegram_user_id", { people: [{ ...anna, telegram_user_id: "-100123" }] }],
  ["people[0].telegram_user_id", { people: [{ name: "MARKER", role: "owner" }] }],
  ["people[0].role", { people: [{ ...anna, role: "MARKER" }] }],
  ["people[0].role", { people: [{ name: "Anna", telegram_user_id: 7 }] }],
  ["people[0].ha_person", { people: [{ ...anna, ha_person: "MARKER" }] }],
  ["people[0].ha_person", { people: [{ ...anna, ha_person: "device_tracker.MARKER" }] }],
  ["people[1].telegram_user_id", { people: [anna, { ...anna, name: "MARKER", telegram_user_id: "700000001" }] }],
  ["people[1].name", { people: [anna, { ...anna, name: "anna", telegram_user_id: 5 }] }],
  [
    "people[1].ha_person",
    {
      people: [
        { ...anna, ha_person: "person.a" },
        { name: "Ben", telegram_user_id: 5, role: "adult", ha_person: "person.a" },
      ],
    },
  ],
  ["allowed_domains", { allowed_domains: "*" }],
  ["allowed_domains[1]", { allowed_domains: ["*", "MARKER"] }],
  ["restricted_domains[0]", { restricted_domains: ["*"] }],
  ["restricted_domains[0]", { restricted_domains: ["lock.MARKER"] }],
  ["blocked_domains[0]", { blocked_domains: ["_light"] }],
  ["blocked_domains[0]", { blocked_domains: [null] }],
  ["require_confirmation[0]", { require_confirmation: ["lock"] }],
  ["require_confirmation[0]", { require_confirmation: ["lock.unlock.MARKER"] }],
  ["effect_rules[0].effect", { effect_rules: [{ effect: "MARKER", decision: "deny" }] }],
  ["effect_rules[0].decision", { effect_rules: [{ effect: "media", decision: "MARKER" }] }],
  ["effect_rules[0].role", { effect_rules: [{ effect: "media", role: "MARKER", decision: "deny" }] }],
  ["effect_rules[1].decision", { effect_rules: ["deny", "allow"].map((decision) => ({ effect: "unlock", decision })) }],
  ["effect_rules[0].decision", { effect_rules: [{ effect: "run-code", role: "owner", decision: "allow" }] }],
  ["risk_unlock_without_yes", { risk_unlock_without_yes: "MARKER" }],
  ["second_person_effects[0]", { second_person_effects: ["MARKER"], people: [anna, { name: "Ben", telegram_user_id: 5, role: "adult" }] }],
  ["second_person_effects", { second_person_effects: ["unlock"], people: [anna] }],
  ["second_person_effects", { second_person_effects: ["unlock"] }],
  ["children_may_ask_owners", { children_may_ask_owners: true, people: [{ ...anna, role: "adult" }] }],
  ["pins[0].pin", { pins: [{ effect: "unlock", pin: "12047x" }] }],
  ["pins[0].pin", { pins: [{ effect: "unlock", pin: 12047 }] }],
  ["pins[1].effect", { pins: ["12047", "120470"].map((pin) => ({ effect: "unlock", pin })) }],
  ["max_targets", { max_targets: 0 }],
  ["people[0].until", { people: [{ ...anna, until: "MARKER" }] }],
  ["people[0].until", { people: [{ ...anna, until: "2026-02-30" }] }],
  ["people[0].areas[0]", { people: [{ ...anna, areas: [987654] }] }],
  ["confirmation_timeout", { confirmation_timeout: 9 }],
  ["confirmation_timeout", { confirmation_timeout: 3601 }],
  ["session_timeout", { session_timeout: 0 }],
  ["parallel_chats", { parallel_chats: 9 }],
  ["recogniser", { recogniser: "MARKER" }],
  ["knowledge", { knowledge: "MARKER" }],
  ["memory_facts_limit", { memory_facts_limit: 9 }],
  ["learning_idle_minutes", { learning_idle_minutes: -1 }],
  ["influxdb_url", { influxdb_url: "influx.MARKER" }],
  ["influxdb_org", { influxdb_token: "MARKER", influxdb_bucket: "MARKER" }],
  ["influxdb_bucket", { influxdb_token: "MARKER", influxdb_org: "MARKER" }],
  ["log_level", { log_level: "MARKER" }],
  ["log_level", { log_level: "warning" }],
];

describe("a bad option", () => {
  test.for(BAD)("at %s is told by its path and kind, without its value: %j", ([path, options]) => {
    const error = problemsOf(() => parseOptions(options));
    expect(error.problems.map((problem) => problem.split(":")[0])).toEqual([path]);
    const shown = `${error.message}${inspect(error)}${JSON.stringify(error.problems)}`;
    expect(shown).not.toMatch(/MARKER|987654|7654321|100123|12047/);
    expect(error.message.split("\n")).toHaveLength(2);
  });
});

test("PINs are no part of what can be seen of the configuration", () => {
  const { config } = parseOptions({ pins: [{ effect: "unlock", pin: "98765401" }] });
  expect(config.pins.reveal("unlock")).toBe("98765401");
  expect(config.policy.pinEffects).toEqual(["unlock"]);
  expect(JSON.stringify(config) + inspect(config, { depth: 9, showHidden: true })).not.toContain("98765401");
});

describe("secrets", () => {
  const value = "abcdef-0123456789";
  const { config, secrets } = parseOptions({ openai_api_key: value, gemini_api_key: value });

  test("are revealed by name only, and are no part of the configuration", () => {
    expect(secrets.reveal("openai_api_key")).toBe(value);
    expect(JSON.stringify(config)).not.toContain(value);
  });

  test.for([
    ["JSON", () => JSON.stringify({ secrets })],
    ["a template", () => `${secrets}`],
    ["adding to a text", () => `a ${String(secrets)}`],
    ["inspect", () => inspect({ deep: { secrets } }, { depth: 9, showHidden: true })],
    ["a copy", () => JSON.stringify({ ...secrets }) + inspect({ ...secrets }) + Object.keys(secrets)],
    ["structuredClone", () => inspect(structuredClone(secrets))],
    ["an error", () => inspect(new Error("x", { cause: secrets }))],
    [
      "the log",
      () => {
        const log: string[] = [];
        const destination = { write: (line: string) => void log.push(line) };
        createLogger({ level: "debug", destination }).debug({ secrets, deep: { list: [secrets] } }, "options");
        expect(log.join("")).toContain("[secret]");
        return log.join("");
      },
    ],
  ] as const)("cannot be seen through %s", ([, show]) => {
    expect(show()).not.toContain(value);
  });
});

describe("readOptionsFile", () => {
  test.for([
    ["does not exist", undefined],
    ["is not valid JSON", '{"openai_api_key": "MARKER",}'],
    ["is not valid JSON", ""],
    ["holds a list; allowed: a JSON object", '["MARKER"]'],
    ["holds null; allowed: a JSON object", "null"],
  ] as const)("says that the file %s", ([words, content]) => {
    const file = join(folder, `options-${words.length}-${content?.length}.json`);
    if (content !== undefined) writeFileSync(file, content);
    const error = problemsOf(() => readOptionsFile(file));
    expect(error.message).toContain(words);
    expect(inspect(error)).not.toContain("MARKER");
  });

  test("says that a folder cannot be read", () => {
    expect(problemsOf(() => readOptionsFile(folder)).message).toContain("cannot be read");
  });

  test("hands the object on unchecked", () => {
    const file = join(folder, "good.json");
    writeFileSync(file, '{"num_ctx": "x"}');
    expect(readOptionsFile(file)).toEqual({ num_ctx: "x" });
  });
});

describe("resolveConnection", () => {
  const own = { home_assistant_url: "http://home:8123/", home_assistant_token: "own" };
  const env = { HOME_ASSISTANT_URL: "http://other:8123", HOME_ASSISTANT_TOKEN: "env", SUPERVISOR_TOKEN: "sup" };
  const resolve = (options: object, environment: Record<string, string>) => {
    const { config, secrets } = parseOptions(options);
    return resolveConnection(config, secrets, readEnvironment(environment));
  };

  test.for([
    ["the options before everything", own, env, { url: "http://home:8123", token: "own" }],
    ["the environment's pair before the Supervisor", {}, env, { url: "http://other:8123", token: "env" }],
    ["the Supervisor's proxy when nothing else is there", {}, { SUPERVISOR_TOKEN: "sup" }, { url: "http://supervisor/core", token: "sup" }],
  ] as const)("takes %s", ([, options, environment, expected]) => {
    expect(resolve(options, environment)).toEqual(expected);
  });

  test.for([
    ["what to set when nothing is known", {}, /home_assistant_url and home_assistant_token.*HOME_ASSISTANT_URL and HOME_ASSISTANT_TOKEN/],
    ["that the token is missing", { HOME_ASSISTANT_URL: "http://x" }, /HOME_ASSISTANT_TOKEN is not/],
    ["that the address is missing", { HOME_ASSISTANT_TOKEN: "MARKER", SUPERVISOR_TOKEN: "s" }, /HOME_ASSISTANT_URL is not/],
    ["that the address is none", { HOME_ASSISTANT_URL: "http://a:MARKER@x", HOME_ASSISTANT_TOKEN: "t" }, /HOME_ASSISTANT_URL must be/],
  ] as const)("says %s", ([, environment, words]) => {
    const found = resolve({}, environment);
    expect(found).toEqual({ problem: expect.stringMatching(words) });
    expect(JSON.stringify(found)).not.toContain("MARKER");
  });

  test("knows the Supervisor by its token, whichever way Home Assistant is reached", () => {
    expect(isSupervised(readEnvironment(env))).toBe(true);
    expect(isSupervised(readEnvironment({ HOME_ASSISTANT_URL: "http://x", SUPERVISOR_TOKEN: "" }))).toBe(false);
  });

  test("does not show the environment's tokens", () => {
    expect(inspect(readEnvironment(env)) + JSON.stringify(readEnvironment(env))).not.toMatch(/"(env|sup)"|'(env|sup)'/);
  });
});

interface Json {
  type?: string;
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  anyOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  required?: string[];
  default?: unknown;
}

/** The type that the Supervisor has for an option, as it is written in config.yaml's schema. */
function supervisorType(option: Json, optional: boolean): unknown {
  const mark = optional ? "?" : "";
  if (option.anyOf?.[0]) return supervisorType(option.anyOf[0], optional);
  if (option.type === "array" && option.items?.properties) return [supervisorTypes(option.items)];
  if (option.type === "array") return [option.items?.enum ? supervisorType(option.items, true) : "str?"];
  if (option.type === "boolean") return `bool${mark}`;
  if (option.type === "integer") {
    const max = option.maximum === Number.MAX_SAFE_INTEGER ? "" : option.maximum;
    return `int(${option.minimum},${max})${mark}`;
  }
  if (option.enum) return `list(${option.enum.join("|")})${mark}`;
  if (option.format === "url" || option.format === "password") return `${option.format}${mark}`;
  return option.maxLength ? `str(${option.minLength},${option.maxLength})${mark}` : `str${mark}`;
}

function supervisorTypes(group: Json): Record<string, unknown> {
  const optional = (key: string, option: Json) => !group.required?.includes(key) && option.default === undefined;
  return Object.fromEntries(
    Object.entries(group.properties ?? {}).map(([key, option]) => [key, supervisorType(option, optional(key, option))]),
  );
}

const root = join(import.meta.dirname, "..");
const manifest = parse(readFileSync(join(root, "config.yaml"), "utf8"));
const json = z.toJSONSchema(optionsSchema, { io: "input" }) as Json;

describe("config.yaml", () => {
  test("has the options' keys and types, in the same order", () => {
    expect(manifest.schema).toEqual(supervisorTypes(json));
    expect(Object.keys(manifest.schema)).toEqual(Object.keys(json.properties ?? {}));
  });

  test("has exactly the options' defaults", () => {
    const entries = Object.entries(json.properties ?? {}).filter(([, option]) => option.default !== undefined);
    expect(manifest.options).toEqual(Object.fromEntries(entries.map(([key, option]) => [key, option.default])));
    expect(() => parseOptions(manifest.options)).not.toThrow();
  });

  test("uses only types that the Supervisor knows", () => {
    const known = /^(bool|url|str|password|(str|int)\(\d+,\d*\)|list\([a-z_|-]+\))\??$/;
    const names = (type: unknown): readonly unknown[] => (typeof type === "object" && type ? Object.values(type).flatMap(names) : [type]);
    for (const name of names(manifest.schema)) expect(name).toMatch(known);
  });

  test("has a version no newer than package.json's, whose image may not be there yet, and no key that equals its default", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(VERSION).toBe(version);
    expect([manifest.version, version].toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))).toEqual([
      manifest.version,
      version,
    ]);
    // keys that the store's linter knows with these defaults and refuses
    const defaults = {
      startup: "application",
      boot: "auto",
      stage: "stable",
      init: true,
      apparmor: true,
      timeout: 10,
      backup: "hot",
      ingress_port: 8099,
    };
    expect(Object.entries(defaults).filter(([key, value]) => manifest[key] === value)).toEqual([]);
  });

  test("asks the Supervisor for a folder of its own that people reach, for the one that voice messages come by, and for no more", () => {
    expect(manifest.map).toEqual(["addon_config:rw", "media:rw"]);
    for (const right of ["services", "hassio_api", "hassio_role", "host_network", "full_access"])
      expect(manifest).not.toHaveProperty(right);
  });

  test("is the only file that a store would take for an app", () => {
    const found = globSync("**/config.{yaml,yml,json}", { cwd: root, exclude: (path) => /^(node_modules|dist|\..+)$/.test(path) });
    expect(found).toEqual(["config.yaml"]);
  });
});

test("docs/configuration.md names every option with its default, and no other", () => {
  const page = readFileSync(join(root, "docs/configuration.md"), "utf8");
  const [options = "", people = "", rules = ""] = page.split(/^## (?:People|Rules for effects)$/m);
  const rows = (part: string) => [...part.matchAll(/^\| `([a-z_]+)` \| ([^|]*) \|/gm)].map(([, key, second]) => [key, second]);
  const expected = Object.entries(json.properties ?? {}).map(([key, { default: value }]) => [
    key,
    value === undefined ? "–" : `\`${Array.isArray(value) ? JSON.stringify(value).replaceAll(",", ", ") : value}\``,
  ]);
  expect(rows(options)).toEqual(expected);
  const fields = (option: string) => Object.keys(json.properties?.[option]?.items?.properties ?? {});
  expect(rows(people).map(([key]) => key)).toEqual(fields("people"));
  expect(rows(rules).map(([key]) => key)).toEqual(fields("effect_rules"));
});
