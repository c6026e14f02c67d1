import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { createGate, createJudge, type Judge } from "../../src/agent/gate.ts";
import type { Run } from "../../src/agent/runs.ts";
import { type ApprovalRequest, type PendingCall, type StepResult, type TurnInput, TurnState } from "../../src/agent/state.ts";
import type { Outcome } from "../../src/homeassistant/receipts.ts";
import type { Resolution, ServiceCall } from "../../src/homeassistant/services.ts";
import { hashCall } from "../../src/security/policy.ts";
import { NOW } from "../storage/stores.ts";
import { smallHome } from "./home.ts";

const TURN: TurnInput = {
  ...{ turnId: "1", sessionId: "s", text: "do it", personId: "anna", personName: "Anna", role: "owner", language: "en" },
  ...{ isPrivate: true, replyText: undefined, channel: "telegram", origin: "person" },
};

const act = (id: string, service: string, entityId: readonly string[], toolCallId: string | undefined = `call-${id}`): PendingCall => ({
  kind: "act",
  id,
  toolCallId,
  call: { service, target: { entityId }, data: {} },
});

/** The real policy over a small home whose services take every call as it is, unless the test says otherwise. */
function openGate() {
  const home = smallHome();
  const run: { -readonly [Key in keyof Run]: Run[Key] } = { signal: new AbortController().signal, late: false, progress: () => {} };
  const world = {
    resolve: (call: ServiceCall): Resolution => ({
      ok: true,
      call: { service: call.service, entityIds: call.target.entityId ?? [], data: call.data },
    }),
    exists: (service: string) => service !== "light.explode",
    uncertain: new Set<string>(),
    run,
  };
  const services = { resolve: (call: ServiceCall) => world.resolve(call), exists: (service: string) => world.exists(service) };
  const lists = { allowedDomains: ["*"], restrictedDomains: [], blockedDomains: ["humidifier"], requireConfirmation: [] };
  const judge: Judge = createJudge({
    ...{ home, services, lists, clock: () => NOW },
    uncertainTargets: () => world.uncertain,
    runs: new Map([[TURN.turnId, run]]),
  });
  const gate = createGate({ services, judge });
  const decideAll = (calls: readonly PendingCall[], results: readonly StepResult[] = []) => gate.decide({ turn: TURN, calls, results });
  return { gate, judge, world, decideAll };
}

/** Gate and question as they stand in the turn's graph. */
function openGraph() {
  const { gate, world } = openGate();
  const graph = new StateGraph(TurnState)
    .addNode("gate", gate.decide)
    .addNode("ask", gate.ask)
    .addEdge(START, "gate")
    .addConditionalEdges("gate", ({ decisions }) => (decisions.some(({ kind }) => kind === "ask") ? "ask" : END), ["ask", END])
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  const questionsOf = (state: object) => (state as { __interrupt__?: { id: string; value: ApprovalRequest }[] }).__interrupt__ ?? [];
  let interruptId = "";
  return {
    world,
    start: async (calls: readonly PendingCall[]) => {
      const questions = questionsOf(await graph.invoke({ turn: TURN, calls }, config));
      interruptId = questions[0]?.id ?? "";
      return questions;
    },
    resume: async (answer: unknown) => {
      const state = await graph.invoke(new Command({ resume: { [interruptId]: answer } }), config);
      expect(questionsOf(state)).toEqual([]);
      return state;
    },
  };
}

const kinds = (state: { decisions: readonly { id: string; kind: string }[] }) => state.decisions.map(({ id, kind }) => `${id} ${kind}`);

