import type { HomeWord } from "../../security/egress/home-words.ts";
import { folded } from "../../text/fold.ts";

/** Streets that every town has one of: alone they tell nothing. In small letters without accents. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  (
    "main street|high street|church street|church road|station road|station street|park avenue|park road|school street|school lane|mill lane|victoria road|london road|green lane|broadway|oak street|maple street|first street|second street|market street|market square|" +
    "hauptstrasse|bahnhofstrasse|schulstrasse|gartenstrasse|dorfstrasse|kirchstrasse|kirchgasse|bergstrasse|schlossstrasse|ringstrasse|lindenstrasse|waldstrasse|wiesenstrasse|poststrasse|marktplatz|marktstrasse|bahnhofsplatz|kirchplatz|goethestrasse|schillerstrasse|mozartstrasse|" +
    "rue de la gare|rue de l'eglise|grande rue|grand rue|rue principale|rue de la mairie|rue des ecoles|place de l'eglise|place de la mairie|avenue de la gare|rue victor hugo|place de la republique|rue pasteur|" +
    "calle mayor|plaza mayor|calle real|calle nueva|gran via|plaza de espana|avenida de la constitucion|calle de la iglesia|" +
    "kerkstraat|dorpsstraat|schoolstraat|stationsstraat|hoofdstraat|molenstraat|nieuwstraat|marktplein|stationsplein|kerkplein|" +
    "הרצל|רחוב הרצל|ויצמן|רחוב ויצמן|בן גוריון|ז'בוטינסקי|ביאליק"
  ).split("|"),
);
/** Numbers of a house and its parts, before or behind the street. */
const HOUSE_NUMBER =
  /(?<![\p{L}\d])(?:no\.?|nr\.?|n°)? ?\d{1,5}(?:\s?[a-z](?!\p{L}))?(?:[-/]\d{1,4}[a-z]?)?(?: (?:bis|ter)(?!\p{L}))?(?![\p{L}\d])/giu;
const STREET_WORDS = 5;

/**
 * The street of an address by its name alone, without the house's number; a street that every town has one of only beside its town. German streets
 * in their short form too.
 */
export function streetWords(address: string): readonly HomeWord[] {
  const [first = "", ...rest] = address.split(/[,;\n]/);
  if (!/\d/.test(first) || first.includes("@")) return [];
  const street = first
    .replaceAll(HOUSE_NUMBER, " ")
    .replaceAll(/\s{1,20}/g, " ")
    .trim();
  if (!/\p{L}{3}/u.test(street) || street.split(" ").length > STREET_WORDS) return [];
  if (EVERYWHERE.has(folded(street))) {
    const towns = rest.map((part) => part.replaceAll(/[^\p{L}\s-]/gu, "").trim()).filter((town) => /\p{L}{3}/u.test(town));
    return towns.flatMap((town) => [`${street} ${town}`, `${town} ${street}`]).map(toWord);
  }
  const short = street.replace(/(?<=\p{L}{3})(?:straße|strasse)$/iu, "str");
  return [...new Set([street, short])].map(toWord);
}

function toWord(text: string): HomeWord {
  return { text, kind: "address" };
}
