import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createRetrieval } from "../../src/knowledge/retrieval.ts";
import type { Embeddings } from "../../src/models/embeddings.ts";
import { createTimelyVectors } from "../../src/models/timely-vector.ts";
import type { FoundPassage, KnowledgeQuery, Source } from "../../src/storage/knowledge/knowledge.ts";
import { recordingLogger } from "../homeassistant/log.ts";
import { knowledgeWorld, manualTimers } from "./knowledge-world.ts";

const signal = new AbortController().signal;
const passage = (id: number): FoundPassage => ({
  ...{ id, part: 0, text: `text ${id}`, metadata: {}, score: 1 },
  source: "entity",
  ref: `ref ${id}`,
  origin: "home",
});

/** A store that finds these ids by words and by meaning. */
function retrievalOf({ words, meaning = [], embed }: { words: number[]; meaning?: number[]; embed?: Embeddings["embed"] }) {
  const timers = manualTimers();
  const { logger } = recordingLogger();
  const vectors = embed && createTimelyVectors({ embeddings: { model: "ollama/test", embed }, later: timers.later, logger });
  const queries: KnowledgeQuery[] = [];
  const retrieval = createRetrieval({
    store: {
      async searchWords(_, query) {
        queries.push(query);
        return words.map(passage);
      },
      async searchVectors(_, query) {
        queries.push(query);
        return meaning.map(passage);
      },
    },
    vectors,
  });
  const idsOf = async (query = "the boiler") => (await retrieval.search(query, {}, signal)).passages.map(({ id }) => id);
  return { retrieval, timers, vectors, queries, idsOf };
}

const atOnce: Embeddings["embed"] = async (texts) => texts.map(() => Float32Array.of(1));

describe("passages", () => {
  it("that both words and meaning find go before those of one of them", async () => {
    expect(await retrievalOf({ words: [1, 2, 3], meaning: [4, 3, 5], embed: atOnce }).idsOf()).toEqual([3, 1, 4, 2, 5]);
  });

  it("are the five best unless another number is asked for", async () => {
    const { retrieval, idsOf } = retrievalOf({ words: [1, 2, 3, 4, 5, 6, 7] });
    expect(await idsOf()).toEqual([1, 2, 3, 4, 5]);
    expect((await retrieval.search("x", { limit: 2 }, signal)).passages).toHaveLength(2);
  });

  it("are looked for within what is asked for, both ways", async () => {
    const { retrieval, queries } = retrievalOf({ words: [1], meaning: [1], embed: atOnce });
    await retrieval.search("x", { sources: ["document"] }, signal);
    expect(queries).toMatchObject([{ sources: ["document"] }, { sources: ["document"], model: "ollama/test" }]);
  });

  it.each([
    ["an empty query", " ", ["entity"]],
    ["no source", "boiler", []],
  ] as const)("of %s are none", async (_, query, sources) => {
    const { retrieval, queries } = retrievalOf({ words: [1] });
    expect(await retrieval.search(query, { sources }, signal)).toEqual({ passages: [], by: "words" });
    expect(queries).toEqual([]);
  });

  it("are found by meaning where words alone find none, in a real store", async () => {
    const texts = { entity: { lamp: "a lamp in the hall", fan: "a fan in the kitchen" }, document: { manual: "reset the boiler" } };
    const { store, indexer, embeddings } = await knowledgeWorld({ texts });
    await indexer.request();
    const { later } = manualTimers();
    const vectors = embeddings && createTimelyVectors({ embeddings, later, logger: recordingLogger().logger });
    const retrieval = createRetrieval({ store, vectors });

    const found = await retrieval.search("boiler reset", {}, signal);
    expect(found).toMatchObject({ by: "words_and_meaning", passages: [{ ref: "manual" }, {}, {}] });
    expect((await retrieval.search("boiler", { sources: ["entity"] }, signal)).passages.map(({ source }) => source)).toEqual([
      "entity",
      "entity",
    ]);
  });
});

