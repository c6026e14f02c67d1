// Quality figures: `npm run eval -- SUITE --data DIR [--json] [--seed N] [--model-url URL --model NAME] [--limit N] [--cases id,…]` over labelled rows,
// `npm run eval -- sanitizer [--data DIR] [--json] [--limit N] [--cases id,…]`,
// `npm run eval -- everyday [--json] [--limit N] [--cases id,…]`, `npm run eval -- schedules [--json] [--limit N] [--cases id,…]`,
// `npm run eval -- automations [--json] [--limit N] [--cases id,…]`,
// `npm run eval -- habits [--json] [--seed N] [--limit N]`, `npm run eval -- attention [--json] [--seed N] [--limit N]`,
// `npm run eval -- memory [--json] [--seed N] [--model-url URL --model NAME] [--limit N] [--cases id,…]`
// and `npm run eval -- knowledge [--json] [--seed N] [--model-url URL --embedding-model NAME] [--limit N] [--cases id,…]`
import { actions } from "./actions.ts";
import { readArguments } from "./arguments.ts";
import { attention } from "./attention.ts";
import { automations } from "./automations.ts";
import { everyday } from "./everyday.ts";
import { firewall } from "./firewall.ts";
import { habits } from "./habits.ts";
import { knowledge } from "./knowledge.ts";
import { memory } from "./memory.ts";
import { jsonReport, tableReport } from "./report.ts";
import { retrieval } from "./retrieval.ts";
import { EvalDataError } from "./rows.ts";
import { sanitizer } from "./sanitizer.ts";
import { schedules } from "./schedules.ts";
import type { Suite } from "./suite.ts";

const SUITES: Readonly<Record<string, Suite>> = {
  actions,
  attention,
  automations,
  everyday,
  firewall,
  habits,
  knowledge,
  memory,
  retrieval,
  sanitizer,
  schedules,
};

const USAGE = [
  "npm run eval -- SUITE --data DIR [--json] [--seed N] [--model-url URL --model NAME] [--limit N] [--cases ID,ID]",
  "npm run eval -- sanitizer [--data DIR] [--json] [--limit N] [--cases ID,ID]",
  "npm run eval -- everyday [--json] [--limit N] [--cases ID,ID]",
  "npm run eval -- schedules [--json] [--limit N] [--cases ID,ID]",
  "npm run eval -- automations [--json] [--limit N] [--cases ID,ID]",
  "npm run eval -- attention [--json] [--seed N] [--limit N]",
  "npm run eval -- habits [--json] [--seed N] [--limit N]",
  "npm run eval -- memory [--json] [--seed N] [--model-url URL --model NAME] [--limit N] [--cases ID,ID]",
  "npm run eval -- knowledge [--json] [--seed N] [--model-url URL --embedding-model NAME] [--limit N] [--cases ID,ID]",
].join("\n");
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const command = readArguments(process.argv.slice(2), SUITES);
if ("problem" in command) {
  const suites = Object.entries(SUITES).map(([name, { about }]) => `  ${name}  ${about}\n`);
  process.stderr.write(`${command.problem}\n\n${USAGE}\n${suites.join("")}`);
  process.exitCode = EXIT_USAGE;
} else {
  try {
    const onCase = (line: string) => void process.stderr.write(`${line}\n`);
    const report = await SUITES[command.suite]?.run({ ...command, onCase });
    if (report) process.stdout.write(command.json ? jsonReport(command.suite, report) : tableReport(command.suite, report));
  } catch (error) {
    if (!(error instanceof EvalDataError || error instanceof RangeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EXIT_FAILED;
  }
}
