import { toPattern } from "../../../text/pattern.ts";
import type { NameIndex } from "./cloud-name-index.ts";
import type { NamedThing, Numbered, PseudonymNumbers } from "./cloud-names.ts";

/** Kinds that are counted by numbers; all others by letters. */
const NUMBERED = new Set(["room", "floor"]);
const LETTERS = 26;
/** `room 2` behind a thing's own pseudonym, which tells where it is. */
const PLACE = "(?: in (?:the )?room (\\d{1,4}))?";

/** Nothing of a word behind it, but the s of a German genitive: "person As", "room 1s". */
const END = "(?:(?![\\p{L}\\p{N}_])|(?<=(?:[Pp]erson|room|Room)[ \\u00a0][A-Z\\d]{1,5})(?=s(?![\\p{L}\\p{N}_])))";

const MORE = /^(?:(?:, and |, | and | & )(?:[A-Z]\d{0,4}|\d{1,4})(?![\p{L}\p{N}_.:°%]))+/u;
const LONGEST_LIST = 120;

const ID = /(?<![\w.@/-])([a-z_]{2,40})\.([a-z]\d{0,4})(?![\w-]|\.\w)/gi;

interface Label {
  readonly from: number;
  readonly to: number;
  readonly meant: NamedThing;
  /** It is written as an id: `light.a`. */
  readonly isId: boolean;
}

/** Writes and reads pseudonyms: `light A in room 2` and `light.a` for a light, `room 2` for a room. */
export function readLabels(index: Pick<NameIndex, "byKey" | "kinds">, numbers: PseudonymNumbers) {
  const thing = (key: string): NamedThing | undefined => index.byKey.get(key);
  const pattern = patternOf(index.kinds);
  const numbered = (key: string): readonly Numbered[] => {
    const kind = thing(key)?.kind;
    return kind === undefined ? [] : [{ key, kind }];
  };
  const labelOf = (key: string): string | undefined => {
    const kind = thing(key)?.kind;
    return kind === undefined ? undefined : `${kind} ${sign(kind, numbers.numberOf(key, kind))}`;
  };
  const behind = (kind: string, written: string): NamedThing | undefined => {
    const number = numberIn(kind, written);
    const key = number === undefined ? undefined : numbers.keyOf(kind, number);
    return key === undefined ? undefined : thing(key);
  };

  return {
    /** Gives pseudonyms to all of these and their rooms: once for all, where `nameOf` and `idOf` would write each by itself. */
    introduce(keys: readonly string[]): void {
      numbers.give(
        keys.flatMap((key) => {
          const [own, room] = [numbered(key), thing(key)?.room];
          return own.length === 0 || room === undefined ? own : [...own, ...numbered(room)];
        }),
      );
    },
    /** `light A in room 2` of an entity, `room 2` of a room; undefined for what has none. */
    nameOf(key: string): string | undefined {
      const label = labelOf(key);
      const room = thing(key)?.room;
      const place = room === undefined ? undefined : labelOf(room);
      return label === undefined || place === undefined ? label : `${label} in ${place}`;
    },
    /** `light.a` of an entity; undefined for what has none. */
    idOf(entityId: string): string | undefined {
      const key = `entity:${entityId}`;
      const kind = thing(key)?.kind;
      if (kind === undefined) return undefined;
      return `${kind.replaceAll(" ", "_")}.${sign(kind, numbers.numberOf(key, kind)).toLowerCase()}`;
    },
    /** The thing that a text means which is nothing but its pseudonym. */
    meantBy(text: string): NamedThing | undefined {
      const [match] = text.matchAll(pattern);
      return match?.[0] === text ? behind(lowered(match[1]), match[2] ?? "") : undefined;
    },
    /** The pseudonyms in a text with what they mean, in order; `light A in room 2` as a whole, and the room in it by itself. */
    find(text: string): readonly Label[] {
      const labels = [...text.matchAll(pattern)].flatMap((match): readonly Label[] => {
        const [whole, kind, number = "", place] = match;
        const listed = listedBehind(text, match).flatMap(({ sign: written, ...span }) => {
          const meant = behind(lowered(kind), written);
          return meant ? [{ ...span, meant, isId: false }] : [];
        });
        const to = match.index + whole.length;
        const room = place === undefined ? undefined : behind("room", place);
        const meant = behind(lowered(kind), number);
        return [
          ...(meant ? [{ from: match.index, to, meant, isId: false }] : []),
          ...listed,
          ...(room ? [{ from: to - `room ${place}`.length, to, meant: room, isId: false }] : []),
        ];
      });
      const ids = [...text.matchAll(ID)].flatMap((match): readonly Label[] => {
        const meant = behind(lowered(match[1]).replaceAll("_", " "), (match[2] ?? "").toUpperCase());
        return meant ? [{ from: match.index, to: match.index + match[0].length, meant, isId: true }] : [];
      });
      return [...labels, ...ids].toSorted((one, other) => one.from - other.from || other.to - one.to);
    },
  };
}

function patternOf(kinds: ReadonlySet<string>): RegExp {
  const words = [...kinds]
    .toSorted((one, other) => other.length - one.length)
    .map((kind) => `${kind.replace(/^./, initial)}|${kind.toUpperCase()}`);
  const sign = "[A-Z]\\d{0,4}|\\d{1,4}";
  return toPattern(`(?<![\\p{L}\\p{N}_])(${words.join("|") || "(?!)"})s?[ \\u00a0](${sign})${END}${PLACE}`, "gu");
}

/** What goes on behind "lights A": ", B and C". After "light A" more follow only where a verb for several does. */
function listedBehind(
  text: string,
  match: RegExpExecArray,
): readonly { readonly from: number; readonly to: number; readonly sign: string }[] {
  const end = match.index + match[0].length;
  const [list = ""] = MORE.exec(text.slice(end, end + LONGEST_LIST)) ?? [];
  const isPlural =
    match[0].startsWith("s ", match[1]?.length) || /^ (?:are|were|have|both)(?![\p{L}\p{N}])/u.test(text.slice(end + list.length));
  if (!isPlural) return [];
  return [...list.matchAll(/[A-Z]\d{0,4}|\d{1,4}/g)].map(({ 0: written, index }) => ({
    from: end + index,
    to: end + index + written.length,
    sign: written,
  }));
}

/** A to Z, then A1 to Z1, A2 …: never a word. */
function sign(kind: string, number: number): string {
  if (NUMBERED.has(kind)) return String(number);
  const round = Math.floor((number - 1) / LETTERS);
  return String.fromCharCode(65 + ((number - 1) % LETTERS)) + (round === 0 ? "" : round);
}

function numberIn(kind: string, written: string): number | undefined {
  if (NUMBERED.has(kind)) return /^\d+$/.test(written) ? Number(written) : undefined;
  const [, letter, round = "0"] = /^([A-Z])(\d*)$/.exec(written) ?? [];
  return letter === undefined ? undefined : letter.charCodeAt(0) - 64 + Number(round || "0") * LETTERS;
}

/** A sentence may begin with it. */
function initial(letter: string): string {
  return `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
}

function lowered(text = ""): string {
  return text.toLowerCase();
}
