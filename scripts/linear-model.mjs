// A linear model over hashed features: its training and the form in which src/trained/ keeps it. Deterministic by `random`.
import { writeFileSync } from "node:fs";

const RATE = 0.15;
const SHRINK = 1e-3;
/** Share of features hidden in each step, so that the model does not lean on a single word and bears words it never saw. */
export const DROPPED = 0.5;
/** Share of the weights that are larger than what six bits hold. */
const CLIP = 0.001;
/** Features are hashes of 24 bits. */
export const HASHES = 1 << 24;

function shuffle(list, random) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}

/**
 * Logistic regression by AdaGrad over some of the features, of samples `{features, target: 0 | 1, weight?}`; the mean of what the later rounds
 * end with, which is steadier than the last. The two targets weigh the same.
 */
export function descend(samples, chosen, epochs, random, shrink = SHRINK) {
  const features = Int32Array.from(chosen);
  const { starts, places } = placesOf(samples, features);
  const targets = Uint8Array.from(samples, ({ target }) => target);
  const worth = Float64Array.from(samples, ({ weight = 1 }) => weight);
  const weights = new Float64Array(features.length);
  const squares = new Float64Array(features.length).fill(1);
  const means = new Float64Array(features.length);
  const seen = new Int32Array(samples.reduce((most, sample) => Math.max(most, sample.features.length), 0));
  let bias = 0;
  let biasSquares = 1;
  let meanBias = 0;
  let kept = 0;
  const share = sharesOf(targets, worth);
  const order = Int32Array.from(samples.keys());
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const row of order) {
      let count = 0;
      let sum = bias;
      for (let at = starts[row]; at < starts[row + 1]; at += 1) {
        if (random() < DROPPED) continue;
        seen[count] = places[at];
        count += 1;
        sum += weights[places[at]];
      }
      const error = (1 / (1 + Math.exp(-sum)) - targets[row]) * share[targets[row]] * worth[row];
      biasSquares += error * error;
      bias -= (RATE * error) / Math.sqrt(biasSquares);
      for (let at = 0; at < count; at += 1) {
        const place = seen[at];
        const slope = error + shrink * weights[place];
        squares[place] += slope * slope;
        weights[place] -= (RATE * slope) / Math.sqrt(squares[place]);
      }
    }
    if (epoch >= epochs / 2) {
      kept += 1;
      meanBias += bias;
      for (let at = 0; at < means.length; at += 1) means[at] += weights[at];
    }
  }
  return { weights: new Map(Array.from(features, (feature, at) => [feature, means[at] / kept])), bias: meanBias / kept };
}

/** Where the chosen features of each sample stand: those of sample n from `starts[n]` to `starts[n + 1]` in `places`. */
function placesOf(samples, features) {
  const placeOf = new Int32Array(HASHES).fill(-1);
  for (let at = 0; at < features.length; at += 1) placeOf[features[at]] = at;
  const starts = new Int32Array(samples.length + 1);
  const places = new Int32Array(samples.reduce((sum, sample) => sum + sample.features.length, 0));
  let end = 0;
  for (const [at, sample] of samples.entries()) {
    for (const feature of sample.features) {
      if (placeOf[feature] === -1) continue;
      places[end] = placeOf[feature];
      end += 1;
    }
    starts[at + 1] = end;
  }
  return { starts, places };
}

/** By what the two targets are multiplied to weigh the same. */
function sharesOf(targets, worth) {
  const all = worth.reduce((sum, weight) => sum + weight, 0);
  const positives = worth.reduce((sum, weight, at) => sum + weight * targets[at], 0);
  return [all / (2 * (all - positives)), all / (2 * positives)];
}

/** Six bits a weight, -31 to 31 steps; the few beyond CLIP are cut, those that round to nothing left out. */
export function quantise({ weights, bias }) {
  const sizes = Float64Array.from(weights.values(), Math.abs).sort();
  const scale = sizes[Math.floor(sizes.length * (1 - CLIP))] / 31;
  const steps = new Map();
  for (const [feature, weight] of [...weights].sort(([a], [b]) => a - b)) {
    const step = Math.max(-31, Math.min(31, Math.round(weight / scale)));
    if (step !== 0) steps.set(feature, step);
  }
  return { steps, scale, bias };
}

/** Puts weights and their metadata where src/trained/linear-model.ts reads them. */
export function writeModel(name, steps, metadata) {
  const folder = new URL("../src/trained/", import.meta.url);
  writeFileSync(new URL(`${name}.weights`, folder), pack(steps));
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(metadata, null, 2)}\n`);
}

/** Three bytes a feature, 18 bits for the distance from the hash before, six for the weight, plus 32. */
function pack(steps) {
  const packed = Buffer.alloc(3 * steps.size);
  let before = 0;
  let at = 0;
  for (const [feature, step] of steps) {
    at = packed.writeUIntBE(((feature - before) << 6) | (step + 32), at, 3);
    before = feature;
  }
  return packed;
}
