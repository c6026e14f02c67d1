import { editDistance, isSwapped } from "./edit-distance.ts";

/** In a long word two letters may be wrong. */
const LONG = 8;

/** The known words that a word is most likely a slip of. */
export function nearest(word: string, known: ReadonlySet<string>, shortest: number): readonly string[] {
  if (word.length < shortest) return [];
  const near = [...known].filter((other) => other.length >= shortest && isSlip(word, other));
  // two letters are swapped more often than one is missing, and the first one is seldom wrong
  const groups = [
    near.filter((other) => isSwapped(word, other)),
    near.filter((other) => other[0] === word[0]),
    [...near, ...parted(word, known)],
  ];
  return groups.find((group) => group.length > 0) ?? [];
}

function isSlip(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1) return false;
  return isSwapped(word, other) || editDistance(word, other, 2) <= (Math.min(word.length, other.length) >= LONG ? 2 : 1);
}

/** The two words that a word is made of. */
function parted(word: string, known: ReadonlySet<string>): readonly string[] {
  return Array.from(
    { length: Math.max(0, word.length - 3) },
    (_, index) => [word.slice(0, index + 2), word.slice(index + 2)] as const,
  ).flatMap(([one, other]) => (known.has(one) && known.has(other) ? [`${one} ${other}`] : []));
}
