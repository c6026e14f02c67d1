import { type Catalogue, catalogueFor } from "../languages/catalogue.ts";
import type { MessageKey } from "../languages/message-keys.ts";
import { mayReadOthers } from "../security/policy/read-access.ts";
import type { Origin } from "../security/provenance/provenance.ts";
import type { Chat } from "../storage/chat.ts";
import type { Button, NewItem, OutboxStore } from "../storage/turns/outbox.ts";
import { anyOf, toPattern } from "../text/pattern.ts";
import { splitSentences } from "../text/sentences.ts";
import type { ButtonPress, Person, PressReply } from "./turn.ts";

/** What a command may see and do. */
export interface CommandContext {
  readonly person: Pick<Person, "id" | "name" | "role" | "language">;
  readonly chat: Chat;
  /** The command's own turn, which is written when its answer is known. */
  readonly turnId: string;
  readonly messageId: string;
  /** Nobody else reads along. */
  readonly isPrivate: boolean;
  readonly assistantName: string;
  readonly catalogue: Catalogue;
  /** Has what runs or waits for a yes in the chat stopped once the answer is on disk; false if nothing does. */
  cancel(): boolean;
  readonly waiting: number;
  readonly openQuestions: number;
}

/** What a command answers: a text, or one with buttons under it. Markdown. Without an origin it is the home's. */
export type CommandAnswer =
  | string
  | { readonly text: string; readonly buttons: readonly (readonly Button[])[]; readonly origin?: Origin | undefined };

/** True of a text that gives a command, on whatever channel. */
export function isCommand(text: string): boolean {
  return /^\/[a-z]/i.test(text);
}

export const COMMAND_NAMES = [
  "start",
  "help",
  "status",
  "new",
  "cancel",
  "actions",
  "sync",
  "memory",
  "habits",
  "learn",
  "history",
  "forget",
  "why",
  "planned",
  "timers",
  "reminders",
  "automate",
  "automations",
  "notifications",
  "digest",
  "quiet",
  "policy",
  "searchlog",
  "context",
] as const;

/** Other names of commands, which no list shows. */
export const COMMAND_ALIASES: ReadonlyMap<string, (typeof COMMAND_NAMES)[number]> = new Map([
  ["create-automation", "automate"],
  ["create_automation", "automate"],
]);

/** A command that a text tells of. */
const NAMED = `(?<![^\\s(“"„«])/(?:${anyOf([...COMMAND_NAMES, ...COMMAND_ALIASES.keys()])})(?![\\w/]) ?`;
const [NAMED_COMMAND, NAMED_COMMANDS] = [toPattern(NAMED), toPattern(NAMED, "g")];

/** A text for whoever can give no commands: without the sentences that name one, or without its name where there is no other. */
export function withoutCommands(text: string): string {
  const lines = text.split("\n").flatMap((line) => {
    if (!NAMED_COMMAND.test(line)) return [line];
    const kept = splitSentences(line).filter((sentence) => !NAMED_COMMAND.test(sentence.text));
    return kept.length === 0 ? [] : [kept.map((sentence) => sentence.text.trim()).join(" ")];
  });
  return lines.join("\n").trim() || text.replaceAll(NAMED_COMMANDS, "");
}

/** What others did is told where nobody else reads along; everybody sees their own. */
export function seesOthers({ person: { role }, isPrivate }: Pick<CommandContext, "person" | "isPrivate">): boolean {
  return isPrivate && mayReadOthers(role);
}

export function wholeAnswer(answer: CommandAnswer): Required<Exclude<CommandAnswer, string>> & { readonly origin: Origin } {
  return typeof answer === "string" ? { text: answer, buttons: [], origin: "home" } : { origin: "home", ...answer };
}

export type Toaster = (key: MessageKey, parameters?: Record<string, string | number>, taken?: boolean) => PressReply;

/** Answers presses in the language of who pressed. */
export function toasterFor(person: Person | undefined): Toaster {
  const catalogue = catalogueFor(person?.language ?? "en");
  return (key, parameters = {}, taken = false) => ({ toast: catalogue.text(key, parameters), taken });
}

export interface PressEditorDependencies {
  readonly outbox: Pick<OutboxStore, "add" | "turnOfMessage">;
  readonly now: () => number;
}

/** Replaces the message whose button was pressed. The edit belongs to that message's turn, so that it is forgotten with it. */
export function createPressEditor({ outbox, now }: PressEditorDependencies) {
  return ({ channel, bot, chatId, messageId }: ButtonPress, answer: CommandAnswer): void => {
    const turnId = outbox.turnOfMessage({ channel, bot, chatId }, messageId);
    outbox.add({ channel, bot, chatId, turnId, kind: "edit", editMessageId: messageId, ...wholeAnswer(answer), at: now() });
  };
}

interface OnceNotice extends Pick<NewItem, "text" | "buttons" | "at"> {
  /** What is told: each chat is told it once, ever. */
  readonly key: string;
}

/** Tells something in each of these chats that was not told it before. */
export function tellOnce(outbox: Pick<OutboxStore, "add">, chats: readonly Chat[], { key, ...notice }: OnceNotice): void {
  for (const { channel, bot, chatId } of chats) {
    outbox.add({ ...notice, channel, bot, chatId, kind: "notice", origin: "home", onceKey: `${key}:${channel}:${bot}:${chatId}` });
  }
}
