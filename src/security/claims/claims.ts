import { toCaseless } from "../../text/pattern.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";
import { createScore } from "../../trained/linear-model.ts";
import { CLAIM_WORDS, claimFeatures } from "./claim-features.ts";

const CLAIM_THRESHOLD = 0.6;

// Linear models over words and word endings in English, German, French, Spanish, Dutch and Hebrew (docs/decisions/2026-11-22-claim-detector.md).
const scoreClaim = createScore("claims");
const scoreStatement = createScore("statements");

/** Ways to say that something was or will now be remembered or forgotten: few, so they are listed. */
const MEMORY = CLAIM_WORDS.memory.map((claim) => toCaseless(claim));
const NOT_CLAIMED = toCaseless(CLAIM_WORDS.notClaimed);

/** How much one sentence sounds as if it said how the home is, what was done to it or what will be done, 0 to 1. Reads the first 400 characters. */
export const statementScore = (sentence: string): number => scoreStatement(claimFeatures(sentence));

/** Whether a sentence claims that the home was, is being or will now be changed. Reads the first 400 characters. The receipts say whether it is true. */
export function isClaim(sentence: string): boolean {
  return scoreClaim(claimFeatures(sentence)) >= CLAIM_THRESHOLD;
}

/** Whether a sentence claims that something is now remembered or forgotten. */
export function isMemoryClaim(sentence: string): boolean {
  return MEMORY.some((claim) => claim.test(sentence)) && !NOT_CLAIMED.test(sentence);
}

export function findClaims(answer: string): readonly Span[] {
  return splitSentences(answer).filter(({ text }) => isClaim(text));
}
