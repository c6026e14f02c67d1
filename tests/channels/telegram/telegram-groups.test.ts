import { expect, test } from "vitest";
import { addressedToUs } from "../../../src/channels/telegram/telegram-incoming.ts";
import type { MessageUpdate } from "../../../src/channels/telegram/telegram-updates.ts";

const message = (text: string, change: Partial<MessageUpdate> = {}): MessageUpdate => ({
  kind: "message",
  messageKind: "text",
  bot: { id: "entry", username: "test_home_bot" },
  chatId: "-100",
  userId: "7",
  firstName: "Anna",
  messageId: "1",
  text,
  sentAt: 0,
  replyTo: undefined,
  threadId: undefined,
  ...change,
});
const inGroup = (text: string, change?: Partial<MessageUpdate>) => addressedToUs(message(text, change), false, (id) => id === "55");
const command = { messageKind: "command" } as const;

test("ignores what people in a group say to each other", () => {
  expect(inGroup("turn on the light")).toBeUndefined();
  expect(inGroup("mail me at anna@test_home_bot.example")).toBeUndefined();
  expect(inGroup("@test_home_bot2 turn on the light")).toBeUndefined();
  expect(inGroup("yes", { replyTo: "54" })).toBeUndefined();
});

test.each([
  ["@test_home_bot turn on the light", "turn on the light"],
  ["@Test_Home_Bot, is the garage closed?", "is the garage closed?"],
  ["hey @test_home_bot is it warm?", "hey is it warm?"],
  ["is it warm, @test_home_bot?", "is it warm, ?"],
])("hears %j", (text, expected) => {
  expect(inGroup(text)).toEqual({ kind: "text", text: expected });
});

test("hears replies to its own messages", () => {
  expect(inGroup("and now off", { replyTo: "55" })).toEqual({ kind: "text", text: "and now off" });
});

test("takes commands for itself, not those of another bot", () => {
  expect(inGroup("/status", command)).toEqual({ kind: "text", text: "/status" });
  expect(inGroup("/start@Test_home_bot now please", command)).toEqual({ kind: "text", text: "/start now please" });
  expect(inGroup("/start@other_bot now", command)).toBeUndefined();
  expect(inGroup("@test_home_bot /status")).toEqual({ kind: "text", text: "/status" });
});

test("answers its bare name with help", () => {
  expect(inGroup("@test_home_bot")).toEqual({ kind: "text", text: "/help" });
});

test("hears everything in private", () => {
  expect(addressedToUs(message("hello @test_home_bot", { chatId: "7" }), true, () => false)).toEqual({
    kind: "text",
    text: "hello @test_home_bot",
  });
});

test("hears attachments in a group only with its name in the caption or as a reply", () => {
  expect(inGroup("", { messageKind: "voice" })).toBeUndefined();
  expect(inGroup("@test_home_bot what is this?", { messageKind: "photo" })).toEqual({ kind: "photo", text: "what is this?" });
});
