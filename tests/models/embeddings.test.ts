import { describe, expect, it } from "vitest";
import { createEmbeddings, type EmbeddingOptions } from "../../src/models/embeddings.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { problemFrom } from "./request.ts";

const MODEL = "nomic-embed-text";

async function world(options: Partial<EmbeddingOptions> = {}) {
  const server = await FakeModelServer.start({ models: [`${MODEL}:latest`, "all-minilm:latest"] });
  const embeddings = createEmbeddings({ url: server.url, model: MODEL, ...options });
  return {
    server,
    embeddings,
    embed: (texts: readonly string[], kind: "document" | "query" = "document", signal = new AbortController().signal) =>
      embeddings.embed(texts, kind, { signal }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const vectorsAnswer = (embeddings: unknown) => ({ body: JSON.stringify({ embeddings }) });

describe("vectors of texts", () => {
  it("come in the texts' order, one each, with length 1", async () => {
    await using there = await world();
    there.server.respondEmbed(() =>
      vectorsAnswer([
        [3, 4],
        [0, 2],
      ]),
    );

    const vectors = await there.embed(["one", "two"]);

    expect(vectors).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)]);
    expect(there.embeddings.status()).toEqual({ model: `ollama/${MODEL}`, dimensions: 2, problem: undefined });
  });

  it.each([
    { model: MODEL, kind: "document" as const, sent: "search_document: the boiler" },
    { model: MODEL, kind: "query" as const, sent: "search_query: the boiler" },
    { model: "all-minilm", kind: "query" as const, sent: "the boiler" },
  ])("are asked of $model for a $kind in the words that its makers want", async ({ model, kind, sent }) => {
    await using there = await world({ model });
    await there.embed(["the boiler"], kind);
    expect(there.server.embedCalls).toMatchObject([{ model, input: [sent] }]);
  });

  it("many are asked for in several requests, and none are asked for without a text", async () => {
    await using there = await world();
    const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);

    expect(await there.embed(texts)).toHaveLength(40);
    expect(await there.embed([])).toEqual([]);
    expect(there.server.embedCalls.map(({ input }) => input.length)).toEqual([16, 16, 8]);
  });

  it("keep the model loaded for as long as the option says, and let the server cut what is too long", async () => {
    await using there = await world({ keepAlive: -1 });
    await there.embed(["x".repeat(50_000)]);
    expect(there.server.embedCalls[0]?.body).toMatchObject({ keep_alive: -1, truncate: true });
    expect(there.server.embedCalls[0]?.input[0]).toHaveLength(4_000);
  });

  it("a text that the server does not cut itself is cut shorter", async () => {
    await using there = await world();
    there.server.respondEmbed(({ input }) =>
      input.some((text) => text.length > 1_000) ? { status: 400, error: "the input length exceeds the context length" } : undefined,
    );

    expect(await there.embed(["word ".repeat(2_000), "short"])).toHaveLength(2);
    expect(there.server.embedCalls.at(-1)?.input.map((text) => text.length)).toEqual([1_000, "search_document: short".length]);
  });
});

describe("a request for vectors that fails", () => {
  const model = `ollama/${MODEL}`;

  it.each([
    { trouble: "a model that is not pulled", options: { model: "other" }, problem: { kind: "not_pulled", model: "ollama/other" } },
    { trouble: "an error of the server", answer: { status: 500, error: "EOF" }, problem: { kind: "failed", model, status: 500 } },
    { trouble: "too few vectors", answer: vectorsAnswer([[1, 2]]), problem: { kind: "failed", model } },
    { trouble: "vectors of two lengths", answer: vectorsAnswer([[1, 2], [1]]), problem: { kind: "failed", model } },
    {
      trouble: "vectors of nothing",
      answer: vectorsAnswer([
        [0, 0],
        [1, 0],
      ]),
      problem: { kind: "failed", model },
    },
    { trouble: "a page in place of an answer", answer: { body: "<html>log in</html>" }, problem: { kind: "failed", model } },
    { trouble: "silence", options: { timeoutMs: 30 }, answer: { hang: true as const }, problem: { kind: "timeout", model } },
  ])("is told as it is: $trouble", async ({ options = {}, answer, problem }) => {
    await using there = await world(options);
    there.server.respondEmbed(() => answer);

    expect(await problemFrom(there.embed(["one", "two"]))).toMatchObject(problem);
    expect(there.embeddings.status().problem).toMatchObject(problem);
  });

  it("says the address when nobody answers there, and nothing more once somebody does", async () => {
    await using there = await world();
    await there.server.down();
    expect(await problemFrom(there.embed(["one"]))).toEqual({ kind: "unreachable", model, url: there.server.url });

    await there.server.up();
    await there.embed(["one"]);
    expect(there.embeddings.status().problem).toBeUndefined();
  });

  it("ends with the signal's reason when it is given up, which is no problem of the model", async () => {
    await using there = await world();
    const stop = new AbortController();
    there.server.respondEmbed(() => {
      stop.abort(new Error("enough"));
      return { hang: true };
    });

    await expect(there.embed(["one"], "query", stop.signal)).rejects.toThrow("enough");
    expect(there.embeddings.status().problem).toBeUndefined();
  });
});
