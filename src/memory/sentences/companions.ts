import { toPattern } from "../../text/pattern.ts";
import { choices, DETERMINER, RELATION } from "../facts/people-words.ts";
import { HEALTH } from "./unknown-subject.ts";

/** What people are called, and things are not. */
const PEOPLE = `(?:${HEALTH}|${RELATION}|${choices(
  "smokers? drinkers? (?:light|heavy|late|early)[\\s-](?:sleepers?|risers?) snorers? musicians? students? doctors? nurses? teachers? artists? gamers? runners? carnivores? pescatarians? flexitarians? muslims? jews? christians? hindus? buddhists? " +
    "guys? m[ae]n wom[ae]n lad(?:y|ies) persons? people somebody someone family couple asthmatics? epileptics? alcoholics? insomniacs? (?:early|night)[\\s-](?:birds?|owls?) allergiker\\p{L}* raucher\\p{L}* asthmatiker\\p{L}* fumeu(?:rs?|ses?) fumador\\p{L}* rokers?",
)})`;
const ARTICLE =
  "an?|one|two|three|four|some|many|ein(?:e[nmrs]?)?|zwei|drei|une?|d['’]une?|des|deux|una|unos|unas|dos|een|twee|the|der|le|la|el|de";
/** Behind it no thing follows that it only describes: "a vegan", not "a vegan diet". */
const NO_THING_BEHIND = toPattern(
  `^[\\p{L}’'-]+(?:\\s*(?:$|[.,;:!?()])|\\s+(?:${RELATION}|now|at|in|on|here|too|who|and|or|tonight|today|tomorrow|since|for|so|because|again|from|zusammen|und|der|die|im|à|en|et|qui|y|que|samen|die)(?!\\p{L}))`,
  "iu",
);
const IS_PERSON = toPattern(`^${PEOPLE}(?!\\p{L})`, "iu");
/** Somebody for, of or with whom something is, up to what they are. */
const OF_SOMEBODY = toPattern(
  `(?<!\\p{L})(?:with|for|of|to|by|about|seeing|mit|bei|für|von|eine[rs]|avec|chez|pour|de|con|para|met|voor|van)\\s+(?:(?:${ARTICLE})\\s+)?(?:(?!(?:an?|and)(?!\\p{L}))\\p{L}+\\s+)?$|(?<!\\p{L})d['’]une?\\s+$`,
  "iu",
);
const HAS_ARTICLE = toPattern(`(?<!\\p{L})(?:${ARTICLE}|d['’]une?)\\s+(?:\\p{L}+\\s+)?$`, "iu");
const PLURAL = /^\p{L}+(?:s|en|ern|innen|ים|ות)(?!\p{L})/iu;
/** Always somebody: "married to a strict vegetarian". */
const PARTNER =
  /(?<!\p{L})(?:(?:married|engaged|verheiratet|verlobt|marié\p{L}*|fiancé\p{L}*|casad[oa]|getrouwd|verloofd)\s+(?:to|mit|avec|à|con|met)|dating|date)\s+(?:an?|one|ein\p{L}*|une?|una?|een)\s+(?:\p{L}+\s+)?$/iu;
/** Somebody without a word for who they are. */
const AT_HOME = /(?<!\p{L})(?:we|i)(?:\s+|['’])(?:have|['’]?ve got|ve got|got)\s+an?\s+$/iu;

const COPULA =
  "(?:i['’]m|i am|i was|i['’]ve been|as|ich bin|als|je suis|en tant que|comme|soy|como|ik ben)\\s+(?:(?:also|now|just|still|an?|the|one|ein\\p{L}*|une?|una|een|very|proud|happy|single|young|new|stolze\\p{L}*)\\s+)*$";
/** "I'm a vegan dad" */
const IS_SELF = toPattern(`(?:^|[^\\p{L}])${COPULA}`, "iu");
/** What the person is themselves: "I am a woman who …". */
export const IS_THE_PERSON =
  /(?<![\p{L}\p{N}])(?:i['’]m|i am|ich bin|je suis|soy|ik ben|אני)\s+(?:(?:also|now|just|still|auch|aussi|también|ook)\s+)?$/iu;
const MANY = `${DETERMINER}|${choices("two three four five some many few several other no all both zwei drei vier viele einige deux trois dos tres twee drie veel have has had got invite invited with for habe haben lade eingeladen heb hebben ai avons tengo")}`;
/** Before what somebody is, right before the word for them: "I have two vegan kids". */
const BEFORE_THEM = toPattern(`(?:^[\\s"'“„«¿¡(]*|(?<!\\p{L})(?:${MANY})\\s+(?:(?!(?:an?|and)(?!\\p{L}))\\p{L}+\\s+)?)$`, "iu");
const THEM_BEHIND = toPattern(
  `^[\\p{L}’'-]+\\s+(?:\\p{L}+\\s+)?(?:${RELATION})(?![\\p{L}-])(?!['’]?\\s+(?:(?:bed|bath)?room|house)s?(?!\\p{L}))`,
  "iu",
);
/** One has somebody, who is something: "j'ai un fils diabétique", "I have a son with diabetes". */
const HAS_THEM = toPattern(
  `(?<!\\p{L})(?:(?:have|['’]ve|got|have got|habe?|haben|j['’]ai|avons|tengo|tenemos|heb|hebben)\\s+(?:an?|one|two|three|four|five|\\d|ein\\p{L}*|zwei|drei|une?|deux|trois|una?|dos|tres|een|twee|drie)\\s+(?:\\p{L}+\\s+)?|יש\\s+ל(?:י|נו)\\s+)(?:${RELATION}|בן|בת|ילדה?|ילדים|אח|אחות|חברה?|אישה|בעל)\\s+(?:(?:with|mit|avec|con|met|on|עם)\\s+(?:\\p{L}+\\s+)?)?$`,
  "iu",
);

/** True if what stands at `at` in a clause says what somebody is whom the person has, lives with, cooks for: "with a vegan", "a diabetic son". */
export function isOfCompanion(clause: string, at: number): boolean {
  const [before, behind] = [clause.slice(0, at), clause.slice(at)];
  if (HAS_THEM.test(before)) return true;
  if (THEM_BEHIND.test(behind)) return BEFORE_THEM.test(before) && !IS_SELF.test(before);
  if (PARTNER.test(before) && !AILMENT.test(behind)) return true;
  const isSomebody = IS_PERSON.test(behind) && NO_THING_BEHIND.test(behind) && !AILMENT.test(behind);
  if (!isSomebody) return false;
  return AT_HOME.test(before) || (OF_SOMEBODY.test(before) && (HAS_ARTICLE.test(before) || PLURAL.test(behind)));
}

/** What one lives with, too: "with a nut allergy". */
const AILMENT =
  /^\S+(?:\s+\S+)?\s+(?:allerg\p{L}*|intoleran\p{L}*|condition|disease|syndrome)(?!\p{L})|^(?:allerg(?:y|ies|ie|ien)|allergien?|intoleran[cz]\p{L}*|diabetes|diabète)(?!\p{L})/iu;

/** Before somebody from whom something is kept: "I hide nuts from Ben". */
export const HIDDEN_FROM =
  /(?<!\p{L})(?:hid(?:e|es|ing|den)?|keep(?:s|ing)?|kept|lock(?:s|ed|ing)?|versteck\p{L}*|cach\p{L}+|escond\p{L}+|verstop\p{L}*)\s+(?:\p{L}+\s+){1,4}(?:from|vor|à|de|a|voor|van)\s+$/iu;
