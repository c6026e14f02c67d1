import { toPattern } from "../../text/pattern.ts";
import { type PrivateSpan, spansOf } from "./spans.ts";

/** What may stand behind a whole address: the end, a comma, a postal code, or the sentence goes on to another place. */
const ENDS = "(?=$|[,;:.?!)\\n]| \\d{4,5}(?!\\d)| (?:to|from|in|near|at|and|nach|und|zu|bis|von|naar|tot|en)(?!\\p{L}))";
/** Where an address begins: the text, after a comma, or after a word of the way there. */
const BEGINS = "(?<=^|[,;:(\\n] ?|(?<!\\p{L})(?:at|to|from|near|address) )";

const GERMAN_PLACES =
  "An der|An den|An dem|Am|Auf der|Auf dem|Auf den|Bei der|Beim|Hinter der|Hinter dem|Im|In der|In den|Unter den|Unter der|Vor dem|Vor der|Zum|Zur";
/** What German streets without a word for "street" are named after: "Am Wasserturm", "An der Mühle". Ends of words. */
const GERMAN_ENDS =
  "turme?|muhlen?|grund|eichen?|linden?|buchen?|birken?|tannen?|erlen|weiden?|kiefern?|berge?|bache?|felde?r?|walde?|walder|hofe?|gartens?|garten|teiche?|see|weiher|brunnen|kirchen?|kapelle|kloster|tore?|markte?|anger|bruch|busche?|rain|hang|tale?|hohe|hugel|wiesen?|auen?|acker|ackern|kampe?|winkel|" +
  "ring|stein|ufer|friedhof|schloss|burg|wehr|deich|hafen|sportplatz|kreuz|graben|weinberge?|moor|holze?|holz|heide|born|quelle|rosen|ziegelei|hutte|schanze|wall|mauer|rathaus|steg|brucken?|furt|gericht|galgen|schmiede|scheunen?|schleuse|post|bleiche|halde|horst|loh|forst|stadtpark|park|werder|insel|krug|lehmkuhle|kuhle|sande?|strom|fluss|rhein|main|elbe|neckar|donau";
const DUTCH_STREETS = "Damrak|Rokin|Singel|Spui|Binnenhof|Vrijthof|Buitenhof|Lange Voorhout|Kneuterdijk|Noordeinde";
const FRENCH_LINK = "(?:de la |de l'|des |du |de |d'|le |la )?";
const FRENCH_STREETS =
  "place|square|allees?|rue|avenue|av\\.?|boulevard|bd\\.?|quai|chemin|impasse|route|passage|promenade|faubourg|cours|villa|cite|sentier|esplanade";
const ENGLISH_THE =
  "Green|Street|Avenue|Crescent|Lane|Mews|Close|Drive|Grove|Square|Terrace|Paddocks?|Spinney|Orchard|Meadows?|Causeway|Hollow|Ridings|Croft|Walk|Parade|Quadrant|Promenade|Glebe|Maltings|Beeches|Limes|Oaks|Elms|Willows|Dell|Rise|Ridgeway|Hawthorns|Laurels|Cloisters|Esplanade|Strand|Mall|Common|Heath|Poplars|Chestnuts";
const ENGLISH_ENDS = "View|Croft|Rise|Mead|Dene|Garth|Fold|Brow|Wynd|Brae|Meadows";
/** They stand before those without naming a street: "10 Best View", "360 Degree View". */
const ENGLISH_QUALITIES =
  "Best|Top|Full|Sea|Ocean|Mountain|City|Degree|Street|Grid|List|Tree|Web|Day|Night|Percent|Points?|Great|Big|New|Old|National|State|Theme|Water|Jurassic|South|Inch|Week|Year|World|Dead|High|Low|Front|Rear|Back|Deep|Happy|Book|Season|Episode|Movie|Scale|Rear|Logic|Car|Trailer|Central|Golden|Tower|Suspension|Land";

/** Numbers are read as a part of a name: "הרצל 12". Lines of buses, channels, ages and dates are none. */
const HEBREW_COUNTS =
  "אוטובוס|אוטובוסים|קו|קווים|ערוץ|כביש|רכבת|מלון|גיל|שעה|בשעה|יום|ימים|עד|כל|יש|טמפרטורה|מעלות|ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר|רדיו|כיתה|שכבה|עונה|פרק|דירות|חדרים|מקום|שבוע|תחנה|רציף|לפני|אחרי|מעל|תוך|רק|שנת|קניון|מגדל|אולם|מכבי|הפועל|ביתר|סרט|סדרה|ליגה|משחק|מחזור|גמר|תוצאה|ניצחון|עיתון|חדשות|מרתון|כרטיסים|לילות|מסעדות|טיסה|טיסות";
const HEBREW_TOWNS =
  "תל[ -]אביב|ירושלים|חיפה|ראשון לציון|פתח תקווה|אשדוד|נתניה|באר שבע|בני ברק|חולון|רמת גן|אשקלון|רחובות|בת ים|בית שמש|כפר סבא|הרצליה|חדרה|מודיעין|רעננה|לוד|רמלה|נצרת|עפולה|אילת|עכו|גבעתיים|הוד השרון|נהריה|טבריה|קריית \\S{2,8}|זכרון יעקב|זיכרון יעקב|רמת השרון|יבנה|כרמיאל";

