import { toPattern } from "../../text/pattern.ts";
import { choices, words } from "./people-words.ts";

const NEGATION_LIST =
  "not no never neither nor none nothing cannot cant dont doesnt didnt isnt \\p{L}+n['’]t nicht nichts kein\\p{L}* nie niemals weder keinesfalls pas jamais aucun\\p{L}* ne nunca jamás tampoco ni " +
  "ningún ningun[oa]? niet geen nooit לא אין אינני אינו אף";
/** Words that turn what is said round: "coffee" is not "no coffee". */
export const NEGATION = `(?<![\\p{L}\\p{N}])(?:${choices(NEGATION_LIST)}|n['’](?=\\p{L}))(?![\\p{N}])(?:(?<=['’])|(?!\\p{L}))`;
const NOT = toPattern(NEGATION, "iu");
/** They turn round what follows them, and nothing before. */
const WITHOUT = words("without ohne sans sin zonder בלי");
/** They turn round by themselves; "can't stand" is one word. */
const DISLIKE = toPattern(
  `(?<!\\p{L})(?:${choices(
    "hat(?:e|es|ed|ing) dislik\\p{L}+ detest\\p{L}* loath\\p{L}+ despis\\p{L}+ avoid\\p{L}* aversion awful disgust\\p{L}* horrible terrible hass(?:e|t|en) verabscheu\\p{L}* ekel\\p{L}* eklig\\p{L}* abneigung " +
      "détest\\p{L}+ hais déteste odi(?:o|a|ar) detesto haat verafschuw\\p{L}* vies שונא שונאת מתעב מתעבת",
  )}|can(?:['’]?t|not)\\s+(?:stand|bear))(?!\\p{L})`,
  "iu",
);
/** Of a key: "disliked_food", "no_go", "avoid". */
const KEY_OF_DISLIKE = /(?:^|_)(?:(?:dislik|hate|avoid|aversion|unlik|unwanted|forbidden)[a-z]*|no|not|never|non)(?:_|$)/;
/** They turn nothing round. */
const HARMLESS = toPattern(
  `(?<!\\p{L})(?:not\\s+only|not\\s+just|no\\s+doubt|no\\s+problem|why\\s+not|nicht\\s+nur|kein\\s+problem|pas\\s+seulement|no\\s+s[oó]lo|niet\\s+alleen|\\p{L}+n['’]t\\s+(?:it|i|you|they))(?!\\p{L})|` +
    // "no" and "nein" before what is right
    `^\\s*(?:no|nope|nah|nein|nee|non|לא)\\s*[,:!.]?\\s*(?=$|(?:i|i['’]m|my|we|it['’]s|ich|mein\\p{L}*|wir|je|j['’]|mon|ma|ik|mijn|\\d)(?!\\p{L}))`,
  "giu",
);
/** Words of ends and degrees that stand beside a negation and say nothing more. */
const LEFTOVERS = toPattern(
  `(?<!\\p{L})(?:${choices("any anymore more longer at all mehr länger gar plus du tout más nada meer helemaal do does did יותר בכלל")})(?!\\p{L})`,
  "giu",
);
/** "sugar-free", "zuckerfrei": they say the same as "no sugar" if that was said. */
const FREE_OF = /(?:\p{L}{3}[- ]?free|\p{L}{4}(?:frei|los|loos|vrij|less))(?!\p{L})/iu;
const ALLERGIC = "(?:allerg|alérg|alerg|intoleran|unverträg|אלרג)";
const NOT_ALLERGIC = toPattern(`${NEGATION}(?:\\s+\\p{L}+){0,2}\\s+\\p{L}{0,2}${ALLERGIC}`, "iu");

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

/** A value without the words that turn it round. */
export function withoutTurning(value: string): string {
  return value.replace(DISLIKE, " ").replaceAll(toPattern(NEGATION, "giu"), " ").replace(WITHOUT, " ").replaceAll(LEFTOVERS, " ");
}

/** True if a key is of what somebody does not like or does not do. */
export function isKeyOfDislike(key: string): boolean {
  return KEY_OF_DISLIKE.test(key);
}

/**
 * True if a clause says a value (whose last word begins at `at` there) as the proposal does: both are turned round, or neither is. What is turned round twice
 * says nobody knows what. "No nuts for me" tells of an allergy.
 */
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
