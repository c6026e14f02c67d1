import { describe, expect, it } from "vitest";
import { createBearer, createGuessLimit, tokenDigest } from "../../src/channels/bearer.ts";

const RIGHT = "Bearer right-token-0123456789";
const WRONG = "Bearer wrong-token-0123456789";
const SECOND_MS = 1_000;

/** A connection whose caller waits until `hangUp`. */
function aConnection() {
  const hangUp = new AbortController();
  return { key: {}, gone: hangUp.signal, hangUp: () => hangUp.abort() };
}

/** Two doors of one house, whose time passes only by waiting. */
function twoDoors() {
  let now = 0;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((wake, reject) => {
      sleepers.push({ at: now + ms, wake });
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const guesses = createGuessLimit({ now: () => now, wait });
  const looked = { count: 0 };
  const right = tokenDigest(RIGHT.slice("Bearer ".length));
  const door = () =>
    createBearer({
      guesses,
      holderOf(digest) {
        looked.count += 1;
        return digest.equals(right) ? "anna" : undefined;
      },
    });
  const passes = async (ms: number) => {
    now += ms;
    for (const { wake } of sleepers.filter(({ at }) => at <= now)) wake();
    sleepers = sleepers.filter(({ at }) => at > now);
    await new Promise(setImmediate);
  };
  return { first: door(), second: door(), looked, passes };
}

describe("tokens", () => {
  it("that are wrong are looked at twenty a second, through whichever doors and connections they come", async () => {
    const { first, second, looked, passes } = twoDoors();
    const answers = Array.from({ length: 100 }, (_one, index) => [first, second][index % 2]?.holder(WRONG, aConnection()));
    await passes(0);
    expect(looked.count).toBe(20);
    await passes(SECOND_MS);
    expect(looked.count).toBe(40);
    await passes(7 * SECOND_MS);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([undefined]));
  });

  it("that are right cost nothing, and are no guesses", async () => {
    const { first, second } = twoDoors();
    for (let index = 0; index < 100; index++) {
      expect(await first.holder(RIGHT, aConnection())).toBe("anna");
      expect(await second.holder(RIGHT, aConnection())).toBe("anna");
    }
  });

  it("that are right wait for no guesses on a connection that showed one, and for those before them on a new one", async () => {
    const { first, second, looked, passes } = twoDoors();
    const known = aConnection();
    await first.holder(RIGHT, known);
    for (let index = 0; index < 50; index++) void second.holder(WRONG, aConnection());
    await passes(0);
    const before = looked.count;
    expect(await first.holder(RIGHT, known)).toBe("anna");
    expect(looked.count).toBe(before + 1);
    const late = first.holder(RIGHT, aConnection());
    await passes(4 * SECOND_MS);
    expect(await late).toBe("anna");
  });

  it("that are wrong keep nobody waiting once their caller has gone", async () => {
    const { first, second, looked, passes } = twoDoors();
    for (let index = 0; index < 2_000; index++) {
      const caller = aConnection();
      void second.holder(WRONG, caller);
      caller.hangUp();
    }
    await passes(0);
    const before = looked.count;
    const right = first.holder(RIGHT, aConnection());
    await passes(2 * SECOND_MS);
    expect([await right, looked.count]).toEqual(["anna", before + 1]);
  });

  it("that are wrong are guesses on a connection that showed a right one, too", async () => {
    const { first, looked, passes } = twoDoors();
    const known = aConnection();
    const guess = async () => {
      for (let index = 0; index < 50; index++) {
        await first.holder(RIGHT, known);
        await first.holder(WRONG, known);
      }
    };
    void guess();
    for (let second = 0; second < 2; second++) await passes(SECOND_MS);
    // a right one stands before each
    expect(looked.count).toBeLessThanOrEqual(2 * (20 + 2 * 20));
  });

  it("are looked at one at a time on a connection, and are none without the scheme", async () => {
    const { first, looked, passes } = twoDoors();
    const one = aConnection();
    for (let index = 0; index < 50; index++) void first.holder(WRONG, one);
    await passes(0);
    expect(looked.count).toBe(1);
    for (const header of [undefined, "", "right-token-0123456789", "Basic right-token-0123456789", `Bearer ${"x".repeat(1_001)}`])
      expect(await first.holder(header, aConnection())).toBeUndefined();
    expect(looked.count).toBe(1);
  });
});
