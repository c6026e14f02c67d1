import { toPattern } from "../../text/pattern.ts";
import { SELF } from "../facts/people-words.ts";
import { NEGATION } from "../facts/polarity.ts";

const AND = "and|und|et|y|e|en";
/** Between words that belong together and words that say something new: "I like tea but …", "… and I", "… and no coffee". */
const CONTRAST = "but|aber|sondern|doch|mais|pero|sino|maar|אבל";
const REASON =
  "because(?!\\s+of)|weil|denn|parce\\s+que|porque|omdat|want(?=\\s+(?:ik|mijn|wij|we|onze?|het|de|hij|zij|ze|er|dat|dit|een)(?!\\p{L}))|כי";
const NEW_CLAUSE = toPattern(
  `(?<!\\s)\\s+(?=(?:${CONTRAST}|${REASON})(?![\\p{L}\\p{N}]))|(?<!\\s)\\s+(?!(?:${AND})\\s+(?:me|us|mich|mir|uns|moi|nous|mí|mij|ons)[\\s.!]*$)(?=(?:${AND}|so|then|dann)\\s+(?:\\p{L}+\\s+)?(?:${SELF}|${NEGATION}))`,
  "iu",
);
const JOINS = toPattern(`^\\s*(?:(?:${CONTRAST}|${AND}|also|auch|aussi|too|ook|también)(?![\\p{L}\\p{N}])\\s*)+`, "iu");

/** Pieces of a sentence between its signs; of the signs only the colon is kept. */
function piecesOf(sentence: string): readonly string[] {
  return sentence
    .split(/(?<=[,;:–—])\s+/u)
    .map((piece) => piece.replace(/[,;–—]$/u, ""))
    .filter((piece) => piece.trim() !== "");
}

/** The clauses of a sentence: its pieces, cut again where "but", "because" or "and I" begins something new. */
export function clausesOf(sentence: string): readonly string[] {
  return piecesOf(sentence).flatMap((piece) => piece.split(NEW_CLAUSE).filter((clause) => clause?.trim()));
}

/** A clause without "and", "but" and "also" before it. */
export function withoutJoining(clause: string): string {
  return clause.replace(JOINS, "");
}

/** True if a clause begins with "but", or its like. */
export function isContrast(clause: string): boolean {
  return toPattern(`^\\s*(?:${CONTRAST})(?![\\p{L}\\p{N}])`, "iu").test(clause);
}
