import { toPattern } from "../../text/pattern.ts";

/** How a language tells times; all words without accents and in small letters. */
interface TimeWords {
  /** Stand before an hour: "at". */
  readonly before: string;
  /** What may stand between both: "half past". */
  readonly between?: string;
  /** One to twelve, noon and midnight, with what may follow. */
  readonly hours: string;
  /** Weekdays. */
  readonly days: string;
  /** Every day, every so often. */
  readonly daily: string;
  /** January to December, after `until`. */
  readonly months: string;
  /** Stand before a month: since when and until when. */
  readonly until: string;
  /** Tomorrow, at the weekend, at Christmas: days on which somebody is away. */
  readonly soon: string;
}

const LANGUAGES: readonly TimeWords[] = [
  {
    before: "at|by|until|till|from|before|after|around",
    between: "about |half past |half |(?:a )?quarter (?:to|past) ",
    hours: "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight",
    days: "(?:mon|tues|wednes|thurs|fri|satur|sun)days?",
    daily:
      "every (?:day|morning|noon|afternoon|evening|night|weekday|weekend)|next week|this week|all (?:week|day|night)|(?<=works? )nights",
    months: "january|february|march|april|may|june|july|august|september|october|november|december",
    until: "until|till|from",
    soon: "tomorrow|tonight|(?:this|next|the whole|all|over the) (?:weekend|week|month|summer|winter)|over (?:christmas|easter|new year)",
  },
  {
    before: "um|gegen|bis|ab|von|vor|nach",
    between: "etwa |halb |viertel (?:vor |nach )?|dreiviertel |kurz (?:vor|nach) ",
    hours: "(?:eins|ein|zwei|drei|vier|funf|fuenf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwoelf)(?: uhr)?|mitternacht",
    days: "(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?",
    daily: "(?:jeden|jede) [a-z]{2,12}|(?<=arbeitet )nachts",
    months: "januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember",
    until: "bis|ab|seit|bis zum|bis ende|bis anfang",
    soon: "morgen|ubermorgen|heute (?:abend|nacht)|(?:nachste|diese|kommende|ganze)[nrs]? (?:woche|wochenende|monat|sommer)|(?:ubers|am) wochenende|uber (?:weihnachten|ostern|silvester|pfingsten)",
  },
  {
    before: "a|vers|jusqu'a|avant|apres|des",
    hours: "(?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze) heures?(?: et (?:demie|quart))?|midi|minuit",
    days: "(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?",
    daily: "(?:chaque|tous les|toutes les) [a-z]{2,10}",
    months: "janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre",
    until: "jusqu'en|jusqu'a|jusqu'au|depuis|des|fin|debut",
    soon: "demain|ce soir|cette (?:semaine|nuit)|ce week-?end|semaine prochaine|(?:week-?end|mois) prochain|a (?:noel|paques)|tout l'ete",
  },
  {
    before: "a|hasta|desde|sobre|hacia|antes de|despues de",
    between: "la |las |eso de las ",
    hours: "(?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?: y (?:media|cuarto))?|mediodia|medianoche",
    days: "lunes|martes|miercoles|jueves|viernes|sabados?|domingos?",
    daily: "(?:cada|todos los|todas las) [a-z]{2,10}",
    months: "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
    until: "hasta|desde|hasta el mes de",
    soon: "manana|esta (?:noche|semana|tarde)|(?:este|el|todo el) fin de semana|proxima semana|semana que viene|proximo (?:mes|fin de semana)|en (?:navidad|semana santa)|todo el verano",
  },
  {
    before: "om|tot|rond|vanaf|voor|na",
    between: "ongeveer |half |kwart (?:voor|over) ",
    hours: "(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)(?: uur)?|middernacht",
    days: "(?:maan|dins|woens|donder|vrij|zater|zon)dag(?:en)?",
    daily: "(?:elke|iedere) [a-z]{2,10}",
    months: "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december",
    until: "tot|vanaf|sinds|tot eind|tot begin",
    soon: "morgen|overmorgen|vanavond|vannacht|(?:volgende|komende|deze|hele) (?:week|maand|zomer)|(?:dit|komend|volgend|het hele|in het) weekend|met (?:kerst|pasen)",
  },
];
const ABOUT = "about |las |la |etwa |ongeveer ";
/** Numbers of these are no times: "at 20 degrees", "nach drei Wochen". */
const NOT_COUNTED =
  "(?![a-zא-ת\\d%°]|[.,]\\d| ?(?:degrees|grad|percent|prozent|minut|hours|years|year old|days|weeks|months|kg|km|people|stunden|tage|wochen|monat|jahr|jours|semaines|mois|ans(?![a-z])|horas|dias|semanas|meses|anos|dagen|weken|maand|jaar))";
