import { readLabels } from "./cloud-labels.ts";
import { firstNames, foldWord, indexedNames, isForm, joinedAt, type NameIndex, WORD } from "./cloud-name-index.ts";
import { readText, sourcePlace } from "./sanitizer-text.ts";
import type { Edit } from "./text-edits.ts";

/** Something of the home that has names: an entity, a room, a floor, a person, a place. */
export interface NamedThing {
  /** What it is kept by: `entity:light.bed`, `area:bedroom`, `person:ha_anna`. */
  readonly key: string;
  /** What its pseudonym begins with: `light`, `room`, `person`. Undefined: it has none, and its name stands as a mark. */
  readonly kind: string | undefined;
  readonly names: readonly string[];
  readonly entityId?: string | undefined;
  /** The key of the room that it is in. */
  readonly room?: string | undefined;
}

/** Numbers of pseudonyms that stay the same over the days. */
export interface PseudonymNumbers {
  /** The number of a thing among those of its kind, from 1; a new one is given to it when it has none. */
  numberOf(key: string, kind: string): number;
  /** Whose number that is; undefined for nobody's. */
  keyOf(kind: string, number: number): string | undefined;
}

/** Words that have no pseudonym stand as marks in one prompt: `[town 1]`; what is said of them comes back as it was written. */
export interface Marks {
  of(kind: string, original: string): string;
  /** What stands behind a mark; undefined for what is none. */
  behind(mark: string): string | undefined;
}

export function createMarks(): Marks {
  const marks = new Map<string, string>();
  const originals = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    of(kind, original) {
      const known = marks.get(`${kind}\0${original}`);
      if (known !== undefined) return known;
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      const mark = `[${kind} ${number}]`;
      marks.set(`${kind}\0${original}`, mark);
      originals.set(mark, original);
      return mark;
    },
    behind: (mark) => originals.get(mark.toLowerCase()),
  };
}

/** A text without the names of the home; `spans` is where pseudonyms and marks stand in it. */
export interface Hidden {
  readonly text: string;
  readonly spans: readonly { readonly from: number; readonly to: number }[];
}

export interface CloudNames {
  /** Puts pseudonyms and marks in the place of every name and id of the home. */
  hide(text: string, marks: Marks): Hidden;
  /** True if a name or id of the home stands in the text. */
  names(text: string): boolean;
  /** The names again, in the place of pseudonyms and marks; as `ids`, a text that is a thing's pseudonym alone becomes its id. */
  reveal(text: string, marks: Marks, as?: "names" | "ids"): string;
  /** Where the pseudonyms and marks stand that `reveal` would change. */
  pseudonyms(text: string, marks: Marks): readonly Edit[];
  /** `light A in room 2` of an entity, `room 2` of a room; undefined for what has none. */
  nameOf(key: string): string | undefined;
  /** `light.a` of an entity; undefined for what has none. */
  idOf(entityId: string): string | undefined;
}

const ENTITY_ID = /(?<![\w.@/-])([a-z_]{2,40}\.[a-z\d_]{1,200})(?![\w-])/gi;
/** `E m m a`, `E.m.m.a`: letters one by one. */
const SPELLED = /(?<![\p{L}\p{N}])(?:\p{L}\p{M}*[\s.\-_*·]{1,2}){2,40}\p{L}\p{M}*(?![\p{L}\p{N}])/gu;

