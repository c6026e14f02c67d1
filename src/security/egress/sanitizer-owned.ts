import { toPattern } from "../../text/pattern.ts";
import { AILMENT } from "./sanitizer-ailments.ts";
import { isNounToo } from "./sanitizer-noun-names.ts";

/** Whose something is, where it is the speaker's. */
export const OUR = "(?<!\\p{L})(?:my|our|mein\\w{0,2}|unser\\w{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr\\w{1,2}|mijn|onze|ons)(?!\\p{L})";
/** Words that make it somebody's own. */
export const OF_THE_HOUSE = toPattern(`${OUR}|(?:ה(?:בן|בת|ילד|ילדה|אישה|בעל) שלי|שלנו)`, "iu");
const FAMILY =
  "son|daughter|wife|husband|kid|kids|child|children|baby|toddler|girlfriend|boyfriend|partner|mother|father|mom|mum|dad|sister|brother|grandma|grandpa|nanny|roommate|dog|cat|puppy|kitten|pet|" +
  "sohn|tochter|frau|mann|kind|mutter|vater|schwester|bruder|oma|opa|hund|katze|fils|fille|femme|mari|enfant|mere|pere|soeur|frere|chien|chat|hijo|hija|esposa|marido|nino|nina|madre|padre|hermana|hermano|perro|gato|" +
  "zoon|dochter|vrouw|man|kind|moeder|vader|zus|broer|hond|kat|בן|בת|אישה|בעל|ילד|ילדה|אמא|אבא|אח|אחות|כלב|חתול";
const FAMILY_WORD = toPattern(`(?<!\\p{L})(?:${FAMILY})(?!\\p{L})`, "iu");
const FAMILY_BEFORE = toPattern(`${OUR} (?:\\p{L}{1,16} )?(?:${FAMILY}),? $`, "iu");
/** "Ben is my son", "Ben, my son". */
const FAMILY_BEHIND = toPattern(`^,? (?:(?:is|was|ist|war|est|es) )?${OUR} (?:\\p{L}{1,16} )?(?:${FAMILY})(?!\\p{L})`, "iu");
/** A room or thing right behind a name, without anything that says whose it is: "ben room". */
const THING =
  "room|bedroom|nursery|lamp|light|phone|iphone|ipad|tablet|laptop|computer|school|birthday|allergy|medication|bed|bath|car|bike|door|window|schedule|alarm|password|zimmer|lampe|licht|handy|schule|geburtstag|auto|kamer|telefoon|verjaardag|fiets";
const ROOM = "room|bedroom|nursery|zimmer|kinderzimmer|schlafzimmer|kamer|slaapkamer";
/** What a household says is somebody's: matters of health, school, money and the law, rooms and things, people, papers. Beginnings of words. */
const BEGINNINGS =
  "teacher|orthodon|optician|glasses|braces|eczema|rash|chemo|side effect|injur|wound|dyslex|stutter|speech|teeth|tooth|cough|infection|virus|migraine|overdraft|pension|inherit|tuition|payslip|wages|overtime|school|kindergarten|daycare|preschool|homework|exams?|grades|report card|classroom|classmate|tutor|diagnos|medic|medik|therap|allerg|adhd|adhs|autis|asthma|diabet|epilep|seizure|fever|fieber|vaccin|impf|doctor|physician|pediatric|paediatric|dentist|hospital|psych|pregnan|insulin|prescription|symptom|surgery|illness|disease|cancer|depress|anxiety|" +
  "salary|salaries|income|debts?|mortgage|insurance|pocket money|passport|birthday|birth cert|driver|driving licen|address|phone|iphone|smartphone|laptop|tablet|ipad|computer|password|passwor|e-?mail|instagram|snapchat|tiktok|whatsapp|bedroom|bedtime|nursery|camera|boyfriend|girlfriend|husband|mother|father|brother|sister|daughter|grandm|grandp|nanny|babysit|divorce|custody|lawyer|funeral|employer|appointment|schedule|" +
  "schul|klasse|lehrer|zeugnis|noten|hausaufgab|nachhilfe|kinder|arzt|zahn|krank|klinik|schmerz|gehalt|konto|schulden|kredit|versicherung|steuer|ausweis|reisepass|geburt|fuhrerschein|zimmer|lampe|schlafzimmer|fenster|kamera|fahrrad|wecker|handy|freund|mutter|vater|bruder|schwester|tochter|scheidung|anwalt|termin|" +
  "medecin|docteur|pediatre|ecole|maitress|professeur|devoirs|creche|nounou|dentiste|hopital|maladie|fievre|traitement|ordonnance|salaire|compte banc|impots|passeport|chambre|telephone|anniversaire|adresse|copain|copine|divorce|avocat|" +
  "colegio|escuela|maestr|profesor|deberes|guarderia|enfermedad|fiebre|tratamiento|sueldo|salario|pasaporte|habitacion|dormitorio|telefono|cumpleanos|direccion|abogado|pediatra|" +
  "huiswerk|opvang|huisarts|dokter|tandarts|ziekenhuis|ziekte|koorts|medicijn|salaris|rekening|paspoort|slaapkamer|telefoon|verjaardag|adres|moeder|scheiding|advocaat";