describe("deciding", () => {
  it("lets go what policy allows, with the resolved call", () => {
    const { decideAll } = openGate();
    const { decisions, results, messages } = decideAll([act("a", "light.turn_on", ["light.bed_light"])]);
    const call = { service: "light.turn_on", entityIds: ["light.bed_light"], data: {} };
    expect(decisions).toEqual([{ kind: "go", id: "a", toolCallId: "call-a", call, approvalId: undefined, approvedHash: undefined }]);
    expect([results, messages]).toEqual([[], []]);
  });

  it("denies what policy denies, and tells the model not to try another way", () => {
    const { decideAll } = openGate();
    const { decisions, results, messages } = decideAll([act("a", "humidifier.turn_on", []), act("b", "light.explode", [])]);
    expect(decisions).toMatchObject([
      { kind: "denied", rule: "blocked_domain" },
      { kind: "denied", rule: "unknown_service" },
    ]);
    expect(results).toMatchObject([{ kind: "denied" }, { kind: "denied" }]);
    expect(messages.map((message) => [message.getType(), message.text])).toEqual(
      Array(2).fill([
        "tool",
        '{"ok":false,"error":"not_allowed","message":"This is not allowed in this home. Do not try it another way."}',
      ]),
    );
  });

  it("gives a wrong call back as data that helps to mend it", () => {
    const { decideAll, world } = openGate();
    const problem = { error: "unknown_target", message: "There is no light.bad.", nearest: ["light.bed_light"] } as const;
    world.resolve = () => ({ ok: false, problem });
    const { decisions, results, messages } = decideAll([act("a", "light.turn_on", ["light.bad"])]);
    expect(decisions).toEqual([{ kind: "problem", id: "a", toolCallId: "call-a", service: "light.turn_on", problem }]);
    expect(results).toEqual([{ kind: "problem", service: "light.turn_on", problem }]);
    expect(JSON.parse(messages[0]?.text ?? "")).toEqual({ ok: false, ...problem });
  });

  it("hints at no routine to somebody who may not read of them", () => {
    const { gate, world } = openGate();
    const nearest = ["script.away", "light.bed_light"];
    world.resolve = () => ({ ok: false, problem: { error: "unknown_target", message: "There is no script.awy.", nearest } });
    const hints = (role: TurnInput["role"]) =>
      gate
        .decide({ turn: { ...TURN, role }, calls: [act("a", "script.turn_on", ["script.awy"])], results: [] })
        .messages.map(({ text }) => JSON.parse(text).nearest);
    expect([hints("owner"), hints("adult"), hints("guest")]).toEqual([[nearest], [["light.bed_light"]], [["light.bed_light"]]]);
  });

  it("says nothing to a model that did not call: the recogniser's actions have no tool call", () => {
    const { decideAll, world } = openGate();
    world.resolve = () => ({ ok: false, problem: { error: "no_target", message: "which?" } });
    expect(decideAll([{ ...act("a", "light.turn_on", []), toolCallId: undefined } as PendingCall]).messages).toEqual([]);
  });

  it("passes reads by, and answers calls that could not be read at all", () => {
    const { decideAll } = openGate();
    const read: PendingCall = { kind: "read", id: "r", toolCallId: "call-r", tool: "get_entity_state", args: {} };
    const invalid: PendingCall = {
      kind: "invalid",
      id: "i",
      toolCallId: "call-i",
      tool: "nothing",
      result: { ok: false, error: "unknown_tool" },
    };
    const { decisions, results, messages } = decideAll([read, invalid]);
    expect([decisions, results]).toEqual([[], []]);
    expect(messages).toMatchObject([{ tool_call_id: "call-i", name: "nothing", content: '{"ok":false,"error":"unknown_tool"}' }]);
  });

  it.each([
    ["a lock", "lock.unlock", ["lock.front_door"], "risky_domain:lock"],
    ["a garage door", "cover.open_cover", ["cover.garage"], "entry_cover"],
    ["one lock among lights", "homeassistant.turn_on", ["light.bed_light", "lock.front_door"], "risky_domain:lock"],
  ])("holds back %s for a person's yes to exactly that", (_, service, entityIds, rule) => {
    const { decideAll } = openGate();
    const { decisions, results, messages } = decideAll([act("a", service, entityIds)]);
    const call = { service, entityIds, data: {} };
    expect(decisions).toEqual([{ kind: "ask", id: "a", toolCallId: "call-a", call, rule, hash: hashCall(call) }]);
    expect([results, messages]).toEqual([[], []]);
  });

  it("holds back what is late, and what had an unknown end in an earlier turn of the session", () => {
    const { decideAll, world } = openGate();
    world.uncertain = new Set(["light.bed_light"]);
    expect(
      decideAll([act("a", "light.turn_on", ["light.bed_light"]), act("b", "light.turn_on", ["light.kitchen"])]).decisions,
    ).toMatchObject([{ kind: "ask", rule: "unknown_before" }, { kind: "go" }]);
    world.uncertain = new Set();
    world.run.late = true;
    expect(decideAll([act("a", "light.turn_on", ["light.bed_light"])]).decisions).toMatchObject([{ kind: "ask", rule: "late" }]);
  });

  it("holds back what had an unknown end in this turn, until a later use ended well", () => {
    const { decideAll } = openGate();
    const ended = (outcome: Outcome, service = "light.turn_on"): StepResult => {
      const targets = [{ entityId: "light.bed_light", outcome, observed: {} }];
      const times = { startedAt: NOW, endedAt: NOW };
      return { kind: "receipt", receipt: { actionId: "x", service, data: {}, targets, contextId: undefined, error: undefined, ...times } };
    };
    const again = (...results: readonly StepResult[]) => kinds(decideAll([act("a", "light.turn_on", ["light.bed_light"])], results));
    expect(again(ended("done"))).toEqual(["a go"]);
    expect(again(ended("unknown"))).toEqual(["a ask"]);
    expect(again(ended("unknown", "light.turn_off"))).toEqual(["a go"]);
    expect(again(ended("unknown"), ended("already"))).toEqual(["a go"]);
  });

  it("decides each of many on its own, in their order", () => {
    const { decideAll } = openGate();
    const calls = [
      act("a", "light.turn_on", ["light.bed_light"]),
      act("b", "lock.unlock", ["lock.front_door"]),
      act("c", "humidifier.turn_on", []),
      act("d", "light.turn_on", ["light.kitchen"]),
    ];
    expect(kinds(decideAll(calls))).toEqual(["a go", "b ask", "c denied", "d go"]);
  });
});

