import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { DomainWords } from "../../src/homeassistant/registry/translations.ts";
import { createRetrieval, hintedSources, namedKinds } from "../../src/knowledge/retrieval.ts";
import type { Embeddings } from "../../src/models/embeddings.ts";
import { createTimelyVectors } from "../../src/models/timely-vector.ts";
import type { FoundPassage, KnowledgeQuery, Source } from "../../src/storage/knowledge/knowledge.ts";
import { recordingLogger } from "../homeassistant/log.ts";
import { knowledgeWorld, manualTimers } from "./knowledge-world.ts";

const signal = new AbortController().signal;
const NO_WORDS: DomainWords = { language: "en", domains: new Map() };
const GERMAN: DomainWords = {
  language: "de",
  domains: new Map([
    ["automation", { names: ["Automatisierung"], classes: {}, deeds: [] }],
    ["script", { names: ["Skript"], classes: {}, deeds: [] }],
    ["scene", { names: ["Szene"], classes: {}, deeds: [] }],
  ]),
};
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
    words: () => NO_WORDS,
  });
  const idsOf = async (query = "the boiler") => (await retrieval.search(query, {}, signal)).map(({ id }) => id);
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
    expect(await retrieval.search("x", { limit: 2 }, signal)).toHaveLength(2);
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
    expect(await retrieval.search(query, { sources }, signal)).toEqual([]);
    expect(queries).toEqual([]);
  });

  it("are found by meaning where words alone find none, in a real store", async () => {
    const texts = { entity: { lamp: "a lamp in the hall", fan: "a fan in the kitchen" }, document: { manual: "reset the boiler" } };
    const { store, indexer, embeddings } = await knowledgeWorld({ texts });
    await indexer.request();
    const { later } = manualTimers();
    const vectors = embeddings && createTimelyVectors({ embeddings, later, logger: recordingLogger().logger });
    const retrieval = createRetrieval({ store, vectors, words: () => NO_WORDS });

    const found = await retrieval.search("boiler reset", {}, signal);
    expect(found).toMatchObject([{ ref: "manual", words: 1, meaning: 1 }, { words: undefined }, { words: undefined }]);
    expect((await retrieval.search("boiler", { sources: ["entity"] }, signal)).map(({ source }) => source)).toEqual(["entity", "entity"]);
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
    expect(await retrieval.search("x", {}, signal)).toMatchObject([{ id: 1, meaning: undefined }]);
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
      words: () => NO_WORDS,
    });
    const passages = await retrieval.search("automations here", {}, signal);
    expect(passages.map(({ id }) => id)).toEqual([3, 7, 1, 2]);
    expect(queries).toContainEqual({ text: "automations here automation", sources: ["automation"] });
    queries.length = 0;
    await retrieval.search("automations here", { sources: ["area", "document"] }, signal);
    expect(queries).toEqual([{ text: "automations here", sources: ["area", "document"] }]);
  });
});

it("what the query calls by its name goes first among the kind that it names, where words and meaning disagree", async () => {
  const called = (id: number, name: string) => ({ ...passage(id), metadata: { name } });
  const [night, note, other] = [called(1, "Good night"), called(2, "Announce"), called(3, "Boiler")];
  const retrieval = createRetrieval({
    store: {
      searchWords: async () => [night, note],
      searchVectors: async (_, { sources }) => (sources?.length === 1 ? [note, night] : [note, other, night]),
    },
    vectors: createTimelyVectors({
      embeddings: { model: "ollama/test", embed: atOnce },
      later: manualTimers().later,
      logger: recordingLogger().logger,
    }),
    words: () => NO_WORDS,
  });
  const passages = await retrieval.search("what does the script good night do?", {}, signal);
  expect(passages.map(({ metadata }) => metadata["name"])).toEqual(["Good night", "Announce", "Boiler"]);
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
    words: () => NO_WORDS,
  });
  const idsOf = async (query: string, sources: readonly Source[]) =>
    (await retrieval.search(query, { sources, limit: 6 }, signal)).map(({ id }) => id);

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

describe("a question hints at where its answer stands:", () => {
  it.each([
    ["why did the hall light go on?", ["automation", "history"]],
    ["Warum geht das Licht von selbst an?", ["automation"]],
    ["what happens when somebody rings?", ["automation"]],
    ["¿Por qué se apagó la luz?", ["automation"]],
    ["wie oft war das Fenster heute offen?", ["history"]],
    ["how warm was it in the cellar last night?", ["history"]],
    ["which rooms are upstairs?", ["area"]],
    ["auf welchem Stockwerk ist das Bad?", ["area"]],
    ["what does error E9 mean?", ["document"]],
    ["Wie kann ich den Kessel entlüften?", ["document"]],
    ["who lives here?", ["person"]],
    ["Wer wohnt hier?", ["person"]],
    ["who makes the thermostat?", ["entity"]],
    ["von welchem Hersteller ist die Lampe?", ["entity"]],
  ])("%s", (question, sources) => {
    expect(hintedSources(question)).toEqual(sources);
  });

  it.each(["the boiler", "Licht in der Küche", "", "?!", "lowland floorboards"])("none in: %s", (question) => {
    expect(hintedSources(question)).toEqual([]);
  });
});

describe("kinds that a question names", () => {
  it.each([
    ["what automations do I have for the bedroom?", ["automation"]],
    ["which AUTOMATION turns on the light", ["automation"]],
    ["scripts and scenes of the kitchen", ["script", "scene"]],
    ["welche Automatisierungen gibt es?", ["automation"]],
    ["was machen die Skripte und Szenen?", ["script", "scene"]],
  ])("%s", (question, kinds) => {
    expect(namedKinds(question, GERMAN)).toEqual(kinds);
  });

  it.each(["why does the light go on at night?", "is the description right?", "what did the camera see?", "", "?!"])(
    "none in: %s",
    (question) => {
      expect(namedKinds(question, GERMAN)).toEqual([]);
    },
  );
});
