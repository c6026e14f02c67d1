import { ENTITY_WORDS } from "../languages/entity-words.ts";
import { toPattern } from "../text/pattern.ts";

const IS_ABOVE = asWords(ENTITY_WORDS.above);
const IS_BELOW = asWords(ENTITY_WORDS.below);

/**
 * A sentence with the names of floors where it says "upstairs" or "downstairs". `floorsAt` gives the names of the floors at a level that
 * fits (0 is the ground floor); if there is none, the sentence stays as it is.
 */
export function withFloorsNamed(text: string, floorsAt: (word: string, fits: (level: number) => boolean) => Iterable<string>): string {
  const named = (fits: (level: number) => boolean) => (word: string) => [...floorsAt(word, fits)].join(", ") || word;
  return text
    .replace(
      IS_ABOVE,
      named((level) => level > 0),
    )
    .replace(
      IS_BELOW,
      named((level) => level <= 0),
    );
}

function asWords(words: string): RegExp {
  return toPattern(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");
}
