import { type PrivateSpan, spansOf } from "./sanitizer-span.ts";
import type { HomeWord } from "./sanitizer-words.ts";

/** Where the home or a zone is: on the map, or by its postcode of digits. */
export type HomePlace = Coordinates | { readonly postcode: string };

/** Degrees, north and east positive. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const PAIR =
  /(?<![\w.,-])([+-]?\d{1,2}[.,]\d{1,12})\s?°?\s?([NS])?\s?[,;/\s]\s?(?:lon(?:gitude)?[:=\s]{0,2})?([+-]?\d{1,3}[.,]\d{1,12})\s?°?\s?([EWO])?(?![\w]|[.,]\d)/gi;
const SEXAGESIMAL =
  /(?<![\w.])\d{1,3} ?(?:[°º]|deg(?:rees?)?|grad) ?\d{1,2}(?:[.,]\d{1,6})? ?['′’]? ?(?:\d{1,2}(?:[.,]\d{1,6})? ?(?:["″”]|''))? ?[NSEWO](?!\w)/gi;
const NAMED = /(?<!\w)(?:lat(?:itude)?|lon(?:gitude)?|lng|breitengrad|langengrad)\s?[:=]?\s?(?:is\s)?[+-]?\d{1,3}[.,]\d{2,12}(?!\w)/gi;
/** Open Location Code ("plus codes") with the area in front, or with a town behind. */
const PLUS_CODE = /(?<![\w+])[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}(?![\w+])/g;
const THREE_WORDS = /(?<![\w/])\/{3}\p{Ll}{3,20}\.\p{Ll}{3,20}\.\p{Ll}{3,20}(?!\w)/gu;
/** About a hundred metres and nearer: what has fewer places could be two numbers of anything. */
const PLACES = 3;
/** Half a degree about the home, some 50 km, is near it however few places are told. */
const NEAR_DEGREES = 0.5;

/** A number that may be a postcode; longer ones and parts of numbers are none. */
const NUMBER = /(?<![\p{L}\d.,/+:€$£-])(?:[a-z]{1,3}-)?(\d{4,7})(?![\p{L}\d/:%°€$£]|[.,-]\d)/giu;
/** So many digits are hardly by chance those of the home's postcode. */
const RARE = 5;
/** What has such numbers too: faults, parts, rules, versions, sums, and what is measured or counted. */
const OF_ANOTHER =
  /(?:(?<!\p{L})(?:error|fehler|erreur|fault|fehlercode|iso|din|en|rfc|cve|bug|issue|ticket|part|teil|teilenummer|artikel|art|item|order|model|modell|modele|type|typ|version|build|port|sku|serial|lego|set|route|flight|train|asteroid|year|jahr)(?:[ .:]{0,2}(?:number|code|nummer|nr|no|n°))?[ .:#]{0,2}|#)$/iu;
const MEASURED =
  /^ ?(?:euros?|dollars?|usd|eur|gbp|pounds?|km|m|mm|cm|miles?|meter|metres?|kg|g|mah|wh|kwh|watts?|w|v|volt|lumens?|lm|rpm|btu|hz|mb|gb|k|kelvin|steps|schritte|calories|kalorien|people|einwohner|words|in (?:words|euro|dollars?|binary|hex|roman))(?!\p{L})/iu;
/** Four digits are a year or a model more often: what is looked for somewhere, or where it is. */
const SOMEWHERE =
  /(?<!\p{L})(?:near|nearby|around|delivery|takeaway|takeout|restaurants?|pizza|sushi|burger|pharmacy|plumber|electrician|doctor|dentist|hotel|flat|apartment|rent|zip|post ?code|postal|plz|postleitzahl|in der nahe|lieferdienst|lieferservice|lieferando|apotheke|arzt|zahnarzt|friseur|klempner|installateur|elektriker|handwerker|wohnung|supermarkt|wetter|weather|pres de|livraison|plombier|electricien|medecin|pharmacie|code postal|meteo|cerca|fontanero|electricista|farmacia|medico|codigo postal|in de buurt|bezorgen|bezorging|loodgieter|elektricien|huisarts|tandarts|apotheek|kapper|weer)(?!\p{L})/iu;
/** So much beside a number says of what it is. */
const BESIDE = 32;

/** Coordinates and codes of places, everywhere as exact ones, near the home as rough ones too; the home's postcode, which is nearer than its town. */
export function findPlaces(text: string, places: readonly HomePlace[]): readonly PrivateSpan[] {
  if (!/[\d/]/.test(text)) return [];
  const home = places.flatMap((place) => ("latitude" in place ? place : []));
  const postcodes = new Set(places.flatMap((place) => ("postcode" in place ? place.postcode : [])));
  return [
    ...(postcodes.size === 0 ? [] : spansOf(text, NUMBER, "address", (match) => isPostcode(text, match, postcodes))),
    ...spansOf(text, PAIR, "coordinates", (match) => isPlace(match, home)),
    ...spansOf(text, SEXAGESIMAL, "coordinates"),
    ...spansOf(text, NAMED, "coordinates"),
    ...spansOf(text, PLUS_CODE, "coordinates"),
    ...spansOf(text, THREE_WORDS, "coordinates"),
  ];
}

function isPostcode(text: string, { 0: found, 1: number = "", index }: RegExpExecArray, postcodes: ReadonlySet<string>): boolean {
  if (!postcodes.has(number)) return false;
  const after = text.slice(index + found.length, index + found.length + BESIDE);
  if (OF_ANOTHER.test(text.slice(Math.max(0, index - BESIDE), index)) || MEASURED.test(after)) return false;
  return number.length >= RARE || SOMEWHERE.test(text);
}

function isPlace([, first = "", north, second = "", east]: RegExpExecArray, home: readonly Coordinates[]): boolean {
  const [latitude, longitude] = [numberOf(first), numberOf(second)];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return false;
  const exact = [first, second].every((text) => (/[.,](\d+)$/.exec(text)?.[1] ?? "").length >= PLACES);
  const named = north !== undefined && east !== undefined;
  return exact || named || home.some((place) => isNear(latitude - place.latitude) && isNear(longitude - place.longitude));
}

function isNear(degrees: number): boolean {
  return Math.abs(degrees) < NEAR_DEGREES;
}

function numberOf(text: string): number {
  return Number(text.replace(",", "."));
}

/** A pair of coordinates or a postcode, if the word is nothing else: homes' places are among their words so. */
export function placeOf({ kind, text }: HomeWord): HomePlace | undefined {
  if (kind === "address" && /^\d{4,7}$/.test(text)) return { postcode: text };
  const [, latitude, longitude] = /^(-?\d{1,2}\.\d+), ?(-?\d{1,3}\.\d+)$/.exec(text) ?? [];
  return latitude === undefined || longitude === undefined ? undefined : { latitude: Number(latitude), longitude: Number(longitude) };
}
