import { describe, expect, it } from "vitest";
import type { Embeddings } from "../../../src/models/embeddings.ts";
import { ModelError } from "../../../src/models/models.ts";
import { DAY, memoryWorld, NOW, said, wordEmbeddings } from "../memory-world.ts";

const CHAIR = "the green chair by the window";
const { signal } = new AbortController();
const commit = (work: () => void): boolean => {
  work();
  return true;
};

/** The words' vectors, and which texts were asked for. */
function recording() {
  const texts: string[] = [];
  const embeddings: Pick<Embeddings, "model" | "embed"> = {
    model: "words",
    embed(some, ...rest) {
      texts.push(...some);
      return wordEmbeddings.embed(some, ...rest);
    },
  };
  return { texts, embeddings };
}

describe("a fact that means the same under another key", () => {
  it("that ended meanwhile takes nothing in", async () => {
    const { memory, known } = memoryWorld({ embeddings: wordEmbeddings });
    await memory.learn(said("evening_reading_place", CHAIR), NOW);
    const both = [said("evening_reading_place", "the sofa"), said("reading_place_evening", CHAIR)];
    await memory.learnAll(both, NOW, { signal, commit });
    expect(known().toSorted()).toEqual(["evening_reading_place: the sofa", `reading_place_evening: ${CHAIR}`]);
  });

  it("that was forgotten while the model thought takes nothing in", async () => {
    const asked = Promise.withResolvers<void>();
    const goes = Promise.withResolvers<void>();
    let isSlow = false;
    const { memory, known } = memoryWorld({
      embeddings: {
        model: "words",
        async embed(...args) {
          if (isSlow) {
            asked.resolve();
            await goes.promise;
          }
          return wordEmbeddings.embed(...args);
        },
      },
    });
    const first = await memory.learn(said("evening_reading_place", CHAIR), NOW);
    if (first.outcome !== "stored") throw new Error(first.outcome);
    isSlow = true;
    const learning = memory.learnAll([said("reading_place_evening", CHAIR)], NOW, { signal, commit });
    await asked.promise;
    memory.forget([first.fact.id]);
    goes.resolve();
    expect(await learning).toMatchObject([{ outcome: "stored" }]);
    expect(known()).toEqual([`reading_place_evening: ${CHAIR}`]);
  });

  it("that is over takes nothing in", async () => {
    const { memory, known } = memoryWorld({ embeddings: wordEmbeddings });
    await memory.learn(said("evening_reading_place", CHAIR, { ttlMs: DAY }), NOW);
    await memory.learn(said("reading_place_evening", CHAIR), NOW + DAY);
    expect(known(undefined, NOW + DAY)).toEqual([`reading_place_evening: ${CHAIR}`]);
  });
});

describe("vectors of facts", () => {
  it("are asked for once: the one that looked for a twin is kept", async () => {
    const { texts, embeddings } = recording();
    const { memory, store, idle } = memoryWorld({ embeddings });
    await memory.learn(said("sofa_corner", "left side"), NOW);
    await memory.learn(said("sofa_corner", "left side"), NOW);
    await idle();
    expect([texts.filter((text) => text === "sofa corner: left side").length, store.withoutVector("words", 5)]).toEqual([1, []]);
  });

  it("that are missing are all made in the model's idle time, once that has begun", async () => {
    let isAway = true;
    const embed: Embeddings["embed"] = (...args) => (isAway ? Promise.reject(new Error("away")) : wordEmbeddings.embed(...args));
    const { memory, store, vectors, idle } = memoryWorld({ embeddings: { model: "words", embed } });
    for (let one = 0; one < 40; one += 1) await memory.learn(said(`thing_${one}`, `left ${one}`), NOW);
    await idle();
    expect(store.withoutVector("words", 50)).toHaveLength(40);
    isAway = false;
    vectors.fillLater();
    await idle();
    expect(store.withoutVector("words", 50)).toEqual([]);
  });

  it("are made while nobody needs the model, and later when it was away", async () => {
    let isAway = true;
    const embed: Embeddings["embed"] = (...args) => (isAway ? Promise.reject(new Error("away")) : wordEmbeddings.embed(...args));
    const { memory, store, gate, idle, timers } = memoryWorld({ embeddings: { model: "words", embed } });
    const turn = gate.hold();
    await memory.learn(said("temperature", "22"), NOW);
    await idle();
    turn[Symbol.dispose]();
    await idle();
    expect([store.withoutVector("words", 5).length, timers.waiting()]).toEqual([1, [300_000]]);
    isAway = false;
    timers.fire();
    await idle();
    expect(store.withoutVector("words", 5)).toEqual([]);
  });

  it("are made of the others where the model takes one text not", async () => {
    const refusal = new ModelError({ kind: "failed" } as ConstructorParameters<typeof ModelError>[0]);
    const embed: Embeddings["embed"] = async (texts, ...rest) => {
      if (texts.some((text) => text.includes("endless"))) throw refusal;
      return wordEmbeddings.embed(texts, ...rest);
    };
    const { memory, store, recalls, idle } = memoryWorld({ embeddings: { model: "words", embed } });
    const all = [said("radio", "endless"), said("sofa_corner", "left side")];
    await memory.learnAll(all, NOW, { signal, commit });
    await idle();
    expect(store.withoutVector("words", 5)).toEqual([]);
    expect([await recalls("radio"), await recalls("sofa corner")]).toEqual([["radio: endless"], ["sofa_corner: left side"]]);
  });

  it("of what is learned in passing end with the run: nothing is learned then", async () => {
    const run = new AbortController();
    const embed: Embeddings["embed"] = (_texts, _kind, options) =>
      new Promise((_, reject) => {
        options.signal.addEventListener("abort", () => reject(options.signal.reason));
      });
    const { memory, known } = memoryWorld({ embeddings: { model: "words", embed } });
    const learning = memory.learnAll([said("temperature", "22")], NOW, { signal: run.signal, commit: () => !run.signal.aborted });
    run.abort(new Error("a turn begins"));
    expect([await learning, known()]).toEqual([undefined, []]);
  });
});
