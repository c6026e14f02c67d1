import type { FactCategory } from "../../storage/facts/fact-row.ts";
import { toPattern } from "../../text/pattern.ts";
import { favouriteKey, isThing } from "../facts/favourites.ts";
import { choices, RELATIVE } from "../facts/people-words.ts";

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

const telling = (pattern: string) => toPattern(`^(?:${pattern})[.!]?$`, "iu");

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
  const told = favourite
    ? { key: favouriteKey(favourite["what"] ?? ""), value: favourite["value"] ?? "", category: "preference" as const }
    : TELLINGS.map(([key, category, pattern]) => ({ key, category, value: pattern.exec(said)?.groups?.["value"] ?? "" })).find(
        ({ value }) => value !== "",
      );
  if (told?.key === undefined || !isThing(told.value)) return undefined;
  // "allergic to my boss"
  if (told.key === "allergies" && told.value.search(RELATIVE) >= 0) return undefined;
  return { ...told, key: told.key };
}

const PLEASE = "(?:(?:please|bitte|por favor|alsjeblieft|alstublieft|בבקשה|s['’]il te plaît|s['’]il vous plaît),? )?";
const FRENCH_ASK =
  "(?:est-ce que )?(?:tu peux|peux-tu|tu pourrais|pourrais-tu|vous pouvez|pouvez-vous|pourriez-vous) (?:s['’]il (?:te|vous) plaît )?";
const NUMBER = `(?<value>\\d{1,2}(?:[.,]\\d)?(?: ?(?:°|degrees|grad|degrés|grados|graden|מעלות)(?: ?(?:c|f|celsius|fahrenheit))?)?)`;
const BEFORE =
  "please thanks great oh ah och ay oops ups oups sorry wait no ok okay well now actually hey hm bitte danke ach nein doch moment eigentlich non merci attends bon en\\sfait pardon ay nee wacht perdón espera bueno gracias bedankt " +
  "por\\sfavor s['’]il\\ste\\splaît s['’]il\\svous\\splaît alsjeblieft alstublieft eh לא תודה אוי רגע בבקשה";
const BEHIND =
  "now instead please again thanks thank\\syou ok okay then from\\snow\\son right\\saway for\\sme jetzt bitte wieder lieber doch stattdessen danke ab\\sjetzt " +
  "maintenant plutôt merci s['’]il\\ste\\splaît s['’]il\\svous\\splaît stp svp ahora mejor por\\sfavor gracias alsjeblieft alstublieft aub maar weer nu liever voortaan bedankt בבקשה תודה עכשיו";

/** A wish that is all of a message, with the small words that people put before and behind one; also asked for. */
function shortWish(pattern: string): RegExp {
  return toPattern(`^¿?(?:(?:${choices(BEFORE)})[,.! ]+)*(?:${pattern})(?:[, ]+(?:${choices(BEHIND)}))*[\\s.!?]*$`, "iu");
}

const CHANGED = shortWish(
  `(?:(?:can|could|would|will) you )?${PLEASE}(?:make|change) (?:it|that)(?: to)? ${NUMBER}|` +
    `(?:(?:kannst|könntest) du )?${PLEASE}(?:mach|mache|änder|ändere|ändre) (?:(?:es|das|mal|doch|lieber|bitte|auf|in|zu) )*${NUMBER}(?: draus| daraus)?|(?:kannst|könntest) du (?:das|es) (?:bitte )?(?:auf|in|zu) ${NUMBER} (?:ändern|machen)|` +
    `(?:(?:tu peux|peux-tu|pourrais-tu) )?${PLEASE}(?:(?:le )?changer?(?:[- ]le| ça| cela)?|fais(?:-en)?) (?:(?:plutôt|en|à|pour) )*${NUMBER}|` +
    `(?:(?:puedes|podrías) )?${PLEASE}(?:cámbialo|cambia eso|cambiarlo|hazlo|hacerlo|que sean) (?:(?:a|por|en) )?${NUMBER}|` +
    `(?:(?:kun|kan|zou) je )?${PLEASE}(?:maak|verander) (?:(?:er|het|dat|maar|liever|toch|in|naar) )*${NUMBER}(?: van)?|` +
    `(?:(?:את|אתה) )?${PLEASE}(?:תעשה|תעשי|עשה|עשי|שנה|שני|תשנה|תשני) (?:את זה )?(?:ל[-־]?)?${NUMBER}`,
);

