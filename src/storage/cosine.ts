/** A vector with length 1; the zero vector stays what it is. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The cosine of two vectors of length 1 (-1 to 1); undefined if they do not fit together. */
export function cosine(one: Float32Array, other: Float32Array): number | undefined {
  if (one.length !== other.length || one.length === 0) return undefined;
  const { length } = one;
  // four sums in a loop: one alone takes twice as long, since each addition waits for the one before; reduce takes ten times as long
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let index = 0;
  for (; index + 3 < length; index += 4) {
    a += (one[index] ?? 0) * (other[index] ?? 0);
    b += (one[index + 1] ?? 0) * (other[index + 1] ?? 0);
    c += (one[index + 2] ?? 0) * (other[index + 2] ?? 0);
    d += (one[index + 3] ?? 0) * (other[index + 3] ?? 0);
  }
  for (; index < length; index += 1) a += (one[index] ?? 0) * (other[index] ?? 0);
  return a + b + c + d;
}

/** A vector as it is kept. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A vector that was kept; it shares the bytes where they lie as numbers have to. */
export function vectorIn(bytes: Buffer): Float32Array {
  const isAligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = isAligned ? bytes : new Uint8Array(bytes);
  return new Float32Array(buffer, byteOffset, Math.floor(bytes.byteLength / Float32Array.BYTES_PER_ELEMENT));
}