const HEBREW_HOUR = "אחת עשרה|שתים עשרה|שתיים עשרה|אחת|שתיים|שלוש|ארבע|חמש|שש|שבע|שמונה|תשע|עשר";
const HEBREW =
  `בשעה \\d{1,2}|ב-?\\d{1,2}(?::\\d{2})?(?!\\d)|(?:ב-?|בשעה |לפני |אחרי |עד )(?:${HEBREW_HOUR})(?: וחצי| ורבע)?(?![א-ת])|` +
  "כל (?:יום|בוקר|ערב|לילה)|בימי \\S{2,8}|ביום \\S{2,8}|עד (?:יום )?\\S{2,8}";
const CLOCK = "\\d{1,2}(?::|h|\\.)\\d{2}(?!\\d|\\.\\d)|\\d{1,2} ?(?:am|pm|a\\.m\\.|p\\.m\\.|uhr|uur|h|heures|o'clock)(?![a-zא-ת])";

const MONTHS = LANGUAGES.map(({ months }) => months).join("|");
const HEBREW_MONTHS = "ינואר|פברואר|מרץ|מרס|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר";
/** Which day of a month: "3.", "3rd", "1er". */
const DAY = "\\d{1,2}(?:st|nd|rd|th|er|\\.)?";
const DATES = [
  `${DAY} (?:of |de )?(?:${MONTHS})(?![a-z])`,
  `(?:${MONTHS}) (?:the )?${DAY}(?!\\d)`,
  `(?:in|im|en|all|ganzen|tout|todo|heel) (?:${MONTHS})(?![a-z])`,
  `(?:from|vom|von|du|del|van) (?:the |dem |el )?${DAY} (?:to|until|till|through|bis|au|al|tot)(?: the| zum| dem| el)? ${DAY}(?!\\d)`,
  "(?:from|until|till|to|vom|bis|bis zum|du|au|jusqu'au|del|al|hasta el|van|tot) \\d{1,2}[./]\\d{1,2}(?!\\d)",
];
const HEBREW_DATES = `\\d{1,2} ב-?(?:${HEBREW_MONTHS})|ב(?:${HEBREW_MONTHS})|מחר|הלילה|הערב|(?:ה|ב)?שבוע הבא|(?:ב|כל )?סוף השבוע|עד ה?-?\\d{1,2}`;

/** Times of the day, days and spans of them, in the languages of the product: of a text that `readText` gave. */
export const TIME = timesWith([], HEBREW);
/** The same, dates and "tomorrow" too: when nobody is at home is told so. */
export const TIME_AWAY = timesWith([...DATES, ...LANGUAGES.map(({ soon }) => `(?:${soon})(?![a-z])`)], `${HEBREW}|${HEBREW_DATES}`);

function timesWith(more: readonly string[], hebrew: string): RegExp {
  return toPattern(
    `(?<![a-zא-ת\\d.])(?:${[
      CLOCK,
      ...more,
      ...LANGUAGES.flatMap(({ before, between, hours, days, daily, months, until }) => [
        `(?:${before}) (?:${ABOUT})?\\d{1,2}${NOT_COUNTED}`,
        `(?:${before}) (?:${between ?? "environ "})*(?:${hours})${NOT_COUNTED}`,
        `(?:${days})(?![a-z])`,
        `(?:${until}) (?:${months})(?![a-z])`,
        daily,
      ]),
    ].join("|")})|${hebrew}`,
    "gi",
  );
}
