import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js";
import { toPattern } from "../../text/pattern.ts";
import { type PrivateSpan, spansOf } from "./spans.ts";

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

/** Links that open a chat with a number: "wa.me/49151…", "t.me/+49151…". */
const CHAT_LINK =
  /(?<![\p{L}\d.])(?:wa\.me\/|t\.me\/\+|signal\.me\/#p\/\+|viber:\/\/\w{3,8}\?number=|(?:api\.|web\.)?whatsapp(?:\.com|:\/)\/send\/?\?phone=)(?:\+|%2b)?\d{7,15}(?!\w)/giu;
/** A zero that is typed as a letter: "o6 12 34 56 78", "oh6 …". */
const ZERO_AS_LETTER = /(?<![\p{L}\p{N}.,+-])oh?(?=[1-9]\d?[\d ./-]{6,18}(?![\p{L}\d]))/giu;

/** Phone numbers, by the country code, the way of writing, a word beside them, or as numbers of the languages' countries. */
export function createPhoneFinder(languages: readonly string[]): (text: string) => readonly PrivateSpan[] {
  const countries = languages.flatMap((language) => COUNTRIES[language] ?? []);
  const inDigits = (text: string) =>
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
  return (text) => {
    const zeros = text.replaceAll(ZERO_AS_LETTER, (letters) => "0".padStart(letters.length));
    return [...inDigits(text), ...(zeros === text ? [] : inDigits(zeros)), ...spansOf(text, CHAT_LINK, "phone")];
  };
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

const SPOKEN_GROUPS = "(?:[ ,.-]{1,3}\\d{1,2})";
const SPOKEN_ENDS = "(?!\\w|[.,]\\d)";
/** Digits and pairs of digits that were words: "06 12 34 56 78" read aloud. */
const SPOKEN = toPattern(`(?<![\\w.,])(?:0|[67])${SPOKEN_GROUPS}{3,12}${SPOKEN_ENDS}`, "g");
/** With the code of a country in front: "plus 49 1 7 0 …", "double zero four nine". */
const WITH_COUNTRY = toPattern(`(?<![\\w.,])(?:(?:plus|mas|\\+) ?|00[ ,-]{1,3})[1-9]\\d{0,2}${SPOKEN_GROUPS}{4,14}${SPOKEN_ENDS}`, "gi");
/** In any row of digits beside what says that it is somebody's number. */
const ROW = toPattern(`(?<![\\w.,])\\d{1,4}${SPOKEN_GROUPS}{3,13}${SPOKEN_ENDS}`, "g");
const TELLS =
  /(?<!\p{L})(?:(?:my|our|his|her|their) (?:\p{L}{2,8} ){0,2}number|(?:call|text|ring|phone) (?:me|us|him|her)|(?:mein|unser|sein|ihr)e? (?:\p{L}{2,8} )?(?:handy|telefon|mobil)?nummer|ruf\p{L}{0,2} (?:mich|uns|ihn|sie)|(?:mon|notre|son|ton) (?:\p{L}{2,8} )?(?:numero|portable)|appel\p{L}{1,4}[ -](?:moi|nous|le|la)|(?:mi|nuestro|su) (?:\p{L}{2,8} )?(?:numero|movil|telefono)|llam\p{L}{1,5}|(?:mijn|ons|zijn|haar) (?:\p{L}{2,8} )?(?:telefoon|mobiele )?nummer|bel (?:me|mij|ons))(?!\p{L})|(?:המספר|הטלפון|הנייד) של(?:י|נו|ו|ה)|תתקשרו? אל/iu;
const TELLS_WITHIN = 40;
const FEWEST_DIGITS = 6;

/**
 * Phone numbers that were read aloud in digits and pairs, in a text whose number words are digits already: nine to eleven of them with a zero in
 * front (French says its seventies and nineties in two words, which makes more of them), nine as Spain has them, with a country's code, or beside what
 * says whose number it is. Rows that count on are none.
 */
export function findSpokenPhones(text: string): readonly PrivateSpan[] {
  return [
    ...spansOf(text, SPOKEN, "phone", ([run]) => isDialled(run) && !isCounting(run)),
    ...spansOf(text, WITH_COUNTRY, "phone", ([run]) => {
      const digits = digitsOf(run).replace(/^00/, "");
      return digits.length >= 9 && digits.length <= 17 && !isCounting(run);
    }),
    ...spansOf(text, ROW, "phone", ({ 0: run, index }) => {
      const digits = digitsOf(run);
      if (digits.length < FEWEST_DIGITS || digits.length > 17 || isCounting(run)) return false;
      return (
        TELLS.test(text.slice(Math.max(0, index - TELLS_WITHIN), index)) ||
        TELLS.test(text.slice(index + run.length, index + run.length + TELLS_WITHIN))
      );
    }),
  ];
}

function isDialled(run: string): boolean {
  const digits = digitsOf(run);
  if (!digits.startsWith("0")) return digits.length === 9 && /^[67][1-9]/.test(digits);
  return /^0[1-9]/.test(digits) && digits.length >= 9 && digits.length <= 15;
}

function isCounting(run: string): boolean {
  const groups = (run.match(/\d+/g) ?? []).map(Number);
  const steps = groups.slice(1).map((group, at) => group - (groups[at] ?? 0));
  return steps.every((step) => step === steps[0]) || (steps.every((step) => step >= 0) && groups.filter((group) => group > 19).length < 2);
}

function digitsOf(run: string): string {
  return run.replaceAll(/\D/g, "");
}
