import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createOllamaProvider } from "../../src/models/ollama.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { answerSchema, aRequest, lightSet, problemFrom } from "./request.ts";

async function ollama(options: Partial<Parameters<typeof createOllamaProvider>[0]> = {}) {
  const server = await FakeModelServer.start();
  const provider = createOllamaProvider({ url: server.url, model: "home-test", ...options });
  return {
    server,
    provider,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
    },
  };
}

afterEach(() => vi.restoreAllMocks());

describe("an answer of Ollama", () => {
  it("never shows reasoning that the server leaves in the text", async () => {
    await using world = await ollama();
    world.server.reply({ chunks: ["<th", "ink>which", " light?</thi", "nk>\n\n", "The kitchen's."] });
    const seen: string[] = [];

    const reply = await world.provider.invoke(aRequest({ onText: (text) => seen.push(text) }));

    expect(reply.message.content).toBe("The kitchen's.");
    expect(seen).toEqual(["The kitchen's."]);
  });

  it("keeps every tool call apart, each with an id of its own", async () => {
    await using world = await ollama();
    const calls = [
      { name: "light_set", args: { room: "kitchen", state: "on" } },
      { name: "light_set", args: { room: "hall", state: "off" } },
    ];
    world.server.reply({ toolCalls: calls });

    const { message } = await world.provider.invoke(aRequest({ tools: [lightSet] }));

    expect(message.tool_calls).toMatchObject(calls);
    expect(new Set(message.tool_calls?.map(({ id }) => id)).size).toBe(2);
  });

  it("names the tool call that the server could not read instead of failing", async () => {
    await using world = await ollama();
    world.server.reply({ status: 500, error: `error parsing tool call: raw='{"room": "kit', err=unexpected end of JSON input` });

    expect((await world.provider.invoke(aRequest())).malformedToolCalls).toEqual(['{"room": "kit']);
  });
});

describe("a request to Ollama", () => {
  it("carries the schema of the answer, and none where none is wanted", async () => {
    await using world = await ollama();
    world.server.reply({ text: '{"rooms":[]}' }, { text: "ok" });

    await world.provider.invoke(aRequest({ answerSchema }));
    await world.provider.invoke(aRequest());

    const { $schema: _, ...schema } = answerSchema;
    expect(world.server.requests.map((request) => request["format"])).toEqual([schema, undefined]);
  });

  it("carries the options, flat tools, and forbids cutting the prompt silently", async () => {
    await using world = await ollama({ numCtx: 8192, keepAlive: "30m" });
    world.server.reply({ text: "ok" });

    await world.provider.invoke(aRequest({ tools: [lightSet] }));

    const [body] = world.server.requests;
    expect(body).toMatchObject({ model: "home-test", keep_alive: "30m", truncate: false, shift: false, stream: true });
    expect(body?.["options"]).toMatchObject({ num_ctx: 8192 });
    expect(JSON.stringify(body?.["tools"])).not.toContain("$schema");
    expect(world.server.calls[0]?.tools).toEqual(["light_set"]);
  });

  it("says which call a result belongs to when there were several", async () => {
    await using world = await ollama();
    world.server.reply({ text: "ok" }, { text: "ok" });
    const call = (id: string, room: string) => ({ type: "tool_call" as const, id, name: "light_get", args: { room } });
    const result = (id: string, content: string) => new ToolMessage({ tool_call_id: id, content });
    const both = new AIMessage({ content: "", tool_calls: [call("a", "kitchen"), call("b", "hall")] });
    const one = new AIMessage({ content: "", tool_calls: [call("a", "kitchen")] });

    await world.provider.invoke(aRequest({ messages: [new HumanMessage("?"), both, result("a", "on"), result("b", "off")] }));
    await world.provider.invoke(aRequest({ messages: [new HumanMessage("?"), one, result("a", "on")] }));

    expect(world.server.calls[0]?.messages.slice(2).map(({ content }) => content)).toEqual([
      'light_get({"room":"kitchen"}): on',
      'light_get({"room":"hall"}): off',
    ]);
    expect(world.server.calls[1]?.messages.at(-1)?.content).toBe("on");
  });
});

describe("an abort", () => {
  it("leaves other calls of the same model alone", async () => {
    await using world = await ollama();
    world.server.reply({ hang: true }, { chunks: ["still", " here"], chunkDelayMs: 50 });
    const abort = new AbortController();
    const aborted = world.provider.invoke(aRequest({ signal: abort.signal }));
    await world.server.arrived(1);
    const other = world.provider.invoke(aRequest());
    await world.server.arrived(2);

    abort.abort();

    await expect(aborted).rejects.toThrow();
    expect((await other).message.content).toBe("still here");
  });

  it("of an answer that is longer than any closes the connection", async () => {
    await using world = await ollama();
    world.server.reply({ chunks: ["x".repeat(70_000), "more"], hangAfter: 1 });

    expect((await world.provider.invoke(aRequest())).truncated).toBe(true);

    await world.server.abandoned(1);
  });

  it("before the call sends nothing", async () => {
    await using world = await ollama();

    await expect(world.provider.invoke(aRequest({ signal: AbortSignal.abort(new Error("too late")) }))).rejects.toThrow("too late");
    expect(world.server.requests).toEqual([]);
  });
});

