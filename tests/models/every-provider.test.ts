import { afterEach, describe, expect, it, vi } from "vitest";
import { createGeminiProvider } from "../../src/models/gemini.ts";
import { createHomeFetch } from "../../src/models/home-fetch.ts";
import { ANSWER_LIMITS } from "../../src/models/models.ts";
import { createOllamaProvider } from "../../src/models/ollama.ts";
import { createOpenAiProvider } from "../../src/models/openai.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { aRequest, lightSet, problemFrom } from "./request.ts";

/** Promises of every provider, whichever library it rests on. */
const PROVIDERS = [
  { model: "ollama/home-test", kind: undefined, create: (url: string) => createOllamaProvider({ url, model: "home-test" }) },
  { model: "openai/home-test", kind: "openai", create: (url: string) => createOpenAiProvider({ url, model: "home-test", apiKey: "key" }) },
  {
    model: "local/home-test",
    kind: "openai",
    create: (url: string) => createOpenAiProvider({ url, model: "home-test", atHome: { fetch: createHomeFetch() } }),
  },
  { model: "gemini/home-test", kind: "gemini", create: (url: string) => createGeminiProvider({ url, model: "home-test", apiKey: "key" }) },
] as const;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe.each(PROVIDERS)("$model", ({ model, kind, create }) => {
  async function open() {
    const server = await FakeModelServer.start(kind && { kind });
    return { server, provider: create(server.url), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }

  it("answers with text, its full name and the tokens, shows the text as it grows and never its reasoning", async () => {
    await using world = await open();
    world.server.reply({ chunks: ["The light", " is", " on."], thinking: "the person asks", promptTokens: 20, outputTokens: 7 });
    const seen: string[] = [];

    const reply = await world.provider.invoke(aRequest({ onText: (text) => seen.push(text) }));

    expect(reply).toMatchObject({ model, inputTokens: 20, outputTokens: 7, truncated: false, malformedToolCalls: [] });
    expect(reply.message.content).toBe("The light is on.");
    expect(seen).toEqual(["The light", "The light is", "The light is on."]);
    expect(JSON.stringify(reply.message)).not.toContain("the person asks");
  });

  it("answers without tool calls when it ran into the token limit", async () => {
    await using world = await open();
    world.server.reply({ text: "I'll", toolCalls: [{ name: "light_set", args: { room: "kitchen" } }], doneReason: "length" });

    expect(await world.provider.invoke(aRequest({ tools: [lightSet] }))).toMatchObject({ truncated: true, message: { tool_calls: [] } });
  });

  it.each([
    { when: "while the server is silent", answer: { hang: true as const } },
    { when: "in the middle of the answer", answer: { text: "one two three", hangAfter: 1 } },
  ])("ends with the reason of an abort $when, and closes the connection", async ({ answer }) => {
    await using world = await open();
    world.server.reply(answer);
    const abort = new AbortController();
    const seen = Promise.withResolvers<void>();
    const pending = world.provider.invoke(aRequest({ signal: abort.signal, onText: () => seen.resolve() }));
    await (answer.hang ? world.server.arrived(1) : seen.promise);

    abort.abort(new Error("the person cancelled"));

    await expect(pending).rejects.toThrow("the person cancelled");
    await world.server.abandoned(1);
  });

  it("gives up after a silence", async () => {
    await using world = await open();
    world.server.reply({ text: "one two", hangAfter: 1 });
    // the clock stands still: however long libraries take to load is no silence
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const heard = Promise.withResolvers<void>();
    const problem = problemFrom(world.provider.invoke(aRequest({ onText: () => heard.resolve() })));
    await heard.promise;
    vi.advanceTimersByTime(ANSWER_LIMITS.silenceMs);
    vi.useRealTimers();

    expect(await problem).toEqual({ kind: "timeout", model, seconds: ANSWER_LIMITS.silenceMs / 1_000 });
    await world.server.abandoned(1);
  });

  it.each([
    { trouble: "a connection cut in the middle", answer: { text: "par tial", cutAfter: 1 } },
    { trouble: "an empty stream", answer: { endAfter: 0 } },
  ])("prints nothing about $trouble", async ({ answer }) => {
    const printed = (["log", "warn", "error"] as const).map((method) => vi.spyOn(console, method).mockImplementation(() => undefined));
    await using world = await open();
    world.server.reply(answer);

    expect(await problemFrom(world.provider.invoke(aRequest()))).toEqual({ kind: "failed", model, status: undefined });
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  it("says the address when nobody answers there", async () => {
    await using world = await open();
    await world.server.down();

    expect(await problemFrom(world.provider.invoke(aRequest()))).toEqual({ kind: "unreachable", model, url: world.server.url });
  });
});
