import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ResolvedCall } from "../../src/homeassistant/services/services.ts";
import { MINUTE, NOW } from "../storage/stores.ts";
import { ANNA, askedAction, BEN, type DeskOptions, FRONT, openDesk, request, requestOf, unlock } from "./desk-world.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const PIN = "4711";
const OVER = "These digits count no more. Please press Yes again.";
const WITH_PIN = request([unlock("lock.front_door"), unlock("lock.back_door")], { pin: true });

const openCover: ResolvedCall = { service: "cover.open_cover", entityIds: ["cover.garage"], data: {} };
const opening = [{ effect: "open-entry", entityId: "cover.garage", service: "cover.open_cover", because: "device_class:garage" }] as const;
/** Unlocks a door, and opens the garage. */
const TWO_EFFECTS = requestOf([
  askedAction("lock", unlock("lock.front_door"), { requirement: { by: "asker", people: 1, pin: true } }),
  askedAction("garage", openCover, { effects: opening, requirement: { by: "asker", people: 1, pin: true } }),
]);

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
    expect(edit?.text.split("\n").at(-1)).toBe("PIN for: unlocks a door. Type it on the buttons, then OK.");
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
    expect(["9", "9", "⌫", "4", "7", "1", "1"].map((key) => press(`pin ${key}`))).toEqual(["•", "••", "–", "•", "••", "•••", "••••"]);
    expect(press("pin OK")).toBe("OK");
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
    expect(types(ANNA, PIN)).toBe(OVER);
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
    expect(press("pin 4", again)).toBe(OVER);
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
    expect(types(BEN, PIN)).toBe(OVER);
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

describe("PINs of several effects", () => {
  const both = { pins: { unlock: PIN, "open-entry": "8264" } };
  const lastLine = (items: readonly { readonly text: string }[]) => items.at(-1)?.text.split("\n").at(-1);

  it("are asked for one after the other, each with what it is for; only all together are the yes", () => {
    const { press, types, show, resumed, approvals, approval } = shown(TWO_EFFECTS, both);
    press("yes");
    expect(lastLine(show())).toBe("PIN for: unlocks a door. Type it on the buttons, then OK.");
    expect(types(ANNA, PIN)).toBe("Now the next PIN");
    expect(lastLine(show())).toBe("PIN for: opens an entry. Type it on the buttons, then OK.");
    expect(types(ANNA, PIN)).toBe("Wrong PIN. 2 tries left.");
    expect(resumed).toEqual([]);
    expect(types(ANNA, "8264")).toBe("OK");
    expect(resumed).toMatchObject([{ approved: ["lock", "garage"] }]);
    expect(["lock", "garage"].map((id) => approvals.evidence(approval().id, id)?.pin)).toEqual([true, true]);
  });

  it("are those of what was chosen: the PIN of the other action opens nothing", () => {
    const { press, types, resumed } = shown(TWO_EFFECTS, both);
    press("1");
    expect(types(ANNA, PIN)).toBe("Wrong PIN. 2 tries left.");
    expect(resumed).toEqual([]);
    expect(types(ANNA, "8264")).toBe("OK");
    expect(resumed).toMatchObject([{ approved: ["garage"] }]);
  });

  it("are not asked for when only what needs none was chosen, and such a yes is none with a PIN", () => {
    const { press, resumed, approvals, approval } = shown(TWO_EFFECTS, { pins: { unlock: PIN } });
    expect(press("1")).toBe("OK");
    expect(resumed).toMatchObject([{ approved: ["garage"] }]);
    expect(approvals.evidence(approval().id, "garage")).toMatchObject({ pin: false });
  });

  it("that are the same are typed once", () => {
    const { press, types, show, resumed } = shown(TWO_EFFECTS, { pins: { unlock: PIN, "open-entry": PIN } });
    press("yes");
    expect(lastLine(show())).toBe("PIN for: unlocks a door and opens an entry. Type it on the buttons, then OK.");
    expect(types(ANNA, PIN)).toBe("OK");
    expect(resumed).toHaveLength(1);
  });

  it("are guessed apart: a right one does not forgive wrong tries at another", () => {
    const { press, types, status } = shown(TWO_EFFECTS, both);
    const choose = (choice: string) => press(choice);
    choose("1");
    types(ANNA, "0000");
    types(ANNA, "1111");
    choose("yes");
    expect(types(ANNA, PIN)).toBe("Now the next PIN");
    expect(types(ANNA, "2222")).toBe("Too many wrong PINs. Try again later.");
    expect(status()).toEqual(["withdrawn", "cancelled"]);
  });

  it("locked for one effect leave those of others free", () => {
    const { press, types, ask, show, turns, pressBy } = shown(TWO_EFFECTS, both);
    press("1");
    for (const digits of ["0000", "1111", "2222"]) types(ANNA, digits);
    turns.setStatus("1", "running");
    ask(TWO_EFFECTS);
    show();
    expect(pressBy(ANNA, "1")).toBe("Too many wrong PINs. Try again later.");
    expect(pressBy(ANNA, "yes")).toBe("Too many wrong PINs. Try again later.");
    expect(pressBy(ANNA, "0")).toBe("Now your PIN");
    expect(types(ANNA, PIN)).toBe("OK");
  });
});

describe("the buttons of a pad", () => {
  const digits = "0123456789".split("");
  const keysIn = (buttons: readonly { readonly label: string; readonly data: string }[]) => {
    const pad = buttons.slice(0, 13);
    return digits.map((digit) => pad.find(({ label }) => label === digit)?.data.split(":")[2] ?? "");
  };

  it("carry keys that say nothing of their digit, others each time that the pad is shown or cleared", () => {
    const { press, types, buttonsIn, approval } = shown();
    const seen: string[] = [];
    const look = () => seen.push(...keysIn(buttonsIn(approval().chatId)));
    press("yes");
    look();
    press("pin ⌫");
    look();
    types(ANNA, "0000");
    look();
    press("yes");
    look();
    expect(new Set(seen).size).toBe(40);
    for (const key of seen) expect(key).toMatch(/^[\w-]{8}$/);
  });

  it("of an earlier pad type nothing: the pad is shown anew", () => {
    const { press, types, show, buttonsIn, approval, resumed } = shown();
    press("yes");
    const old = buttonsIn(approval().chatId).find(({ label }) => label === "4")?.data ?? "";
    press("pin ⌫");
    show();
    expect(press("", { data: old })).toBe("The buttons have changed. Please type it again.");
    expect(show().at(-1)?.buttons).toHaveLength(5);
    expect(types(ANNA, PIN)).toBe("OK");
    expect(resumed).toHaveLength(1);
  });

  it("that stood there before a restart give way to those of the question, and say so", () => {
    const { press, types, show, restart, resumed } = shown();
    press("yes");
    press("pin 4");
    show();
    restart();
    expect(press("pin 7")).toBe(OVER);
    const [edit] = show();
    expect(edit?.buttons.flat().map(({ label }) => label)).toEqual(["Yes to all", "Cancel", "Only 1", "Only 2"]);
    expect(edit?.text.split("\n").at(-1)).toBe("Press Yes again, then type your PIN.");
    expect(press("yes")).toBe("Now your PIN");
    expect(types(ANNA, PIN)).toBe("OK");
    expect(resumed).toHaveLength(1);
  });
});
