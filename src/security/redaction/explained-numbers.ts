import { toPattern } from "../../text/pattern.ts";

const AMOUNT = String.raw`(?<![\p{L}\d]|\d[.,\s])\d+(?:[.,\s]\d+){0,3}`;
const UNITS =
  "°|%|€|\\$|£|₪|(?:degrees?|grad|degrés?|grados?|graden|מעלות|celsius|fahrenheit|kelvin|percent|prozent|אחוז|euros?|eur|dollars?|pounds?|francs?|שקל|שקלים|" +
  "mm|cm|km|m|metres?|meters?|kilometer|metros?|inch|inches|zoll|feet|ft|miles?|מטר|qm|m2|kg|kilos?|g|gr|gramm?|grams|grammes?|gramos?|גרם|pfund|" +
  "ml|cl|dl|l|liter|litres?|litros?|minutes?|minuten?|minutos?|min|דקות|hours?|stunden?|heures?|horas?|uur|uhr|h|שעות|seconds?|sekunden|sec|days?|tage|jours|días|dagen|" +
  "weeks?|wochen|months?|monate|years?|jahre|ans|años|jaar|שנים|am|pm|watts?|w|kw|kwh|volts?|v|lux|lumens?|kcal|calories|steps?|schritte|pas|pasos|stappen|pages?|seiten|" +
  "points?|punkte|people|personen|pieces|stück|times)(?!\\p{L})";
const MONTHS =
  "(?:jan|feb|fév|mar|mär|apr|avr|abr|may|mai|mei|maj|jun|juin|jul|juil|aug|août|ago|sep|oct|okt|nov|dec|dez|déc|dic|ene)\\p{L}{0,7}\\.?";
const SINCE =
  "(?:in|im|since|seit|from|of|year|jahr|jahre|until|till|bis|en|depuis|desde|sinds|vanaf|año|jaar|built|installed|bought|born|founded|gebaut|eingebaut|בשנת|משנת|מאז)";
const NAMED =
  "(?:bus|buslinie|line|linie|ligne|línea|lijn|tram|train|zug|route|room|zimmer|channel|kanal|flight|page|seite|autobús|autobus|metro|model|modell|modèle|modelo|version|psalm|ral|fm|קו|" +
  "error|error code|fehlercode|area code|zip|zip code|postcode|post code|postal code|code postal|código postal|plz|postleitzahl|מיקוד)";
const PHONE = "(?:phone|mobile|cell|telefon|telefonnummer|handy|handynummer|téléphone|portable|teléfono|móvil|telefoon|טלפון|נייד)";
const IS = "(?: number)?(?: is| ist| est| es| era|:)?";

/** Numbers that say what they are: amounts, times, results, years, bus lines, phones, and names of things with a number. */
const EXPLAINED: readonly RegExp[] = [
  toPattern(`${AMOUNT}[.]?[\\s-]?(?:${UNITS})`, "gu"),
  /[€$£₪]\s?\d+(?:[.,\s]\d+){0,3}/g,
  /(?<![\d:])\d{1,2}:\d{1,2}(?![\d:])/g,
  /(?<!\p{L})(?:at|um|à|om|a las|until|till|bis) \d{1,2}[.h]\d{2}(?![\d.])/gu,
  /(?<!\d)\d{1,4} (?:\p{L}{2,20} ){1,2}(?:street|road|avenue|lane|drive|square)(?!\p{L})/gu,
  toPattern(`(?<!\\p{L})${SINCE} (?:the year |jahr |dem jahr )?(?:19|20)\\d{2}(?![\\d-])`, "gu"),
  toPattern(`(?<!\\d)(?:\\d{1,2}\\.? )?(?:de )?${MONTHS} (?:de )?(?:\\d{1,2},? )?(?:19|20)\\d{2}(?!\\d)`, "gu"),
  /(?<!\p{L})(?:on|am|vom|le|el|op|since|seit) (?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:19|20)?\d{2})(?!\d)/gu,
  toPattern(`(?<!\\p{L})${NAMED}${IS} \\p{L}?\\d+(?! ?\\d)`, "gu"),
  toPattern(`(?<!\\p{L})${PHONE}${IS} [+(]{0,2}\\d[\\d ()/.-]{5,22}`, "gu"),
  /(?<!\p{L})(?:is|are|have|has|drive|own|ist|haben?|hat|fahre|est|avons|ai|es|tenemos|tengo|hebben|heb) (?:an?|ein\p{L}{0,2}|une?|una|een) (?!simple|easy|plain|basic|einfache|secret)(?:[\p{L}-]{2,20} ){0,3}(?=[\p{L}\d.-]*\p{L}|(?<!(?:an?|ein|eine|un|une|una|een) )\d)[\p{L}\d.-]*\d[\p{L}\d.-]*(?! ?\d)/gu,
];

/** A text without the numbers that say what they are. The text is as `withDigits` gives it. */
export function withoutExplained(text: string): string {
  return EXPLAINED.reduce((rest, pattern) => rest.replaceAll(pattern, " … "), text);
}

/** ITU-T E.164; shorter ones are door codes as well as phones. */
const LONGEST_PHONE = 15;
const SHORTEST_PHONE = 7;
const LONGEST_POSTCODE = 7;
const YEAR = /^(?:19|20)\d{2}$/;
const YEAR_KEY =
  /year|birth|born|built|installed|bought|moved|wedding|married|jahr|geb[ou]r|gebaut|année|naissance|née?(?!\p{L})|año|nacimiento|nací|jaar|שנה|שנת|לידה|נולד|anniversary|since|seit|depuis|desde|sinds/u;
const PHONE_KEY = /phone|mobile|(?<!\p{L})cell|whatsapp|(?<!\p{L})fax|telef|téléph|handy|móvil|טלפון|נייד/u;
const PLACE_KEY = /(?<!\p{L})zip|post ?code|postal|plz|postleitzahl|address|adress|adres|dirección|area code|vorwahl|מיקוד|כתובת/u;

/** True if a value of nothing but digits is what its key says: a date, a year, a postcode. */
export function isWhatKeySays(key: string, value: string): boolean {
  const text = value.trim();
  if (isDate(text) || (YEAR.test(text) && YEAR_KEY.test(key))) return true;
  return PLACE_KEY.test(key) && text.replaceAll(/\D/g, "").length <= LONGEST_POSTCODE;
}

/** True if a value is a phone number, and its key says so. */
export function isPhone(key: string, value: string): boolean {
  const digits = value.replaceAll(/\D/g, "").length;
  return PHONE_KEY.test(key) && /^[+\d\s()./-]+$/.test(value.trim()) && digits >= SHORTEST_PHONE && digits <= LONGEST_PHONE;
}

function isDate(text: string): boolean {
  const [, year, month = "", day = ""] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return isDay(month, day);
  const [, one = "", two = "", end] = /^(\d{1,2})[-./] ?(\d{1,2})[-./] ?((?:19|20)\d{2})$/.exec(text) ?? [];
  return end !== undefined && (isDay(one, two) || isDay(two, one));
}

function isDay(month: string, day: string): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}