describe("when the embedding model", () => {
  it("does not answer in time, words alone are enough, and it is left alone until it has answered", async () => {
    const answers: PromiseWithResolvers<readonly Float32Array[]>[] = [];
    const embed: Embeddings["embed"] = () => {
      const answer = Promise.withResolvers<readonly Float32Array[]>();
      answers.push(answer);
      return answer.promise;
    };
    const { idsOf, timers } = retrievalOf({ words: [1], meaning: [2], embed });

    const late = idsOf();
    expect(timers.set).toEqual([200]);
    timers.fire();
    expect(await late).toEqual([1]);
    expect(await idsOf()).toEqual([1]);
    expect(answers).toHaveLength(1);

    answers[0]?.resolve([Float32Array.of(1)]);
    await setImmediate();
    const next = idsOf();
    answers[1]?.resolve([Float32Array.of(1)]);
    expect(await next).toEqual([1, 2]);
    expect(timers.set).toEqual([]);
  });

  it("fails, words alone are enough", async () => {
    const embed: Embeddings["embed"] = () => Promise.reject(new Error("no such model"));
    const { retrieval, timers } = retrievalOf({ words: [1], meaning: [2], embed });
    expect(await retrieval.search("x", {}, signal)).toMatchObject({ by: "words", passages: [{ id: 1 }] });
    expect(timers.set).toEqual([]);
  });

  it("is asked on when the search is given up, that ends with the signal's reason, until the service ends", async () => {
    const asked: AbortSignal[] = [];
    const embed: Embeddings["embed"] = (_texts, _kind, options) => {
      asked.push(options.signal);
      return new Promise(() => undefined);
    };
    const stop = new AbortController();
    const { retrieval, vectors } = retrievalOf({ words: [1], embed });
    const search = retrieval.search("x", {}, stop.signal);
    stop.abort(new Error("enough"));
    await expect(search).rejects.toThrow("enough");
    expect(asked.map(({ aborted }) => aborted)).toEqual([false]);

    vectors?.[Symbol.dispose]();
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe("a kind that the query names", () => {
  it("goes first, and is not looked for where it may not be read", async () => {
    const queries: { readonly text: string; readonly sources: readonly string[] | undefined }[] = [];
    const retrieval = createRetrieval({
      store: {
        async searchWords(text, { sources }) {
          queries.push({ text, sources });
          return (sources?.length === 1 ? [7, 3] : [1, 2, 3]).map(passage);
        },
        searchVectors: async () => [],
      },
      kindsIn: () => ["automation"],
    });
    const { passages } = await retrieval.search("automations here", {}, signal);
    expect(passages.map(({ id }) => id)).toEqual([3, 7, 1, 2]);
    expect(queries).toContainEqual({ text: "automations here automation", sources: ["automation"] });
    queries.length = 0;
    await retrieval.search("automations here", { sources: ["area", "document"] }, signal);
    expect(queries).toEqual([{ text: "automations here", sources: ["area", "document"] }]);
  });
});

describe("a kind that the question only hints at", () => {
  const found: Readonly<Record<string, readonly number[]>> = { automation: [7, 8, 9], entity: [20, 21], "automation document": [1, 2, 3] };
  const asked: (readonly string[])[] = [];
  const retrieval = createRetrieval({
    store: {
      async searchWords(_, { sources = [] }) {
        asked.push(sources);
        return (found[sources.join(" ")] ?? []).map(passage);
      },
      searchVectors: async () => [],
    },
  });
  const idsOf = async (query: string, sources: readonly Source[]) =>
    (await retrieval.search(query, { sources, limit: 6 }, signal)).passages.map(({ id }) => id);

  it("stands among the others, and things behind the second of them", async () => {
    expect(await idsOf("why is it dark", ["entity", "automation", "document"])).toEqual([1, 7, 2, 8, 20, 3]);
  });

  it("may be things: then they are looked for among all, and first", async () => {
    asked.length = 0;
    expect(await idsOf("which brand is it", ["entity", "document"])).toEqual([20, 21]);
    expect(asked).toEqual([["entity", "document"], ["entity"]]);
  });

  it("is not looked for where it may not be read", async () => {
    asked.length = 0;
    await idsOf("why is it dark", ["entity", "document"]);
    expect(asked).toEqual([["document"], ["entity"]]);
  });
});
