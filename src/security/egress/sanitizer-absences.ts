import { toPattern } from "../../text/pattern.ts";
import { EMPTY_HOUSE, NOBODY_HOME } from "../redaction/empty-house.ts";
import { OUR } from "./sanitizer-owned.ts";
import type { PrivateSpan } from "./sanitizer-span.ts";
import { TIME_AWAY } from "./sanitizer-times.ts";

const EMPTY = toPattern(EMPTY_HOUSE, "giu");
const NOBODY = toPattern(NOBODY_HOME, "giu");
/** A question that is only this, at any time: who asks it of the web tells it. */
const WHO_IS_THERE =
  /^\W{0,3}(?:is (?:nobody|no one|anybody|anyone|somebody|someone) (?:at )?home|ist (?:niemand|keiner|jemand|wer) (?:zu ?hause|daheim)|(?:est-ce qu'il )?y a-?t?-?(?:il)? (?:quelqu'un|personne) a la maison|(?:no )?hay (?:alguien|nadie) en casa|is er (?:niemand|iemand) thuis|(?:יש|אין) (?:מישהו|אף אחד) בבית)(?: (?:right )?now| gerade| jetzt| ahora| nu| עכשיו)?\W{0,3}$/iu;
/** "Home" and "place" say whose only with "our" before them. */
const UNSURE = /^(?:home|place|casa|piso|woning)(?!\p{L})/iu;
const OURS_BEFORE = toPattern(`${OUR} (?:[\\p{L}]{2,12} )?$`, "iu");
/** Houses that nobody lives in, and those that are sold. */
const OTHER_HOUSE = /(?:white|opera|full|open|haunted|doll'?s?|bird|club|coffee|auction|green|custom) $/i;
const OF_TRADE =
  /(?<!\p{L})(?:for (?:sale|rent)|buy|kaufen|verkaufen|mieten|vermieten|louer|vendre|acheter|venta|alquil\p{L}{0,3}|comprar|(?:te )?(?:koop|huur)|kopen|huren|lyrics|song|movie|film|trailer|paroles|letra)(?!\p{L})|למכירה|להשכרה/iu;
/** "Une personne âgée": somebody. */
const SOMEBODY = /^personne (?:agee|handicap|malade|seule|qui|de |en |a (?!la maison))/i;

const HELP =
  "nanny|babysitter|baby-?sitter(?:in)?|sitter|au ?pair|childminder|cleaner|cleaning (?:lady|woman|service|crew)|housekeeper|maid|gardener|dog ?walker|carer|caregiver|putzfrau|putzhilfe|putzkraft|reinigungskraft|haushaltshilfe|haushalterin|kindermadchen|kinderfrau|tagesmutter|gartner|pflegedienst|pflegerin|" +
  "nounou|femme de menage|aide menagere|aide a domicile|jardinier|auxiliaire de vie|ninera|canguro|asistenta|empleada|limpiadora|mujer de la limpieza|senora de la limpieza|jardinero|cuidadora|oppas|schoonmaakster|schoonmaker|poetsvrouw|poetshulp|werkster|huishoudelijke hulp|tuinman|gastouder|thuiszorg";
const THEIR = "(?:the|our|my|die|der|das|unser\\w{0,2}|mein\\w{0,2}|la|le|l'|notre|mon|ma|el|nuestr[oa]|mi|de|het|onze|mijn)";
const COMES =
  "comes?|leaves?|goes|arrives?|finishes|starts|cleans|is (?:here|off|away|there|gone)|kommt|geht|ist (?:da|weg)|beginnt|putzt|vient|part|arrive|s'en va|finit|est (?:la|partie)|viene|se va|llega|sale|termina|limpia|komt|gaat|vertrekt|is er|stopt|begint";
const HELP_COMES = toPattern(
  `(?<![a-z])(?<!do |does |did )(?:${THEIR} ?(?:[a-z]{3,10} )?(?:${HELP}) (?:[a-z]{2,12} ){0,3}?(?:${COMES})|(?:kommt|geht|komt|gaat) (?:[a-z]{2,12} ){0,2}?${THEIR} (?:${HELP}))(?![a-z])|ה(?:מטפלת|עוזרת|מנקה|בייביסיטר|שמרטפית|גנן|מטפל)(?: שלנו)? (?:ב?אה|מגיעה?|הולכת?|יוצאת?|עוזבת?|מסיימת?|נמצאת)(?![א-ת])`,
  "gi",
);
/** As a search says it: "kinderen alleen thuis tot drie uur". */
const CHILDREN_ALONE =
  /(?<![a-z])(?:kids|children|twins|kinder|enfants|ninos|ninas|hijos|kinderen) (?:(?:are |sind |zijn )?(?:home )?(?:alone|alleine?|alleen|seule?s|sol[oa]s)(?: (?:at home|zu ?hause|daheim|a la maison|en casa|thuis))?|(?:at )?home alone)(?![a-z])/gi;
/** How old they have to be for it is asked by all. */
const OF_AGE = /(?<![a-z])(?:age|legal|law|allowed|movie|film|tv|ab|alter|erlaubt|durfen|age|edad|leeftijd|vanaf|mogen)(?![a-z])/i;
/** A time belongs to what stands so near. */
const WITHIN = 56;
/** A question is hardly longer. */
const QUESTION = 160;

/** That nobody is in the house, and when those come and go who see to it: the same as somebody's day, and nobody's name needed. */
export function findAbsences(text: string): readonly PrivateSpan[] {
  const who = WHO_IS_THERE.exec(text);
  if (who) return [{ from: 0, to: text.length, kind: "routine" }];
  const empty = [...text.matchAll(EMPTY)].filter(
    ({ 0: said, index }) => isOurHouse(text, index) && !isCleared(text, index, index + said.length),
  );
  const nobody = [...text.matchAll(NOBODY)].filter(({ index }) => !SOMEBODY.test(text.slice(index, index + 24)) && !isOfTrade(text, index));
  const alone = [...text.matchAll(CHILDREN_ALONE)].filter(
    ({ index }) => !OF_AGE.test(text.slice(Math.max(0, index - WITHIN), index + QUESTION)),
  );
  return [...empty, ...nobody, ...alone, ...text.matchAll(HELP_COMES)].flatMap(({ 0: said, index }) =>
    withTimeAway(text, index, index + said.length),
  );
}

/** What is told with the time or day beside it; nothing without one. */
export function withTimeAway(text: string, begins: number, ends: number): readonly PrivateSpan[] {
  const from = Math.max(0, begins - WITHIN / 2);
  const [time] = text.slice(from, ends + WITHIN).matchAll(TIME_AWAY);
  return time ? [{ from: begins, to: Math.max(ends, from + time.index + time[0].length), kind: "routine" }] : [];
}

function isOurHouse(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - WITHIN / 2), at);
  if (OURS_BEFORE.test(before)) return true;
  const isSure = !UNSURE.test(text.slice(at, at + 8)) || /(?<!\p{L})(?:la|el|de) $/iu.test(before);
  return isSure && !OTHER_HOUSE.test(before) && !isOfTrade(text, at);
}

/** Emptied and handed over, which says nothing of who is there: "Haus leer räumen", "vide-maison". */
function isCleared(text: string, from: number, to: number): boolean {
  return (
    /^vide[- ]/i.test(text.slice(from, to)) ||
    /^ ?(?:homes?|houses?|flats?|buildings?|shel|lots?|bottles?|nest|(?:ge)?raum|uber(?:geben|gabe)|machen|pump|maken|opleveren)/i.test(
      text.slice(to, to + 12),
    )
  );
}

function isOfTrade(text: string, at: number): boolean {
  return OF_TRADE.test(text.slice(Math.max(0, at - QUESTION), at + QUESTION));
}
