import { type Edit, type PlacedEdits, withEdits, withPlacedEdits } from "../../../text/text-edits.ts";
import { readText, sourcePlace } from "../read-text.ts";
import { readLabels } from "./cloud-labels.ts";
import { firstNames, foldWord, indexedNames, isForm, joinedAt, type NameIndex, WORD, withoutDigits } from "./cloud-name-index.ts";

/** Something of the home that has names: an entity, a room, a floor, a person, a place. */
export interface NamedThing {
  /** What it is kept by: `entity:light.bed`, `area:bedroom`; people by their ids, `person:telegram:42`, `person:person.anna`. */
  readonly key: string;
  /** What its pseudonym begins with: `light`, `room`, `person`. Undefined: it has none, and its name stands as a mark. */
  readonly kind: string | undefined;
  readonly names: readonly string[];
  readonly entityId?: string | undefined;
  /** The key of the room that it is in. */
  readonly room?: string | undefined;
}

export type Numbered = Pick<NamedThing, "key"> & { readonly kind: string };

/** Numbers of pseudonyms that stay the same over the days. */
export interface PseudonymNumbers {
  /** Gives a number to all of these that have none: at once, for it is written to the disk. */
  give(things: readonly Numbered[]): void;
  /** The number of a thing among those of its kind, from 1; a new one is given to it when it has none. */
  numberOf(key: string, kind: string): number;
  /** Whose number that is; undefined for nobody's. */
  keyOf(kind: string, number: number): string | undefined;
}

export type Marks = ReturnType<typeof createMarks>;

/** Words that have no pseudonym stand as marks in one prompt: `[town 1]`; what is said of them comes back as it was written. */
export function createMarks() {
  const marks = new Map<string, string>();
  const originals = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    of(kind: string, original: string): string {
      const known = marks.get(`${kind}\0${original}`);
      if (known !== undefined) return known;
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      const mark = `[${kind} ${number}]`;
      marks.set(`${kind}\0${original}`, mark);
      originals.set(mark, original);
      return mark;
    },
    /** What stands behind a mark; undefined for what is none. */
    behind: (mark: string): string | undefined => originals.get(mark.toLowerCase()),
  };
}

export interface Revealing {
  /** As `ids`, a text that is a thing's pseudonym alone becomes its id. */
  readonly as?: "names" | "ids";
  /** Keys of what was spoken of under pseudonyms: what looks like another one is none. Left out: all that there are. */
  readonly sent?: ReadonlySet<string>;
}

interface FoundName {
  readonly from: number;
  readonly to: number;
  readonly keys: readonly string[];
  readonly isId: boolean;
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
}) {
  let known: { readonly things: readonly NamedThing[]; readonly names: CloudNames } | undefined;
  return {
    /** The names as they are now: one piece of work asks once. */
    at(): CloudNames {
      const current = things();
      if (known?.things !== current) known = { things: current, names: namesOf(indexedNames(current), numbers) };
      return known.names;
    },
  };
}

export type CloudNamesNow = ReturnType<typeof createCloudNames>;

/** The names of the home as they were at one moment: no question looks at the home again, and the disk is written only for what is new. */
export type CloudNames = ReturnType<typeof namesOf>;

