import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Embeddings } from "../../src/models/embeddings.ts";
import { createTimelyVectors } from "../../src/models/timely-vector.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { timersByHand } from "../agent/later.ts";

const { signal } = new AbortController();
const wait = { signal, deadlineMs: 150 };

function world() {
  const timers = timersByHand();
  const asked: { readonly text: string; readonly answer: PromiseWithResolvers<readonly Float32Array[]> }[] = [];
  const embed: Embeddings["embed"] = ([text = ""]) => {
    const answer = Promise.withResolvers<readonly Float32Array[]>();
    asked.push({ text, answer });
    return answer.promise;
  };
  const logger = createLogger({ level: "error" });
  return { timers, asked, vectors: createTimelyVectors({ embeddings: { model: "m", embed }, later: timers.later, logger }) };
}
const one = [Float32Array.of(1)];

it("the latest text is asked for once, however many want it, also afterwards", async () => {
  const { asked, vectors } = world();
  const both = [vectors.of("tea", "query", wait), vectors.of("tea", "query", { ...wait, deadlineMs: 200 })];
  asked[0]?.answer.resolve(one);
  expect(await Promise.all([...both, vectors.of("tea", "query", wait)])).toEqual([one[0], one[0], one[0]]);
  void vectors.of("tea", "document", wait);
  expect(asked.map(({ text }) => text)).toEqual(["tea", "tea"]);
});

it("whoever waits longer gets what came too late for another", async () => {
  const { asked, vectors, timers } = world();
  const late = vectors.of("tea", "query", wait);
  timers.fire();
  const patient = vectors.of("tea", "query", wait);
  expect(await late).toBeUndefined();
  asked[0]?.answer.resolve(one);
  expect(await patient).toEqual(one[0]);
});

it("nobody waits for a model that is still busy, and after that everybody may", async () => {
  const { asked, vectors, timers } = world();
  const late = vectors.of("tea", "query", wait);
  timers.fire();
  await late;
  expect(await vectors.of("tea", "query", wait)).toBeUndefined();
  expect(await vectors.of("coffee", "query", wait)).toBeUndefined();
  asked[0]?.answer.resolve(one);
  await setImmediate();
  const next = vectors.of("tea", "query", wait);
  expect([await next, asked.length]).toEqual([one[0], 1]);
});

it("what failed is asked for again", async () => {
  const { asked, vectors } = world();
  const first = vectors.of("tea", "query", wait);
  asked[0]?.answer.reject(new Error("away"));
  expect(await first).toBeUndefined();
  const next = vectors.of("tea", "query", wait);
  asked[1]?.answer.resolve(one);
  expect(await next).toEqual(one[0]);
});
