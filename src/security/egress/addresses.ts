import { toPattern } from "../../text/pattern.ts";
import { createFormFinder } from "./address-forms.ts";
import { findToldNumbers } from "./address-numbers.ts";
import type { PrivateSpan } from "./spans.ts";
import { ANY_LANGUAGE, STREET_WORDS, type StreetWords } from "./street-words.ts";

interface Token {
  readonly from: number;
  readonly to: number;
  /** In small letters, without the full stop of an abbreviation. */
  readonly word: string;
  readonly kind: "number" | "name" | "word" | "comma" | "stop";
}

interface Lists {
  readonly after: ReadonlySet<string>;
  readonly mayFollow: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
  readonly ends: RegExp;
  readonly mayEnd: RegExp;
  readonly cue: RegExp;
  readonly corner: RegExp;
}

const TOKEN = /\d{1,9}[.,]\d[\d.,]{0,20}|[\p{L}\p{N}][\p{L}\p{M}\p{N}'/-]{0,60}\.?|[,;:|>\n]|[^\s]/gu;
/** House numbers and postal codes: "12", "12a", "12-14", "53-320", "5-III" and "5-hs" of Dutch floors. */
const NUMBER = /^\d{1,5}(?:[a-z]|[-/]\d{1,4}[a-z]?|-(?:i{1,3}|iv|vi{0,3}|hs|huis))?$/;
/** A street and its number written together: "Birkenweg5". */
const GLUED = /^(\p{L}[\p{L}'-]{3,41}\.?)(\d{1,4}[a-z]?)$/u;
/** A street's name has at most so many words. */
const NAME_WORDS = 5;
/** So far behind its cue an address begins. */
const CUE_WITHIN = 64;
/** Characters; an address has far fewer than what two parts share. */
const PIECE = 16_384;
const OVERLAP = 512;
/** Words that no street's name has, between a number and what looks like a street: "5 miles down the road". */
const NO_NAME = new Set(
  "in on for and or to is take takes took are was were with by than per miles mile km meters metres feet minutes minute hours hour days day years year weeks months percent am pm times people who what when where why how season episode part best most down up across along off over dollar dollars euro euros way lane ways car cars version firmware chapter volume und oder mit von bis uhr et ou avec y con o en met van a this that these last next inch inches gb mb volt watt".split(
    " ",
  ),
);
/** Streets of stories, films and offices of state, that everybody asks about. */
const FAMOUS =
  /\b(?:10 downing st|221 ?b baker st|1600 pennsylvania ave|21 jump st|10 cloverfield lane|77 sunset strip|30 rockefeller plaza|12 grimmauld place|4 privet drive|42 wallaby way|742 evergreen terrace|1313 mockingbird lane|112 ocean avenue|1060 west addison|8 mile r(?:oa)?d|350 fifth avenue|55 rue plumet|84 charing cross r(?:oa)?d|36 quai des orfevres|17 cherry tree lane|32 windsor gardens|1428 elm st|wall st)/i;
const MILITARY = /(?<!\w)(?:PSC \d{1,5},? Box \d{1,6}|Unit \d{1,6},? Box \d{1,6}|[AFD]PO,? A[AEP] \d{5})(?!\d)/gi;
const POST_BOX =
  /(?<!\w)(?:p\.? ?o\.? ?box|post office box|postfach|boite postale|bp|apartado(?: de correos)?|postbus|ת\.ד\.?|ת"ד)\s{0,2}#?\d{1,6}(?!\d)/gi;
/** Names of lists whose members have numbers too: "Windows 10", "Season 3", "iPhone 15". */
const THING =
  /^(?:firmware|version|model|v|fw|windows|ios|android|season|episode|chapter|level|type|series|gen|generation|mark|mk|iphone|ipad|pixel|galaxy|formula|world|war|ps|playstation|xbox|route|interstate|highway|channel|radio|area|zone|block|psalm|article|section|rule|law|class|grade|step|part|volume|page|no|nr|number|size|top)$/;

/** Street addresses as the given languages write them. Streets of stories and of states' offices are none. */
export function createAddressFinder(languages: readonly string[]): (text: string) => readonly PrivateSpan[] {
  const lists = listsOf([ANY_LANGUAGE, ...languages.flatMap((language) => STREET_WORDS[language] ?? [])]);
  const findForms = createFormFinder(languages);
  return (text) => {
    const found = [...matched(text, MILITARY), ...matched(text, POST_BOX), ...corners(text, lists.corner), ...findToldNumbers(text)];
    return /\d/.test(text)
      ? [...found, ...findForms(text), ...pieces(text).flatMap(([from, piece]) => moved(numbered(piece, lists), from))]
      : found;
  };
}

/** A long text in parts, each with something of the one before: the words of a megabyte at once keep the collector of garbage busy. */
function pieces(text: string): readonly (readonly [from: number, piece: string])[] {
  if (text.length <= PIECE + OVERLAP) return [[0, text]];
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => {
    const from = at === 0 ? 0 : blankAfter(text, at * PIECE - OVERLAP);
    return [from, text.slice(from, blankAfter(text, (at + 1) * PIECE))] as const;
  });
}

function blankAfter(text: string, at: number): number {
  const blank = text.slice(at, at + OVERLAP / 2).search(/\s/);
  return at + Math.max(0, blank);
}

function moved(spans: readonly PrivateSpan[], by: number): readonly PrivateSpan[] {
  return by === 0 ? spans : spans.map((span) => ({ ...span, from: span.from + by, to: span.to + by }));
}

function listsOf(all: readonly StreetWords[]): Lists {
  const set = (key: keyof StreetWords) => new Set(all.flatMap((one) => one[key]?.split(" ") ?? []).map((word) => word.replace(/\.$/, "")));
  const ending = (key: "ends" | "mayEnd") => {
    const ends = all.flatMap((one) => one[key]?.split(" ") ?? []);
    return toPattern(`^\\p{L}[\\p{L}'-]{2,40}(?:${ends.join("|") || "(?!)"})$`, "u");
  };
  const any = (key: "cues" | "corner") => all.flatMap((one) => one[key] ?? []).join("|") || "(?!)";
  return {
    ...{ after: set("after"), mayFollow: set("mayFollow"), before: set("before"), units: set("units") },
    ...{ ends: ending("ends"), mayEnd: ending("mayEnd") },
    // the text has plain letters: patterns without Unicode's rules are several times as fast
    cue: toPattern(`(?<![a-zא-ת-])(?<!(?:ip|mac|mail|web|url|email|e-mail|wifi) )(?:${any("cues")})(?![a-zא-ת]{2})`, "gi"),
    corner: toPattern(`(?<![a-zא-ת])(?:${any("corner")}) `, "gi"),
  };
}

function matched(text: string, pattern: RegExp): readonly PrivateSpan[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length, kind: "address" }));
}

