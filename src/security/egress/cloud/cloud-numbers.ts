import { egressWords } from "../../../languages/egress-words.ts";
import { withDigits } from "../../../languages/spoken-digits.ts";
import { toPattern } from "../../../text/pattern.ts";
import { hasAccountNumber, hasCardNumber } from "../../redaction/payment-numbers.ts";
import { secrecyOf } from "../../redaction/personal-secrets.ts";
import type { PrivateFinder } from "./cloud-policy.ts";

/** Words around codes, see egress.yaml. */
const cues = egressWords.cloud;

/** Kinds that are numbers, or have one in them. */
const NUMBERED = new Set([
  "phone",
  "ip_or_mac",
  "mac",
  "private_url",
  "card",
  "iban",
  "national_id",
  "address",
  "home_address",
  "home_coordinates",
  "public_ip_or_mac",
  "coordinates",
  "secret",
]);
/** What may be a code: three digits or more, or letters and digits mixed. */
const CODES = /\d(?:[\s.,/#*–-]{0,3}\d){2,11}|(?=[\p{L}\d]{0,30}\d)(?=[\p{L}\d]{0,30}\p{L})[\p{L}\d]{5,30}/gu;

const BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
/** Addresses of homes' networks (RFC 1918) with anything but dots in them; one that begins with 10 is as often something else. */
const PARTED_ADDRESS = toPattern(
  `(?<![\\d.,])(?:192[ ,_-]{1,3}168|172[ ,_-]{1,3}(?:1[6-9]|2\\d|3[01]))(?:[ ,._-]{1,3}${BYTE}){2}(?![\\d.,]\\d|\\d)`,
);
/** `52°30.8'N`, `N 52° 30.8`, `N 52 30.8 E 13 23.3`: degrees and minutes, which a ship's or a phone's map shows. */
const MINUTES = "\\d{1,2}(?:[.,]\\d{1,6})?";
const DEGREES_MINUTES = toPattern(
  `(?<![\\d.,])\\d{1,3}\\s?[°º]\\s?${MINUTES}\\s?['′’´]?\\s?[nsewo](?!\\p{L})|(?<!\\p{L})[ns]\\s?\\d{1,2}[°º ]\\s?${MINUTES}['′’´]?[\\s,;]{1,3}[ewo]\\s?\\d{1,3}[°º ]\\s?${MINUTES}`,
  "iu",
);
/** "One nine two dot one six eight". */
const DOTS = /(?<=\d)\s{0,3}(?<!\p{L})(?:dot|point|punkt|punto|punt)(?!\p{L})\s{0,3}(?=\d)/gu;

/**
 * The kind of a number in a text that identifies somebody or opens something; undefined for none. Digits of every script and numbers in words
 * count like plain digits, however they are parted. Takes time in proportion.
 */
export function numberKind(text: string, finder: PrivateFinder): string | undefined {
  const digits = withDigits(text).replaceAll("\n", " ");
  if (PARTED_ADDRESS.test(digits)) return "ip_or_mac";
  if (DEGREES_MINUTES.test(digits)) return "coordinates";
  if (hasAccountNumber(digits)) return "iban";
  if (hasCardNumber(digits)) return "card";
  const views = onlyDigits(digits) === onlyDigits(text) ? [] : [digits];
  const dotted = digits.replaceAll(DOTS, ".");
  // "one six eight" is one number there
  if (dotted !== digits) views.push(dotted.replaceAll(/(?<=\d) (?=\d)/g, ""));
  const found = views.flatMap((view) => finder.find(view)).find(({ kind }) => NUMBERED.has(kind));
  const untimed = cues.code.test(digits) ? digits : digits.replaceAll(cues.time, "");
  return found?.kind ?? (saysCode(text) || saysCode(untimed) ? "secret" : undefined);
}

/** True if somebody says a code, a PIN or a password. */
function saysCode(text: string): boolean {
  return (
    cues.opens.test(text) ||
    text.matchAll(CODES).some(([run]) => secrecyOf({ key: "", value: `(${run})`, said: text, isNumberKey: true }) !== "none")
  );
}

function onlyDigits(text: string): string {
  return text.replaceAll(/\D/g, "");
}
