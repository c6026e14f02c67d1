import { describe, expect, it } from "vitest";
import { ANNA, MINUTE, NOW, openStores } from "../stores.ts";

function openApprovals() {
  const stores = openStores();
  stores.addTurn("1");
  return stores;
}

it("gives back what was put in without its codes, open and without an end of its time", () => {
  const { approvals, ask } = openApprovals();
  const asked = ask("q");
  const actions = asked.actions.map((action) => ({ ...action, data: { code: "•••" } }));
  expect(approvals.get("q")).toEqual({ ...asked, actions, votes: [], status: "open", expiresAt: undefined, approved: undefined });
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
  expect(approvals.answer("q", ["a1"], ANNA, NOW)).toBe(true);
  expect(approvals.answer("q", [], ANNA, NOW)).toBe(false);
  expect(approvals.get("q")).toMatchObject({ status: "answered", approved: ["a1"] });
});

it("a plain no is an answer without actions, not a missing one", () => {
  const { approvals, ask } = openApprovals();
  ask("q");
  approvals.answer("q", [], ANNA, NOW);
  expect(approvals.get("q")?.approved).toEqual([]);
});

it.each(["expired", "withdrawn"] as const)("%s is the end: no answer, no time, no other end", (status) => {
  const { approvals, ask } = openApprovals();
  ask("q");
  expect(approvals.close("q", status, NOW)).toBe(true);
  expect(approvals.answer("q", ["a1"], ANNA, NOW)).toBe(false);
  expect(approvals.close("q", "expired", NOW)).toBe(false);
  approvals.delivered("q", NOW);
  expect(approvals.get("q")).toMatchObject({ status, approved: undefined, expiresAt: undefined });
});

it("an answered one cannot expire any more", () => {
  const { approvals, ask } = openApprovals();
  ask("q");
  approvals.answer("q", ["a1"], ANNA, NOW);
  expect(approvals.close("q", "expired", NOW + MINUTE)).toBe(false);
  expect(approvals.get("q")?.status).toBe("answered");
});

it("lists the open ones in order, and finds the newest of a turn", () => {
  const { approvals, ask } = openApprovals();
  ask("late", { createdAt: NOW + 1 });
  ask("first");
  ask("second");
  ask("closed", { createdAt: NOW + 2 });
  approvals.close("closed", "expired", NOW);
  expect(approvals.open().map(({ id }) => id)).toEqual(["first", "second", "late"]);
  expect(approvals.ofTurn("1")?.id).toBe("closed");
  expect(approvals.ofTurn("2")).toBeUndefined();
});

describe("votes", () => {
  const BEN = { personId: "ben", role: "adult", pin: true } as const;

  it("are one for each person, in the order in which they came, while the question is open", () => {
    const { approvals, ask } = openApprovals();
    ask("q", { answerers: ["anna", "ben"], peopleNeeded: 2, pinNeeded: true });
    expect(approvals.vote("q", { ...BEN, choice: ["a1"], at: NOW + 1 })).toBe(true);
    expect(approvals.vote("q", { ...ANNA, choice: [], at: NOW + 2 })).toBe(true);
    expect(approvals.vote("q", { ...ANNA, choice: ["a1"], at: NOW + 3 })).toBe(false);
    approvals.close("q", "expired", NOW + 4);
    expect(approvals.vote("q", { personId: "carl", role: "owner", pin: true, choice: ["a1"], at: NOW + 5 })).toBe(false);
    expect(approvals.vote("nowhere", { ...BEN, choice: ["a1"], at: NOW })).toBe(false);
    expect(approvals.get("q")).toMatchObject({
      ...{ answerers: ["anna", "ben"], peopleNeeded: 2, pinNeeded: true },
      votes: [
        { ...BEN, choice: ["a1"], at: NOW + 1 },
        { ...ANNA, choice: [], at: NOW + 2 },
      ],
    });
  });

  it("an answer is a vote too, but does not replace one", () => {
    const { approvals, ask } = openApprovals();
    ask("alone");
    approvals.answer("alone", ["a1"], ANNA, NOW);
    expect(approvals.get("alone")?.votes).toEqual([{ ...ANNA, choice: ["a1"], at: NOW }]);
    ask("together");
    approvals.vote("together", { ...ANNA, choice: [], at: NOW });
    approvals.answer("together", ["a1"], ANNA, NOW + 1);
    expect(approvals.get("together")?.votes).toEqual([{ ...ANNA, choice: [], at: NOW }]);
  });

  it("an answer that came too late is none", () => {
    const { approvals, ask } = openApprovals();
    ask("q");
    approvals.close("q", "withdrawn", NOW);
    approvals.answer("q", ["a1"], ANNA, NOW);
    expect(approvals.get("q")?.votes).toEqual([]);
  });
});

describe("evidence", () => {
  const two = ["a1", "a2"].map((actionId) => ({
    actionId,
    hash: `hash of ${actionId}`,
    service: "lock.unlock",
    entityIds: [],
    data: {},
    effects: [],
  }));
  const BEN = { personId: "ben", role: "adult", pin: true } as const;

  it("names who said yes to that action, with its hash", () => {
    const { approvals, ask } = openApprovals();
    ask("q", { actions: two, peopleNeeded: 2 });
    approvals.vote("q", { ...ANNA, choice: ["a1"], at: NOW });
    approvals.vote("q", { ...BEN, choice: ["a1", "a2"], at: NOW + 1 });
    approvals.answer("q", ["a1"], BEN, NOW + 1);
    const by = [
      { personId: "anna", role: "owner" },
      { personId: "ben", role: "adult" },
    ];
    expect(approvals.evidence("q", "a1")).toEqual({ hash: "hash of a1", by, pin: false });
    expect(approvals.evidence("q", "a2")).toBeUndefined();
  });

  it("with answer() alone is the one who answered", () => {
    const { approvals, ask } = openApprovals();
    ask("q", { actions: two });
    approvals.answer("q", ["a2"], BEN, NOW);
    expect(approvals.evidence("q", "a2")).toEqual({ hash: "hash of a2", by: [{ personId: "ben", role: "adult" }], pin: true });
    expect(approvals.evidence("q", "a1")).toBeUndefined();
  });

  it("is the PIN's only if everyone who said yes gave theirs", () => {
    const { approvals, ask } = openApprovals();
    ask("q", { peopleNeeded: 2, pinNeeded: true });
    approvals.vote("q", { ...ANNA, pin: true, choice: ["a1"], at: NOW });
    approvals.vote("q", { personId: "carl", role: "owner", pin: false, choice: [], at: NOW });
    approvals.answer("q", ["a1"], BEN, NOW);
    expect(approvals.evidence("q", "a1")).toMatchObject({ pin: true, by: [{ personId: "anna" }, { personId: "ben" }] });
  });

  it("is none for what was not asked, not answered, or answered with no", () => {
    const { approvals, ask } = openApprovals();
    ask("q");
    approvals.vote("q", { ...BEN, choice: ["a1"], at: NOW });
    expect(approvals.evidence("q", "a1")).toBeUndefined();
    approvals.answer("q", [], ANNA, NOW);
    expect(approvals.evidence("q", "a1")).toBeUndefined();
    ask("r");
    approvals.answer("r", ["a1", "a9"], ANNA, NOW);
    expect(approvals.evidence("r", "a9")).toBeUndefined();
    expect(approvals.evidence("nowhere", "a1")).toBeUndefined();
    ask("s");
    approvals.close("s", "expired", NOW);
    expect(approvals.evidence("s", "a1")).toBeUndefined();
  });
});
