import { expect, it } from "vitest";
import { ChatQueue } from "../../src/agent/chat-queue.ts";
import { createLogger } from "../../src/observability/logger.ts";

const named = (chatId: string) => ({ channel: "telegram", bot: "", chatId });

/** A queue whose jobs end when the test says so. */
function openQueue(parallelChats = 2) {
  const begun: string[] = [];
  const endings = new Map<string, PromiseWithResolvers<void>>();
  const log: string[] = [];
  const queue = new ChatQueue<string>({
    parallelChats,
    isAlone: (job) => job.endsWith("!"),
    run: (job) => {
      begun.push(job);
      const ending = Promise.withResolvers<void>();
      endings.set(job, ending);
      return ending.promise;
    },
    logger: createLogger({ level: "info", destination: { write: (line) => void log.push(line) } }),
  });
  const settle = async () => {
    for (let at = 0; at < 10; at += 1) await Promise.resolve();
  };
  const end = async (job: string) => {
    endings.get(job)?.resolve();
    await settle();
  };
  const fail = async (job: string) => {
    endings.get(job)?.reject(new Error("broken"));
    await settle();
  };
  return { queue, begun, log, settle, end, fail };
}

it("one job at a time for a chat, in order", async () => {
  const { queue, begun, settle, end } = openQueue();
  for (const job of ["a1", "a2", "a3"]) queue.add(named("a"), job);
  await settle();
  expect(begun).toEqual(["a1"]);
  expect([queue.running(named("a")), queue.waiting(named("a")), queue.count(named("a"))]).toEqual(["a1", ["a2", "a3"], 3]);
  await end("a1");
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "a3"]);
  await end("a3");
  expect([queue.running(named("a")), queue.waiting(named("a")), queue.count(named("a"))]).toEqual([undefined, [], 0]);
});

it("chats side by side, up to the bound", async () => {
  const { queue, begun, settle, end } = openQueue(2);
  for (const chat of ["a", "b", "c"]) queue.add(named(chat), chat);
  await settle();
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
});

it("a chat with much to do does not keep the others waiting", async () => {
  const { queue, begun, settle, end } = openQueue(1);
  for (const job of ["a1", "a2", "a3"]) queue.add(named("a"), job);
  queue.add(named("b"), "b1");
  queue.add(named("c"), "c1");
  await settle();
  for (const job of ["a1", "b1", "c1", "a2"]) await end(job);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "a3"]);
});

it("a front place is before what waits, behind what runs", async () => {
  const { queue, begun, settle, end } = openQueue();
  for (const job of ["a1", "a2"]) queue.add(named("a"), job);
  await settle();
  queue.add(named("a"), "answer", "front");
  expect(queue.waiting(named("a"))).toEqual(["answer", "a2"]);
  await end("a1");
  expect(begun).toEqual(["a1", "answer"]);
});

it("a job begins after its adding is done: a message is acknowledged first", async () => {
  const { queue, begun, settle } = openQueue();
  queue.add(named("a"), "a1");
  expect(begun).toEqual([]);
  expect(queue.running(named("a"))).toBe("a1");
  await settle();
  expect(begun).toEqual(["a1"]);
});

it("is idle for a chat as long as a job of it would begin at once", async () => {
  const { queue, settle, end } = openQueue(1);
  expect(queue.isIdle(named("a"))).toBe(true);
  queue.add(named("a"), "a1");
  await settle();
  expect([queue.isIdle(named("a")), queue.isIdle(named("b"))]).toEqual([false, false]);
  await end("a1");
  expect([queue.isIdle(named("a")), queue.isIdle(named("b"))]).toEqual([true, true]);
  void queue.stop();
  expect(queue.isIdle(named("a"))).toBe(false);
});

it("a job that fails stalls nobody, and the log says so", async () => {
  const { queue, begun, log, settle, fail } = openQueue(1);
  queue.add(named("a"), "a1");
  queue.add(named("a"), "a2");
  queue.add(named("b"), "b1");
  await settle();
  await fail("a1");
  await fail(begun[1] ?? "");
  expect(begun).toHaveLength(3);
  expect(log.filter((line) => line.includes("a turn ended by an error of ours"))).toHaveLength(2);
});

it("at a stop ends what runs and leaves what waits", async () => {
  const { queue, begun, settle, end } = openQueue(1);
  for (const job of ["a1", "a2"]) queue.add(named("a"), job);
  queue.add(named("b"), "b1");
  await settle();
  let stopped = false;
  const stop = queue.stop().then(() => {
    stopped = true;
  });
  queue.add(named("c"), "c1");
  await settle();
  expect(stopped).toBe(false);
  await end("a1");
  await stop;
  expect(begun).toEqual(["a1"]);
  expect([queue.waiting(named("a")), queue.waiting(named("b")), queue.waiting(named("c"))]).toEqual([["a2"], ["b1"], ["c1"]]);
});

it("with nothing at work stops at once", async () => {
  const { queue } = openQueue();
  await queue.stop();
  queue.add(named("a"), "a1");
  expect(queue.waiting(named("a"))).toEqual(["a1"]);
});

it("a job that has to be alone runs before all others, and nothing beside it", async () => {
  const { queue, begun, settle, end } = openQueue();
  queue.add(named("a"), "a1");
  await settle();
  for (const job of ["b1!", "c1", "d1!"]) queue.add(named(job.charAt(0)), job);
  await settle();
  expect(begun).toEqual(["a1"]);
  expect(queue.isIdle(named("e"))).toBe(false);
  await end("a1");
  expect(begun).toEqual(["a1", "b1!"]);
  await end("b1!");
  expect(begun).toEqual(["a1", "b1!", "d1!"]);
  await end("d1!");
  expect(begun).toEqual(["a1", "b1!", "d1!", "c1"]);
});
