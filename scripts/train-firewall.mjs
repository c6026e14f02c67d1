// Trains the firewall's model (src/security/firewall.ts) and writes src/security/firewall-weights.ts. Deterministic, a minute:
//   node scripts/train-firewall.mjs FOLDER            writes the weights
//   node scripts/train-firewall.mjs FOLDER --check    prints how rows are judged that were left out; writes nothing
//
// It learns from the templates of scripts/firewall-data/ and from rows of FOLDER (attacks.jsonl, benign.jsonl) whose licence allows it.
// No row is kept in the project: only what words and pieces of words weigh.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWordReader, visitFeatures } from "../src/security/firewall-features.ts";
import { sentencesOf, windowsOf } from "../src/security/firewall-pieces.ts";
import { plainText } from "../src/security/firewall-plain.ts";
import { hiddenSentences, isPigLatin, otherReadings } from "../src/security/firewall-readings.ts";
import { explicitReason } from "../src/security/firewall-rules.ts";
import { CUT_FROM } from "../src/security/firewall-score.ts";
import { createRandom } from "./claim-sentences.mjs";
import { firewallSentences } from "./firewall-sentences.mjs";
import { DROPPED, descend, pack, quantise } from "./linear-model.mjs";

const WEIGHTS = new URL("../src/security/firewall-weights.ts", import.meta.url);
const SEED = 20261122;
const EPOCHS = 6;
/** What fits into 96 KB of text, at four characters each. */
const FEATURES = 24_000;
/** A feature of fewer rows and templates tells one of them by heart. */
const LEAST_ROWS = 2;
const SENTENCES_OF_TEMPLATE = { attack: 6, benign: 12 };
const TEMPLATE_WEIGHT = 0.5;
/** Of a long text with an attack somewhere in it: the windows that sound most like one after a first training. */
const WORST_WINDOWS = 2;
const ROUNDS = 3;
/** Trainings whose mean is kept. */
const RUNS = 3;
const FOLDS = 5;
/** Around the one that is used. */
const THRESHOLDS = [0.6, 0.7, 0.75, CUT_FROM, 0.85, 0.9, 0.95];
/** Characters of a row. */
const LONGEST = 20_000;
/** The texts of a Creative Commons licence without a further condition, MIT and Apache; nothing whose licence nobody checked. */
const isAllowed = (license) => /^(?:MIT|Apache-2\.0|CC BY 4\.0)/.test(license) && !license.includes("not verified");

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

/** As screenText cuts it up. */
function readText(source) {
  const { text, hidden } = plainText(source.slice(0, LONGEST), { markup: true });
  const sentences = sentencesOf(text);
  return {
    coded: hidden > 0 || hiddenSentences(text).length > 0,
    windows: windowsOf(sentences).map(({ from, to }) => {
      const window = text.slice(sentences[from].start, sentences[to - 1].end);
      const words = sentences.slice(from, to).flatMap((sentence) => readWords(sentence.text));
      return { text: window, features: featuresOf(window, words) };
    }),
  };
}

/** Rows of one maker share their wording. */
function groupOf({ source, kind }) {
  if (source.includes("garak")) return `garak ${kind.split(/[-/]/)[0]}`;
  const known = ["CyberSecEval", "AgentDojo", "InjecAgent", "NotInject", "PIGuard", "BIPIA", "SLURP", "OHF-Voice", "addons", "ha-mcp"];
  return known.find((name) => source.includes(name)) ?? kind;
}

const readWords = createWordReader();

/** Of sentences that are read together; of a template's only one. */
function featuresOf(text, words = readWords(text)) {
  const found = new Set();
  visitFeatures(words, text, (feature) => found.add(feature));
  return [...found];
}

function makeTemplates(random) {
  const make = (file, count, attack) =>
    firewallSentences(file, random, count).map(({ text, template }) => ({
      features: featuresOf(text),
      target: attack ? 1 : 0,
      weight: TEMPLATE_WEIGHT,
      of: `${file} ${template}`,
    }));
  return [...make("attacks.txt", SENTENCES_OF_TEMPLATE.attack, true), ...make("benign.txt", SENTENCES_OF_TEMPLATE.benign, false)];
}

