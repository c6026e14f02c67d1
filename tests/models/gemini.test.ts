import { HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createGeminiProvider } from "../../src/models/gemini.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { answerSchema, aRequest, lightSet, problemFrom } from "./request.ts";

async function gemini(options: Partial<Parameters<typeof createGeminiProvider>[0]> = {}) {
  const server = await FakeModelServer.start({ kind: "gemini" });
  const provider = createGeminiProvider({ url: server.url, model: "gemini-test", apiKey: "key-test", ...options });
  return { server, provider, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

afterEach(() => vi.restoreAllMocks());

describe("an answer of Gemini", () => {
  it("has its tool calls, and takes their results and later system messages back", async () => {
    await using world = await gemini();
    world.server.reply({ toolCalls: [{ name: "light_set", args: { room: "kitchen", state: "on" } }] }, { text: "Done." });
    const messages = [new SystemMessage("Be kind."), new HumanMessage("light on"), new SystemMessage("It is noon.")];

    const { message } = await world.provider.invoke(aRequest({ messages, tools: [lightSet] }));
    const result = new ToolMessage({ tool_call_id: message.tool_calls?.[0]?.id ?? "", content: "on" });
    await world.provider.invoke(aRequest({ messages: [...messages, message, result], tools: [lightSet] }));

    expect(message.tool_calls).toMatchObject([{ name: "light_set", args: { room: "kitchen", state: "on" } }]);
    expect(world.server.calls[0]).toMatchObject({
      tools: ["light_set"],
      messages: [{ content: "Be kind.\n\nIt is noon." }, { role: "user" }],
    });
    expect(JSON.stringify(world.server.requests[1]?.["contents"])).toContain('"functionResponse":{"name":"light_set"');
  });
});

describe("a request to Gemini", () => {
  it("carries the schema of the answer in the words that it knows", async () => {
    await using world = await gemini();
    world.server.reply({ text: '{"rooms":[]}' });

    await world.provider.invoke(aRequest({ answerSchema }));

    const rooms = { type: "array", items: { type: "object", properties: { name: { type: "string" } } } };
    const responseSchema = { type: "object", properties: { rooms }, required: ["rooms"] };
    const generationConfig = { responseMimeType: "application/json", responseSchema, stopSequences: [] };
    expect(world.server.requests[0]).toMatchObject({ generationConfig });
    expect(JSON.stringify(world.server.requests[0])).not.toMatch(/additionalProperties|\$schema/);
  });
});

describe("trouble with Gemini", () => {
  const model = "gemini/gemini-test";
  const quota = "You exceeded your current quota, please check your plan and billing details.";
  it.each([
    {
      trouble: "a wrong key",
      answer: { status: 400, error: "API key not valid. Please pass a valid API key." },
      problem: { kind: "refused", model, why: "key" },
    },
    {
      trouble: "too many requests",
      answer: { status: 429, error: `${quota} Please retry in 21s.` },
      problem: { kind: "refused", model, why: "rate" },
    },
    { trouble: "no credit", answer: { status: 429, error: quota }, problem: { kind: "refused", model, why: "quota" } },
    {
      trouble: "a prompt that is too long",
      answer: { status: 400, error: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)." },
      problem: { kind: "context_too_small", model, numCtx: undefined },
    },
    {
      trouble: "an overloaded server",
      answer: { status: 503, error: "The model is overloaded." },
      problem: { kind: "failed", model, status: 503 },
    },
  ])("is told as it is: $trouble", async ({ answer, problem }) => {
    const printed = (["log", "warn", "error"] as const).map((method) => vi.spyOn(console, method).mockImplementation(() => undefined));
    await using world = await gemini();
    world.server.reply(answer);

    expect(await problemFrom(world.provider.invoke(aRequest()))).toEqual(problem);
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });
});
