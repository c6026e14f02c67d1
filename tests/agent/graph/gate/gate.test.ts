import { describe, expect, it } from "vitest";
import type { PendingCall, StepResult, TurnInput } from "../../../../src/agent/state.ts";
import type { Outcome } from "../../../../src/homeassistant/acting/acting.ts";
import type { EntityFacts } from "../../../../src/security/effects/action-facts.ts";
import { hashOf, unlock } from "../../desk-world.ts";
import { kinds, openGate, openGraph } from "../../gate-world.ts";
import { act, TURN } from "../../judge-world.ts";

const FRONT = act("front", "lock.unlock", ["lock.front_door"]);
const BACK = act("back", "lock.unlock", ["lock.back_door"]);
const LIGHT = act("light", "light.turn_on", ["light.bed_light"]);

describe("deciding", () => {
  it("lets go what policy allows, with the resolved call", async () => {
    const { decideAll } = openGate();
    const { decisions, results, messages } = await decideAll([act("a", "light.turn_on", ["light.bed_light"])]);
    const call = { service: "light.turn_on", entityIds: ["light.bed_light"], data: {} };
    const circumstances = { everything: false, jointTargets: 1, outside: undefined, before: {} };
    expect(decisions).toEqual([{ kind: "go", id: "a", toolCallId: "call-a", call, circumstances, approvalId: undefined }]);
    expect([results, messages]).toEqual([[], []]);
  });

  it("denies what policy denies, and tells the model not to try another way", async () => {
    const { decideAll } = openGate();
    const { decisions, results, messages } = await decideAll([act("a", "humidifier.turn_on", []), act("b", "light.explode", [])]);
    expect(decisions).toMatchObject([
      { kind: "denied", rule: "blocked_domain" },
      { kind: "denied", rule: "unknown_service" },
    ]);
    expect(results).toMatchObject([
      { kind: "denied", id: "a" },
      { kind: "denied", id: "b" },
    ]);
    expect(messages.map((message) => [message.getType(), message.text])).toEqual(
      Array(2).fill([
        "tool",
        '{"ok":false,"error":"not_allowed","message":"This is not allowed in this home. Do not try it another way."}',
      ]),
    );
  });

  it("gives a wrong call back as data that helps to mend it", async () => {
    const { decideAll, world } = openGate();
    const problem = { error: "unknown_target", message: "There is no light.bad.", nearest: ["light.bed_light"] } as const;
    world.resolve = () => ({ ok: false, problem });
    const { decisions, results, messages } = await decideAll([act("a", "light.turn_on", ["light.bad"])]);
    expect(decisions).toEqual([{ kind: "problem", id: "a", toolCallId: "call-a", service: "light.turn_on", problem }]);
    expect(results).toEqual([{ kind: "problem", id: "a", service: "light.turn_on", problem }]);
    expect(JSON.parse(messages[0]?.text ?? "")).toEqual({ ok: false, ...problem });
  });

  it("hints at no routine to somebody who may not read of them", async () => {
    const { decideAll, world } = openGate();
    const nearest = ["script.away", "light.bed_light"];
    world.resolve = () => ({ ok: false, problem: { error: "unknown_target", message: "There is no script.awy.", nearest } });
    const hints = async (role: TurnInput["role"]) => {
      const { messages } = await decideAll([act("a", "script.turn_on", ["script.awy"])], { turn: { ...TURN, role } });
      return messages.map(({ text }) => JSON.parse(text).nearest);
    };
    expect(await hints("owner")).toEqual([nearest]);
    for (const role of ["adult", "guest"] as const) expect(await hints(role)).toEqual([["light.bed_light"]]);
  });

  it("says nothing to a model that did not call: the recogniser's actions have no tool call", async () => {
    const { decideAll, world } = openGate();
    world.resolve = () => ({ ok: false, problem: { error: "no_target", message: "which?" } });
    const pending: PendingCall = { ...act("a", "light.turn_on", []), toolCallId: undefined };
    expect((await decideAll([pending])).messages).toEqual([]);
  });

  it("passes reads by, and answers calls that could not be read at all", async () => {
    const { decideAll } = openGate();
    const read: PendingCall = { kind: "read", id: "r", toolCallId: "call-r", tool: "get_entity_state", args: {} };
    const result = { ok: false, error: "unknown_tool" } as const;
    const invalid: PendingCall = { kind: "invalid", id: "i", toolCallId: "call-i", tool: "nothing", result };
    const { decisions, results, messages } = await decideAll([read, invalid]);
    expect([decisions, results]).toEqual([[], []]);
    expect(messages).toMatchObject([{ tool_call_id: "call-i", name: "nothing", content: '{"ok":false,"error":"unknown_tool"}' }]);
  });

  it.each([
    ["a lock", "lock.unlock", ["lock.front_door"], "unlock"],
    ["a garage door", "cover.open_cover", ["cover.garage"], "open_entry"],
    ["one lock among lights", "homeassistant.turn_on", ["light.bed_light", "lock.front_door"], "unlock"],
  ])("holds back %s for a person's yes to exactly that", async (_, service, entityIds, rule) => {
    const { decideAll, world } = openGate();
    world.options.blockedDomains = [];
    world.options.riskSystemAfterYes = true;
    const { decisions, results, messages } = await decideAll([act("a", service, entityIds)]);
    expect(decisions).toMatchObject([{ kind: "ask", id: "a", toolCallId: "call-a", call: { service, entityIds, data: {} }, changes: 0 }]);
    expect(decisions[0]).toMatchObject({ reasons: expect.arrayContaining([rule]), hash: expect.stringMatching(/^[\da-f]{64}$/) });
    expect([results, messages]).toEqual([[], []]);
  });

  it("holds back what is late, and what had an unknown end in an earlier turn of the session", async () => {
    const { decideAll, world } = openGate();
    world.uncertain = new Set(["light.bed_light"]);
    const both = [act("a", "light.turn_on", ["light.bed_light"]), act("b", "light.turn_on", ["light.kitchen"])];
    expect((await decideAll(both)).decisions).toMatchObject([{ kind: "ask", reasons: ["unknown_before"] }, { kind: "go" }]);
    world.uncertain = new Set();
    world.run.late = true;
    expect((await decideAll(both.slice(0, 1))).decisions).toMatchObject([{ kind: "ask", reasons: ["late"] }]);
  });

  it("holds back what had an unknown end in this turn, until a later use ended well", async () => {
    const { decideAll } = openGate();
    const again = async (...ends: readonly [Outcome, string?][]) => {
      const results = ends.map(([outcome, service]) => ended(outcome, service));
      return kinds(await decideAll([act("a", "light.turn_on", ["light.bed_light"])], { results }));
    };
    expect(await again(["done"])).toEqual(["a go"]);
    expect(await again(["unknown"])).toEqual(["a ask"]);
    expect(await again(["unknown", "light.turn_off"])).toEqual(["a go"]);
    expect(await again(["unknown"], ["already"])).toEqual(["a go"]);
  });

  it("holds back a call for no thing too, after one like it whose end is unknown", async () => {
    const { decideAll, world } = openGate();
    world.options.effectRules = [{ effect: "message-out", decision: "allow" }];
    const notify = [act("a", "notify.anna", [])];
    expect(kinds(await decideAll(notify))).toEqual(["a go"]);
    const results = [ended("unknown", "notify.anna", "")];
    expect((await decideAll(notify, { results })).decisions).toMatchObject([{ kind: "ask", reasons: ["unknown_before"] }]);
    world.uncertain.add("");
    expect((await decideAll(notify)).decisions).toMatchObject([{ kind: "ask", reasons: ["unknown_before"] }]);
  });

  it("decides each of many on its own, in their order", async () => {
    const { decideAll } = openGate();
    const calls = [
      act("a", "light.turn_on", ["light.bed_light"]),
      act("b", "lock.unlock", ["lock.front_door"]),
      act("c", "humidifier.turn_on", []),
      act("d", "light.turn_on", ["light.kitchen"]),
    ];
    expect(kinds(await decideAll(calls))).toEqual(["a go", "b ask", "c denied", "d go"]);
  });

  it("tells how each was judged, for the record", async () => {
    const { decideAll } = openGate();
    const { decided } = await decideAll([FRONT, LIGHT, act("c", "humidifier.turn_on", [])]);
    expect(decided.map(({ actionId, call, explanation }) => [actionId, call.service, explanation.outcome, explanation.rule])).toEqual([
      ["front", "lock.unlock", "confirm", "unlock"],
      ["light", "light.turn_on", "allow", "free"],
      ["c", "humidifier.turn_on", "deny", "blocked_domain"],
    ]);
  });
});

