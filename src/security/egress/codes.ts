import { egressWords } from "../../languages/egress-words.ts";
import { saysAccess, saysCode, saysSecret } from "../../languages/secrets.ts";
import { type PrivateSpan, spansOf } from "./spans.ts";

const cues = egressWords.codes;

/** Digits that belong together, or letters with digits and signs among them. */
const VALUE =
  /(?<![\p{L}\p{N}.,:/-])(?:\d(?:[ ,./-]{0,3}\d){2,11}|["'„“][^"'“”\n]{4,40}["'“”]|(?=[^\s\d]{0,30}\d)(?=[^\s\p{L}]{0,30}\p{L})[\p{L}\d!@#$%&*+_?.-]{5,40})(?![\p{L}\p{N}])/gu;
const DIGITS = /^\d[\d ,./-]*$/;
const BEFORE = 72;
const BEHIND = 48;
const NUMBER = /^\d(?:[ -]?\d){2,11}$/;
const WORDS_BEHIND = /^(?: \p{L}{1,20}){1,4}/u;
const YEAR = /^(?:19|20)\d{2}$/;

/**
 * Codes, PINs and passwords by the words beside them: "front door code 8264", "my password is Sommer2024!". Digits are ASCII.
 * `public_secret` is one that may be everybody's: a maker's default, or a number before a word for a code.
 */
export function findCodes(text: string): readonly PrivateSpan[] {
  if (!cues.maySay.test(text)) return [];
  const found = text.matchAll(VALUE).flatMap(({ 0: value, index }) => {
    const kind = kindOf(text, value, index);
    return kind === undefined ? [] : [{ from: index, to: index + value.length, kind }];
  });
  return [...spansOf(text, cues.openedWith, "secret"), ...found];
}

function kindOf(text: string, value: string, index: number): "secret" | "public_secret" | undefined {
  const before = lastSentence(text.slice(Math.max(0, index - BEFORE), index).toLowerCase());
  const behind = text.slice(index + value.length, index + value.length + BEHIND);
  if (!isCode(value, before, behind)) return NUMBER.test(value) && !YEAR.test(value) && isNamedBehind(behind) ? "public_secret" : undefined;
  const isEverybodys = !cues.ours.test(before) && (cues.ofEverybody.test(before) || cues.ofEverybody.test(behind));
  return isEverybodys ? "public_secret" : "secret";
}

/** "4711 pin code", "4711 a good door code": the next few words have one for a code. */
function isNamedBehind(behind: string): boolean {
  const words = firstSentence(behind).toLowerCase().match(WORDS_BEHIND)?.[0] ?? "";
  return saysSecret(words) || (saysCode(words) && saysAccess(words));
}

function isCode(value: string, before: string, behind: string): boolean {
  const isTold = !YEAR.test(value) || cues.said.test(before) || saysAccess(before);
  if (isTold && isNamed(before, value)) return true;
  if (!cues.saidBehind.test(behind) || YEAR.test(value)) return false;
  const said = firstSentence(behind).toLowerCase();
  return saysSecret(said) || (saysCode(said) && saysAccess(said)) || (cues.opens.test(said) && saysAccess(said));
}

/** Whether the last words before a value are a word for a code, and others that only say whose it is or what it opens. */
function isNamed(before: string, value: string): boolean {
  const words = [...before.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(([word]) => word);
  const isOurs = cues.ours.test(before);
  const isTold = isOurs || saysAccess(before) || cues.said.test(before);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] ?? "";
    const phrase = words.slice(Math.max(0, at - 2), at);
    if (saysSecret(word)) return DIGITS.test(value) || word !== "pin" || isTold;
    // towns of India have pin codes of six digits
    if (word === "code" && phrase.at(-1) === "pin" && /^\d{6}$/.test(value)) return isTold;
    if (saysSecret([...phrase, word].join(" ")) && !saysSecret(phrase.join(" "))) return true;
    if (saysCode([...phrase, word].join(" ")) && isTold) return true;
    if (!cues.between.test(word)) return false;
  }
  return false;
}

function lastSentence(text: string): string {
  return text.slice(Math.max(...["\n", ". ", "? ", "! "].map((end) => text.lastIndexOf(end))) + 1);
}

function firstSentence(text: string): string {
  return text.split(/[\n?!]|\. /u, 1)[0] ?? "";
}
