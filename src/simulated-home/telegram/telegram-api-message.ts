import { slug } from "../ids.ts";
import type { BotMessage } from "./telegram-chats.ts";
import type { Bot } from "./telegram-sending.ts";

/** A message with its keyboard as the Bot API describes it, which `telegram_callback` carries along. `name` is the person's or the group's; `at` in ms since the epoch. */
export function botApiMessage({
  bot,
  message,
  name,
  at,
}: {
  bot: Bot;
  message: BotMessage;
  name: string;
  at: number;
}): Record<string, unknown> {
  const { chatId, messageId, plain, buttons } = message;
  const keyboard = buttons.map((row) => row.map(({ label, data }) => ({ callback_data: data, text: label })));
  return {
    channel_chat_created: false,
    delete_chat_photo: false,
    group_chat_created: false,
    ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
    supergroup_chat_created: false,
    text: plain,
    chat:
      chatId > 0
        ? { first_name: name, id: chatId, type: "private", username: slug(name) }
        : { id: chatId, title: name, type: "supergroup" },
    date: Math.floor(at / 1000),
    message_id: messageId,
    from: { first_name: bot.name, id: bot.id, is_bot: true, username: bot.username },
  };
}
