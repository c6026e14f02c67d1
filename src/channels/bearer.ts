import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** A wrong token costs so much, over all doors; before anybody waits so many may come at once. Twenty guesses a second find no token of 16 characters. */
const EVERY_MS = 50;
const AT_ONCE = 20;

interface GuessLimitParts {
  /** ms, never going back */
  readonly now?: () => number;
  /** Rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export type GuessLimit = ReturnType<typeof createGuessLimit>;

/** Paces guesses at tokens, whichever door they come to (the generic cell rate algorithm). */
export function createGuessLimit({
  now = () => performance.now(),
  wait = (ms, signal) => setTimeout(ms, undefined, { ref: false, signal }),
}: GuessLimitParts = {}) {
  /** When all that was taken will have been made up for. */
  let usedUntil = 0;
  /** It was no guess. */
  const giveBack = (): void => {
    usedUntil -= EVERY_MS;
  };
  return {
    /** Resolves with true when a token may be looked at, in the order of asking; with false, and costs nothing, if whoever asks goes before. */
    async turn(gone: AbortSignal): Promise<boolean> {
      usedUntil = Math.max(usedUntil, now()) + EVERY_MS;
      const ms = usedUntil - now() - AT_ONCE * EVERY_MS;
      if (ms > 0) await wait(ms, gone).catch(() => {});
      if (gone.aborted) giveBack();
      return !gone.aborted;
    },
    giveBack,
  };
}

interface BearerParts<Holder> {
  /** Whose token it is, by its digest: what is compared says nothing of the token. */
  readonly holderOf: (digest: Buffer) => Holder | undefined;
  readonly guesses: GuessLimit;
}

export function tokenDigest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Where a request came from. */
export interface Connection {
  /** The same for all requests of a connection. */
  readonly key: object;
  /** Aborts when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
}

export function connectionOf({ env, req }: Context): Connection {
  const { incoming }: Partial<HttpBindings> = Object(env);
  return { key: incoming?.socket ?? req.raw, gone: req.raw.signal };
}

/** Tells whose bearer token came. A connection on which a right one came waits for nobody's guesses; a new one waits its turn among them. */
export function createBearer<Holder>({ holderOf, guesses }: BearerParts<Holder>) {
  const trusted = new WeakSet<object>();
  /** One at a time: requests that are sent ahead on a connection are no more turns. */
  const waiting = new WeakSet<object>();
  return {
    /** Resolves with whose token stands in the value of an Authorization header; undefined if it is nobody's. */
    async holder(header: string | undefined, { key, gone }: Connection): Promise<Holder | undefined> {
      const token = /^Bearer (\S{1,1000})$/i.exec(header ?? "")?.[1];
      if (token === undefined || waiting.has(key)) return undefined;
      const isTrusted = trusted.delete(key);
      if (!isTrusted) {
        waiting.add(key);
        const isStillThere = await guesses.turn(gone);
        waiting.delete(key);
        if (!isStillThere) return undefined;
      }
      const found = holderOf(tokenDigest(token));
      if (found !== undefined) {
        trusted.add(key);
        if (!isTrusted) guesses.giveBack();
      } else if (isTrusted) await guesses.turn(gone);
      return found;
    },
  };
}
