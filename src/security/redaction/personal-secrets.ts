import { saysAccess, saysCode, saysEntered, saysNumbered, saysSecret } from "../../languages/secrets.ts";
import { withDigits } from "../../languages/spoken-digits.ts";
import { hasAccountNumber, hasCardNumber } from "./payment-numbers.ts";
import { redactSecretTexts } from "./redaction.ts";

interface Proposed {
  readonly key: string;
  readonly value: string;
  readonly said?: string | undefined;
  /** A number is what this key is for: a phone, a birthday, an address. */
  readonly isNumberKey?: boolean | undefined;
}

/** `secret`: never kept. `possible`: may open something, a person decides. */
export type Secrecy = "secret" | "possible" | "none";

/** A time or a small amount, with what it is counted in: "22 degrees", "07:30", "12.5 °C", "weekdays 6:30". */
const MEASURED =
  /^(?:(?:\p{L}+ ){0,3}\d{1,2}[:.h]\d{2}|(?:\p{L}+ )?\d{1,2}(?:[.,]\d{1,2})?\s?(?:[°%€$£₪]|\p{L}{2,})(?: \p{L}+){0,2}|\d{3}\s?(?:[°%€$£₪]|\p{L}{2,})|\d{1,2}(?:[.,]\d{1,2})?)[.!]?$/u;
/** Digits that belong together and to no word, and a word with digits in it. */
const DIGITS = /(?<![\p{L}\p{N}])\d(?:[\s.,/#*–-]{0,2}\d)*(?![\p{L}\p{N}])/gu;
const SHORTEST_CODE = 4;
/** Digits, or a word with digits in it, that a door or an alarm may be opened with. */
const CODE = /\d(?:[\s.,/#*–-]{0,2}\d){2,}|(?=[\p{L}\d]{0,20}\d)(?=[\p{L}\d]{0,20}\p{L})[\p{L}\d]{5,}/u;
/** "1984", "in 2011"; "12/05/1980", "1980-05-12". */
const YEAR_OR_DATE = /^(?:(?:19|20)\d{2}|(?:19|20)\d{2}([-./ ])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:19|20)\d{2})$/;
/** Right behind a number: a word or a sign that says what is counted. */
const COUNTED = /^\s?(?:[°%€$£₪]|\p{L}{2})/u;
/** Letters one by one, or named by words: "c-h-a-r-l-i-e", "P as in Peter". */
const SPELLED =
  /(?<![\p{L}\p{N}'’-])\p{L}(?:[ ,.–-]{1,2}[\p{L}\d](?![\p{L}\p{N}'’])){3,}|(?:(?<!\p{L})\p{L} (?:\p{L}{2,4} ){1,2}\p{L}{3,12}(?:,|$)\s?){2}/u;
/** What makers put in front of keys, also of short or shortened ones. */
const KEY = /(?<![\w-])(?:sk|pk|rk)[-_](?=[\w-]{0,40}\d)(?=[\w-]{0,40}[a-z])[\w-]{6,}/u;
/** So often letters and digits take turns in what is made up by a machine; names of models change less. */
const RANDOM_CHANGES = 5;
const SHORTEST_RANDOM = 8;
/** Wallets are got back by 12 to 24 words (BIP 39). */
const RECOVERY_WORDS = /^\s*(?:(?:\d{1,2}[.)]? )?\p{L}{3,8}[\s,]+){11,23}(?:\d{1,2}[.)]? )?\p{L}{3,8}\s*$/u;

/** Whether something opens doors or accounts. What is said of a door, a network or an account, is spelled, or is a long number may do so: a person decides. */
export function secrecyOf({ key, value, said = "", isNumberKey = false }: Proposed): Secrecy {
  const [name, text] = [withDigits(key.replaceAll("_", " ")), withDigits(value).replaceAll("\n", " ")];
  const own = `${name} ${text}`;
  if (redactSecretTexts(value) !== value || hasCardNumber(own) || hasAccountNumber(own) || hasRandomWord(own) || KEY.test(own))
    return "secret";
  if (saysSecret(own)) return "secret";
  const { holding, beside } = sentencesAround(withDigits(said), text);
  const isMeasured = MEASURED.test(text.trim()) && !saysAccess(text);
  if (holding.some(saysSecret)) return isMeasured ? "possible" : "secret";
  if (isMeasured || text.trim() === "") return "none";
  const around = [own, ...holding];
  if (CODE.test(text) && around.some(saysAccess)) return "secret";
  const mayOpen = around.some((one) => saysAccess(one) || saysEntered(one) || (/\d/.test(text) && (saysCode(one) || saysNumbered(one))));
  if (mayOpen || beside.some((one) => saysSecret(one) || (saysAccess(one) && /\d{3}/.test(text)))) return "possible";
  if (SPELLED.test(text) || RECOVERY_WORDS.test(text)) return "possible";
  return !isNumberKey && around.some(hasBareNumber) && hasLongNumber(text) ? "possible" : "none";
}

/** Sentences that hold a value, or words of it, and those beside them; all where none does. */
function sentencesAround(said: string, value: string): { readonly holding: readonly string[]; readonly beside: readonly string[] } {
  const sentences = said.split("\n").filter((sentence) => sentence.trim() !== "");
  const wanted = wordsOf(value);
  const whole = sentences.filter((sentence) => sentence.includes(value.trim()));
  const part = whole.length > 0 ? whole : sentences.filter((sentence) => wordsOf(sentence).some((word) => wanted.includes(word)));
  const holding = part.length > 0 ? part : sentences;
  const at = new Set(holding.flatMap((sentence) => [sentences.indexOf(sentence) - 1, sentences.indexOf(sentence) + 1]));
  return { holding, beside: sentences.filter((sentence, index) => at.has(index) && !holding.includes(sentence)) };
}

function hasBareNumber(text: string): boolean {
  return text.matchAll(DIGITS).some(({ 0: run, index }) => isLong(run) && !COUNTED.test(text.slice(index + run.length)));
}

function hasLongNumber(text: string): boolean {
  return text.matchAll(DIGITS).some(([run]) => isLong(run));
}

function isLong(run: string): boolean {
  return run.replaceAll(/\D/g, "").length >= SHORTEST_CODE && !YEAR_OR_DATE.test(run);
}

function hasRandomWord(text: string): boolean {
  return (text.match(/[a-z\d]+/g) ?? []).some(
    (word) => word.length >= SHORTEST_RANDOM && (word.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0) >= RANDOM_CHANGES,
  );
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]{3,}|\d+/gu) ?? [];
}
