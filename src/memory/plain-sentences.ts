import type { FactCategory } from "../storage/fact.ts";

/** What a whole message tells of its writer, as `update_user_profile` takes it. */
export interface Telling {
  readonly key: string;
  readonly value: string;
  readonly category: FactCategory;
}

/** Longer messages have more in them than one plain sentence. */
const LONGEST = 80;
const DEGREES = "(?<value>\\d{1,2}(?:[.,]\\d)? ?(?:°|degrees|grad|degrés|grados|graden|מעלות)(?: ?(?:c|f|celsius|fahrenheit))?)";
/** Few words, and nothing that goes on, takes back or asks. */
const THING =
  "(?<value>(?!.*\\b(?:and|or|but|not|if|when|because|und|oder|aber|nicht|wenn|weil|et|ou|mais|pas|si|quand|o|y|pero|no|en|of|maar|niet|als|omdat)\\b)[\\p{L}\\d'’-]+(?: [\\p{L}\\d'’-]+){0,3})";

const telling = (pattern: string) => new RegExp(`^(?:${pattern})[.!]?$`, "iu");

const TEMPERATURE = "preferred_temperature";

/** One plain sentence each, in the languages of the product; all else is for a model. */
const TELLINGS: readonly (readonly [key: string, category: FactCategory, pattern: RegExp])[] = [
  [
    TEMPERATURE,
    "preference",
    telling(
      `i (?:(?:really|usually|always|generally) )?(?:prefer|like)(?: it)?(?: at)? ${DEGREES}|ich (?:bevorzuge|mag|mag es(?: am liebsten)?(?: bei)?|habe es gern(?:e)?) ${DEGREES}|` +
        `je préfère ${DEGREES}|prefiero ${DEGREES}|ik heb het (?:graag|liever|het liefst) ${DEGREES}|אני מעדיפה? ${DEGREES}`,
    ),
  ],
  [
    "allergies",
    "fact",
    telling(`(?:i(?:'|’)?m|i am) allergic to ${THING}|ich bin allergisch (?:gegen|auf) ${THING}|ik ben allergisch voor ${THING}`),
  ],
  [
    "allergies",
    "fact",
    telling(`je suis allergique (?:aux? |à la |à l['’]|à )${THING}|soy alérgic[oa] (?:al |a la |a los |a las |a )${THING}`),
  ],
  [
    "diet",
    "preference",
    telling(
      "(?:i(?:'|’)?m|i am) (?:an? )?(?<value>vegetarian|vegan|pescatarian)|ich bin (?<value>vegetarier(?:in)?|veganer(?:in)?|vegan)|je suis (?<value>végétarien(?:ne)?|végane)|" +
        "soy (?<value>vegetarian[oa]|vegan[oa])|ik ben (?<value>vegetariër|veganist)|אני (?<value>צמחונית?|טבעונית?)",
    ),
  ],
];
const FAVOURITE = telling(`my favou?rite (?<what>[a-z]{3,12}(?: [a-z]{3,12})?) is (?:the )?${THING}`);

/** What a person tells of themselves in one plain sentence that is the whole of a message; undefined for everything else. */
export function toldPlainly(message: string): Telling | undefined {
  const said = message.trim();
  if (said.length > LONGEST) return undefined;
  const favourite = FAVOURITE.exec(said)?.groups;
  if (favourite)
    return { key: `favorite_${favourite["what"]?.replace(" ", "_")}`, value: favourite["value"] ?? "", category: "preference" };
  for (const [key, category, pattern] of TELLINGS) {
    const value = pattern.exec(said)?.groups?.["value"];
    if (value !== undefined) return { key, value, category };
  }
  return undefined;
}

const CHANGED =
  /^(?:(?:please|no|actually|ok|okay|well|now)[,! ]+)*(?:make|change) (?:it|that)(?: to)? (?<value>\d{1,2}(?:[.,]\d)?(?: ?(?:°|degrees)(?: ?(?:c|f|celsius|fahrenheit))?)?)(?: (?:now|instead|please|from now on))*[.!]?$/iu;

/** What is to take the place of the temperature that somebody likes, said right after they told it or asked for it; undefined for everything else. */
export function changedPlainly(message: string): Telling | undefined {
  const value = CHANGED.exec(message.trim())?.groups?.["value"];
  return value === undefined ? undefined : { key: TEMPERATURE, value, category: "preference" };
}

const ALL_KNOWN =
  /^¿?(?:(?:and|so|hey|und|et|y|en) )?(?:(?:what (?:all )?(?:do|did) you (?:know|remember) (?:about|of)|what have you (?:learned|remembered|stored|saved) about|(?:show|tell) me (?:all |everything |what )(?:you know|you remember) about) me|was wei(?:ß|ss)t du (?:alles )?(?:über mich|von mir)|was hast du dir (?:alles )?über mich gemerkt|que sais[- ]tu (?:de|sur) moi|qu['’]est-ce que tu sais (?:de|sur) moi|qué sabes (?:de|sobre) mí|wat weet (?:je|jij) (?:allemaal )?(?:over|van) mij|מה את(?:ה|) יודע(?:ת|) עליי?)[\s?.!]*$/iu;

/** Whether a message asks for everything that is remembered of its writer, and for nothing else. */
export function asksForAllKnown(message: string): boolean {
  return ALL_KNOWN.test(message.trim().normalize("NFC"));
}

/** Whether a message only looked at what is remembered. */
export function looksAtMemory(message: string): boolean {
  return /^\/memory(?![a-z])/i.test(message) || asksForAllKnown(message);
}

const FORGET_THAT =
  /^(?:(?:please|oh|ah|och|ay|oops|sorry|wait|no|bitte|ach|nein|non|nee|s['’]il te plaît|por favor)[,! ]+)*(?:forget (?:that|it|this|what i (?:just )?said)|vergiss (?:das|es)(?: wieder)?|oublie (?:ça|cela|-le)|olvida eso|olvídalo|vergeet (?:dat|het)(?: maar)?|תשכחי? (?:את זה|מזה))(?: (?:please|again|bitte|alsjeblieft|por favor))?[\s.!]*$/iu;

/** Whether a message wants that forgotten which was just remembered. */
export function wantsThatForgotten(message: string): boolean {
  return FORGET_THAT.test(message.trim().normalize("NFC"));
}
