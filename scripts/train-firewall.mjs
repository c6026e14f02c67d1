// Trains the firewall's model (src/security/firewall.ts) and writes src/security/firewall-weights.ts. Deterministic, a minute:
//   node scripts/train-firewall.mjs FOLDER            writes the weights
//   node scripts/train-firewall.mjs FOLDER --check    prints how rows are judged that were left out; writes nothing
// It learns from the templates of scripts/firewall-data/, from rows of FOLDER (attacks.jsonl, benign.jsonl) whose licence allows it, and from
// this project's own pages and manuals as harmless documents. No row is kept in the project: only what words and pieces of words weigh.
// Templates are our own words: one that shares eight words in a row with a row of FOLDER stops it.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HEAT_PUMP } from "../eval/knowledge-manual-heat-pump.ts";
import { BOILER, DISHWASHER } from "../eval/knowledge-manual-texts.ts";
import { createSentenceReader, joined, visitFeatures } from "../src/security/firewall-features.ts";
import { piecesOf, windowsOf } from "../src/security/firewall-pieces.ts";
import { plainText } from "../src/security/firewall-plain.ts";
import { createReadings, hiddenSentences, isPigLatin } from "../src/security/firewall-readings.ts";
import { marksOf } from "../src/security/firewall-rules.ts";
import { createRandom } from "./claim-sentences.mjs";
import { borrowedTemplates } from "./firewall-overlap.mjs";
import { firewallSentences } from "./firewall-sentences.mjs";
import { DROPPED, descend, pack, quantise } from "./linear-model.mjs";

const WEIGHTS = new URL("../src/security/firewall-weights.ts", import.meta.url);
/** Pages of ours; those that quote attacks are no examples of harmless ones. */
const PAGES = "{README,CHANGELOG,AGENTS,docs/**/*}.md";
const QUOTES_ATTACKS = /security|firewall/;
const ROOT = new URL("../", import.meta.url);
const SEED = 20261122;
const EPOCHS = 6;
const SHRINK = 4e-3;
/** What fits into 144 KB of text, at four characters each. */
const FEATURES = 36_000;
/** A feature of fewer rows and templates tells one of them by heart. */
const LEAST_ROWS = 2;
const SENTENCES_OF_TEMPLATE = { attack: 9, benign: 12 };
/** Every such attack is learned with harmless words around it, too, of so many characters on each side: texts do not always part sentences. */
const EMBEDDED = 3;
const AROUND = 40;
const EMBEDDED_WEIGHT = 0.1;
const TEMPLATE_WEIGHT = 0.4;
/** Of a long text with an attack somewhere in it: the windows that sound most like one after a first training. */
const WORST_WINDOWS = 2;
/** What these windows of a harmless text weigh more than its others: one of them is enough for a false alarm. */
const WORST_WEIGHT = 1;
const ROUNDS = 3;
/** Trainings whose mean is kept. */
const RUNS = 7;
const FOLDS = 5;
/** From the least of these on a sentence is cut that holds the goals for harmless rows. */
const THRESHOLDS = Array.from({ length: 61 }, (_, at) => (120 + at) / 200);
/** Every such one is told. */
const TOLD = 10;
/** The goals are 0.01 and 0.03; half a row of the folds is 0.001. */
const GOALS = { benign: 0.0105, notInject: 0.03 };
/** Characters of a row. */
const LONGEST = 20_000;
/** MIT, Apache and Creative Commons without a further condition; nothing whose licence nobody checked, as what a fork added to AgentDojo. */
const isAllowed = ({ license, source }) =>
  /^(MIT|Apache-2\.0|CC BY 4\.0)/.test(license) && !/not verified|dailylife/.test(license + source);