/** Two streets that meet, of which one at least is written as a name, or has a number. */
function corners(text: string, corner: RegExp): readonly PrivateSpan[] {
  return [...text.matchAll(corner)].flatMap(({ 0: found, index }) => {
    const rest = /^[^\n!?]{0,20}\p{Lu}[^\n!?]{2,60}/u.exec(text.slice(index + found.length, index + found.length + 84))?.[0];
    if (rest === undefined || !/ (?:and|und|et|y|en|&|mit|with|of) |\/|\d/.test(rest)) return [];
    return [{ from: index, to: index + found.length + rest.trimEnd().length, kind: "address" }];
  });
}

function numbered(text: string, lists: Lists): readonly PrivateSpan[] {
  const tokens = tokensOf(text, lists.ends);
  const cues = [...text.matchAll(lists.cue)].map(({ 0: cue, index }) => index + cue.length);
  const found: PrivateSpan[] = [];
  let nextCue = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== "number") continue;
    while ((cues[nextCue + 1] ?? Number.POSITIVE_INFINITY) <= token.from) nextCue += 1;
    const cue = cues[nextCue] ?? Number.POSITIVE_INFINITY;
    const told = cue <= token.from && token.from - cue <= CUE_WITHIN;
    const place = streetAround(tokens, at, lists, told);
    if (!place) continue;
    const [from, to] = [tokens[place.first]?.from ?? token.from, tokens[place.last]?.to ?? token.to];
    if (!FAMOUS.test(text.slice(from, Math.max(to, token.to)))) found.push({ from, to: Math.max(to, token.to), kind: "address" });
  }
  return found;
}

type Place = { readonly first: number; readonly last: number } | undefined;

