const CLUSTERS = 300;
/** Real embeddings lie near a space of some tens of dimensions, in lumps, and all of them lean to one side. */
const LATENT = 40;
const SPREAD = 0.7;
const LEAN = 2;

/** Made-up vectors of length 1 that lie as those of an embedding model do, the same at every run. */
export class ClusteredVectors {
  readonly dimensions = 768;
  readonly count: number;
  readonly #all: Float32Array;
  readonly #basis: readonly Float32Array[];
  readonly #centres: readonly Float32Array[];
  readonly #lean: Float32Array;
  #seed = 1;

  constructor(count: number) {
    this.count = count;
    this.#basis = Array.from({ length: LATENT }, () => this.#noise(this.dimensions));
    this.#centres = Array.from({ length: CLUSTERS }, () => this.#noise(LATENT));
    this.#lean = this.#noise(this.dimensions).map((value) => value * LEAN);
    this.#all = new Float32Array(count * this.dimensions);
    for (let number = 0; number < count; number += 1) this.#all.set(this.query(), number * this.dimensions);
  }

  at(number: number): Float32Array {
    return this.#all.subarray(number * this.dimensions, (number + 1) * this.dimensions);
  }

  /** One more vector of the same kind. */
  query(): Float32Array {
    const centre = this.#centres[Math.floor(this.#random() * CLUSTERS)] ?? new Float32Array(LATENT);
    const vector = Float32Array.from(this.#lean);
    for (const [index, axis] of this.#basis.entries()) {
      const amount = (centre[index] ?? 0) + SPREAD * this.#gauss();
      for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) + amount * (axis[at] ?? 0);
    }
    for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) + 2 * this.#random() - 1;
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  }

  /** Numbers of the nearest vectors, found by a plain loop over all of them. */
  nearest(query: Float32Array, count: number): readonly number[] {
    const cosines = new Float64Array(this.#all.length / this.dimensions);
    for (let number = 0; number < cosines.length; number += 1) {
      let cosine = 0;
      for (let at = 0; at < this.dimensions; at += 1) cosine += (query[at] ?? 0) * (this.#all[number * this.dimensions + at] ?? 0);
      cosines[number] = cosine;
    }
    const least = cosines.toSorted().at(-count) ?? 0;
    return [...cosines.keys()].filter((number) => (cosines[number] ?? 0) >= least);
  }

  #noise(length: number): Float32Array {
    return Float32Array.from({ length }, () => this.#gauss());
  }

  #gauss(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }

  /** A linear congruential generator (Numerical Recipes). */
  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#seed / 2 ** 32;
  }
}
