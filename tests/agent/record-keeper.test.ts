import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RecordKeeper } from "../../src/agent/record-keeper.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { NOW, openStores } from "../storage/stores.ts";

const DAY = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A keeper of a real record; what it removes and whom it warns is written down. */
function openKeeper({ days = 10 } = {}) {
  const stores = openStores();
  const warned: (number | undefined)[] = [];
  const log: string[] = [];
  const pruned: number[] = [];
  const audit = {
    verify: (signal?: AbortSignal) => stores.audit.verify(signal),
    prune: (before: number, at: number) => {
      const removed = stores.audit.prune(before, at);
      pruned.push(removed);
      return removed;
    },
  };
  const keeper = new RecordKeeper({
    ...{ audit, days, clock: () => Date.now(), warn: (brokenAt) => void warned.push(brokenAt) },
    later: (ms, run) => {
      const timeout = setTimeout(run, ms);
      return { [Symbol.dispose]: () => clearTimeout(timeout) };
    },
    logger: createLogger({ level: "debug", destination: { write: (line) => void log.push(line) } }),
  });
  const decided = (at: number) => stores.audit.append({ at, kind: "decided", actionId: "a", outcome: "allow", rule: "free" });
  return { ...stores, keeper, warned, log, pruned, audit, decided };
}

describe("a record", () => {
  it("that is whole warns nobody", async () => {
    const { keeper, warned, decided } = openKeeper();
    decided(NOW);
    await keeper.start();
    expect(warned).toEqual([]);
    keeper[Symbol.dispose]();
  });

  it("that was changed from outside is told to the owners once at a start, with the place, and logged", async () => {
    const { keeper, warned, decided, database, log, pruned } = openKeeper();
    for (const at of [NOW, NOW, NOW]) decided(at);
    const guards = database.sqlite.prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE tbl_name = 'audit_log' AND type = 'trigger'",
    );
    for (const { name } of guards.all()) database.sqlite.exec(`DROP TRIGGER "${name}"`);
    database.sqlite.exec("UPDATE audit_log SET outcome = 'deny' WHERE seq = 2");
    await keeper.start();
    expect(warned).toEqual([2]);
    expect(log.join()).toContain("changed from outside");
    expect(pruned).toHaveLength(1);
    keeper[Symbol.dispose]();
  });

  it("that cannot be checked is logged, warns nobody, and is looked after all the same", async () => {
    const { keeper, warned, audit, log, pruned } = openKeeper();
    audit.verify = () => Promise.reject(new Error("disk I/O error"));
    await keeper.start();
    expect([warned, pruned.length]).toEqual([[], 1]);
    expect(log.join()).toContain("disk I/O error");
    keeper[Symbol.dispose]();
  });
});

describe("old rows", () => {
  it("go at the start and then every day", async () => {
    const { keeper, decided, pruned } = openKeeper({ days: 10 });
    decided(NOW - 11 * DAY);
    decided(NOW - 10 * DAY + DAY / 2);
    decided(NOW);
    await keeper.start();
    expect(pruned).toEqual([1]);
    vi.advanceTimersByTime(DAY);
    expect(pruned).toEqual([1, 1]);
    vi.advanceTimersByTime(DAY);
    expect(pruned).toEqual([1, 1, 0]);
    keeper[Symbol.dispose]();
  });

  it("that cannot be removed are logged, and tried again the next day", async () => {
    const { keeper, decided, database, log, pruned } = openKeeper();
    decided(NOW - 11 * DAY);
    database.sqlite.pragma("query_only = ON");
    await keeper.start();
    expect(log.join()).toContain("could not be removed");
    database.sqlite.pragma("query_only = OFF");
    vi.advanceTimersByTime(DAY);
    expect(pruned).toEqual([1]);
    keeper[Symbol.dispose]();
  });

  it("stay when the service has stopped", async () => {
    const { keeper, pruned } = openKeeper();
    await keeper.start();
    keeper[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(3 * DAY);
    expect(pruned).toHaveLength(1);
  });
});

it("a check that is cut short by the end of the service says nothing and removes nothing", async () => {
  const { keeper, warned, log, pruned, audit } = openKeeper();
  audit.verify = (signal) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const started = keeper.start();
  keeper[Symbol.dispose]();
  await started;
  expect([warned, log, pruned, vi.getTimerCount()]).toEqual([[], [], [], 0]);
});
