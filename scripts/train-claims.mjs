// Trains the claim detector (src/security/claims.ts) and writes src/security/claims-weights.ts. Deterministic, half a minute:
//   node scripts/train-claims.mjs            writes the weights
//   node scripts/train-claims.mjs --check    leaves out a sixth of the templates and prints how they are judged; writes nothing
//
// What it learns from is made here from the templates of scripts/claims-data/<language>.txt, one file a language: a new language is
// a new file. The sentences of tests/security/ are never read.
import { writeFileSync } from "node:fs";
import { claimFeatures } from "../src/security/claim-features.ts";
import { createRandom, makeRows } from "./claim-sentences.mjs";

const WEIGHTS = new URL("../src/security/claims-weights.ts", import.meta.url);
const EPOCHS = 8;
const RATE = 0.15;
const SHRINK = 1e-3;
/** Share of features hidden in each step, so that the model does not lean on a single word and bears words it never saw. */
const DROPPED = 0.5;
/** What fits into 64 KB of text, at four characters each. */
const FEATURES = 16_000;
/** A feature of fewer sentences is chance. */
const LEAST_SENTENCES = 8;
/** A feature of fewer templates tells one template by heart. */
const LEAST_TEMPLATES = 4;
/** Share of the weights that are larger than what six bits hold. */
const CLIP = 0.001;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** As in src/security/claims.ts. */
const THRESHOLD = 0.6;
const SEED = 20261122;

function shuffle(list, random) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}

/** Which features are worth their place: known from several templates, and heavy in a first training with all of them. */
function train(rows, random) {
  const samples = rows.map((row) => ({ features: [...claimFeatures(row.sentence)], target: row.claim ? 1 : 0, template: row.id }));
  const templates = new Map();
  const counts = new Map();
  for (const { features, template } of samples) {
    for (const feature of features) {
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
      const known = templates.get(feature) ?? new Set();
      if (known.size < LEAST_TEMPLATES) templates.set(feature, known.add(template));
    }
  }
  const shared = [...counts.keys()].filter(
    (feature) => templates.get(feature).size === LEAST_TEMPLATES && counts.get(feature) >= LEAST_SENTENCES,
  );
  const all = descend(samples, new Set(shared), 3, random);
  const worth = (feature) => Math.abs(all.weights.get(feature)) * Math.sqrt(counts.get(feature));
  const best = shared.sort((a, b) => worth(b) - worth(a) || a - b).slice(0, FEATURES);
  return descend(samples, new Set(best), EPOCHS, random);
}

/** Logistic regression by AdaGrad over some of the features; the mean of what the later rounds end with, which is steadier than the last. */
function descend(samples, chosen, epochs, random) {
  const index = new Map([...chosen].map((feature, at) => [feature, at]));
  const rows = samples.map(({ features, target }) => ({ features: features.flatMap((feature) => index.get(feature) ?? []), target }));
  const weights = new Float64Array(index.size);
  const squares = new Float64Array(index.size).fill(1);
  let bias = 0;
  let biasSquares = 1;
  const means = new Float64Array(index.size);
  let meanBias = 0;
  let kept = 0;
  const positives = rows.filter((row) => row.target === 1).length;
  const share = [rows.length / (2 * (rows.length - positives)), rows.length / (2 * positives)];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(rows, random);
    for (const { features, target } of rows) {
      const seen = features.filter(() => random() >= DROPPED);
      let sum = bias;
      for (const feature of seen) sum += weights[feature];
      const error = (1 / (1 + Math.exp(-sum)) - target) * share[target];
      biasSquares += error * error;
      bias -= (RATE * error) / Math.sqrt(biasSquares);
      for (const feature of seen) {
        const slope = error + SHRINK * weights[feature];
        squares[feature] += slope * slope;
        weights[feature] -= (RATE * slope) / Math.sqrt(squares[feature]);
      }
    }
    if (epoch >= epochs / 2) {
      kept += 1;
      meanBias += bias;
      weights.forEach((weight, at) => {
        means[at] += weight;
      });
    }
  }
  return { weights: new Map([...index].map(([feature, at]) => [feature, means[at] / kept])), bias: meanBias / kept };
}

/** Six bits a weight, -31 to 31 steps; the few beyond CLIP are cut, those that round to nothing left out. */
function quantise({ weights, bias }) {
  const sizes = Float64Array.from(weights.values(), Math.abs).sort();
  const scale = sizes[Math.floor(sizes.length * (1 - CLIP))] / 31;
  const steps = new Map();
  for (const [feature, weight] of [...weights].sort(([a], [b]) => a - b)) {
    const step = Math.max(-31, Math.min(31, Math.round(weight / scale)));
    if (step !== 0) steps.set(feature, step);
  }
  return { steps, scale, bias };
}

function score({ steps, scale, bias }, sentence) {
  let sum = 0;
  for (const feature of claimFeatures(sentence)) sum += steps.get(feature) ?? 0;
  return 1 / (1 + Math.exp(-(sum * scale + bias)));
}

/** As claims.ts reads it: three characters for the distance from the hash before, one for the weight, plus 32. */
function pack(steps) {
  let before = 0;
  let packed = "";
  for (const [feature, step] of steps) {
    const distance = feature - before;
    before = feature;
    packed += ALPHABET[distance >> 12] + ALPHABET[(distance >> 6) & 63] + ALPHABET[distance & 63] + ALPHABET[step + 32];
  }
  return packed;
}

function check() {
  const parts = 6;
  const figures = new Map();
  for (let part = 0; part < parts; part += 1) {
    const random = createRandom(SEED);
    const model = quantise(
      train(
        makeRows(random, (index) => index % parts !== part),
        random,
      ),
    );
    for (const row of makeRows(random, (index) => index % parts === part)) {
      const figure = figures.get(row.text) ?? { ...row, right: 0, all: 0, wrong: "" };
      const right = score(model, row.sentence) >= THRESHOLD === row.claim;
      figures.set(row.text, {
        ...figure,
        right: figure.right + (right ? 1 : 0),
        all: figure.all + 1,
        wrong: right ? figure.wrong : row.sentence,
      });
    }
  }
  const list = [...figures.values()];
  for (const { language, claim, text, right, all, wrong } of list.filter((figure) => figure.right / figure.all < 0.8)) {
    process.stdout.write(`${language} ${claim ? "+" : "-"} ${((100 * right) / all).toFixed(0)} %  ${text.slice(0, 60)}   e.g. ${wrong}\n`);
  }
  for (const claim of [true, false]) {
    const some = list.filter((figure) => figure.claim === claim);
    const mean = some.reduce((sum, { right, all }) => sum + right / all, 0) / some.length;
    process.stdout.write(
      `${claim ? "claims found" : "plain left alone"} in templates never seen: ${mean.toFixed(3)} (${some.length} templates)\n`,
    );
  }
}

function write() {
  const random = createRandom(SEED);
  const rows = makeRows(random, () => true);
  const { steps, scale, bias } = quantise(train(rows, random));
  const source = [
    `// Made by scripts/train-claims.mjs from ${rows.length} sentences of scripts/claims-data; do not edit, train again.`,
    `export const CLAIM_SCALE = ${scale};`,
    `export const CLAIM_BIAS = ${bias};`,
    "/** Features and their weights, as readWeights in claims.ts takes them apart. */",
    `export const CLAIM_WEIGHTS =
  "${pack(steps)}";`,
    "",
  ].join("\n");
  writeFileSync(WEIGHTS, source);
  process.stdout.write(`${rows.length} sentences, ${source.length} bytes\n`);
}

if (process.argv.includes("--check")) check();
else write();
