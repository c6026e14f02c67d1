// Trains the firewall's model (src/security/injection/firewall.ts) and writes src/trained/firewall.weights and its metadata. Deterministic, some minutes:
//   node scripts/train-firewall.mjs FOLDER --sources CLONES                     writes the weights
//   node scripts/train-firewall.mjs FOLDER --sources CLONES --check [--rows]    prints how rows are judged that were left out; writes nothing
// It learns from the templates of scripts/firewall-data/, from rows of FOLDER (attacks.jsonl, benign.jsonl) whose licence allows it, and, as
// harmless documents, from this project's own pages and manuals and from the repositories of scripts/firewall-data/sources.json, which are in
// CLONES as owner+name (docs/decisions/2026-11-22-firewall.md tells how they get there). No text of others is kept in the project: only what
// words and pieces of words weigh. Templates are our own words: one that shares eight words in a row with a row of FOLDER stops it.
import { parseArgs } from "node:util";
import { createRandom } from "./claim-sentences.mjs";
import { borrowedTemplates } from "./firewall-overlap.mjs";
import { isAllowed, makeTemplates, readDocuments, readPages, readRows } from "./firewall-rows.mjs";
import { missingSources } from "./firewall-sources.mjs";
import { scoreOf, trainModel } from "./firewall-training.mjs";
import { writeModel } from "./linear-model.mjs";

const SEED = 20261122;
const FOLDS = 5;
/** Rows are parted into folds in so many ways: how they happen to fall is a hundredth of attacks. */
const FOLDINGS = 5;
/** From the least of these on a sentence is cut that holds the goals for harmless rows. */
const THRESHOLDS = Array.from({ length: 61 }, (_, at) => (120 + at) / 200);
/** Every such one is told. */
const TOLD = 10;
/** The goals are 0.01 and 0.03; half a row of the folds is 0.001. */
const GOALS = { benign: 0.0105, notInject: 0.03 };

function check(rows, harmless) {
  const judged = judgeFolds(rows, harmless);
  const cutFrom = thresholdOf(judged);
  report(`${FOLDINGS} times random folds`, judged, cutFrom);
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()];
  report("one maker left out", judgeLeftOut(rows, harmless, groups), cutFrom);
}

/** Each row as often as rows are parted into folds. */
function judgeFolds(rows, harmless) {
  return Array.from({ length: FOLDINGS }, (_, at) => judgeLeftOut(rows, harmless, foldsOf(rows, SEED + at))).flat();
}

function foldsOf(rows, seed) {
  const random = createRandom(seed);
  return [...Map.groupBy(rows, () => Math.floor(random() * FOLDS)).values()];
}

function judgeLeftOut(rows, harmless, parts) {
  return parts.flatMap((part) => {
    const left = new Set(part);
    const model = trainUpon(
      rows.filter((row) => !left.has(row)),
      harmless,
    );
    return part.map((row) => ({ row, score: scoreOf(model, row) }));
  });
}

function trainUpon(rows, harmless) {
  const random = createRandom(SEED);
  return trainModel([...rows.filter(isAllowed), ...harmless], makeTemplates(random), random);
}

/** Shares of what is cut: of attacks, of NotInject's rows, and of all other rows that are none. */
function sharesOf(judged, threshold) {
  const share = (some) => Number((some.filter(({ score }) => score >= threshold).length / some.length).toFixed(4));
  const isNotInject = ({ row }) => row.group === "NotInject";
  return {
    explicit: share(judged.filter(({ row }) => row.attack)),
    benign: share(judged.filter((one) => !one.row.attack && !isNotInject(one))),
    notInject: share(judged.filter(isNotInject)),
  };
}

function thresholdOf(judged) {
  const holds = ({ benign, notInject }) => benign <= GOALS.benign && notInject <= GOALS.notInject;
  return THRESHOLDS.find((threshold) => holds(sharesOf(judged, threshold))) ?? THRESHOLDS.at(-1);
}

function report(name, judged, cutFrom) {
  say(`${name}, ${judged.length} judgements, cut from ${cutFrom}`);
  for (const threshold of THRESHOLDS.filter((one, at) => at % TOLD === 0 || one === cutFrom)) {
    const { explicit, benign, notInject } = sharesOf(judged, threshold);
    say(`  from ${threshold}: explicit ${explicit}, benign ${benign}, NotInject ${notInject}`);
  }
  if (!options.rows) return;
  const isRight = ({ row, score }) => score >= cutFrom === row.attack;
  for (const [group, some] of Map.groupBy(judged, ({ row }) => `${row.group} ${row.attack ? "+" : "-"}`)) {
    say(`  ${group} ${some.filter(isRight).length}/${some.length}`);
  }
  for (const { row, score } of judged.filter((one) => !isRight(one))) {
    say(`  ${row.attack ? "missed" : "false "} ${score.toFixed(2)} ${row.id} ${JSON.stringify(row.text.slice(0, 120))}`);
  }
}

function write(rows, harmless) {
  const allowed = rows.filter(isAllowed);
  const { steps, scale, bias } = trainUpon(allowed, harmless);
  const judged = judgeFolds(rows, harmless);
  const cutFrom = thresholdOf(judged);
  report(`${FOLDINGS} times random folds`, judged, cutFrom);
  const metadata = {
    madeBy: "scripts/train-firewall.mjs",
    rows: allowed.length,
    scale,
    bias,
    cutFrom,
    leftOut: { folds: FOLDS, foldings: FOLDINGS, ...sharesOf(judged, cutFrom) },
  };
  writeModel("firewall", steps, metadata);
  say(`${allowed.length} of ${rows.length} rows, ${harmless.length} harmless texts, ${steps.size} features`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Why nothing can be trained, if so. */
function objectionTo(folder, sources) {
  if (folder === undefined || sources === undefined)
    return "Usage: node scripts/train-firewall.mjs FOLDER --sources CLONES [--check [--rows]]";
  const missing = missingSources(sources);
  if (missing.length > 0) return `Not in ${sources}, as owner+name with this commit:\n${missing.join("\n")}`;
  const borrowed = borrowedTemplates(folder);
  return borrowed.length > 0 ? `Not our own words:\n${borrowed.join("\n")}` : undefined;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { sources: { type: "string" }, check: { type: "boolean" }, rows: { type: "boolean" } },
});
const [folder] = positionals;
const objection = objectionTo(folder, options.sources);
if (objection === undefined) {
  const harmless = [...readPages(), ...readDocuments(options.sources, { rows: folder, onSource: say })];
  if (options.check) check(readRows(folder), harmless);
  else write(readRows(folder), harmless);
} else {
  process.stderr.write(`${objection}\n`);
  process.exitCode = 1;
}