function namesOf(index: NameIndex, numbers: PseudonymNumbers) {
  const { byKey, byWord, beginnings, unspaced, joined, isNear } = index;
  const labels = readLabels(index, numbers);

  const pseudonymOf = (keys: readonly string[], original: string, marks: Marks): string => {
    const [key] = keys;
    const label = keys.length === 1 && key !== undefined ? labels.nameOf(key) : undefined;
    return label ?? marks.of("name", original);
  };

  /** Every name and id in the text, in order and without overlaps. */
  function found(source: string): readonly FoundName[] {
    const plain = readText(source);
    const { text } = plain;
    const names: FoundName[] = [];
    const add = (start: number, end: number, keys: readonly string[], isId = false): boolean => {
      const { from, to } = sourcePlace(plain, start, end);
      if (!isFree(names, from, to)) return false;
      names.push({ from, to, keys, isId });
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
    const words = [...text.matchAll(WORD)].map((match) => {
      const folded = foldWord(match[0]);
      return {
        from: match.index,
        to: match.index + match[0].length,
        written: match[0],
        folded,
        readings: [folded, ...withoutDigits(folded)],
      };
    });
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      if (!word) continue;
      const name = word.readings
        .flatMap((reading) => firstNames(byWord, reading))
        .find(
          ({ words: wanted }) =>
            isWritten(wanted, word.written) &&
            wanted.every((one, offset) => words[at + offset]?.readings.some((reading) => isForm(reading, one)) === true),
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
      // perhaps another word after all: as a mark it comes back as it was written
      else if (word.readings.some(isNear)) add(word.from, word.to, []);
    }
    return names.toSorted((one, other) => one.from - other.from);
  }

  return {
    /** Puts pseudonyms and marks in the place of every name and id of the home. */
    hide(text: string, marks: Marks): PlacedEdits {
      const names = found(text);
      labels.introduce(names.flatMap(({ keys }) => (keys.length === 1 ? keys : [])));
      const edits = names.map(({ from, to, keys, isId }): Edit => {
        const original = text.slice(from, to);
        const id = isId ? (labels.idOf(original.toLowerCase()) ?? marks.of("id", original)) : undefined;
        return { from, to, text: id ?? pseudonymOf(keys, original, marks) };
      });
      // What only looks like a pseudonym would come back as a thing of the home.
      const alike = labels
        .find(text)
        .filter(({ from, to }) => isFree(edits, from, to))
        .map(({ from, to }) => ({ from, to, text: marks.of("number", text.slice(from, to)) }));
      return withPlacedEdits(
        text,
        [...edits, ...alike].toSorted((one, other) => one.from - other.from),
      );
    },
    /** True if a name or id of the home stands in the text. */
    names: (text: string): boolean => found(text).length > 0,
    /** The names again, in the place of pseudonyms and marks. */
    reveal(text: string, marks: Marks, how: Revealing = {}): string {
      const whole = how.as === "ids" ? labels.meantBy(text.trim()) : undefined;
      const id = whole && wasSent(whole, how) ? whole.entityId : undefined;
      return id ?? withEdits(text, both(text, marks, how));
    },
    /** Where the pseudonyms and marks stand that `reveal` would change. */
    pseudonyms: (text: string, marks: Marks, how: Revealing = {}): readonly Edit[] => both(text, marks, how),
    /** The keys of what the pseudonyms in a text mean. */
    keysIn: (text: string): ReadonlySet<string> => new Set(labels.find(text).map(({ meant }) => meant.key)),
    introduce: labels.introduce,
    nameOf: labels.nameOf,
    idOf: labels.idOf,
  };

  function both(text: string, marks: Marks, how: Revealing): readonly Edit[] {
    const marked = [...text.matchAll(/\[[a-z]{2,12} \d{1,4}\]/gi)].flatMap((match): readonly Edit[] => {
      const original = marks.behind(match[0]);
      return original === undefined ? [] : [{ from: match.index, to: match.index + match[0].length, text: original }];
    });
    const inMark = (from: number) => marked.some((mark) => mark.from <= from && from < mark.to);
    const named = labels.find(text).flatMap(({ from, to, meant, isId }): readonly Edit[] => {
      const name = isId && how.as === "ids" ? meant.entityId : meant.names[0];
      return name === undefined || inMark(from) || !wasSent(meant, how) ? [] : [{ from, to, text: name }];
    });
    return [...marked, ...named].toSorted((one, other) => one.from - other.from || other.to - one.to);
  }
}

/** A name of two letters ("Al", "Li") is a word too, but for its capital. */
function isWritten(words: readonly string[], written: string): boolean {
  return words.length > 1 || (words[0]?.length ?? 0) > 2 || /^\p{Lu}/u.test(written);
}

function wasSent({ key }: NamedThing, { sent }: Revealing): boolean {
  return sent === undefined || sent.has(key);
}

function isFree(taken: readonly { readonly from: number; readonly to: number }[], from: number, to: number): boolean {
  return taken.every((one) => one.to <= from || one.from >= to);
}