/** "C/Fortran 77". */
const LANGUAGES_OF_PROGRAMS = /(?:Fortran|Rust|Python|Java|Cobol|Pascal|Perl|Swift|Zig|Lisp|Ada|Assembl\p{L}{0,4}|Objective)/u;

interface Form {
  readonly pattern: RegExp;
  readonly holds?: (match: RegExpExecArray) => boolean;
}

const counts = (list: string) => toPattern(`^(?:${list})$`, "iu");
const isGermanStreet = toPattern(`(?:${GERMAN_ENDS})$`, "iu");
const isQuality = counts(ENGLISH_QUALITIES);
const isHebrewCount = counts(HEBREW_COUNTS);

/** Addresses as people write them without a word for "street", by language. In a text with capitals that `readText` gave. */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  de: [
    {
      pattern: toPattern(
        `(?<![\\p{L}\\d])(?:${GERMAN_PLACES}) (?:(?:Alten|Neuen|Hohen|Grossen|Kleinen|Oberen|Unteren|Langen|Grunen|Weissen|Roten) )?(\\p{Lu}\\p{Ll}{2,24}(?:-\\p{L}{2,20})?) [1-4]?\\d{1,2} ?[a-h]?(?!\\d|\\p{L})${ENDS}`,
        "gu",
      ),
      holds: ([found, noun = ""]) => isGermanStreet.test(noun) || /^\p{L}+(?: \p{Ll}+)? \p{Lu}\p{Ll}+en \p{Lu}|\d ?[a-h]$/u.test(found),
    },
  ],
  nl: [
    {
      pattern: toPattern(
        `(?<![\\p{L}\\d])(?:${DUTCH_STREETS}) \\d{1,3}[a-h]?(?![\\d\\p{L}])(?! ?(?:cm|mm|m|km|euro|jaar)(?!\\p{L}))`,
        "gu",
      ),
    },
    {
      pattern:
        /(?<![\p{L}\d])(?:Laan|Weg|Plein|Kade|Plantage|Dreef) (?:van der |van den |van de |van het |van |naar |der |den )?\p{Lu}[\p{L}'-]{2,24}(?: \p{Lu}[\p{L}'-]{2,24}){0,2} \d{1,4}[a-h]?(?![\d\p{L}])(?! ?(?:km|m|euro|jaar)(?!\p{L}))/gu,
    },
  ],
  fr: [
    {
      pattern: toPattern(
        `(?<![\\p{L}\\d.,-])\\d{1,4} ?(?:(?:bis|ter|quater),? |, ?)?(${FRENCH_STREETS}) ${FRENCH_LINK}(?:\\p{Lu}[\\p{L}'-]{2,24}|\\p{L}[\\p{L}'-]{2,24}(?:[ -]\\p{L}[\\p{L}'-]{1,24}){0,3},? \\d{5}(?!\\d))`,
        "gu",
      ),
      // "3 cours de Yoga", "1 place de Concert"
      holds: ([found, street]) => Number.parseInt(found, 10) > (street === "cours" ? 19 : street === "place" ? 2 : 0),
    },
  ],
  es: [
    {
      pattern:
        /(?<![\p{L}\d/])(?:[Cc]\/|Cl\.|[Cc]tra\.|[Aa]v?da\.|[Pp]za\.|[Pp]º) ?(?:de (?:la |los |las )?|del )?\p{Lu}\p{Ll}[\p{L}'-]{0,24}(?: (?:de |del |la |los )?\p{Lu}[\p{L}'-]{1,24}){0,3},? (?:n[.º]? ?)?\d{1,3}(?!\d|\p{L}{2})/gu,
      holds: ([found]) => !LANGUAGES_OF_PROGRAMS.test(found),
    },
  ],
  en: [
    { pattern: toPattern(`${BEGINS}\\d{1,3}[a-f]? The (?:${ENGLISH_THE})(?!\\p{L})${ENDS}`, "gu") },
    {
      pattern: toPattern(`${BEGINS}[1-9]\\d{0,2}[a-f]? (\\p{Lu}\\p{Ll}{2,20}) (?:${ENGLISH_ENDS})(?!\\p{L})${ENDS}`, "gu"),
      holds: ([, name = ""]) => !isQuality.test(name),
    },
  ],
  he: [
    {
      pattern: toPattern(`(?<![א-ת\\d])([א-ת'"]{3,14})(?: [א-ת'"]{2,14})? \\d{1,3}[א-ג]?,? (?:ב|ב-)?(?:${HEBREW_TOWNS})(?![א-ת])`, "gu"),
      holds: ([found]) => !found.split(/[ ,]/).some((word) => isHebrewCount.test(word)),
    },
    {
      pattern:
        /(?<![א-ת])(?:גר|גרה|גרים|גרות|לגור|מתגורר|מתגוררת|מתגוררים|כתובת|הכתובת) (?:שלי |שלנו )?ב?[א-ת'"]{3,14}(?: [א-ת'"]{2,14}){0,2} \d{1,3}(?!\d| ?(?:שנ|ימ|חודש|דקות|שעות|ק"מ|קילומטר|מטר|אחוז))/gu,
    },
  ],
};

/** Finds them for the given languages. */
export function createFormFinder(languages: readonly string[]): (text: string) => readonly PrivateSpan[] {
  const forms = languages.flatMap((language) => FORMS[language] ?? []);
  return (text) => forms.flatMap(({ pattern, holds }) => spansOf(text, pattern, "address", holds));
}
