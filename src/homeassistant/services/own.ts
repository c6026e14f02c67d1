import type { Logger } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";
import { createRateLimit } from "../../text/rate-limit.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { TelegramError, toTelegramError } from "../telegram/telegram-error.ts";

/** Our own part of the broker, and Home Assistant's place for announcements of devices. Nothing else is ever published. */
export const OWN_TOPICS = {
  config: "homeassistant/device/ha_personal_assistant/config",
  available: "ha_personal_assistant/available",
  state: "ha_personal_assistant/sync/state",
  last: "ha_personal_assistant/sync/last",
  service: "ha_personal_assistant/service",
  findings: "ha_personal_assistant/findings",
} as const;

export type OwnTopic = keyof typeof OWN_TOPICS;

/** One chat as one bot sees it. `bot` is the config entry id, `chatId` Telegram's number in digits. */
export interface TelegramChat {
  readonly bot: string;
  readonly chatId: string;
}

export interface TelegramButton {
  readonly label: string;
  readonly data: string;
}

export interface TelegramText {
  readonly text: string;
  readonly parseMode: "html" | "plain_text";
  readonly buttons?: readonly (readonly TelegramButton[])[] | undefined;
}

interface InThread {
  readonly threadId?: string | undefined;
}

export interface TelegramMessage extends TelegramChat, TelegramText, InThread {
  /** Comes back in the event `telegram_sent`. */
  readonly tag?: string | undefined;
  readonly replyTo?: string | undefined;
  /** Where Home Assistant finds a picture, and the text is its caption of at most 1,024 characters; or speech that says the text. */
  readonly file?: { readonly kind: "photo" | "voice"; readonly url: string } | undefined;
}

export interface SendOptions {
  /** Ends the waiting for Home Assistant's answer: whether the message went out is not known then. */
  readonly signal?: AbortSignal | undefined;
}

/** What the service shows of itself by MQTT, through Home Assistant. Rejects with the connection's errors. */
export interface OwnMqtt {
  /** Gives the broker a message to keep; an empty payload takes it away. Throws TypeError for a topic that is not ours. */
  keep(topic: string, payload: string): Promise<void>;
}

/** What the service tells on Home Assistant's bus, for automations. */
export const OWN_EVENTS = {
  turn: "ha_personal_assistant_turn_finished",
  action: "ha_personal_assistant_action",
  approval: "ha_personal_assistant_approval",
  error: "ha_personal_assistant_error",
  finding: "ha_personal_assistant_finding",
} as const;

export type OwnEvent = keyof typeof OWN_EVENTS;

/** Home Assistant makes the ids of a helper and of its entity from the name: they are the same words. */
export const HELPER_BUTTON = {
  platform: "input_button",
  uniqueId: "ha_personal_assistant_sync_now",
  entityId: "input_button.ha_personal_assistant_sync_now",
} as const;
const HELPER_NAME = "HA Personal Assistant Sync now";

const TOPICS: ReadonlySet<string> = new Set(Object.values(OWN_TOPICS));

/** Home Assistant's own client waits up to 30 minutes for Telegram; a message that took longer than this is looked for instead. */
const SEND_TIMEOUT_MS = 30_000;

/** Telegram would fetch the first link of a message: nobody is to be told of it who was not asked. */
const NO_PREVIEW = { disable_web_page_preview: true };

/** Half a minute of speech, with the time to make it. */
const ANNOUNCE_TIMEOUT_MS = 60_000;

/** What is shown only for a moment is not worth more. */
const MOMENT_TIMEOUT_MS = 5_000;

/**
 * The closed list of what the service does in Home Assistant as itself. Whatever touches the house goes by `act` and a permit.
 * `knows` tells whether a chat was ever spoken to: no other is written to, so that no mistake elsewhere makes the bot write to strangers.
 */