/** The street that the number at `at` belongs to, by its neighbours. */
function streetAround(tokens: readonly Token[], at: number, lists: Lists, told: boolean): Place {
  return unitAround(tokens, at, lists, told) ?? behind(tokens, at, lists, told) ?? ahead(tokens, at, lists, told);
}

/** Parts of a house whose words stand elsewhere too ("creative suite 6", "unit 2"). */
const WEAK_UNITS =
  /^(?:unit|room|floor|building|bldg|suite|ste|flat|piso|casa|kamer|zimmer|etage|porte|puerta|piano|bloque|portal|interno|scala|בית|קומה)$/;

/** "Apt. 12", "Suite 503": a part of a house, with another number or a cue near where its word alone does not say so. */
function unitAround(tokens: readonly Token[], at: number, { units }: Lists, told: boolean): Place {
  const before = tokens[at - 1];
  if (before === undefined || !units.has(before.word)) return undefined;
  const place = { first: at - 1, last: at };
  if (!WEAK_UNITS.test(before.word) || told) return place;
  if (/^s(?:ui)?te$/.test(before.word) && /^\d{3,5}$/.test(tokens[at]?.word ?? "") && !isYear(tokens[at], false)) return place;
  const near = tokens.slice(Math.max(0, at - 8), at - 1);
  return near.some(({ kind }) => kind === "number") && near.some(({ kind }) => kind === "name") ? place : undefined;
}

/** The street stands before its number: "Hauptstrasse 12", "rue Dielhere 130", "Allika 46" after a cue or a number. */
function behind(tokens: readonly Token[], at: number, lists: Lists, told: boolean): Place {
  const last = tokens[at - 1]?.kind === "comma" && tokens[at - 1]?.word === "," ? at - 2 : at - 1;
  const before = tokens[last];
  if (before === undefined || (before.kind !== "name" && before.kind !== "word")) return undefined;
  if (lists.ends.test(before.word) && !isYear(tokens[at], told)) return { first: last, last: at };
  // "Alter Markt 7", "Breite Strasse 12": the end stands as a word of its own
  const end = `xxx${before.word}`;
  if (
    before.kind === "name" &&
    tokens[last - 1]?.kind === "name" &&
    (lists.ends.test(end) || lists.mayEnd.test(end)) &&
    // "Auf Platz 3"
    !(before.word === "platz" && isArticle(tokens[last - 1]?.word ?? "")) &&
    !isYear(tokens[at], told)
  ) {
    return { first: last - 1, last: at };
  }
  if (told && lists.mayEnd.test(before.word)) return { first: last, last: at };
  const next = tokens[at + 1];
  if (next !== undefined && before.kind === "name" && isStreet(next, lists) && !THING.test(before.word))
    return { first: last, last: at + 1 };
  let names = 0;
  for (let first = last; first >= 0 && last - first <= NAME_WORDS; first -= 1) {
    const token = tokens[first];
    if (token === undefined || token.kind === "stop" || token.kind === "comma") break;
    if (token.kind === "number") return (told ? isNamed : isLong)(tokens, first, at) ? { first, last: at } : undefined;
    if (
      first < last &&
      lists.before.has(token.word) &&
      (token.word.length > 2 || token.to - token.from > token.word.length) &&
      !isArticle(token.word)
    ) {
      return { first, last: at };
    }
    if (token.kind === "name" && !THING.test(token.word)) names += 1;
    if (first < last && NO_NAME.has(token.word)) break;
  }
  const follows = next === undefined || next.kind === "comma" || next.kind === "stop" || next.kind === "name";
  return told && names > 0 && before.kind === "name" && !THING.test(before.word) && follows ? { first: last, last: at } : undefined;
}