/** The model over templates and rows; of a long attack its worst windows stand for all of it. */
function train(rows, templates, random) {
  const windows = rows.map((row) => ({ ...row, samples: row.windows.map(({ features }) => ({ features, of: row.id })) }));
  const benign = windows
    .filter((row) => !row.attack)
    .flatMap(({ samples }) => samples.map((sample) => ({ ...sample, target: 0, weight: 1 / Math.sqrt(samples.length) })));
  let model;
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = model;
    const attacks = windows
      .filter((row) => row.attack)
      .flatMap(({ samples }) => {
        if (samples.length <= WORST_WINDOWS) return samples;
        if (!known) return [];
        return samples.toSorted((one, other) => sumOf(known, other.features) - sumOf(known, one.features)).slice(0, WORST_WINDOWS);
      })
      .map((sample) => ({ ...sample, target: 1, weight: 1 }));
    const samples = [...templates, ...benign, ...attacks];
    const chosen = chosenOf(samples, random);
    model =
      round < ROUNDS - 1
        ? descend(samples, chosen, EPOCHS - 2, random)
        : meanOf(Array.from({ length: RUNS }, () => descend(samples, chosen, EPOCHS, random)));
  }
  const { steps, scale, bias } = quantise(model);
  // features were hidden while it learned: all of them together weigh that much less
  return { steps, scale: scale * (1 - DROPPED), bias };
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
  const { weights } = descend(samples, new Set(shared), 2, random);
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
  const one = ({ text, features }) => {
    if (explicitReason(text) || isPigLatin(text)) return 1;
    return Math.max(plain(features), ...otherReadings(text).map((reading) => plain(featuresOf(reading))));
  };
  return Math.max(0, ...windows.map(one));
}

function check(rows) {
  report("random folds", judgeLeftOut(rows, foldsOf(rows)));
  report("one source left out", judgeLeftOut(rows, [...Map.groupBy(rows, ({ group }) => group).values()]));
}

function foldsOf(rows) {
  const random = createRandom(SEED);
  return [...Map.groupBy(rows, () => Math.floor(random() * FOLDS)).values()];
}

function judgeLeftOut(rows, parts) {
  return parts.flatMap((part) => {
    const random = createRandom(SEED);
    const left = new Set(part);
    const model = train(
      rows.filter((row) => !left.has(row) && isAllowed(row.license)),
      makeTemplates(random),
      random,
    );
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

function report(name, judged) {
  process.stdout.write(`${name}, ${judged.length} rows\n`);
  for (const threshold of THRESHOLDS) {
    const { explicit, benign, notInject } = sharesOf(judged, threshold);
    process.stdout.write(`  from ${threshold}: explicit ${explicit}, benign ${benign}, NotInject ${notInject}\n`);
  }
  if (!process.argv.includes("--rows")) return;
  for (const [group, some] of Map.groupBy(judged, ({ row }) => `${row.group} ${row.attack ? "+" : "-"}`)) {
    process.stdout.write(`  ${group} ${some.filter(({ row, score }) => score >= CUT_FROM === row.attack).length}/${some.length}\n`);
  }
  for (const { row, score } of judged.filter((one) => one.score >= CUT_FROM !== one.row.attack)) {
    process.stdout.write(`  ${row.attack ? "missed" : "false "} ${score.toFixed(2)} ${row.id} ${JSON.stringify(row.text.slice(0, 120))}\n`);
  }
}

function write(rows) {
  const random = createRandom(SEED);
  const allowed = rows.filter(({ license }) => isAllowed(license));
  const { steps, scale, bias } = train(allowed, makeTemplates(random), random);
  const { explicit, benign, notInject } = sharesOf(judgeLeftOut(rows, foldsOf(rows)), CUT_FROM);
  const source = [
    `// Made by scripts/train-firewall.mjs from the templates of scripts/firewall-data and ${allowed.length} rows; do not edit, train again.`,
    `export const FIREWALL_SCALE = ${scale};`,
    `export const FIREWALL_BIAS = ${bias};`,
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
} else if (process.argv.includes("--check")) check(readRows(folder));
else write(readRows(folder));
