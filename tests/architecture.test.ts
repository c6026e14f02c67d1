import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MOST_LINES = 400;
/** Tables of cases may be longer than code. */
const MOST_TEST_LINES = 500;

/** docs/architecture.md: layers from the lowest. A folder imports those of lower layers, and of its own layer those named before it. */
const LAYERS: readonly (readonly string[])[] = [
  ["text", "languages", "trained"],
  ["security", "config"],
  ["observability", "workers"],
  ["homeassistant", "storage", "models", "web"],
  ["memory", "entity-search", "knowledge", "recognition", "attention", "automations"],
  ["agent", "tools"],
  ["channels"],
  ["app", "main.ts", "backup.ts", "console-ui", "simulated-home", "demo"],
];
const RANKS: ReadonlyMap<string, readonly [number, number]> = new Map(
  LAYERS.flatMap((parts, layer) => parts.map((part, place) => [part, [layer, place]] as const)),
);
/** Of `agent/`: who may import whom, from the lowest. Everywhere else folders only form no circle. */
const AGENT: readonly string[] = ["wording", "prompt", "statements", "graph", "approvals", "commands", "turns"];

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
  const [rank, below] = [RANKS.get(part), RANKS.get(other)];
  if (rank === undefined || below === undefined) return `${from} → ${to}: no layer`;
  if (part === other || below[0] < rank[0] || (below[0] === rank[0] && below[1] < rank[1])) return undefined;
  return `${from} (layer ${rank[0]}) imports ${to} (layer ${below[0]})`;
}

/** The service's own folders; the browser's program and the simulated home stand beside the layers. */
const layered = product.filter(({ path }) => !/^src\/(?:console-ui|simulated-home|demo)\//.test(path));

/** Folder → the folders that its files import from, types included. */
function folderImports(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const source of layered) {
    const from = dirname(source.path);
    const targets = found.get(from) ?? new Set();
    found.set(from, targets);
    for (const target of importsOf(source)) if (dirname(target) !== from) targets.add(dirname(target));
  }
  return found;
}