describe("what is so already", () => {
  const openAsking = () => {
    const opened = openGate();
    opened.world.options.requireConfirmation = ["lock.lock"];
    return opened;
  };
  const LOCK = act("lock", "lock.lock", ["lock.front_door"]);

  it("is not asked about, and the model is told", async () => {
    const { decideAll } = openAsking();
    const { decisions, results, messages, decided } = await decideAll([LOCK]);
    const targets = [{ entityId: "lock.front_door", outcome: "already", observed: { state: "locked" } }];
    expect(decisions).toMatchObject([{ kind: "already", id: "lock", call: { service: "lock.lock" } }]);
    expect(results).toMatchObject([{ kind: "receipt", id: "lock", receipt: { actionId: "lock", service: "lock.lock", targets } }]);
    expect(messages).toMatchObject([{ tool_call_id: "call-lock" }]);
    expect(JSON.parse(messages[0]?.text ?? "")).toMatchObject({ ok: true, results: [{ name: "Front Door", outcome: "already" }] });
    // nothing was decided or done that would count or be explained
    expect(decided).toEqual([]);
  });

  it("is refused all the same to who may not do it, and a free action is left to the one who does it", async () => {
    const { decideAll, world } = openAsking();
    world.states.set("light.bed_light", "on");
    expect(kinds(await decideAll([LOCK], { turn: { ...TURN, role: "guest" } }))).toEqual(["lock denied"]);
    expect(kinds(await decideAll([LIGHT]))).toEqual(["light go"]);
  });

  it("is asked about where one of several is not so, where the state is assumed, and where the home is away", async () => {
    const { decideAll, world, home } = openAsking();
    world.states.set("lock.back_door", "unlocked");
    expect(kinds(await decideAll([act("both", "lock.lock", ["lock.front_door", "lock.back_door"])]))).toEqual(["both ask"]);
    Object.assign(home.known("lock.front_door")?.state.attributes ?? {}, { assumed_state: true });
    expect(kinds(await decideAll([LOCK]))).toEqual(["lock ask"]);
    Object.assign(home.known("lock.front_door")?.state.attributes ?? {}, { assumed_state: false });
    expect(kinds(await decideAll([LOCK]))).toEqual(["lock already"]);
    Object.assign(home, { ready: false });
    expect(kinds(await decideAll([LOCK]))).toEqual(["lock ask"]);
  });

  it("is asked about when something before it in the step reaches the same thing", async () => {
    const { decideAll } = openAsking();
    expect(kinds(await decideAll([FRONT, LOCK]))).toEqual(["front ask", "lock ask"]);
    expect(kinds(await decideAll([LOCK, FRONT]))).toEqual(["lock already", "front ask"]);
    const { decideAll: decideOther, world, inside } = openAsking();
    world.routines.set("script.in", { fingerprint: "1", inside: [inside("lock.unlock", "lock.front_door")] });
    expect(kinds(await decideOther([act("in", "script.turn_on", ["script.in"]), LOCK]))).toEqual(["in ask", "lock ask"]);
  });
});

