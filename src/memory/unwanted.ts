import { splitSentences } from "../security/sentences.ts";
import { clausesOf, withoutJoining } from "./clauses.ts";
import { isSaid } from "./fact-values.ts";
import { choices, whole } from "./people-words.ts";

const LEAD = `^[\\s"'“„«¿¡(]*(?:(?:${choices(
  "oh ok okay no so and but then well please sorry wait actually just hey nein ach und aber bitte doch also non mais et s'il te plaît pero y por favor nee maar en alsjeblieft אבל בבקשה לא",
)})[\\s,!:]+)*`;
const THAT =
  "that|this|it|what i(?: just)? said|everything|das|es|dies|das alles|ça|cela|tout|eso|esto|todo|dat|dit|het|alles|את זה|זה|מזה";
/** What is to be forgotten: a command, and not turned round ("don't forget that …"). */
const FORGET = new RegExp(
  `${LEAD}(?:forget|vergiss|vergesst|vergessen sie|oublie[sz]?|olvid[ae](?:lo|d)?|vergeet|תשכחי?|שכחי?)(?![\\p{L}-])(?!\\s+(?:(?:${THAT}|mir|me)\\s+)?(?:nicht|pas|niet|no)(?!\\p{L}))`,
  "iu",
);
const KEEP = "(?:remember|store|save|keep|note|record|memori[sz]e|log|learn|retain|write (?:that|this|it) down)";
/** What is not to be remembered. */
const DO_NOT_KEEP = new RegExp(
  `${LEAD}(?:(?:you\\s+)?(?:do not|don['’]?t|never|needn['’]?t|need not|(?:do not|don['’]?t) (?:need|have) to|no need to|must not|mustn['’]?t|shouldn['’]?t|better not)\\s+(?:please\\s+)?${KEEP}(?!\\p{L})|` +
    `(?:das |dies |es )?(?:(?:musst|brauchst|sollst|darfst) (?:du )?(?:dir )?(?:das |es )?(?:bitte )?nicht (?:zu )?\\p{L}+|(?:merke?|speicher[en]?|notiere?|behalte?|sichere?|schreibe?)(?:\\s+(?:dir|das|es|dies|davon|bitte|mal))*\\s+nicht(?!\\p{L})(?! nur)|` +
    "(?:dir )?(?:das )?nicht (?:merken|speichern|notieren|aufschreiben|behalten))|" +
    "(?:ne |n['’])(?:le |la |les |me )?(?:retiens|retenez|enregistrez?|notez?|sauvegardez?|mémorisez?|gardez?)(?: \\p{L}+)? pas|ne pas (?:le |la )?(?:retenir|enregistrer|noter|mémoriser|garder)|pas besoin de (?:le )?(?:retenir|noter)|" +
    "no (?:lo |la |me lo |hace falta que (?:lo )?)?(?:guardes|recuerdes|anotes|memorices|registres|almacenes|apuntes)|" +
    "(?:(?:onthoud|bewaar|noteer|registreer|schrijf|sla)(?:\\s+(?:dat|dit|het|er|maar|alsjeblieft|op))*\\s+niet(?!\\p{L})|(?:dat |dit )?niet (?:onthouden|opslaan|bewaren|noteren))|" +
    "אל ת(?:זכור|זכרי|שמור|שמרי|רשום|רשמי)\\p{L}*|off the record)" +
    `|(?:don['’]?t|do not) want you to ${KEEP}|rather you (?:did|do)(?:n['’]?t| not) ${KEEP}`,
  "iu",
);
const OF_BEFORE = new RegExp(
  `^[\\s,]*(?:${THAT})?[\\s,]*(?:please|again|bitte|wieder|down|alsjeblieft|maar|(?:the )?(?:thing )?i said)?[\\s.!]*$`,
  "iu",
);
/** What is to be forgotten goes on in the next clause. */
const GOES_ON = whole("that|what|dass|daß|que|dat|wat|ש\\p{L}+");

/** A message without what it wants to be forgotten or not kept, and what these speak of: the rest of the sentence, or the sentence before. */
export function withoutUnwanted(message: string): string {
  const kept: string[] = [];
  let isAnyUnwanted = false;
  for (const { text } of splitSentences(message)) {
    const clauses = clausesOf(text);
    const at = clauses.findIndex((clause) => FORGET.test(clause) || DO_NOT_KEEP.test(clause));
    if (at < 0) {
      kept.push(text);
      continue;
    }
    isAnyUnwanted = true;
    const clause = clauses[at] ?? "";
    const command = FORGET.exec(clause) ?? DO_NOT_KEEP.exec(clause);
    const isOfBefore = OF_BEFORE.test(clause.slice((command?.index ?? 0) + (command?.[0].length ?? 0)));
    const isFirst = clauses.slice(0, at).every((one) => withoutJoining(one).trim().split(/\s+/).length <= LONGEST_EXCLAMATION);
    if (isFirst && isOfBefore) kept.pop();
    // "forget that, I like 22": what stands behind is told
    const behind = FORGET.test(clause) ? clauses.slice(at + 1) : [];
    const told = GOES_ON.test((behind[0] ?? "").trim().split(/\s+/)[0] ?? "") ? behind.slice(1) : behind;
    if (told.length > 0) kept.push(told.join(", "));
  }
  return isAnyUnwanted ? kept.join("\n") : message;
}

/** True if whoever says a value does not want it to be kept. */
export function isUnwanted(value: string, message: string): boolean {
  const kept = withoutUnwanted(message);
  return kept !== message && isSaid(value, message) && !isSaid(value, kept);
}

/** "Oh no, …" */
const LONGEST_EXCLAMATION = 2;
