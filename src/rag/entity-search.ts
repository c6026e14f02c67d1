import type { Entity, Home } from "../homeassistant/home.ts";
import { plainWords } from "../homeassistant/similar-names.ts";

/** Finds exposed entities by words of a person or the model. */
export interface EntitySearch {
  /** The best first; empty if no word fits anything. */
  search(query: string, limit: number): readonly Entity[];
}

/** How much a word says by where it stands: a thing is called by its name, the rest describes it. */
const FIELD_WEIGHTS = { name: 1, alias: 1, area: 0.8, deviceClass: 0.7, floor: 0.6, domain: 0.6 } as const;
/** A beginning ("temp" for "temperature") counts less than the word. */
const PREFIX_WEIGHT = 0.7;
/** Shorter beginnings fit too much. */
const SHORTEST_PREFIX = 4;
/** Of two entities that fit as well, the one with fewer further words in its name is meant. */
const COVERAGE_WEIGHT = 0.25;
/** A query is a few words; a pasted text is none. */
const MOST_WORDS = 16;

/** Letters that Unicode does not take apart into a base and a mark. */
const FOLDED: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

interface Posting {
  readonly entity: number;
  readonly weight: number;
}

interface Index {
  readonly ids: readonly string[];
  /** Sorted, so that beginnings are found by halving. */
  readonly words: readonly string[];
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** Sets of words of the name and of each alias. */
  readonly names: readonly (readonly ReadonlySet<string>[])[];
  /** The words of each name, area … that was read. */
  readonly folded: ReadonlyMap<string, readonly string[]>;
}

/**
 * Word search over names, aliases, areas, floors, domains and device classes. The index is built again when the home's generation changes;
 * texts that were in the one before, nearly all of them, are not read again.
 */
export function createEntitySearch({ home }: { home: Pick<Home, "exposed" | "find" | "generation"> }): EntitySearch {
  let cached: { generation: number; index: Index } | undefined;
  return {
    search(query, limit) {
      if (cached?.generation !== home.generation)
        cached = { generation: home.generation, index: indexOf(home.exposed(), cached?.index.folded) };
      return rank(cached.index, query)
        .values()
        .map((id) => home.find(id))
        .filter((entity) => entity !== undefined)
        .take(Math.max(0, limit))
        .toArray();
    },
  };
}

/** The words of a text without accents and plural endings, so that "Lights", "light" and "LÍGHT" are one. */
export function searchWords(text: string): readonly string[] {
  return plainWords(text).map((word) => singular(word.replace(/[ßøæœłđðþı]/gu, (letter) => FOLDED[letter] ?? letter)));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith("s") && !/[su]s$/.test(word) ? word.slice(0, -1) : word;
}

function indexOf(entities: readonly Entity[], known: Index["folded"] = new Map()): Index {
  const postings = new Map<string, Posting[]>();
  const names: ReadonlySet<string>[][] = [];
  // areas, domains and classes come again and again
  const folded = new Map<string, readonly string[]>();
  const foldedWords = (text: string) => {
    const words = folded.get(text) ?? known.get(text) ?? searchWords(text);
    folded.set(text, words);
    return words;
  };
  entities.forEach((entity, position) => {
    const weights = new Map<string, number>();
    const add = (field: keyof typeof FIELD_WEIGHTS, ...texts: readonly (string | undefined)[]) => {
      for (const word of texts.flatMap((text) => foldedWords(text ?? ""))) {
        weights.set(word, Math.max(weights.get(word) ?? 0, FIELD_WEIGHTS[field]));
      }
    };
    add("name", entity.name);
    add("alias", ...entity.aliases);
    add("area", entity.area?.name, ...(entity.area?.aliases ?? []));
    add("floor", entity.floor?.name, ...(entity.floor?.aliases ?? []));
    add("domain", entity.domain);
    add("deviceClass", entity.deviceClass);
    for (const [word, weight] of weights) {
      const list = postings.get(word);
      if (list) list.push({ entity: position, weight });
      else postings.set(word, [{ entity: position, weight }]);
    }
    names.push([entity.name, ...entity.aliases].map((name) => new Set(foldedWords(name))));
  });
  return { ids: entities.map(({ entityId }) => entityId), words: [...postings.keys()].sort(), postings, names, folded };
}

/** Entity ids, best first: each word of the query adds what it says (rare words more) at its best place. */
function rank(index: Index, query: string): readonly string[] {
  const words = [...new Set(searchWords(query))].slice(0, MOST_WORDS);
  const scores = new Map<number, number>();
  for (const word of words) {
    for (const [entity, score] of scoresOf(index, word)) scores.set(entity, (scores.get(entity) ?? 0) + score);
  }
  return [...scores]
    .map(([entity, score]) => ({
      id: index.ids[entity] ?? "",
      score: score * (1 + COVERAGE_WEIGHT * coverage(index.names[entity], words)),
    }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

function scoresOf(index: Index, word: string): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const found of fitting(index, word)) {
    const list = index.postings.get(found) ?? [];
    const rarity = Math.log(1 + index.ids.length / list.length);
    for (const { entity, weight } of list) {
      const score = weight * rarity * (found === word ? 1 : PREFIX_WEIGHT);
      best.set(entity, Math.max(best.get(entity) ?? 0, score));
    }
  }
  return best;
}

/** The word itself, words that it begins, and known words that begin it ("lichter" meets "licht"). */
function fitting(index: Index, word: string): readonly string[] {
  const found: string[] = [];
  for (let length = word.length; length >= SHORTEST_PREFIX || length === word.length; length -= 1) {
    const start = word.slice(0, length);
    if (index.postings.has(start)) found.push(start);
  }
  if (word.length < SHORTEST_PREFIX) return found;
  for (let at = firstNotBefore(index.words, word); index.words[at]?.startsWith(word); at += 1) {
    const longer = index.words[at];
    if (longer !== undefined && longer !== word) found.push(longer);
  }
  return found;
}

function firstNotBefore(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? "") < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How much of the best fitting name the query says, 0..1. */
function coverage(names: readonly ReadonlySet<string>[] | undefined, words: readonly string[]): number {
  return Math.max(0, ...(names ?? []).map((name) => words.filter((word) => name.has(word)).length / Math.max(1, name.size)));
}
