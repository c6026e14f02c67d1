import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Person } from "../../src/agent/turn.ts";
import { MINUTE, NOW } from "../storage/stores.ts";
import { ANNA, BEN, chatOf, DAN, type DeskOptions, FRONT, MIA, OLGA, openDesk, request, unlock } from "./desk-world.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const calls = [unlock("lock.front_door"), unlock("lock.back_door")];
const OF_OWNER = request([unlock("lock.front_door")], { by: "owner" });
const OF_TWO = request(calls, { people: 2 });
const everybody = [ANNA, BEN];

/** Asks, shows the question in all chats, and empties the outbox. */
function shown(what = FRONT, options: DeskOptions = {}) {
  const world = openDesk({ everybody, ...options });
  world.ask(what);
  const items = world.show();
  /** What stands under the question now, by chat: its last line and the buttons. */
  const edits = () =>
    world
      .show()
      .filter(({ kind }) => kind === "edit")
      .map(({ chatId, text, buttons }) => ({ chatId, line: text.split("\n").at(-1), buttons: buttons.flat().map(({ label }) => label) }));
  return { ...world, items, edits };
}
const chatsOf = (...people: readonly Person[]) => people.map((person) => chatOf(person).chatId);

describe("a child's request", () => {
  const asked = (owners: readonly Person[] = [ANNA], more: DeskOptions = {}) =>
    shown(OF_OWNER, { asker: MIA, everybody: [MIA, ...owners, BEN], ...more });

  it("is asked in the owner's chat, with the child's name, and the child is told where", () => {
    const { items, approval } = asked();
    expect(items.map(({ kind, chatId, text, buttons }) => [kind, chatId, text.split("\n")[0], buttons.flat().length])).toEqual([
      ["question", chatOf(ANNA).chatId, "Mia asks:", 2],
      ["notice", chatOf(MIA).chatId, "I have asked Anna.", 0],
    ]);
    expect(approval()).toMatchObject({ personId: "mia", answerers: ["anna"], ...chatOf(ANNA) });
  });

  it("goes on with the owner's yes", () => {
    const { pressBy, resumed, approvals, approval, edits } = asked();
    expect(pressBy(ANNA, "yes")).toBe("OK");
    expect(resumed).toMatchObject([{ approved: ["action-0"] }]);
    expect(approvals.evidence(approval().id, "action-0")?.by).toEqual([{ personId: "anna", role: "owner" }]);
    expect(edits()).toEqual([{ chatId: chatOf(ANNA).chatId, line: "✅ Yes (Anna)", buttons: [] }]);
  });

  it.each([
    ["the child", MIA],
    ["another grown-up", BEN],
  ])("takes no answer from %s", (_, person) => {
    const { press, status } = asked();
    expect([press("yes", { person }), press("no", { person })]).toEqual(Array(2).fill("Only Anna can answer this."));
    expect(status()).toEqual(["open", "waiting"]);
  });

  it("stands with every owner: the first answer counts, and the other sees whose it was", () => {
    const { pressBy, resumed, edits, items } = asked([ANNA, OLGA]);
    expect(items.at(-1)?.text).toBe("I have asked Anna and Olga.");
    expect(pressBy(OLGA, "no")).toBe("Cancelled");
    expect(pressBy(ANNA, "yes")).toBe("This was already answered.");
    expect(resumed).toMatchObject([{ approved: [] }]);
    expect(edits()).toEqual(chatsOf(ANNA, OLGA).map((chatId) => ({ chatId, line: "✖️ Cancelled (Olga)", buttons: [] })));
  });

  it("that nobody answers is told to the child, and the owner is not asked to ask again", () => {
    const { status, edits, outbox } = asked();
    vi.advanceTimersByTime(MINUTE);
    expect(status()).toEqual(["expired", "expired"]);
    const told = outbox.due(Date.now()).find(({ kind }) => kind === "answer");
    expect(told).toMatchObject({ ...chatOf(MIA), text: "Nobody answered in time, so I did nothing." });
    expect(edits()).toEqual([{ chatId: chatOf(ANNA).chatId, line: "⌛ Expired: this was not done.", buttons: [] }]);
  });

  it("that can be shown to no owner ends, without asking the child to write to me", () => {
    const { tryToAsk, outbox, desk, approval, status, show } = openDesk({ asker: MIA, everybody: [MIA, ANNA] });
    tryToAsk(OF_OWNER);
    for (const item of outbox.due(NOW)) if (item.kind === "question") outbox.failed(item.id, "blocked");
    desk.undeliverable(approval().id);
    expect(status()).toEqual(["withdrawn", "failed"]);
    expect(show().find(({ kind }) => kind === "answer")?.text).toMatch(/^That needs the Yes of somebody else/);
  });

  it.each<[what: string, options: DeskOptions, of: typeof FRONT]>([
    ["there is no owner", { everybody: [MIA, BEN] }, OF_OWNER],
    ["no owner can be written to", { everybody: [MIA, ANNA, BEN], unreachable: [ANNA] }, OF_OWNER],
    ["two people are needed and none of them is an owner", { everybody: [MIA, BEN, DAN] }, request(calls, { by: "owner", people: 2 })],
  ])("ends at once when %s", (_, options, of) => {
    const { tryToAsk, turns, count, abandoned, outbox } = openDesk({ asker: MIA, ...options });
    tryToAsk(of);
    expect([turns.get("1")?.status, count("approvals"), abandoned]).toEqual(["failed", 0, ["1"]]);
    expect(outbox.due(NOW)).toMatchObject([{ kind: "answer", ...chatOf(MIA), text: expect.stringMatching(/^That needs the Yes/) }]);
  });
});

