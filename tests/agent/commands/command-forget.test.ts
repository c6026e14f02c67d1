import { describe, expect, it } from "vitest";
import { createForgetting } from "../../../src/agent/commands/command-forget.ts";
import type { ButtonPress, Person } from "../../../src/agent/turn.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { CHAT, MINUTE, NOW, OTHER_CHAT, openStores } from "../../storage/stores.ts";

const ANNA: Person = { id: "anna", name: "Anna", role: "owner", language: "en" };
const BEN: Person = { ...ANNA, id: "ben", name: "Ben" };

/** Forgetting over real stores; whether the files come clean is told by hand, as is when time is over. */
function world() {
  const stores = openStores();
  const { database, erasures, mentions, outbox, turns, addTurn } = stores;
  const state = { now: NOW, isClean: true, problem: undefined as Error | undefined, held: 0 };
  const ended: (readonly string[])[] = [];
  const deleted: string[] = [];
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const forgetting = createForgetting({
    ...{ erasures, mentions, outbox, turns },
    database: {
      transaction: (work) => database.transaction(work),
      rewrite() {
        if (state.problem) throw state.problem;
        return state.isClean;
      },
    },
    checkpoints: { threads: () => ["1", "of another"], delete: async (id) => void deleted.push(id), rewrite: () => true },
    endTurns: async (ids) => {
      ended.push(ids.filter((turnId) => !turns.isErased(turnId)));
    },
    comeBack: () => undefined,
    hold() {
      state.held += 1;
      return {
        [Symbol.dispose]() {
          state.held -= 1;
        },
      };
    },
    clock: () => state.now,
    later(ms, run) {
      timers.push({ ms, run });
      return { [Symbol.dispose]: () => undefined };
    },
    longStep: () => {},
    logger: createLogger({ level: "error", destination: { write() {} } }),
  });
  addTurn("1", { status: "sent" });
  const id = erasures.ask({ ...CHAT, personId: "anna", scope: { kind: "everything" }, askedAt: NOW });
  const press = (choice: "yes" | "no", more: Partial<ButtonPress> = {}) =>
    forgetting.press({ ...CHAT, messageId: "9", person: ANNA, data: `f:${id}:${choice}`, isPrivate: true, pressedAt: state.now, ...more });
  const told = () => outbox.due(state.now).map(({ kind, text }) => `${kind}: ${text.split("\n")[0]}`);
  const settled = async () => {
    do await new Promise((resolve) => setTimeout(resolve, 30));
    while (state.held > 0);
  };
  return { ...stores, forgetting, state, ended, deleted, timers, id, press, told, settled };
}

const DONE = "notice: It is forgotten: no word of it is left in my files.";

describe("a press", () => {
  it("on Yes ends the turns, erases, drops their threads and tells so", async () => {
    const { press, settled, ended, deleted, turns, told, erasures, id, state } = world();
    expect(press("yes")).toEqual({ toast: "OK", taken: true });
    expect(press("yes")).toEqual({ toast: "This was already answered.", taken: false });
    await settled();
    expect([ended, deleted, turns.isErased("1"), erasures.get(id)?.state, state.held]).toEqual([[["1"]], ["1"], true, "done", 0]);
    expect(told()).toEqual(["edit: I am forgetting it …", DONE]);
    expect(press("no")).toEqual({ toast: "This was already answered.", taken: false });
  });

  it.each([
    ["from another person", { person: BEN }, "Only Anna can answer this."],
    ["from a stranger", { person: undefined }, "This button does not work any more."],
    ["in another chat", OTHER_CHAT, "This button does not work any more."],
    ["of a wish that is not there", { data: "f:other:yes" }, "This button does not work any more."],
  ])("%s does nothing", async (_, more, toast) => {
    const { press, settled, erasures, id } = world();
    expect(press("yes", more)).toEqual({ toast, taken: false });
    await settled();
    expect(erasures.get(id)?.state).toBe("asked");
  });

  it.each(["a:q1:yes", "f:", "f:id:maybe", "f:id:yes:no", ""])("with the data %j belongs to somebody else", (data) => {
    expect(world().press("yes", { data })).toBeUndefined();
  });

  it("after ten minutes forgets nothing", async () => {
    const { press, settled, state, turns, told } = world();
    state.now += 10 * MINUTE + 1;
    expect(press("yes")).toEqual({ toast: "This question has expired.", taken: false });
    await settled();
    expect([turns.isErased("1"), told()]).toEqual([false, ["edit: Nobody answered in time, so I forgot nothing."]]);
  });
});

describe("what cannot be finished", () => {
  it("because somebody reads the file is tried again until it can", async () => {
    const { press, settled, state, timers, told, erasures, id } = world();
    state.isClean = false;
    press("yes");
    await settled();
    expect([erasures.get(id)?.state, timers.map(({ ms }) => ms), told()]).toEqual(["erasing", [1_000], ["edit: I am forgetting it …"]]);
    state.isClean = true;
    timers[0]?.run();
    await settled();
    expect([erasures.get(id)?.state, told().at(-1)]).toEqual(["done", DONE]);
  });

  it("because the disk is full is told once, and tried again more and more seldom", async () => {
    const { press, settled, state, timers, told } = world();
    state.problem = new Error("database or disk is full");
    press("yes");
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await settled();
      timers[attempt]?.run();
    }
    await settled();
    expect(timers.map(({ ms }) => ms)).toEqual([1_000, 5_000, 60_000, 600_000, 600_000, 600_000]);
    expect(told().filter((text) => text.startsWith("notice: The words are deleted, but traces"))).toHaveLength(1);
    expect(told()).not.toContain(DONE);
  });

  it("at the service's end is gone on with at the next start; what nobody answered is gone then", async () => {
    const { press, settled, state, timers, erasures, forgetting, id, told } = world();
    const forgotten = erasures.ask({ ...CHAT, personId: "anna", scope: { kind: "everything" }, askedAt: NOW - 11 * MINUTE });
    state.isClean = false;
    press("yes");
    await settled();
    state.isClean = true;
    await forgetting.resume();
    expect([erasures.get(id)?.state, erasures.get(forgotten), told().at(-1)]).toEqual(["done", undefined, DONE]);
    expect(timers).toHaveLength(1);
    await forgetting[Symbol.asyncDispose]();
  });
});
