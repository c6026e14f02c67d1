import { toPattern } from "../text/pattern.ts";

/** What stands for a part of a sentence in a template, as a regular expression. */
export type Slots = Readonly<Record<string, string>>;

/** What stood in the slots of a sentence. */
export type Groups = Readonly<Record<string, string>>;

/** Anything, as little as possible. */
const ANYTHING = ".+?";

/**
 * A sentence template as a regular expression with a named group for each slot: `(turn|switch) on [all] {what}`. Round brackets hold
 * alternatives, square ones what may be left out; a slot that is not in `slots` stands for any words. Sentences have single spaces.
 */
export function templateRegex(template: string, slots: Slots = {}): RegExp {
  const source = template
    // what may be left out takes the space before it along; at the beginning the space behind it
    .replaceAll(/^\[([^[\]]+)\]\s/g, "(?:(?:$1) )?")
    .replaceAll(/\s\[([^[\]]+)\]/g, "(?: (?:$1))?")
    .replaceAll(/\((?!\?)/g, "(?:")
    .replaceAll(/\{(\w+)\}/g, (_, slot: string) => `(?<${slot}>${slots[slot] ?? ANYTHING})`)
    .replaceAll(/\s+/g, " ");
  return toPattern(`^${source}$`, "iu");
}
