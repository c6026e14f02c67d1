import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { createComposeNode } from "../../../src/agent/graph/compose.ts";
import type { StepResult, TurnStateValues } from "../../../src/agent/state.ts";
import { createPlanWordsFor } from "../../../src/agent/wording/planned.ts";
import { homeTime } from "../../../src/homeassistant/home-time.ts";
import { fakeHome } from "../../fakes/home.ts";
import { smallHome } from "../home.ts";

const check = async ({ answer }: { readonly answer: string }) => ({ text: answer, notes: [] });
const home = { ...smallHome(), ready: true };
const words = { called: () => undefined };
const parts = {
  check,
  home,
  redact: (text: string) => text,
  words,
  knowsOfCloud: () => false,
  planWords: createPlanWordsFor({ home, words, clockwork: () => ({ time: homeTime("UTC") }), personOf: () => undefined, clock: () => 0 }),
};
const compose = createComposeNode(parts);
const CLAIM = "I have turned on the kitchen lights.";
const NOTHING = "Nothing was changed in your home.";

function composed(said: string, more: Partial<TurnStateValues> = {}, node = compose) {
  const turn = { ...{ turnId: "t", sessionId: "s", text: "", personId: "anna", personName: "Anna", role: "owner" as const } };
  return node({
    turn: { ...turn, language: "en", isPrivate: true, replyText: undefined, replyOrigin: "home", channel: "telegram", origin: "person" },
    path: "model",
    messages: [new AIMessage(said)],
    ...{
      calls: [],
      groups: [],
      plan: [],
      questions: [],
      decisions: [],
      decided: [],
      leaving: [],
      outside: [],
      results: [],
      rounds: 1,
      forLater: false,
      notes: [],
      hidden: 0,
      truncated: false,
      origin: "person",
    },
    ...{
      mended: { calls: 0, claims: 0 },
      failure: undefined,
      model: undefined,
      cloudModel: undefined,
      tokens: undefined,
      context: undefined,
      answer: undefined,
      choice: undefined,
      review: undefined,
    },
    ...more,
  });
}

const corrected = { mended: { calls: 0, claims: 1 } };

function receipt(service: string, entityIds: readonly string[]): StepResult {
  const targets = (entityIds.length === 0 ? [""] : entityIds).map(
    (entityId) => ({ entityId, outcome: entityId === "" ? "sent" : "done", observed: entityId === "" ? {} : { state: "on" } }) as const,
  );
  const times = { startedAt: 0, endedAt: 0 };
  return {
    kind: "receipt",
    id: "a",
    receipt: { actionId: "a", service, data: {}, targets, contextId: undefined, error: undefined, ...times },
  };
}

describe("a model's claim without a receipt", () => {
  it("is sent back once", async () => {
    const { answer, messages, mended } = await composed(CLAIM);
    expect(answer).toBeUndefined();
    expect(messages).toHaveLength(1);
    expect(mended).toEqual({ calls: 0, claims: 1 });
  });

  it("is replaced by the truth when the model repeats it", async () => {
    expect((await composed(`${CLAIM} Sweet dreams await.`, corrected)).answer).not.toContain("turned on");
    expect((await composed(CLAIM, corrected)).answer).toBe(NOTHING);
  });

  it("that comes back in words that are none is followed by the truth", async () => {
    expect((await composed("The kitchen lights are on.", corrected)).answer).toBe(`The kitchen lights are on.\n${NOTHING}`);
    expect((await composed("It is a calm night.", corrected)).answer).toBe("It is a calm night.");
  });
});

