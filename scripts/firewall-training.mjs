// Trains the firewall's model upon what firewall-rows.mjs reads, and judges rows with it.
import { DROPPED, descend, HASHES, quantise } from "./linear-model.mjs";

const EPOCHS = 6;
const SHRINK = 4e-3;
/** What fits into 144 KB of text, at four characters each. */
const FEATURES = 36_000;
/** A feature of fewer rows and templates tells one of them by heart. */
const LEAST_ROWS = 2;
/** Of a long text with an attack somewhere in it: the windows that sound most like one after a first training. */
const WORST_WINDOWS = 2;
/** What these windows of a harmless text weigh more than its others: one of them is enough for a false alarm. */
const WORST_WEIGHT = 1;
/** Of documents of others only so many windows, and all of the same weight: most of them teach nothing. */
const WINDOWS_OF_DOCUMENT = 3;
const ROUNDS = 3;
/** Trainings whose mean is kept. */
const RUNS = 7;

/** The model over templates and rows, `{steps, scale, bias}`; of a long attack its worst windows stand for all of it. */
export function trainModel(rows, templates, random) {
  const windows = rows.map((row) => ({ ...row, samples: row.windows.map(({ features }) => ({ features, of: row.id })) }));
  let model;
  for (let round = 0; round < ROUNDS; round += 1) {
    const samples = [...templates, ...windows.flatMap((row) => samplesOf(row, model))];
    const chosen = chosenOf(samples, random);
    model = tabled(
      round < ROUNDS - 1
        ? descend(samples, chosen, EPOCHS - 2, random, SHRINK)
        : meanOf(Array.from({ length: RUNS }, () => descend(samples, chosen, EPOCHS, random, SHRINK))),
    );
  }
  const { steps, scale, bias } = quantise(model);
  // features were hidden while it learned: all of them together weigh that much less
  return { steps, scale: scale * (1 - DROPPED), bias, table: tableOf(steps) };
}

/** The worst of a row's windows, 0 to 1, as screenText comes to it. */
export function scoreOf({ table, scale, bias }, { coded, windows }) {
  if (coded || windows.some((window) => window.coded)) return 1;
  const readings = windows.flatMap(({ features, others }) => [features, ...others]);
  return readings.reduce((worst, features) => Math.max(worst, 1 / (1 + Math.exp(-(sumOf(table, features) * scale + bias)))), 0);
}

function samplesOf(row, model) {
  if (row.attack) return attackSamples(row, model);
  return row.worstOnly ? documentSamples(row, model) : harmlessSamples(row, model);
}

function attackSamples({ samples }, model) {
  const some = samples.length <= WORST_WINDOWS ? samples : worstOf(samples, model, WORST_WINDOWS);
  return some.map((sample) => ({ ...sample, target: 1, weight: 1 }));
}

/** A longer text weighs more, but less than its length. */
function harmlessSamples({ samples }, model) {
  const worst = new Set(samples.length === 1 ? [] : worstOf(samples, model, WORST_WINDOWS));
  return samples.map((sample) => ({
    ...sample,
    target: 0,
    weight: 1 / Math.sqrt(samples.length) + (worst.has(sample) ? WORST_WEIGHT : 0),
  }));
}

function documentSamples({ samples, weight = 1 }, model) {
  const some = model ? worstOf(samples, model, WINDOWS_OF_DOCUMENT) : samples.slice(0, WINDOWS_OF_DOCUMENT);
  return some.map((sample) => ({ ...sample, target: 0, weight }));
}

/** None before a first training. */
function worstOf(samples, model, count) {
  if (!model) return [];
  const sums = new Map(samples.map((sample) => [sample, sumOf(model.table, sample.features)]));
  return samples.toSorted((one, other) => sums.get(other) - sums.get(one)).slice(0, count);
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

function tabled(model) {
  return { ...model, table: tableOf(model.weights) };
}

/** Numbers by feature, nought for all others. */
function tableOf(numbers) {
  const table = new Float32Array(HASHES);
  for (const [feature, number] of numbers) table[feature] = number;
  return table;
}

function sumOf(table, features) {
  return features.reduce((sum, feature) => sum + table[feature], 0);
}

/** Features that several rows or templates share, and of those the heaviest in a short training. */
function chosenOf(samples, random) {
  const shared = sharedFeatures(samples);
  const { weights } = descend(samples, new Set(shared), 2, random, SHRINK);
  return new Set(
    shared.toSorted((one, other) => Math.abs(weights.get(other)) - Math.abs(weights.get(one)) || one - other).slice(0, FEATURES),
  );
}

function sharedFeatures(samples) {
  const owners = new Map();
  const lastOwner = new Int32Array(HASHES).fill(-1);
  const counts = new Uint8Array(HASHES);
  const shared = [];
  for (const { features, of } of samples) {
    const owner = owners.get(of) ?? owners.size;
    owners.set(of, owner);
    for (const feature of features) {
      if (lastOwner[feature] === owner || counts[feature] === LEAST_ROWS) continue;
      lastOwner[feature] = owner;
      counts[feature] += 1;
      if (counts[feature] === LEAST_ROWS) shared.push(feature);
    }
  }
  return shared;
}
