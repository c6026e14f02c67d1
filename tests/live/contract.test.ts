// The contract that the simulated home keeps, against a real one: HA_LIVE_STATE is the path of the state.json of a running live home.
import { homeAssistantContract } from "../contract/home-assistant.contract.ts";
import { control, live } from "./live-state.ts";

homeAssistantContract("a real one", async () => ({
  url: live.url,
  token: live.token,
  chatId: live.chats.anna,
  groupId: live.chats.group,
  botEntryId: live.entries.telegram_bot,
  botEntity: "event.test_bot_update_event",
  say: async (chat_id, text, { userId, replyTo } = {}) =>
    (
      await control<{ message_id: number }>("say", {
        chat_id,
        text,
        ...(userId !== undefined && { user_id: userId }),
        ...(replyTo !== undefined && { reply_to: replyTo }),
      })
    ).message_id,
  edit: async (chat_id, message_id, text) => void (await control("edit", { chat_id, message_id, text })),
  press: async (chat_id, label) => void (await control("press", { chat_id, label })),
  voice: async (chat_id) => void (await control("voice", { chat_id })),
  [Symbol.asyncDispose]: async () => {},
}));
