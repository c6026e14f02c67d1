import { type PrivateSpan, spansOf } from "./sanitizer-span.ts";

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

/** Coordinates and codes of places, everywhere as exact ones, near the home as rough ones too. */
export function findPlaces(text: string, home: readonly Coordinates[]): readonly PrivateSpan[] {
  if (!/[\d/]/.test(text)) return [];
  return [
    ...spansOf(text, PAIR, "coordinates", (match) => isPlace(match, home)),
    ...spansOf(text, SEXAGESIMAL, "coordinates"),
    ...spansOf(text, NAMED, "coordinates"),
    ...spansOf(text, PLUS_CODE, "coordinates"),
    ...spansOf(text, THREE_WORDS, "coordinates"),
  ];
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

/** A pair of coordinates, if the text is nothing else: homes' places are among their words so. */
export function coordinatesOf(text: string): Coordinates | undefined {
  const [, latitude, longitude] = /^(-?\d{1,2}\.\d+), ?(-?\d{1,3}\.\d+)$/.exec(text) ?? [];
  return latitude === undefined || longitude === undefined ? undefined : { latitude: Number(latitude), longitude: Number(longitude) };
}
