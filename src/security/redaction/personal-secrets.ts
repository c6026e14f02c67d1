import { withHundreds } from "../../text/spoken-hundreds.ts";
import { isPhone, isWhatKeySays, withoutExplained } from "./explained-numbers.ts";
import { hasAccountNumber, hasCardNumber } from "./payment-numbers.ts";
import { isSaidAsSecret, type Told, whereTold } from "./secret-nearby.ts";
import { isOpeningWord } from "./secret-openings.ts";
import { redactSecretTexts } from "./secret-texts.ts";
import { isBareValueOf, isValueOfThing } from "./secret-things.ts";
import { holdsWayIn, isWayIn } from "./secret-ways.ts";
import { saysAccess, saysCode, saysNumber, saysNumbered, saysSecret } from "./secret-words.ts";
import { isRecoveryWords, spellsWayIn } from "./spelled-letters.ts";

/** What is to be remembered, and what the person said, if that is known. */
interface Proposed {
  readonly key: string;
  readonly value: string;
  readonly said?: string | undefined;
}

/** Nothing but digits: a number that says nothing of what it is for. */
const BARE_DIGITS = /^[\s#*]*\d(?:[\s./–-]{0,2}\d){3,}[\s#*]*$/;
/** Digits that belong together and to no word: "47 11", "12-34-56"; of those with letters see `mixedIn`. */
const DIGIT_RUN = /(?<![\p{L}\p{N}])\d(?:[\s.,/#*–-]{0,2}\d)*(?![\p{L}\p{N}])/gu;
const SHORTEST_CODE = 3;
/** Digits of door codes that are spoken of one sentence after the door. */
const SHORTEST_BESIDE = 4;
const SHORTEST_MIXED = 5;
/** Of papers and accounts. */
const SHORTEST_NUMBER = 5;
/** "A123456789", "A 123 456 789" */
const LETTER_AND_DIGITS = /(?<![\p{L}\d])\p{L}[ .-]?\d(?:[ .-]?\d){7,}(?![\p{L}\d])/u;
const DIGITS_OF_YEAR = 4;
/** So often letters and digits take turns in what is made up by a machine; names of models change less. */
const RANDOM_CHANGES = 5;
const SHORTEST_RANDOM = 8;

/**
 * True for what opens doors or accounts, or may do so: codes, PINs, passwords, keys and tokens, numbers of cards, accounts and papers, in digits of
 * every script or in words. What was said around the value counts as much as the key that a model chose. Takes time in proportion.
 */
export function looksSecret({ key, value, said = "" }: Proposed): boolean {
  const [name, text] = [withHundreds(key), withHundreds(value).replaceAll("\n", " ")];
  const own = `${name} ${text}`;
  if (redactSecretTexts(value) !== value || hasCardNumber(own) || hasAccountNumber(own) || hasRandomWord(own)) return true;
  if (saysSecret(own) || saysSecret(name)) return true;
  const told =
    text.trim() === "" ? [] : whereTold(withHundreds(said), digitsIn(name).length > 0 ? `${text} ${digitsIn(name).join(" ")}` : text);
  if (told.some((one) => isSaidAsSecret(one, text))) return true;
  const sentences = told.map(({ sentence }) => sentence);
  if (
    isWordThatOpens(name, text, sentences) ||
    holdsWayIn(text, [name, ...sentences]) ||
    sentences.some((sentence) => isWayIn(sentence, text)) ||
    isWayIn(text, text)
  )
    return true;
  return isCodeOf(name, text, told);
}

/** Letters and words by which one gets in somewhere, or gets a wallet back. */
function isWordThatOpens(name: string, text: string, sentences: readonly string[]): boolean {
  if (
    spellsWayIn(text, [name, ...sentences]) ||
    sentences.some((sentence) => sentence.includes(text.trim()) && spellsWayIn(sentence, [name]))
  )
    return true;
  if (isBareValueOf(name, text, sentences) || isRecoveryWords(name, text, sentences.join(" "))) return true;
  return [...sentences, text].some((sentence) => isOpeningWord(sentence, text) || isValueOfThing(sentence, text));
}

/** Digits that nothing explains, or that a word for codes, doors, papers or accounts stands beside. */
function isCodeOf(name: string, text: string, told: readonly Told[]): boolean {
  const own = `${name} ${text}`;
  const sentences = told.map(({ sentence }) => sentence);
  const hasCode = [own, ...told.flatMap(({ sentence, beside }) => [sentence, ...beside])].some(saysCode);
  const hasAccess = [own, ...sentences].some(saysAccess);
  const isOpening = sentences.some(saysAccess) || (saysAccess(name) && countDigits(text) > DIGITS_OF_YEAR);
  if (!hasCode && (isPhone(name, text) || (!isOpening && isWhatKeySays(name, text)))) return false;

  const explained = explainedIn([own, ...sentences]);
  const single = digitsIn(own).filter((digits) => !explained.has(digits));
  const open = single.filter(({ length }) => length >= SHORTEST_CODE);
  const mixed = mixedIn(own).filter((word) => !explained.has(word));
  if (BARE_DIGITS.test(text) && open.length > 0) return true;
  if (hasCode && open.length + mixed.length > 0) return true;
  if (hasAccess && open.length > 0) return true;
  // "left 12, right 34"
  if (hasCode && hasAccess && single.join("").length >= SHORTEST_BESIDE) return true;
  if (told.some(({ beside }) => beside.some(saysAccess)) && open.some(({ length }) => length >= SHORTEST_BESIDE)) return true;
  // of insurances, clients and papers: a letter, and many digits
  if (single.concat(mixed).length > 0 && [own, ...sentences].some(saysNumber) && LETTER_AND_DIGITS.test(own)) return true;
  const long = open.some(({ length }) => length >= SHORTEST_NUMBER) || mixed.some((word) => countDigits(word) >= SHORTEST_NUMBER);
  return long && [own, ...sentences].some(saysNumbered);
}

/** Numbers and words with digits that say in one of the texts what they are, and in none stand without. */
function explainedIn(texts: readonly string[]): ReadonlySet<string> {
  const rest = texts.map(withoutExplained);
  const numbers = (some: readonly string[]) => some.flatMap((text) => [...digitsIn(text), ...mixedIn(text)]);
  const [own = "", ...said] = rest;
  // the sentence tells more than a key and a value that a model cut out of it
  const open = new Set(numbers(said.length > 0 ? said : [own]));
  return new Set(numbers(texts).filter((number) => !open.has(number)));
}

function digitsIn(text: string): readonly string[] {
  return [...text.matchAll(DIGIT_RUN)].map(([run]) => run.replaceAll(/\D/g, ""));
}

function mixedIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\d]+/gu) ?? []).filter((word) => word.length >= SHORTEST_MIXED && /\d/.test(word) && /\p{L}/u.test(word));
}

function hasRandomWord(text: string): boolean {
  return (text.match(/[a-z\d]+/g) ?? []).some(
    (word) => word.length >= SHORTEST_RANDOM && (word.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0) >= RANDOM_CHANGES,
  );
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, "").length;
}
