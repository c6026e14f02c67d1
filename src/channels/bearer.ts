import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** Each wrong token of a minute doubles the wait of the next, up to this. The right one never waits: nobody is locked out. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
const FORGET_AFTER_MS = 60_000;
/** Wrong ones that wait at a time; more are answered at once, without having been looked at. */
const MOST_WAITING = 20;

/** Compares bearer tokens in constant time; what is wrong is answered later and later. */
export function createBearer({ token, now }: { readonly token: string; readonly now: () => number }) {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const wanted = digest(`Bearer ${token}`);
  let wrong = 0;
  let lastAt = 0;
  let waiting = 0;
  return {
    /** Resolves with whether the value of an Authorization header is right. */
    async isRight(header: string | undefined): Promise<boolean> {
      if (timingSafeEqual(digest(header ?? ""), wanted)) return true;
      if (now() - lastAt > FORGET_AFTER_MS) wrong = 0;
      lastAt = now();
      wrong += 1;
      if (waiting >= MOST_WAITING) return false;
      waiting += 1;
      await setTimeout(Math.min(FIRST_WAIT_MS * 2 ** (wrong - 1), LONGEST_WAIT_MS), undefined, { ref: false });
      waiting -= 1;
      return false;
    },
  };
}
