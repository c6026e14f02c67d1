import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** Each wrong token of a minute doubles the wait of the next, up to this. The right one never waits: nobody is locked out. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
const FORGET_AFTER_MS = 60_000;
/** Wrong ones that wait at a time, for each holds a connection; more are answered at once. What keeps guessers out is how long tokens are. */
const MOST_WAITING = 20;

interface BearerParts<Holder> {
  /** Whose token it is, by its digest: what is compared says nothing of the token. */
  readonly holderOf: (digest: Buffer) => Holder | undefined;
  readonly now: () => number;
}

export function tokenDigest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Tells whose bearer token came; what is wrong is answered later and later. */
export function createBearer<Holder>({ holderOf, now }: BearerParts<Holder>) {
  let wrong = 0;
  let lastAt = 0;
  let waiting = 0;
  return {
    /** Resolves with whose token stands in the value of an Authorization header; undefined if it is nobody's. */
    async holder(header: string | undefined): Promise<Holder | undefined> {
      const token = /^Bearer (\S{1,1000})$/i.exec(header ?? "")?.[1];
      const found = token === undefined ? undefined : holderOf(tokenDigest(token));
      if (found !== undefined) return found;
      if (now() - lastAt > FORGET_AFTER_MS) wrong = 0;
      lastAt = now();
      wrong += 1;
      if (waiting >= MOST_WAITING) return undefined;
      waiting += 1;
      await setTimeout(Math.min(FIRST_WAIT_MS * 2 ** (wrong - 1), LONGEST_WAIT_MS), undefined, { ref: false });
      waiting -= 1;
      return undefined;
    },
  };
}
