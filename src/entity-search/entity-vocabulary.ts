import { editDistance } from "../text/edit-distance.ts";
import { LIKENESS, likeness } from "./entity-text.ts";

export interface LikeWord {
  readonly word: string;
  readonly like: number;
}

/** Words of fewer letters stand in too many others. */
const SHORTEST_PART = 4;
const SHORTEST_THING = 3;
const SHORTEST_REST = 3;
/** A slip of the finger in a shorter word makes another word. */
const SHORTEST_SLIP = 5;
const TWO_SLIPS_FROM = 9;
/** No word is longer, nor are two that are written together; a longer run of letters would be compared at each of them. */
const LONGEST_SAID = 64;

/** Known words, sorted once, so that those with a beginning or an ending in common are found by halving. */
export class Vocabulary {
  readonly #known: ReadonlySet<string>;
  readonly #sorted: readonly string[];
  readonly #reversed: readonly string[];

  constructor(words: Iterable<string>) {
    this.#known = new Set(words);
    this.#sorted = [...this.#known].sort();
    this.#reversed = this.#sorted.map(reverse).sort();
  }

  /** Known words that the said one may be, the same first; slips only if nothing else fits. `isThing`: every compound counts ("Haustür"). */
  like(said: string, { isThing = false } = {}): readonly LikeWord[] {
    if (said.length > LONGEST_SAID) return [];
    const found = this.#inflected(said);
    const inside = this.#compounds(said, isThing);
    const all = [...found, ...inside.filter(({ word }) => !found.some((other) => other.word === word))];
    return all.length > 0 ? all : this.#slips(said);
  }

  /** The longest known word that the said one ends with, as the thing in a compound ("Deckenlampe"). */
  headOf(said: string): string | undefined {
    if (said.length > LONGEST_SAID) return undefined;
    for (let length = said.length - SHORTEST_REST; length >= SHORTEST_PART; length -= 1) {
      const tail = said.slice(said.length - length);
      if (this.#known.has(tail)) return tail;
    }
    return undefined;
  }

  /** The same word with another ending, its beginning, or one that begins with it. */
  #inflected(said: string): readonly LikeWord[] {
    const found: LikeWord[] = this.#known.has(said) ? [{ word: said, like: 1 }] : [];
    const start = said.slice(0, SHORTEST_REST);
    if (start.length < SHORTEST_REST || /^\p{N}/u.test(said)) return found;
    for (const word of startingWith(this.#sorted, start)) {
      const like = word === said ? 0 : likeness(said, word);
      if (like > 0) found.push({ word, like });
    }
    return found;
  }

  /** Known words with the said one at their end, and the two known words that the said one is made of. */
  #compounds(said: string, isThing: boolean): readonly LikeWord[] {
    const found: LikeWord[] = [];
    if (said.length < (isThing ? SHORTEST_THING : SHORTEST_PART)) return found;
    for (const backward of startingWith(this.#reversed, reverse(said))) {
      const word = reverse(backward);
      const rest = word.slice(0, -said.length);
      if (rest.length >= SHORTEST_REST && (isThing || this.#knownStart(rest) !== undefined)) found.push({ word, like: LIKENESS.part });
    }
    if (this.#known.has(said)) return found;
    const head = this.headOf(said);
    const before = head === undefined ? undefined : this.#knownStart(said.slice(0, -head.length));
    if (head !== undefined && before !== undefined) found.push({ word: head, like: LIKENESS.part }, { word: before, like: LIKENESS.part });
    return found;
  }

  /** The known word that a part of a compound is, with or without the letters that join ("Küche-n-licht", "Wohnung-s-tür", "Küch-en"). */
  #knownStart(rest: string): string | undefined {
    if (rest.length < SHORTEST_REST) return undefined;
    if (this.#known.has(rest)) return rest;
    if (rest.length < SHORTEST_PART) return undefined;
    return startingWith(this.#sorted, rest.slice(0, SHORTEST_PART)).find((word) => likeness(rest, word) >= LIKENESS.inflected);
  }

  #slips(said: string): readonly LikeWord[] {
    if (said.length < SHORTEST_SLIP || /\p{N}/u.test(said)) return [];
    const most = said.length < TWO_SLIPS_FROM ? 1 : 2;
    // the first letter is seldom the wrong one, and so most words need no look
    return startingWith(this.#sorted, said.slice(0, 1))
      .filter(
        (word) => Math.abs(word.length - said.length) <= most && word.length >= SHORTEST_SLIP && editDistance(said, word, most) <= most,
      )
      .map((word) => ({ word, like: LIKENESS.slip }));
  }
}

function startingWith(sorted: readonly string[], start: string): readonly string[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (sorted[end]?.startsWith(start)) end += 1;
  return sorted.slice(low, end);
}

function reverse(word: string): string {
  return [...word].reverse().join("");
}
