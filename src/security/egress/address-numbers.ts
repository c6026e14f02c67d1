import { toPattern } from "../../text/pattern.ts";
import { type PrivateSpan, spansOf } from "./spans.ts";

/** What may stand behind a whole address without a word more. */
const ENDS = "(?=$|[,;:.?!)\\n]| \\d{4,5}(?!\\d))";
const WORD = "\\p{L}[\\p{L}'-]{1,24}";
const NAME = "\\p{Lu}[\\p{L}'-]{1,24}";
/** "Nr. 5", "№ 5" (which reads as "No5"), "#5", "numéro 5". */
const SIGN = "(?:#|(?:numero|nummer|number|num|nro|nr|no|n)(?![a-z])[.°]?|no(?=\\d))";
const HOUSE = "\\d{1,4}[a-h]?(?![\\d\\p{L}]|[.,]\\d)";
const ONE_WORD_STREET = "\\p{L}{3,30}(?:strasse|str\\.?|gasse|weg|allee|damm|ufer|platz|straat|laan|gracht|kade|plein|dijk|singel|steeg)";
const ENGLISH_STREETS =
  "Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Close|Crescent|Terrace|Boulevard|Blvd|Court|Gardens|Grove|Row|Mews|Hill";
/** Streets of films, shares and songs. */
const KNOWN_STREETS = "(?!(?:Wall|Sesame|Elm|Baker|Downing|Bourbon|Fleet|Penny|Memory|Abbey|Drury|Jump|Fast|Main) )";
const ROMANCE_STREETS =
  "rue|avenue|boulevard|bd|place|quai|chemin|impasse|allee|calle|avenida|avda|plaza|paseo|carretera|camino|via|viale|piazza|corso|rua";
const COTTAGES = "Cottages?|Lodge|Farm|Farmhouse|Barn|Rectory|Vicarage|Bungalow|Manor|Grange|House|Mill|Villa|Forge|Stables|Chapel";
const PUBLIC_HOUSES = "(?!(?:White|Opera|Full|Public|Coffee|Ale|Steak|Random|Town|Animal) )";

/** Streets that Israel's towns have and hardly anything else is called like with a number behind it. */
const HEBREW_STREETS =
  "דיזנגוף|הרצל|רוטשילד|אלנבי|בן יהודה|ז'בוטינסקי|ז'בוטינסקי|ביאליק|וייצמן|ויצמן|אבן גבירול|ארלוזורוב|סוקולוב|אחד העם|נחלת בנימין|שינקין|בוגרשוב|פרישמן|המלך ג'ורג'|קינג ג'ורג'|בלפור|טשרניחובסקי|החשמונאים|יהודה המכבי|הגפן|הזית|התאנה|האורן|האלון|הדקל|הברוש|הנרקיס|הרקפת|החרצית|הכלנית|הצבעוני|אוסישקין|שמחה גולן|בורוכוב|כצנלסון|טרומפלדור|הרב קוק|קרליבך|לבונטין|בן צבי|הנביאים|עמק רפאים|קיבוץ גלויות";

interface Form {
  /** What a text without such an address hardly has, looked for first: it takes a fraction of the time. */
  readonly hint: RegExp;
  readonly pattern: RegExp;
}

const SIGN_BEFORE_NUMBER = /(?:#|(?:numero|nummer|number|num|nro|nr|no|\bn)[.°]?) ?\d/i;
const HOUSE_WITH_NAME = toPattern(`(?:${COTTAGES}), ?[A-Z]`);

/** Addresses whose number is told by a sign or word, or a Roman one, and houses that have a name in its place. Of all texts, as `readText` gives them. */
const FORMS: readonly Form[] = [
  {
    hint: /(?:strasse|str\.?|gasse|weg|allee|damm|ufer|platz|straat|laan|gracht|kade|plein|dijk|singel|steeg) (?:[#A-Za-z.°]{1,7} ?)?[IVX]/,
    pattern: toPattern(`(?<![\\p{L}\\d])(?=\\p{Lu})${ONE_WORD_STREET} (?:${SIGN} ?)?(?=[IVX])X{0,2}(?:IX|IV|V?I{0,3})${ENDS}`, "gu"),
  },
  {
    hint: HOUSE_WITH_NAME,
    pattern: toPattern(
      `(?<![\\p{L}\\d-])${PUBLIC_HOUSES}(?:The )?${NAME}(?: ${NAME})? (?:${COTTAGES}), ?(?:${NAME} ){1,2}(?:${ENGLISH_STREETS})(?!\\p{L})`,
      "gu",
    ),
  },
  {
    hint: HOUSE_WITH_NAME,
    pattern: toPattern(`(?<![\\p{L}\\d-])The Old (?:${COTTAGES}), ?(?:${NAME} ){1,2}(?:${ENGLISH_STREETS})(?!\\p{L})`, "gu"),
  },
  {
    hint: SIGN_BEFORE_NUMBER,
    pattern: toPattern(`(?<![\\p{L}\\d])${ONE_WORD_STREET},? (?:(?:haus|huis)[ -]?)?${SIGN} ?${HOUSE}`, "giu"),
  },
  {
    hint: /(?:haus|huis)[ -]?n/i,
    pattern: toPattern(
      `(?<![\\p{L}\\d])(?:haus|huis)[ -]?(?:nummer|nr\\.?) ?${HOUSE},? (?:(?:in|an|aan|op|auf) de[rn]? |am )?${ONE_WORD_STREET}(?!\\p{L})`,
      "giu",
    ),
  },
  {
    hint: SIGN_BEFORE_NUMBER,
    pattern: toPattern(`(?<![\\p{L}\\d])${KNOWN_STREETS}(?:${NAME} ){1,2}(?:${ENGLISH_STREETS})\\.?,? (?:house )?${SIGN} ?${HOUSE}`, "gu"),
  },
  {
    hint: /number \d/,
    pattern: toPattern(
      `(?<!\\p{L})(?:house )?number ${HOUSE},? (?:on|in|of) ${KNOWN_STREETS}(?:${NAME} ){1,2}(?:${ENGLISH_STREETS})(?!\\p{L})`,
      "gu",
    ),
  },
  {
    hint: SIGN_BEFORE_NUMBER,
    pattern: toPattern(`(?<!\\p{L})(?:${ROMANCE_STREETS})\\.? ${WORD}(?: ${WORD}){0,3}?,? (?:(?:au|al|en el) )?${SIGN} ?${HOUSE}`, "giu"),
  },
  {
    hint: /(?:Platz|Strasse|Allee|Weg|Ufer|Ring) de[rs] /,
    pattern: toPattern(
      `(?<!\\p{L})(?:Platz|Strasse|Allee|Weg|Ufer|Ring) (?:der|des) (?!Bundesliga|Liga|Tabelle|Welt|Charts|Rangliste|Woche)${NAME}(?: ${NAME})?,? (?:Nr\\.? ?)?${HOUSE}${ENDS}`,
      "gu",
    ),
  },
  {
    hint: /[א-ת] \d/,
    pattern: toPattern(`(?<![א-ת\\d])[בל]?(?:${HEBREW_STREETS}) (?:מספר )?\\d{1,3}[א-ג]?(?=$|[,;.?!\\n]| (?:דירה|קומה|כניסה))`, "gu"),
  },
];

/** Finds them in any text, whatever the language: these forms are no other thing in another one. */
export function findToldNumbers(text: string): readonly PrivateSpan[] {
  return FORMS.flatMap(({ hint, pattern }) => (hint.test(text) ? spansOf(text, pattern, "address") : []));
}
