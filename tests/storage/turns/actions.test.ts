import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../src/homeassistant/acting/acting.ts";
import { NOW, openStores } from "../stores.ts";

function openLedger() {
  const stores = openStores();
  const first = stores.addTurn("1", { status: "answered" });
  stores.addTurn("2", { status: "answered" });
  const receipt = (...targets: readonly [entityId: string, outcome: Outcome][]) => ({
    targets: targets.map(([entityId, outcome]) => ({ entityId, outcome, observed: {} })),
  });
  const uncertain = (service = "light.turn_on") => [...stores.actions.uncertainTargets(first.sessionId, service)].sort();
  return { ...stores, receipt, uncertain };
}

it("a use is claimed once", () => {
  const { actions, action, count } = openLedger();
  expect(actions.start(action("a"))).toBe(true);
  expect(actions.start(action("a"))).toBe(false);
  expect(actions.start(action("a", { service: "lock.unlock" }))).toBe(false);
  expect(count("actions")).toBe(1);
});

it("keeps what was called without its codes, by whom it was proposed and by which rule", () => {
  const { actions, action, database } = openLedger();
  actions.start(action("a", { data: { brightness_pct: 30, user: { code: "1234" } }, proposedBy: "recogniser" }));
  expect(database.sqlite.prepare("SELECT * FROM actions").get()).toEqual({
    ...{
      id: "a",
      turn_id: "1",
      approval_id: null,
      service: "light.turn_on",
      entity_ids: '["light.bed"]',
      data: '{"brightness_pct":30,"user":{"code":"•••"}}',
    },
    ...{ hash: "hash", effects: '["light"]', fingerprint: "fingerprint", proposed_by: "recogniser", rule: "free_domain" },
    ...{ started_at: NOW, ended_at: null, context_id: null, receipt: null },
  });
});

it("the first receipt stands", () => {
  const { actions, action, receipt, database } = openLedger();
  actions.start(action("a"));
  actions.end("a", receipt(["light.bed", "done"]), NOW + 1);
  actions.end("a", receipt(["light.bed", "failed"]), NOW + 2);
  expect(database.sqlite.prepare("SELECT ended_at, receipt FROM actions").get()).toEqual({
    ended_at: NOW + 1,
    receipt: JSON.stringify(receipt(["light.bed", "done"])),
  });
});

it("lists what a turn started and never ended", () => {
  const { actions, action, receipt } = openLedger();
  actions.start(action("a"));
  actions.start(action("b", { entityIds: ["light.one", "light.two"] }));
  actions.start(action("c", { turnId: "2" }));
  actions.end("a", receipt(["light.bed", "done"]), NOW);
  expect(actions.unfinished("1")).toEqual([{ id: "b", service: "light.turn_on", entityIds: ["light.one", "light.two"] }]);
});

describe("uncertain targets", () => {
  it("of a call for no thing are the empty id, until one like it ended well", () => {
    const { actions, action, receipt, uncertain } = openLedger();
    actions.start(action("a", { service: "notify.anna", entityIds: [] }));
    expect(uncertain("notify.anna")).toEqual([""]);
    actions.start(action("b", { service: "notify.anna", entityIds: [] }));
    actions.end("b", receipt(["", "sent"]), NOW);
    expect(uncertain("notify.anna")).toEqual([]);
  });

  it("are those of a started action without an end", () => {
    const { actions, action, uncertain } = openLedger();
    actions.start(action("a"));
    expect(uncertain()).toEqual(["light.bed"]);
    expect(uncertain("light.turn_off")).toEqual([]);
    expect([...actions.uncertainTargets("another session", "light.turn_on")]).toEqual([]);
  });

  it("are those whose receipt says so, not the others of the same call", () => {
    const { actions, action, receipt, uncertain } = openLedger();
    actions.start(action("a", { entityIds: ["light.one", "light.two"] }));
    actions.end("a", receipt(["light.one", "done"], ["light.two", "unknown"]), NOW);
    expect(uncertain()).toEqual(["light.two"]);
  });

  it("are certain again once a later use ended well", () => {
    const { actions, action, receipt, uncertain } = openLedger();
    actions.start(action("a", { entityIds: ["light.one", "light.two"] }));
    actions.start(action("b", { turnId: "2", entityIds: ["light.one"] }));
    actions.end("b", receipt(["light.one", "done"]), NOW + 1);
    expect(uncertain()).toEqual(["light.two"]);
  });

  it("are not those that a turn at work is busy with", () => {
    const { actions, action, addTurn, turns, uncertain } = openLedger();
    addTurn("3", { status: "running" });
    actions.start(action("a", { turnId: "3" }));
    expect(uncertain()).toEqual([]);
    turns.end("3", { status: "failed", answer: undefined, answerOrigin: undefined, model: undefined, at: NOW });
    expect(uncertain()).toEqual(["light.bed"]);
  });

  it("are not made by a text in a receipt that only looks like an outcome", () => {
    const { actions, action, uncertain } = openLedger();
    actions.start(action("a"));
    const observed = { state: "on", effect: '"outcome":"unknown"', outcome: "unknown" };
    actions.end("a", { targets: [{ entityId: "light.bed", outcome: "done", observed }] }, NOW);
    expect(uncertain()).toEqual([]);
  });
});
