import { describe, expect, it } from "vitest";
import { wirePieces } from "./model-wire.ts";

// Lines as Ollama 0.17.4 and llama-server b11669 sent them.
const OLLAMA = {
  text: '{"model":"home-test","created_at":"2026-11-21T22:44:24.675725279Z","message":{"role":"assistant","content":"Hello"},"done":false}',
  toolCall:
    '{"model":"home-test","created_at":"2026-11-21T22:44:30.487052531Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_xooqy9my","function":{"index":0,"name":"light_set","arguments":{"room":"kitchen","state":"on"}}}]},"done":false}',
  end: '{"model":"home-test","created_at":"2026-11-21T22:44:24.942203526Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":420748694,"load_duration":83725981,"prompt_eval_count":14,"prompt_eval_duration":65907049,"eval_count":5,"eval_duration":264193178}',
};
const OPENAI = {
  text: '{"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":"Hello"}}],"created":1795301085,"id":"chatcmpl-199","model":"home-test","object":"chat.completion.chunk"}',
  end: '{"choices":[{"finish_reason":"stop","index":0,"delta":{}}],"created":1795301086,"id":"chatcmpl-cDIC","model":"home-test","object":"chat.completion.chunk"}',
  usage:
    '{"choices":[],"created":1795301086,"id":"chatcmpl-cDIC","model":"home-test","object":"chat.completion.chunk","usage":{"completion_tokens":5,"prompt_tokens":35,"total_tokens":40}}',
};

/** Every path to a value in a JSON text, with the kind of the value. */
function shapeOf(json: string): string[] {
  const walk = (value: unknown, path: string): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => walk(inner, `${path}.${key}`))
      : [`${path}: ${typeof value}`];
  return walk(JSON.parse(json), "").sort();
}

describe("the scripted model", () => {
  const answer = { text: "Hello", toolCalls: [{ name: "light_set", args: { room: "kitchen", state: "on" } }] };

  it("writes what Ollama writes", () => {
    const { contentType, pieces, closing } = wirePieces("ollama", "home-test", answer);

    expect(contentType).toBe("application/x-ndjson");
    expect([...pieces, ...closing].map(shapeOf)).toEqual([OLLAMA.text, OLLAMA.toolCall, OLLAMA.end].map(shapeOf));
    expect([...pieces, ...closing].every((line) => line.endsWith("\n"))).toBe(true);
  });

  it("writes what servers with OpenAI's API write", () => {
    const { contentType, pieces, closing } = wirePieces("openai", "home-test", { text: "Hello" });
    const events = [...pieces, ...closing].map((event) => /^data: (.*)\n\n$/.exec(event)?.[1] ?? "");

    expect(contentType).toBe("text/event-stream");
    expect(events.slice(0, -1).map(shapeOf)).toEqual([OPENAI.text, OPENAI.end, OPENAI.usage].map(shapeOf));
    expect(events.at(-1)).toBe("[DONE]");
  });
});
