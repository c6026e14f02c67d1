import { expect, test } from "vitest";
import type { Command, CommandOptions } from "../../../src/homeassistant/connection/connection.ts";
import { createOwn } from "../../../src/homeassistant/services/own.ts";

function start(answer: unknown = { response: { chats: [{ chat_id: 7, message_id: 101 }] } }) {
  const sent: Command[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const connection = {
    async command<Result>(command: Command, options?: CommandOptions): Promise<Result> {
      sent.push(command);
      signals.push(options?.signal);
      return answer as Result;
    },
  };
  const own = createOwn({
    connection,
    knows: ({ bot, chatId }) => bot === "entry" && chatId === "7",
    onTrial: () => undefined,
    satelliteOf: (chatId) => (chatId === "kitchen-device" ? "assist_satellite.kitchen" : undefined),
  });
  return { ...own, sent, signals };
}

const chat = { bot: "entry", chatId: "7" };

test("sends one message to one chat through one bot and tells its id", async () => {
  const { telegram, sent } = start();
  const message = { ...chat, text: "<b>Open?</b>", parseMode: "html", tag: "a.0", replyTo: "99", threadId: "3" } as const;
  expect(await telegram.sendMessage({ ...message, buttons: [[{ label: "Yes", data: "v1:yes" }]] })).toEqual({ messageId: "101" });
  expect(sent).toEqual([
    {
      type: "call_service",
      domain: "telegram_bot",
      service: "send_message",
      return_response: true,
      service_data: {
        config_entry_id: "entry",
        chat_id: 7,
        message: "<b>Open?</b>",
        parse_mode: "html",
        disable_web_page_preview: true,
        inline_keyboard: [[["Yes", "v1:yes"]]],
        message_tag: "a.0",
        reply_to_message_id: 99,
        message_thread_id: 3,
      },
    },
  ]);
});

test("waiting for a message to be taken can be ended", async () => {
  const { telegram, signals } = start();
  const { signal } = new AbortController();
  const text = { text: "x", parseMode: "plain_text" } as const;
  await telegram.sendMessage({ ...chat, ...text }, { signal });
  await telegram.editMessage({ ...chat, ...text, messageId: "5" }, { signal });
  expect(signals).toEqual([signal, signal]);
});

test("asks for no response where Home Assistant gives none", async () => {
  const { telegram, sent } = start({});
  await telegram.editMessage({ ...chat, messageId: "5", text: "x", parseMode: "plain_text" });
  await telegram.answerCallback({ ...chat, callbackQueryId: "4382000000000000001", text: "OK" });
  await telegram.chatAction(chat);
  await telegram.draft({ ...chat, draftId: 9, text: "…", parseMode: "plain_text" });
  expect(sent.map((command) => [command["service"], "return_response" in command])).toEqual([
    ["edit_message", false],
    ["answer_callback_query", false],
    ["send_chat_action", false],
    ["send_message_draft", false],
  ]);
  expect(sent[1]).toMatchObject({ service_data: { config_entry_id: "entry", callback_query_id: "4382000000000000001", message: "OK" } });
});

test("does not write to a chat that was never spoken to", async () => {
  const { telegram, sent } = start();
  const attempt = telegram.sendMessage({ bot: "entry", chatId: "8", text: "x", parseMode: "plain_text" });
  await expect(attempt).rejects.toMatchObject({ name: "TelegramError", problem: { kind: "chat_gone" } });
  expect(sent).toEqual([]);
});

test("takes an answer without a message id for an unknown outcome", async () => {
  const { telegram } = start({});
  await expect(telegram.sendMessage({ ...chat, text: "x", parseMode: "plain_text" })).rejects.toMatchObject({
    problem: { kind: "unknown_outcome" },
  });
});

test("has the satellite of a chat say something, and no other", async () => {
  const { announce, sent } = start({});
  await announce("kitchen-device", "Time is up.");
  await expect(announce("assist_satellite.kitchen", "Time is up.")).rejects.toThrow(TypeError);
  expect(sent).toEqual([
    {
      type: "call_service",
      domain: "assist_satellite",
      service: "announce",
      target: { entity_id: "assist_satellite.kitchen" },
      service_data: { message: "Time is up." },
    },
  ]);
});
