import { toPattern } from "../../text/pattern.ts";
import { choices, whole, words } from "../facts/people-words.ts";

/** Before what somebody asks. */
const BEFORE = "(?:(?:hey|hi|hello|hallo|ok|okay|so|well|now|then|please|bitte|say|sag|sag mal|tell me|dis|dime|zeg)\\s+)*";
/** Verb first: "am I", "did I", "is my favourite colour", "does Ben". */
const ENGLISH =
  "(?:am|do|did|does|was|were|is|are|have|had|has|should|would|could|can|will|shall|may|must|might)(?:n['’]t)?\\s+(?:i|my|we|our)(?!['’\\p{L}])|(?:is|are|was|were|does|did)\\s+(?:it|he|she|they|this|that|there|\\p{Lu}\\p{L}+)(?!['’\\p{L}])|" +
  "(?:when|where|who|whom|why|how(?:\\s+(?:much|many|long|often|old|warm|late))?|(?:what|which|whose)(?:\\s+(?!(?:i|we|you|he|she|it|they|my|our)\\s)\\p{L}+)?)\\s+(?:am|do|did|does|was|were|is|are|have|had|has|should|would|could|can|will)\\s+(?:i|my|we|our|you)(?!['’\\p{L}])";
/** "mag ich", "was trinke ich": the verb before the person, and nothing before it but a word that asks. */
const GERMAN =
  "(?:(?:wann|wo|wie|was|wer|wen|warum|wieso|weshalb|woran|wogegen|womit|wofür|wozu|welche[nmrs]?(?:\\s+\\p{L}+)?|wie\\s+(?:viele?|lange|oft))\\s+)?(?!(?:und|oder|aber|dann|also|auch|denn|da|jetzt|heute|morgens|abends|wenn|dass|weil|so)\\s)" +
  "(?:bin|mag|hab|war|kann|soll|darf|muss|will|ist|sind|sollte|\\p{L}{2,}(?:e|te))\\s+(?:ich|wir)(?!\\p{L})|(?:ist|sind|war|waren|heißt)\\s+(?:mein|unser)\\p{L}*";
const FRENCH =
  "(?:qu['’])?est-ce\\s+qu|(?:quel(?:le)?s?\\s+\\p{L}+\\s+|où\\s+|quand\\s+|comment\\s+|que\\s+)?\\p{L}+-(?:je|nous)(?!\\p{L})|t['’]ai-je";
const DUTCH =
  "(?:(?:wat|wanneer|waar|hoe|wie|waarom|welke?(?:\\s+\\p{L}+)?)\\s+)?(?:ben|hou|heb|had|was|drink|eet|vind|lust|sta|ga|ken|kan|moet|mag|hield|woon|werk|wil|neem|heet|slaap|is|zijn)\\s+(?:ik|wij|mijn|onze?)(?!\\p{L})";
const HEAD = `^[\\s"'“„«¿]*${BEFORE}`;
const ASKS = toPattern(`${HEAD}(?:${ENGLISH}|${FRENCH}|האם\\s)`, "u");
const ASKS_FIRST = toPattern(`${HEAD}(?:${GERMAN}|${DUTCH})`, "u");

/** True if a clause asks something, with a mark or without: its verb comes first. `isFirst`: no other clause stands before it. */
export function asksOfSelf(clause: string, isFirst: boolean): boolean {
  const trimmed = clause.trim();
  const text = `${trimmed.charAt(0).toLowerCase()}${trimmed.slice(1)}`.replaceAll(/(?<!\p{L})I(?!\p{L})/gu, "i");
  return ASKS.test(text) || (isFirst && ASKS_FIRST.test(text));
}

const IF = words("if falls sofern whether ob si לו אילו אם");
const IF_ONLY_UNREAL = words("wenn als toen");
const UNREAL =
  /(?<!\p{L})(?:would|wouldn['’]t|were|(?:i|we|he|she|they|you)['’]d|wäre\p{L}*|wär|hätte\p{L}*|würde\p{L}*|könnte\p{L}*|zou(?:den)?|\p{L}+(?:rais|rait|rions|raient)|(?:tendr|ser|estar|gustar|podr|har)ía\p{L}*|fuera|tuviera|הייתי)(?!\p{L})/iu;
