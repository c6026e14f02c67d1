import { expect, it } from "vitest";
import { createJudge } from "../../src/agent/gate.ts";
import type { Run } from "../../src/agent/runs.ts";
import type { GateDecision, TurnInput } from "../../src/agent/state.ts";
import { createActStep } from "../../src/agent/steps.ts";
import type { ResolvedCall } from "../../src/homeassistant/services.ts";
import { hashCall } from "../../src/security/policy.ts";
import { NOW, openStores } from "../storage/stores.ts";
import { smallHome } from "./home.ts";

const LIGHT: ResolvedCall = { service: "light.turn_on", entityIds: ["light.bed_light"], data: {} };
const LOCK: ResolvedCall = { service: "lock.unlock", entityIds: ["lock.front_door"], data: {} };

/** The act step over the real ledger and policy; what it does to the house is only counted. */
function openStep() {
  const stores = openStores();
  const { sessionId } = stores.addTurn("1", { status: "running" });
  const turn: TurnInput = {
    ...{ turnId: "1", sessionId, text: "do it", personId: "anna", personName: "Anna", role: "owner", language: "en" },
    ...{ isPrivate: true, replyText: undefined, channel: "telegram", origin: "person" },
  };
  const home = smallHome();
  const run: Run = { signal: new AbortController().signal, late: false, progress: () => {} };
  const runs = new Map([["1", run]]);
  const lists = { allowedDomains: ["*"], restrictedDomains: [], blockedDomains: [], requireConfirmation: [] };
  const services = { exists: () => true, resolve: () => ({ ok: true as const, call: LIGHT }) };
  const judge = createJudge({ home, services, lists, uncertainTargets: stores.actions.uncertainTargets, runs, clock: () => NOW });
  const done: string[] = [];
  const act = createActStep({
    ...{ home, judge, ledger: stores.actions, runs, clock: () => NOW },
    actor: {
      act: async ({ actionId, call }) => {
        done.push(actionId);
        const targets = call.entityIds.map((entityId) => ({ entityId, outcome: "done" as const, observed: { state: "on" } }));
        return { actionId, service: call.service, data: {}, targets, contextId: "c", error: undefined, startedAt: NOW, endedAt: NOW };
      },
    },
  });
  const go = (id: string, call: ResolvedCall, approvedHash?: string): Promise<string[]> => {
    const decision: GateDecision & { kind: "go" } = { kind: "go", id, toolCallId: "t", call, approvalId: undefined, approvedHash };
    return act({ turn, chain: [decision], path: "model" }).then(({ results = [] }) =>
      results.map((result) => (result.kind === "receipt" ? result.receipt.targets.map(({ outcome }) => outcome).join() : result.kind)),
    );
  };
  const chain = async (ids: readonly string[]): Promise<string[]> => {
    const decisions = ids.map((id) => ({
      kind: "go" as const,
      id,
      toolCallId: id,
      call: LIGHT,
      approvalId: undefined,
      approvedHash: undefined,
    }));
    const { results = [] } = await act({ turn, chain: decisions, path: "model" });
    return results.flatMap((result) => (result.kind === "receipt" ? result.receipt.targets.map(({ outcome }) => outcome) : result.kind));
  };
  return { ...stores, go, chain, done };
}

it("writes the ledger first, then acts, once", async () => {
  const { go, done, actions } = openStep();
  expect(await go("a", LIGHT)).toEqual(["done"]);
  expect(actions.unfinished("1")).toEqual([{ id: "a", service: "light.turn_on", entityIds: ["light.bed_light"] }]);
  expect(done).toEqual(["a"]);
});

it("an action that an earlier run of the turn began is told as unknown: neither done again nor called forbidden", async () => {
  const { go, done, actions, action } = openStep();
  actions.start(action("a"));
  expect(await go("a", LIGHT)).toEqual(["unknown"]);
  expect(done).toEqual([]);
});

it("the same thing may be used again in a turn: what it has done is no doubt", async () => {
  const { go, done } = openStep();
  expect([await go("a", LIGHT), await go("b", LIGHT)]).toEqual([["done"], ["done"]]);
  expect(done).toEqual(["a", "b"]);
});

it("does nothing without a yes to exactly that call, and writes nothing down", async () => {
  const { go, done, count } = openStep();
  expect(await go("a", LOCK)).toEqual(["denied"]);
  expect(await go("a", LOCK, hashCall({ ...LOCK, entityIds: ["lock.back_door"] }))).toEqual(["denied"]);
  expect([done, count("actions")]).toEqual([[], 0]);
  expect(await go("a", LOCK, hashCall(LOCK))).toEqual(["done"]);
});

it("does nothing that cannot be written down first", async () => {
  const { go, done, database } = openStep();
  database.sqlite.pragma("query_only = ON");
  await expect(go("a", LIGHT)).rejects.toThrow("readonly");
  expect(done).toEqual([]);
});

it("a chain that is begun again after a crash tells what its first actions came to, and does not repeat what may have been done", async () => {
  const { go, chain, done, actions, action, database } = openStep();
  await go("first", LIGHT);
  const targets = [{ entityId: "light.bed_light", outcome: "done", observed: {} }];
  database.transaction(() => actions.end("first", { actionId: "first", service: "light.turn_on", data: {}, targets }, NOW));
  actions.start(action("second"));
  expect(await chain(["first", "second", "third"])).toEqual(["done", "unknown", "denied"]);
  expect(done).toEqual(["first"]);
});
