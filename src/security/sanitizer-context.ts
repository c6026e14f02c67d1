import { isCommonWord } from "./sanitizer-common-words.ts";
import type { WordFound } from "./sanitizer-words.ts";

const NOT_WITHIN = "(?<!\\p{L})";
const ENDS = "(?!\\p{L})";
const words = (list: string) => new RegExp(`${NOT_WITHIN}(?:${list})${ENDS}`, "iu");

/** Questions about works and people that all the world knows. */
const OF_THE_WORLD = words(
  "who (?:plays|played|sings|sang|wrote|voices|voiced|directed|is|was)|actor|actress|movie|movies|film|films|song|songs|album|lyrics|novel|book|books|author|singer|band|concert|tour|season|episode|cast|" +
    "series|sequel|soundtrack|character|president|minister|senator|queen|king|prince|princess|saint|st|pope|emperor|biography|net worth|wikipedia|quotes|poem|poet|painting|painter|composer|opera|symphony|" +
    "historical|history of|world cup|olympics|player|coach|champion|nobel|oscar|grammy|ceo|founder|inventor|scientist|meaning of the name|name meaning|origin of the name|baby names?|hurricane|summary|plot|trailer|wiki|review|reviews|" +
    "film|lied|buch|schauspieler\\w{0,3}|sanger\\w{0,3}|konigin|konig|namens?bedeutung|chanson|livre|acteur|actrice|chanteu\\w{1,3}|reine|roi|prenom|pelicula|cancion|libro|actor|actriz|cantante|reina|rey|" +
    "liedje|boek|acteur|zanger\\w{0,3}|koningin|koning|סרט|שיר|ספר|שחקן|שחקנית|זמר|זמרת|מלכה|מלך|סדרה",
);
/** What a word says of a name it says so near to it; a question is hardly longer. */
const NEAR = 160;
/** Words that make it somebody's own. */
const OF_THE_HOUSE =
  /(?<!\p{L})(?:my|our|mein\w{0,2}|unser\w{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr\w{1,2}|mijn|onze|ons)(?!\p{L})|(?:ה(?:בן|בת|ילד|ילדה|אישה|בעל) שלי|שלנו)/iu;
const FAMILY = words(
  "son|daughter|wife|husband|kid|kids|child|children|baby|toddler|girlfriend|boyfriend|partner|mother|father|mom|mum|dad|sister|brother|grandma|grandpa|nanny|roommate|dog|cat|puppy|kitten|pet|" +
    "sohn|tochter|frau|mann|kind|mutter|vater|schwester|bruder|oma|opa|hund|katze|fils|fille|femme|mari|enfant|mere|pere|soeur|frere|chien|chat|hijo|hija|esposa|marido|nino|nina|madre|padre|hermana|hermano|perro|gato|" +
    "zoon|dochter|vrouw|man|kind|moeder|vader|zus|broer|hond|kat|בן|בת|אישה|בעל|ילד|ילדה|אמא|אבא|אח|אחות|כלב|חתול",
);
/** What follows a name with an s: "Mia's room", "Annas Zimmer". */
const OWNED =
  /^(?:'s|s')?\s?(?:'s|s')?\s(?:room|bedroom|nursery|lamp|light|phone|iphone|ipad|tablet|laptop|computer|school|birthday|allergy|medication|bed|bath|car|bike|door|window|schedule|alarm|password|zimmer|lampe|licht|handy|schule|geburtstag|auto|kamer|telefoon|verjaardag|fiets)(?!\p{L})/iu;
/** What stands before a name in languages that have it so: "chambre de Mia", "החדר של מיה". */
const OWNING =
  /(?:zimmer|schule|handy|geburtstag|chambre|ecole|telephone|anniversaire|habitacion|cuarto|colegio|telefono|cumpleanos|kamer|school|verjaardag|החדר|חדר|הטלפון|בית הספר|יום ההולדת)\s(?:von |de |d'|del |van |של )?$/iu;

/** About what a town may be named: the sky over it, and when and whether its shops are open. */
const TOWN_TOPIC = words(
  "weather|forecast|temperature|temperatures|rain|raining|rainy|snow|snowing|sunny|wind|windy|humidity|humid|storm|uv index|pollen|air quality|sunrise|sunset|degrees|hot|cold|warm|umbrella|heatwave|" +
    "opening hours|opening times|business hours|open (?:today|tomorrow|now|on|until|till|late)|is open|are open|when (?:do|does|is|are) [^?]{1,60} (?:open|close|closed)|closing time|closes|" +
    "wetter\\w{0,12}|vorhersage|temperatur\\w{0,2}|regen|regnet|schnee|schneit|offnungszeiten|geoffnet|offen|sonnenaufgang|sonnenuntergang|meteo|temps qu'il|previsions?|pluie|pleut|neige|horaires|ouvert\\w{0,2}|heures d'ouverture|" +
    "tiempo|clima|pronostico|lluvia|llueve|llover\\w{0,1}|nieva|horarios?|abiert\\w{1,2}|weer|weersverwachting|weerbericht|regent|sneeuw|openingstijden|geopend|zonsopgang",
);
const HEBREW_TOWN_TOPIC = /מזג|תחזית|טמפרטור|גשם|שלג|חם|קר|שעות פתיחה|פתוח|נפתח|סוגר|זריחה|שקיעה/;

/** Whether a question is of the kind that a home's town may stand in. */
export function mayNameTown(text: string): boolean {
  return TOWN_TOPIC.test(text) || HEBREW_TOWN_TOPIC.test(text);
}

/**
 * Whether a home's word means this home here. Others have the same first name: "Anna Karenina" and "who plays Anna in Frozen" are none of
 * ours, "my daughter Anna" is. Short and common names need somebody's family, room or thing beside them.
 */
export function meansThisHome(text: string, found: WordFound): boolean {
  const { kind } = found.word;
  const close = belongsHere(text, found);
  if (found.weak) return close;
  if (!found.single || (kind !== "person" && kind !== "pet" && kind !== "profile")) return true;
  if (close) return true;
  const near = text.slice(Math.max(0, found.from - NEAR), found.to + NEAR);
  return !OF_THE_WORLD.test(near) && !isPartOfName(text, found);
}

function belongsHere(text: string, { from, to }: WordFound): boolean {
  const before = text.slice(Math.max(0, from - 32), from);
  const after = text.slice(to, to + 32);
  if (OWNED.test(after) || OWNING.test(before)) return true;
  if (/[_.]$/.test(before) || /^_/.test(after)) return true;
  return OF_THE_HOUSE.test(before) && FAMILY.test(before);
}

/** "Anna Kendrick", "Santa Anna": another name stands beside it. */
function isPartOfName(text: string, { from, to }: WordFound): boolean {
  const next = /^ (\p{Lu}[\p{L}'-]{1,30})/u.exec(text.slice(to, to + 34))?.[1];
  const previous = /(?<!\p{L})(\p{Lu}[\p{L}'-]{1,30}) $/u.exec(text.slice(Math.max(0, from - 34), from))?.[1];
  if (!/^\p{Lu}/u.test(text.slice(from, from + 1))) return false;
  const isName = (word: string | undefined) => word !== undefined && !isCommonWord(word.toLowerCase());
  return isName(next) || (isName(previous) && from - (previous?.length ?? 0) - 1 > 0);
}