export function createOwn({
  connection,
  knows,
  onTrial,
  satelliteOf,
}: {
  readonly connection: Pick<HomeConnection, "command">;
  readonly knows: (chat: TelegramChat) => boolean;
  /** The entity of an automation of ours that runs on trial; undefined for every other. */
  readonly onTrial: (automationId: string) => string | undefined;
  /** The satellite that is spoken to in a chat of Assist, if it can announce something. */
  readonly satelliteOf: (chatId: string) => string | undefined;
}) {
  const call = async <Response>(
    service: string,
    chat: TelegramChat,
    data: Readonly<Record<string, unknown>>,
    { timeoutMs, response = false, signal }: { timeoutMs: number; response?: boolean } & SendOptions,
  ): Promise<Response> => {
    if (!knows(chat)) throw new TelegramError({ kind: "chat_gone" }, "this chat was never spoken to");
    const command = {
      type: "call_service",
      domain: "telegram_bot",
      service,
      service_data: { config_entry_id: chat.bot, ...data },
      ...(response && { return_response: true }),
    };
    try {
      return await connection.command<Response>(command, { timeoutMs, signal });
    } catch (error) {
      throw toTelegramError(error);
    }
  };

  return {
    mqtt: {
      async keep(topic: string, payload: string): Promise<void> {
        if (!TOPICS.has(topic)) throw new TypeError("this topic is not one of ours");
        const service_data = { topic, payload, retain: true };
        await connection.command({ type: "call_service", domain: "mqtt", service: "publish", service_data });
      },
    },
    /** The one helper that the service makes: the button of a home without MQTT. Rejects with the connection's errors. */
    helper: {
      /** True if it had to be made. */
      async make(): Promise<boolean> {
        const helpers = await connection.command<unknown>({ type: "input_button/list" });
        if (Array.isArray(helpers) && helpers.some((helper) => isRecord(helper) && helper["id"] === HELPER_BUTTON.uniqueId)) return false;
        await connection.command({ type: "input_button/create", name: HELPER_NAME, icon: "mdi:sync" });
        return true;
      },
    },
    /** Switches off an automation whose trial is over: what was allowed for a week. Rejects with the connection's errors. */
    async endTrial(automationId: string): Promise<void> {
      const entity_id = onTrial(automationId);
      if (entity_id === undefined) throw new TypeError("no automation on trial");
      await connection.command({ type: "call_service", domain: "automation", service: "turn_off", target: { entity_id } });
    },
    /** Has the satellite of a chat say something, after a sound; resolves when it was played. Rejects with the connection's errors. */
    async announce(chatId: string, message: string, { signal }: SendOptions = {}): Promise<void> {
      const entity_id = satelliteOf(chatId);
      if (entity_id === undefined) throw new TypeError("no satellite that can announce");
      const command = {
        type: "call_service",
        domain: "assist_satellite",
        service: "announce",
        target: { entity_id },
        service_data: { message },
      };
      await connection.command(command, { timeoutMs: ANNOUNCE_TIMEOUT_MS, signal });
    },
    /** What the service says and shows on Telegram as itself. Every call throws TelegramError and nothing else. */
    telegram: {
      async sendMessage(message: TelegramMessage, { signal }: SendOptions = {}): Promise<{ readonly messageId: string }> {
        const { file, tag, replyTo } = message;
        const { message: text, ...form } = textFields(message);
        const data = {
          chat_id: Number(message.chatId),
          ...(file === undefined && { message: text, ...NO_PREVIEW }),
          ...(file?.kind === "photo" && { caption: text }),
          // Home Assistant's certificate is not made for the address by which it finds itself
          ...(file && { url: file.url, verify_ssl: false }),
          ...form,
          message_tag: tag,
          reply_to_message_id: replyTo && Number(replyTo),
          ...threadField(message),
        };
        const result = await call<SendResult>(`send_${file?.kind ?? "message"}`, message, data, {
          timeoutMs: SEND_TIMEOUT_MS,
          response: true,
          signal,
        });
        const messageId = result.response?.chats?.[0]?.message_id;
        if (messageId === undefined) throw new TelegramError({ kind: "unknown_outcome" }, "Home Assistant told no message id");
        return { messageId: String(messageId) };
      },
      /** Text and buttons are replaced whole: without `buttons` those of the message go. */
      async editMessage(edit: TelegramChat & TelegramText & { readonly messageId: string }, { signal }: SendOptions = {}): Promise<void> {
        const data = { chat_id: Number(edit.chatId), message_id: Number(edit.messageId), ...textFields(edit), ...NO_PREVIEW };
        await call("edit_message", edit, data, { timeoutMs: SEND_TIMEOUT_MS, signal });
      },
      /** `text` is seen for a moment; "" only ends the button's waiting. */
      async answerCallback(answer: TelegramChat & { readonly callbackQueryId: string; readonly text: string }): Promise<void> {
        // the query id has up to 19 digits, more than a number holds; the service takes it as text and takes no chat
        const data = { callback_query_id: answer.callbackQueryId, message: answer.text };
        await call("answer_callback_query", answer, data, { timeoutMs: MOMENT_TIMEOUT_MS });
      },
      /** Has Home Assistant write a file that was sent into a folder of its own disk; only folders that it allows are taken. */
      async downloadFile(
        file: TelegramChat & { readonly fileId: string; readonly directory: string; readonly name: string },
        { signal }: SendOptions = {},
      ): Promise<void> {
        const data = { file_id: file.fileId, directory_path: file.directory, file_name: file.name };
        await call("download_file", file, data, { timeoutMs: SEND_TIMEOUT_MS, response: true, signal });
      },
      /** "typing…" for five seconds. */
      async chatAction(action: TelegramChat & InThread): Promise<void> {
        const data = { chat_id: Number(action.chatId), chat_action: "typing", ...threadField(action) };
        await call("send_chat_action", action, data, { timeoutMs: MOMENT_TIMEOUT_MS });
      },
      /** A text that grows while the answer is made; private chats only, from Home Assistant 2026.5. */
      async draft(draft: TelegramChat & TelegramText & InThread & { readonly draftId: number }): Promise<void> {
        const data = { chat_id: Number(draft.chatId), draft_id: draft.draftId, ...textFields(draft), ...threadField(draft) };
        await call("send_message_draft", draft, data, { timeoutMs: MOMENT_TIMEOUT_MS });
      },
    },
  };
}

