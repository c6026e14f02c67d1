import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { removeTracingVariables } from "../../src/models/messages.ts";
import { FakeModelServer } from "../fakes/model-server.ts";

// Everything in here leads to this server, which no test may see asked.
const LEAKS = (url: string) => ({
  LANGSMITH_TRACING: "true",
  LANGSMITH_TRACING_V2: "true",
  LANGCHAIN_TRACING_V2: "true",
  LANGSMITH_API_KEY: "test",
  LANGSMITH_ENDPOINT: url,
  LANGCHAIN_ENDPOINT: url,
  LANGSMITH_GATEWAY: url,
  OPENAI_BASE_URL: url,
  OPENAI_API_BASE: url,
  OPENAI_CUSTOM_HEADERS: "x-test: 1",
  OLLAMA_BASE_URL: url,
  OLLAMA_HOST: url,
});

describe("variables of the environment", () => {
  it("that send conversations elsewhere are removed, all others stay", () => {
    const env: Record<string, string | undefined> = { ...LEAKS("http://127.0.0.1:1"), PATH: "/bin", SUPERVISOR_TOKEN: "test" };

    const removed = removeTracingVariables(env);

    expect(env).toEqual({ PATH: "/bin", SUPERVISOR_TOKEN: "test" });
    expect(removed).toEqual(Object.keys(LEAKS("")));
  });

  it("cannot make a model's library contact anything but the model's server", async () => {
    await using model = await FakeModelServer.start();
    await using elsewhere = await FakeModelServer.start();
    model.respond(() => ({ text: "hello" }));
    const program = `
      import { removeTracingVariables } from "./src/models/messages.ts";
      removeTracingVariables(process.env);
      const { createOllamaProvider } = await import("./src/models/ollama.ts");
      const { createOpenAiProvider } = await import("./src/models/openai.ts");
      const { createGeminiProvider } = await import("./src/models/gemini.ts");
      const { HumanMessage } = await import("@langchain/core/messages");
      const [url] = process.argv.slice(1);
      const request = { messages: [new HumanMessage("hi")], tools: [], signal: new AbortController().signal };
      const ollama = createOllamaProvider({ url, model: "m" });
      const others = [createOpenAiProvider({ url: url + "/v1", model: "m" }), createGeminiProvider({ url, model: "m", apiKey: "k" })];
      for (const provider of [ollama, ...others]) process.stdout.write((await provider.invoke(request)).message.text + "\\n");
      // A tracer sends in batches, some time after the answer.
      await new Promise((resolve) => setTimeout(resolve, 300));
    `;

    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module-typescript", "-e", program, model.url], {
      env: { ...LEAKS(elsewhere.url), NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
    });

    expect(stdout).toBe("hello\nhello\nhello\n");
    expect(model.calls.map(({ kind }) => kind)).toEqual(["ollama", "openai", "gemini"]);
    expect([...elsewhere.calls, ...elsewhere.checks]).toEqual([]);
  });
});
