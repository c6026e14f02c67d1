import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js";
import { type PrivateSpan, spansOf } from "./sanitizer-span.ts";

/** Countries whose numbers are known without a country code, by the language that is spoken there. */
const COUNTRIES: Readonly<Record<string, readonly CountryCode[]>> = {
  en: ["US", "GB"],
  de: ["DE", "AT", "CH"],
  fr: ["FR"],
  es: ["ES"],
  nl: ["NL", "BE"],
  he: ["IL"],
  it: ["IT"],
  pt: ["PT", "BR"],
  pl: ["PL"],
};

/** 6 to 17 digits (ITU-T E.164 and what is dialled in front) as people write them, with an extension. It begins and ends where a number does. */
const CANDIDATE = /(?<![\w.,/+-]|\d:)(?:\+ ?|\(\+?)?\d(?:[ ./()-]{0,3}\d){5,16}(?: ?(?:x|ext\.? ?|#)\d{1,6})?(?![\w]|[.,:/-]\d)/gi;
const TOLD_BEFORE =
  /(?<!\p{L})(?:call(?:s|ed|ing)?|phon(?:e|es|ed|ing)|tel(?:ephone)?|mobile|cell|fax|desk|office|text(?:ed|ing)?|sms|whatsapp|messages?|contact|dial(?:ed|ing)?|reach|ring|hotline|voicemail|answer(?:s|ed|ing)?|number|numbers|no|anruf\w{0,3}|angerufen|ruf\w{0,2}|telefon\w{0,8}|handy\w{0,8}|rufnummer|nummer|mobil\w{0,10}|appel\w{0,4}|portable|numero|llam\w{0,4}|movil|bel(?:len|t)?|gebeld|mobiele?|nummer)(?!\p{L})|טלפון|נייד|מספר|להתקשר|תתקשר|התקשר|חייג|וואטסאפ/iu;
const TOLD_AFTER = /^[\s\-–:,\\]{0,3}(?:mobile|office|fax|desk|cell|home|work|phone|tel)(?![a-z])/i;
/** Numbers of things: a phone word nearer to them is needed to make them a phone's. */
const OF_A_THING =
  /(?:(?<![a-z])(?:ean|upc|art\.|part|fw|chip|sku|rev|doi|rfc|case|id)|isbn|gtin|model|modell|modele|modelo|article|artikel\w{0,8}|serial|seriennummer|version|firmware|build|release|order|error|code|pmid)(?: number| no\.?| nr\.?)?[\s:#.]{0,3}(?:[a-z\d._/-]{1,24}[\s:#]{1,2}){0,2}$/i;
const WITHIN = 48;
/** Written in groups like a number that is called: 555-123-4567, (030) 123-4567, 06 12 34 56 78. */
const GROUPED =
  /^(?:\(\d{1,5}\) ?\d{2,5}[ -]\d{2,5}|\d{3}[-. ]\d{3}[-. ]\d{4}|0\d{1,4}(?:[ ./-]\d{2,4}){2,4}|0\d{1,4}[-/ ]\d{5,8}|\(\d{3}\) ?\d{3}-?\d{4})/;
/** Spanish numbers have nothing in front: as they are grouped ("612 345 678"). */
const OF_SPAIN = /^[6-9]\d{2}([ -])\d{3}\1\d{3}$/;
/** Amounts and counts. */
const UNIT_BEHIND =
  /^ ?(?:[€$£%°]|(?:euros?|eur|usd|dollars?|pesos|pounds|people|inhabitants|population|habitantes|habitants|personas|einwohner|menschen|inwoners|million\w{0,3}|millones|kw?h?|mw|gw|w|km|m|mm|kg|g|bytes|[kmgt]?b|views|followers|miles|metros|hz|[kmg]hz|seconds|years|in words|to (?:hex|binary|bytes|usd|eur)|divided|times|plus|minus|x|prime)(?![a-z]))/i;
const COUNT_BEFORE =
  /(?:[€$£=+*/^]|(?:population|poblacion|einwohner|habitantes|count|total|sum|amount|convert|factor\w{0,3}|prime|is|sqrt|square root of|log|seed|timestamp|epoch|unix|budget|price|cost|value)(?: of| von| de)?:?) ?$/i;
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})(?:\D|$)/;

/** Phone numbers, by the country code, the way of writing, a word beside them, or as numbers of the languages' countries. */
export function createPhoneFinder(languages: readonly string[]): (text: string) => readonly PrivateSpan[] {
  const countries = languages.flatMap((language) => COUNTRIES[language] ?? []);
  return (text) =>
    spansOf(text, CANDIDATE, "phone", ({ 0: run, index }) => {
      const [number = ""] = run.split(/ ?(?:x|ext|#)/i, 1);
      const digits = number.replace(/\D/g, "");
      if (digits.length > 17 || DATE.test(number) || /^(\d)\1+$/.test(digits)) return false;
      const before = text.slice(Math.max(0, index - WITHIN), index);
      if (/^\D*00[1-9]|\+/.test(number)) return digits.length >= 8;
      const ofThing = OF_A_THING.test(before);
      const told = !ofThing && (TOLD_BEFORE.test(before) || TOLD_AFTER.test(text.slice(index + run.length, index + run.length + 12)));
      if (digits.length < 7) return told && /^\d{2,3}([ -])\d{2}\1?\d{0,2}\1\d{2,3}$/.test(number);
      if (told) return !isYears(number);
      if (ofThing) return false;
      if (number !== run) return true;
      if (GROUPED.test(number) || (number.startsWith("(") && GROUPED.test(number.slice(1))))
        return digits.length >= 8 || number.startsWith("(");
      const together = /^\d+$/.test(number) ? number : OF_SPAIN.test(number) && countries.includes("ES") ? digits : undefined;
      if (together === undefined || isCounted(before, text.slice(index + run.length, index + run.length + 16))) return false;
      return isNational(together, countries);
    });
}

function isCounted(before: string, behind: string): boolean {
  return UNIT_BEHIND.test(behind) || COUNT_BEFORE.test(before);
}

/** Only digits: such as a country gives out, with the zero that is dialled in front, or ten of North America. */
function isNational(digits: string, countries: readonly CountryCode[]): boolean {
  return countries.some((country) => {
    const isSpanish = country === "ES" && /^[6-9]\d{8}$/.test(digits);
    if (!(isSpanish || digits.startsWith("0") || (country === "US" && /^[2-9]\d{2}[2-9]\d{6}$/.test(digits)))) return false;
    return parsePhoneNumberFromString(digits, country)?.isValid() === true;
  });
}

/** "1939-1945", "2018 2019". */
function isYears(number: string): boolean {
  return /^(?:1[5-9]|20)\d{2}\D{1,3}(?:1[5-9]|20)\d{2}$/.test(number);
}

/** Digits and pairs of digits that were words: "06 12 34 56 78" read aloud. */
const SPOKEN = /(?<![\w.,])(?:0|[67])(?:[ ,.-]{1,3}\d{1,2}){3,12}(?![\w]|[.,]\d)/g;

/**
 * Phone numbers that were read aloud in digits and pairs, in a text whose number words are digits already: nine to eleven of them with a zero in
 * front (French says its seventies and nineties in two words, which makes more of them), or nine as Spain has them. Rows that count on are none.
 */
export function findSpokenPhones(text: string): readonly PrivateSpan[] {
  return spansOf(text, SPOKEN, "phone", ([run]) => {
    const groups = (run.match(/\d+/g) ?? []).map(Number);
    const digits = run.replaceAll(/\D/g, "");
    const steps = groups.slice(1).map((group, at) => group - (groups[at] ?? 0));
    const isRow =
      steps.every((step) => step === steps[0]) || (steps.every((step) => step >= 0) && groups.filter((group) => group > 19).length < 2);
    if (isRow) return false;
    return digits.startsWith("0")
      ? /^0[1-9]/.test(digits) && digits.length >= 9 && digits.length <= 15
      : digits.length === 9 && /^[67][1-9]/.test(digits);
  });
}
