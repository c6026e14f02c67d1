import type { HomeWord } from "./home-words.ts";
import { type PrivateSpan, spansOf } from "./spans.ts";

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
/** "N 52 30.8 E 13 23.3", as ships' and phones' maps show it. */
const MINUTES =
  /(?<!\p{L})[ns]\s?\d{1,2}[°º ]\s?\d{1,2}(?:[.,]\d{1,6})?['′’´]?[\s,;]{1,3}[ewo]\s?\d{1,3}[°º ]\s?\d{1,2}(?:[.,]\d{1,6})?['′’´]?(?!\d)/giu;
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
/** Four digits are as often a year. */
const YEAR = /^(?:19|20)\d{2}$/;
/** Coordinates and codes of places, everywhere as exact ones, near the home as rough ones too; the home's postcode, which is nearer than its town. */
export function findPlaces(text: string, places: readonly HomePlace[]): readonly PrivateSpan[] {
  if (!/[\d/]/.test(text)) return [];
  const home = places.flatMap((place) => ("latitude" in place ? place : []));
  const postcodes = new Set(places.flatMap((place) => ("postcode" in place ? place.postcode : [])));
  return [
    ...spansOf(text, NUMBER, "address", ([, number = ""]) => postcodes.has(number) && !YEAR.test(number)),
    ...spansOf(text, PAIR, "home_coordinates", (match) => isNearHome(match, home)),
    ...spansOf(text, PAIR, "coordinates", isExact),
    ...[SEXAGESIMAL, MINUTES, NAMED, PLUS_CODE, THREE_WORDS].flatMap((pattern) => spansOf(text, pattern, "coordinates")),
  ];
}

function isExact([, first = "", north, second = "", east]: RegExpExecArray): boolean {
  if (Math.abs(numberOf(first)) > 90 || Math.abs(numberOf(second)) > 180) return false;
  const exact = [first, second].every((text) => (/[.,](\d+)$/.exec(text)?.[1] ?? "").length >= PLACES);
  return exact || (north !== undefined && east !== undefined);
}

function isNearHome([, first = "", , second = ""]: RegExpExecArray, home: readonly Coordinates[]): boolean {
  return home.some((place) => isNear(numberOf(first) - place.latitude) && isNear(numberOf(second) - place.longitude));
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
