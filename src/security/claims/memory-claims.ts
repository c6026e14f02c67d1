import { toPattern } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import { CLAIM_WORDS } from "./claim-words.ts";

/** A sentence that says that something was or will now be remembered or forgotten. Words for it are few, so they are listed. */
const CLAIMS = CLAIM_WORDS.memory.map((claim) => toPattern(claim, "iu"));
const NOT_CLAIMED = toPattern(CLAIM_WORDS.notClaimed, "iu");

/** The sentences of an answer that say that something is now remembered or forgotten. Whether it is so is for what was written to say. */
export function findMemoryClaims(answer: string): readonly { readonly start: number; readonly end: number }[] {
  return splitSentences(answer).filter(({ text }) => CLAIMS.some((claim) => claim.test(text)) && !NOT_CLAIMED.test(text));
}

/** The answer without them; empty when nothing else was said. */
export function withoutMemoryClaims(answer: string): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of findMemoryClaims(answer)) {
    rest += answer.slice(from, start);
    from = end;
  }
  return (rest + answer.slice(from)).replace(/[ \t]{2,}/g, " ").trim();
}
