import { expect, it } from "vitest";
import { createRunRecord } from "../../../src/agent/graph/final-state.ts";
import type { DecisionRecord } from "../../../src/agent/state.ts";
import { explain } from "../../../src/security/policy/policy.ts";
import type { TurnRow } from "../../../src/storage/turns/turns.ts";
import { inputFor } from "../../security/decisions.ts";
import { NOW, openStores } from "../../storage/stores.ts";
import { smallHome } from "../home.ts";

const record = (actionId: string, service: string, entityId: string, effect: "light" | "unlock"): DecisionRecord => ({
  actionId,
  at: NOW,
  call: { service, entityIds: [entityId], data: { code: "4711" } },
  explanation: explain(inputFor(service, [entityId], { effects: [effect, effect] })),
  effectsFound: 2,
});
const LIGHT = record("a", "light.turn_on", "light.bed", "light");
const LOCK = record("b", "lock.unlock", "lock.front", "unlock");

function open() {
  const stores = openStores();
  const turn = stores.addTurn("1", { status: "running" });
  const recordRun = createRunRecord({ ...stores, home: smallHome(), clock: () => NOW });
  const write = (of: TurnRow, decided: readonly DecisionRecord[]) => recordRun(of, { decided });
  const recorded = () =>
    stores.audit
      .decisions({ turnId: "1", limit: 100 })
      .map(({ actionId, outcome, rule }) => [actionId, outcome, rule])
      .reverse();
  return { ...stores, turn, write, recorded };
}

it("writes down each decision with what was done to what, why, and what it rested on", () => {
  const { write, turn, recorded, database } = open();
  write(turn, [LIGHT, LOCK]);
  expect(recorded()).toEqual([
    ["a", "allow", "free"],
    ["b", "confirm", "unlock"],
  ]);
  const row = database.sqlite.prepare("SELECT person_id, service, entity_ids, effects FROM audit_log WHERE action_id = 'b'").get();
  expect(row).toEqual({ person_id: "anna", service: "lock.unlock", entity_ids: '["lock.front"]', effects: '["unlock"]' });
});

it("writes each once: what stood in the middle of the turn is not written again at its end", () => {
  const { write, turn, recorded } = open();
  write(turn, [LIGHT]);
  write(turn, [LIGHT, LOCK]);
  write(turn, [LIGHT, LOCK]);
  expect(recorded().map(([actionId]) => actionId)).toEqual(["a", "b"]);
});

it("writes nothing twice either when the texts of the first ones were erased meanwhile", async () => {
  const { write, turn, recorded, count, forget } = open();
  write(turn, [LIGHT, LOCK]);
  await forget("anna", { kind: "turn", turnId: "1" });
  write(turn, [LIGHT, LOCK, LIGHT]);
  expect(recorded().map(([actionId]) => actionId)).toEqual(["a"]);
  expect(count("audit_log")).toBe(3);
});

it("keeps both judgements of an action that was asked about twice", () => {
  const { write, turn, recorded } = open();
  write(turn, [LOCK]);
  write(turn, [LOCK, LOCK]);
  expect(recorded().map(([actionId]) => actionId)).toEqual(["b", "b"]);
});

it("writes nothing for a turn without actions, and no code", () => {
  const { write, turn, recorded, database } = open();
  write(turn, []);
  expect(recorded()).toEqual([]);
  write(turn, [LOCK]);
  const details = database.sqlite.prepare<[], { detail: string }>("SELECT detail FROM audit_log").all();
  expect(details.map(({ detail }) => detail).join()).not.toContain("4711");
});

it("joins the transaction that it stands in", () => {
  const { write, turn, recorded, database } = open();
  expect(() =>
    database.transaction(() => {
      write(turn, [LIGHT]);
      throw new Error("undone");
    }),
  ).toThrow("undone");
  expect(recorded()).toEqual([]);
});
