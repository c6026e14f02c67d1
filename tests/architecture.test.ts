import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MOST_LINES = 400;
/** Tables of cases may be longer than code. */
const MOST_TEST_LINES = 500;

/** docs/architecture.md: a file imports its own folder and lower floors only. */
const FLOORS: Readonly<Record<string, number>> = {
  "action-options.ts": 0,
  "cloud-options.ts": 0,
  "config.ts": 0,
  "console-listen.ts": 0,
  "edit-distance.ts": 0,
  "fold.ts": 0,
  "html-markdown.ts": 0,
  "is-record.ts": 0,
  "later.ts": 0,
  "markdown-runs.ts": 0,
  "option-problems.ts": 0,
  "option-values.ts": 0,
  "pattern.ts": 0,
  "rank-fusion.ts": 0,
  "outside-options.ts": 0,
  "secrets.ts": 0,
  security: 0,
  observability: 1,
  workers: 1,
  homeassistant: 2,
  storage: 2,
  models: 2,
  outside: 2,
  memory: 3,
  rag: 3,
  automations: 3,
  agent: 4,
  tools: 4,
  channels: 5,
  "app-agent.ts": 6,
  "app-archive.ts": 6,
  "app-cloud.ts": 6,
  "app-console.ts": 6,
  "app-timer.ts": 6,
  "backup.ts": 6,
  "app-context.ts": 6,
  "app-home.ts": 6,
  "app-storage.ts": 6,
  "app-surfaces.ts": 6,
  "app-habits.ts": 6,
  "app-knowledge.ts": 6,
  "app-memory.ts": 6,
  "app-outside.ts": 6,
  "app-sanitizer.ts": 6,
  "app-telegram.ts": 6,
  "app-tools.ts": 6,
  "app.ts": 6,
  "main.ts": 6,
  "console-ui": 6,
  demo: 6,
};
/** Files of one floor that belong together, beside those that share a folder. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  "action-options.ts": ["is-record.ts", "option-values.ts", "secrets.ts", "security"],
  "cloud-options.ts": ["option-values.ts"],
  "config.ts": [
    "action-options.ts",
    "cloud-options.ts",
    "is-record.ts",
    "option-problems.ts",
    "option-values.ts",
    "outside-options.ts",
    "secrets.ts",
  ],
  "option-problems.ts": ["edit-distance.ts"],
  "outside-options.ts": ["option-values.ts"],
  security: ["fold.ts", "is-record.ts", "markdown-runs.ts", "pattern.ts"],
  "app-agent.ts": ["app-cloud.ts", "app-home.ts", "app-storage.ts", "app-tools.ts"],
  "app-archive.ts": ["app-knowledge.ts"],
  "app-context.ts": ["app-knowledge.ts", "app-memory.ts"],
  "app-console.ts": ["app-habits.ts", "app-knowledge.ts", "app-memory.ts", "app-storage.ts"],
  "app-surfaces.ts": ["app-storage.ts"],
  "app-tools.ts": ["app-archive.ts", "app-home.ts", "app-memory.ts"],
  "app.ts": [
    ...[
      "app-agent.ts",
      "app-archive.ts",
      "app-cloud.ts",
      "app-console.ts",
      "app-context.ts",
      "app-habits.ts",
      "app-home.ts",
      "app-knowledge.ts",
      "app-memory.ts",
      "app-outside.ts",
      "app-sanitizer.ts",
      "app-storage.ts",
      "app-surfaces.ts",
      "app-telegram.ts",
      "app-timer.ts",
      "app-tools.ts",
    ],
  ],
  "main.ts": ["app.ts"],
  demo: ["app.ts"],
};

interface Source {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

function sourcesIn(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.m?tsx?$|\.mjs$/.test(entry.name))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const text = readFileSync(file, "utf8");
        return { path: relative(ROOT, file).replaceAll(sep, "/"), text, lines: text.trimEnd().split("\n").length };
      }),
  );
}

const THIS_FILE = "tests/architecture.test.ts";
const product = sourcesIn("src");
const tests = sourcesIn("tests").filter(({ path }) => path !== THIS_FILE);
const rest = sourcesIn(...["bench", "eval", "scripts"].filter((folder) => readdirSync(ROOT).includes(folder)));
const all = [...product, ...tests, ...rest];

/** Where each file says something that only some may say: `path:line`. */
function places(sources: readonly Source[], pattern: RegExp, allowed: readonly string[] = []): readonly string[] {
  return sources
    .filter(({ path }) => !allowed.includes(path))
    .flatMap(({ path, text }) => text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])));
}