describe("the same call twice in a step", () => {
  const AGAIN = { ...FRONT, id: "again", toolCallId: "call-again" };

  it("is one: asked about once, done once, and both of the model's calls get the result", async () => {
    const { start, actionsAsked, answer } = openGraph();
    await start([FRONT, BACK, AGAIN]);
    expect(actionsAsked().map(({ id }) => id)).toEqual(["front", "back"]);
    const state = await answer(["back"]);
    expect(kinds(state)).toEqual(["front declined", "back go"]);
    expect(state.messages).toMatchObject([{ tool_call_id: "call-front" }, { tool_call_id: "call-again" }]);
  });

  it("goes on to who does it as one, and a refusal answers both", async () => {
    const { decideAll } = openGate();
    const { decisions } = await decideAll([LIGHT, { ...LIGHT, id: "more", toolCallId: "call-more" }]);
    expect(decisions).toMatchObject([{ kind: "go", id: "light", repeats: ["call-more"] }]);
    const { messages } = await decideAll([FRONT, AGAIN], { turn: { ...TURN, role: "guest" } });
    expect(messages).toMatchObject([{ tool_call_id: "call-front" }, { tool_call_id: "call-again" }]);
  });

  it("is not one with a call for something else, or with other arguments", async () => {
    const { decideAll } = openGate();
    const dimmed = { ...LIGHT, id: "dim", call: { ...LIGHT.call, data: { brightness_pct: 30 } } };
    expect(kinds(await decideAll([LIGHT, dimmed, FRONT, BACK]))).toEqual(["light go", "dim go", "front ask", "back ask"]);
  });
});

