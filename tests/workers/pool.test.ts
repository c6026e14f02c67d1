import { getPriority } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "../../src/observability/logger.ts";
import { createWorkerPool, WorkersBusyError, WorkersClosedError } from "../../src/workers/pool.ts";

const FILE = new URL("./pool-tasks.ts", import.meta.url);
const task = (name: "where" | "spin" | "fail" | "exit" | "environment" | "hoard" | "niceness") => ({ file: FILE, name });

function openPool(options: { threads?: number; maxQueue?: number; memoryMb?: number; niceness?: number } = {}) {
  const log: string[] = [];
  const logger = createLogger({ level: "debug", destination: { write: (line) => void log.push(line) } });
  const pool = createWorkerPool({ threads: 1, maxQueue: 10, ...options, logger });
  onTestFinished(() => pool[Symbol.asyncDispose]());
  return { pool, log };
}

describe("a task", () => {
  it("runs in another thread than its caller", async () => {
    const { pool } = openPool();
    expect(await pool.run(task("where"), {})).toBeGreaterThan(0);
  });

  it("that fails is its caller's error, and the next one runs", async () => {
    const { pool } = openPool();
    await expect(pool.run(task("fail"), { why: "too long" })).rejects.toThrow(new RangeError("too long"));
    expect(await pool.run(task("where"), {})).toBeGreaterThan(0);
  });

  it("that ends its thread is an error, and the next one runs in a new thread", async () => {
    const { pool } = openPool();
    const before = await pool.run(task("where"), {});
    await expect(pool.run(task("exit"), {})).rejects.toThrow("3");
    const after = await pool.run(task("where"), {});
    expect(after).not.toBe(before);
  });

  it("that needs more memory than it may ends its thread, and the service goes on", async () => {
    const { pool } = openPool({ memoryMb: 48 });
    await expect(pool.run(task("hoard"), {})).rejects.toMatchObject({ code: "ERR_WORKER_OUT_OF_MEMORY" });
    expect(await pool.run(task("where"), {})).toBeGreaterThan(0);
  });

  it("sees no variable of the environment", async () => {
    const { pool } = openPool();
    expect(await pool.run(task("environment"), {})).toEqual([]);
  });

  // 19 is the most that Linux knows
  it.each([
    ["takes what processor time others leave", undefined, Math.min(19, getPriority() + 10)],
    ["has as much processor time as all others where somebody waits for it", 0, getPriority()],
  ])("%s", async (_what, niceness, expected) => {
    const { pool } = openPool(niceness === undefined ? {} : { niceness });
    expect(await pool.run(task("niceness"), {})).toBe(expected);
  });

  it("does not exist: an error", async () => {
    const { pool } = openPool();
    await expect(pool.run({ file: FILE, name: "nothing" }, {})).rejects.toThrow("No handler function");
  });
});

describe("a signal", () => {
  it("ends a task that runs and never would end, and frees its thread", async () => {
    const { pool } = openPool();
    await pool.run(task("where"), {});
    const stop = new AbortController();
    const running = pool.run(task("spin"), {}, { signal: stop.signal });
    const next = pool.run(task("where"), {});
    stop.abort(new Error("not wanted any more"));
    await expect(running).rejects.toThrow("not wanted any more");
    expect(await next).toBeGreaterThan(0);
  });

  it("takes a task that waits out of the queue", async () => {
    const { pool } = openPool({ maxQueue: 1 });
    const first = pool.run(task("where"), { afterMs: 20 });
    const stop = new AbortController();
    const waiting = pool.run(task("spin"), {}, { signal: stop.signal });
    stop.abort(new Error("not wanted any more"));
    await expect(waiting).rejects.toThrow("not wanted any more");
    const next = pool.run(task("where"), {});
    expect(await next).toBe(await first);
  });

  it("that was given already starts nothing", async () => {
    const { pool } = openPool();
    await expect(pool.run(task("spin"), {}, { signal: AbortSignal.abort(new Error("too late")) })).rejects.toThrow("too late");
  });
});

describe("more tasks than threads", () => {
  it("run one after the other, up to as many as may wait", async () => {
    const { pool } = openPool({ maxQueue: 2 });
    const all = [1, 2, 3].map(() => pool.run(task("where"), {}));
    await expect(pool.run(task("where"), {})).rejects.toThrow(WorkersBusyError);
    expect(new Set(await Promise.all(all)).size).toBe(1);
  });

  it("run side by side in several threads", async () => {
    const { pool } = openPool({ threads: 2 });
    const both = await Promise.all([1, 2].map(() => pool.run(task("where"), { afterMs: 50 })));
    expect(new Set(both).size).toBe(2);
  });
});

describe("a pool that is closed", () => {
  it("ends what runs and what waits, and takes nothing more", async () => {
    const { pool } = openPool();
    const running = pool.run(task("spin"), {});
    const waiting = pool.run(task("where"), {});
    const ends = Promise.allSettled([running, waiting]);
    await pool[Symbol.asyncDispose]();
    expect((await ends).map((end) => end.status === "rejected" && end.reason instanceof WorkersClosedError)).toEqual([true, true]);
    await expect(pool.run(task("where"), {})).rejects.toThrow(WorkersClosedError);
  });

  it("that nobody used closes at once", async () => {
    await openPool().pool[Symbol.asyncDispose]();
  });
});