export type Own = ReturnType<typeof createOwn>;
export type OwnTelegram = Own["telegram"];

interface SendResult {
  readonly response?: { readonly chats?: readonly { readonly message_id?: number }[] };
}

function textFields({ text, parseMode, buttons }: TelegramText): Record<string, unknown> {
  return {
    message: text,
    parse_mode: parseMode,
    // rows of [label, data] pairs: the other forms lose data or are taken wrongly without an error
    ...(buttons?.length && { inline_keyboard: buttons.map((row) => row.map(({ label, data }) => [label, data])) }),
  };
}

function threadField({ threadId }: InThread): Record<string, unknown> {
  return { message_thread_id: threadId && Number(threadId) };
}

/** Puts an event on its way. Never throws, never waits. */
export type TellBus = (event: OwnEvent, data: Readonly<Record<string, unknown>>) => void;

interface BusEventsOptions {
  readonly connection: Pick<HomeConnection, "connected" | "command">;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** One message with ten actions makes a dozen; each event may start automations and is a row in Home Assistant's database. */
const MOST_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Fires events for automations, in their order and only so many: what cannot be told now is dropped, the first of a row of drops with a warning. */
export function createBusEvents({ connection, clock, logger }: BusEventsOptions): TellBus {
  const limit = createRateLimit({ most: MOST_PER_MINUTE, withinMs: MINUTE_MS });
  let dropped = 0;

  const drop = (event: OwnEvent, why: string, error?: unknown): void => {
    logger[dropped++ === 0 ? "warn" : "debug"](
      { event, why, ...(error !== undefined && { err: error }) },
      "an event for automations was dropped",
    );
  };

  const fire = async (event: OwnEvent, data: Readonly<Record<string, unknown>>): Promise<void> => {
    try {
      const command = { type: "fire_event", event_type: OWN_EVENTS[event], event_data: data };
      await connection.command(command, { timeoutMs: MOMENT_TIMEOUT_MS });
      if (dropped > 0) logger.info({ dropped }, "events for automations go out again");
      dropped = 0;
    } catch (error) {
      drop(event, "Home Assistant did not take it", error);
    }
  };

  return (event, data) => {
    if (!connection.connected) return drop(event, "Home Assistant is away");
    if (limit.take(clock()) > 0) return drop(event, `more than ${MOST_PER_MINUTE} in a minute`);
    void fire(event, data);
  };
}