/** Short words, which have to stand whole. */
const WHOLE =
  "pain|period|nap|naps|sleep|skin|ear|ears|eyes|knee|hip|heart|blood|leg|arm|foot|ankle|flu|rent|tax|taxes|fees|lunch|potty|class|room|lamp|light|bed|bath|door|window|car|bike|alarm|pin|id|job|boss|wife|son|mom|mum|dad|friend|friends|weight|will|visa|dose|bank|gift|present|test|crib|toys?|licht|bett|tur|auto|kita|hort|frau|mann|sohn|oma|opa|chef|" +
  "classe|cours|lit|mari|femme|mere|pere|frere|soeur|fils|fille|clase|notas|cuarto|cama|movil|cuenta|novi[oa]|marido|esposa|madre|padre|hermano|hermana|hij[oa]|receta|klas|juf|meester|rapport|kamer|fiets|vriend|vriendin|vrouw|vader|broer|zus|zoon|dochter|רופאה?|רופא שיניים|גן|בית ספר|בית הספר|מורה|כיתה|חדר|טלפון|יום הולדת|אלרגיה|תרופה|חום|משכורת|חשבון|דרכון|כתובת|חברה?";
/** A pattern of one matter of a household. */
export const HOUSEHOLD = `(?:(?:(?:${BEGINNINGS})\\p{L}{0,16}|(?:${WHOLE}))(?!\\p{L})|${AILMENT})`;
/** What may stand between whose it is and what it is. */
export const QUALITY =
  "(?:(?:new|old|first|own|best|favou?rite|little|neue[rs]?|alte[rs]?|erste[rs]?|nieuwe|oude|second|third|\\d{1,2}(?:st|nd|rd|th|\\.|ter?|e|er|eme|o)?) )?";
const OWNED = toPattern(`^(?:'s|s'|'s's) ${QUALITY}${HOUSEHOLD}`, "iu");
/** German and Dutch have no sign before the s, and hurried English none either. */
const OWNED_WITHOUT_SIGN = toPattern(`^s ${QUALITY}${HOUSEHOLD}`, "iu");
const BESIDE_A_THING = toPattern(`^ ?(?:'s|s')? (?:${THING})(?!\\p{L})`, "iu");
const BESIDE_A_ROOM = toPattern(`^ (?:${ROOM})(?!\\p{L})`, "iu");
const IN_AN_ID = toPattern(`^s?_(?:${THING}|camera|plug|heater|blind)(?![a-z])`, "iu");
/** What stands before a name in languages that have it so: "chambre de Mia", "החדר של מיה". */
const OWNING =
  /(?:zimmer|schule|handy|geburtstag|chambre|ecole|telephone|anniversaire|habitacion|cuarto|colegio|telefono|cumpleanos|kamer|school|verjaardag|החדר|חדר|הטלפון|בית הספר|יום ההולדת)\s(?:von |de |d'|del |van |של )?$/iu;
const OWNING_OF = toPattern(`(?<!\\p{L})[הבלמ]?${HOUSEHOLD} (?:von |de |d'|del |van |של )$`, "iu");
const OF_A_FAMILY = /(?<!\p{L})(?:family|familie|famille|familia|fam\.|משפחת) $/iu;
const TITLED = /(?<!\p{L})(?:mr|mrs|ms|mr\.|mrs\.|ms\.|herrn?|frau|mme|monsieur|madame|senora?|dhr\.?|mevr\.?|meneer|mevrouw) $/iu;
/** Of a saint or of what the world knows: "St Tom's hospital", "Big Ben's". */
export const OF_ANOTHER = /(?<!\p{L})(?:saint|st\.?|sankt|big|average|trader|sloppy|uncle|mamma) $/iu;
/** "Als", "dans": words that a short name with an s is too. */
const WORDS_WITH_S = /^(?:dan|san|tre|plu|moin|hon|ha|wa|hi|bi|ma)$/i;
const SHORTEST_WITHOUT_SIGN = 3;

/** Whether what stands beside a name says that it is somebody's of this home: what is theirs, or whose they are. A name that is a word too needs more of it. */
export function isSomebodysHere(text: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const before = text.slice(Math.max(0, from - 40), from);
  const after = text.slice(to, to + 48);
  const name = text.slice(from, to);
  const isWritten = /^\p{Lu}/u.test(name) && /\p{Ll}/u.test(name);
  if (OF_ANOTHER.test(before)) return false;
  if (OWNED.test(after) || FAMILY_BEHIND.test(after)) return true;
  const isLong = name.length >= SHORTEST_WITHOUT_SIGN && !WORDS_WITH_S.test(name);
  if (isNounToo(name.toLowerCase())) {
    if (IN_AN_ID.test(after) || OF_A_FAMILY.test(before)) return true;
    if (!isWritten) return false;
    if (FAMILY_BEFORE.test(before) || TITLED.test(before)) return true;
    return (isLong && /^s \p{Lu}/u.test(after) && OWNED_WITHOUT_SIGN.test(after)) || (OWNING_OF.test(before) && !before.endsWith("'"));
  }
  if (BESIDE_A_THING.test(after) || (isLong && OWNED_WITHOUT_SIGN.test(after))) return true;
  if (OWNING.test(before) || OWNING_OF.test(before)) return true;
  if (/[_.]$/.test(before) || /^_/.test(after)) return true;
  return OF_THE_HOUSE.test(before.slice(-32)) && FAMILY_WORD.test(before.slice(-32));
}

/** A name that is a word too, before a room: trouble or "my" says then that it is somebody's. */
export function isBesideRoom(text: string, { to }: { readonly to: number }): boolean {
  return BESIDE_A_ROOM.test(text.slice(to, to + 24));
}
