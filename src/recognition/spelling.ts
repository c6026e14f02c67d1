import { unitsOf } from "../entity-search/entity-text.ts";
import { createWordsOfHome, type Named } from "../entity-search/parting.ts";
import { plainWords, withoutAccents } from "../text/fold.ts";
import { nearest } from "../text/slips.ts";

const WORD = /[\p{L}\p{M}]+/gu;
/** A shorter word has too many neighbours. */
const SHORTEST = 3;
/** A sentence with more words that nobody knows is no command with a slip. */
const MOST_SLIPS = 2;
/** Of more, nobody knows what is meant. */
const MOST_READINGS = 4;

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