function importsOf({ path, text }: Source): readonly string[] {
  const specifiers = text.matchAll(/(?:^|\s)(?:import|export)\s(?:[^"'`;]*?\sfrom\s)?["']([^"']+)["']|import\(\s*["']([^"']+)["']/g);
  return [...specifiers].flatMap(([, written, dynamic]) => {
    const specifier = written ?? dynamic ?? "";
    return specifier.startsWith(".") ? [normalize(join(dirname(path), specifier)).replaceAll(sep, "/")] : [];
  });
}

/** `src/agent/turn.ts` → `agent`; a file directly in src is its own. */
function partOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function faultOf(from: string, to: string): string | undefined {
  if (!to.startsWith("src/")) return `${from} imports ${to}, outside src`;
  const [part, other] = [partOf(from), partOf(to)];
  const [floor, below] = [FLOORS[part], FLOORS[other]];
  if (floor === undefined || below === undefined) return `${from} → ${to}: no floor`;
  if (part === other || BESIDE[part]?.includes(other) || below < floor) return undefined;
  return `${from} (floor ${floor}) imports ${to} (floor ${below})`;
}

describe("floors", () => {
  test("every part of src has a floor", () => {
    const parts = new Set(product.filter(({ path }) => path !== "src/launch.mjs").map(({ path }) => partOf(path)));
    expect([...parts].filter((part) => FLOORS[part] === undefined)).toEqual([]);
  });

  test("a file imports its own folder and lower floors only", () => {
    const faults = product.flatMap((source) => importsOf(source).flatMap((target) => faultOf(source.path, target) ?? []));
    expect(faults).toEqual([]);
  });

  test("the check sees imports of every form", () => {
    const text =
      'import { a } from "./a.ts";\nimport type {\n  B,\n} from "../models/b.ts";\nexport * from "./c.ts";\nimport "./d.ts";\nawait import("./e.ts");';
    const found = importsOf({ path: "src/agent/x.ts", text, lines: 0 });
    expect(found).toEqual(["src/agent/a.ts", "src/models/b.ts", "src/agent/c.ts", "src/agent/d.ts", "src/agent/e.ts"]);
    expect(faultOf("src/agent/x.ts", "src/tools/tool.ts")).toContain("floor 4");
    expect(faultOf("src/security/x.ts", "src/observability/logger.ts")).toContain("floor 1");
    expect(faultOf("src/app.ts", "src/demo/main.ts")).toContain("floor 6");
  });

  test("the console's page is a program of its own: it takes types from the service and nothing else", () => {
    const page = product.filter(({ path }) => path.startsWith("src/console-ui/"));
    const fromOutside = page.flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)"/gm)].flatMap(([, to = ""]) => {
        const target = normalize(join(dirname(path), to)).replaceAll(sep, "/");
        return target.startsWith("src/console-ui/") ? [] : [`${path} imports ${target}`];
      }),
    );
    expect(page.length).toBeGreaterThan(0);
    expect(fromOutside).toEqual([]);
  });

  test("pure decisions read no clock, no file, no network and no chance", () => {
    const security = product.filter(({ path }) => path.startsWith("src/security/"));
    expect(
      places(security, /Date\.now|new Date\(\)|Math\.random|performance\.now|setTimeout|node:(?:fs|http|https|child_process|timers)\b/),
    ).toEqual([]);
  });
});