/** The first way from a folder back to itself; undefined where there is none. */
function circleFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const seen = new Set<string>();
  const search = (folder: string, way: readonly string[]): readonly string[] | undefined => {
    for (const next of edges.get(folder) ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search(next, [...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  return search(start, [start]);
}

describe("layers", () => {
  test("every part of src has a layer", () => {
    const parts = new Set(product.filter(({ path }) => path !== "src/launch.mjs").map(({ path }) => partOf(path)));
    expect([...parts].filter((part) => !RANKS.has(part))).toEqual([]);
  });

  test("a file imports its own folder and lower layers only", () => {
    const faults = product.flatMap((source) => importsOf(source).flatMap((target) => faultOf(source.path, target) ?? []));
    expect(faults).toEqual([]);
  });

  test("no folders import each other in a circle", () => {
    const edges = folderImports();
    expect(edges.size).toBeGreaterThan(40);
    expect([...edges.keys()].flatMap((folder) => circleFrom(folder, edges)?.join(" → ") ?? [])).toEqual([]);
  });

  test("within the agent, each folder imports those below it only", () => {
    const level = (path: string) => AGENT.indexOf(path.split("/")[2] ?? "");
    const inAgent = layered.filter(({ path }) => path.startsWith("src/agent/") && level(path) >= 0);
    const faults = inAgent.flatMap((source) =>
      importsOf(source).flatMap((target) =>
        target.startsWith("src/agent/") && level(target) > level(source.path) ? [`${source.path} imports ${target}`] : [],
      ),
    );
    expect(faults).toEqual([]);
  });

  test("the check sees imports of every form", () => {
    const text =
      'import { a } from "./a.ts";\nimport type {\n  B,\n} from "../models/b.ts";\nexport * from "./c.ts";\nimport "./d.ts";\nawait import("./e.ts");';
    const found = importsOf({ path: "src/agent/x.ts", text, lines: 0 });
    expect(found).toEqual(["src/agent/a.ts", "src/models/b.ts", "src/agent/c.ts", "src/agent/d.ts", "src/agent/e.ts"]);
    expect(faultOf("src/agent/x.ts", "src/tools/tool.ts")).toContain("layer 5");
    expect(faultOf("src/security/x.ts", "src/observability/logger.ts")).toContain("layer 2");
    expect(faultOf("src/app/app.ts", "src/demo/main.ts")).toContain("layer 7");
  });

  test("the console's page is a program of its own: it takes types and messages from the service and nothing else", () => {
    const page = product.filter(({ path }) => path.startsWith("src/console-ui/"));
    const fromOutside = page.flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)"/gm)].flatMap(([, to = ""]) => {
        const target = normalize(join(dirname(path), to)).replaceAll(sep, "/");
        return /^src\/(?:console-ui|languages)\//.test(target) ? [] : [`${path} imports ${target}`];
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
    expect(
      all
        .filter(({ path, lines }) => path !== "src/languages/message-keys.ts" && lines > most(path))
        .map(({ path, lines }) => `${path}: ${lines}`),
    ).toEqual([]);
  });

  test("names are kebab-case, and none is a drawer for everything", () => {
    const names = all.map(({ path }) => path.split("/").at(-1) ?? "");
    expect(names.filter((name) => !/^[a-z\d]+(-[a-z\d]+)*(\.slow)?(\.(live|test|bench|contract|d))?\.m?[jt]sx?$/.test(name))).toEqual([]);
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

  test("services are called through two files, and those that only answer through a third", () => {
    const real = product.filter(({ path }) => !/^src\/(?:demo|simulated-home)\//.test(path));
    const doors = ["acting/acting.ts", "services/own.ts", "reading/answers.ts"].map((file) => `src/homeassistant/${file}`);
    expect(places(real, /["'`]call_service["'`]|\bcallService\b/, doors)).toEqual([]);
  });

  test("the environment is read where options are", () => {
    expect(places(product, /\bprocess\.env\b/, ["src/config/config.ts"])).toEqual([]);
  });

  test("a pattern is made at run time in one place, which is checked", () => {
    expect(places(product, /\bnew RegExp\(/, ["src/text/pattern.ts"])).toEqual([]);
  });

  test("files beside a source are looked for in its folder or as a thread, for the bundle has no other", () => {
    expect(
      places(product, /new URL\((?!"\.\/(?:[\w-]+-worker\.ts)?", import)[^)]*import\.meta\.url/, [
        "src/app/channels/console.ts",
        "src/launch.mjs",
      ]),
    ).toEqual([]);
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
    expect(paths).toEqual(expect.arrayContaining(["src/app/app.ts", "src/app/knowledge/web.ts", "src/web/page.ts", "src/text/fold.ts"]));
    const thread = loadedBy("src/web/page-worker.ts");
    expect(thread.map(({ path }) => path)).toEqual(["src/web/page-worker.ts", "src/text/html-markdown.ts"]);
    expect(places(thread, /from "html-to-text"/)).toHaveLength(1);
  });
});

describe("habits", () => {
  test("no suppressed rule, no leftover", () => {
    expect(places(all, /biome-ignore|eslint-disable|@ts-(?:ignore|nocheck|expect-error)|\b(?:TODO|FIXME|XXX)\b/)).toEqual([]);
    expect(places(product, /(?<!["/-])\bconsole\.\w|\bexport default\b/)).toEqual([]);
  });

  test("tests mock no module and leave none out", () => {
    expect(places(tests, /\bvi\.(?:mock|doMock|hoisted)\b/)).toEqual([]);
    expect(places(tests, /\b(?:describe|test|it|verifies)\.(?:skip|only|todo|fails)\b|\bx(?:it|describe)\(/)).toEqual([]);
  });
});