describe("the time-outs", () => {
  it("end a silence before the first piece and close the connection", async () => {
    await using world = await ollama({ limits: { silenceMs: 250, totalMs: 5_000 } });
    world.server.reply({ hang: true });

    expect(await problemFrom(world.provider.invoke(aRequest()))).toEqual({ kind: "timeout", model: "ollama/home-test", seconds: 0.25 });
    await world.server.abandoned(1);
  });

  it("end an answer that never stops", async () => {
    await using world = await ollama({ limits: { silenceMs: 5_000, totalMs: 100 } });
    world.server.reply({ chunks: Array.from({ length: 1000 }, () => "on and "), chunkDelayMs: 5 });

    expect(await problemFrom(world.provider.invoke(aRequest()))).toMatchObject({ kind: "timeout", seconds: 0.1 });
    await world.server.abandoned(1);
  });
});

describe("trouble with Ollama", () => {
  const model = "ollama/home-test";
  it.each([
    {
      trouble: "a model that is not pulled",
      answer: { status: 404, error: "model 'home-test' not found" },
      problem: { kind: "not_pulled", model },
    },
    {
      trouble: "a model without tools",
      answer: { status: 400, error: "registry/home-test does not support tools" },
      problem: { kind: "no_tools", model },
    },
    {
      trouble: "a prompt that is too long",
      answer: { status: 400, error: "the input length exceeds the context length" },
      problem: { kind: "context_too_small", model, numCtx: 4096 },
    },
    {
      trouble: "a prompt that an old server cut silently",
      answer: { text: "Hm.", promptTokens: 4096 },
      problem: { kind: "context_too_small", model, numCtx: 4096 },
    },
    {
      trouble: "thinking that filled the context",
      answer: { thinking: "well …", promptTokens: 4000, outputTokens: 96, doneReason: "length" as const },
      problem: { kind: "context_too_small", model, numCtx: 4096 },
    },
    {
      trouble: "a crashed runner",
      answer: { status: 500, error: "llama runner process has terminated" },
      problem: { kind: "failed", model, status: 500 },
    },
    {
      trouble: "a proxy's error page",
      answer: { status: 502, raw: { contentType: "text/html", body: "<html>bad gateway</html>" } },
      problem: { kind: "failed", model, status: 502 },
    },
    {
      trouble: "a log-in page",
      answer: { raw: { contentType: "text/html", body: "<html>log in</html>" } },
      problem: { kind: "failed", model, status: undefined },
    },
    {
      trouble: "an error in the middle",
      answer: { text: "par tial", error: "exit status 2" },
      problem: { kind: "failed", model, status: undefined },
    },
    {
      trouble: "an answer without an end",
      answer: { text: "par tial", endAfter: 1 },
      problem: { kind: "failed", model, status: undefined },
    },
  ])("is told as it is: $trouble", async ({ answer, problem }) => {
    const printed = (["log", "warn", "error"] as const).map((method) => vi.spyOn(console, method).mockImplementation(() => undefined));
    await using world = await ollama({ numCtx: 4096 });
    world.server.reply(answer);

    expect(await problemFrom(world.provider.invoke(aRequest()))).toEqual(problem);
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  it("says the address without a password when nobody answers there", async () => {
    await using world = await ollama();
    await world.server.down();
    const url = world.server.url.replace("//", "//anna:hunter2@");
    const hidden = createOllamaProvider({ url, model: "home-test" });

    expect(JSON.stringify(await problemFrom(hidden.invoke(aRequest())))).not.toContain("hunter2");
  });
});

describe("the health check of Ollama", () => {
  it.each([
    { outcome: "nothing wrong", server: {}, problem: undefined },
    {
      outcome: "a model that is not pulled",
      server: { models: ["other:latest"] },
      problem: { kind: "not_pulled", model: "ollama/home-test" },
    },
    {
      outcome: "a model without tools",
      server: { capabilities: ["completion"] },
      problem: { kind: "no_tools", model: "ollama/home-test" },
    },
  ])("finds $outcome", async ({ server: options, problem }) => {
    await using server = await FakeModelServer.start(options);
    const provider = createOllamaProvider({ url: server.url, model: "home-test" });

    expect(await provider.check(new AbortController().signal)).toEqual(problem);
  });

  it("finds that nobody is there", async () => {
    await using world = await ollama();
    await world.server.down();

    expect(await world.provider.check(new AbortController().signal)).toMatchObject({ kind: "unreachable", url: world.server.url });
  });
});
