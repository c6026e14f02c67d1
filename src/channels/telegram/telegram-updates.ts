import { z } from "zod";
import type { Attachment, IncomingMessage } from "../../agent/turn.ts";

/** The events of Home Assistant's telegram_bot that we read, live from the bus and later from the history of its event entity. */
export const TELEGRAM_EVENTS = ["telegram_text", "telegram_command", "telegram_callback", "telegram_attachment", "telegram_sent"] as const;

export interface Bot {
  readonly id: string;
  readonly username: string;
}

interface Spoken {
  readonly bot: Bot;
  readonly chatId: string;
  readonly userId: string;
  readonly firstName: string | undefined;
}

export interface MessageUpdate extends Spoken {
  readonly kind: "message";
  readonly messageKind: IncomingMessage["kind"] | "command";
  readonly messageId: string;
  /** The caption of an attachment. Commands as they were written, with the bot's name if it was given. */
  readonly text: string;
  readonly sentAt: number;
  readonly replyTo: string | undefined;
  readonly threadId: string | undefined;
  readonly attachment?: Attachment | undefined;
}

export interface PressUpdate extends Spoken {
  readonly kind: "press";
  readonly queryId: string;
  /** "" if Telegram no longer tells the message. */
  readonly messageId: string;
  readonly data: string;
  readonly pressedAt: number;
}

export interface SentUpdate {
  readonly kind: "sent";
  readonly tag: string;
  readonly messageId: string;
}

export type TelegramUpdate = MessageUpdate | PressUpdate | SentUpdate;

const id = z.number().transform(String);
const optionalId = id.nullish().transform((value) => value ?? undefined);
const bot = z
  .object({ config_entry_id: z.string(), username: z.string().nullish() })
  .transform((one): Bot => ({ id: one.config_entry_id, username: one.username ?? "" }));

// user_id is absent for posts of channels and anonymous group admins: nobody we could know
const spoken = { bot, chat_id: id, user_id: id, from_first: z.string().nullish() };
const message = {
  ...spoken,
  id,
  date: z.iso.datetime({ offset: true }).transform((date) => Date.parse(date)),
  message_thread_id: optionalId,
  reply_to_message_id: optionalId,
};

const textEvent = z.object({ ...message, text: z.string() });
const commandEvent = z.object({ ...message, command: z.string(), args: z.array(z.string()) });
const attachmentEvent = z.object({
  ...message,
  text: z.string().nullish(),
  file_mime_type: z.string().nullish(),
  file_name: z.string().nullish(),
  // Home Assistant tells nothing of a location, a contact or a poll but that it came
  file_id: z.string().nullish(),
  file_size: z.number().nullish(),
});
const callbackEvent = z.object({
  ...spoken,
  id: z.string(),
  data: z.string(),
  message: z.object({ message_id: id }).nullish(),
});
const sentEvent = z.object({ message_id: id, message_tag: z.string() });

/** An event as an update; undefined for service messages, posts without a person, and messages without our tag. `at`: when it was fired, ms. */
export function readUpdate(type: string, data: unknown, at: number): TelegramUpdate | undefined {
  switch (type) {
    case "telegram_text": {
      const event = textEvent.safeParse(data).data;
      return event && { ...messageOf(event), messageKind: "text", text: event.text };
    }
    case "telegram_command": {
      const event = commandEvent.safeParse(data).data;
      return event && { ...messageOf(event), messageKind: "command", text: [event.command, ...event.args].join(" ") };
    }
    case "telegram_attachment": {
      const event = attachmentEvent.safeParse(data).data;
      if (!event) return undefined;
      const { file_id: fileId, file_size: size, file_name: name } = event;
      const attachment = fileId ? { fileId, size: size ?? undefined, name: name ?? undefined } : undefined;
      return { ...messageOf(event), messageKind: attachmentKind(event), text: event.text ?? "", attachment };
    }
    case "telegram_callback": {
      const event = callbackEvent.safeParse(data).data;
      if (!event) return undefined;
      const { id: queryId, message: carrier, data: pressed } = event;
      return { ...spokenOf(event), kind: "press", queryId, messageId: carrier?.message_id ?? "", data: pressed, pressedAt: at };
    }
    case "telegram_sent": {
      const event = sentEvent.safeParse(data).data;
      return event && { kind: "sent", tag: event.message_tag, messageId: event.message_id };
    }
    default:
      return undefined;
  }
}

function spokenOf(event: { bot: Bot; chat_id: string; user_id: string; from_first?: string | null | undefined }): Spoken {
  return { bot: event.bot, chatId: event.chat_id, userId: event.user_id, firstName: event.from_first ?? undefined };
}

function messageOf(event: Omit<z.output<typeof textEvent>, "text">): Omit<MessageUpdate, "messageKind" | "text"> {
  return {
    ...spokenOf(event),
    kind: "message",
    messageId: event.id,
    sentAt: event.date,
    replyTo: event.reply_to_message_id,
    threadId: event.message_thread_id,
  };
}

/** A voice message is told only by its type and the missing file name (recorded in tests/fixtures/transcripts/telegram-events.json). A picture may be sent as a file, too. */
function attachmentKind({ file_mime_type: mime, file_name: name }: z.output<typeof attachmentEvent>): IncomingMessage["kind"] {
  if (mime === "audio/ogg" && !name) return "voice";
  return mime?.startsWith("image/") ? "photo" : "file";
}
