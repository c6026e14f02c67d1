import { findClaims } from "../../security/claims/claims.ts";
import { findMemoryClaims } from "../../security/claims/memory-claims.ts";
import { splitSentences } from "../../text/sentences.ts";

/**
 * Follows one growing answer: gives the text up to its last finished sentence each time that one more is finished, and nothing any more
 * from the first claim on, or the first sentence that `mayGrow` keeps back. Each sentence is looked at once, for a text of a thousand pieces grows a thousand times.
 */
export function createFinishedText(mayGrow: (text: string) => boolean): (soFar: string) => string | undefined {
  let checked = 0;
  let claimed = false;
  return (soFar) => {
    if (claimed) return undefined;
    const last = splitSentences(soFar.slice(checked)).at(-2);
    if (!last) return undefined;
    const end = checked + last.end;
    const fresh = soFar.slice(checked, end);
    claimed = findClaims(fresh).length > 0 || findMemoryClaims(fresh).length > 0 || !mayGrow(fresh);
    checked = end;
    return claimed ? undefined : soFar.slice(0, end);
  };
}
