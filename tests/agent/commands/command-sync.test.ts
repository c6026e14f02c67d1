import { describe, expect, it } from "vitest";
import { createSync, type SyncIndexer, type SyncProgress } from "../../../src/homeassistant/own-device/sync-run.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import type { Role } from "../../../src/security/policy/policy-input.ts";
import { CHAT, NOW, openStores } from "../../storage/stores.ts";
import { commandsOver, intakeOver } from "../command-world.ts";

type Result = Awaited<ReturnType<SyncIndexer["run"]>>;

const BEGUN = "I am reading everything about your home again …";

/** `/sync` from message to message, with an indexer that the test plays and a channel that shows what is due when asked to. */
function openSync({ switchedOff = false } = {}) {
  const stores = openStores();
  const runs: { tell: (progress: SyncProgress) => void; end: (result: Result) => void; fail: (error: Error) => void }[] = [];
  const logger = createLogger({ level: "error", destination: { write: () => undefined } });
  const sync = createSync({
    indexer: {
      run: ({ onProgress }) => {
        const { promise, resolve, reject } = Promise.withResolvers<Result>();
        runs.push({ tell: onProgress, end: resolve, fail: reject });
        return promise;
      },
    },
    clock: () => NOW,
    logger,
  });
  let timers: (() => void)[] = [];
  const later = (_ms: number, run: () => void) => {
    timers.push(run);
    return { [Symbol.dispose]: () => undefined };
  };
  const faults: Error[] = [];
  const outbox: typeof stores.outbox = {
    ...stores.outbox,
    add(item) {
      const fault = faults.shift();
      if (fault) throw fault;
      return stores.outbox.add(item);
    },
  };
  const commands = commandsOver(stores, {
    sync: switchedOff ? undefined : { ...stores, outbox, sync, later, now: () => NOW, logger },
  });
  const receive = intakeOver(stores, { commands });
  let messages = 0;
  const say = (text: string, role: Role = "owner") => {
    const person = { id: role, name: "Anna", role, language: "en" };
    const nothing = { isPrivate: true, replyToMessageId: undefined, threadId: undefined } as const;
    receive({ ...CHAT, ...nothing, messageId: `${messages++}`, person, text, kind: "text", sentAt: NOW });
  };
  let ids = 100;
  /** What is shown now, edits as `message id: text`. */
  const show = () =>
    stores.outbox.due(NOW).map(({ id, kind, text, editMessageId }) => {
      stores.outbox.sent(id, NOW, { part: 0, messageId: editMessageId ?? `${ids++}` });
      return kind === "edit" ? `${editMessageId}: ${text}` : text;
    });
  /** Two seconds go by. */
  const tick = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    const due = timers;
    timers = [];
    for (const run of due) run();
  };
  const due = () => stores.outbox.due(NOW).length;
  return { ...stores, sync, runs, faults, say, show, tick, due, waitsForTime: () => timers.length > 0 };
}

