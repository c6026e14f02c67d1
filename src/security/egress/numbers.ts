import { egressWords } from "../../languages/egress-words.ts";
import { isIban, isLuhn } from "../redaction/payment-numbers.ts";
import { digitsOf, type PrivateSpan, spansOf } from "./spans.ts";

const cues = egressWords.numbers;

// Every pattern begins where a number or word begins and has bounded parts, so that a long text is walked once.
const CARD = /(?<![\w.])\d(?:[ ./_-]{0,2}\d){11,18}(?![\w]|\.\d)/g;
const IBAN = /(?<![A-Za-z\d])[A-Z]{2}(?: (?=\d{2}[ ./_-]{0,2}\d{2}))?\d{2}(?:[ ./_-]{0,2}[A-Z\d]){11,30}(?![A-Za-z\d])/gi;
/** Numbers as states write them: USA, Spain, Italy, the Netherlands in words only, France, Great Britain. */
const SHAPED_IDS: readonly RegExp[] = [
  /(?<![\w-])(?!000|666)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g,
  /(?<![\w-])[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\w-])/g,
  /(?<![\w-])[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![\w-])/gi,
  /(?<![\w-])[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3}(?: ?\d{2})?(?![\w-])/g,
];
const SPANISH_ID = /(?<![\w-])([XYZ]?)(\d{7,8})-?([A-Z])(?![\w-])/gi;
const SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
const ID_VALUE = /(?<![\w])(?=[A-Z\d -]{0,16}\d)[A-Z\d](?:[ -]?[A-Z\d]){4,17}(?![\w])/gi;
const WITHIN = 40;
/** A licence plate or a birth date is none; what has five digits is. */
const DIGITS_OF_ID = 5;

/** Cards (ISO/IEC 7812-1), accounts (ISO 13616) and numbers that states give to people. */
export function findNumbers(text: string): readonly PrivateSpan[] {
  if (!/\d[\s\S]?\d/.test(text)) return [];
  const cards = spansOf(text, CARD, "card", ({ 0: run, index }) => isCard(run, text, index));
  const accounts = spansOf(
    text,
    IBAN,
    "iban",
    ({ 0: run, index }) => isIban(run) || (run.length > 14 && isSaid(cues.account, text, index) && digitsOf(run).length > 9),
  );
  const shaped = SHAPED_IDS.flatMap((pattern) => spansOf(text, pattern, "national_id"));
  const spanish = spansOf(text, SPANISH_ID, "national_id", ([, foreign = "", digits = "", letter = ""]) =>
    isSpanish(foreign, digits, letter),
  );
  return [...cards, ...accounts, ...shaped, ...spanish, ...saidIds(text)];
}

function isCard(run: string, text: string, index: number): boolean {
  const digits = digitsOf(run);
  if (/^(\d)\1+$/.test(digits)) return false;
  if (isSaid(cues.card, text, index)) return true;
  // 12 digits are as often something else; an ISBN begins with 978 or 979 and is no card
  return digits.length >= 13 && /^[2-6]|^1800/.test(digits) && isLuhn(digits) && !isProduct(text, index);
}

function isProduct(text: string, index: number): boolean {
  return /(?:isbn|ean|upc|gtin|model|article|art\.|part|serial|order|firmware)[\s:#.a-z]{0,12}$/i.test(
    text.slice(Math.max(0, index - 24), index),
  );
}

function isSpanish(foreign: string, digits: string, letter: string): boolean {
  if (foreign === "" && digits.length !== 8) return false;
  const number = Number(`${foreign === "" ? "" : "XYZ".indexOf(foreign.toUpperCase())}${digits}`);
  return SPANISH_LETTERS[number % SPANISH_LETTERS.length] === letter.toUpperCase();
}

function saidIds(text: string): readonly PrivateSpan[] {
  const found: PrivateSpan[] = [];
  for (const { 0: word, index } of text.matchAll(cues.identity)) {
    const from = index + word.length;
    for (const span of spansOf(
      text.slice(from, from + WITHIN + 20),
      ID_VALUE,
      "national_id",
      ([run]) => digitsOf(run).length >= DIGITS_OF_ID,
    )) {
      if (span.from <= WITHIN) found.push({ ...span, from: from + span.from, to: from + span.to });
    }
  }
  return found;
}

function isSaid(word: RegExp, text: string, index: number): boolean {
  return word.test(text.slice(Math.max(0, index - WITHIN), index));
}