describe("what needs two people", () => {
  it("is asked in both chats, and says so", () => {
    const { items } = shown(OF_TWO);
    expect(items.map(({ kind, chatId }) => [kind, chatId])).toEqual(chatsOf(ANNA, BEN).map((chatId) => ["question", chatId]));
    for (const { text } of items) expect(text).toContain("Two people have to say Yes.");
    expect(items.map(({ text }) => text.startsWith("Anna asks:"))).toEqual([false, true]);
  });

  it("waits after the first yes: all see whose it was, the buttons stay, and the same person counts once", () => {
    const { pressBy, status, resumed, edits } = shown(OF_TWO);
    expect(pressBy(ANNA, "yes")).toBe("OK. One more person has to say Yes.");
    const buttons = ["Yes to all", "Cancel", "Only 1", "Only 2"];
    const line = "✅ Anna. One more person has to say Yes.";
    expect(edits()).toEqual(chatsOf(ANNA, BEN).map((chatId) => ({ chatId, line, buttons })));
    expect([pressBy(ANNA, "yes"), pressBy(ANNA, "0")]).toEqual(Array(2).fill("You have said Yes already. Somebody else has to, too."));
    expect([resumed, ...status()]).toEqual([[], "open", "waiting"]);
  });

  it("goes on with the second, and both stand in the record", () => {
    const { pressBy, resumed, approvals, approval, edits } = shown(OF_TWO);
    pressBy(BEN, "yes");
    edits();
    vi.advanceTimersByTime(1);
    expect(pressBy(ANNA, "yes")).toBe("OK");
    expect(resumed).toMatchObject([{ approved: ["action-0", "action-1"] }]);
    const by = [
      { personId: "ben", role: "adult" },
      { personId: "anna", role: "owner" },
    ];
    expect(approvals.evidence(approval().id, "action-0")?.by).toEqual(by);
    expect(edits().map(({ buttons }) => buttons)).toEqual([[], []]);
  });

  it.each([
    ["only 1 of one and all of the other", "0", "yes", ["action-0"]],
    ["only 2 of both", "1", "1", ["action-1"]],
    ["different ones", "0", "1", []],
  ])("does what both chose: %s", (_, first, second, approved) => {
    const { pressBy, resumed } = shown(OF_TWO);
    pressBy(ANNA, first);
    pressBy(BEN, second);
    expect(resumed).toMatchObject([{ approved }]);
  });

  it.each([
    ["the other", BEN],
    ["the one who said yes", ANNA],
  ])("is cancelled by %s alone", (_, person) => {
    const { pressBy, resumed, status } = shown(OF_TWO);
    pressBy(ANNA, "yes");
    expect(pressBy(person, "no")).toBe("Cancelled");
    expect([resumed, status()]).toMatchObject([[{ approved: [] }], ["answered", "running"]]);
  });

  it("is not carried by two others without an owner: the asker's own yes, or an owner's, is among them", () => {
    const { pressBy, resumed } = shown(OF_TWO, { asker: BEN, everybody: [BEN, DAN, ANNA, { ...DAN, id: "eve", name: "Eve" }] });
    const eve = { ...DAN, id: "eve", name: "Eve" };
    expect([pressBy(DAN, "yes"), pressBy(eve, "yes")]).toEqual(Array(2).fill("OK. One more person has to say Yes."));
    expect(resumed).toEqual([]);
    expect(pressBy(BEN, "yes")).toBe("OK");
    expect(resumed).toMatchObject([{ approved: ["action-0", "action-1"] }]);
  });

  it("for a child is carried by an owner and another grown-up, and not by grown-ups alone", () => {
    const { pressBy, resumed } = shown(request(calls, { by: "owner", people: 2 }), { asker: MIA, everybody: [MIA, ANNA, BEN, DAN] });
    expect([pressBy(BEN, "yes"), pressBy(DAN, "yes")]).toEqual(Array(2).fill("OK. One more person has to say Yes."));
    expect(resumed).toEqual([]);
    expect(pressBy(ANNA, "yes")).toBe("OK");
    expect(resumed).toHaveLength(1);
  });

  it("is nothing for somebody who lives alone: it is told so at once", () => {
    const { tryToAsk, turns, outbox } = openDesk({ everybody: [ANNA] });
    tryToAsk(OF_TWO);
    expect(turns.get("1")?.status).toBe("failed");
    expect(outbox.due(NOW)).toMatchObject([{ text: expect.stringContaining("there is nobody whom I can ask") }]);
  });

  it("offers to ask again to the asker only", () => {
    const { edits, press, pressBy, again } = shown(OF_TWO);
    vi.advanceTimersByTime(MINUTE);
    expect(edits().map(({ chatId, buttons }) => [chatId, buttons])).toEqual([
      [chatOf(ANNA).chatId, ["Ask again"]],
      [chatOf(BEN).chatId, []],
    ]);
    expect(pressBy(BEN, "again")).toBe("Only Anna can answer this.");
    expect(press("again")).toBe("Asking again …");
    expect(again).toHaveLength(1);
  });

  it("offers it to nobody when the asker's own question could not be shown", () => {
    const { ask, outbox, show } = openDesk({ everybody });
    ask(OF_TWO);
    const own = outbox.due(NOW).find(({ chatId }) => chatId === chatOf(ANNA).chatId);
    outbox.failed(own?.id ?? "", "blocked");
    show();
    vi.advanceTimersByTime(MINUTE);
    expect(show().filter(({ kind }) => kind === "edit")).toMatchObject([{ ...chatOf(BEN), buttons: [] }]);
  });
});

