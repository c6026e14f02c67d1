const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The weights of a linear model by the 24-bit hash of their feature, -31 to 31 each, as scripts/linear-model.mjs packs them: four characters
 * a feature, three for the distance of its hash from the one before, one for its weight, plus 32.
 */
export function readWeights(packed: string): ReadonlyMap<number, number> {
  const digits = Array.from(packed, (char) => ALPHABET.indexOf(char));
  const found = new Map<number, number>();
  let hash = 0;
  for (let at = 0; at + 3 < digits.length; at += 4) {
    const [high = 0, middle = 0, low = 0, weight = 32] = digits.slice(at, at + 4);
    hash += (high << 12) | (middle << 6) | low;
    found.set(hash, weight - 32);
  }
  return found;
}
