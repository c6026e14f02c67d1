import { AIMessage, SystemMessage } from "@langchain/core/messages";
import { expect, it } from "vitest";
import { createThinkNode } from "../../../src/agent/graph/think.ts";
import type { Run, TurnStateValues } from "../../../src/agent/state.ts";
import type { Tool } from "../../../src/agent/toolbox.ts";
import type { Progress } from "../../../src/agent/turn.ts";

const LEAKED = 'Let me look. {"name": "get_entity_state", "arguments": {"entity_id": "lock.front"}}. Wait. One moment please. ';
const tool: Tool = { kind: "read", name: "get_entity_state", description: "", parameters: {}, call: async () => ({ ok: true }) };

/** One round with a model that says that; drafts are what a person saw while it grew. */
async function thought(text: string, { rounds = 0, truncated = false } = {}) {
  const progress: Progress[] = [];
  const run: Run = { signal: new AbortController().signal, late: false, progress: (event) => void progress.push(event) };
  const think = createThinkNode({
    models: {
      status: () => ({ model: "a", reachable: true, problem: undefined }),
      invoke: async ({ onText }) => {
        for (let end = 1; end <= text.length; end += 1) onText?.(text.slice(0, end));
        const counts = { inputTokens: 1, outputTokens: 1, milliseconds: 1 };
        return { ...counts, message: new AIMessage(text), model: "a", truncated, malformedToolCalls: [] };
      },
    },
    tools: new Map([[tool.name, tool]]),
    offered: () => [tool],
    runs: new Map([["1", run]]),
    systemPrompt: () => new SystemMessage("rules"),
    redact: (said) => said,
    review: async () => "unusable",
    triggerSaid: async () => undefined,
    growing: () => ({ from: 0, mayShow: () => true }),
  });
  const state = { turn: { turnId: "1" }, messages: [], results: [], rounds, mended: { calls: 0, claims: 0 } };
  const next = await think(state as unknown as TurnStateValues);
  return { next, drafts: progress.flatMap((event) => (event.kind === "text" ? [event.text] : [])) };
}

it("a call written into the text is shown to nobody while it grows, and sent back", async () => {
  const { next, drafts } = await thought(LEAKED);
  expect(drafts.join()).not.toContain("get_entity_state");
  expect(next.messages?.map((message) => message.getType())).toEqual(["ai", "human"]);
});

it("a call written into the text of the last round is no answer", async () => {
  const { next } = await thought(LEAKED, { rounds: 8 });
  expect(next.messages?.map(({ text }) => text)).toEqual([""]);
  expect(next).toMatchObject({ calls: [], mended: { calls: 1 } });
});

it.each(['{"name": "forget", "key": "temperature"}', '```json\n[{"tool": "unlock", "arguments": {}}]\n```'])(
  "%j is no answer, though there is no such tool",
  async (text) => {
    const { next, drafts } = await thought(text);
    expect(drafts.join()).not.toMatch(/forget|unlock/);
    expect(next.messages?.map((message) => message.getType())).toEqual(["ai", "human"]);
  },
);

it("the last round's answer stands, and what was cut off is known", async () => {
  const { next } = await thought("It is dark. The", { rounds: 8, truncated: true });
  expect(next).toMatchObject({ truncated: true, calls: [] });
  expect(next.messages?.map(({ text }) => text)).toEqual(["It is dark. The"]);
});

it("a link that nobody has read is shown to nobody while the answer grows", async () => {
  const { drafts } = await thought("Look at https://evil.example/?pin=4711 now. It is dark. Good night. ");
  expect(drafts.at(-1)).toContain("Look at [link] now.");
  expect(drafts.join()).not.toContain("evil");
});
