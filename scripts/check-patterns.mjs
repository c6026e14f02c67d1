// Checks that every pattern of src takes linear time, or next to none on what it may meet: those that stand there as literals, and those that
// src/text/pattern.ts makes of constants and of the samples below. `recheck` proves it or finds an attack; an attack that only a bounded repetition makes expensive, and that V8 runs in linear
// time, is none. What was proved is kept in patterns-proved.txt, for a proof takes seconds.
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { check } from "recheck";
import { parseSync } from "vite";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROVED = new URL("patterns-proved.txt", import.meta.url);
/** Programs, threads and the browser's page run something when they are loaded; their literals are checked all the same. */
const NOT_LOADED = /^src\/(?:console-ui\/|demo\/|main\.ts|backup\.ts)|-worker\.ts$/;
/** Patterns of the simulated matcher meet short sentences only. */
const SIMULATED = "src/simulated-home/sentences/grammar.ts";
/** Sentence templates with several open slots meet sentences of at most so many characters (`LONGEST_SENTENCE` of the recogniser). */
const BOUNDED = { "src/recognition/spoken.ts": 250 };
/** Functions that make patterns of what a home or a language holds. */
const SAMPLES = {
  "src/memory/sentences/telling.ts": ({ ownStatements }) => ownStatements("I am here.", ["Anna"]),
  "src/recognition/spoken.ts": ({ spokenIn }, languages) => languages.map(spokenIn),
  "src/security/egress/egress.ts": ({ createEgressPolicy }, languages) => createEgressPolicy({ homeWords: () => [], languages }),
  "src/homeassistant/recogniser/recogniser.ts": ({ createRecogniser }, languages) => {
    const silent = { connected: true, command: async () => ({}) };
    const { recognise } = createRecogniser({ connection: silent, enabled: true, logger: { debug() {}, warn() {} } });
    for (const code of languages) recognise("a, b", code);
  },
};
/** recheck's own limit is ten seconds, which long lists of words exceed. */
const PROOF_MS = 30_000;
const AT_ONCE = 2;
/** Sizes of an attack that are compared, in characters. Four times as long may take four times as long; a square takes sixteen times. */
const [SHORT, LONG] = [8_192, 32_768];
const MOST_GROWTH = 8;
/** Shorter times say nothing about growth. */
const NOTICEABLE_MS = 8;
const MOST_MS = 5_000;

const patterns = new Map();
function note(source, flags, place) {
  patterns.set(`/${source}/${flags}`, { source, flags, place: patterns.get(`/${source}/${flags}`)?.place ?? place });
}

/** A pattern of `toCaseless` sees small letters only, in which it takes the steps of one that takes letters of any case for the same. */
function flagsOf({ flags }) {
  return flags.includes("d") ? `${flags.replace("d", "")}iu` : flags;
}

function noteLiterals(file) {
  const text = readFileSync(`${ROOT}/${file}`, "utf8");
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    if (node.type === "Literal" && node.regex)
      note(node.regex.pattern, node.regex.flags, `${file}:${text.slice(0, node.start).split("\n").length}`);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, text).program);
}

async function noteMade(files) {
  const Plain = RegExp;
  globalThis.RegExp = new Proxy(Plain, {
    construct(target, given, made) {
      const pattern = Reflect.construct(target, given, made === globalThis.RegExp ? target : made);
      const caller = new Error().stack?.split("\n").find((line) => line.includes("/src/") && !line.includes("/src/text/pattern.ts"));
      if (caller && !caller.includes(SIMULATED))
        note(pattern.source, flagsOf(pattern), relative(ROOT, /file:\/\/(\S+?):\d+\)?$/.exec(caller)?.[1] ?? caller));
      return pattern;
    },
  });
  // no module of src is loaded before: classes of patterns extend what stands here now
  const { LANGUAGES } = await import("../src/languages/catalogue.ts");
  for (const file of files) {
    const module = await import(new URL(`../${file}`, import.meta.url));
    SAMPLES[file]?.(module, LANGUAGES);
  }
  globalThis.RegExp = Plain;
}

/** ms of this thread's work that V8 needs to look for a pattern everywhere in a text; what else the machine does is not counted. */
function timeOf(pattern, text) {
  const times = [1, 2, 3].map(() => {
    const from = process.threadCpuUsage();
    try {
      vm.runInNewContext("text.match(pattern)", { text, pattern }, { timeout: MOST_MS });
    } catch {
      return Number.POSITIVE_INFINITY;
    }
    return process.threadCpuUsage(from).user / 1_000;
  });
  return Math.min(...times);
}

function attackOf(attack, size) {
  const fixed = attack.suffix.length + attack.pumps.reduce((sum, { prefix }) => sum + prefix.length, 0);
  const unit = attack.pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.round((size - fixed) / Math.max(1, unit)));
  return attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + attack.suffix;
}

function isFast({ source, flags, place }, attack) {
  const pattern = new RegExp(source, `${flags.replace(/[gy]/g, "")}g`);
  const bound = BOUNDED[place.replace(/:\d+$/, "")];
  if (bound) return timeOf(pattern, attackOf(attack, bound)) < NOTICEABLE_MS;
  const long = timeOf(pattern, attackOf(attack, LONG));
  return long < NOTICEABLE_MS || long / timeOf(pattern, attackOf(attack, SHORT)) < MOST_GROWTH;
}

/** Undefined if a pattern takes linear time, else what is wrong with it. */
async function problemOf(pattern) {
  // recheck does not know that two alternatives may use one name for a group
  const source = pattern.source.includes("\\k<") ? pattern.source : pattern.source.replaceAll(/\(\?<(?![=!])[^>]+>/g, "(");
  const result = await check(source, pattern.flags, { timeout: PROOF_MS });
  if (result.status === "safe") return undefined;
  if (result.status === "unknown") return `not proved (${result.error.kind})`;
  return isFast(pattern, result.attack) ? undefined : `${result.complexity.summary}: ${result.attack.pattern}`;
}

const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).sort();
for (const file of files) noteLiterals(file);
await noteMade(files.filter((file) => !NOT_LOADED.test(file)));

const digestOf = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
const proved = new Set(readFileSync(PROVED, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean));
const kept = new Set();
const problems = [];
const open = [];
for (const [text, pattern] of patterns) proved.has(digestOf(text)) ? kept.add(digestOf(text)) : open.push([text, pattern]);
const keep = () => writeFileSync(PROVED, `${[...kept].sort().join("\n")}\n`);
const queue = open.values();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const [text, pattern] of queue) {
      const problem = await problemOf(pattern);
      if (problem === undefined) kept.add(digestOf(text));
      else problems.push(`${pattern.place}: ${problem}\n  ${text}`);
      if (problem === undefined) keep();
    }
  }),
);
if (kept.size < proved.size) keep();
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${patterns.size} patterns, ${open.length} looked at, ${problems.length} not linear\n`);
process.exit(problems.length > 0 ? 1 : 0);
