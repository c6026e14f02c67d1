import { describe, expect, it } from "vitest";
import { hashOf, unlock } from "../../desk-world.ts";
import { kinds, openGraph } from "../../gate-world.ts";
import { act, TURN } from "../../judge-world.ts";

const FRONT = act("front", "lock.unlock", ["lock.front_door"]);
const LIGHT = act("light", "light.turn_on", ["light.bed_light"]);
const NIGHT = act("night", "script.turn_on", ["script.night"]);

/** A routine that unlocks the front door, as it was read. */
function withRoutine() {
  const graph = openGraph();
  const contents = (fingerprint: string, ...doors: readonly string[]) =>
    graph.world.routines.set("script.night", { fingerprint, inside: doors.map((door) => graph.inside("lock.unlock", door)) });
  contents("first", "lock.front_door");
  return { ...graph, contents };
}

describe("a yes to what has changed meanwhile is asked for again, and nothing of it is done:", () => {
  it("other contents of a routine, with what it does now", async () => {
    const { start, answer, actionsAsked, contents } = withRoutine();
    await start([NIGHT]);
    contents("second", "lock.front_door", "lock.back_door");
    expect(kinds(await answer(["night"]))).toEqual(["night ask"]);
    expect(actionsAsked()).toMatchObject([{ id: "night", changes: 1 }]);
    expect(actionsAsked()[0]?.effects.map(({ entityId }) => entityId)).toContain("lock.back_door");
    expect(kinds(await answer(["night"]))).toEqual(["night go"]);
  });

  it("also contents that do the same and are only written in another way", async () => {
    const { start, answer, contents } = withRoutine();
    await start([NIGHT]);
    contents("second", "lock.front_door");
    expect(kinds(await answer(["night"]))).toEqual(["night ask"]);
  });

  it("a garage that a toggle would now move the other way", async () => {
    const { start, answer, actionsAsked, world } = openGraph();
    world.states.set("cover.garage", "closed");
    await start([act("garage", "cover.toggle", ["cover.garage"])]);
    world.states.set("cover.garage", "open");
    expect(kinds(await answer(["garage"]))).toEqual(["garage ask"]);
    expect(actionsAsked()).toMatchObject([{ shown: { "cover.garage": "open" }, changes: 1 }]);
    expect(kinds(await answer(["garage"]))).toEqual(["garage go"]);
  });

  it("a door that is jammed by now", async () => {
    const { start, answer, world } = openGraph();
    await start([FRONT]);
    world.states.set("lock.front_door", "jammed");
    expect(kinds(await answer(["front"]))).toEqual(["front ask"]);
  });

  it("a yes to another call, whatever question it is of", async () => {
    const { start, resume, world } = openGraph();
    await start([FRONT]);
    world.evidence.set("q front", { hash: hashOf(unlock("lock.back_door")), by: [{ personId: "anna", role: "owner" }], pin: false });
    expect(kinds(await resume({ approvalId: "q", approved: ["front"] }))).toEqual(["front ask"]);
  });

  it("an asker who is no owner any more where one is needed", async () => {
    const { start, answer, actionsAsked, world } = openGraph();
    world.options.childrenMayAskOwners = true;
    await start([FRONT]);
    const mia = {
      name: "Anna",
      telegramUserId: "1",
      role: "child",
      haPerson: undefined,
      areas: [],
      until: undefined,
      language: undefined,
    } as const;
    world.people.set("anna", mia);
    expect(kinds(await answer(["front"]))).toEqual(["front ask"]);
    expect(actionsAsked()).toMatchObject([{ requirement: { by: "owner" } }]);
  });
});

describe("what has not changed in a way that matters goes with the first yes:", () => {
  it("the things of a room that were named, and not the lock that came into it since", async () => {
    const { start, answer, actionsAsked, world } = openGraph();
    const plain = world.resolve;
    let doors = ["lock.front_door"];
    world.resolve = (call) => plain(call.target.areaId ? { ...call, target: { entityId: doors } } : call);
    await start([act("hall", "lock.unlock", [], { areaId: ["hallway"] })]);
    doors = ["lock.back_door", "lock.front_door"];
    const { decisions } = await answer(["hall"]);
    expect(actionsAsked()).toEqual([]);
    expect(decisions).toMatchObject([{ kind: "go", approvalId: "q1", call: { entityIds: ["lock.front_door"] } }]);
  });

  it("a thing that is by now as it was asked for", async () => {
    const { start, answer, world } = openGraph();
    await start([FRONT]);
    world.states.set("lock.front_door", "unlocked");
    expect(kinds(await answer(["front"]))).toEqual(["front go"]);
  });

  it("a light that somebody has switched meanwhile", async () => {
    const { start, answer, world } = openGraph();
    world.run.late = true;
    await start([LIGHT]);
    world.states.set("light.bed_light", "off");
    expect(kinds(await answer(["light"]))).toEqual(["light go"]);
  });

  it("a routine whose things have other states", async () => {
    const { start, answer, world } = withRoutine();
    await start([NIGHT]);
    world.states.set("lock.front_door", "unlocked");
    expect(kinds(await answer(["night"]))).toEqual(["night go"]);
  });

  it("an hour that has passed, and actions that others did meanwhile", async () => {
    const { start, answer, world } = openGraph();
    await start([FRONT]);
    world.now += 60 * 60_000;
    world.recent = { unlock: 100 };
    expect(kinds(await answer(["front"]))).toEqual(["front go"]);
  });
});

