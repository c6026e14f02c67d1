import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { staticPrompt } from "../../../src/agent/prompt/prompts.ts";
import { createTokenEstimate } from "../../../src/agent/prompt/token-estimate.ts";
import type { ToolDeclaration } from "../../../src/models/models.ts";
import { createCallHaService } from "../../../src/tools/call-ha-service.ts";
import { fakeTokenizer, type TokenizerOptions } from "../tokenizer.ts";

const RULES = staticPrompt({ assistantName: "Casa", persona: "" });
const { parameters } = createCallHaService();
const description =
  "Does something in the home. The answer says what really happened: tell that. Some calls are asked about or refused: accept that.";
const TOOLS: readonly ToolDeclaration[] = Array.from({ length: 12 }, (_, at) => ({ name: `call_${at}`, description, parameters }));

const COMMON = new Set(RULES.toLowerCase().match(/\p{L}+/gu) ?? []);
const TOKENIZERS: Readonly<Record<string, TokenizerOptions>> = {
  "a large vocabulary, tools in short lines": {
    ...{ words: COMMON, piece: 5, digits: 3, message: 4, template: 90 },
    tools: (tools) => tools.map((tool) => `type ${tool.name} = (_: any) // ${tool.description}`).join("\n"),
  },
  "a small vocabulary, tools as JSON": {
    ...{ words: new Set(["the", "a", "is", "to", "on"]), piece: 3, digits: 1, message: 6, template: 20 },
    tools: (tools) => JSON.stringify(tools, null, 2),
  },
  "a vocabulary of English, a wordy template": {
    ...{ words: COMMON, piece: 4, digits: 1, message: 12, template: 250 },
    tools: (tools) => `${JSON.stringify(tools)}\n${RULES.slice(0, 600)}`,
  },
};

const SAID = [
  "is the window in the office open?",
  "turn on the light in the kitchen and close all blinds upstairs, please",
  "why did the heating start at 04:30 this morning when nobody was at home?",
  "ok",
  "Schalte bitte die Küchenbeleuchtung aus und stelle die Heizung im Wohnzimmer auf 21,5 Grad",
  "- Bed Light (Bedroom): light.bed_light = on\n- Outside: sensor.outside_temperature = 21.437 °C\n- Front Door: lock.front_door = locked",
  "what does the automation for the evening do, and when did it last run?",
];

/** Prompts of a conversation that grows by a turn each time. */
function conversation(turns: number): readonly (readonly BaseMessage[])[] {
  const messages: BaseMessage[] = [new SystemMessage(RULES)];
  return Array.from({ length: turns }, (_, turn) => {
    messages.push(new HumanMessage(SAID[turn % SAID.length] ?? ""));
    const prompt = [...messages];
    messages.push(new AIMessage(SAID[(turn * 3 + 1) % SAID.length] ?? ""));
    return prompt;
  });
}

describe.each(Object.entries(TOKENIZERS))("%s", (_, options) => {
  const countedBy = fakeTokenizer(options);

  it("is told within 6 % after ten turns, with tools and without", () => {
    const estimate = createTokenEstimate();
    const prompts = conversation(20);
    for (const messages of prompts.slice(0, 10)) {
      estimate.learn({ model: "m", messages, tools: TOOLS, inputTokens: countedBy(messages, TOOLS) });
    }
    const errors = prompts.slice(10).map((messages) => {
      const counted = countedBy(messages, TOOLS);
      return Math.abs(estimate.messages("m", messages) + estimate.tools("m", TOOLS) - counted) / counted;
    });
    expect(Math.max(...errors)).toBeLessThan(0.06);
  });

  it("is told better than before anything was learnt", () => {
    const [fresh, learnt] = [createTokenEstimate(), createTokenEstimate()];
    const prompts = conversation(11);
    for (const messages of prompts.slice(0, 10)) {
      learnt.learn({ model: "m", messages, tools: TOOLS, inputTokens: countedBy(messages, TOOLS) });
    }
    const last = prompts.at(-1) ?? [];
    const error = (estimate: typeof fresh) => Math.abs(estimate.messages("m", last) + estimate.tools("m", TOOLS) - countedBy(last, TOOLS));
    expect(error(learnt)).toBeLessThan(error(fresh));
  });
});

describe("counts", () => {
  const messages = conversation(8).at(-1) ?? [];

  it("of one model say nothing of another", () => {
    const estimate = createTokenEstimate();
    const before = estimate.messages("b", messages);
    estimate.learn({ model: "a", messages, tools: [], inputTokens: before * 2 });
    expect(estimate.messages("b", messages)).toBe(before);
    expect(estimate.messages("a", messages)).toBeGreaterThan(before * 1.9);
  });

  it.each([0, 40, 1_000_000])("that cannot be of the whole prompt teach nothing: %i", (inputTokens) => {
    const estimate = createTokenEstimate();
    const before = estimate.messages("a", messages);
    estimate.learn({ model: "a", messages, tools: [], inputTokens });
    expect(estimate.messages("a", messages)).toBe(before);
  });

  it("of texts grow with them, in every script", () => {
    const estimate = createTokenEstimate();
    expect(estimate.text("a", "")).toBe(0);
    for (const text of ["light", "Küchenlicht", "台所の電気", "свет на кухне", "ضوء المطبخ", "ไฟในครัว", "21.5 °C", "🙂"]) {
      expect(estimate.text("a", text)).toBeGreaterThan(0);
      expect(estimate.text("a", `${text} ${text} ${text}`)).toBeGreaterThan(estimate.text("a", text));
    }
  });

  it("hold what a model wants to call", () => {
    const estimate = createTokenEstimate();
    const call = { type: "tool_call" as const, id: "1", name: "get_entity_state", args: { entity_id: "light.bed_light" } };
    const plain = estimate.messages("a", [new AIMessage("")]);
    expect(estimate.messages("a", [new AIMessage({ content: "", tool_calls: [call] })])).toBeGreaterThan(plain + 5);
  });
});
