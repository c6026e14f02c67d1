import { bool, choice, object, type ServiceDescription, type ServiceField, text } from "../services/service-fields.ts";

const whole: ServiceField = { selector: { number: { mode: "box", step: 1 } }, kind: { is: "int" } };
const mustWhole: ServiceField = { ...whole, required: true };
const bot = {
  config_entry_id: { selector: { config_entry: { integration: "telegram_bot" } }, kind: { is: "text" } } satisfies ServiceField,
};
const chat: Record<string, ServiceField> = { ...bot, chat_id: { ...object(), selector: { text: { multiple: true, multiline: false } } } };
const notify: ServiceField = {
  selector: { entity: { filter: [{ domain: ["notify"], integration: "telegram_bot" }], multiple: true } },
  kind: { is: "any" },
};
const mode = choice(["html", "markdown", "markdownv2", "plain_text"]);
const message_thread_id = whole;

/** Old fields that the integration still takes. */
const SILENT = ["timeout", "target", "resize_keyboard", "one_time_keyboard"];

const sending = (fields: Record<string, ServiceField>, response = true): ServiceDescription => ({
  fields: { entity_id: notify, ...fields },
  more: chat,
  silent: SILENT,
  target: null,
  ...(response && { response: "optional" as const }),
});
const shown = {
  parse_mode: mode,
  disable_notification: bool(),
  disable_web_page_preview: bool(),
  keyboard: { ...object(), selector: { text: { multiple: true, multiline: false } } },
  inline_keyboard: object(),
  message_tag: text(),
  reply_to_message_id: whole,
  message_thread_id,
};

/** The services of the telegram_bot integration that the simulated home carries out. */
export const telegramServices: Readonly<Record<string, ServiceDescription>> = {
  send_message: sending({ title: text(), message: text(true), ...shown }),
  send_message_draft: sending({ message_thread_id, draft_id: mustWhole, message: text(true), parse_mode: mode }, false),
  send_chat_action: sending({ chat_action: choice(["typing", "upload_photo", "record_voice", "upload_document"]), message_thread_id }),
  edit_message: sending(
    {
      message_id: text(true),
      message: text(),
      title: text(),
      parse_mode: mode,
      disable_web_page_preview: bool(),
      inline_keyboard: object(),
    },
    false,
  ),
  edit_replymarkup: sending({ message_id: text(true), inline_keyboard: object(true) }, false),
  answer_callback_query: {
    fields: { ...bot, message: text(true), callback_query_id: text(true), show_alert: { ...bool(true), lenient: true } },
    target: null,
  },
  delete_message: sending({ message_id: text(true) }, false),
  set_message_reaction: sending({ message_id: text(true), reaction: text(true), is_big: bool() }, false),
};