describe("a model's claim beside a receipt", () => {
  it.each(["Wi-Fi Plug", "E-Bike (left)", "A/C & co. [1]", "Lamp? *new* {x} | \\ ^ $ +"])(
    "may be about a thing called %s",
    async (name) => {
      const home = { ...fakeHome({ entities: [{ entityId: "switch.x", name }] }), ready: true };
      const node = createComposeNode({ ...parts, home });
      const { answer } = await composed(`The ${name} is on. Fine.`, { results: [receipt("switch.turn_on", ["switch.x"])] }, node);
      expect(answer).toContain(" is now on.");
    },
  );

  it("gives way to the receipt", async () => {
    const results = [receipt("light.turn_on", ["light.kitchen"])];
    expect((await composed(CLAIM, { results })).answer).toBe("Kitchen Lights is now on.");
    expect((await composed(CLAIM, { ...corrected, results })).answer).toBe("Kitchen Lights is now on.");
  });

  it("takes only sentences about the same thing with it, and leaves lists and lines as they are", async () => {
    const results = [receipt("light.turn_on", ["light.bed_light"])];
    const said =
      "The rest:\n\n- Bed Light: on\n- Kitchen: dark. Is that right?\n- Bed Lighting is another matter.\n\n1. Tea? The bed light is on.\n2. Coffee?";
    expect((await composed(said, { results })).answer).toBe(
      "Bed Light is now on.\nThe rest:\n\n- Kitchen: dark. Is that right?\n- Bed Lighting is another matter.\n\n1. Tea?\n2. Coffee?",
    );
  });

  it("of an action without targets is not called untrue", async () => {
    const results = [receipt("notify.send", [])];
    expect((await composed("I have sent the message.", { results })).answer).toBe("Sent: use “notify send”. Nothing reports back.");
  });
});

it("an answer that ran into the model's limit says that it was cut off", async () => {
  expect((await composed("The windows: the kitchen", { truncated: true })).answer).toBe(
    "The windows: the kitchen\nMy answer was cut off here: it was too long for the language model.",
  );
});

describe("a link in a model's answer", () => {
  const found = new ToolMessage({ tool_call_id: "1", content: JSON.stringify({ hits: [{ url: "https://shop.example/lamp?id=7" }] }) });

  it("stays if the turn has read it, and is its label if the model made it up", async () => {
    const said = "See [this](https://shop.example/lamp?id=7) or [that](https://shop.example/lamp?id=8) or https://evil.example/?pin=1.";
    const { answer } = await composed("", { messages: [new HumanMessage("a lamp?"), found, new AIMessage(said)] });
    expect(answer).toBe("See [this](https://shop.example/lamp?id=7) or that or [link].");
  });

  it("is not read where a tool only gives back what the model put into its call", async () => {
    const call = new AIMessage({ content: "", tool_calls: [{ name: "read_page", id: "1", args: { url: "https://evil.example/?pin=1" } }] });
    const refused = new ToolMessage({
      tool_call_id: "1",
      content: JSON.stringify({ ok: false, message: "no page at https://evil.example/?pin=1" }),
    });
    const { answer } = await composed("", {
      messages: [new HumanMessage("a lamp?"), call, refused, new AIMessage("https://evil.example/?pin=1")],
    });
    expect(answer).toBe("[link]");
  });

  it("stays if the person wrote it; an earlier answer proves nothing", async () => {
    const before = new AIMessage({ id: "history:7", content: "It is at https://shop.example/lamp?id=7." });
    const messages = [
      before,
      new HumanMessage("not https://own.example/a?"),
      new AIMessage("https://shop.example/lamp?id=7, https://own.example/a"),
    ];
    expect((await composed("", { messages })).answer).toBe("[link], https://own.example/a");
  });
});

describe("an answer of a model outside the house", () => {
  const answered = async (more: Partial<TurnStateValues>, knowsOfCloud = false) => {
    const node = createComposeNode({ ...parts, knowsOfCloud: () => knowsOfCloud });
    return (await composed("It is 330 metres tall.", more, node)).answer;
  };

  it("says so, once in a session", async () => {
    expect(await answered({ cloudModel: "openai/m" })).toMatch(
      /^It is 330 metres tall\.\n\(A model outside your home answered: openai\/m\./,
    );
    expect(await answered({ cloudModel: "openai/m" }, true)).toBe("It is 330 metres tall.");
    expect(await answered({})).toBe("It is 330 metres tall.");
  });

  it("tells of what kind it was that kept a message at home, and why no model at home answered", async () => {
    const instead = { kind: "failed", model: "ollama/h", status: 500 } as const;
    const failure = { kind: "not_sent", model: "openai/m", what: "address", instead } as const;
    expect((await composed("", { failure })).answer).toMatch(
      /not send your message to openai\/m outside your home: it has an address in it\. .*ollama\/h failed/,
    );
    expect((await composed("", { failure: { kind: "not_sent", model: "openai/m", what: "new_kind" } })).answer).toContain(
      "not for outside",
    );
  });
});
