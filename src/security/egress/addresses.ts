import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toPattern } from "../../text/pattern.ts";
import { type PrivateSpan, spansOf } from "./spans.ts";

/** How a language, ISO 639-1, writes a street; lists of words, see places.yaml. */
const LISTS = ["before", "behind", "ends", "begins", "parts", "cues"] as const;
const words = readData("shared/places.yaml", z.record(z.string(), z.partialRecord(z.enum(LISTS), z.string())), "streets");

interface Token {
  readonly from: number;
  readonly to: number;
  /** In small letters, without the full stop of an abbreviation. */
  readonly word: string;
  readonly isNumber: boolean;
  /** Begins with a capital, or is of a script without them. */
  readonly isName: boolean;
}

const TOKEN = /\d{1,9}[.,]\d[\d.,]{0,20}|[\p{L}\p{N}][\p{L}\p{M}\p{N}'"/-]{0,60}\.?|[^\s]/gu;
/** House numbers: "12", "12a", "12-14", "no. 12", "12-hs". */
const NUMBER = /^(?:n(?:o|r|um(?:mer|ero)?)?[.°]?)?\d{1,5}(?:[a-h]|[-/]\d{1,4}[a-h]?|-(?:hs|huis))?$/;
const YEAR = /^(?:1[5-9]|20)\d{2}$/;
/** A street and its number written together: "Birkenweg5". */
const GLUED = /^(\p{L}[\p{L}'-]{3,41})(\d{1,4}[a-h]?)$/u;
/** A name of a street has at most so many words; one in small letters at most two. */
const NAME_WORDS = 4;
const PLAIN_WORDS = 2;
const CUE_WITHIN = 7;
const SHORTEST_STREET = 3;
const POST_BOX = /(?<!\w)(?:(?:p\.? ?o\.? ?box|postfach|boite postale|apartado)\s{0,2}#?\d{1,6}|[AFD]PO,? A[AEP] \d{5})(?!\d)/gi;
const LONG_NUMBER = /^\d{4,5}$/;

/** Street addresses as the given languages write them: a house number beside a street's name. They are only asked about, so what looks like one counts. */
export function createAddressFinder(languages: readonly string[]): (text: string) => readonly PrivateSpan[] {
  const listed = (list: (typeof LISTS)[number], separator = " ") =>
    ["any", ...languages].flatMap((language) => words[language]?.[list]?.split(separator) ?? []);
  const [before, behind] = [new Set(listed("before")), new Set(listed("behind"))];
  const [parts, begins] = [new Set(listed("parts")), new Set(listed("begins"))];
  const ends = listed("ends");
  const cues = listed("cues", "|");
  const cue = toPattern(`(?<!\\p{L})(?:${cues.join("|") || "(?!)"})(?!\\p{L})`, "giu");

  const isStreet = ({ word, isNumber }: Token) =>
    !isNumber &&
    (behind.has(word) || before.has(word) || ends.some((end) => word.endsWith(end) && word.length >= end.length + SHORTEST_STREET));

  /** Where the street of a number begins or ends, seen in one direction; undefined for none. */
  function streetBeside(tokens: readonly Token[], at: number, step: 1 | -1, isTold: boolean): number | undefined {
    let plain = 0;
    let names = 0;
    for (let index = at + step, seen = 0; seen < NAME_WORDS + 1; index += step) {
      const token = tokens[index];
      if (token === undefined || token.isNumber || /[!?;:\n]/.test(token.word)) return undefined;
      if (/^\W$/u.test(token.word) && !/\p{L}/u.test(token.word)) {
        if (seen > 1 && token.word === ",") return undefined;
        continue;
      }
      seen += 1;
      const isNear = seen > 1 || ends.some((end) => token.word.endsWith(end));
      if (ends.includes(token.word) && step === -1 && tokens[index - 1]?.isName) return index - 1;
      if (isStreet(token) && isNear && plain <= PLAIN_WORDS) return index;
      if (isStreet(token) && seen === 1 && step === 1 && before.has(token.word)) return index + 1;
      if (isStreet(token) && seen === 1 && step === -1 && behind.has(token.word) && tokens[index - 1]?.isName) return index - 1;
      if (step === -1 && begins.has(token.word) && names > 0 && names === seen - 1 && isLast(tokens, at)) return index;
      if (token.isName) names += 1;
      else plain += 1;
      if (isTold && token.isName && seen === 1) return index;
    }
    return undefined;
  }

  return (text) => {
    const boxes = spansOf(text, POST_BOX, "address");
    if (!/\d/.test(text)) return boxes;
    const tokens = tokensOf(text);
    const told = [...text.matchAll(cue)].map(({ 0: found, index }) => index + found.length);
    const found = tokens.flatMap((token, at): readonly PrivateSpan[] => {
      if (!token.isNumber) return [];
      const first = tokens[Math.max(0, at - CUE_WITHIN)]?.from ?? 0;
      const isTold = told.some((end) => end >= first && end <= token.from);
      const part = tokens[at - 1];
      if (part && parts.has(part.word) && !YEAR.test(token.word)) return [{ from: part.from, to: token.to, kind: "address" }];
      const next = numberBehind(tokens, at);
      if (next !== undefined && (isTold || isPostal(tokens.slice(at, next + 1)))) {
        return [{ from: token.from, to: tokens[next]?.to ?? token.to, kind: "address" }];
      }
      if (YEAR.test(token.word) && !isTold) return [];
      const street = streetBeside(tokens, at, -1, isTold) ?? streetBeside(tokens, at, 1, isTold);
      const other = street === undefined ? undefined : tokens[street];
      return other ? [{ from: Math.min(other.from, token.from), to: Math.max(other.to, token.to), kind: "address" }] : [];
    });
    return [...boxes, ...found];
  };
}

/** Whether no word goes on behind a number: "Am Markt 5", not "Am Rhein 5 Tage". */
function isLast(tokens: readonly Token[], at: number): boolean {
  return !/^\p{L}/u.test(tokens[at + 1]?.word ?? "");
}

/** The place of the number behind a few words that may be a name. */
function numberBehind(tokens: readonly Token[], at: number): number | undefined {
  const words = tokens.slice(at + 1, at + 2 + NAME_WORDS);
  const end = words.findIndex(({ isNumber }) => isNumber);
  return end > 0 && words.slice(0, end).every(({ word }) => /^\p{L}[\p{L}\p{M}'.-]+$/u.test(word)) ? at + 1 + end : undefined;
}

/** Two numbers about a name, of which one is as long as a postcode and no year. */
function isPostal(tokens: readonly Token[]): boolean {
  const [numbers, words] = [tokens.filter(({ isNumber }) => isNumber), tokens.filter(({ isNumber }) => !isNumber)];
  return words.every(({ isName }) => isName) && numbers.some(({ word }) => LONG_NUMBER.test(word) && !YEAR.test(word));
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: found, index }) => {
    const [, street, number] = GLUED.exec(found) ?? [];
    if (street === undefined || number === undefined) return tokenOf(found, index);
    return [tokenOf(street, index), tokenOf(number, index + street.length)];
  });
}

function tokenOf(found: string, from: number): Token {
  const word = found.toLowerCase().replace(/\.$/, "");
  return { from, to: from + found.length, word, isNumber: NUMBER.test(word), isName: /^(?:\p{Lu}|\p{Lo})/u.test(found) };
}