describe("a question in several chats", () => {
  it("of which one cannot be shown stays open for the other", () => {
    const { ask, outbox, desk, approval, show, status, pressBy } = openDesk({ asker: MIA, everybody: [MIA, ANNA, OLGA] });
    ask(OF_OWNER);
    const first = outbox.due(NOW).find(({ chatId }) => chatId === chatOf(ANNA).chatId);
    outbox.failed(first?.id ?? "", "blocked");
    desk.undeliverable(approval().id);
    expect(status()).toEqual(["open", "waiting"]);
    show();
    expect(pressBy(OLGA, "yes")).toBe("OK");
  });

  it("that is answered in one is not shown in another any more", () => {
    const { ask, outbox, approval, desk, pressBy, show } = openDesk({ asker: MIA, everybody: [MIA, ANNA, OLGA] });
    ask(OF_OWNER);
    const first = outbox.due(NOW).find(({ chatId }) => chatId === chatOf(ANNA).chatId);
    outbox.sent(first?.id ?? "", NOW, { part: 0, messageId: "50" });
    desk.watch(approval().id);
    expect(pressBy(ANNA, "yes")).toBe("OK");
    expect(show().map(({ kind, chatId }) => [kind, chatId])).toEqual([
      ["notice", chatOf(MIA).chatId],
      ["edit", chatOf(ANNA).chatId],
    ]);
  });

  it.each<[what: string, end: (world: ReturnType<typeof shown>) => void, line: string]>([
    ["expires", () => vi.advanceTimersByTime(MINUTE), "⌛ Expired: this was not done."],
    ["is stopped", ({ desk, approval }) => desk.withdraw(approval()), "✖️ Stopped: this was not done."],
  ])("loses its buttons in all of them when it %s", (_, end, line) => {
    const world = shown(OF_OWNER, { asker: MIA, everybody: [MIA, ANNA, OLGA] });
    end(world);
    expect(world.edits()).toEqual(chatsOf(ANNA, OLGA).map((chatId) => ({ chatId, line, buttons: [] })));
  });

  it("is one question: who pressed in the wrong chat is told nothing of it", () => {
    const { press, status } = shown(OF_OWNER, { asker: MIA, everybody: [MIA, ANNA, OLGA] });
    expect(press("yes", { person: OLGA, ...chatOf(OLGA), messageId: "50" })).toBe("This button does not work any more.");
    expect(status()).toEqual(["open", "waiting"]);
  });
});
