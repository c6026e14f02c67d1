// The contract that the simulated home keeps, against a real one: HA_LIVE_STATE is the path of the state.json of a running live home.
import { readFileSync } from "node:fs";
import { homeAssistantContract } from "../contract/home-assistant.contract.ts";

interface Live {
  readonly url: string;
  readonly token: string;
  readonly bot_api_url: string;
  readonly chats: { readonly anna: number; readonly group: number };
  readonly entries: { readonly telegram_bot: string };
}

const { HA_LIVE_STATE: statePath = "" } = process.env;
if (!statePath) throw new Error("set HA_LIVE_STATE to the state.json of a running Home Assistant");
const live = JSON.parse(readFileSync(statePath, "utf8")) as Live;

async function control(path: string, body: object): Promise<{ message_id: number }> {
  const response = await fetch(`${live.bot_api_url}/control/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  return (await response.json()) as { message_id: number };
}

homeAssistantContract("a real one", async () => ({
  url: live.url,
  token: live.token,
  chatId: live.chats.anna,
  groupId: live.chats.group,
  botEntryId: live.entries.telegram_bot,
  botEntity: "event.test_bot_update_event",
  say: async (chat_id, text, { userId, replyTo } = {}) =>
    (
      await control("say", {
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
