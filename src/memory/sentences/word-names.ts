import { words } from "../facts/people-words.ts";
import { DOES } from "./unknown-subject.ts";

/** First names that are words, too: who is meant shows in the capital letter and in what stands beside it. */
const WORD_NAMES = words(
  "will may mark rose hope sky bill jack joy grace art summer autumn winter dawn eve max amber jasmine olive ray violet faith rich pat sue chase guy frank grant drew rob nick don dean gene penny ginger ivy lily daisy iris heather holly " +
    "robin ruby pearl crystal star angel destiny harmony melody miles mike norm herb basil cliff dale glen heath brook reed river rain storm april june august hazel sage willow poppy laurel coral scarlett? cherry candy honey sandy sunny chip " +
    "chuck woody rusty skip carol charity patience mercy victor victory justice haven paris london sydney florence chelsea brooklyn jordan georgia india wolf bear hunter mason cooper taylor baker parker turner porter sawyer fisher page king prince " +
    "duke earl bishop major cash rocky stone jet jade ace ash bay blue grey gray scout wade lance pierce bud jay wren raven phoenix dove kit kitty teddy dot dolly merry gay sonny van sage christian german roman " +
    "mai juni juli ernst stern rosa heide linde erika till kai viola sommer fee engel falk mei roos wil bas fleur claire pierre prune aurore blanche constant juste cerise marine reine luz sol mar paz alba rey cruz dolores pilar marina " +
    "mercedes consuelo socorro gloria blanca clara perla flor estrella luna nieves rocío ángel salvador santos domingo justo león abril julio אור טל שיר גל ים נועם שחר אביב רון עדי בר לי חן מור רז שי ניר נוי דור אלון אורן ארז תמר רותם ורד " +
    "יסמין פז קרן מאיר שלום חיים שמחה עמית ברק הדר הדס שקד",
);
const MONTH = words("may april june august mai juni juli mei abril julio");

/** Before a thing, a time or a place. */
const NO_PERSON_BEFORE =
  "[Tt]he|[Aa]n?|[Tt]his|[Tt]hat|[Mm]y|[Oo]ur|[Yy]our|some|any|no|every|each|[Nn]ext|[Ll]ast|[Ii]n|[Oo]n|[Aa]t|[Dd]uring|most|more|much|[Ii]m|[Aa]m|zum|zur|[Dd]er|[Dd]ie|[Dd]as|den|dem|des|ein|eine[nmrs]?|mein|meine|le|la|les|un|une|[Ee]l|los|las|una|mi|[Hh]et|een|ten|de";
const MONTH_BEFORE =
  "to|[Uu]ntil|till|[Ss]ince|[Ff]rom|by|of|before|after|through|mid|early|late|[Ii]t['’]s|bis|seit|ab|von|en|vanaf|tot|sinds|desde|hasta|depuis|\\d{1,2}(?:st|nd|rd|th|\\.)?";
/** Behind a verb: "May I", "Will you", "Hope you are well". */
const NO_PERSON_BEHIND = "I|you|we|he|she|it|they|there|the|this|that|these|those|my|our|your|someone|anyone|everyone|all|be";
/** What only people do: said of them in small letters, too. */
const LIVES =
  "likes|loves|prefers|hates|drinks|eats|smokes|takes|wakes|sleeps|wants|needs|gets up|goes to (?:bed|sleep)|mag|liebt|trinkt|isst|schläft|nimmt|aime|préfère|boit|mange|dort|prend|prefiere|bebe|duerme|toma|houdt|drinkt|eet|slaapt|slikt";
const START = "(?<=^[\\s\"'“„«(]*|[.!?:;,–-]\\s*)";
const SUFFIX = "(?:['’]?s|['’])?";
const HEBREW = /\p{Script=Hebrew}/u;
const LIVES_IN_HEBREW =
  "אוהבת?|שותה|אוכלת?|לוקחת?|ישנה?|קמה?|צריכה?|רוצה|מעדיפה?|הוא|היא|חולה|אלרגי\\p{L}*|טבעוני\\p{L}*|צמחוני\\p{L}*|סוכרתי\\p{L}*";

/** True if a first name is a word that people use for something else. */
export function isWordName(name: string): boolean {
  return WORD_NAMES.test(name) && !/[\s-]/u.test(name);
}

/** Where a name that is a word stands for somebody, as a part of an expression: in the middle of a sentence but for months and things, at its beginning before what people do. */
export function asPerson(name: string): string {
  if (HEBREW.test(name)) return `(?:(?<=(?:של|עם|את|עבור|בשביל|אצל)\\s)${name}|${START}${name}(?=\\s+(?:${LIVES_IN_HEBREW})(?!\\p{L})))`;
  const [first = "", ...rest] = name.toLowerCase();
  const capital = `${first.toUpperCase()}${rest.join("")}`;
  const isMonth = MONTH.test(name);
  const not = isMonth ? `${NO_PERSON_BEFORE}|${MONTH_BEFORE}` : NO_PERSON_BEFORE;
  const behind = `(?!${SUFFIX}\\s+(?:${NO_PERSON_BEHIND})(?!\\p{L}))${isMonth ? "(?!,?\\s+(?:the\\s+)?\\d)" : ""}`;
  const middle = `(?<=[^\\s"'“„«(.!?:;,–-]\\s+|\\d\\.\\s)(?<!(?<![\\p{L}\\p{N}])(?:${not})\\s+)${capital}${behind}`;
  const atStart = `${START}${capital}(?=['’]s(?!\\p{L})|\\s+(?:and|und|et|y|en|or|oder|ou|&|${DOES})(?!\\p{L})|\\s*(?::|$))`;
  const small = `${START}${first}${rest.join("")}(?=\\s+(?:${LIVES})(?!\\p{L}))`;
  return `(?:${middle}|${atStart}|${small})`;
}
