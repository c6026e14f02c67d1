import { egressWords } from "../../../languages/egress-words.ts";
import { folded } from "../../../text/fold.ts";
import { type Edit, finder, withEdits } from "../../../text/text-edits.ts";
import { createWordFinder, type HomeWordKind } from "../home-words.ts";
import { readText, sourcePlace } from "../read-text.ts";

/** Something of the home that has names: an entity, a room, a floor, a person, a place. */
export interface NamedThing {
  /** What it is kept by: `entity:light.bed`, `area:bedroom`; people by their names, `person:anna`. */
  readonly key: string;
  /** What its mark begins with: `light`, `room`, `person`. Undefined: nothing is told of it, and its name stands as one of many. */
  readonly kind: string | undefined;
  readonly names: readonly string[];
  readonly entityId?: string | undefined;
  /** The key of the room that it is in. */
  readonly room?: string | undefined;
}

/** What a mark stands for. `key` tells it from others of that name. */
interface Original {
  readonly name: string;
  readonly key?: string | undefined;
  readonly entityId?: string | undefined;
}

const MARK = /\[[a-z]{2,20}(?:[ \u00a0][a-z]{2,20}){0,4}[ \u00a0]\d{1,4}\]/gi;
/** The end of a growing text that may become a mark. */
const UNFINISHED = /\[[^\]]{0,80}$/;

export type Marks = ReturnType<typeof createMarks>;

/** The marks of one prompt: `[room 2]` stands there for what may not leave, and comes back as what it was. */
export function createMarks() {
  const marks = new Map<string, string>();
  const originals = new Map<string, Original>();
  const counts = new Map<string, number>();
  const find = (text: string, as: "names" | "ids" = "names"): readonly Edit[] =>
    finder(MARK, ([mark]) => {
      const original = originals.get(mark.toLowerCase().replaceAll("\u00a0", " "));
      return as === "ids" ? (original?.entityId ?? original?.name) : original?.name;
    })(text);
  return {
    of(kind: string, original: Original): string {
      const key = `${kind}\0${original.key ?? original.name}`;
      const number = (counts.get(kind) ?? 0) + 1;
      const mark = marks.get(key) ?? `[${kind} ${number}]`;
      if (!marks.has(key)) {
        counts.set(kind, number);
        marks.set(key, mark);
        originals.set(mark, original);
      }
      return mark;
    },
    /** The text with signs of no script in the place of its marks, each where it stood. */
    covered: (text: string): string =>
      withEdits(
        text,
        find(text).map(({ from, to }) => ({ from, to, text: "\uFFFC".repeat(to - from) })),
      ),
    /** The text with what its marks stand for; as `ids`, the ids of what has one. */
    reveal: (text: string, as?: "names" | "ids"): string => withEdits(text, find(text, as)),
    /** The same for a text that still grows: only what cannot change any more. */
    revealGrowing: (text: string): string => withEdits(text.replace(UNFINISHED, ""), find(text)),
  };
}

interface FoundName {
  readonly from: number;
  readonly to: number;
  /** What is named; of several it is not known which. */
  readonly things: readonly NamedThing[];
  /** It is not quite the name: perhaps another word after all. */
  readonly isLike: boolean;
}

const ENTITY_ID = /(?<![\w.@/-])([a-z_]{2,40}\.[a-z\d_]{1,200})(?![\w-])/gi;
/** A place on the map; any other number alone is no name. */
const DEGREES = /^-?\d{1,3}\.\d{3,}$/;

/** Finds everything in the home that has a name, and puts marks in its place. `things` gives the same list as long as nothing changed. */
export function createCloudNames({ things }: { readonly things: () => readonly NamedThing[] }) {
  let known: { readonly things: readonly NamedThing[]; readonly names: CloudNames } | undefined;
  return {
    /** The names as they are now: one piece of work asks once. */
    at(): CloudNames {
      const current = things();
      if (known?.things !== current) known = { things: current, names: namesOf(current) };
      return known.names;
    },
  };
}

