import { describe, expect, it } from "vitest";
import { createEmbeddings } from "../../src/models/embeddings.ts";
import { createHomeFetch } from "../../src/models/home-fetch.ts";
import { createOpenAiProvider } from "../../src/models/openai.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { aRequest, lightSet, problemFrom } from "./request.ts";

const model = "local/home-test";
const NUM_CTX = 8192;
const bound = new AbortController().signal;

async function atHome(server: Parameters<typeof FakeModelServer.start>[0] = {}, apiKey?: string) {
  const fake = await FakeModelServer.start({ kind: "openai", models: ["home-test"], ...server });
  const provider = createOpenAiProvider({
    ...{ url: fake.url, model: "home-test", apiKey },
    atHome: { fetch: createHomeFetch(), numCtx: NUM_CTX },
  });
  return { server: fake, provider, check: () => provider.check?.(bound), [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() };
}

const listed = (fields: object) => ({ listed: [{ id: "home-test", object: "model", ...fields }] });
const smaller = (window: number) => ({ kind: "window_smaller", model, window, numCtx: NUM_CTX });

describe("the health check of an OpenAI-compatible server at home", () => {
  it.each([
    { outcome: "nothing wrong", server: {}, problem: undefined },
    { outcome: "nothing wrong where Ollama gives the model a tag", server: { models: ["home-test:latest"] }, problem: undefined },
    {
      outcome: "nothing wrong where the model has a name of its own for llama-server, which takes any",
      problem: undefined,
      server: { listed: [{ id: "/models/qwen.gguf", owned_by: "llamacpp", meta: { n_ctx: NUM_CTX } }] },
    },
    { outcome: "a model that is not there", server: { models: ["other"] }, problem: "not_offered" },
    { outcome: "a window of vLLM that is smaller", server: listed({ owned_by: "vllm", max_model_len: 4096 }), problem: smaller(4096) },
    {
      outcome: "a window of llama-server that is smaller",
      server: listed({ owned_by: "llamacpp", meta: { n_ctx: 2048 } }),
      problem: smaller(2048),
    },
    { outcome: "nothing wrong with a window that is not told", server: listed({ max_model_len: "?", meta: null }), problem: undefined },
    { outcome: "a key that is refused", server: { apiKey: "sk-home" }, problem: { kind: "refused", model, why: "key" } },
  ])("finds $outcome", async ({ server, problem }) => {
    await using there = await atHome(server);
    expect(await there.check()).toEqual(problem === "not_offered" ? { kind: problem, model, url: there.server.url } : problem);
    expect(there.server.checks.slice(0, 1)).toEqual("apiKey" in server ? [] : ["GET /v1/models"]);
  });

  it("finds an address without the API behind it, and nobody at all", async () => {
    await using there = await atHome();
    const url = there.server.url.replace("/v1", "");
    const provider = createOpenAiProvider({ url, model: "home-test", atHome: { fetch: createHomeFetch() } });
    expect(await provider.check?.(bound)).toEqual({ kind: "not_offered", model, url });
    await there.server.down();
    expect(await there.check()).toEqual({ kind: "unreachable", model, url: there.server.url });
  });

  it("finds a model that is still being loaded out of reach", async () => {
    const loading = async () =>
      new Response('{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}', { status: 503 });
    const provider = createOpenAiProvider({ url: "http://127.0.0.1:1/v1", model: "home-test", atHome: { fetch: loading } });
    expect(await provider.check?.(bound)).toEqual({ kind: "unreachable", model, url: "http://127.0.0.1:1/v1" });
  });

  it("shows the key that the server wants", async () => {
    await using there = await atHome({ apiKey: "sk-home" }, "sk-home");
    expect(await there.check()).toBeUndefined();
  });
});

describe("a request to an OpenAI-compatible server at home", () => {
  it("streams text and tool calls with the tokens", async () => {
    await using there = await atHome();
    there.server.reply({
      text: "One moment",
      toolCalls: [{ name: "light_set", args: { room: "kitchen", state: "on" } }],
      promptTokens: 20,
    });
    const seen: string[] = [];

    const reply = await there.provider.invoke(aRequest({ tools: [lightSet], onText: (text) => seen.push(text) }));

    expect(reply).toMatchObject({
      model,
      inputTokens: 20,
      message: { tool_calls: [{ name: "light_set", args: { room: "kitchen", state: "on" } }] },
    });
    expect(seen).toEqual(["One ", "One moment"]);
    expect(there.server.requests[0]).not.toHaveProperty("keep_alive");
  });

  it.each([
    { server: "one that names it", status: 400, error: "Unrecognized request argument supplied: stream_options" },
    { server: "one that gives no reason", status: 422, error: { detail: [{ type: "extra_forbidden", loc: ["body", "stream_options"] }] } },
  ])("does without stream_options from then on at a server that does not know them: $server", async ({ status, error }) => {
    await using there = await atHome();
    there.server.respond(({ body }) => ("stream_options" in body ? { status, error } : { text: "Hello." }));

    expect((await there.provider.invoke(aRequest())).message.text).toBe("Hello.");
    expect((await there.provider.invoke(aRequest())).message.text).toBe("Hello.");

    expect(there.server.requests.map((body) => "stream_options" in body)).toEqual([true, false, false]);
  });

  it.each([
    { trouble: "an unknown model", answer: { status: 404, error: "The model `home-test` does not exist." }, kind: "not_offered" },
    {
      trouble: "an unknown model by its code",
      kind: "not_offered",
      answer: { status: 400, error: { error: { message: "Model not found", code: "model_not_found" } } },
    },
    {
      trouble: "vLLM without tools",
      kind: "no_tools",
      answer: { status: 400, error: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' },
    },
    {
      trouble: "a window smaller than num_ctx",
      kind: "window_smaller",
      answer: { status: 400, error: "request (6030 tokens) exceeds the available context size (4096 tokens), try increasing it" },
    },
    {
      trouble: "too long a prompt",
      kind: "context_too_small",
      answer: { status: 400, error: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens." },
    },
    {
      trouble: "too long a prompt for the batch",
      kind: "context_too_small",
      answer: {
        status: 500,
        error: "input (9000 tokens) is too large to process. increase the physical batch size (current batch size: 512)",
      },
    },
  ])("tells of $trouble", async ({ answer, kind }) => {
    await using there = await atHome();
    there.server.reply(answer);
    expect(await problemFrom(there.provider.invoke(aRequest({ tools: [lightSet] })))).toMatchObject({ kind, model });
    expect(there.server.requests).toHaveLength(1);
  });
});

describe("vectors of an OpenAI-compatible server at home", () => {
  async function vectors(server: Parameters<typeof FakeModelServer.start>[0] = {}, apiKey?: string) {
    const fake = await FakeModelServer.start({ kind: "openai", models: ["nomic-embed-text"], ...server });
    const embeddings = createEmbeddings({ url: fake.url, model: "nomic-embed-text", openAi: { fetch: createHomeFetch(), apiKey } });
    const embed = (texts: readonly string[]) => embeddings.embed(texts, "document", { signal: bound });
    return { server: fake, embeddings, embed, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() };
  }

  it("come in the texts' order whatever the answer's, with length 1", async () => {
    await using there = await vectors({ apiKey: "sk-home" }, "sk-home");
    const data = [
      { index: 1, embedding: [0, 2] },
      { index: 0, embedding: [3, 4] },
    ];
    there.server.respondEmbed(() => ({ body: JSON.stringify({ object: "list", data }) }));

    expect(await there.embed(["one", "two"])).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)]);
    expect(there.embeddings.status()).toEqual({ model: "local/nomic-embed-text", dimensions: 2, problem: undefined });
    expect(there.server.embedCalls[0]?.body).toEqual({
      model: "nomic-embed-text",
      input: ["search_document: one", "search_document: two"],
      encoding_format: "float",
    });
  });

  it("of a text that is too long are asked for its beginning", async () => {
    await using there = await vectors();
    there.server.respondEmbed(({ input }) =>
      input.some((text) => text.length > 1_000) ? { status: 500, error: "input (1100 tokens) is too large to process." } : undefined,
    );
    expect(await there.embed(["word ".repeat(2_000)])).toHaveLength(1);
    expect(there.server.embedCalls).toHaveLength(3);
  });

  it.each([
    { trouble: "a server that has none", answer: { status: 501, error: "This server does not support embeddings." } },
    { trouble: "no such API", answer: { status: 404, error: "Not Found" } },
    { trouble: "a model that only chats", answer: { status: 400, error: "The model does not support Embeddings API" } },
  ])("are missing, and that is told: $trouble", async ({ answer }) => {
    await using there = await vectors();
    there.server.respondEmbed(() => answer);
    const problem = { kind: "no_embeddings", model: "local/nomic-embed-text" };
    expect(await problemFrom(there.embed(["one"]))).toEqual(problem);
    expect(there.embeddings.status().problem).toEqual(problem);
  });
});
