import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { createWindowedModels, historyMessageId } from "../../../src/agent/prompt/prompt-window.ts";
import { createTokenEstimate } from "../../../src/agent/prompt/token-estimate.ts";
import { ModelError, type ModelRequest } from "../../../src/models/models.ts";

const words = (count: number) => "word ".repeat(count).trim();
const earlier = (id: number, count: number): readonly BaseMessage[] => [
  new HumanMessage({ id: historyMessageId(id), content: `question ${id}` }),
  new AIMessage({ id: historyMessageId(id + 1), content: words(count) }),
];
const step = (id: string, name: string, count: number): readonly BaseMessage[] => [
  new AIMessage({ content: "", tool_calls: [{ type: "tool_call", id, name, args: {} }] }),
  new ToolMessage({ tool_call_id: id, name, content: words(count) }),
];
const HEAD = new SystemMessage("RULES");
const QUESTION = new HumanMessage("what now?");

/** What a model of 1,000 tokens (875 of them for the prompt) is asked; `most` is what its server takes. */
function asked({ most = Number.POSITIVE_INFINITY, counted }: { most?: number; counted?: number } = {}) {
  const requests: ModelRequest[] = [];
  const estimate = createTokenEstimate();
  const models = createWindowedModels({
    models: {
      status: () => ({ model: "m", reachable: true, problem: undefined }),
      async invoke(request) {
        requests.push(request);
        const tokens = estimate.messages("m", request.messages);
        if (tokens > most) throw new ModelError({ kind: "context_too_small", model: "m", numCtx: 1_000 });
        return {
          message: new AIMessage("ok"),
          model: "m",
          inputTokens: counted,
          outputTokens: 1,
          truncated: false,
          malformedToolCalls: [],
        };
      },
    },
    estimate,
    numCtx: 1_000,
  });
  const ask = async (...messages: readonly BaseMessage[]) => {
    await models.invoke({ messages, tools: [], signal: new AbortController().signal });
    return requests.at(-1)?.messages ?? [];
  };
  return { ask, requests, estimate };
}

describe("a prompt", () => {
  it("that fits is asked as it is", async () => {
    const messages = [HEAD, ...earlier(1, 100), QUESTION];
    expect(await asked().ask(...messages)).toEqual(messages);
  });

  it("that grew too long goes without the oldest earlier turns, each as a whole", async () => {
    const answer = step("a", "get_entity_state", 300);
    const prompt = await asked().ask(HEAD, ...earlier(1, 200), ...earlier(3, 200), ...earlier(5, 200), QUESTION, ...answer);
    expect(prompt).toEqual([HEAD, ...earlier(5, 200), QUESTION, ...answer]);
  });

  it("goes without old answers of reading tools then, never without what was done or asked", async () => {
    const { ask, estimate } = asked();
    const prompt = await ask(
      ...[HEAD, ...earlier(1, 10), QUESTION, ...step("a", "get_ha_entities", 400)],
      ...[...step("b", "call_ha_service", 200), ...step("c", "get_entity_state", 300)],
    );
    const answers = prompt.filter((message) => ToolMessage.isInstance(message));
    expect(answers.map(({ tool_call_id }) => tool_call_id)).toEqual(["a", "b", "c"]);
    expect(answers[0]?.text).toContain("left_out");
    expect(answers.slice(1).map(({ text }) => text)).toEqual([words(200), words(300)]);
    expect(prompt[1]).toBe(QUESTION);
    expect(estimate.messages("m", prompt)).toBeLessThanOrEqual(875);
  });

  it("that the server finds too long is asked once more, shorter", async () => {
    const { ask, requests } = asked({ most: 500 });
    const prompt = await ask(HEAD, ...earlier(1, 200), ...earlier(3, 200), ...earlier(5, 200), QUESTION);
    expect(requests).toHaveLength(2);
    expect(prompt).toEqual([HEAD, ...earlier(5, 200), QUESTION]);
  });

  it("that no leaving out makes fit is not asked at all", async () => {
    const { ask, requests } = asked();
    const failing = ask(HEAD, QUESTION, ...step("a", "call_ha_service", 900));
    await expect(failing).rejects.toMatchObject({ problem: { kind: "context_too_small", model: "m", numCtx: 1_000 } });
    expect(requests).toEqual([]);
  });

  it("of which nothing can go is not asked twice", async () => {
    const { ask, requests } = asked({ most: 10 });
    await expect(ask(HEAD, QUESTION)).rejects.toThrow(ModelError);
    expect(requests).toHaveLength(1);
  });
});

it("what the server counted is learnt", async () => {
  const { ask, estimate } = asked({ counted: 800 });
  const prompt = [HEAD, ...earlier(1, 500), QUESTION];
  const before = estimate.messages("m", prompt);
  await ask(...prompt);
  expect(before).toBeLessThan(600);
  expect(estimate.messages("m", prompt)).toBeGreaterThan(700);
});
