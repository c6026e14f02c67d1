import { z } from "zod";
import { readData } from "./data.ts";

const form = z.strictObject({ common: z.string(), household: z.string(), roomEnds: z.string() });
const data = readData("shared/common-words.yaml", form, "homes");

const COMMON: ReadonlySet<string> = new Set(data.common.split(" "));
const HOUSEHOLD: ReadonlySet<string> = new Set(data.household.split(" "));
const ROOM_ENDS: readonly string[] = data.roomEnds.split(" ");
/** Words that questions are made of in any home, by language. */
export const QUESTION_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(readData("shared/common-words.yaml", z.record(z.string(), z.string()), "questions")).map(([language, words]) => [
    language,
    new Set(words.split(/\s+/)),
  ]),
);
/** Shorter ones are put together by chance: "Eveline" is no line. */
const SHORTEST_TOGETHER = 8;
const SHORTEST_PIECE = 3;
const SHORTEST_PURPOSE = 2;
/** What German puts between two words. */
const LINKS = ["", "s", "n", "en", "e", "er"];

/** True for a word, in small letters and without accents, that many homes and questions have. Numbers are such. */
export function isCommonWord(word: string): boolean {
  return /^\d+$/.test(word) || isIn(COMMON, word);
}

/** True for a word, in small letters without accents, that houses and things in them are called by everywhere, put together or not. */
export function isHouseholdWord(word: string): boolean {
  return isOne(word) || (word.length >= SHORTEST_TOGETHER && isTogether(word));
}

/** The same, or a room by its end, whatever it is for. */
export function isRoomWord(word: string): boolean {
  return isHouseholdWord(word) || ROOM_ENDS.some((end) => word.endsWith(end) && word.length >= end.length + SHORTEST_PURPOSE);
}

/** With the s of a plural or without. */
function isIn(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || (word.length > 3 && word.endsWith("s") && words.has(word.slice(0, -1)));
}

function isOne(word: string): boolean {
  return isCommonWord(word) || isIn(HOUSEHOLD, word);
}

/** Two or three of them in one word. */
function isTogether(word: string, most = 3): boolean {
  for (let cut = SHORTEST_PIECE; cut <= word.length - SHORTEST_PIECE; cut += 1) {
    if (!LINKS.some((link) => isPiece(word.slice(0, cut), link))) continue;
    const rest = word.slice(cut);
    if (isOne(rest) || (most > 2 && isTogether(rest, most - 1))) return true;
  }
  return false;
}

function isPiece(piece: string, link: string): boolean {
  const bare = piece.slice(0, piece.length - link.length);
  return piece.endsWith(link) && bare.length >= SHORTEST_PIECE && isOne(bare);
}