export type CloudNamesNow = ReturnType<typeof createCloudNames>;

/** The names of the home as they were at one moment: no question looks at the home again. */
export type CloudNames = ReturnType<typeof namesOf>;

function namesOf(things: readonly NamedThing[]) {
  const byKey = new Map(things.map((thing) => [thing.key, thing]));
  const findWords = createWordFinder(
    things.flatMap((thing) => thing.names.filter(isName).map((text) => ({ text, kind: wordKind(thing), thing }))),
    { all: true },
  );

  function found(source: string): readonly FoundName[] {
    const view = readText(source);
    const ids = [...view.text.matchAll(ENTITY_ID)].flatMap(({ 0: id, index }) => {
      const thing = byKey.get(`entity:${id.toLowerCase()}`);
      return thing ? [{ from: index, to: index + id.length, things: [thing], isLike: false }] : [];
    });
    const named = findWords(view.text).flatMap(({ from, to, words, isLike }) =>
      // "Al" and "Li" are words too, but for their capital
      to - from > 2 || /^\p{Lu}/u.test(view.text.slice(from)) ? [{ from, to, isLike, things: words.map(({ thing }) => thing) }] : [],
    );
    let done = 0;
    return [...ids, ...named]
      .map((one) => ({ ...one, ...sourcePlace(view, one.from, one.to) }))
      .toSorted((one, other) => one.from - other.from || Number(one.isLike) - Number(other.isLike))
      .filter(({ from, to }) => {
        const isFree = from >= done;
        if (isFree) done = to;
        return isFree;
      });
  }

  const markOf = ({ key, kind, names: [name = ""], entityId }: NamedThing, marks: Marks): string | undefined =>
    kind === undefined ? undefined : marks.of(kind, { name, key, entityId });

  const instead = ({ things: [thing, ...others], isLike }: FoundName, original: string, marks: Marks): string => {
    const isOne = others.length === 0;
    const kind = isOne || others.every((other) => other.kind === "person") ? (thing?.kind ?? "name") : "name";
    return (isOne && !isLike && thing && markOf(thing, marks)) || marks.of(kind, { name: original });
  };

  return {
    /** Puts marks in the place of every name and id of the home, and of what only looks like a mark. */
    hide(text: string, marks: Marks): string {
      const names = found(text).map((one) => ({ ...one, text: instead(one, text.slice(one.from, one.to), marks) }));
      const alike = finder(MARK, ([mark]) => marks.of("text", { name: mark }))(text);
      return withEdits(
        text,
        [...names, ...alike].toSorted((one, other) => one.from - other.from),
      );
    },
    /** True if a name or id of the home stands in the text. */
    names: (text: string): boolean => found(text).length > 0,
    /** `[light 1]` for an entity; undefined for one of which nothing is told. */
    idOf(entityId: string, marks: Marks): string | undefined {
      const thing = byKey.get(`entity:${entityId}`);
      return thing && markOf(thing, marks);
    },
    /** The same with where it is: `[light 1] in [room 2]`. */
    nameOf(entityId: string, marks: Marks): string | undefined {
      const thing = byKey.get(`entity:${entityId}`);
      const room = byKey.get(thing?.room ?? "");
      const [mark, place] = [thing && markOf(thing, marks), room && markOf(room, marks)];
      return mark === undefined || place === undefined ? mark : `${mark} in ${place}`;
    },
  };
}

/** How the finder takes a name: people and places also in other spellings, things as they are called. */
function wordKind({ key }: NamedThing): HomeWordKind {
  if (key.startsWith("person:")) return "person";
  return /^(?:place|area|word):|^home$/.test(key) ? "place" : "device";
}

function isName(name: string): boolean {
  return (DEGREES.test(name) || /[^\d\s]/.test(name)) && !egressWords.homeNames.has(folded(name.trim()));
}
