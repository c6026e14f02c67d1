import { readFileSync } from "node:fs";

/** More than twice as many as the largest model has features: a text of 2 KB is looked up 30,000 times. */
export const SLOTS = 1 << 16;

/** A linear model over features, which are hashes of 24 bits; by open addressing, for a Map of them takes ten times the memory. */
interface LinearModel {
  /** Hashes of features, -1 in an empty slot. */
  readonly keys: Int32Array;
  /** -31 to 31 steps of `scale`, nought in an empty slot. */
  readonly weights: Int8Array;
  readonly scale: number;
  readonly bias: number;
}

/** A sentence is cut from `cutFrom` on, the least score that held the goals for harmless rows left out of the training. */
export interface FirewallModel extends LinearModel {
  readonly cutFrom: number;
  /** Shares of rows cut that were left out of the training: what is to be expected of rows that nobody has seen. */
  readonly leftOut: { readonly explicit: number; readonly benign: number; readonly notInject: number };
}

interface Models {
  readonly firewall: FirewallModel;
  readonly claims: LinearModel;
  readonly statements: LinearModel;
}

const FOLDER = new URL("./", import.meta.url);

/** A model as training left it: `<name>.weights`, packed by scripts/linear-model.mjs, and its metadata in `<name>.json`. Reads from disk. */
export function readModel<Name extends keyof Models>(name: Name): Models[Name] {
  const metadata: Models[Name] = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
  return { ...metadata, ...unpack(readFileSync(new URL(`${name}.weights`, FOLDER))) };
}

/** Three bytes a feature: 18 bits for the distance of its hash from the one before, six for its weight plus 32. */
function unpack(packed: Buffer): Pick<LinearModel, "keys" | "weights"> {
  const keys = new Int32Array(SLOTS).fill(-1);
  const weights = new Int8Array(SLOTS);
  let feature = 0;
  for (let at = 0; at < packed.length; at += 3) {
    const bits = packed.readUIntBE(at, 3);
    feature += bits >> 6;
    const slot = slotOf(keys, feature);
    keys[slot] = feature;
    weights[slot] = (bits & 63) - 32;
  }
  return { keys, weights };
}

/** The slot of a feature, or the empty one where it would stand. */
export function slotOf(keys: Int32Array, feature: number): number {
  let slot = feature & (SLOTS - 1);
  while (keys[slot] !== -1 && keys[slot] !== feature) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

/** 0 to 1, by a sum of weights. */
export function probability(sum: number, { scale, bias }: LinearModel): number {
  return 1 / (1 + Math.exp(-(sum * scale + bias)));
}

/** Scores feature by feature, 0 to 1, with a model that is read when first used. */
export function createScore(name: keyof Models): (features: Iterable<number>) => number {
  let model: LinearModel | undefined;
  return (features) => {
    model ??= readModel(name);
    let sum = 0;
    for (const feature of features) sum += model.weights[slotOf(model.keys, feature)] ?? 0;
    return probability(sum, model);
  };
}
