import { toPattern } from "../../text/pattern.ts";
import { isOneOfTwo } from "./sanitizer-name-pairs.ts";
import { isNounToo } from "./sanitizer-noun-names.ts";
import { isBesideRoom, isSomebodysHere, OF_THE_HOUSE } from "./sanitizer-owned.ts";
import { isOfTheWorld } from "./sanitizer-public.ts";
import { isToldOf } from "./sanitizer-told-names.ts";
import type { WordFound } from "./sanitizer-words.ts";

const NOT_WITHIN = "(?<!\\p{L})";
const ENDS = "(?!\\p{L})";
const words = (list: string) => toPattern(`${NOT_WITHIN}(?:${list})${ENDS}`, "iu");

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

/** Words of trouble and of smart homes: what says of a thing that somebody has it. */
const HAS_TROUBLE =
  /(?<!\p{L})(?:not (?:responding|reachable|working|turning|charging|connecting|available)|unresponsive|unreachable|unavailable|offline|disconnect\p{L}{0,3}|does ?n[o']t|do ?n[o']t|won't|will not|can ?not|can't|isn't|is not|stuck|flicker\p{L}{0,3}|blink\p{L}{0,3}|beep\p{L}{0,3}|errors?|broken|fail(?:s|ed|ing)?|dead|drops?|keeps|wrong|jammed|troubleshoot\p{L}{0,3}|reset|pairing|re-?pair|charging|battery|firmware|automation|home assistant|homeassistant|zigbee|z-?wave|mqtt|entity|reagiert|antwortet|geht nicht|ladt|flackert|defekt|kaputt|fehler|storung|spinnt|hangt|akku|ne (?:repond|marche|fonctionne)|clignote|en panne|erreur|batterie|no (?:responde|funciona|carga|enciende)|parpadea|bateria|averiad[oa]|reageert|werkt niet|knippert|storing|kapot|batterij)(?!\p{L})|לא (?:מגיב|עובד|נדלק|נטען)|תקלה|סוללה|[a-z_]{3,20}\.[a-z\d]+_[a-z\d_]+/iu;
/** Trouble is told so near to the thing. */
const BESIDE = 64;

/**
 * Whether a home's word means this home here. A first name counts where nothing says that it is somebody's whom all the world knows; beside another
 * word of this home nothing says so. Short and common names need somebody's family, room, thing or trouble beside them or another such name, names of things that nobody is
 * named in need trouble or "my".
 */
export function meansThisHome(text: string, found: WordFound, neighbours: readonly WordFound[]): boolean {
  const { kind, needsCue = false } = found.word;
  if (needsCue) return isAsked(text, found);
  if (found.weak)
    return (
      isSomebodysHere(text, found) ||
      (isBesideRoom(text, found) && isAsked(text, found)) ||
      isToldOf(text, found) ||
      isWholeName(found, neighbours) ||
      neighbours.some((other) => other.weak && isOther(found, other) && isOneOfTwo(text, found, other))
    );
  if (!found.single || (kind !== "person" && kind !== "pet" && kind !== "profile")) return true;
  if (isSomebodysHere(text, found) || neighbours.some((other) => isOther(found, other))) return true;
  return !isOfTheWorld(text, found);
}

function isAsked(text: string, { from, to }: WordFound): boolean {
  const near = text.slice(Math.max(0, from - BESIDE), to + BESIDE);
  return HAS_TROUBLE.test(near) || OF_THE_HOUSE.test(near);
}

/** Another name of the home, not the same one again. */
function isOther(found: WordFound, other: WordFound): boolean {
  if (other.word.needsCue === true || other.word.kind === "device" || other.word.kind === "town") return false;
  if (other.from < found.to && found.from < other.to) return false;
  return other.word.text.toLowerCase() !== found.word.text.toLowerCase() && (!other.weak || !isNounToo(other.word.text.toLowerCase()));
}

/** First and last name of one person side by side, of which each alone says little: "Eva Bauer". */
function isWholeName(found: WordFound, neighbours: readonly WordFound[]): boolean {
  return neighbours.some(
    (other) =>
      other.word.kind === "person" &&
      isOther(found, other) &&
      (other.to + 1 === found.from || found.to + 1 === other.from) &&
      !(isNounToo(found.word.text.toLowerCase()) && isNounToo(other.word.text.toLowerCase())),
  );
}
