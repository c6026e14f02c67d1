import { isCommonWord } from "../../languages/common-words.ts";

/** Shorter names in two pieces are two words more often. */
const SHORTEST = 6;
const SHORTEST_ODD = 4;
const MOST_PIECES = 4;
/** Signs that stand within no word and between no two. */
const ODD = /^[·•‧∙*|~^_=+…¦]$/u;
const SIGN = /^[-.,/']$/;

/**
 * Whether pieces that make a name together are the name, parted: "Le-vin-son", "Levin son", "El·lie". With blanks no piece may be a word of every
 * day ("mart in", "car los"). Codes are parted in any way.
 */
export function isOneWordSplit(found: string, isCode: boolean): boolean {
  const pieces = found.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const gaps = found.match(/[^\p{L}\p{N}]+/gu) ?? [];
  const letters = pieces.join("").length;
  if (isCode) return gaps.every((gap) => gap.length === 1);
  if (pieces.length > MOST_PIECES) return false;
  if (gaps.every((gap) => ODD.test(gap))) return letters >= SHORTEST_ODD;
  if (letters < SHORTEST) return false;
  if (gaps.every((gap) => SIGN.test(gap) || ODD.test(gap))) return true;
  return gaps.every((gap) => gap === " ") && pieces.every((piece) => piece.length > 1 && !isCommonWord(piece));
}