const SUPPOSED = words(
  "suppose supposing imagine imagining pretend hypothetically i\\s+wish what\\s+if angenommen hypothetisch stell\\s+dir\\s+vor nehmen\\s+wir\\s+an ich\\s+wünschte supposons imagine imaginons si\\s+seulement supón imagina ojalá stel נניח הלוואי",
);

/** True if what a sentence says is not so, or only under a condition that comes first: "if I were rich …". */
export function isOnlySupposed(sentence: string): boolean {
  if (SUPPOSED.test(sentence) || isInJest(sentence)) return true;
  const condition = IF.exec(sentence.replace(POLITE, " "));
  if (condition && (condition.index < FIRST || UNREAL.test(sentence))) return true;
  return IF_ONLY_UNREAL.test(sentence) && UNREAL.test(sentence);
}

/** Said in jest; not "no kidding", nor what somebody loves to do. */
const JEST =
  /(?<!\p{L})(?<!(?:not|no|never|love|like|enjoy|hate|n['’]t|kein|sans|geen|keine)\s+(?:(?:just|only|a|une|even)\s+)?)(?:(?:just|only|i['’]m|i am|i was|was|totally)\s+(?:kidding|joking)(?!\s+a)|kidding|jk|just a joke|it['’]s a joke|nur (?:ein )?(?:scherz|spaß|witz)|(?:war|ist) (?:ein )?(?:scherz|spaß|witz)|je (?:plaisante|rigole|blague)|c['’]est une blague|pour rire|es broma|(?:estoy )?bromeando|de broma|(?:maar een |was een )?(?:grapje|geintje)|סתם|בצחוק|אני צוחקת?)(?!\p{L})|,\s*(?:not|(?:ha)+\s+no)[\s.!]*$/iu;

/** True if whoever says a sentence does not mean it. */
export function isInJest(sentence: string): boolean {
  return JEST.test(sentence);
}

