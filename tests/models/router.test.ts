import { AIMessage } from "@langchain/core/messages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER_LIMITS, ModelError, type ModelProblem, type ModelProvider, type ModelRequest } from "../../src/models/models.ts";
import { createOllamaProvider } from "../../src/models/ollama.ts";
import { createOpenAiProvider } from "../../src/models/openai.ts";
import { createProviders, type ProviderOptions } from "../../src/models/providers.ts";
import { ModelRouter } from "../../src/models/router.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { aRequest, problemFrom } from "./request.ts";

const HOME = "ollama/home-test";
const CLOUD = "openai/cloud-test";
const MINUTE = 60_000;

/** A first model at home and a second one elsewhere, and a log to read. */
async function twoModels({
  silenceMs = ANSWER_LIMITS.silenceMs,
  ...options
}: {
  silenceMs?: number;
  coolDownMs?: number;
  checkEveryMs?: number;
  clock?: () => number;
} = {}) {
  const home = await FakeModelServer.start();
  const cloud = await FakeModelServer.start({ kind: "openai" });
  home.respond(() => ({ text: "from home" }));
  cloud.respond(() => ({ text: "from the cloud" }));
  const log: string[] = [];
  const router = new ModelRouter({
    providers: [
      createOllamaProvider({ url: home.url, model: "home-test", limits: { ...ANSWER_LIMITS, silenceMs } }),
      createOpenAiProvider({ url: cloud.url, model: "cloud-test" }),
    ],
    logger: createLogger({ level: "info", destination: { write: (line) => log.push(line) } }),
    ...options,
  });
  const ask = async (changes: Partial<ModelRequest> = {}) => (await router.invoke(aRequest(changes))).model;
  return {
    home,
    cloud,
    router,
    log,
    ask,
    async [Symbol.asyncDispose]() {
      router[Symbol.dispose]();
      for (const part of [home, cloud]) await part[Symbol.asyncDispose]();
    },
  };
}

describe("the fallback", () => {
  it("asks the first model as long as it answers", async () => {
    await using world = await twoModels();

    expect([await world.ask(), await world.ask()]).toEqual([HOME, HOME]);
    expect(world.cloud.requests).toEqual([]);
  });

  it.each([
    { trouble: "fails", answer: { status: 500, error: "crashed" } },
    { trouble: "is silent", answer: { hang: true as const }, silenceMs: 60 },
    { trouble: "is not pulled", answer: { status: 404, error: "model 'home-test' not found" } },
    { trouble: "has no tools", answer: { status: 400, error: "home-test does not support tools" } },
    { trouble: "is out of quota", answer: { status: 429, error: "insufficient_quota" } },
    { trouble: "takes no text that long", answer: { status: 400, error: "the input length exceeds the context length" } },
  ])("goes to the next model within the same request when the first one $trouble", async ({ answer, silenceMs }) => {
    await using world = await twoModels({ ...(silenceMs !== undefined && { silenceMs }) });
    world.home.reply(answer);

    expect(await world.ask()).toBe(CLOUD);
    expect(world.log.join()).toContain("a model did not answer");
  });

  it("never joins two answers: what has been shown is not begun again by another model", async () => {
    await using world = await twoModels();
    world.home.reply({ text: "The light is", cutAfter: 2 });

    expect(await problemFrom(world.ask({ onText: () => undefined }))).toMatchObject({ kind: "failed", model: HOME });
    expect(world.cloud.requests).toEqual([]);
  });

  it("tells the first model's problem when none answers", async () => {
    await using world = await twoModels();
    await world.home.down();
    world.cloud.reply({ status: 401, error: "no" });

    expect(await problemFrom(world.ask())).toEqual({ kind: "unreachable", model: HOME, url: world.home.url });
  });

  it("takes an abort for no fault of the model", async () => {
    await using world = await twoModels();
    world.home.reply({ hang: true });
    const abort = new AbortController();
    const pending = world.ask({ signal: abort.signal });
    await world.home.arrived(1);

    abort.abort(new Error("cancelled"));

    await expect(pending).rejects.toThrow("cancelled");
    expect(world.router.status()).toEqual({ model: HOME, reachable: true, problem: undefined });
    expect(world.cloud.requests).toEqual([]);
  });
});