describe("/sync", () => {
  it("answers at once and tells in the same message how far it is and how it ended", async () => {
    const { runs, say, show, tick, sync, waitsForTime } = openSync();
    say("/sync");
    expect(show()).toEqual([BEGUN]);
    runs[0]?.tell({ phase: "reading", done: 3, total: 9 });
    await tick();
    expect(show()).toEqual(["100: I am reading everything about your home again: reading, 3 of 9 …"]);
    runs[0]?.end({ ok: true, counts: { entity: 120, person: 1, scene: 0, recipe: 4 }, problems: [] });
    await tick();
    expect(show()).toEqual(["100: I have read everything about your home again: 120 things, 1 person, and 4 × recipe."]);
    expect(waitsForTime()).toBe(false);
    expect(sync.status).toMatchObject({ state: "idle", reason: "command", by: "Anna", last: { at: NOW } });
  });

  it("leaves out what is overtaken before it can be shown, and what is said already", async () => {
    const { runs, say, show, tick, due } = openSync();
    say("/sync");
    runs[0]?.tell({ phase: "reading", done: 1, total: 9 });
    await tick();
    expect(due()).toBe(1);
    expect(show()).toEqual([BEGUN]);
    for (const done of [2, 3, 4]) runs[0]?.tell({ phase: "embedding", done, total: 9 });
    await tick();
    await tick();
    expect(show()).toEqual(["100: I am reading everything about your home again: learning what belongs together, 4 of 9 …"]);
  });

  it("tells the end of a chat that was away in the end", async () => {
    const { runs, say, show, tick } = openSync();
    say("/sync");
    runs[0]?.end({ ok: true, counts: {}, problems: [] });
    await tick();
    expect(show()).toEqual([BEGUN]);
    await tick();
    expect(show()).toEqual(["100: I have read everything about your home again."]);
  });

  it("gives up on a message that could never be shown", async () => {
    const { runs, say, tick, outbox, waitsForTime, due } = openSync();
    say("/sync");
    for (const { id } of outbox.due(NOW)) outbox.failed(id, "gone");
    runs[0]?.tell({ phase: "reading", done: 1, total: 9 });
    await tick();
    expect([waitsForTime(), due()]).toEqual([false, 0]);
  });

  it("says why it failed, without styles that a problem brings", async () => {
    const { runs, say, show, tick } = openSync();
    say("/sync");
    show();
    runs[0]?.end({ ok: false, counts: {}, problems: ["the *history* did not answer"] });
    await tick();
    const text = "I could not read everything again, what I knew before I still know. Not read: the \\*history\\* did not answer";
    expect(show()).toEqual([`100: ${text}`]);
  });

  it("says what was left out of a run that went well", async () => {
    const { runs, say, show, tick } = openSync();
    say("/sync");
    show();
    runs[0]?.end({ ok: true, counts: { document: 1 }, problems: ["old.pdf: too large", "scan.pdf: no text"] });
    await tick();
    const done = "I have read everything about your home again: 1 part of documents.";
    expect(show()).toEqual([`100: ${done} Left out: old.pdf: too large; scan.pdf: no text`]);
  });

  it("says that it failed when nobody knows why", async () => {
    const { runs, say, show, tick } = openSync();
    say("/sync");
    show();
    runs[0]?.fail(new Error("out of memory"));
    await tick();
    expect(show()).toEqual(["100: I could not read everything again, what I knew before I still know."]);
  });

  it("does not run twice", async () => {
    const { runs, say, show } = openSync();
    say("/sync");
    say("/sync");
    runs[0]?.tell({ phase: "writing", done: 5, total: 9 });
    say("/sync");
    const already = "I am reading everything again already";
    expect(show()).toEqual([BEGUN, `${already}.`, `${already}: writing down, 5 of 9.`]);
    expect(runs).toHaveLength(1);
  });

  it("is no command where there is nothing to sync", () => {
    const { say, show } = openSync({ switchedOff: true });
    say("/sync");
    say("/help");
    const [unknown, help] = show();
    expect(unknown).toContain("I do not know the command /sync.");
    expect(help).not.toContain("/sync");
  });

  it("tells its end although the database could not take it at first", async () => {
    const { runs, say, show, tick, faults } = openSync();
    say("/sync");
    show();
    faults.push(new Error("database is locked"), new Error("database is locked"));
    runs[0]?.tell({ phase: "reading", done: 1, total: 9 });
    await tick();
    runs[0]?.end({ ok: true, counts: {}, problems: [] });
    await tick();
    expect(show()).toEqual([]);
    await tick();
    expect(show()).toEqual(["100: I have read everything about your home again."]);
  });

  it("ends quietly when the database is closed under it", async () => {
    const { say, tick, database, waitsForTime } = openSync();
    say("/sync");
    database[Symbol.dispose]();
    await tick();
    expect(waitsForTime()).toBe(true);
    for (let turn = 0; turn < 30; turn++) await tick();
    expect(waitsForTime()).toBe(false);
  });
});
