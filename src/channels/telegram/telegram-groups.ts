import { toPattern } from "../../text/pattern.ts";
import type { MessageUpdate } from "./telegram-updates.ts";

/** What was said to us. */
export interface Addressed {
  readonly kind: MessageUpdate["messageKind"];
  readonly text: string;
}

/**
 * What a message says to us, or undefined if it is not meant for us. In private everything is. In a group only commands (not those of
 * another bot), what mentions the bot, and replies to its messages. Mentions and the bot's name in commands are taken out.
 */
export function addressedToUs(
  { messageKind, text, bot, chatId, replyTo }: MessageUpdate,
  isPrivate: boolean,
  isOwnMessage: (bot: string, chatId: string, messageId: string) => boolean,
): Addressed | undefined {
  const addressed = { kind: messageKind, text };
  if (messageKind === "command") {
    const ours = commandText(text, bot.username);
    return ours === undefined ? undefined : { kind: messageKind, text: ours };
  }
  if (isPrivate) return addressed;
  const withoutMention = text.replace(mention(bot.username), "$1");
  if (withoutMention !== text) {
    const said = withoutMention
      .replace(/[^\S\n]{2,}/g, " ")
      .replace(/^[\s,:;]+/, "")
      .trim();
    if (messageKind !== "text") return { kind: messageKind, text: said };
    // nothing but our name asks what we can do; after our name a command is one
    return { kind: said === "" || /^\/[a-z]/i.test(said) ? "command" : "text", text: said || "/help" };
  }
  return replyTo !== undefined && isOwnMessage(bot.id, chatId, replyTo) ? addressed : undefined;
}

/** `/start@Our_Bot now` → `/start now`; undefined if another bot is meant. */
function commandText(text: string, username: string): string | undefined {
  const [, command = "", named, rest = ""] = /^(\/[^\s@]*)(?:@(\S*))?(.*)$/s.exec(text) ?? [];
  if (named !== undefined && named.toLowerCase() !== username.toLowerCase()) return undefined;
  return command + rest;
}

/** `@username` as a word of its own. Usernames are letters, digits and underscores. */
function mention(username: string): RegExp {
  const name = username.replace(/\W/g, "");
  return name === "" ? /(?!)()/ : toPattern(`(^|[^\\w@])@${name}(?!\\w)`, "giu");
}