describe("files", () => {
  test(`none is longer than ${MOST_LINES} lines, of tests ${MOST_TEST_LINES}`, () => {
    const most = (path: string) => (path.startsWith("tests/") ? MOST_TEST_LINES : MOST_LINES);
    expect(all.filter(({ path, lines }) => lines > most(path)).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  test("names are kebab-case, and none is a drawer for everything", () => {
    const names = all.map(({ path }) => path.split("/").at(-1) ?? "");
    expect(names.filter((name) => !/^[a-z\d]+(-[a-z\d]+)*(\.slow)?(\.(live|test|bench|contract))?\.m?[jt]sx?$/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(utils?|helpers?|types|common|misc|index)\./.test(name))).toEqual([]);
  });

  test("only one file of options is read by that name", () => {
    const skipped = /^(node_modules|\.git|dist)$/;
    const found = readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => !skipped.test(entry.name))
      .flatMap((entry) =>
        entry.isDirectory()
          ? readdirSync(join(ROOT, entry.name), { recursive: true }).map((name) => join(entry.name, String(name)))
          : [entry.name],
      );
    expect(found.filter((name) => /(^|\/)config\.(ya?ml|json)$/.test(name.replaceAll(sep, "/")) && name !== "config.yaml")).toEqual([]);
  });

  test("none knows the machine that it was written on", () => {
    expect(places(all, /(?<![\w.:/-])\/(?:home|Users|root|work|tmp)\/[\w.-]+/)).toEqual([]);
  });
});

describe("doors", () => {
  test("nobody says that something is a permit", () => {
    expect(places(product, /\bas (?:unknown as )?Permit\b|<Permit>\s*[\w({]/)).toEqual([]);
  });

  test("services are called through two files", () => {
    const real = product.filter(({ path }) => !path.startsWith("src/demo/"));
    expect(places(real, /["'`]call_service["'`]|\bcallService\b/, ["src/homeassistant/acting.ts", "src/homeassistant/own.ts"])).toEqual([]);
  });

  test("the environment is read where options are", () => {
    expect(places(product, /\bprocess\.env\b/, ["src/config.ts"])).toEqual([]);
  });

  test("a pattern is made at run time in one place, which is checked", () => {
    expect(places(product, /\bnew RegExp\(/, ["src/pattern.ts"])).toEqual([]);
  });

  test("every package of SQL and of models stays behind its door", () => {
    const outside = (folder: string) => product.filter(({ path }) => !path.startsWith(`src/${folder}/`));
    expect(places(outside("storage"), /from "better-sqlite3"/)).toEqual([]);
    expect(places(outside("models"), /from "(?:@langchain\/(?:ollama|openai|google-genai)|ollama)"/)).toEqual([]);
    expect(places(outside("homeassistant"), /from "home-assistant-js-websocket"/)).toEqual([]);
  });
});

/** A file without its imports of types, which load nothing; its lines keep their numbers. */
function withoutTypes(source: Source): Source {
  const blank = (statement: string) => statement.replaceAll(/[^\n]/g, "");
  return { ...source, text: source.text.replaceAll(/^(?:import|export) type [^;]*;/gm, blank) };
}

/** What these files load into their own thread, with all that this loads; without imports of types. */
function loadedBy(...paths: readonly string[]): readonly Source[] {
  const loaded = new Map<string, Source>();
  const load = (path: string): void => {
    const source = loaded.has(path) ? undefined : product.find((one) => one.path === path);
    if (!source) return;
    loaded.set(path, withoutTypes(source));
    for (const next of importsOf(withoutTypes(source))) load(next);
  };
  for (const path of paths) load(path);
  return [...loaded.values()];
}

describe("threads", () => {
  test("what only threads need, the main thread does not load", () => {
    const main = loadedBy("src/main.ts", "src/demo/main.ts");
    expect(places(main, /(?:from|import\() ?"(?:happy-dom|@mozilla\/readability|unpdf|html-to-text)"/)).toEqual([]);
    expect(main.map(({ path }) => path).filter((path) => /-worker\.ts$/.test(path))).toEqual([]);
  });

  test("the check sees what is loaded by what is loaded, and no types", () => {
    const paths = loadedBy("src/main.ts").map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["src/app.ts", "src/app-outside.ts", "src/outside/page.ts", "src/fold.ts"]));
    const thread = loadedBy("src/outside/page-worker.ts");
    expect(thread.map(({ path }) => path)).toEqual(["src/outside/page-worker.ts", "src/html-markdown.ts"]);
    expect(places(thread, /from "html-to-text"/)).toHaveLength(1);
  });
});

describe("habits", () => {
  test("no suppressed rule, no leftover", () => {
    expect(places(all, /biome-ignore|eslint-disable|@ts-(?:ignore|nocheck|expect-error)|\b(?:TODO|FIXME|XXX)\b/)).toEqual([]);
    expect(places(product, /(?<!["-])\bconsole\.\w|\bexport default\b/)).toEqual([]);
  });

  test("tests mock no module and leave none out", () => {
    expect(places(tests, /\bvi\.(?:mock|doMock|hoisted)\b/)).toEqual([]);
    expect(places(tests, /\b(?:describe|test|it|verifies)\.(?:skip|only|todo|fails)\b|\bx(?:it|describe)\(/)).toEqual([]);
  });
});
