import { expect, test } from "vitest";
import { createTelegramOut } from "../../../src/channels/telegram/telegram-out.ts";
import { OutcomeUnknownError } from "../../../src/homeassistant/connection/errors.ts";
import type { TelegramMessage } from "../../../src/homeassistant/services/own.ts";
import { TelegramError, type TelegramProblem } from "../../../src/homeassistant/telegram/telegram-error.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import type { OutboxItem } from "../../../src/storage/turns/outbox.ts";

const item: OutboxItem = {
  ...{ id: "item1", turnId: undefined, channel: "telegram", bot: "entry", chatId: "7", kind: "answer", buttons: [], createdAt: 0 },
  ...{ text: "**Hello**", threadId: "3", replyToMessageId: "99", editMessageId: undefined, sentParts: [], attempts: 0 },
};
const NOW = 60_000;
const signal = new AbortController().signal;

/** Delivers to a Telegram that meets the first sends with the problems given, then takes everything. */
async function deliver(problems: TelegramProblem[], change: Partial<OutboxItem> = {}, cause?: Error) {
  const sends: TelegramMessage[] = [];
  const doubted: [string, boolean][] = [];
  let signals = 0;
  const parts: [number, string][] = [];
  const out = createTelegramOut({
    connection: { connected: true, onConnected: () => ({ [Symbol.dispose]: () => {} }) },
    telegram: {
      async sendMessage(message, options) {
        sends.push(message);
        if (options?.signal === signal) signals += 1;
        const problem = problems.shift();
        if (problem) throw new TelegramError(problem, problem.kind, { cause });
        return { messageId: String(100 + sends.length) };
      },
      editMessage: async () => {},
    },
    sent: {
      note: () => {},
      doubt: (tag, { mayStillBeSending }) => doubted.push([tag, mayStillBeSending]),
      find: async () => undefined,
    },
    pictures: { addressesFor: async () => ["http://home/camera.jpg", "http://127.0.0.1/camera.jpg"] },
    voice: { addressesFor: async (said) => (said === "Hello" ? ["http://home/hello.mp3", "http://127.0.0.1/hello.mp3"] : []) },
    uploads: { put: async () => ({ addresses: [], async [Symbol.asyncDispose]() {} }) },
    now: () => NOW,
    logger: createLogger({ level: "error" }),
  });
  const outcome = await out({ ...item, ...change }, (part, messageId) => parts.push([part, messageId]), signal);
  return { outcome, sends, doubted, parts, signals };
}

test("waits as many seconds as Telegram asks", async () => {
  const { outcome, doubted } = await deliver([{ kind: "flood", seconds: 17 }]);
  expect(outcome).toEqual({ kind: "later", afterMs: 17_000, why: "flood" });
  expect(doubted).toEqual([]);
});

test("looks before it sends again what may have been sent", async () => {
  const { outcome, doubted } = await deliver([{ kind: "unknown_outcome" }]);
  expect(outcome).toMatchObject({ kind: "later" });
  expect(doubted).toEqual([["item1.0", false]]);
});

test("a late answer of a Home Assistant that is there means that it may still be sending", async () => {
  const { doubted } = await deliver([{ kind: "unknown_outcome" }], {}, new OutcomeUnknownError("no answer in time"));
  expect(doubted).toEqual([["item1.0", true]]);
});

test("every send can be given up at the end of the service", async () => {
  const { sends, signals } = await deliver([{ kind: "markup" }]);
  expect([sends.length, signals]).toEqual([2, 2]);
});

test("sends without markup, and without reply and topic, if Telegram refuses those", async () => {
  const { outcome, sends } = await deliver([{ kind: "anchor_gone" }, { kind: "markup" }]);
  expect(outcome).toEqual({ kind: "sent", last: { part: 0, messageId: "103" } });
  expect(sends.map(({ text, parseMode, replyTo, threadId }) => [text, parseMode, replyTo, threadId])).toEqual([
    ["<b>Hello</b>", "html", "99", "3"],
    ["<b>Hello</b>", "html", undefined, undefined],
    ["Hello", "plain_text", undefined, undefined],
  ]);
});

test("does not go on for ever when even plain text is refused", async () => {
  const { outcome, sends } = await deliver([{ kind: "markup" }, { kind: "markup" }]);
  expect(outcome).toEqual({ kind: "failed", why: "markup" });
  expect(sends).toHaveLength(2);
});

test("goes on with the part after those that were shown, and tells each but the last", async () => {
  const text = ["a", "b", "c"].map((letter) => letter.repeat(4_000)).join("\n\n");
  const { outcome, sends, parts } = await deliver([], { text, sentParts: ["50"], buttons: [[{ label: "Yes", data: "y" }]] });
  expect(sends.map((send) => [send.tag, send.text[0], send.replyTo, send.buttons?.length])).toEqual([
    ["item1.1", "b", undefined, undefined],
    ["item1.2", "c", undefined, 1],
  ]);
  expect(parts).toEqual([[1, "101"]]);
  expect(outcome).toEqual({ kind: "sent", last: { part: 2, messageId: "102" } });
});

test("fails an item that shows nothing", async () => {
  expect((await deliver([], { text: " \n" })).outcome).toEqual({ kind: "failed", why: "nothing to show" });
});

const picture = { entityId: "camera.garden", otherwise: "No picture." };
const [OWN, LOCAL] = ["http://home/camera.jpg", "http://127.0.0.1/camera.jpg"];

test.each<[string, TelegramProblem[], Partial<OutboxItem>, string, string[]]>([
  ["is sent with its caption", [], {}, "sent", [OWN]],
  ["is asked for at each address of Home Assistant", [{ kind: "refused" }], {}, "sent", [OWN, LOCAL]],
  ["is told to be missing when Home Assistant cannot fetch it", [{ kind: "refused" }, { kind: "refused" }], {}, "no-picture", [OWN, LOCAL]],
  ["waits while the bot starts", [{ kind: "not_ready" }], {}, "later", [OWN]],
  ["may be there already when nobody knows", [{ kind: "unknown_outcome" }], {}, "later", [OWN]],
  ["is not of now any more after five minutes", [], { createdAt: NOW - 300_001 }, "no-picture", []],
])("a picture %s", async (_, problems, change, kind, photos) => {
  const { outcome, sends } = await deliver(problems, { media: picture, ...change });
  expect(outcome.kind).toBe(kind);
  expect(sends.map(({ file, text }) => [file, text])).toEqual(photos.map((url) => [{ kind: "photo", url }, "<b>Hello</b>"]));
});

test.each<[string, TelegramProblem[], Partial<OutboxItem>, string, number]>([
  ["is sent without its marks", [], {}, "sent", 1],
  ["is asked for at each address of Home Assistant", [{ kind: "refused" }], {}, "sent", 2],
  ["that cannot be had shows nothing", [{ kind: "refused" }, { kind: "refused" }], {}, "failed", 2],
  ["in no language that the engine speaks shows nothing", [], { text: "Bonjour" }, "failed", 0],
  ["of five minutes ago is not said any more", [], { createdAt: NOW - 300_001 }, "failed", 0],
])("speech %s", async (_, problems, change, kind, count) => {
  const { outcome, sends } = await deliver(problems, { media: { spokenIn: "en" }, ...change });
  expect(outcome.kind).toBe(kind);
  expect(sends.map(({ file }) => file?.kind)).toEqual(Array.from({ length: count }, () => "voice"));
});
