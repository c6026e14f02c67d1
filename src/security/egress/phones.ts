import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js";
import { egressWords } from "../../languages/egress-words.ts";
import { digitsOf, type PrivateSpan, spansOf } from "./spans.ts";

const cues = egressWords.phones;

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
const WITHIN = 48;
const GROUPED =
  /^(?:\(\d{1,5}\) ?\d{2,5}[ -]\d{2,5}|\d{3}[-. ]\d{3}[-. ]\d{4}|0\d{1,4}(?:[ ./-]\d{2,4}){2,4}|0\d{1,4}[-/ ]\d{5,8}|\(\d{3}\) ?\d{3}-?\d{4})/;
/** Spanish numbers have nothing in front: as they are grouped ("612 345 678"). */
const OF_SPAIN = /^[6-9]\d{2}([ -])\d{3}\1\d{3}$/;
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})(?:\D|$)/;

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
      const digits = digitsOf(number);
      if (digits.length > 17 || DATE.test(number) || /^(\d)\1+$/.test(digits)) return false;
      const before = text.slice(Math.max(0, index - WITHIN), index);
      if (/^\D*00[1-9]|\+/.test(number)) return digits.length >= 8;
      const ofThing = cues.ofThings.test(before);
      const told =
        !ofThing && (cues.toldBefore.test(before) || cues.toldBehind.test(text.slice(index + run.length, index + run.length + 12)));
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
  return cues.unitsBehind.test(behind) || cues.countsBefore.test(before);
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

/** Digits and pairs of digits that were words, in a row: "0 6 12 34 56 78", "plus 49 1 7 0 …". */
const SPOKEN = /(?<![\w.,])(?:(?:plus|mas|\+) ?)?\d{1,4}(?:[ ,.-]{1,3}\d{1,2}){3,14}(?!\w|[.,]\d)/gi;
const TELLS_WITHIN = 40;
const FEWEST_DIGITS = 6;
const FEWEST_WITH_COUNTRY = 9;

/** Phone numbers read aloud, in a text whose number words are digits: with a leading zero or a country code, as Spain has them, or beside whose number it is. */
export function findSpokenPhones(text: string): readonly PrivateSpan[] {
  return spansOf(text, SPOKEN, "phone", ({ 0: run, index }) => {
    const digits = digitsOf(run);
    if (digits.length < FEWEST_DIGITS || digits.length > 17 || isCounting(run)) return false;
    if (!/^\d/.test(run) || digits.startsWith("00")) return digits.replace(/^00/, "").length >= FEWEST_WITH_COUNTRY;
    const [before, behind] = [text.slice(Math.max(0, index - TELLS_WITHIN), index), text.slice(index + run.length)];
    return isDialled(digits) || cues.whose.test(before) || cues.whose.test(behind.slice(0, TELLS_WITHIN));
  });
}

function isDialled(digits: string): boolean {
  if (!digits.startsWith("0")) return digits.length === 9 && /^[67][1-9]/.test(digits);
  return /^0[1-9]/.test(digits) && digits.length >= 9 && digits.length <= 15;
}

function isCounting(run: string): boolean {
  const groups = (run.match(/\d+/g) ?? []).map(Number);
  const steps = groups.slice(1).map((group, at) => group - (groups[at] ?? 0));
  return steps.every((step) => step === steps[0]) || (steps.every((step) => step >= 0) && groups.filter((group) => group > 19).length < 2);
}
