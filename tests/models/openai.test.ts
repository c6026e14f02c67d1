import { SystemMessage } from "@langchain/core/messages";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createOpenAiProvider } from "../../src/models/openai.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { answerSchema, aRequest, lightSet, problemFrom } from "./request.ts";

const KEY = "sk-test-0123456789abcdef";

async function openAi(options: Partial<Parameters<typeof createOpenAiProvider>[0]> = {}, server = {}) {
  const fake = await FakeModelServer.start({ kind: "openai", ...server });
  const provider = createOpenAiProvider({ url: fake.url, model: "home-test", apiKey: KEY, ...options });
  return { server: fake, provider, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() };
}

afterEach(() => vi.restoreAllMocks());

describe("an answer of an OpenAI-compatible server", () => {
  it("has its tool calls", async () => {
    await using world = await openAi();
    world.server.reply({ toolCalls: [{ name: "light_set", args: { room: "kitchen", state: "on" } }] });

    const reply = await world.provider.invoke(aRequest({ tools: [lightSet] }));

    expect(reply.message.tool_calls).toMatchObject([{ id: "call_0", name: "light_set", args: { room: "kitchen", state: "on" } }]);
  });

  it.each(['{"room": "kitch', "not json", '["kitchen"]'])(
    "hands out unreadable arguments as they are, never mended: %s",
    async (rawToolArguments) => {
      await using world = await openAi();
      world.server.reply({ toolCalls: [{ name: "light_set", args: {} }], rawToolArguments });

      const reply = await world.provider.invoke(aRequest({ tools: [lightSet] }));

      expect(reply.malformedToolCalls).toEqual([`light_set(${rawToolArguments})`]);
      expect(reply.message.tool_calls).toEqual([]);
    },
  );

  it("comes without tool calls when it ended without its closing piece", async () => {
    await using world = await openAi();
    world.server.reply({ text: "I'll", toolCalls: [{ name: "light_set", args: { room: "kitchen" } }], endAfter: 2 });

    expect(await world.provider.invoke(aRequest({ tools: [lightSet] }))).toMatchObject({ truncated: true, message: { tool_calls: [] } });
  });
});

describe("a request to an OpenAI-compatible server", () => {
  it("carries the schema of the answer, and none where none is wanted", async () => {
    await using world = await openAi();
    world.server.reply({ text: '{"rooms":[]}' }, { text: "ok" });

    await world.provider.invoke(aRequest({ answerSchema }));
    await world.provider.invoke(aRequest());

    const { $schema: _, ...schema } = answerSchema;
    expect(world.server.requests.map((request) => request["response_format"])).toEqual([
      { type: "json_schema", json_schema: { name: "answer", schema, strict: true } },
      undefined,
    ]);
  });

  it.each(["home-test", "gpt-5-mini", "o3"])("uses plain words whatever the model is called: %s", async (model) => {
    await using world = await openAi({ model });
    world.server.reply({ text: "ok" });

    await world.provider.invoke(aRequest({ messages: [new SystemMessage("Be kind."), ...aRequest().messages] }));

    expect(world.server.calls[0]).toMatchObject({ model, messages: [{ role: "system" }, { role: "user" }] });
  });

  it("is sent once", async () => {
    await using world = await openAi();
    world.server.respond(() => ({ status: 500, error: "down" }));

    expect(await problemFrom(world.provider.invoke(aRequest()))).toMatchObject({ kind: "failed", status: 500 });
    expect(world.server.requests).toHaveLength(1);
  });
});

describe("trouble with an OpenAI-compatible server", () => {
  const model = "openai/home-test";
  it.each([
    {
      trouble: "a prompt that is too long for llama-server",
      answer: {
        status: 400,
        error: {
          error: {
            code: 400,
            message: "request (6030 tokens) exceeds the available context size (4096 tokens), try increasing it",
            type: "exceed_context_size_error",
          },
        },
      },
      problem: { kind: "context_too_small", model, numCtx: 4096 },
    },
    {
      trouble: "a prompt that is too long for OpenAI",
      answer: {
        status: 400,
        error: { error: { message: "This model's maximum context length is 8192 tokens.", code: "context_length_exceeded" } },
      },
      problem: { kind: "context_too_small", model, numCtx: 8192 },
    },
    {
      trouble: "too many requests",
      answer: { status: 429, error: { error: { message: "Rate limit reached", code: "rate_limit_exceeded" } } },
      problem: { kind: "refused", model, why: "rate" },
    },
    {
      trouble: "no credit",
      answer: { status: 429, error: { error: { message: "You exceeded your current quota", code: "insufficient_quota" } } },
      problem: { kind: "refused", model, why: "quota" },
    },
    {
      trouble: "an unknown model",
      answer: { status: 404, error: "model 'home-test' not found" },
      problem: { kind: "failed", model, status: 404 },
    },
    {
      trouble: "a server without tools",
      answer: { status: 500, error: "tools param requires --jinja flag" },
      problem: { kind: "no_tools", model },
    },
    {
      trouble: "an error inside a good answer",
      answer: { raw: { contentType: "application/json", body: '{"error":{"message":"overloaded"}}' } },
      problem: { kind: "failed", model, status: undefined },
    },
    {
      trouble: "an error in the middle",
      answer: { text: "par tial", error: "overloaded" },
      problem: { kind: "failed", model, status: undefined },
    },
  ])("is told as it is: $trouble", async ({ answer, problem }) => {
    const printed = (["log", "warn", "error"] as const).map((method) => vi.spyOn(console, method).mockImplementation(() => undefined));
    await using world = await openAi();
    world.server.reply(answer);

    expect(await problemFrom(world.provider.invoke(aRequest()))).toEqual(problem);
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  it("never repeats the key that was refused", async () => {
    await using world = await openAi();
    world.server.reply({ status: 401, error: { error: { message: `Incorrect API key provided: ${KEY}`, code: "invalid_api_key" } } });

    const error = await world.provider.invoke(aRequest()).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ problem: { kind: "refused", model, why: "key" } });
    expect(error).not.toHaveProperty("cause");
    expect(String(error)).not.toContain(KEY);
  });
});