describe("a routine that does a great deal", () => {
  const doors = Array.from({ length: 80 }, (_, index) => `lock.door_${index}`);
  const found = async () => {
    const graph = openGate();
    const targets = doors.map((entityId) => ({ ...graph.inside("lock.unlock", "lock.front_door").targets[0], entityId }) as EntityFacts);
    const inside = [{ ...graph.inside("lock.unlock"), targets }, graph.inside("light.turn_on", "light.bed_light")];
    graph.world.routines.set("script.night", { fingerprint: "first", inside });
    return { ...graph, ...(await graph.decideAll([act("night", "script.turn_on", ["script.night"])])) };
  };

  it("is asked about and recorded with its worst fifty findings, one of each effect, and how many there are", async () => {
    const { decisions, decided } = await found();
    const [asked] = decisions.flatMap((decision) => (decision.kind === "ask" ? [decision] : []));
    const distinct = ["unlock", "light", "routine"];
    expect([...new Set(asked?.effects.map(({ effect }) => effect))]).toEqual(distinct);
    expect(asked?.effects.length).toBe(52);
    expect(asked?.beyond).toMatchObject({ unlock: 80, light: 1 });
    expect(decided[0]?.explanation.facts.effects).toEqual(asked?.effects);
    expect(decided[0]?.effectsFound).toBe(82);
  });

  it("is bound to all of them: the same yes holds for no other door, though the question does not show it", async () => {
    const { decisions, judge, world } = await found();
    const [asked] = decisions.flatMap((decision) => (decision.kind === "ask" ? [decision] : []));
    const [first] = world.routines.get("script.night")?.inside ?? [];
    if (!asked || !first) throw new Error("nothing was asked");
    world.routines.set("script.night", { fingerprint: "first", inside: [{ ...first, targets: first.targets.slice(0, 79) }] });
    expect((await judge(TURN, asked)).hash).not.toBe(asked.hash);
  });
});

describe("several actions together", () => {
  const lights = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => act(`l${from + index}`, "light.turn_on", [`light.l${from + index}`]));
  const receipts = (count: number): readonly StepResult[] =>
    Array.from({ length: count }, (_, index) => ended("done", "light.turn_on", `light.l${index}`));

  it("of a step weigh as much as one for all of them", async () => {
    const { decideAll } = openGate();
    expect(kinds(await decideAll(lights(10)))).toEqual(lights(10).map(({ id }) => `${id} go`));
    const { decisions } = await decideAll(lights(11));
    expect(kinds({ decisions })).toEqual(lights(11).map(({ id }) => `${id} ask`));
    expect(decisions[0]).toMatchObject({ reasons: ["many_targets"], circumstances: { jointTargets: 11 } });
  });

  it("of earlier steps count too, each thing once", async () => {
    const { decideAll } = openGate();
    const results = receipts(8);
    expect(kinds(await decideAll(lights(2, 8), { results }))).toEqual(["l8 go", "l9 go"]);
    expect(kinds(await decideAll(lights(3, 8), { results }))).toEqual(["l8 ask", "l9 ask", "l10 ask"]);
    expect(kinds(await decideAll(lights(8), { results }))).toEqual(lights(8).map(({ id }) => `${id} go`));
  });

  it("`all` asks, however few that are", async () => {
    const { decideAll, world } = openGate();
    const plain = world.resolve;
    world.resolve = (call) => ({ ...plain(call), everything: true });
    expect((await decideAll([LIGHT])).decisions).toMatchObject([
      { kind: "ask", reasons: ["everything"], circumstances: { everything: true } },
    ]);
  });

  it("that were done often in the last minutes ask", async () => {
    const { decideAll, world } = openGate();
    world.recent = { light: 20 };
    expect((await decideAll([LIGHT])).decisions).toMatchObject([{ kind: "ask", reasons: ["rate"] }]);
    world.recent = { light: 19, media: 20 };
    expect(kinds(await decideAll([LIGHT]))).toEqual(["light go"]);
  });
});

describe("the judge", () => {
  const circumstances = { everything: false, jointTargets: 1, outside: undefined, before: {} };
  const call = unlock("lock.front_door");

  it("takes a yes for exactly the call it was given to", async () => {
    const { judge, world } = openGate();
    world.evidence.set("q a", { hash: hashOf(call), by: [{ personId: "anna", role: "owner" }], pin: false });
    const verdict = async (what = call, approvalId?: string) =>
      (await judge(TURN, { id: "a", call: what, circumstances, approvalId })).verdict;
    expect((await verdict()).outcome).toBe("confirm");
    expect(await verdict(call, "q")).toMatchObject({ outcome: "allow", rule: "unlock:approved" });
    expect((await verdict(unlock("lock.back_door"), "q")).outcome).toBe("confirm");
    expect((await verdict(call, "another question")).outcome).toBe("confirm");
  });

  it("a turn without its run is an error, not a permission", async () => {
    const { judge } = openGate();
    const turn = { ...TURN, turnId: "2" };
    await expect(judge(turn, { id: "a", call, circumstances })).rejects.toThrow("without its handle");
  });
});

