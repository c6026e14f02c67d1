import type { NamedThing, PseudonymNumbers } from "./cloud-names.ts";
import type { Edit } from "./text-edits.ts";

/** Kinds that are counted by numbers; all others by letters. */
const NUMBERED = new Set(["room", "floor"]);
const LETTERS = 26;
/** `room 2` behind a thing's own pseudonym, which tells where it is. */
const PLACE = "(?: in (?:the )?room \\d{1,4})?";

interface LabelDependencies {
  readonly thing: (key: string) => NamedThing | undefined;
  readonly numbers: PseudonymNumbers;
  /** Kinds of the things that there are. */
  readonly kinds: () => ReadonlySet<string>;
}

/** Writes and reads pseudonyms: `light A in room 2` and `light.a` for a light, `room 2` for a room. */
export function readLabels({ thing, numbers, kinds }: LabelDependencies) {
  const labelOf = (key: string): string | undefined => {
    const kind = thing(key)?.kind;
    return kind === undefined ? undefined : `${kind} ${sign(kind, numbers.numberOf(key, kind))}`;
  };
  const behind = (kind: string, written: string): NamedThing | undefined => {
    const number = numberIn(kind, written);
    const key = number === undefined ? undefined : numbers.keyOf(kind, number);
    return key === undefined ? undefined : thing(key);
  };

  let pattern: { readonly kinds: ReadonlySet<string>; readonly regex: RegExp } | undefined;
  const labelPattern = (): RegExp => {
    const current = kinds();
    if (pattern?.kinds !== current) pattern = { kinds: current, regex: patternOf(current) };
    return pattern.regex;
  };

  return {
    nameOf(key: string): string | undefined {
      const label = labelOf(key);
      const room = thing(key)?.room;
      const place = room === undefined ? undefined : labelOf(room);
      return label === undefined || place === undefined ? label : `${label} in ${place}`;
    },
    idOf(entityId: string): string | undefined {
      const key = `entity:${entityId}`;
      const kind = thing(key)?.kind;
      if (kind === undefined) return undefined;
      return `${kind.replaceAll(" ", "_")}.${sign(kind, numbers.numberOf(key, kind)).toLowerCase()}`;
    },
    /** The entity that a text means which is nothing but its pseudonym. */
    idBehind(text: string): string | undefined {
      const [match] = text.matchAll(labelPattern());
      return match?.[0] === text ? behind(lowered(match[1]), match[2] ?? "")?.entityId : undefined;
    },
    /** The pseudonyms in a text, each with the name of what it means; ids with the name too, or the id. */
    find(text: string, as: "names" | "ids" = "names"): readonly Edit[] {
      const edits: Edit[] = [];
      for (const match of text.matchAll(labelPattern())) {
        const meant = behind(lowered(match[1]), match[2] ?? "");
        const name = meant?.names[0];
        if (name !== undefined) edits.push({ from: match.index, to: match.index + match[0].length, text: name });
      }
      for (const match of text.matchAll(/(?<![\w.@/-])([a-z_]{2,40})\.([a-z]\d{0,4})(?![\w-]|\.\w)/gi)) {
        const meant = behind(lowered(match[1]).replaceAll("_", " "), (match[2] ?? "").toUpperCase());
        const name = as === "ids" ? meant?.entityId : meant?.names[0];
        if (name !== undefined) edits.push({ from: match.index, to: match.index + match[0].length, text: name });
      }
      return edits.toSorted((one, other) => one.from - other.from);
    },
  };
}

function patternOf(kinds: ReadonlySet<string>): RegExp {
  const words = [...kinds].toSorted((one, other) => other.length - one.length).map((kind) => kind.replace(/^./, initial));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(${words.join("|") || "(?!)"}) ([A-Z]\\d{0,4}|\\d{1,4})(?![\\p{L}\\p{N}_])${PLACE}`, "gu");
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