describe("the judge", () => {
  it("takes a yes for exactly the call it was given to", () => {
    const { judge } = openGate();
    const call = { service: "lock.unlock", entityIds: ["lock.front_door"], data: {} };
    const other = { ...call, entityIds: ["lock.back_door"] };
    expect(judge(TURN, "a", call).outcome).toBe("confirm");
    expect(judge(TURN, "a", call, { approvedHash: hashCall(call) })).toMatchObject({
      outcome: "allow",
      rule: "risky_domain:lock:approved",
    });
    expect(judge(TURN, "a", other, { approvedHash: hashCall(call) }).outcome).toBe("confirm");
  });

  it("a turn without its run is an error, not a permission", () => {
    const { judge } = openGate();
    expect(() => judge({ ...TURN, turnId: "2" }, "a", { service: "light.turn_on", entityIds: [], data: {} })).toThrow("without its handle");
  });
});

describe("asking", () => {
  const FRONT = act("front", "lock.unlock", ["lock.front_door"]);
  const BACK = act("back", "lock.unlock", ["lock.back_door"]);
  const LIGHT = act("light", "light.turn_on", ["light.bed_light"]);

  it("is one question for all risky actions of a step, and none for the others", async () => {
    const { start } = openGraph();
    const questions = await start([FRONT, LIGHT, BACK]);
    expect(questions).toHaveLength(1);
    expect(questions[0]?.value.actions.map(({ actionId, rule, call }) => [actionId, rule, call.entityIds])).toEqual([
      ["front", "risky_domain:lock", ["lock.front_door"]],
      ["back", "risky_domain:lock", ["lock.back_door"]],
    ]);
  });

  it("does exactly what got a yes; the rest is declined, and the model is told", async () => {
    const { start, resume } = openGraph();
    await start([FRONT, LIGHT, BACK]);
    const state = await resume({ approvalId: "q", approved: ["back"] });
    expect(kinds(state)).toEqual(["front declined", "light go", "back go"]);
    const call = { service: "lock.unlock", entityIds: ["lock.back_door"], data: {} };
    expect(state.decisions[2]).toEqual({
      kind: "go",
      id: "back",
      toolCallId: "call-back",
      call,
      approvalId: "q",
      approvedHash: hashCall(call),
    });
    expect(state.results).toMatchObject([{ kind: "declined", call: { entityIds: ["lock.front_door"] } }]);
    expect(state.messages.map((message) => message.text)).toEqual([
      '{"ok":false,"error":"declined","message":"The person said no. Do not try it again."}',
    ]);
  });

  it.each([
    ["a no", []],
    ["ids that were not asked about", ["light", "someone", ""]],
  ])("%s declines all", async (_, approved) => {
    const { start, resume } = openGraph();
    await start([FRONT, BACK]);
    expect(kinds(await resume({ approvalId: "q", approved }))).toEqual(["front declined", "back declined"]);
  });

  it.each([
    ["nothing", null],
    ["a word", "yes"],
    ["a plain yes", true],
    ["no id of the question", { approved: ["front"] }],
    ["more than an answer", { approvalId: "q", approved: ["front"], all: true }],
    ["an answer of another shape", { approvalId: "q", approved: "front" }],
  ])("%s is no answer: nothing is done, and a good one still counts", async (_, answer) => {
    const { start, resume } = openGraph();
    await start([FRONT]);
    await expect(resume(answer)).rejects.toThrow();
    expect(kinds(await resume({ approvalId: "q", approved: ["front"] }))).toEqual(["front go"]);
  });

  it("a no stays a no when the action would not be asked about any more", async () => {
    const { start, resume, world } = openGraph();
    world.run.late = true;
    await start([LIGHT]);
    world.run.late = false;
    expect(kinds(await resume({ approvalId: "q", approved: [] }))).toEqual(["light declined"]);
  });

  it("what was allowed stays allowed when it would be asked about by now", async () => {
    const { start, resume, world } = openGraph();
    await start([LIGHT, FRONT]);
    world.run.late = true;
    expect(kinds(await resume({ approvalId: "q", approved: ["front"] }))).toEqual(["light go", "front go"]);
  });

  it("a yes is worth nothing for another call than the one that was shown", async () => {
    const { start, resume, world } = openGraph();
    const plain = world.resolve;
    await start([FRONT]);
    world.resolve = (call) => plain({ ...call, target: { entityId: ["lock.back_door", "lock.front_door"] } });
    const state = await resume({ approvalId: "q", approved: ["front"] });
    expect(state.decisions).toMatchObject([{ kind: "denied", rule: "overtaken", call: { entityIds: ["lock.front_door"] } }]);
    expect(state.results).toMatchObject([{ kind: "denied" }]);
  });

  it("a yes does not reach what is hidden or gone by then", async () => {
    const { start, resume, world } = openGraph();
    await start([FRONT]);
    world.resolve = () => ({ ok: false, problem: { error: "not_exposed", message: "hidden" } });
    expect(kinds(await resume({ approvalId: "q", approved: ["front"] }))).toEqual(["front problem"]);
  });

  it("a yes does not overrule a policy that denies by now", async () => {
    const { start, resume, world } = openGraph();
    await start([FRONT]);
    world.exists = () => false;
    expect((await resume({ approvalId: "q", approved: ["front"] })).decisions).toMatchObject([{ kind: "denied", rule: "unknown_service" }]);
  });
});