function readRows(folder) {
  const read = (file) =>
    readFileSync(join(folder, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const attacks = read("attacks.jsonl").filter((row) => row.class === "explicit");
  return [...attacks.map((row) => ({ ...row, attack: true })), ...read("benign.jsonl").map((row) => ({ ...row, attack: false }))].map(
    (row) => ({ ...row, group: groupOf(row), ...readText(row.text) }),
  );
}

/** The sections of our own pages and manuals, as harmless documents. They are learned from and never judged. */
function readPages() {
  const pages = globSync(PAGES, { cwd: ROOT })
    .filter((file) => !QUOTES_ATTACKS.test(file))
    .toSorted()
    .flatMap((file) => readFileSync(new URL(file, ROOT), "utf8").split(/^(?=#)/mu));
  const manuals = [...BOILER, ...DISHWASHER, ...HEAT_PUMP].map(({ title, text }) => `${title}\n${text.replace("{injected}", "")}`);
  return [...pages, ...manuals].map((text, at) => ({ id: `page ${at}`, attack: false, ...readText(text) }));
}

/** As screenText cuts it up. */
function readText(source) {
  const { text, hidden } = plainText(source.slice(0, LONGEST), { markup: true });
  const pieces = piecesOf(text);
  const read = pieces.map((piece) => readSentence(piece.text));
  const readings = createReadings(text);
  return {
    coded: hidden > 0 || hiddenSentences(text).length > 0 || marksOf(text).length > 0,
    windows: windowsOf(pieces).map(({ from, to }) => {
      const window = text.slice(pieces[from].start, pieces[to - 1].end);
      return {
        features: featuresOf(joined(read.slice(from, to))),
        coded: isPigLatin(window),
        others: readings(window).map((reading) => featuresOf(readSentence(reading))),
      };
    }),
  };
}

/** Rows of one maker share their wording. */
function groupOf({ source, kind }) {
  if (source.includes("garak")) return `garak ${kind.split(/[-/]/)[0]}`;
  const known = ["CyberSecEval", "AgentDojo", "InjecAgent", "NotInject", "PIGuard", "BIPIA", "SLURP", "OHF-Voice", "addons", "ha-mcp"];
  return known.find((name) => source.includes(name)) ?? kind;
}

const readSentence = createSentenceReader();

function featuresOf(sentence) {
  const found = new Set();
  visitFeatures(sentence, (feature) => found.add(feature));
  return [...found];
}

function makeTemplates(random) {
  const attacks = firewallSentences("attacks.txt", random, SENTENCES_OF_TEMPLATE.attack);
  const benign = firewallSentences("benign.txt", random, SENTENCES_OF_TEMPLATE.benign);
  const pick = () => benign[Math.floor(random() * benign.length)].text;
  const sample = (target, { text, template }, weight = TEMPLATE_WEIGHT) => ({
    features: featuresOf(readSentence(text)),
    target,
    weight,
    of: `${target} ${template}`,
  });
  return [
    ...attacks.map((one) => sample(1, one)),
    ...attacks
      .filter((_, at) => at % EMBEDDED === 0)
      .map((one) => sample(1, { ...one, text: `${pick().slice(-AROUND)} ${one.text} ${pick().slice(0, AROUND)}` }, EMBEDDED_WEIGHT)),
    ...benign.map((one) => sample(0, one)),
  ];
}

/** The model over templates and rows; of a long attack its worst windows stand for all of it. */
function train(rows, templates, random) {
  const windows = rows.map((row) => ({ ...row, samples: row.windows.map(({ features }) => ({ features, of: row.id })) }));
  let model;
  for (let round = 0; round < ROUNDS; round += 1) {
    const samples = [...templates, ...windows.flatMap((row) => (row.attack ? attackSamples(row, model) : benignSamples(row, model)))];
    const chosen = chosenOf(samples, random);
    model =
      round < ROUNDS - 1
        ? descend(samples, chosen, EPOCHS - 2, random, SHRINK)
        : meanOf(Array.from({ length: RUNS }, () => descend(samples, chosen, EPOCHS, random, SHRINK)));
  }
  const { steps, scale, bias } = quantise(model);
  // features were hidden while it learned: all of them together weigh that much less
  return { steps, scale: scale * (1 - DROPPED), bias };
}

function attackSamples({ samples }, model) {
  const some = samples.length <= WORST_WINDOWS ? samples : worstOf(samples, model);
  return some.map((sample) => ({ ...sample, target: 1, weight: 1 }));
}

/** A longer text weighs more, but less than its length. */
function benignSamples({ samples }, model) {
  const worst = new Set(samples.length === 1 ? [] : worstOf(samples, model));
  return samples.map((sample) => ({
    ...sample,
    target: 0,
    weight: 1 / Math.sqrt(samples.length) + (worst.has(sample) ? WORST_WEIGHT : 0),
  }));
}

/** None before a first training. */
function worstOf(samples, model) {
  if (!model) return [];
  return samples.toSorted((one, other) => sumOf(model, other.features) - sumOf(model, one.features)).slice(0, WORST_WINDOWS);
}

/** Each training hides other features: their mean is steadier than any of them. */
function meanOf(models) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [{ weights }] = models;
  return {
    weights: new Map([...weights.keys()].map((feature) => [feature, mean(models.map((model) => model.weights.get(feature)))])),
    bias: mean(models.map(({ bias }) => bias)),
  };
}

function sumOf({ weights }, features) {
  return features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0);
}

/** Features that several rows or templates share, and of those the heaviest in a short training. */
function chosenOf(samples, random) {
  const owners = new Map();
  for (const { features, of } of samples) {
    for (const feature of features) {
      const known = owners.get(feature) ?? new Set();
      if (known.size < LEAST_ROWS) owners.set(feature, known.add(of));
    }
  }
  const shared = [...owners.keys()].filter((feature) => owners.get(feature).size === LEAST_ROWS);
  const { weights } = descend(samples, new Set(shared), 2, random, SHRINK);
  return new Set(
    shared.toSorted((one, other) => Math.abs(weights.get(other)) - Math.abs(weights.get(one)) || one - other).slice(0, FEATURES),
  );
}

/** The worst of a row's windows, 0 to 1, as screenText comes to it. */
function scoreOf({ steps, scale, bias }, { coded, windows }) {
  if (coded) return 1;
  const plain = (features) => {
    const sum = features.reduce((total, feature) => total + (steps.get(feature) ?? 0), 0);
    return 1 / (1 + Math.exp(-(sum * scale + bias)));
  };
  return Math.max(0, ...windows.map((window) => (window.coded ? 1 : Math.max(plain(window.features), ...window.others.map(plain)))));
}

function check(rows, pages) {
  const judged = judgeLeftOut(rows, pages, foldsOf(rows));
  const cutFrom = thresholdOf(judged);
  report("random folds", judged, cutFrom);
  report("one source left out", judgeLeftOut(rows, pages, [...Map.groupBy(rows, ({ group }) => group).values()]), cutFrom);
}

function foldsOf(rows) {
  const random = createRandom(SEED);
  return [...Map.groupBy(rows, () => Math.floor(random() * FOLDS)).values()];
}

function judgeLeftOut(rows, pages, parts) {
  return parts.flatMap((part) => {
    const random = createRandom(SEED);
    const left = new Set(part);
    const model = train([...rows.filter((row) => !left.has(row) && isAllowed(row)), ...pages], makeTemplates(random), random);
    return part.map((row) => ({ row, score: scoreOf(model, row) }));
  });
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
  process.stdout.write(`${name}, ${judged.length} rows, cut from ${cutFrom}\n`);
  for (const threshold of THRESHOLDS.filter((one, at) => at % TOLD === 0 || one === cutFrom)) {
    const { explicit, benign, notInject } = sharesOf(judged, threshold);
    process.stdout.write(`  from ${threshold}: explicit ${explicit}, benign ${benign}, NotInject ${notInject}\n`);
  }
  if (!process.argv.includes("--rows")) return;
  for (const [group, some] of Map.groupBy(judged, ({ row }) => `${row.group} ${row.attack ? "+" : "-"}`)) {
    process.stdout.write(`  ${group} ${some.filter(({ row, score }) => score >= cutFrom === row.attack).length}/${some.length}\n`);
  }
  for (const { row, score } of judged.filter((one) => one.score >= cutFrom !== one.row.attack)) {
    process.stdout.write(`  ${row.attack ? "missed" : "false "} ${score.toFixed(2)} ${row.id} ${JSON.stringify(row.text.slice(0, 120))}\n`);
  }
}

function write(rows, pages) {
  const random = createRandom(SEED);
  const allowed = rows.filter(isAllowed);
  const { steps, scale, bias } = train([...allowed, ...pages], makeTemplates(random), random);
  const judged = judgeLeftOut(rows, pages, foldsOf(rows));
  const cutFrom = thresholdOf(judged);
  const { explicit, benign, notInject } = sharesOf(judged, cutFrom);
  report("random folds", judged, cutFrom);
  const source = [
    `// Made by scripts/train-firewall.mjs from the templates of scripts/firewall-data, the pages of docs and ${allowed.length} rows; do not edit, train again.`,
    `export const FIREWALL_SCALE = ${scale};`,
    `export const FIREWALL_BIAS = ${bias};`,
    "/** From here on a sentence is cut: the least score that held the goals for harmless rows that were left out of the training. */",
    `export const FIREWALL_CUT_FROM = ${cutFrom};`,
    `/** Shares of rows cut that were left out of the training, ${FOLDS} folds: what is to be expected of rows that nobody has seen. */`,
    `export const FIREWALL_LEFT_OUT = { explicit: ${explicit}, benign: ${benign}, notInject: ${notInject} } as const;`,
    "/** Features and their weights, as readWeights in packed-weights.ts takes them apart. */",
    `export const FIREWALL_WEIGHTS =
  "${pack(steps)}";`,
    "",
  ].join("\n");
  writeFileSync(WEIGHTS, source);
  process.stdout.write(`${allowed.length} of ${rows.length} rows, ${steps.size} features, ${source.length} bytes\n`);
}

const [folder] = process.argv.slice(2);
if (folder === undefined || folder.startsWith("--")) {
  process.stderr.write("Usage: node scripts/train-firewall.mjs FOLDER [--check [--rows]]\n");
  process.exitCode = 1;
} else {
  const borrowed = borrowedTemplates(folder);
  if (borrowed.length > 0) {
    process.stderr.write(`Not our own words:\n${borrowed.map((one) => `  ${one}\n`).join("")}`);
    process.exitCode = 1;
  } else if (process.argv.includes("--check")) check(readRows(folder), readPages());
  else write(readRows(folder), readPages());
}
