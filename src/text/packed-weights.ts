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
 * Takes weights apart as scripts/linear-model.mjs packs them: three bytes a feature, 18 bits for the distance of its hash from the one before,
 * six for its weight, plus 32. A text holds them in base64.
 */
export function unpackWeights(packed: Buffer | string): WeightTable {
  const bytes = typeof packed === "string" ? Buffer.from(packed, "base64") : packed;
  const keys = new Int32Array(SLOTS).fill(-1);
  const weights = new Int8Array(SLOTS);
  let feature = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = bytes.readUIntBE(at, 3);
    feature += bits >> 6;
    const slot = slotOf(keys, feature);
    keys[slot] = feature;
    weights[slot] = (bits & 63) - 32;
  }
  return { keys, weights };
}
