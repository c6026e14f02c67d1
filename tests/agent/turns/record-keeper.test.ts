import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRecordKeeper } from "../../../src/agent/turns/record-keeper.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { createChatPages } from "../../../src/storage/turns/chat-pages.ts";
import { NOW, openStores } from "../../storage/stores.ts";

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
    newestAt: () => stores.audit.newestAt(),
    prune: (before: number, at: number) => {
      const removed = stores.audit.prune(before, at);
      pruned.push(removed);
      return removed;
    },
  };
  const keeper = createRecordKeeper({
    ...{ egress: stores.egress, searchLogDays: 5, chatPages: createChatPages(stores) },
    ...{ audit, days, clock: () => Date.now(), warn: (brokenAt) => void warned.push(brokenAt) },
    later: (ms, run) => {
      const timeout = setTimeout(run, ms);
      return { [Symbol.dispose]: () => clearTimeout(timeout) };
    },
    logger: createLogger({ level: "debug", destination: { write: (line) => void log.push(line) } }),
  });
  const decided = (at: number) => stores.audit.append({ at, kind: "decided", actionId: "a", outcome: "allow", rule: "free" });
  const tamper = () => {
    const guards = stores.database.sqlite.prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE tbl_name = 'audit_log' AND type = 'trigger'",
    );
    for (const { name } of guards.all()) stores.database.sqlite.exec(`DROP TRIGGER "${name}"`);
    stores.database.sqlite.exec("UPDATE audit_log SET outcome = 'deny' WHERE seq = 2");
  };
  /** A day passes, and what it brings is done. */
  const day = async () => {
    vi.advanceTimersByTime(DAY);
    for (let breath = 0; breath < 5; breath += 1) await setImmediate();
  };
  return { ...stores, keeper, warned, log, pruned, audit, decided, tamper, day };
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
    const { keeper, warned, decided, log, tamper } = openKeeper();
    for (const at of [NOW, NOW, NOW]) decided(at);
    tamper();
    await keeper.start();
    expect(warned).toEqual([2]);
    expect(log.join()).toContain("changed from outside");
    keeper[Symbol.dispose]();
  });

  it("that was changed loses nothing, at the start or later", async () => {
    const { keeper, warned, decided, pruned, count, tamper, day } = openKeeper({ days: 10 });
    for (const at of [NOW - 9.5 * DAY, NOW, NOW]) decided(at);
    await keeper.start();
    tamper();
    decided(NOW + DAY);
    await day();
    await day();
    expect(warned).toEqual([2, 2]);
    expect([pruned, count("audit_log")]).toEqual([[0], 4]);
    keeper[Symbol.dispose]();
  });

  it("that cannot be checked is logged, warns nobody, loses nothing, and is looked after the next day", async () => {
    const { keeper, warned, audit, log, pruned, day } = openKeeper();
    const { verify } = audit;
    audit.verify = () => Promise.reject(new Error("disk I/O error"));
    await keeper.start();
    expect([warned, pruned]).toEqual([[], []]);
    expect(log.join()).toContain("disk I/O error");
    audit.verify = verify;
    await day();
    expect(pruned).toEqual([0]);
    keeper[Symbol.dispose]();
  });
});

describe("old rows", () => {
  it("go at the start and then every day", async () => {
    const { keeper, decided, pruned, day } = openKeeper({ days: 10 });
    decided(NOW - 11 * DAY);
    decided(NOW - 10 * DAY + DAY / 2);
    decided(NOW);
    await keeper.start();
    expect(pruned).toEqual([1]);
    decided(NOW + DAY);
    await day();
    expect(pruned).toEqual([1, 1]);
    await day();
    expect(pruned).toEqual([1, 1, 0]);
    keeper[Symbol.dispose]();
  });

  it("are those that are old beside the newest one: a clock that is wrong for once takes nothing", async () => {
    const { keeper, decided, pruned, count } = openKeeper({ days: 10 });
    decided(NOW - 9 * DAY);
    decided(NOW);
    vi.setSystemTime(NOW + 3_000 * DAY);
    await keeper.start();
    expect([pruned, count("audit_log")]).toEqual([[0], 2]);
    keeper[Symbol.dispose]();
  });

  it("that cannot be removed are logged, and tried again the next day", async () => {
    const { keeper, decided, database, log, pruned, day } = openKeeper();
    decided(NOW - 11 * DAY);
    decided(NOW);
    database.sqlite.pragma("query_only = ON");
    await keeper.start();
    expect(log.join()).toContain("could not be removed");
    database.sqlite.pragma("query_only = OFF");
    await day();
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

describe("what left the house", () => {
  const SEARCH = { kind: "search", original: "weather", sanitized: "weather", blocked: false, provider: "duckduckgo" } as const;

  it("goes when it is old beside the newest, every day, whatever became of the record of actions", async () => {
    const { keeper, egress, decided, tamper, day, count } = openKeeper();
    for (const at of [NOW, NOW, NOW]) decided(at);
    tamper();
    for (const at of [NOW - 6 * DAY, NOW - 4.5 * DAY, NOW]) egress.begin({ ...SEARCH, at });
    await keeper.start();
    expect(count("search_audit_log")).toBe(2);
    egress.begin({ ...SEARCH, at: NOW + DAY });
    await day();
    expect(count("search_audit_log")).toBe(2);
    vi.setSystemTime(NOW + 3_000 * DAY);
    await keeper.start();
    expect(count("search_audit_log")).toBe(2);
    keeper[Symbol.dispose]();
  });
});

describe("a house in which nothing new happens", () => {
  const SEARCH = { kind: "search", original: "weather", sanitized: "weather", blocked: false, provider: "duckduckgo" } as const;

  it("keeps its rows no longer than it says", async () => {
    const { keeper, egress, decided, day, count } = openKeeper({ days: 10 });
    decided(NOW);
    decided(NOW);
    for (let row = 0; row < 10; row += 1) egress.begin({ ...SEARCH, at: NOW });
    await keeper.start();
    for (let days = 0; days < 5; days += 1) await day();
    expect(count("search_audit_log")).toBe(10);
    for (let days = 0; days < 2; days += 1) await day();
    expect(count("search_audit_log")).toBe(0);
    expect(count("audit_log")).toBe(2);
    for (let days = 0; days < 5; days += 1) await day();
    expect(count("audit_log")).toBeLessThan(2);
    keeper[Symbol.dispose]();
  });

  it("loses nothing to a clock that is far ahead at one look", async () => {
    const { keeper, egress, decided, day, count } = openKeeper({ days: 10 });
    decided(NOW);
    egress.begin({ ...SEARCH, at: NOW });
    await keeper.start();
    await day();
    vi.setSystemTime(NOW + 3_000 * DAY);
    await day();
    vi.setSystemTime(NOW + 2 * DAY);
    await day();
    expect([count("audit_log"), count("search_audit_log")]).toEqual([1, 1]);
    keeper[Symbol.dispose]();
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
