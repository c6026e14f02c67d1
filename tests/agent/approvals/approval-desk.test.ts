import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ButtonPress } from "../../../src/agent/turn.ts";
import { CHAT, MINUTE, NOW, OTHER_BOT, OTHER_CHAT } from "../../storage/stores.ts";
import { ANNA, BEN, BOTH, FRONT, GROUP, hashOf, openDesk, unlock } from "../desk-world.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("asking", () => {
  it("puts question, turn and message on disk together", () => {
    const { ask, outbox, status, approval } = openDesk();
    const { id } = ask();
    expect(status()).toEqual(["open", "waiting"]);
    expect(outbox.due(NOW)).toMatchObject([
      { kind: "question", turnId: "1", text: approval().question, buttons: [[{ data: `a:${id}:yes` }, {}]] },
    ]);
    expect(approval()).toMatchObject({
      ...{ ...CHAT, personId: "anna", interruptId: "interrupt-1", expiresAt: undefined },
      actions: [{ actionId: "action-0", service: "lock.unlock", entityIds: ["lock.front_door"], hash: hashOf(unlock("lock.front_door")) }],
    });
  });

  it("or none of them", () => {
    const { ask, database, turns, count } = openDesk();
    database.sqlite.exec("CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'no'); END");
    expect(() => ask()).toThrow("no");
    expect([count("approvals"), turns.get("1")?.status]).toEqual([0, "running"]);
  });

  it("writes down what the turn has done before", () => {
    const { ask, actions, action, addTurn, database } = openDesk();
    addTurn("1", { status: "running" });
    actions.start(action("a"));
    const receipt = { actionId: "a", service: "light.turn_on", data: {}, targets: [], contextId: undefined, error: undefined };
    ask(FRONT, [{ kind: "receipt", id: "a", receipt: { ...receipt, startedAt: NOW, endedAt: NOW + 1 } }]);
    expect(database.sqlite.prepare("SELECT ended_at FROM actions").get()).toEqual({ ended_at: NOW + 1 });
  });

  it("in a group asks in the person's own chat, and says so in the group", () => {
    const { ask, show, press, resumed } = openDesk({ inGroup: true });
    ask();
    expect(show().map(({ chatId, kind, replyToMessageId }) => [chatId, kind, replyToMessageId])).toEqual([
      [CHAT.chatId, "question", undefined],
      [GROUP.chatId, "notice", "1"],
    ]);
    expect(press("yes", GROUP)).toBe("This button does not work any more.");
    expect(press("yes")).toBe("OK");
    expect(resumed).toHaveLength(1);
  });
});

