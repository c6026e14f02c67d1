import { expect, it } from "vitest";
import { CHAT, MINUTE, NOW, openStores } from "./stores.ts";

function openApprovals() {
  const stores = openStores();
  stores.addTurn("1");
  const ask = (id: string, createdAt = NOW) => {
    const asked = { actionId: "a1", hash: "h1", service: "lock.unlock", entityIds: ["lock.front"], data: { code: "1" } };
    const approval = { ...CHAT, id, turnId: "1", interruptId: "i", personId: "anna", question: "Unlock?", actions: [asked], createdAt };
    stores.approvals.insert(approval);
    return approval;
  };
  return { ...stores, ask };
}

it("gives back what was put in without its codes, open and without an end of its time", () => {
  const { approvals, ask } = openApprovals();
  const asked = ask("q");
  const actions = asked.actions.map((action) => ({ ...action, data: { code: "•••" } }));
  expect(approvals.get("q")).toEqual({ ...asked, actions, status: "open", expiresAt: undefined, approved: undefined });
  expect(approvals.get("x")).toBeUndefined();
});

it("belongs to a turn and a person that exist", () => {
  const { approvals, ask } = openApprovals();
  const asked = ask("q");
  expect(() => approvals.insert({ ...asked, id: "r", turnId: "nowhere" })).toThrow("FOREIGN KEY");
  expect(() => approvals.insert({ ...asked, id: "r", personId: "nobody" })).toThrow("FOREIGN KEY");
});

it("its time runs from the first time it was shown", () => {
  const { approvals, ask } = openApprovals();
  ask("q");
  approvals.delivered("q", NOW);
  approvals.delivered("q", NOW + MINUTE);
  expect(approvals.get("q")?.expiresAt).toBe(NOW + MINUTE);
});

it("is answered once: the second answer changes nothing", () => {
  const { approvals, ask } = openApprovals();
  ask("q");
  expect(approvals.answer("q", ["a1"], "anna", NOW)).toBe(true);
  expect(approvals.answer("q", [], "anna", NOW)).toBe(false);
  expect(approvals.get("q")).toMatchObject({ status: "answered", approved: ["a1"] });
});

it("a plain no is an answer without actions, not a missing one", () => {
  const { approvals, ask } = openApprovals();
  ask("q");
  approvals.answer("q", [], "anna", NOW);
  expect(approvals.get("q")?.approved).toEqual([]);
});

it.each(["expired", "withdrawn"] as const)("%s is the end: no answer, no time, no other end", (status) => {
  const { approvals, ask } = openApprovals();
  ask("q");
  expect(approvals.close("q", status, NOW)).toBe(true);
  expect(approvals.answer("q", ["a1"], "anna", NOW)).toBe(false);
  expect(approvals.close("q", "expired", NOW)).toBe(false);
  approvals.delivered("q", NOW);
  expect(approvals.get("q")).toMatchObject({ status, approved: undefined, expiresAt: undefined });
});

it("an answered one cannot expire any more", () => {
  const { approvals, ask } = openApprovals();
  ask("q");
  approvals.answer("q", ["a1"], "anna", NOW);
  expect(approvals.close("q", "expired", NOW + MINUTE)).toBe(false);
  expect(approvals.get("q")?.status).toBe("answered");
});

it("lists the open ones in order, and finds the newest of a turn", () => {
  const { approvals, ask } = openApprovals();
  ask("late", NOW + 1);
  ask("first");
  ask("second");
  ask("closed", NOW + 2);
  approvals.close("closed", "expired", NOW);
  expect(approvals.open().map(({ id }) => id)).toEqual(["first", "second", "late"]);
  expect(approvals.ofTurn("1")?.id).toBe("closed");
  expect(approvals.ofTurn("2")).toBeUndefined();
});
