import { describe, expect, it } from "vitest";
import { ANNA, MINUTE, NOW, openStores } from "../stores.ts";

/** Anna's turn `1` and Ben's turn `2`. */
function openPast() {
  const stores = openStores();
  stores.addTurn("1");
  stores.addTurn("2", { personId: "ben", personName: "Ben", channel: "terminal" });
  const ids = (wanted: Partial<Parameters<typeof stores.actions.list>[0]> = {}) =>
    stores.actions.list({ limit: 10, ...wanted }).map(({ id }) => id);
  const receipt = (contextId: string | undefined, outcome = "done") => ({
    ...{ actionId: "a", service: "light.turn_on", data: {}, contextId, error: undefined, startedAt: NOW, endedAt: NOW + 1 },
    targets: [{ entityId: "light.bed", outcome, observed: { state: "on" } }],
  });
  return { ...stores, ids, receipt };
}

it("tells what was done: by whom, on whose yes, and how it ended", () => {
  const { actions, action, ask, approvals, receipt } = openPast();
  const asked = { actionId: "a", hash: "h", service: "lock.unlock", entityIds: ["lock.front"], data: {}, effects: ["unlock"] };
  ask("q", { actions: [asked], peopleNeeded: 2 });
  approvals.vote("q", { personId: "someone", role: "owner", pin: false, choice: ["a"], at: NOW });
  approvals.vote("q", { personId: "carl", role: "adult", pin: false, choice: [], at: NOW + 1 });
  approvals.answer("q", ["a"], { ...ANNA, personId: "ben" }, NOW + 2);
  const unlock = { approvalId: "q", service: "lock.unlock", entityIds: ["lock.front"], data: { code: "1", speed: 2 }, effects: ["unlock"] };
  actions.start(action("a", { ...unlock, rule: "effect:unlock:approved" }));
  expect(actions.list({ limit: 1 })).toEqual([
    {
      ...{ row: 1, id: "a", at: NOW, endedAt: undefined, turnId: "1", personId: "anna", personName: "Anna", channel: "telegram" },
      ...{ service: "lock.unlock", entityIds: ["lock.front"], data: { code: "•••", speed: 2 }, effects: ["unlock"] },
      ...{ rule: "effect:unlock:approved", proposedBy: "model", receipt: undefined },
      approvedBy: [
        { personId: "someone", name: "someone" },
        { personId: "ben", name: "Ben" },
      ],
    },
  ]);
  actions.end("a", receipt("c1"), NOW + 1);
  expect(actions.list({ limit: 1 })[0]).toMatchObject({ endedAt: NOW + 1, receipt: { contextId: "c1", targets: [{ outcome: "done" }] } });
});

describe("the list", () => {
  it("is newest first and ends at its limit", () => {
    const { actions, action, ids } = openPast();
    actions.start(action("second", { at: NOW + 1 }));
    actions.start(action("first"));
    actions.start(action("third", { at: NOW + 1 }));
    expect(ids()).toEqual(["third", "second", "first"]);
    expect(ids({ limit: 2 })).toEqual(["third", "second"]);
  });

  it("is of a time, both ends included", () => {
    const { actions, action, ids } = openPast();
    for (const minute of [0, 1, 2, 3]) actions.start(action(`${minute}`, { at: NOW + minute * MINUTE }));
    expect(ids({ since: NOW + MINUTE, until: NOW + 2 * MINUTE })).toEqual(["2", "1"]);
    expect(ids({ since: NOW + 4 * MINUTE })).toEqual([]);
  });

  it("is of some entities by their whole ids", () => {
    const { actions, action, ids } = openPast();
    actions.start(action("bed", { entityIds: ["light.bed"] }));
    actions.start(action("bedroom", { entityIds: ["light.bedroom", "light.hall"] }));
    actions.start(action("none", { entityIds: [] }));
    expect(ids({ entityIds: ["light.bed"] })).toEqual(["bed"]);
    expect(ids({ entityIds: ["light.hall", "light.bed"] })).toEqual(["bedroom", "bed"]);
    expect(ids({ entityIds: [] })).toEqual([]);
  });

  it("is of one who asked", () => {
    const { actions, action, ids } = openPast();
    actions.start(action("a"));
    actions.start(action("b", { turnId: "2" }));
    expect(ids({ personId: "ben" })).toEqual(["b"]);
    expect(ids({ personId: "nobody" })).toEqual([]);
  });
});

it("finds actions by Home Assistant's context of their call, and none for a context of others", () => {
  const { actions, action, receipt } = openPast();
  for (const id of ["a", "b", "c"]) actions.start(action(id));
  actions.end("a", receipt("c1"), NOW);
  actions.end("b", receipt("c2"), NOW);
  actions.end("c", receipt(undefined), NOW);
  const found = actions.byContext(["c2", "c1", "somebody's"]);
  expect([...found].map(([context, { id }]) => [context, id]).sort()).toEqual([
    ["c1", "a"],
    ["c2", "b"],
  ]);
  expect(actions.byContext([]).size).toBe(0);
});

it("counts started actions by effect from a time on", () => {
  const { actions, action } = openPast();
  actions.start(action("old", { effects: ["unlock"], at: NOW - 1 }));
  actions.start(action("a", { effects: ["unlock", "light"] }));
  actions.start(action("b", { effects: ["light"], turnId: "2", at: NOW + 1 }));
  expect(actions.recentEffects(NOW)).toEqual({ unlock: 1, light: 2 });
  expect(actions.recentEffects(NOW + 2)).toEqual({});
  expect(actions.recentEffects(NOW, "1")).toEqual({ light: 1 });
});
