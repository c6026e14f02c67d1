/** Where a hash begins: FNV-1a's offset basis. */
export const HASH_START = 0x811c9dc5;

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let bits = HASH_START;
  for (let at = 0; at < text.length; at += 1) bits = withUnit(bits, text.charCodeAt(at));
  return bits;
}

/** FNV-1a of what was hashed so far and one more UTF-16 unit. */
export function withUnit(bits: number, unit: number): number {
  return Math.imul(bits ^ unit, 0x01000193);
}

/** A hash of several hashes, taken in one after the other. */
export function withHash(bits: number, part: number): number {
  const mixed = Math.imul(bits ^ part, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** The feature of a hash, 24 bits: of 16,000 known features one in a thousand unknown ones looks like one. */
export function featureOf(bits: number): number {
  return Math.imul(bits, 0x2c1b3c6d) >>> 8;
}
