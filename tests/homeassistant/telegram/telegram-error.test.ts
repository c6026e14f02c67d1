import { expect, test } from "vitest";
import { CommandError, HomeUnreachableError, OutcomeUnknownError } from "../../../src/homeassistant/connection/errors.ts";
import { toTelegramError } from "../../../src/homeassistant/telegram/telegram-error.ts";

const refused = (error: string) =>
  new CommandError("home_assistant_error", `Action failed. ${error}`, { translationKey: "action_failed", placeholders: { error } });

// the words are those of the recordings (telegram-send.json), where Home Assistant's library has changed the case
test.each([
  ["Flood control exceeded. Retry in 3 seconds", { kind: "flood", seconds: 3 }],
  ["Too Many Requests: retry after 17", { kind: "flood", seconds: 17 }],
  ['Can\'t parse entities: unsupported start tag "" at byte offset 2', { kind: "markup" }],
  ["can't parse entities: character '.' is reserved", { kind: "markup" }],
  ["Message is too long", { kind: "too_long" }],
  ["Message is not modified: specified new message content and reply markup are exactly the same", { kind: "not_modified" }],
  ["Message to edit not found", { kind: "message_gone" }],
  ["Message to be replied not found", { kind: "anchor_gone" }],
  ["Message thread not found", { kind: "anchor_gone" }],
  ["Chat not found", { kind: "chat_gone" }],
  ["Forbidden: bot was blocked by the user", { kind: "chat_gone" }],
  ["Bad Gateway", { kind: "unknown_outcome" }],
  ["httpx.RemoteProtocolError: Server disconnected without sending a response.", { kind: "unknown_outcome" }],
  ["Timed out", { kind: "unknown_outcome" }],
  ["httpx.ConnectError: All connection attempts failed", { kind: "not_ready" }],
  ["Button_data_invalid", { kind: "refused" }],
])("reads %j", (words, problem) => {
  const error = toTelegramError(refused(words));
  expect(error.problem).toEqual(problem);
  expect(error.message).toBe(words);
});

test("takes a chat that Home Assistant does not list for gone", () => {
  const cause = new CommandError("service_validation_error", "Validation error: Invalid chat IDs: 7", {
    translationKey: "invalid_chat_ids",
  });
  expect(toTelegramError(cause).problem).toEqual({ kind: "chat_gone" });
});

test("tells what was surely not sent from what may have been", () => {
  expect(toTelegramError(new HomeUnreachableError("down")).problem).toEqual({ kind: "not_ready" });
  expect(toTelegramError(new OutcomeUnknownError("lost")).problem).toEqual({ kind: "unknown_outcome" });
  expect(toTelegramError(new CommandError("not_found", "Service telegram_bot.send_message not found.")).problem).toEqual({
    kind: "not_ready",
  });
  expect(
    toTelegramError(new CommandError("service_validation_error", "not loaded", { translationKey: "entry_not_loaded" })).problem,
  ).toEqual({ kind: "not_ready" });
});
