import { isCommonWord } from "../../../languages/common-words.ts";
import { isAlphabet, soundOf } from "../name-sounds.ts";

/** In a shorter name one other letter makes another word as often as a slip. */
const SHORTEST_WITH_SLIP = 6;
/** With its double letters written once a name needs so many. */
const SHORTEST_SINGLE = 4;
/** A sound that a name keeps in every case of Russian and its like. */
const SHORTEST_STEM = 3;
/** No name is longer, and each letter costs. */
const LONGEST = 40;
/** Endings of cases of names, as they sound in Latin letters. */
const CASE_ENDING = /(?:ami|amu|omu|ogo|ova|ovi|ov|ev|om|em|oi|ei|ou|iu|ia|ie|am|ah|as|is|os|us|[aeiou])$/;

/**
 * Tells of a folded word whether it is one of the names with a slip of the pen: one letter more, less, other or turned, a double letter written
 * once, or a case of another script's grammar. `names` are folded single words. Common words are nobody's.
 */
export function createNearNames(names: readonly string[]): (word: string) => boolean {
  const own = names.filter((name) => name.length <= LONGEST && !isCommonWord(name));
  const singles = new Set(
    own.flatMap((name) => (name.length > SHORTEST_SINGLE ? single(name) : [])).filter((one) => one.length >= SHORTEST_SINGLE),
  );
  const without = new Map<string, string[]>();
  for (const name of own) {
    if (name.length < SHORTEST_WITH_SLIP || !/^\p{L}+$/u.test(name)) continue;
    for (const part of [name, ...shortened(name)]) without.set(part, [...(without.get(part) ?? []), name]);
  }
  const stems = new Set(own.flatMap((name) => stemOf(name) ?? []));
  const isSlip = (word: string) =>
    [word, ...shortened(word)].some((part) => without.get(part)?.some((name) => isOneSlip(word, name)) === true);

  return (word) => {
    if (word.length < SHORTEST_SINGLE || word.length > LONGEST || isCommonWord(word)) return false;
    if (singles.has(single(word))) return true;
    if (isAlphabet(word)) return stems.has(stemOf(word) ?? "");
    const bare = word.replace(/(?<=.{5})(?:'?s|n)$/, "");
    return isSlip(word) || (bare !== word && isSlip(bare));
  };
}

/** `elie` for `ellie`. */
function single(word: string): string {
  return word.replaceAll(/(\p{L})\1+/gu, "$1");
}

/** A word with each of its letters left out once. */
function shortened(word: string): readonly string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

function isOneSlip(word: string, name: string): boolean {
  const [long, short] = word.length >= name.length ? [word, name] : [name, word];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  const rest = long.slice(at + 1);
  if (long.length > short.length) return rest === short.slice(at);
  const isTurned = long[at] === short[at + 1] && long[at + 1] === short[at] && long.slice(at + 2) === short.slice(at + 2);
  return rest === short.slice(at + 1) || isTurned;
}

function stemOf(name: string): string | undefined {
  const stem = soundOf(name).replace(CASE_ENDING, "");
  return stem.length >= SHORTEST_STEM ? stem : undefined;
}
