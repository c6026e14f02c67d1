import { splitSentences } from "../../text/sentences.ts";
import { createScore } from "../../trained/linear-model.ts";
import { claimFeatures } from "./claim-features.ts";

/** A sentence of an answer that says the home was, is being or will now be changed. */
export interface Claim {
  readonly sentence: string;
  /** UTF-16 offsets in the answer, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1. */
  readonly score: number;
}

/** From here on a sentence counts as a claim. */
const CLAIM_THRESHOLD = 0.6;

// Linear models over words and word endings in English, German, French, Spanish, Dutch and Hebrew (docs/decisions/2026-11-22-claim-detector.md).
const scoreClaim = createScore("claims");
const scoreStatement = createScore("statements");

/** How much one sentence sounds like "it is done", 0 to 1. Reads the first 400 characters. */
export const claimScore = (sentence: string): number => scoreClaim(claimFeatures(sentence));

/** How much one sentence sounds as if it said how the home is, what was done to it or what will be done, 0 to 1. Reads the first 400 characters. */
export const statementScore = (sentence: string): number => scoreStatement(claimFeatures(sentence));

/** The sentences of an answer that claim something was done, in order. Whether it is true is for the receipts to say. */
export function findClaims(answer: string): readonly Claim[] {
  return splitSentences(answer)
    .map(({ text, start, end }) => ({ sentence: text, start, end, score: claimScore(text) }))
    .filter(({ score }) => score >= CLAIM_THRESHOLD);
}

/** The answer without its claims; empty when nothing else was said. Line breaks and Markdown between the other sentences stay. */
export function withoutClaims(answer: string): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of findClaims(answer)) {
    rest += answer.slice(from, start);
    from = end;
  }
  return (rest + answer.slice(from))
    .replace(/[ \t]{2,}/g, " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