describe("asking", () => {
  it("is one question for all risky actions of a step, and none for the others", async () => {
    const { start, actionsAsked } = openGraph();
    expect(await start([FRONT, LIGHT, BACK])).toHaveLength(1);
    expect(actionsAsked().map(({ id, reasons, call, shown }) => [id, reasons, call.entityIds, shown])).toEqual([
      ["front", ["unlock"], ["lock.front_door"], { "lock.front_door": "locked" }],
      ["back", ["unlock"], ["lock.back_door"], { "lock.back_door": "locked" }],
    ]);
  });

  it("does exactly what got a yes; the rest is declined, and the model is told", async () => {
    const { start, answer } = openGraph();
    await start([FRONT, LIGHT, BACK]);
    const state = await answer(["back"]);
    expect(kinds(state)).toEqual(["front declined", "light go", "back go"]);
    expect(state.decisions[2]).toMatchObject({ kind: "go", toolCallId: "call-back", call: unlock("lock.back_door"), approvalId: "q1" });
    expect(state.results).toMatchObject([{ kind: "declined", id: "front", call: { entityIds: ["lock.front_door"] } }]);
    expect(state.messages.map((message) => message.text)).toEqual([
      '{"ok":false,"error":"declined","message":"The person said no. Do not try it again."}',
    ]);
  });

  it.each([
    ["a no", []],
    ["ids that were not asked about", ["light", "someone", ""]],
  ])("%s declines all", async (_, approved) => {
    const { start, answer } = openGraph();
    await start([FRONT, BACK]);
    expect(kinds(await answer(approved))).toEqual(["front declined", "back declined"]);
  });

  it.each([
    ["nothing", null],
    ["a word", "yes"],
    ["a plain yes", true],
    ["no id of the question", { approved: ["front"] }],
    ["more than an answer", { approvalId: "q", approved: ["front"], all: true }],
    ["an answer of another shape", { approvalId: "q", approved: "front" }],
  ])("%s is no answer: nothing is done, and a good one still counts", async (_, bad) => {
    const { start, resume, answer } = openGraph();
    await start([FRONT]);
    await expect(resume(bad)).rejects.toThrow();
    expect(kinds(await answer(["front"]))).toEqual(["front go"]);
  });

  it("a yes that nobody wrote down is none: it is asked again", async () => {
    const { start, resume } = openGraph();
    await start([FRONT]);
    expect(kinds(await resume({ approvalId: "forged", approved: ["front"] }))).toEqual(["front ask"]);
  });

  it("a no stays a no when the action would not be asked about any more", async () => {
    const { start, answer, world } = openGraph();
    world.run.late = true;
    await start([LIGHT]);
    world.run.late = false;
    expect(kinds(await answer([]))).toEqual(["light declined"]);
  });

  it("what was allowed stays allowed when it would be asked about by now", async () => {
    const { start, answer, world } = openGraph();
    await start([LIGHT, FRONT]);
    world.run.late = true;
    expect(kinds(await answer(["front"]))).toEqual(["light go", "front go"]);
  });

  it("a yes does not reach what is hidden or gone by then", async () => {
    const { start, answer, world } = openGraph();
    await start([FRONT]);
    world.resolve = () => ({ ok: false, problem: { error: "not_exposed", message: "hidden" } });
    expect(kinds(await answer(["front"]))).toEqual(["front problem"]);
  });

  it("a yes does not overrule a policy that denies by now", async () => {
    const { start, answer, world } = openGraph();
    await start([FRONT]);
    world.exists = () => false;
    expect((await answer(["front"])).decisions).toMatchObject([{ kind: "denied", rule: "unknown_service" }]);
  });
});

function ended(outcome: Outcome, service = "light.turn_on", entityId = "light.bed_light"): StepResult {
  const receipt = { actionId: "x", service, data: {}, targets: [{ entityId, outcome, observed: {} }], contextId: undefined };
  return { kind: "receipt", id: `${entityId} ${outcome}`, receipt: { ...receipt, error: undefined, startedAt: 0, endedAt: 0 } };
}