/** Pseudonyms for everything in the home that has a name. `things` gives the same list as long as nothing changed. */
export function createCloudNames({
  things,
  numbers,
}: {
  readonly things: () => readonly NamedThing[];
  readonly numbers: PseudonymNumbers;
}): CloudNames {
  let read: readonly NamedThing[] = [];
  let known: NameIndex = indexedNames(read);
  const now = (): NameIndex => {
    const current = things();
    if (current !== read) {
      read = current;
      known = indexedNames(current);
    }
    return known;
  };
  const labels = readLabels({ thing: (key) => now().byKey.get(key), numbers, kinds: () => now().kinds });

  const pseudonymOf = (keys: readonly string[], original: string, marks: Marks): string => {
    const [key] = keys;
    const label = keys.length === 1 && key !== undefined ? labels.nameOf(key) : undefined;
    return label ?? marks.of("name", original);
  };

  /** Every name and id in the text, in order and without overlaps. */
  function found(source: string, replacement: (keys: readonly string[], original: string, isId: boolean) => string): readonly Edit[] {
    const { byKey, byWord, beginnings, unspaced, joined } = now();
    const plain = readText(source);
    const { text } = plain;
    const edits: Edit[] = [];
    const isFree = (from: number, to: number) => edits.every((edit) => edit.to <= from || edit.from >= to);
    const add = (start: number, end: number, keys: readonly string[], isId = false): boolean => {
      const { from, to } = sourcePlace(plain, start, end);
      if (!isFree(from, to)) return false;
      edits.push({ from, to, text: replacement(keys, source.slice(from, to), isId) });
      return true;
    };
    for (const match of text.matchAll(ENTITY_ID)) {
      const key = `entity:${match[0].toLowerCase()}`;
      if (byKey.has(key)) add(match.index, match.index + match[0].length, [key], true);
    }
    for (const match of text.matchAll(SPELLED)) {
      const keys = joined.get(foldWord(match[0].replaceAll(/[^\p{L}\p{M}]/gu, "")));
      if (keys) add(match.index, match.index + match[0].length, keys);
    }
    for (const { name, keys } of unspaced) {
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) add(at, at + name.length, keys);
    }
    const words = [...text.matchAll(WORD)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      folded: foldWord(match[0]),
    }));
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      if (!word) continue;
      const name = firstNames(byWord, word.folded).find(({ words: wanted }) =>
        wanted.every((one, offset) => isForm(words[at + offset]?.folded, one)),
      );
      const last = name && words[at + name.words.length - 1];
      const split = joinedAt(words, at, joined);
      // the one that takes more words says more: "Ellies nightlight" is more than Ellie
      if (split && split.last - at >= (name?.words.length ?? 0) && add(word.from, split.to, split.keys)) {
        at = split.last;
        continue;
      }
      if (name && last) {
        if (add(word.from, last.to, name.keys)) at += name.words.length - 1;
        continue;
      }
      const keys = beginnings.find((one) => word.folded.startsWith(one.word))?.keys;
      if (keys) add(word.from, word.to, keys);
    }
    return edits.toSorted((one, other) => one.from - other.from);
  }

  return {
    hide(text, marks) {
      const edits = found(text, (keys, original, isId) => {
        const id = isId ? labels.idOf(original.toLowerCase()) : undefined;
        return id ?? (isId ? marks.of("id", original) : pseudonymOf(keys, original, marks));
      });
      // What only looks like a pseudonym would come back as a thing of the home.
      const alike = labels
        .find(text)
        .filter(({ from, to }) => edits.every((edit) => edit.to <= from || edit.from >= to))
        .map(({ from, to }) => ({ from, to, text: marks.of("number", text.slice(from, to)) }));
      return replaced(
        text,
        [...edits, ...alike].toSorted((one, other) => one.from - other.from),
      );
    },
    names: (text) => found(text, () => "").length > 0,
    reveal(text, marks, as = "names") {
      const whole = as === "ids" ? labels.idBehind(text.trim()) : undefined;
      return whole ?? replaced(text, both(text, marks, as)).text;
    },
    pseudonyms: (text, marks) => both(text, marks, "names"),
    nameOf: labels.nameOf,
    idOf: labels.idOf,
  };

  function both(text: string, marks: Marks, as: "names" | "ids"): readonly Edit[] {
    const marked = [...text.matchAll(/\[[a-z]{2,12} \d{1,4}\]/gi)].flatMap((match): readonly Edit[] => {
      const original = marks.behind(match[0]);
      return original === undefined ? [] : [{ from: match.index, to: match.index + match[0].length, text: original }];
    });
    const inMark = (from: number) => marked.some((mark) => mark.from <= from && from < mark.to);
    return [...marked, ...labels.find(text, as).filter(({ from }) => !inMark(from))].toSorted((one, other) => one.from - other.from);
  }
}

function replaced(text: string, edits: readonly Edit[]): Hidden {
  let result = "";
  let done = 0;
  const spans: { from: number; to: number }[] = [];
  for (const edit of edits) {
    if (edit.from < done) continue;
    result += text.slice(done, edit.from);
    spans.push({ from: result.length, to: result.length + edit.text.length });
    result += edit.text;
    done = edit.to;
  }
  return { text: result + text.slice(done), spans };
}
