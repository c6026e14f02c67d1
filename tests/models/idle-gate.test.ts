import { describe, expect, it } from "vitest";
import { createIdleGate, type IdleWork } from "../../src/models/idle-gate.ts";

/** A gate whose time goes by hand, and work that takes until it is told to end. */
function world() {
  const state = { now: 1_000_000 };
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const gate = createIdleGate({
    clock: () => state.now,
    later(ms, run) {
      const timer = { at: state.now + ms, run };
      timers.add(timer);
      return { [Symbol.dispose]: () => void timers.delete(timer) };
    },
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const passes = async (ms: number) => {
    state.now += ms;
    for (const timer of [...timers]) if (timer.at <= state.now && timers.delete(timer)) timer.run();
    await settled();
  };
  const happened: string[] = [];
  const work = (name: string, idleMs: number, parts = 1) => {
    const left = { parts };
    let end = () => {};
    const task: IdleWork = {
      idleMs,
      get isWaiting() {
        return left.parts > 0;
      },
      async run(signal) {
        happened.push(`${name} begins`);
        await new Promise<void>((resolve) => {
          end = resolve;
          signal.addEventListener("abort", () => resolve());
        });
        if (!signal.aborted) left.parts -= 1;
        happened.push(`${name} ${signal.aborted ? "stops" : "ends"}`);
      },
    };
    return { left, end: () => end(), task: gate.add(task) };
  };
  return { state, gate, passes, settled, happened, work, timers };
}

describe("work for the model's idle time", () => {
  it("begins when nobody needed the model for its time, counted from the last turn's end", async () => {
    const { gate, passes, happened, work } = world();
    const { task } = work("learning", 180_000);
    task.wake();
    await passes(100_000);
    gate.hold()[Symbol.dispose]();
    await passes(100_000);
    task.wake();
    await passes(79_999);
    expect(happened).toEqual([]);
    await passes(1);
    expect(happened).toEqual(["learning begins"]);
  });

  it("begins at once when the model was idle before there was any", async () => {
    const { passes, settled, happened, work } = world();
    const { left, task } = work("summary", 5_000, 0);
    await passes(60_000);
    left.parts = 1;
    task.wake();
    await settled();
    expect(happened).toEqual(["summary begins"]);
  });

  it("is found at a turn's end without being told of", async () => {
    const { gate, passes, happened, work } = world();
    work("learning", 1_000);
    gate.hold()[Symbol.dispose]();
    await passes(1_000);
    expect(happened).toEqual(["learning begins"]);
  });

  it("goes one after the other, the shortest wait first, part by part", async () => {
    const { passes, settled, happened, work } = world();
    const learning = work("learning", 10_000);
    const summary = work("summary", 5_000, 2);
    summary.task.wake();
    await passes(20_000);
    summary.end();
    await settled();
    summary.end();
    await settled();
    learning.end();
    await settled();
    expect(happened).toEqual([
      ...["summary begins", "summary ends", "summary begins", "summary ends"],
      ...["learning begins", "learning ends"],
    ]);
  });

  it("is stopped at once when a turn begins, and begun anew after all turns and its time", async () => {
    const { gate, passes, settled, happened, work } = world();
    const { task } = work("learning", 1_000);
    task.wake();
    await passes(1_000);
    const [one, other] = [gate.hold(), gate.hold()];
    await settled();
    expect(happened).toEqual(["learning begins", "learning stops"]);
    one[Symbol.dispose]();
    one[Symbol.dispose]();
    await passes(60_000);
    expect(happened).toHaveLength(2);
    other[Symbol.dispose]();
    await passes(999);
    expect(happened).toHaveLength(2);
    await passes(1);
    expect(happened).toHaveLength(3);
  });

  it("waits no longer than its time when the clock was set back", async () => {
    const { state, passes, happened, work } = world();
    const { task } = work("learning", 1_000);
    state.now -= 500_000;
    task.wake();
    await passes(1_000);
    expect(happened).toEqual(["learning begins"]);
  });

  it("is stopped and not begun again when it, or the gate, is disposed of", async () => {
    const { gate, passes, happened, work, timers } = world();
    const learning = work("learning", 1_000);
    const summary = work("summary", 2_000);
    learning.task.wake();
    await passes(1_000);
    await learning.task[Symbol.asyncDispose]();
    expect(happened).toEqual(["learning begins", "learning stops"]);
    gate[Symbol.dispose]();
    summary.task.wake();
    await passes(60_000);
    expect([happened.length, timers.size]).toEqual([2, 0]);
  });
});
