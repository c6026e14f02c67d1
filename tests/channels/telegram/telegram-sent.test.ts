import { expect, test } from "vitest";
import { createSentMessages } from "../../../src/channels/telegram/telegram-out.ts";
import type { TelegramUpdate } from "../../../src/channels/telegram/telegram-updates.ts";
import { createLogger } from "../../../src/observability/logger.ts";

const STARTED_AT = 1_000_000;

function world(history: () => readonly TelegramUpdate[]) {
  const clock = { now: STARTED_AT };
  let reads = 0;
  const botHistory = {
    bots: async () => [],
    forgetBots: () => {},
    async updates() {
      reads += 1;
      return history();
    },
  };
  const sent = createSentMessages({ botHistory, startedAt: STARTED_AT, now: () => clock.now, logger: createLogger({ level: "error" }) });
  return { sent, clock, reads: () => reads };
}

const LOST = { mayStillBeSending: false };
const fresh = { createdAt: STARTED_AT + 1, attempts: 0 };
const inherited = { createdAt: STARTED_AT - 1, attempts: 0 };

test("does not ask the history about what was surely not sent", async () => {
  const { sent, reads } = world(() => []);
  expect(await sent.find("a.0", fresh)).toBeUndefined();
  expect(reads()).toBe(0);
});

test("knows at once what was heard live", async () => {
  const { sent } = world(() => []);
  sent.doubt("a.0", LOST);
  sent.note("a.0", "101");
  expect(await sent.find("a.0", fresh)).toEqual({ kind: "shown", messageId: "101" });
});

test("believes that a doubtful message was not sent only when the recorder must have written it", async () => {
  const { sent, clock } = world(() => []);
  sent.doubt("a.0", LOST);
  expect(await sent.find("a.0", fresh)).toMatchObject({ kind: "later", afterMs: 6_000, untried: true });
  clock.now += 6_000;
  expect(await sent.find("a.0", fresh)).toBeUndefined();
});

test("a message that Home Assistant may still be sending is waited for until a minute after the send, in steps", async () => {
  const { sent, clock } = world(() => []);
  sent.doubt("a.0", { mayStillBeSending: true });
  expect(await sent.find("a.0", fresh)).toMatchObject({ kind: "later", afterMs: 6_000, untried: true });
  clock.now += 27_000;
  expect(await sent.find("a.0", fresh)).toMatchObject({ kind: "later", afterMs: 3_000, untried: true });
  sent.note("a.0", "101");
  expect(await sent.find("a.0", fresh)).toEqual({ kind: "shown", messageId: "101" });
  sent.doubt("b.0", { mayStillBeSending: true });
  clock.now += 30_000;
  expect(await sent.find("b.0", fresh)).toBeUndefined();
});

test("looks for what an earlier run may have sent", async () => {
  const { sent } = world(() => [{ kind: "sent", tag: "b.1", messageId: "102" }]);
  expect(await sent.find("b.1", inherited)).toEqual({ kind: "shown", messageId: "102" });
  expect(await sent.find("b.0", inherited)).toMatchObject({ kind: "later" });
});

test("a history that stays unreadable holds an answer back for some attempts only", async () => {
  const { sent, clock } = world(() => {
    throw new Error("no recorder");
  });
  clock.now += 60_000;
  expect(await sent.find("a.0", { ...inherited, attempts: 2 })).toEqual({ kind: "later", afterMs: 0, why: "looking whether it was sent" });
  expect(await sent.find("a.0", { ...inherited, attempts: 6 })).toBeUndefined();
});
