// Against a real Ollama: MODEL_URL is its address, MODEL_NAME a pulled model with tools.
import { connect, createServer } from "node:net";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { beforeAll, describe, expect, it } from "vitest";
import { createEmbeddings } from "../../src/models/embeddings.ts";
import { createHomeFetch, type Fetch } from "../../src/models/home-fetch.ts";
import { createOllamaProvider } from "../../src/models/ollama.ts";
import { createOpenAiProvider } from "../../src/models/openai.ts";
import { aRequest, lightSet, problemFrom } from "../models/request.ts";

const { MODEL_URL: url = "", MODEL_NAME: model = "" } = process.env;
const numCtx = 2048;
const bound = new AbortController().signal;

beforeAll(() => {
  if (!url || !model) throw new Error("set MODEL_URL to a running Ollama and MODEL_NAME to a pulled model with tools");
});

describe("a real Ollama", () => {
  it("answers in text, which grows before it is complete", async () => {
    const provider = createOllamaProvider({ url, model, numCtx });
    const seen: string[] = [];

    const reply = await provider.invoke(
      aRequest({ messages: [new HumanMessage("Say hello in three words.")], onText: (text) => seen.push(text) }),
    );

    expect(reply).toMatchObject({ model: `ollama/${model}`, truncated: false });
    expect(reply.message.content).toMatch(/hello/i);
    expect(reply.inputTokens).toBeGreaterThan(0);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toBe(reply.message.content);
  });

  it("calls a tool", async () => {
    const provider = createOllamaProvider({ url, model, numCtx });
    const messages = [
      new SystemMessage("You are a home assistant. Use the functions to control the home."),
      new HumanMessage("turn on the kitchen light"),
    ];

    const { message } = await provider.invoke(aRequest({ messages, tools: [lightSet] }));

    expect(message.tool_calls).toMatchObject([{ name: "light_set", args: { room: "kitchen", state: "on" } }]);
  });

  it("loses the connection when a call is aborted, and then answers the next one", async () => {
    await using door = await doorTo(url);
    const provider = createOllamaProvider({ url: door.url, model, numCtx });
    const abort = new AbortController();
    const begun = Promise.withResolvers<void>();
    const long = aRequest({
      messages: [new HumanMessage("Write a long story about a lighthouse.")],
      signal: abort.signal,
      onText: () => begun.resolve(),
    });
    const pending = provider.invoke(long);
    await begun.promise;

    abort.abort(new Error("the person cancelled"));

    await expect(pending).rejects.toThrow("the person cancelled");
    await door.left;
    const next = await provider.invoke(aRequest({ messages: [new HumanMessage("Say hello in three words.")] }));
    expect(next.message.content).not.toBe("");
  });

  it("refuses a prompt that is longer than the context instead of cutting it", async () => {
    const provider = createOllamaProvider({ url, model, numCtx: 256 });

    const problem = await problemFrom(provider.invoke(aRequest({ messages: [new HumanMessage("word ".repeat(600))] })));

    expect(problem).toEqual({ kind: "context_too_small", model: `ollama/${model}`, numCtx: 256 });
  });

  it("passes the health check, which tells a model that is not pulled and a server that is not there", async () => {
    const good = createOllamaProvider({ url, model });
    const unknown = createOllamaProvider({ url, model: "no-such-model" });
    const nobody = createOllamaProvider({ url: "http://127.0.0.1:1", model });

    expect(await good.check(bound)).toBeUndefined();
    expect(await unknown.check(bound)).toEqual({ kind: "not_pulled", model: "ollama/no-such-model" });
    expect(await problemFrom(unknown.invoke(aRequest()))).toEqual({ kind: "not_pulled", model: "ollama/no-such-model" });
    expect(await nobody.check(bound)).toMatchObject({ kind: "unreachable" });
  });
});

describe("a real server with OpenAI's API, as the model at home", () => {
  const atHome = { fetch: createHomeFetch(), numCtx };
  const create = (name = model, at = url) => createOpenAiProvider({ url: `${at}/v1`, model: name, atHome });

  /** By OpenAI's API Ollama samples at temperature 1, whatever the model's own says: a small model then calls as it likes. */
  const greedy: Fetch = (to, init) =>
    atHome.fetch(to, { ...init, body: JSON.stringify({ ...JSON.parse(String(init?.body)), temperature: 0 }) });

  it("answers in text, which grows before it is complete, with the tokens", async () => {
    const seen: string[] = [];
    const messages = [new HumanMessage("Say hello in three words.")];

    const reply = await create().invoke(aRequest({ messages, onText: (text) => seen.push(text) }));

    expect(reply).toMatchObject({ model: `local/${model}`, truncated: false });
    expect(reply.message.content).toMatch(/\w/);
    expect(reply.inputTokens).toBeGreaterThan(0);
    expect(seen.length).toBeGreaterThan(1);
  });

  it("calls a tool", async () => {
    const messages = [
      new SystemMessage("You are a home assistant. Use the functions to control the home."),
      new HumanMessage("turn on the kitchen light"),
    ];

    const { message } = await createOpenAiProvider({ url: `${url}/v1`, model, atHome: { fetch: greedy, numCtx } }).invoke(
      aRequest({ messages, tools: [lightSet] }),
    );

    expect(message.tool_calls).toMatchObject([{ name: "light_set", args: { room: "kitchen", state: "on" } }]);
  });

  it("passes the health check, which tells a model that is not there and a server that is not there", async () => {
    expect(await create().check?.(bound)).toBeUndefined();
    const missing = { kind: "not_offered", model: "local/no-such-model", url: `${url}/v1` };
    expect(await create("no-such-model").check?.(bound)).toEqual(missing);
    expect(await problemFrom(create("no-such-model").invoke(aRequest()))).toEqual(missing);
    expect(await create(model, "http://127.0.0.1:1").check?.(bound)).toMatchObject({ kind: "unreachable" });
  });

  it("makes the same vectors as by its own API, and tells where a model is missing", async () => {
    const texts = ["a pipe has burst", "the stopcock is under the stairs"];
    const openAi = { fetch: createHomeFetch() };
    const both = [createEmbeddings({ url, model: "all-minilm" }), createEmbeddings({ url: `${url}/v1`, model: "all-minilm", openAi })];

    const [own, compatible] = await Promise.all(both.map((one) => one.embed(texts, "document", { signal: bound })));

    for (const [index, vector] of (own ?? []).entries()) {
      const likeness = vector.reduce((sum, number, at) => sum + number * (compatible?.[index]?.[at] ?? 0), 0);
      expect(likeness).toBeGreaterThan(0.999);
    }
    const missing = createEmbeddings({ url: `${url}/v1`, model: "no-such-model", openAi });
    expect(await problemFrom(missing.embed(texts, "document", { signal: bound }))).toMatchObject({ kind: "no_embeddings" });
  });
});

/** Another address of the same server, which sees its clients leave. */
async function doorTo(target: string) {
  const { hostname, port } = new URL(target);
  const left = Promise.withResolvers<void>();
  const server = createServer((client) => {
    const inside = connect({ host: hostname, port: Number(port) });
    client.pipe(inside).pipe(client);
    for (const side of [client, inside]) side.on("error", () => undefined);
    client.on("close", () => {
      inside.destroy();
      left.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the door has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    left: left.promise,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