const POLITE = /(?<!\p{L})(?:if possible|if you can|if you don['’]t mind|si possible|si es posible|als het kan)(?!\p{L})/iu;
/** A condition that begins so far from the beginning holds for all of it. */
const FIRST = 12;

const UNSURE = words(
  "whether ob might maybe perhaps possibly vielleicht eventuell womöglich peut-être quizás? tal\\s+vez a\\s+lo\\s+mejor misschien wellicht אולי",
);

/** True if whoever says a clause does not know. */
export function isUnsure(clause: string): boolean {
  return UNSURE.test(clause);
}

const OVER = toPattern(
  `(?<!(?:am|are|is|be|was|were|get|gets|got|getting|become|['’]m|['’]re|['’]s)\\s{1,3}(?:\\p{L}{1,20}\\s{1,3})?)(?<!\\p{L})used\\s+to(?!\\p{L})|` +
    `(?<!\\p{L})(?:früher(?!\\s+als|\\s+auf)|damals|ehemals|einst|formerly|back\\s+then|in\\s+the\\s+past|in\\s+my\\s+(?:youth|childhood)|as\\s+a\\s+(?:child|kid|boy|girl|teenager|baby|student)|` +
    `when\\s+i\\s+was\\s+(?!born)|als\\s+(?:kind|jugendliche[r]?|student(?:in)?)|als\\s+ich\\s+(?:\\p{L}+\\s+)?(?:klein|jung|kind)|autrefois|jadis|à\\s+l['’]époque|quand\\s+j['’]étais|antes\\s+(?:me|yo|era|bebía|comía|vivía|tenía|prefería)|solía|` +
    `cuando\\s+era|de\\s+niñ[oa]|vroeger|destijds|toen\\s+ik|בעבר|כילד|כילדה)(?!\\p{L})`,
  "iu",
);

const GIVEN_UP =
  /(?<!\p{L})(?<!(?:never|not|n['’]t|nie|nicht|jamais|pas|nunca|no|nooit|niet)\s{1,3})(?:stopped(?=\s+\p{L}+ing)|quit|quitted|gave\s+up|given\s+up|ceased|aufgehört|aufgegeben|(?:ai|avons)\s+(?:arrêté|cessé)|dejé(?=\s)|(?:he|hemos)\s+dejado|gestopt|opgehouden|הפסקתי|הפסקנו)(?!\p{L})/iu;
const NOT_YET =
  /(?<!\p{L})(?:next\s+year|some\s*day|one\s+day|nächstes\s+jahr|eines\s+tages|irgendwann|l['’]an(?:née)?\s+prochaine?|un\s+jour|el\s+(?:próximo\s+año|año\s+que\s+viene)|algún\s+día|volgend\s+jaar|ooit|בשנה\s+הבאה|יום\s+אחד)(?!\p{L})/iu;
const WILL_BE =
  /(?:(?:(?<!\p{L})will|['’]ll|(?<!\p{L})(?:going\s+to|gonna|hope\s+to|plan\s+to|planning\s+to))\s+(?:be|become|turn|go)|(?<!\p{L})(?:werde|möchte|will|serai|deviendrai|vais|seré|voy\s+a|word|ga|zal|אהיה))(?!\p{L})/iu;
const WANTS_TO_BE =
  /(?<!\p{L})(?:(?:want|['’]d\s+like|would\s+like|hope|plan|planning|going|trying)\s+to\s+(?:become|turn|go)(?=\s+(?:an?\s+)?(?:vegan|vegetar|pescatar))|(?:veux|voudrais)\s+devenir|quiero\s+(?:ser|hacerme)|wil\s+(?:\p{L}+\s+)?worden)(?!\p{L})/iu;

/** True if of what a clause says the value alone is not so now: it was given up, or is still to come. A value that says so itself is. */
export function isNotNow(clause: string, value: string): boolean {
  const isToCome = WANTS_TO_BE.test(clause) || (NOT_YET.test(clause) && WILL_BE.test(clause) && !NOT_YET.test(value));
  return isToCome || (GIVEN_UP.test(clause) && !GIVEN_UP.test(value));
}

/** True if a clause tells what was so once. */
export function isOver(clause: string): boolean {
  return OVER.test(clause);
}

const ORDER = toPattern(
  `^\\s*${BEFORE}(?:${choices("set turn switch put dim raise lower stell stelle dreh drehe schalt schalte mach regle règle mets monte baisse pon ponlo pone sube baja zet draai doe")})\\s+(?!.*(?:that|dass)\\s)(?:it|the|this|that|them|my|ac|a\\/c|heating|es|die|das|den|sie|bitte|la|le|les|el|lo|los|de|het|mijn|meine?|mon|ma|mi|up|down|on|off)(?!\\p{L})`,
  "iu",
);
const ALWAYS = words(
  "always every each usually whenever from\\s+now\\s+on in\\s+future generally immer jeden jede jedes jeweils ab\\s+jetzt künftig grundsätzlich meistens toujours chaque dorénavant siempre cada todos\\s+los altijd elke voortaan תמיד כל",
);

/** True if a clause wants something done now, and not always: "set it to 25 for me". */
export function isOrder(clause: string): boolean {
  return ORDER.test(clause) && !ALWAYS.test(clause);
}

const FOREIGN = whole(
  choices(
    "translat\\p{L}* übersetz\\p{L}* tradui\\p{L}* traduc\\p{L}* vertaal\\p{L}* תרגם תרגמי how\\s+(?:do|would)\\s+(?:you|i|we)\\s+(?:say|spell|write|pronounce) wie\\s+(?:sagt|schreibt)\\s+man " +
      "comment\\s+(?:dit|écrit)-on cómo\\s+se\\s+(?:dice|escribe) hoe\\s+(?:zeg|schrijf)\\s+je repeat\\s+after\\s+me say\\s+after\\s+me",
  ).replaceAll("\\s+|", "\\s+"),
);

/** True if a sentence wants a text treated as such: translated, spelled. */
export function isForeignText(sentence: string): boolean {
  return FOREIGN.test(sentence);
}
