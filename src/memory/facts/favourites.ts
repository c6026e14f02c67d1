import { toPattern } from "../../text/pattern.ts";
import { normalisedKey } from "./fact-keys.ts";

/** Kinds of which somebody's favourite is what they like of it. A favourite name is nobody's own, and who likes zebras has none. */
const TASTES: ReadonlySet<string> = new Set([
  "temperature",
  "brightness",
  "volume",
  "favorite_color",
  "music",
  "drinks",
  "favorite_food",
  "hobbies",
]);

/** The key of somebody's favourite of some things ("colour"); undefined where it would be taken for something else of them. */
export function favouriteKey(things: string): string | undefined {
  const { name, kind } = normalisedKey(`favorite ${things}`);
  return kind === undefined || TASTES.has(kind.name) ? name : undefined;
}

const NO_THING =
  "you|me|myself|him|her|it|this|that|these|those|them|us|yours|mine|everything|anything|something|nothing|everybody|everyone|nobody|who|what|" +
  "dich|dir|euch|sie|ihn|ihm|es|das|dies|mich|alles|nichts|toi|vous|lui|elle|eux|moi|ça|cela|tout|rien|ti|usted|ustedes|él|ella|ellos|mí|eso|esto|todo|nada|" +
  "jou|jullie|hem|haar|mij|dat|dit|niets";
/** Words that stand for something else, and what is the reader's: "you", "all of that", "your cat". */
const POINTS = toPattern(
  `^(?:(?:all|just|only|always|alles|nur|tout|solo|alleen)\\s+)*(?:(?:${NO_THING})(?:\\s+(?:all|too|now|both|guys|people|stuff|one))*$|(?:your|dein\\p{L}*|euer\\p{L}*|ihre[mnrs]?|ton|ta|tes|votre|vos|tus?|jouw|uw)\\s)`,
  "iu",
);
/** How or where something is now, in small letters: what is called so is written with great ones. */
const STATE =
  /^(?:now|then|here|there|gone|broken|missing|lost|closed|open|empty|full|dirty|clean|ready|back|dead|late|early|on|off|out|over|away|running|playing|starting|coming|unknown|(?:(?:in|on|at|under|near|with|from|out of|too|so|very|still|already|getting) .*))$/u;

/** True if a plain sentence names something lasting with it: not "you", not "now", not "in the kitchen". */
export function isThing(value: string): boolean {
  return !POINTS.test(value) && !STATE.test(value);
}
