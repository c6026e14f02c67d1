// A linear model over hashed features: its training and the form in which src/security/ keeps it. Deterministic by `random`.

const RATE = 0.15;
const SHRINK = 1e-3;
/** Share of features hidden in each step, so that the model does not lean on a single word and bears words it never saw. */
export const DROPPED = 0.5;
/** Share of the weights that are larger than what six bits hold. */
const CLIP = 0.001;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

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
  const index = new Map([...chosen].map((feature, at) => [feature, at]));
  const rows = samples.map(({ features, target, weight = 1 }) => ({
    features: features.flatMap((feature) => index.get(feature) ?? []),
    target,
    weight,
  }));
  const weights = new Float64Array(index.size);
  const squares = new Float64Array(index.size).fill(1);
  let bias = 0;
  let biasSquares = 1;
  const means = new Float64Array(index.size);
  let meanBias = 0;
  let kept = 0;
  const weighs = (some) => some.reduce((sum, { weight }) => sum + weight, 0);
  const all = weighs(rows);
  const positives = weighs(rows.filter((row) => row.target === 1));
  const share = [all / (2 * (all - positives)), all / (2 * positives)];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(rows, random);
    for (const { features, target, weight } of rows) {
      const seen = features.filter(() => random() >= DROPPED);
      let sum = bias;
      for (const feature of seen) sum += weights[feature];
      const error = (1 / (1 + Math.exp(-sum)) - target) * share[target] * weight;
      biasSquares += error * error;
      bias -= (RATE * error) / Math.sqrt(biasSquares);
      for (const feature of seen) {
        const slope = error + shrink * weights[feature];
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

/** As packed-weights.ts reads it: three characters for the distance from the hash before, one for the weight, plus 32. */
export function pack(steps) {
  let before = 0;
  let packed = "";
  for (const [feature, step] of steps) {
    const distance = feature - before;
    before = feature;
    packed += ALPHABET[distance >> 12] + ALPHABET[(distance >> 6) & 63] + ALPHABET[distance & 63] + ALPHABET[step + 32];
  }
  return packed;
}
