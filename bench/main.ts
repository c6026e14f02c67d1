import { parseArgs } from "node:util";
import type { Figure } from "./figure.ts";
import { recogniserPath, startMemoryAndDisk, turnTimes, underLoad } from "./measures.ts";

const USAGE = `Usage: npm run bench -- [--json]

  Measures the bundle in dist/ (npm run build) against a simulated home and a scripted model on this machine.
  --json  one line for each figure: {"name","value","unit","goal","holds"}
`;

const { values } = parseArgs({ strict: true, options: { json: { type: "boolean" }, help: { type: "boolean" } } });
if (values.help) {
  process.stdout.write(USAGE);
} else {
  const figures: Figure[] = [];
  for (const measure of [startMemoryAndDisk, turnTimes, recogniserPath, underLoad]) figures.push(...(await measure()));
  for (const figure of figures) process.stdout.write(values.json ? `${JSON.stringify(figure)}\n` : line(figure));
  process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1;
}

function line({ name, value, unit, goal, holds }: Figure): string {
  return `${holds ? "ok  " : "MISS"} ${name.padEnd(40)} ${String(value).padStart(10)} ${unit.padEnd(6)} ${goal}\n`;
}
