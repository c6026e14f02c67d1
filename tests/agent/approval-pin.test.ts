import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE, NOW } from "../storage/stores.ts";
import { ANNA, BEN, type DeskOptions, FRONT, openDesk, request, unlock } from "./desk-world.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const PIN = "4711";
const WITH_PIN = request([unlock("lock.front_door"), unlock("lock.back_door")], { pin: true });

function shown(what = WITH_PIN, options: DeskOptions = {}) {
  const world = openDesk({ pins: { unlock: PIN }, ...options });
  world.ask(what);
  world.show();
  return world;
}

describe("the PIN of an effect", () => {
  it("is asked for after the Yes, on buttons with digits", () => {
    const { press, show, status, approval } = shown();
    expect(approval().question).toContain("It needs your PIN.");
    expect(press("yes")).toBe("Now your PIN");
    const [edit] = show();
    expect(edit?.text.split("\n").at(-1)).toBe("Type your PIN on the buttons, then OK.");
    expect(edit?.buttons.map((row) => row.map(({ label }) => label))).toEqual([
      ["1", "2", "3"],
      ["4", "5", "6"],
      ["7", "8", "9"],
      ["⌫", "0", "OK"],
      ["Cancel"],
    ]);
    expect(status()).toEqual(["open", "waiting"]);
  });

  it("that is right carries the yes that was chosen before it", () => {
    const { press, types, resumed, approvals, approval, show } = shown();
    press("1");
    expect(types(ANNA, PIN)).toBe("OK");
    expect(resumed).toMatchObject([{ approved: ["action-1"] }]);
    expect(approvals.evidence(approval().id, "action-1")).toMatchObject({ pin: true });
    expect(show().at(-1)).toMatchObject({ kind: "edit", buttons: [], text: expect.stringContaining("✅ Only: unlock Back Door") });
  });

  it("is shown as dots while it is typed, and can be typed anew", () => {
    const { press, resumed } = shown();
    press("yes");
    expect(["9", "9", "clear", "4", "7", "1", "1"].map((key) => press(`pin ${key}`))).toEqual(["•", "••", "–", "•", "••", "•••", "••••"]);
    expect(press("pin ok")).toBe("OK");
    expect(resumed).toHaveLength(1);
  });

  it("can be left: Cancel on the pad answers no", () => {
    const { press, resumed } = shown();
    press("yes");
    press("pin 4");
    expect(press("no")).toBe("Cancelled");
    expect(resumed).toMatchObject([{ approved: [] }]);
  });

  it("is needed: what was typed without a Yes, and a Yes without it, answer nothing", () => {
    const { press, types, status } = shown();
    expect(types(ANNA, PIN)).toBe("This button does not work any more.");
    press("yes");
    press("yes");
    expect(status()).toEqual(["open", "waiting"]);
  });

  it.each(["471", "47110", "0000", ""])("is not %o", (typed) => {
    const { press, types, resumed } = shown();
    press("yes");
    expect(types(ANNA, typed)).toBe("Wrong PIN. 2 tries left.");
    expect(resumed).toEqual([]);
    expect(types(ANNA, PIN)).toBe("OK");
  });

  it("that is wrong three times ends the question, and that person's PINs are not taken for 15 minutes", () => {
    const { press, types, status, show, ask, approval, turns, resumed } = shown();
    press("yes");
    expect([1, 2, 3].map(() => types(ANNA, "0000"))).toEqual([
      "Wrong PIN. 2 tries left.",
      "Wrong PIN. 1 try left.",
      "Too many wrong PINs. Try again later.",
    ]);
    expect(status()).toEqual(["withdrawn", "cancelled"]);
    expect(show().find(({ kind }) => kind === "answer")?.text).toBe("The PIN was wrong too often, so I did nothing.");
    const first = approval().id;
    turns.setStatus("1", "running");
    ask(WITH_PIN);
    show();
    const again = { messageId: "52" };
    expect(approval().id).not.toBe(first);
    vi.advanceTimersByTime(30_000);
    expect(press("yes", again)).toBe("Too many wrong PINs. Try again later.");
    expect(press("pin 4", again)).toBe("Too many wrong PINs. Try again later.");
    expect([status(), resumed]).toEqual([["open", "waiting"], []]);
  });

  it("counts wrong tries over several questions, and forgets them after 15 minutes", () => {
    const { press, types, pressBy, ask, show, turns } = shown();
    const askAgain = () => {
      turns.setStatus("1", "running");
      ask(WITH_PIN);
      show();
      return pressBy(ANNA, "yes");
    };
    press("yes");
    types(ANNA, "0000");
    types(ANNA, "0000");
    press("no");
    vi.advanceTimersByTime(14 * MINUTE);
    expect(askAgain()).toBe("Now your PIN");
    expect(types(ANNA, "0000")).toBe("Too many wrong PINs. Try again later.");
    expect(askAgain()).toBe("Too many wrong PINs. Try again later.");
    vi.advanceTimersByTime(MINUTE);
    expect(askAgain()).toBe("Now your PIN");
    expect(types(ANNA, PIN)).toBe("OK");
  });

  it("is typed by the one who said yes: another person's pad is theirs alone", () => {
    const { press, pressBy, types, status } = shown(request([unlock("lock.front_door")], { pin: true, people: 2 }), {
      everybody: [ANNA, BEN],
    });
    press("yes");
    expect(types(BEN, PIN)).toBe("This button does not work any more.");
    expect(types(ANNA, PIN)).toBe("OK. One more person has to say Yes.");
    expect(types(ANNA, PIN)).toBe("This button does not work any more.");
    pressBy(BEN, "yes");
    expect(status()).toEqual(["open", "waiting"]);
    expect(types(BEN, PIN)).toBe("OK");
    expect(status()).toEqual(["answered", "running"]);
  });

  it("of two people that is wrong for one locks that one only", () => {
    const { pressBy, types, ask, turns, show, status } = shown(request([unlock("lock.front_door")], { pin: true, people: 2 }), {
      everybody: [ANNA, BEN],
    });
    pressBy(BEN, "yes");
    for (let tries = 0; tries < 3; tries += 1) types(BEN, "0000");
    expect(status()).toEqual(["withdrawn", "cancelled"]);
    turns.setStatus("1", "running");
    ask(WITH_PIN);
    show();
    expect(pressBy(ANNA, "yes")).toBe("Now your PIN");
    expect(types(ANNA, PIN)).toBe("OK");
  });

  it("is not asked for where none is needed, and no typing answers there", () => {
    const { press, types, resumed } = shown(FRONT);
    expect(types(ANNA, PIN)).toBe("This button does not work any more.");
    expect(press("yes")).toBe("OK");
    expect(resumed).toHaveLength(1);
  });

  it("of an effect without one lets nobody through", () => {
    const { press, types, resumed } = shown(WITH_PIN, { pins: { disarm: PIN } });
    press("yes");
    expect(types(ANNA, PIN)).toBe("Wrong PIN. 2 tries left.");
    expect(types(ANNA, "")).toBe("Wrong PIN. 1 try left.");
    expect(resumed).toEqual([]);
  });

  it("is written nowhere", () => {
    const [right, wrong] = ["471190836251", "908362514711"];
    const { press, types, database, log, resumed } = shown(WITH_PIN, { pins: { unlock: right } });
    press("yes");
    types(ANNA, wrong);
    types(ANNA, right);
    expect(resumed).toHaveLength(1);
    const tables = database.sqlite.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    expect(tables.map(({ name }) => name)).toContain("approval_votes");
    const rows = tables.map(({ name }) => JSON.stringify(database.sqlite.prepare(`SELECT * FROM "${name}"`).all()));
    for (const digits of [right, wrong]) expect(`${rows.join()}${log.join()}`).not.toContain(digits);
  });
});
