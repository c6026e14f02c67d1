import { seededRandom } from "../bench/faults-random.ts";

/** Choices that are the same for the same seed. */
export interface Dice {
  pick<Item>(items: readonly Item[]): Item;
  /** So many different ones, in any order. */
  sample<Item>(items: readonly Item[], count: number): readonly Item[];
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  /**
   * One of several ways to say the same. Odd seeds say the first, the third …, even seeds the others: who looks at the failures of odd seeds
   * alone has not seen the words of even ones.
   */
  wording(ways: readonly string[]): string;
}

export function createDice(seed: number): Dice {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new RangeError("there is nothing to pick from");
    return item;
  };
  return {
    pick,
    sample(items, count) {
      const left = [...items];
      return Array.from({ length: Math.min(count, items.length) }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
    },
    whole: (from, to) => from + Math.floor(random() * (to - from + 1)),
    wording: (ways) => pick(ways.filter((_, index) => index % 2 !== Math.abs(seed) % 2)),
  };
}