describe("what changes again and again", () => {
  it("is asked about three times in all; then it is given up, and the model is told", async () => {
    const { start, answer, actionsAsked, contents } = withRoutine();
    await start([NIGHT]);
    for (const change of [1, 2]) {
      contents(`change ${change}`, "lock.front_door");
      await answer(["night"]);
      expect(actionsAsked()).toMatchObject([{ id: "night", changes: change }]);
    }
    contents("change 3", "lock.front_door");
    const state = await answer(["night"]);
    expect(actionsAsked()).toEqual([]);
    expect(state.results).toMatchObject([{ kind: "denied", id: "night", rule: "overtaken" }]);
    expect(state.decided.map(({ explanation }) => explanation.outcome)).toEqual(Array(4).fill("confirm"));
    expect(state.messages.map(({ text }) => text).join()).toContain("not_allowed");
  });

  it("can still be declined", async () => {
    const { start, answer, contents } = withRoutine();
    await start([NIGHT]);
    contents("second", "lock.front_door");
    await answer(["night"]);
    expect((await answer([])).results).toMatchObject([{ kind: "declined", id: "night" }]);
  });

  it("needs a yes of its own each time: the first one is worth nothing for it", async () => {
    const { start, answer, resume, contents } = withRoutine();
    await start([NIGHT]);
    contents("second", "lock.front_door");
    await answer(["night"]);
    expect(kinds(await resume({ approvalId: "q1", approved: ["night"] }))).toEqual(["night ask"]);
  });

  it("is judged by today's policy: what became free goes, what is forbidden by now does not", async () => {
    const free = withRoutine();
    await free.start([NIGHT]);
    free.world.routines.set("script.night", { fingerprint: "second", inside: [free.inside("light.turn_on", "light.bed_light")] });
    expect(kinds(await free.answer(["night"]))).toEqual(["night go"]);
    const forbidden = withRoutine();
    await forbidden.start([NIGHT]);
    forbidden.contents("second", "lock.front_door");
    forbidden.world.options.blockedDomains = ["lock"];
    expect((await forbidden.answer(["night"])).decisions).toMatchObject([{ kind: "denied", rule: "blocked_domain" }]);
  });
});

describe("beside an action that is asked about again", () => {
  it("the others of its question go, and those that were free before it too", async () => {
    const { start, answer, actionsAsked, contents } = withRoutine();
    await start([FRONT, LIGHT, NIGHT]);
    contents("second", "lock.front_door");
    expect(kinds(await answer(["front", "night"]))).toEqual(["front go", "light go", "night ask"]);
    expect(actionsAsked().map(({ id }) => id)).toEqual(["night"]);
  });

  it("what it does is read once for each yes", async () => {
    const { start, answer, world, contents } = withRoutine();
    await start([NIGHT]);
    for (const change of [1, 2, 3]) {
      contents(`change ${change}`, "lock.front_door");
      world.read = [];
      await answer(["night"]);
      expect(world.read).toEqual(["script.night"]);
    }
  });

  it("each judgement is for the record, the first and what came of the change", async () => {
    const { start, answer, contents } = withRoutine();
    await start([NIGHT]);
    contents("second", "lock.front_door");
    const again = await answer(["night"]);
    expect(again.decided.map(({ actionId, explanation }) => [actionId, explanation.outcome])).toEqual([
      ["night", "confirm"],
      ["night", "confirm"],
    ]);
    expect((await answer(["night"])).decided).toHaveLength(2);
  });
});

describe("who has to say yes", () => {
  const as = (role: typeof TURN.role, personId = role) => ({ turn: { ...TURN, role, personId } });

  it.each([
    ["adult", { by: "asker", people: 1, pin: false }],
    ["child", { by: "owner", people: 1, pin: false }],
  ] as const)("for an unlock of %s", async (role, requirement) => {
    const { start, actionsAsked, world } = openGraph();
    world.options.childrenMayAskOwners = true;
    await start([FRONT], as(role));
    expect(actionsAsked()).toMatchObject([{ requirement }]);
  });

  it("is another person too, and with the PIN, where the options say so", async () => {
    const { start, answer, actionsAsked, world } = openGraph();
    world.options.secondPersonEffects = ["unlock"];
    world.options.pinEffects = ["unlock"];
    await start([FRONT]);
    expect(actionsAsked()).toMatchObject([{ requirement: { by: "asker", people: 2, pin: true } }]);
    const both = [
      { personId: "anna", role: "owner" },
      { personId: "ben", role: "adult" },
    ] as const;
    expect(kinds(await answer(["front"], { by: both }))).toEqual(["front ask"]);
    expect(kinds(await answer(["front"], { pin: true }))).toEqual(["front ask"]);
    expect(kinds(await answer(["front"], { by: both, pin: true }))).toEqual(["front go"]);
  });
});
