const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** More than twice as many as the largest model has features: a text of 2 KB is looked up 30,000 times. */
export const SLOTS = 1 << 16;

/** The weights of a linear model by the 24-bit hash of their feature; by open addressing, for a Map of them takes ten times the memory. */
export interface WeightTable {
  /** Hashes of features, -1 in an empty slot. */
  readonly keys: Int32Array;
  /** -31 to 31, nought in an empty slot. */
  readonly weights: Int8Array;
}

/** The slot of a feature, or the empty one where it would stand. */
export function slotOf(keys: Int32Array, feature: number): number {
  let slot = feature & (SLOTS - 1);
  while (keys[slot] !== -1 && keys[slot] !== feature) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

/**
 * Takes weights apart as scripts/linear-model.mjs packs them: four characters a feature, three for the distance of its hash from the one
 * before, one for its weight, plus 32.
 */
export function unpackWeights(packed: string): WeightTable {
  const keys = new Int32Array(SLOTS).fill(-1);
  const weights = new Int8Array(SLOTS);
  const digits = new Uint8Array(128);
  for (let digit = 0; digit < ALPHABET.length; digit += 1) digits[ALPHABET.charCodeAt(digit)] = digit;
  const digitAt = (at: number): number => digits[packed.charCodeAt(at)] ?? 0;
  let feature = 0;
  for (let at = 0; at + 3 < packed.length; at += 4) {
    feature += (digitAt(at) << 12) | (digitAt(at + 1) << 6) | digitAt(at + 2);
    const slot = slotOf(keys, feature);
    keys[slot] = feature;
    weights[slot] = digitAt(at + 3) - 32;
  }
  return { keys, weights };
}