describe("an answer", () => {
  it.each([
    ["yes", "OK", ["action-0", "action-1"], /^… Unlock Front Door\n… Unlock Back Door\n\n✅ Yes$/],
    ["no", "Cancelled", [], /^Shall I do this\?\n1\. \*\*Unlock Front Door\*\* [\s\S]*\n✖️ Cancelled$/],
    ["1", "OK", ["action-1"], /^– Unlock Front Door\n… Unlock Back Door\n\n✅ Only: unlock Back Door$/],
  ])("%s is taken, the turn goes on, and the question says so", (choice, toast, approved, text) => {
    const { ask, show, press, status, resumed, outbox } = openDesk();
    const { id } = ask(BOTH);
    show();
    expect(press(choice)).toBe(toast);
    expect(resumed).toMatchObject([{ approvalId: id, approved, earlier: false }]);
    expect(status()).toEqual(["answered", "running"]);
    const [edit] = outbox.due(Date.now());
    expect(edit).toMatchObject({ kind: "edit", editMessageId: "50", buttons: [] });
    expect(edit?.text).toMatch(text);
  });

  it("is taken once: the second press, and any later one, changes nothing", () => {
    const { ask, show, press, resumed, status } = openDesk();
    ask();
    show();
    expect([press("yes"), press("yes"), press("no")]).toEqual(["OK", "This was already answered.", "This was already answered."]);
    vi.advanceTimersByTime(2 * MINUTE);
    expect(press("no")).toBe("This was already answered.");
    expect([resumed.length, ...status()]).toEqual([1, "answered", "running"]);
  });

  it("counts when it comes before the message's own id came back", () => {
    const { ask, press, resumed } = openDesk();
    ask();
    expect(press("yes", { messageId: "77" })).toBe("OK");
    expect(resumed).toHaveLength(1);
  });

  it.each<[what: string, press: Partial<ButtonPress>, toast: string]>([
    ["somebody else", { person: BEN }, "Only Anna can answer this."],
    ["a stranger", { person: undefined }, "This button does not work any more."],
    ["another message", { messageId: "51" }, "This button does not work any more."],
    ["another chat", { chatId: OTHER_CHAT.chatId }, "This button does not work any more."],
    ["another bot", { bot: OTHER_BOT.bot }, "This button does not work any more."],
    ["another channel", { channel: "terminal" }, "This button does not work any more."],
    ["a button that is not there", { data: "" }, "This button does not work any more."],
    ["a question that is not there", { data: "a:AAAAAAAAAAAA:yes" }, "This button does not work any more."],
  ])("from %s does nothing but a toast", (_, more, toast) => {
    const { ask, show, press, resumed, status, outbox } = openDesk();
    ask();
    show();
    expect(press("yes", more)).toBe(toast);
    expect([resumed.length, ...status(), outbox.due(Date.now()).length]).toEqual([0, "open", "waiting", 0]);
  });

  it.each(["1", "7", "99"])("of an action that was not asked about (%s) does nothing", (choice) => {
    const { ask, show, press, status } = openDesk();
    ask();
    show();
    expect(press(choice)).toBe("This button does not work any more.");
    expect(status()).toEqual(["open", "waiting"]);
  });

  it("forged in any way never throws and never answers", () => {
    const { ask, show, desk, status, approval } = openDesk();
    ask();
    show();
    const near = fc.tuple(fc.constantFrom("a:", "r:", ""), fc.constant(approval().id), fc.string()).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (data) => {
        if (/:(yes|no|0{1,2})$/.test(data)) return;
        desk.press({ ...CHAT, messageId: "50", person: ANNA, data, isPrivate: true, pressedAt: NOW });
      }),
    );
    expect(status()).toEqual(["open", "waiting"]);
  });

  it("that cannot be written down is not taken, and the next press is", () => {
    const { ask, show, press, resumed, database } = openDesk();
    ask();
    show();
    database.sqlite.pragma("query_only = ON");
    expect(() => press("yes")).toThrow("readonly");
    expect(resumed).toEqual([]);
    database.sqlite.pragma("query_only = OFF");
    expect(press("yes")).toBe("OK");
  });
});

