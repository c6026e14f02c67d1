import { expect, it } from "vitest";
import { createHomeThere } from "../../../src/agent/graph/graph.ts";
import type { Run } from "../../../src/agent/state.ts";

/** A home that never comes; what it was asked to wait for is kept. */
function openWait() {
  const signals: AbortSignal[] = [];
  const home = {
    ready: false,
    whenReady: (signal?: AbortSignal) => {
      if (signal) signals.push(signal);
      return new Promise<void>((_, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    },
  };
  const stop = new AbortController();
  const run: Run = { signal: stop.signal, late: false, progress: () => {} };
  const wait = createHomeThere({ home, words: { ready: true, whenReady: async () => {} }, runs: new Map([["1", run]]), pace: 0.0005 });
  return { wait: () => wait({ turnId: "1" }), stop, signals };
}

it("waits once for a home that does not come: the turn's later steps go on at once", async () => {
  const { wait, signals } = openWait();
  await wait();
  const second = wait();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  await second;
});

it("stops waiting when the turn is stopped", async () => {
  const { wait, stop } = openWait();
  const waiting = wait();
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});
