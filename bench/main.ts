import { parseArgs } from "node:util";
import { decisions } from "./decisions.ts";
import { doors } from "./doors.ts";
import { faults } from "./faults.ts";
import type { Figure } from "./figure.ts";
import { firewallTimes } from "./firewall.ts";
import { forgetting } from "./forget.ts";
import { knowledgeSearch } from "./knowledge.ts";
import { knowledgeOfHome } from "./knowledge-home.ts";
import { knowledgeUnderLoad } from "./knowledge-load.ts";
import { answersBesideLearner } from "./learning.ts";
import { longestBlock } from "./longest-block.ts";
import { recogniserPath, startMemoryAndDisk, turnTimes, underLoad } from "./measures.ts";
import { memoryRecall } from "./memory.ts";
import { promptSize } from "./prompt.ts";
import { replayTimes } from "./replay.ts";
import { sanitizerTimes } from "./sanitizer.ts";
import { watched } from "./watches.ts";

/** All of them together are to take a few minutes; named, `faults` does the number that it is held to. */
const KILLS = { named: 200, amongAll: 60 };
const SEED = 1;

const USAGE = `Usage: npm run bench -- [FIGURE ...] [--json] [--seed N] [--kills N]

  Measures the bundle in dist/ (npm run build) against a simulated home and a scripted model on this machine.
  FIGURE   start, turns, recogniser, load, doors, watches, decisions, prompt, sanitizer, firewall, knowledge, memory, replay, learning, longest_block, forget or faults; all of them when none is named
  --json   one line for each figure: {"name","value","unit","goal","holds"}
  --seed   of faults: what decides where its kills fall and what people say (default ${SEED})
  --kills  of faults: how often the service is killed (default ${KILLS.named}; ${KILLS.amongAll} when no figure is named)
`;

const { values, positionals } = parseArgs({
  strict: true,
  allowPositionals: true,
  options: { json: { type: "boolean" }, help: { type: "boolean" }, seed: { type: "string" }, kills: { type: "string" } },
});

const measures: ReadonlyMap<string, () => Promise<readonly Figure[]>> = new Map([
  ["start", startMemoryAndDisk],
  ["turns", turnTimes],
  ["recogniser", recogniserPath],
  ["load", underLoad],
  ["doors", doors],
  ["watches", watched],
  ["decisions", async () => decisions()],
  ["prompt", promptSize],
  ["sanitizer", async () => sanitizerTimes()],
  ["firewall", async () => firewallTimes()],
  ["knowledge", async () => [...(await knowledgeOfHome()), ...(await knowledgeSearch()), ...(await knowledgeUnderLoad())]],
  ["memory", memoryRecall],
  ["replay", replayTimes],
  ["learning", answersBesideLearner],
  ["longest_block", longestBlock],
  ["forget", forgetting],
  ["faults", () => faults({ seed: Number(values.seed ?? SEED), kills: Number(values.kills ?? defaultKills()) })],
]);

const numbers = [values.seed, values.kills].filter((value) => value !== undefined);
if (values.help || positionals.some((name) => !measures.has(name)) || !numbers.every((value) => /^\d{1,6}$/.test(value))) {
  process.stdout.write(USAGE);
  process.exitCode = values.help ? 0 : 1;
} else {
  const figures: Figure[] = [];
  for (const [name, measure] of measures) {
    if (positionals.length === 0 || positionals.includes(name)) figures.push(...(await measure()));
  }
  for (const figure of figures) process.stdout.write(values.json ? `${JSON.stringify(figure)}\n` : line(figure));
  process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1;
}

function defaultKills(): number {
  return positionals.includes("faults") ? KILLS.named : KILLS.amongAll;
}

function line({ name, value, unit, goal, holds }: Figure): string {
  return `${holds ? "ok  " : "MISS"} ${name.padEnd(40)} ${String(value).padStart(10)} ${unit.padEnd(6)} ${goal}`.trimEnd().concat("\n");
}
