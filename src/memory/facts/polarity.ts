import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toCaseless } from "../../text/pattern.ts";
import { choices, words } from "./people-words.ts";

const form = z.strictObject({
  negation: z.string(),
  without: z.string(),
  dislike: z.string(),
  harmless: z.string(),
  leftovers: z.string(),
  freeOf: z.string(),
  allergic: z.string(),
});
const data = readData("shared/facts.yaml", form, "polarity");
/** Words that turn what is said round: "coffee" is not "no coffee". */
export const NEGATION = `(?<![\\p{L}\\p{N}])(?:${choices(data.negation)}|n['’](?=\\p{L}))(?![\\p{N}])(?:(?<=['’])|(?!\\p{L}))`;
const NOT = toCaseless(NEGATION);
const EACH_NOT = toCaseless(NEGATION, "g");
/** They turn round what follows them, and nothing before. */
const WITHOUT = words(data.without);
/** They turn round by themselves; "can't stand" is one word. */
const DISLIKE = toCaseless(`(?<!\\p{L})(?:${choices(data.dislike)})(?!\\p{L})`);
/** Of a key: "disliked_food", "no_go", "avoid". */
const KEY_OF_DISLIKE = /(?:^|_)(?:(?:dislik|hate|avoid|aversion|unlik|unwanted|forbidden)[a-z]*|no|not|never|non)(?:_|$)/;
/** They turn nothing round. */
const HARMLESS = toCaseless(data.harmless, "g");
/** Words of ends and degrees that stand beside a negation and say nothing more. */
const LEFTOVERS = toCaseless(`(?<!\\p{L})(?:${choices(data.leftovers)})(?!\\p{L})`, "g");
/** "sugar-free", "zuckerfrei": they say the same as "no sugar" if that was said. */
const FREE_OF = toCaseless(data.freeOf);
const NOT_ALLERGIC = toCaseless(`${NEGATION}(?:\\s+\\p{L}+){0,2}\\s+\\p{L}{0,2}${data.allergic}`);

/** How often a text is turned round, of what is said of the part that begins at `at`. */
function turnsOf(text: string, at = text.length): number {
  const plain = text.replaceAll(HARMLESS, (harmless) => " ".repeat(harmless.length));
  const dislikes = DISLIKE.exec(plain);
  const rest = dislikes ? plain.replace(dislikes[0], " ".repeat(dislikes[0].length)) : plain;
  return [dislikes !== null, NOT.test(rest), WITHOUT.test(rest.slice(0, at))].filter(Boolean).length;
}

/** True if a value says that something is not so: "no coffee", "hates dogs", "without sugar". */
export function isTurned(value: string): boolean {
  return turnsOf(value) % 2 === 1;
}

/** True if a value says of a whole thing that it is not so; "coffee without sugar" is a coffee. */
export function isDenial(value: string): boolean {
  const at = WITHOUT.exec(value)?.index ?? 0;
  return isTurned(at > 0 ? value.slice(0, at) : value);
}

/** The word that denies a value, to be put before what is left of it. */
export function denyingWord(value: string): string | undefined {
  return (NOT.exec(value) ?? DISLIKE.exec(value))?.[0];
}

export function withoutTurning(value: string): string {
  return value.replace(DISLIKE, " ").replaceAll(EACH_NOT, " ").replace(WITHOUT, " ").replaceAll(LEFTOVERS, " ");
}

/** True if a key is of what somebody does not like or does not do. */
export function isKeyOfDislike(key: string): boolean {
  return KEY_OF_DISLIKE.test(key);
}

/** True if a clause says a value (whose last word begins at `at`) in the polarity of the proposal. "No nuts for me" tells of an allergy. */
export function isSamePolarity(
  clause: string,
  { key, value, at, isAllergy }: { readonly key: string; readonly value: string; readonly at: number; readonly isAllergy: boolean },
): boolean {
  if (isAllergy) return NOT_ALLERGIC.test(clause) === isTurned(value);
  const turns = turnsOf(clause, at);
  if (turns > 1 && !WITHOUT.test(clause)) return false;
  const isTurnedThere = turns % 2 === 1;
  const isTurnedHere = isTurned(value) || isKeyOfDislike(key) || (isTurnedThere && FREE_OF.test(value));
  return isTurnedThere === isTurnedHere;
}
