import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Channel, Delivered, PartSent } from "../../src/channels/channel.ts";
import { Delivery } from "../../src/channels/delivery.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { createOutboxStore, type OutboxItem } from "../../src/storage/turns/outbox.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

type Show = (item: OutboxItem, partSent: PartSent, signal: AbortSignal) => Promise<Delivered>;

function world(show: Show, now: () => number = Date.now) {
  const database = memoryDatabase();
  const outbox = createOutboxStore({ database, onDelivered: () => {} });
  const shown: string[] = [];
  const channel: Channel = {
    name: "telegram",
    start: async () => {},
    async deliver(item, partSent, signal) {
      shown.push(item.text);
      return await show(item, partSent, signal);
    },
  };
  const log: Record<string, unknown>[] = [];
  const logger = createLogger({ level: "info", destination: { write: (line) => void log.push(JSON.parse(line)) } });
  const delivery = new Delivery({ outbox, channels: [channel], logger, now });
  const add = (text: string, chatId = "1", channelName = "telegram") =>
    outbox.add({ channel: channelName, bot: "entry", chatId, kind: "answer", text, origin: "home", at: Date.now() });
  const rows = () =>
    database.sqlite.prepare("SELECT text, status, attempts, note FROM outbox ORDER BY rowid").all() as Record<string, unknown>[];
  return { outbox, delivery, shown, add, rows, log, database };
}

const sent = async (): Promise<Delivered> => ({ kind: "sent", last: { part: 0, messageId: "101" } });
const later = (afterMs: number): Delivered => ({ kind: "later", afterMs, why: "not_ready" });
const settle = () => vi.advanceTimersByTimeAsync(0);

test("shows what an earlier run left, in order, and keeps the message ids", async () => {
  const { delivery, shown, add, rows, database } = world(sent);
  add("one");
  add("two", "2");
  delivery.start();
  await settle();
  expect(shown).toEqual(["one", "two"]);
  expect(rows().map((row) => row["status"])).toEqual(["sent", "sent"]);
  expect(database.sqlite.prepare("SELECT chat_id, message_id FROM sent_messages ORDER BY chat_id").all()).toEqual([
    { chat_id: "1", message_id: "101" },
    { chat_id: "2", message_id: "101" },
  ]);
});

test("after a restart what was postponed is not overtaken by newer items of its chat, and is shown when its time has come", async () => {
  const { delivery, shown, add, outbox } = world(sent);
  add("old");
  outbox.postpone(outbox.due(Date.now())[0]?.id ?? "", Date.now() + 5_000, "flood", { tried: true });
  add("new");
  add("elsewhere", "2");
  delivery.start();
  await settle();
  expect(shown).toEqual(["elsewhere"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown).toEqual(["elsewhere", "old", "new"]);
});

test("an attempt that was not made does not make the next one wait longer", async () => {
  let asked = 0;
  const { delivery, add } = world(async () => (asked++ < 6 ? { kind: "later", afterMs: 1_000, why: "looking", untried: true } : sent()));
  add("one");
  delivery.start();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(asked).toBe(7);
});

test("keeps the order within a chat while other chats go on", async () => {
  const { promise, resolve } = Promise.withResolvers<Delivered>();
  const { delivery, shown, add } = world((item) => (item.text === "slow" ? promise : sent()));
  add("slow");
  add("after slow");
  add("other chat", "2");
  delivery.start();
  await settle();
  expect(shown).toEqual(["slow", "other chat"]);
  resolve({ kind: "sent", last: { part: 0, messageId: "100" } });
  await settle();
  expect(shown).toEqual(["slow", "other chat", "after slow"]);
});

test("does not let a newer message overtake one that waits for its next attempt", async () => {
  let tries = 0;
  const { delivery, shown, add } = world(async (item) => (item.text === "first" && tries++ === 0 ? later(3_000) : sent()));
  add("first");
  delivery.start();
  await settle();
  add("second");
  delivery.wake();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(shown).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(shown).toEqual(["first", "first", "second"]);
});

test("misses no attempt that falls due while it looks at the clock", async () => {
  let tries = 0;
  // the clock moves on between any two looks, so that in some run the time comes exactly between them
  let looks = 0;
  const ticking = () => Date.now() + (looks++ % 2);
  const { delivery, rows, add } = world(async () => (tries++ < 5 ? later(0) : sent()), ticking);
  add("patience");
  delivery.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rows()[0]).toMatchObject({ status: "sent", attempts: 5 });
});

test("waits longer after each attempt, from one second to five minutes", async () => {
  const at: number[] = [];
  const { delivery, add } = world(async () => {
    at.push(Date.now());
    return later(0);
  });
  add("never");
  delivery.start();
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  const waits = at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / 1000);
  expect(waits.slice(0, 12)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test("gives up after a day, says so in the log, and goes on with the next", async () => {
  const { delivery, shown, add, rows, log } = world(async (item) => (item.text === "never" ? later(0) : sent()));
  add("never");
  delivery.start();
  await vi.advanceTimersByTimeAsync(25 * 3_600_000);
  expect(rows()[0]).toMatchObject({ status: "failed", note: "not_ready" });
  expect(log.filter((line) => line["msg"] === "a message was given up")).toHaveLength(1);
  add("next");
  delivery.wake();
  await settle();
  expect(shown.at(-1)).toBe("next");
});

test("a channel that throws is tried again and holds up nobody else", async () => {
  let tries = 0;
  const { delivery, rows, add } = world(async (item) => {
    if (item.chatId === "1" && tries++ === 0) throw new Error("boom");
    return sent();
  });
  add("one");
  add("two", "2");
  add("three", "3", "nowhere");
  delivery.start();
  await settle();
  expect(rows().map((row) => row["status"])).toEqual(["pending", "sent", "failed"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rows()[0]).toMatchObject({ status: "sent", attempts: 1 });
});

test("does nothing and writes nothing while nothing is due", async () => {
  const { delivery, add, database } = world(sent);
  add("one");
  delivery.start();
  await settle();
  const before = database.sqlite.prepare("SELECT total_changes() AS n").get();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(database.sqlite.prepare("SELECT total_changes() AS n").get()).toEqual(before);
});

test("at its end sends what is due, and leaves what cannot be sent in time as it was", async () => {
  const never = (_item: OutboxItem, _sent: PartSent, signal: AbortSignal) =>
    new Promise<Delivered>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const { delivery, add, rows } = world((item, partSent, signal) => (item.text === "hangs" ? never(item, partSent, signal) : sent()));
  delivery.start();
  add("hangs");
  add("last words", "2");
  const closed = delivery[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(10_000);
  await closed;
  expect(rows()).toMatchObject([
    { text: "hangs", status: "pending", attempts: 0 },
    { text: "last words", status: "sent" },
  ]);
});