describe("the cool-down", () => {
  it("passes the failed model over for a minute and then returns to it", async () => {
    let now = 0;
    await using world = await twoModels({ clock: () => now });
    world.home.reply({ status: 500, error: "crashed" });
    const asked = [await world.ask(), await world.ask()];
    now = MINUTE - 1;
    asked.push(await world.ask());
    now = MINUTE;
    asked.push(await world.ask());

    expect(asked).toEqual([CLOUD, CLOUD, CLOUD, HOME]);
    expect(world.home.requests).toHaveLength(2);
    expect(world.log.join()).toContain("the model answers again");
  });

  it("does not follow a text that was too long", async () => {
    await using world = await twoModels();
    world.home.reply({ status: 400, error: "the input length exceeds the context length" });

    expect([await world.ask(), await world.ask()]).toEqual([CLOUD, HOME]);
  });

  it("never leaves the only model unasked", async () => {
    await using server = await FakeModelServer.start();
    await using router = new ModelRouter({
      providers: [createOllamaProvider({ url: server.url, model: "home-test" })],
      logger: createLogger({ level: "error" }),
    });
    server.reply({ status: 500, error: "crashed" }, { text: "better" });

    expect(await problemFrom(router.invoke(aRequest()))).toMatchObject({ kind: "failed" });
    expect((await router.invoke(aRequest())).message.content).toBe("better");
  });
});

describe("the health check", () => {
  it("at start warns of a model that is down, and requests go to the next one without trying it", async () => {
    await using world = await twoModels();
    await world.home.down();

    await world.router.start(new AbortController().signal);

    expect(world.router.status()).toEqual({ model: CLOUD, reachable: true, problem: undefined });
    expect(world.log.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, part: "models", problem: { kind: "unreachable", model: HOME, url: world.home.url }, msg: "a model cannot be used" },
    ]);
  });

  it("brings the first model back as soon as it is there again", async () => {
    await using world = await twoModels({ checkEveryMs: 20 });
    await world.home.down();
    await world.router.start(new AbortController().signal);
    expect(await world.ask()).toBe(CLOUD);

    await world.home.up();

    await vi.waitFor(() => expect(world.router.status().model).toBe(HOME), { timeout: 20_000, interval: 10 });
    expect(await world.ask()).toBe(HOME);
  });

  it("leaves a model that was only slow to its cool-down", async () => {
    await using world = await twoModels({ checkEveryMs: 10, silenceMs: 60 });
    world.home.reply({ hang: true });
    await world.ask();

    await vi.waitFor(() => expect(world.home.checks.length).toBeGreaterThan(0), { timeout: 20_000, interval: 10 });

    expect(await world.ask()).toBe(CLOUD);
  });

  it("is for models at home: one outside the house is asked nothing that no person asked", async () => {
    await using world = await twoModels();
    await world.router.start(new AbortController().signal);
    expect(world.home.checks.length).toBeGreaterThan(0);
    expect([...world.cloud.checks, ...world.cloud.requests]).toEqual([]);
  });

  it("is asked for at start when the signal has not been given up, and never after", async () => {
    await using world = await twoModels();

    await world.router.start(AbortSignal.abort());

    expect(world.home.checks).toEqual([]);
  });
});

describe("the pauses between health checks", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("double from 30 seconds to five minutes, and end with the router", async () => {
    const down: ModelProblem = { kind: "unreachable", model: HOME, url: "http://127.0.0.1:1" };
    const checkedAt: number[] = [];
    const provider: ModelProvider = {
      model: HOME,
      invoke: () => Promise.reject(new ModelError(down)),
      check: async () => {
        checkedAt.push(Math.round(performance.now() / 1000));
        return down;
      },
    };
    const startedAt = Math.round(performance.now() / 1000);
    const stop = new AbortController();
    const router = new ModelRouter({ providers: [provider], logger: createLogger({ level: "error" }) });

    await router.start(stop.signal);
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    const pauses = checkedAt.map((at, index) => at - (checkedAt[index - 1] ?? startedAt));
    stop.abort();
    await vi.advanceTimersByTimeAsync(20 * MINUTE);

    expect(pauses).toEqual([0, 30, 60, 120, 240, 300, 300]);
    expect(checkedAt).toHaveLength(pauses.length);
  });
});

