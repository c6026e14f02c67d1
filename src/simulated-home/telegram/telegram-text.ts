import { Refusal } from "../refusal.ts";

/** Telegram's limit for a message, counted after the markup is taken out. */
const MAX_TEXT = 4096;
const MAX_CALLBACK_BYTES = 64;
const TAGS = /^(?:b|strong|i|em|u|ins|s|strike|del|code|pre|a|blockquote|tg-spoiler|tg-emoji|span)$/;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

export interface Button {
  readonly label: string;
  readonly data: string;
}

/** What Telegram refuses, as Home Assistant passes it on: `home_assistant_error`, `action_failed`, the text in its placeholders. */
export function telegramRefusal(error: string): Refusal {
  return new Refusal("home_assistant_error", `Action failed. ${error}`, {
    key: "action_failed",
    domain: "telegram_bot",
    placeholders: { error },
  });
}

/** The text as a person reads it, without markup. Throws what Telegram says to markup that it cannot read, and to texts that are too long or empty. */
export function readableText(source: string, parseMode: string): string {
  const text = parseMode === "html" ? fromHtml(source) : source;
  if (text.trim() === "") throw telegramRefusal("Message text is empty");
  if (text.length > MAX_TEXT) throw telegramRefusal("Message is too long");
  return text;
}

/** Rows of buttons from `inline_keyboard`: lists of [label, data]. */
export function readKeyboard(value: unknown): Button[][] {
  const keyboard = ((value ?? []) as readonly unknown[]).map((row) => (Array.isArray(row) ? row.map(fromPair) : []));
  for (const { data } of keyboard.flat()) {
    const bytes = Buffer.byteLength(data);
    if (bytes < 1 || bytes > MAX_CALLBACK_BYTES) throw telegramRefusal("Button_data_invalid");
  }
  return keyboard.filter((row) => row.length > 0);
}

function fromPair(pair: unknown): Button {
  // A button given as an object is unpacked by its keys, silently: the trap of the real integration.
  const [label, data] = Array.isArray(pair) ? pair : Object.keys(Object(pair));
  return { label: String(label), data: String(data ?? "") };
}

function cannotParse(detail: string): Refusal {
  return telegramRefusal(`Can't parse entities: ${detail}`);
}

function fromHtml(source: string): string {
  const open: string[] = [];
  let text = "";
  let at = 0;
  const offset = () => Buffer.byteLength(source.slice(0, at));
  for (const token of source.matchAll(/&(lt|gt|amp|quot);|<(\/?)([a-z][a-z0-9-]*)?((?:\s[^<>]*)?)>|<\/?([^\s<>]*)|[^<&]+|&/gi)) {
    at = token.index;
    const [whole, name, closing, tag = "", , broken] = token;
    if (name) text += ENTITIES[name.toLowerCase()] ?? "";
    else if (broken !== undefined) throw cannotParse(`unsupported start tag "${broken}" at byte offset ${offset()}`);
    else if (!whole.startsWith("<")) text += whole;
    else if (closing) closeTag(open, tag.toLowerCase(), offset());
    else if (TAGS.test(tag.toLowerCase())) open.push(tag.toLowerCase());
    else throw cannotParse(`unsupported start tag "${tag}" at byte offset ${offset()}`);
  }
  const left = open.at(-1);
  if (left !== undefined) throw cannotParse(`can't find end tag corresponding to start tag "${left}"`);
  return text;
}

function closeTag(open: string[], tag: string, offset: number): void {
  const last = open.pop();
  if (last === undefined) throw cannotParse(`unexpected end tag at byte offset ${offset}`);
  if (tag && last !== tag) throw cannotParse(`unmatched end tag at byte offset ${offset}, expected "</${last}>", found "</${tag}>"`);
}
