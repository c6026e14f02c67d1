// Trains the claim and the statement model (src/security/claims/claims.ts) and writes their weights. Deterministic, a minute:
//   node scripts/train-claims.mjs            writes the weights
//   node scripts/train-claims.mjs --check    leaves out a sixth of the templates and prints how they are judged; writes nothing
// With --statements only the statement model is trained.
//
// What it learns from is made here from the templates of scripts/claims-data/<language>.txt, one file a language: a new language is
// a new file. The sentences of tests/security/ are never read.
import { claimFeatures } from "../src/security/claims/claim-features.ts";
import { createRandom, makeRows } from "./claim-sentences.mjs";
import { descend, quantise, writeModel } from "./linear-model.mjs";

/** What is trained: on which rows, towards what, and where its weights are kept. `threshold` as in src/security/claims/claims.ts. */
const MODELS = [
  { name: "CLAIM", file: "claims", target: ({ claim }) => claim, forStatements: false, threshold: 0.6 },
  { name: "STATEMENT", file: "statements", target: ({ isStatement }) => isStatement, forStatements: true, threshold: 0.5 },
].filter(({ forStatements }) => forStatements || !process.argv.includes("--statements"));
const EPOCHS = 8;
/** What fits into 60 KB, at three bytes each. */
const FEATURES = 20_000;
/** A feature of fewer sentences is chance. */
const LEAST_SENTENCES = 8;
/** A feature of fewer templates tells one template by heart. */
const LEAST_TEMPLATES = 4;
const SEED = 20261122;

/** Which features are worth their place: known from several templates, and heavy in a first training with all of them. */
function train(rows, random, target) {
  const samples = rows.map((row) => ({ features: [...claimFeatures(row.sentence)], target: target(row) ? 1 : 0, template: row.id }));
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

function score({ steps, scale, bias }, sentence) {
  let sum = 0;
  for (const feature of claimFeatures(sentence)) sum += steps.get(feature) ?? 0;
  return 1 / (1 + Math.exp(-(sum * scale + bias)));
}

function check({ name, target, threshold, ...how }) {
  const parts = 6;
  const figures = new Map();
  for (let part = 0; part < parts; part += 1) {
    const random = createRandom(SEED);
    const learned = makeRows(random, (index) => index % parts !== part, how);
    const model = quantise(train(learned, random, target));
    for (const row of makeRows(random, (index) => index % parts === part, how)) {
      const figure = figures.get(row.text) ?? { ...row, isTarget: target(row), right: 0, all: 0, wrong: "" };
      const right = score(model, row.sentence) >= threshold === target(row);
      figures.set(row.text, {
        ...figure,
        right: figure.right + (right ? 1 : 0),
        all: figure.all + 1,
        wrong: right ? figure.wrong : row.sentence,
      });
    }
  }
  const list = [...figures.values()];
  for (const { language, isTarget, text, right, all, wrong } of list.filter((figure) => figure.right / figure.all < 0.8)) {
    process.stdout.write(
      `${language} ${isTarget ? "+" : "-"} ${((100 * right) / all).toFixed(0)} %  ${text.slice(0, 60)}   e.g. ${wrong}\n`,
    );
  }
  for (const isTarget of [true, false]) {
    const some = list.filter((figure) => figure.isTarget === isTarget);
    const mean = some.reduce((sum, { right, all }) => sum + right / all, 0) / some.length;
    process.stdout.write(
      `${name} ${isTarget ? "found" : "others left alone"} in templates never seen: ${mean.toFixed(3)} (${some.length} templates)\n`,
    );
  }
}

function write({ name, file, target, ...how }) {
  const random = createRandom(SEED);
  const rows = makeRows(random, () => true, how);
  const { steps, scale, bias } = quantise(train(rows, random, target));
  writeModel(file, steps, { madeBy: "scripts/train-claims.mjs", rows: rows.length, scale, bias });
  process.stdout.write(`${name}: ${rows.length} sentences, ${steps.size} features\n`);
}

for (const model of MODELS) {
  if (process.argv.includes("--check")) check(model);
  else write(model);
}