it("a window that is too small stays told while short prompts are answered, and nobody else is asked for that", async () => {
  let found: ModelProblem | undefined = { kind: "window_smaller", model: "local/small", window: 4096, numCtx: 8192 };
  const reply = {
    message: new AIMessage("ok"),
    model: "local/small",
    inputTokens: 1,
    outputTokens: 1,
    truncated: false,
    malformedToolCalls: [],
  };
  const small: ModelProvider = { model: "local/small", invoke: async () => reply, check: async () => found };
  const other: ModelProvider = { model: CLOUD, isCloud: true, invoke: () => Promise.reject(new Error("asked")) };
  using router = new ModelRouter({ providers: [small, other], logger: createLogger({ level: "error" }), checkEveryMs: 5 });
  await router.start(new AbortController().signal);

  expect((await router.invoke(aRequest())).model).toBe("local/small");
  expect(router.status()).toMatchObject({ model: "local/small", problem: { kind: "window_smaller", window: 4096 } });

  found = undefined;
  await vi.waitFor(() => expect(router.status().reachable).toBe(true));
});

const AT_OLLAMA = { modelProvider: "ollama", embeddingModel: "nomic-embed-text", openaiBaseUrlAtHome: false } as const;

describe("the list of models", () => {
  const options = {
    turnTimeoutSeconds: 120,
    ollamaUrl: "http://127.0.0.1:1",
    ...AT_OLLAMA,
    ollamaModel: "home-test",
    openaiModel: "cloud-test",
    geminiModel: "gemini-test",
  };
  const secrets: { reveal(name: string): string | undefined } = { reveal: () => "a key" };
  const names = (providers: readonly ModelProvider[]) => providers.map(({ model }) => model);

  const gate = { egress: { begin: () => 1, end: () => undefined }, clock: () => 0 };
  const list = (used: Partial<ProviderOptions>, keys = secrets) =>
    names(createProviders({ ...options, cloudEnabled: true, cloudFallback: false, cloudFirst: false, ...used }, keys, gate));
  const none = { reveal: () => undefined };

  it("has nothing of the cloud until the person allows it and says when it is asked", () => {
    expect(list({ cloudEnabled: false, cloudFallback: true, cloudFirst: true })).toEqual([HOME]);
    expect(list({})).toEqual([HOME]);
  });

  it("has the models of the cloud behind the one at home, each only with its key or address", () => {
    expect(list({ cloudFallback: true })).toEqual([HOME, CLOUD, "gemini/gemini-test"]);
    expect(list({ cloudFallback: true }, none)).toEqual([HOME]);
    expect(list({ cloudFallback: true, openaiBaseUrl: "http://127.0.0.1:1/v1" }, none)).toEqual([HOME, CLOUD]);
  });

  it("has them first where that is wanted, and the one at home for what may not leave", () => {
    expect(list({ cloudFirst: true })).toEqual([CLOUD, "gemini/gemini-test", HOME]);
  });

  it("has an OpenAI-compatible server as the one at home only if the owner says both, and then no OpenAI in the cloud", () => {
    const used = { cloudFallback: true, openaiBaseUrl: "http://127.0.0.1:1/v1" };
    expect(list({ ...used, openaiBaseUrlAtHome: true })).toEqual([HOME, CLOUD, "gemini/gemini-test"]);
    expect(list({ ...used, modelProvider: "openai_compatible" })).toEqual([HOME, CLOUD, "gemini/gemini-test"]);
    expect(list({ ...used, modelProvider: "openai_compatible", openaiBaseUrlAtHome: true })).toEqual([
      "local/cloud-test",
      "gemini/gemini-test",
    ]);
  });
});

it.each([
  ["only the model at home, though one in the cloud is set up", { cloudFallback: false, cloudFirst: false }, ["ollama/small", undefined]],
  ["the one at home, then the cloud", { cloudFallback: true, cloudFirst: false }, ["ollama/small", "openai/large"]],
  ["the cloud, then the one at home", { cloudFallback: false, cloudFirst: true }, ["openai/large", "ollama/small"]],
])("what is asked, and asked next, is told: %s", (_, order, expected) => {
  const options = {
    turnTimeoutSeconds: 120,
    ollamaUrl: "http://127.0.0.1:1",
    ...AT_OLLAMA,
    ollamaModel: "small",
    cloudEnabled: true,
    openaiModel: "large",
    ...order,
  };
  const egress = { begin: () => 1, end: () => undefined, kept: () => undefined };
  const providers = createProviders(options, { reveal: () => "sk-test" }, { egress, clock: () => 0 });
  using router = new ModelRouter({ providers, logger: createLogger({ level: "error" }) });
  expect([router.status().model, router.second()]).toEqual(expected);
});