/** The number stands before its street: "14 Crown Street", "12 rue de la Paix", "5100 Quadra" after a cue. */
function ahead(tokens: readonly Token[], at: number, lists: Lists, told: boolean): Place {
  const comma = tokens[at + 1]?.word === "," ? 1 : 0;
  const first = tokens[at + 1 + comma];
  if (first === undefined || (first.kind !== "name" && first.kind !== "word")) return undefined;
  if (lists.before.has(first.word) && !isArticle(first.word) && tokens[at + 2 + comma]?.kind !== "stop" && at + 2 + comma < tokens.length) {
    return hasName(tokens, at + 2 + comma) ? { first: at, last: at + 2 + comma } : undefined;
  }
  if (comma === 1) return undefined;
  if (lists.ends.test(first.word) && first.kind === "name" && !isYear(tokens[at], told)) return { first: at, last: at + 1 };
  let names = 0;
  for (let last = at + 1; last < tokens.length && last - at <= NAME_WORDS; last += 1) {
    const token = tokens[last];
    if (token === undefined || token.kind === "stop" || token.kind === "comma") break;
    if (token.kind === "number") break;
    if (last > at + 1 && isStreet(token, lists) && (names > 0 || !isYear(tokens[at], told))) return { first: at, last };
    if (last > at + 1 && (names > 0 || told) && lists.mayFollow.has(token.word)) return { first: at, last };
    if (NO_NAME.has(token.word)) return undefined;
    if (token.kind === "name" && !THING.test(token.word)) names += 1;
  }
  return told && names > 0 && first.kind === "name" && !isClock(tokens, at) ? { first: at, last: at + 1 } : undefined;
}

function hasName(tokens: readonly Token[], from: number): boolean {
  return tokens.slice(from, from + 4).some(({ kind, word }) => kind === "name" || (kind === "word" && word.length > 4));
}

function isStreet({ word, kind }: Token, { after }: Lists): boolean {
  return kind !== "stop" && after.has(word);
}

function isArticle(word: string): boolean {
  return /^(?:am|an|der|im|in|den|zum|zur|auf|dem|unter|via|place|villa|cours|route|largo|passage|square|promenade|cite|ch|cl|al|os)$/.test(
    word,
  );
}

/** Two numbers about a name, of which the first has as many digits as a postal code or long number of a house and is no year. */
function isLong(tokens: readonly Token[], first: number, at: number): boolean {
  const [one = "", other = ""] = [tokens[first]?.word, tokens[at]?.word];
  const between = tokens.slice(first + 1, at);
  if (between.some(({ kind, word }) => kind !== "name" || THING.test(word)) || !between.some(({ word }) => /^\p{L}{4,}$/u.test(word)))
    return false;
  const goesOn = tokens[at + 1]?.word === "," && tokens[at + 2]?.kind === "name";
  const digits = goesOn ? /^\d{3,5}$/ : /^\d{4,5}$/;
  return digits.test(one) && !isYear(tokens[first], false) && /^\d{1,4}[a-z]?$/.test(other);
}

/** "1929 wall street crash", "berlin alexanderplatz 1980": a year, where nothing says that an address follows. */
function isYear(token: Token | undefined, told: boolean): boolean {
  return !told && /^(?:1[5-9]|20)\d{2}$/.test(token?.word ?? "");
}

/** Between two numbers, after a cue: words that can be a street's name, in small letters too. */
function isNamed(tokens: readonly Token[], first: number, at: number): boolean {
  const between = tokens.slice(first + 1, at);
  return (
    between.every(({ word }) => !NO_NAME.has(word) && !THING.test(word)) && between.some(({ word }) => /^\p{L}[\p{L}'-]{3,}$/u.test(word))
  );
}

function isClock(tokens: readonly Token[], at: number): boolean {
  return /^(?:am|pm|uhr|o'clock|gb|mb|tb|ghz|mhz|kg|km|cm|mm|ml)$/.test(tokens[at + 1]?.word ?? "");
}

function tokensOf(text: string, ends: RegExp): readonly Token[] {
  const tokens: Token[] = [];
  const add = (found: string, from: number) => {
    const word = found.toLowerCase().replace(/\.$/, "");
    tokens.push({ from, to: from + found.length, word, kind: kindOf(found, word) });
  };
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    const [, street = "", number = ""] = /\d[a-z]?$/i.test(found) ? (GLUED.exec(found) ?? []) : [];
    if (number !== "" && ends.test(street.toLowerCase())) {
      add(street, index);
      add(number, index + street.length);
    } else add(found, index);
  }
  return tokens;
}

function kindOf(found: string, word: string): Token["kind"] {
  const code = found.charCodeAt(0);
  // most of a text, told by its first letter
  if (code > 96 && code < 123) return "word";
  if (code > 64 && code < 91) return "name";
  if (code > 47 && code < 58) return NUMBER.test(word) ? "number" : "word";
  if (/^[,;:|>\n]$/.test(found)) return "comma";
  if (!/[\p{L}\p{N}]/u.test(found)) return "stop";
  return /^(?:\p{Lu}|\p{Script=Hebrew})/u.test(found) ? "name" : "word";
}
