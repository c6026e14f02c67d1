import { ENTITY_WORDS } from "../languages/entity-words.ts";
import { toPattern } from "../text/pattern.ts";

const LEADS = toPattern(`(?<![\\p{L}\\p{N}])(?:${ENTITY_WORDS.exceptBefore})(?![a-zà-žа-я])\\s*([^.,;!?。，]+)`, "iu");
const FOLLOWS = toPattern(`(?<![^.,;!?。，\\s])([^.,;!?。，\\s]+(?:\\s[^.,;!?。，\\s]+)?)\\s*(?:${ENTITY_WORDS.exceptBehind})`, "iu");
const IS_ABOVE = asWords(ENTITY_WORDS.above);
const IS_BELOW = asWords(ENTITY_WORDS.below);

/** A sentence without what it leaves out, and that: "all lights except the fan" → "all lights", "the fan". */
export function withoutExceptions(text: string): { readonly rest: string; readonly except: string | undefined } {
  const found = LEADS.exec(text) ?? FOLLOWS.exec(text);
  const except = found?.[1];
  if (!found || except === undefined) return { rest: text, except: undefined };
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return rest.trim() === "" ? { rest: text, except: undefined } : { rest, except };
}

/** A sentence with floors' names in place of "upstairs" or "downstairs" (level 0 is the ground floor); unchanged if no floor fits. */
export function withFloorsNamed(text: string, floorsAt: (word: string, fits: (level: number) => boolean) => Iterable<string>): string {
  const named = (fits: (level: number) => boolean) => (word: string) => [...floorsAt(word, fits)].join(", ") || word;
  return text
    .replace(
      IS_ABOVE,
      named((level) => level > 0),
    )
    .replace(
      IS_BELOW,
      named((level) => level <= 0),
    );
}

function asWords(words: string): RegExp {
  return toPattern(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");
}
