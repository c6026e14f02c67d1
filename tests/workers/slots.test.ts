import { expect, it } from "vitest";
import { createSlots, type Priority, WorkersBusyError } from "../../src/workers/pool.ts";

/** Asks for a turn under a name; `started` lists the names in the order of their turns. */
function openSlots(count: number, mostWaiting = 10) {
  const slots = createSlots({ count, mostWaiting });
  const started: string[] = [];
  const take = async (name: string, priority: Priority = "person", signal = new AbortController().signal) => {
    await slots.take(priority, signal);
    started.push(name);
  };
  return { slots, started, take };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("people come before background work that asked earlier", async () => {
  const { slots, started, take } = openSlots(1);
  void take("first");
  void take("background", "background");
  void take("person");
  await settled();
  slots.give("person");
  await settled();
  slots.give("person");
  await settled();
  expect(started).toEqual(["first", "person", "background"]);
});

it("background work leaves one place free for people", async () => {
  const { started, take } = openSlots(3);
  for (const name of ["a", "b", "c"]) void take(name, "background");
  await settled();
  void take("person");
  await settled();
  expect(started).toEqual(["a", "b", "person"]);
});

it("background work gets the only place there is", async () => {
  const { started, take } = openSlots(1);
  await take("background", "background");
  expect(started).toEqual(["background"]);
});

it("what waits beyond the bound is refused in plain words, and a place in the queue is free again after a signal", async () => {
  const { started, take } = openSlots(1, 1);
  await take("running");
  const stop = new AbortController();
  const waiting = take("waiting", "person", stop.signal);
  await expect(take("refused")).rejects.toThrow(new WorkersBusyError("1 tasks wait for one of 1 threads already; try again later"));
  stop.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  void take("next");
  await settled();
  expect(started).toEqual(["running"]);
});
