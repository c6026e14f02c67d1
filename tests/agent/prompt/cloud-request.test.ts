import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { cloudCourse, createCloudRequests, revealedArguments } from "../../../src/agent/prompt/cloud-request.ts";
import { CLAIM_CORRECTION } from "../../../src/agent/prompt/prompts.ts";
import type { TurnStateValues } from "../../../src/agent/state.ts";
import type { PastEntry } from "../../../src/storage/turns/summaries.ts";
import { createCallHaService } from "../../../src/tools/call-ha-service.ts";
import { cloudTexts } from "../../security/cloud-world.ts";
import { smallHome } from "../home.ts";

const NOW = Date.UTC(2026, 10, 22, 8, 30);
const call = (id: string, name: string, args: Record<string, unknown>) => ({ type: "tool_call" as const, id, name, args });

describe("what happened in a turn", () => {
  const offered = new Set(["get_entity_state", "call_ha_service"]);
  const outside = (content: string, tool_calls: ReturnType<typeof call>[]) =>
    new AIMessage({ content, tool_calls, response_metadata: { isCloud: true } });

  it("is told with marks, as far as the tools may be known", () => {
    const tools = cloudTexts();
    const course = [
      outside("I look at Emma's Bed Light.", [
        call("1", "retrieve_knowledge", { query: "Emma" }),
        call("2", "get_entity_state", { entity_id: "light.emma_bed" }),
      ]),
      new ToolMessage({ tool_call_id: "1", name: "retrieve_knowledge", content: '{"ok":true,"passages":["the crimson valve"]}' }),
      new ToolMessage({
        tool_call_id: "2",
        name: "get_entity_state",
        content: '{"ok":true,"entity_id":"light.emma_bed","name":"x","state":"on"}',
      }),
      outside("", [call("3", "retrieve_knowledge", { query: "Emma" })]),
      new HumanMessage(CLAIM_CORRECTION),
      new HumanMessage("Emma said so"),
    ];
    const told = cloudCourse(course, offered, tools);
    expect(
      told.map((message) => [
        message.getType(),
        message.text,
        AIMessage.isInstance(message) ? message.tool_calls?.map(({ args }) => args) : 0,
      ]),
    ).toEqual([
      ["ai", "I look at [light 1].", [{ entity_id: "[light 1]" }]],
      ["tool", expect.stringContaining('"entity_id":"[light 1]"'), 0],
      ["human", CLAIM_CORRECTION, 0],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/emma|crimson/i);
  });

  it("holds no word of what the model at home said before, in texts or arguments, nor what was corrected in it", () => {
    const args = { service: "light.turn_on", entity_id: "light.emma_bed", data: { brightness_pct: 30, message: "two tablets a day" } };
    const course = [
      new AIMessage({ content: "It is the crimson valve.", tool_calls: [call("1", "call_ha_service", args)] }),
      new ToolMessage({ tool_call_id: "1", name: "call_ha_service", content: '{"ok":true}' }),
      new AIMessage("I have turned on the crimson valve."),
      new HumanMessage(CLAIM_CORRECTION),
    ];
    const told = cloudCourse(course, offered, cloudTexts());
    expect(told.map((message) => message.getType())).toEqual(["ai", "tool"]);
    expect(AIMessage.isInstance(told[0]) && told[0].tool_calls?.[0]?.args).toEqual({
      ...{ service: "light.turn_on", entity_id: "[light 1]", data: { brightness_pct: 30, message: "(not told)" } },
    });
    expect(JSON.stringify(told)).not.toMatch(/crimson|tablets/);
  });

  it("keeps services and numbers as they are, and hides texts in arguments", () => {
    const args = {
      service: "light.turn_on",
      entity_id: ["light.emma_bed"],
      data: { brightness_pct: 30, message: "good night Emma", emma: 1 },
    };
    const [told] = cloudCourse([outside("", [call("1", "call_ha_service", args)])], offered, cloudTexts());
    expect(AIMessage.isInstance(told) && told.tool_calls?.[0]?.args).toEqual({
      ...{ service: "light.turn_on", entity_id: ["[light 1]"], data: { brightness_pct: 30, message: "good night [person 1]" } },
    });
  });
});

it("translates a model's arguments: ids where ids belong, names elsewhere", () => {
  const { names, marks } = cloudTexts();
  names.hide("Emma's Bed Light, Bathroom Mirror, Emma Sleeps, Emma's Room", marks);
  const args = {
    service: "script.turn_on",
    entity_id: ["[light 1]", "[light 1], [light 2]", "[light 9]"],
    area: "[room 1]",
    data: { entity_id: "[light 2]", n: 3 },
  };
  expect(revealedArguments(args, marks)).toEqual({
    ...{ service: "script.turn_on", entity_id: ["light.emma_bed", "light.emma_bed, light.bath", "[light 9]"], area: "Emma's Room" },
    data: { entity_id: "light.bath", n: 3 },
  });
});

describe("a request", () => {
  const entry = (id: number, more: Partial<PastEntry>): PastEntry => ({
    ...{ id, role: "person", content: "", origin: "person", isCloud: false, toolsUsed: [], at: NOW, ...more },
  });
  const past = [
    entry(1, { content: "Emma likes green" }),
    entry(2, { role: "assistant", content: "From home: the spare key is in the garage" }),
    entry(3, { content: "we live in Lindenstraße 47" }),
    entry(4, { content: "and blue?" }),
    entry(5, { role: "assistant", content: "Emma may like blue too", isCloud: true }),
    entry(6, { role: "assistant", content: "Remembered: Emma wakes at seven", isCloud: true, toolsUsed: ["update_user_profile"] }),
    entry(7, { role: "assistant", content: "Emma's light is on", isCloud: true, toolsUsed: ["call_ha_service"] }),
    entry(8, { role: "assistant", content: "From before the start", isCloud: true, at: NOW - 1 }),
    entry(9, { content: "a page said so", origin: "outside" }),
  ];
  const facts = [
    { key: "favourite_colour", value: "green", sensitivity: "public" as const },
    { key: "wakes", value: "at seven", sensitivity: "private" as const },
    { key: "illness", value: "asthma", sensitivity: "sensitive" as const },
  ];

  async function formOf(text: string, { sendProfile = false, sendHomeState = false, tools = cloudTexts() } = {}, { counted = held } = {}) {
    const requests = createCloudRequests({
      ...{
        policy: { sendProfile, sendHomeState },
        names: counted(tools.names),
        finder: counted(tools.finder),
        home: { ...smallHome(), ready: true },
      },
      tools: new Map([["call_ha_service", createCallHaService()]]),
      persona: { assistantName: "Emma", persona: "Speak like Bo's grandmother." },
      entries: (ids) => past.filter(({ id }) => ids.includes(id)),
      facts: async () => facts,
      things: () => [],
      clock: () => NOW,
    });
    const turn = {
      ...{ turnId: "t", sessionId: "s", text, personId: "p", personName: "Emma", role: "owner", language: "de", isPrivate: true },
    };
    const messages = [
      ...past.map(({ id }) => new HumanMessage({ id: `history:${id}`, content: "as it stands at home" })),
      new HumanMessage("at home"),
    ];
    const state = { turn, messages } as unknown as TurnStateValues;
    return await requests(state, { last: false, signal: new AbortController().signal })();
  }

  function held<What>(what: What) {
    return { at: () => what };
  }

  async function textsOf(...given: Parameters<typeof formOf>): Promise<readonly string[]> {
    const form = await formOf(...given);
    return form.outcome === "ready" ? form.messages.map(({ text }) => text) : [];
  }

  it("has of the past what people said and what a model outside answered without tools of which it may not know", async () => {
    const texts = await textsOf("what else?");
    expect(texts.slice(1, -1)).toEqual(["[person 2] likes green", "and blue?", "[person 2] may like blue too"]);
    expect((await textsOf("what else?", { sendHomeState: true })).slice(1, -1)).toHaveLength(4);
  });

  it("has no fact that is not public, and none at all without the option", async () => {
    expect((await textsOf("what else?")).join()).not.toMatch(/favourite|wakes|illness/);
    const told = (await textsOf("what else?", { sendProfile: true })).at(-1);
    expect(told).toContain("- favourite colour: green");
    expect(told).not.toMatch(/wakes|asthma/);
  });

  it("does not say who writes, from where, or what the assistant is called after", async () => {
    const texts = await textsOf("what else?");
    expect(texts.at(-1)).toMatch(
      /^\[A person of this home writes to you\. .*"de".*\nNow: Sunday, 2026-11-22 \d\d:\d\d\.\]\n\nwhat else\?$/s,
    );
    expect(texts[0]).toMatch(/Your name is \[person \d\]\..*Speak like \[person \d\]'s grandmother/s);
    expect(texts.join("\n")).not.toMatch(/Emma|UTC|\bBo\b/);
  });

  it("takes only what it told of for a mark in the answer", async () => {
    const form = await formOf("how do I wire a two-way light switch for Bo?");
    if (form.outcome !== "ready") throw new Error("it was kept");
    const answer = "Connect light A to light B in room 2. [person 1] holds [light 1].";
    const read = "Connect light A to light B in room 2. Bo holds [light 1].";
    expect(form.reveal(answer, false)).toBe(read);
    expect(read).toContain(form.reveal(answer, true));
    expect(form.revealArguments({ entity_id: ["[light 1]"], area: "room 1" })).toEqual({ entity_id: ["[light 1]"], area: "room 1" });
  });

  it("looks once at the names and the words of the home, whatever it has to tell", async () => {
    const tools = cloudTexts();
    let looks = 0;
    const counted = <What>(what: What) => ({
      at: () => {
        looks += 1;
        return what;
      },
    });
    const form = await formOf("is Emma's Bed Light on?", { sendHomeState: true, sendProfile: true, tools }, { counted });
    if (form.outcome !== "ready") throw new Error("it was kept");
    for (const text of ["It", "It is [light", "It is [light 1] in [room 1]"]) form.reveal(text, true);
    form.privateIn(JSON.stringify(form.messages.map(({ text }) => text)));
    form.revealArguments({ entity_id: "[light 1]" });
    expect(looks).toBe(2);
  });

  it("is kept when the message cannot be made safe, and says of what kind that is", async () => {
    expect(await formOf("I live in Lindenstraße 47")).toMatchObject({
      outcome: "kept",
      kind: "address",
      about: { turnId: "t", sanitized: "" },
    });
  });

  it("declares tools without the examples of their descriptions, and passes its own last look", async () => {
    const form = await formOf("turn on Emma's Bed Light", { sendHomeState: true });
    if (form.outcome !== "ready") throw new Error("it was kept");
    expect(form.tools.map(({ name }) => name)).toEqual(["call_ha_service"]);
    expect(JSON.stringify(form.tools)).not.toMatch(/e\.g\.|lock\.unlock/);
    const body = JSON.stringify({
      model: "m",
      messages: form.messages.map((one) => ({ role: "user", content: one.text })),
      tools: form.tools,
    });
    expect(form.privateIn(body)).toBeUndefined();
    expect(form.privateIn(body.replace("[light 1]", "Leselampe"))).toBe("name");
  });
});
