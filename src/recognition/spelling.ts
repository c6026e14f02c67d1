import { unitsOf } from "../entity-search/entity-text.ts";
import { createWordsOfHome, type Named } from "../entity-search/parting.ts";
import { editDistance, isSwapped } from "../text/edit-distance.ts";
import { plainWords, withoutAccents } from "../text/fold.ts";

const WORD = /[\p{L}\p{M}]+/gu;
/** A shorter word has too many neighbours. */
const SHORTEST = 3;
/** A sentence with more words that nobody knows is no command with a slip. */
const MOST_SLIPS = 2;
/** Of more, nobody knows what is meant. */
const MOST_READINGS = 4;

/** In a long word two letters may be wrong. */
const LONG = 8;

/** Finds the sentence that was meant, by the words of the home and of the language's templates. */
export function createSpelling({ home }: { readonly home: Named }) {
  const wordsOfHome = createWordsOfHome(home);

  /**
   * The sentence with each unknown word replaced by the known word that it is a slip of: a letter more, less, wrong or two swapped, or
   * two words without their space; one sentence for each that it may be. None if a word stays unknown or may be many, and if nothing is wrong.
   */
  return (sentence: string, vocabulary: ReadonlySet<string>, proclitics: readonly string[] = []): readonly string[] => {
    const ofHome = wordsOfHome();
    const has = (word: string) => vocabulary.has(word) || ofHome.has(word);
    const isKnown = (word: string) => has(word) || unitsOf(word).every(has);
    const unknown = new Set(plainWords(sentence).filter((word) => !isKnown(word)));
    if (unknown.size === 0 || unknown.size > MOST_SLIPS) return [];
    const known = ofHome.union(vocabulary);
    // what is written without vowels has more neighbours
    const shortest = proclitics.length > 0 ? SHORTEST + 1 : SHORTEST;
    let readings: readonly string[] = [sentence];
    for (const slip of unknown) {
      const [lead = "", ...rest] = slip;
      const led = proclitics.includes(lead) ? nearest(rest.join(""), known, shortest).map((right) => `${lead}${right}`) : [];
      const meant = [...nearest(slip, known, shortest), ...led];
      readings = readings.flatMap((reading) =>
        meant.map((right) => reading.replaceAll(WORD, (word) => (withoutAccents(word.toLowerCase()) === slip ? right : word))),
      );
    }
    return readings.length > MOST_READINGS ? [] : readings;
  };
}

/** The known words that a word is most likely a slip of. */
function nearest(word: string, known: ReadonlySet<string>, shortest: number): readonly string[] {
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
  const parts = Array.from(word, (_, at) => [word.slice(0, at), word.slice(at)]);
  return parts.flatMap((two) => (two.every((part) => part.length > 1 && known.has(part)) ? two.join(" ") : []));
}