describe("the time of a question", () => {
  it("runs from when it was shown; then the turn is over and the message offers to ask again", () => {
    const { ask, show, status, abandoned, outbox, approval } = openDesk();
    ask();
    vi.advanceTimersByTime(10 * MINUTE);
    expect(status()).toEqual(["open", "waiting"]);
    show();
    vi.advanceTimersByTime(MINUTE - 1);
    expect(status()).toEqual(["open", "waiting"]);
    vi.advanceTimersByTime(1);
    expect(status()).toEqual(["expired", "expired"]);
    expect(abandoned).toEqual(["1"]);
    const buttons = [[{ label: "Ask again", data: `r:${approval().id}` }]];
    expect(outbox.due(Date.now())).toMatchObject([{ kind: "edit", editMessageId: "50", buttons }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends also without a timer: a press after it comes too late", () => {
    const { ask, show, press, status, desk } = openDesk();
    ask();
    show();
    desk[Symbol.dispose]();
    vi.setSystemTime(NOW + MINUTE + 1);
    expect([press("yes"), press("yes")]).toEqual(["This question has expired.", "This question has expired."]);
    expect(status()).toEqual(["expired", "expired"]);
  });

  it("is over at once for a question of an earlier run whose time has passed", () => {
    const { ask, show, status, desk, approval } = openDesk();
    ask();
    show();
    desk[Symbol.dispose]();
    vi.setSystemTime(NOW + 10 * MINUTE);
    desk.watch(approval().id);
    vi.advanceTimersByTime(1);
    expect(status()).toEqual(["expired", "expired"]);
  });

  it("stops with the answer", () => {
    const { ask, show, press, status } = openDesk();
    ask();
    show();
    press("yes");
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(status()).toEqual(["answered", "running"]);
  });

  it("is kept once, and not after the service has stopped", () => {
    const { ask, show, desk, approval, status } = openDesk();
    ask();
    show();
    desk.watch(approval().id);
    expect(vi.getTimerCount()).toBe(1);
    desk.watch("nowhere");
    desk[Symbol.dispose]();
    vi.advanceTimersByTime(10 * MINUTE);
    expect(status()).toEqual(["open", "waiting"]);
  });

  it("that cannot be written down is logged and tried again, and stops nothing else", () => {
    const { ask, show, status, database, log } = openDesk();
    ask();
    show();
    database.sqlite.pragma("query_only = ON");
    vi.advanceTimersByTime(MINUTE);
    expect(log.filter((line) => line.includes('"level":50'))).toHaveLength(1);
    database.sqlite.pragma("query_only = OFF");
    vi.advanceTimersByTime(2 * MINUTE);
    expect(status()).toEqual(["expired", "expired"]);
  });
});

describe("ask again", () => {
  it("works once, for the asker, and only for what expired", () => {
    const { ask, show, press, again, approval } = openDesk();
    ask();
    show();
    expect(press("again")).toBe("This button does not work any more.");
    vi.advanceTimersByTime(MINUTE);
    expect(press("again", { person: BEN })).toBe("Only Anna can answer this.");
    expect([press("again"), press("again")]).toEqual(["Asking again …", "This was already answered."]);
    expect(again).toEqual([approval().id]);
  });
});

describe("a question whose turn is stopped", () => {
  it("says so, takes no answer, and offers nothing", () => {
    const { ask, show, desk, approval, status, press, outbox, abandoned, resumed } = openDesk();
    ask();
    show();
    desk.withdraw(approval());
    expect(status()).toEqual(["withdrawn", "cancelled"]);
    expect(outbox.due(Date.now())).toMatchObject([
      { kind: "edit", editMessageId: "50", buttons: [], text: expect.stringContaining("✖️ Stopped") },
    ]);
    expect(press("yes")).toBe("This was already answered.");
    desk.withdraw(approval());
    vi.advanceTimersByTime(10 * MINUTE);
    expect([resumed, abandoned, outbox.due(Date.now()).length]).toEqual([[], ["1"], 1]);
  });

  it("is not shown at all if it was not shown yet", () => {
    const { ask, desk, approval, outbox } = openDesk();
    ask();
    desk.withdraw(approval());
    expect(outbox.due(Date.now())).toEqual([]);
  });

  it("says so also when it was on its way into the chat", () => {
    const { ask, desk, approval, outbox } = openDesk();
    ask();
    const [item] = outbox.due(Date.now());
    desk.withdraw(approval());
    outbox.sent(item?.id ?? "", Date.now(), { part: 0, messageId: "50" });
    desk.watch(approval().id);
    expect(outbox.due(Date.now())).toMatchObject([{ kind: "edit", editMessageId: "50", text: expect.stringContaining("✖️ Stopped") }]);
  });

  it("that can never be shown ends, and the person is told where they wrote", () => {
    const { ask, desk, approval, status, show, outbox } = openDesk({ inGroup: true });
    ask();
    for (const item of outbox.due(NOW)) if (item.kind === "question") outbox.failed(item.id, "blocked");
    desk.undeliverable(approval().id);
    expect(status()).toEqual(["withdrawn", "failed"]);
    const said = show().filter(({ kind }) => kind === "answer");
    expect(said).toMatchObject([{ chatId: GROUP.chatId, text: expect.stringContaining("I cannot write to you") }]);
  });
});