/** What is to take the place of the temperature that somebody likes, said right after they told it or asked for it; undefined for everything else. */
export function changedPlainly(message: string): Telling | undefined {
  const value = CHANGED.exec(message.trim().normalize("NFC"))?.groups?.["value"];
  return value === undefined ? undefined : { key: TEMPERATURE, value, category: "preference" };
}

const ALL_KNOWN =
  /^¿?(?:(?:and|so|hey|und|et|y|en) )?(?:(?:what (?:all )?(?:do|did) you (?:know|remember) (?:about|of)|what have you (?:learned|remembered|stored|saved) about|(?:show|tell) me (?:all |everything |what )(?:you know|you remember) about) me|was wei(?:ß|ss)t du (?:alles )?(?:über mich|von mir)|was hast du dir (?:alles )?über mich gemerkt|que sais[- ]tu (?:de|sur) moi|qu['’]est-ce que tu sais (?:de|sur) moi|qué sabes (?:de|sobre) mí|wat weet (?:je|jij) (?:allemaal )?(?:over|van) mij|מה את(?:ה|) יודע(?:ת|) עליי?)[\s?.!]*$/iu;

/** Whether a message asks for everything that is remembered of its writer, and for nothing else. */
export function asksForAllKnown(message: string): boolean {
  return ALL_KNOWN.test(message.trim().normalize("NFC"));
}

/** Whether a message only looked at what is remembered, and neither removed nor changed any of it. */
export function looksAtMemory(message: string): boolean {
  return /^\/memory(?:@\w{1,40})?(?: (?:page )?m?\d{1,12})?\s*$/i.test(message) || asksForAllKnown(message);
}

const FORGET_THAT = shortWish(
  `(?:(?:can|could|would|will) you |i want you to )?${PLEASE}(?:just )?forget (?:about )?(?:that|it|this|what i (?:just )?(?:said|told you)|the last (?:thing|one)(?: i said)?)|` +
    `${PLEASE}(?:vergiss|vergessen sie) (?:das|es|dies|was ich (?:gerade |eben )?gesagt habe)|(?:kannst du|könntest du|würdest du|können sie|könnten sie) (?:(?:bitte|mal) )*(?:das|es|dies) (?:(?:bitte|wieder|mal|einfach) )*vergessen|` +
    `${PLEASE}oublie[sz]?(?: (?:ça|cela|ce que (?:je viens de dire|j['’]ai dit))|-le)|${FRENCH_ASK}(?:oublier (?:ça|cela)|l['’]oublier)|` +
    `${PLEASE}(?:olvid[ae] (?:eso|esto|lo que (?:dije|he dicho))|olvíd[ae]lo)|(?:me )?(?:puedes|podrías|puede|podría) (?:por favor )?olvidar(?:lo| eso| esto)|` +
    `${PLEASE}vergeet (?:u )?(?:dat|dit|het|wat ik (?:net )?zei)|(?:kun|kan|wil|zou) (?:je|jij|u) (?:(?:dat|dit|het) )(?:(?:alsjeblieft|alstublieft|maar|weer|even|willen|kunnen) )*vergeten|` +
    `${PLEASE}(?:תשכחי?|שכחי?) (?:את זה|מזה|ממה שאמרתי)|(?:(?:את|אתה) )?(?:תוכלי?|יכול(?:ה)?|אפשר) (?:בבקשה )?לשכוח (?:את זה|מזה)`,
);

/** Whether a message wants that forgotten which was just remembered. */
export function wantsThatForgotten(message: string): boolean {
  return FORGET_THAT.test(message.trim().normalize("NFC"));
}
