import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { anyOf, toCaseless, toPattern } from "../../text/pattern.ts";

const form = z.strictObject({
  relations: z.string(),
  kin: z.string(),
  determiners: z.string(),
  adjectives: z.string(),
  ofHebrew: z.string(),
});
const data = readData("shared/people.yaml", form);

export const RELATION = choices(data.relations);
/** Somebody else by what they are to somebody; "grandma" has no word before it. A girls' room is nobody. */
export const RELATIVE = toPattern(
  `(?<![\\p{L}\\p{N}-])(?:(?:${data.determiners})\\s+|[ld]['’])(?:${data.adjectives}[\\s-]+)?(${RELATION})(?:['’]s)?(?![\\p{L}-])(?!['’]?\\s+(?:(?:bed|bath)?room|toilet|house|wing|bed|wifi|network|tongue)s?(?!\\p{L}))|(?<![\\p{L}\\p{N}])(${choices(data.kin)})(?:['’]s|s)?(?!\\p{L})`,
  "giu",
);
/** In Hebrew whose they are stands behind. */
export const RELATIVE_OF_HEBREW = toPattern(data.ofHebrew, "gu");

export function choices(list: string): string {
  return anyOf(list.trim().split(/\s+/));
}

export function words(list: string): RegExp {
  return whole(choices(list));
}

export function whole(pattern: string): RegExp {
  return toCaseless(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`);
}
