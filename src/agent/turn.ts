import { createHash } from "node:crypto";
import { z } from "zod";
import type { Catalogue } from "../languages/catalogue.ts";
import type { Role } from "../security/policy/policy-input.ts";
import type { Origin } from "../security/provenance/provenance.ts";
import type { TurnRow } from "../storage/turns/turns.ts";

/** Who speaks, already authorised by the channel. */
export interface Person {
  /** Stable: `telegram:700000001`, or `terminal`. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** BCP 47 language of the answers to them. */
  readonly language: string;
}

/** A file that somebody sent, as the channel's bot can fetch it; `size` in bytes and the name, if they are known. */
export interface Attachment {
  readonly fileId: string;
  readonly size?: number | undefined;
  readonly name?: string | undefined;
}

/** An attachment as it is kept with a turn. */
const attachmentForm: z.ZodType<Attachment> = z.object({
  fileId: z.string(),
  size: z.number().optional(),
  name: z.string().optional(),
});

/** What a turn's person attached, as long as it is not dealt with. */
export function attachmentOf({ attachment }: Pick<TurnRow, "attachment">): Attachment | undefined {
  return attachment === undefined ? undefined : attachmentForm.parse(JSON.parse(attachment));
}

/** Stands for a photo without words, wherever a message is shown or told again. */
export const PHOTO_SIGN = "📷";

/** One message as a channel hands it in. Times are ms since the epoch. */
export interface IncomingMessage {
  readonly channel: string;
  /** The bot's config entry id; "" where a channel has none. */
  readonly bot: string;
  readonly chatId: string;
  /** The channel's id of the message: unique within (channel, bot, chatId). */
  readonly messageId: string;
  readonly person: Person;
  /** A command starts with `/`, wherever it is given. */
  readonly text: string;
  /** Left out, it is the person's own. `outside`: an event of Home Assistant asks it; `automation`: one that they made; `home`: a sentence of ours around a name of the home, for a tap. */
  readonly origin?: Exclude<Origin, "person" | "document"> | undefined;
  readonly kind: "text" | "voice" | "photo" | "file";
  /** Of a voice message what it is heard from, the photo, or the file. */
  readonly attachment?: Attachment | undefined;
  readonly sentAt: number;
  readonly isPrivate: boolean;
  readonly replyToMessageId: string | undefined;
  readonly threadId: string | undefined;
  /** The area that it was spoken in: "here" means that one. */
  readonly areaId?: string | undefined;
}

/** Channels whose answers are read out. */
const SPOKEN_CHANNELS: ReadonlySet<string> = new Set(["assist"]);

/** Whether the answer is heard and not seen: it is short, without lists and marks. */
export function isSpoken({ channel }: { readonly channel: string }): boolean {
  return SPOKEN_CHANNELS.has(channel);
}

/** A press on one of our buttons. `person` is undefined for people we do not know. */
export interface ButtonPress {
  readonly channel: string;
  readonly bot: string;
  readonly chatId: string;
  readonly messageId: string;
  readonly person: Person | undefined;
  /** Nobody else reads along. */
  readonly isPrivate: boolean;
  readonly data: string;
  readonly pressedAt: number;
}

/** What the presser sees for a moment. */
export interface PressReply {
  readonly toast: string;
  /** The press did something; false for buttons that are old, foreign, forged or pressed twice. */
  readonly taken: boolean;
}

export type Received = "queued" | "duplicate" | "replaced" | "too_late_to_edit" | "refused";

export type Progress =
  | { readonly kind: "thinking" }
  | { readonly kind: "reading"; readonly count: number }
  | { readonly kind: "acting"; readonly names: readonly string[] }
  | { readonly kind: "asking" }
  /** Finished sentences of an answer that claims nothing. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "ended" };

/** What a turn is doing, in one line; undefined once it is over. */
export function progressWords(progress: Progress, catalogue: Pick<Catalogue, "text" | "list">): string | undefined {
  switch (progress.kind) {
    case "thinking":
      return catalogue.text("progress.thinking");
    case "reading":
      return catalogue.text("progress.reading", { count: progress.count });
    case "acting":
      return catalogue.text("progress.acting", { names: catalogue.list(progress.names) });
    case "asking":
      return catalogue.text("progress.asking");
    case "text":
      return progress.text;
    case "ended":
      return undefined;
  }
}

export interface ProgressEvent {
  readonly turnId: string;
  readonly channel: string;
  readonly bot: string;
  readonly chatId: string;
  readonly isPrivate: boolean;
  readonly threadId: string | undefined;
  readonly progress: Progress;
}

export interface Turns {
  /** Takes a message in; its row is on disk when this returns. */
  receive(message: IncomingMessage): Received;
  /** Answers a press on a button. Never rejects. */
  press(press: ButtonPress): Promise<PressReply>;
  onProgress(listener: (event: ProgressEvent) => void): Disposable;
}

/** Between the id of the person's message and what makes a turn of its own from it; in no channel's ids. */
const AGAIN = "#again:";

/** Before the id of what no message of a chat asked; in no channel's ids. */
const EVENT = "#event:";

/** The message id of a question by an event: one run of an automation has one context, so the text is part of it. */
export function eventMessageId(contextId: string, text: string): string {
  return `${EVENT}${contextId}:${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`;
}

/** A run of an automation of ours, by the ids that Home Assistant has of both. */
export interface AutomationRun {
  readonly automationId: string;
  readonly contextId: string;
}

/** The message id of what a run of an automation of ours asks. */
export function messageIdOfRun({ automationId, contextId }: AutomationRun, text: string): string {
  return `${eventMessageId(contextId, text)}:${automationId}`;
}

/** The run that began a turn, also where a tap had it asked again; undefined for all other turns. */
export function runOfMessage({ messageId }: Pick<TurnRow, "messageId">): AutomationRun | undefined {
  const [, contextId, automationId] = /^#event:([^:]+):[\w-]+:([^:]+)$/.exec(originalOf(messageId)) ?? [];
  return contextId === undefined || automationId === undefined ? undefined : { contextId, automationId };
}

/** A command that a press stands for: the same press begins it once. */
export function messageOfPress(press: ButtonPress, person: Person, text: string): IncomingMessage {
  const { channel, bot, chatId, isPrivate, pressedAt: sentAt } = press;
  const messageId = `${press.messageId}${AGAIN}${press.data}`;
  const where = { channel, bot, chatId, isPrivate, threadId: undefined, replyToMessageId: undefined };
  return { ...where, messageId, person, text, kind: "text", sentAt };
}

/** An earlier turn's words as a new message after a press; the same question gives the same id, so that it is taken once. */
export function messageAgain(
  turn: TurnRow,
  questionId: string,
  { person, sentAt }: { readonly person: Person; readonly sentAt: number },
): IncomingMessage {
  const { channel, bot, chatId, text, isPrivate, threadId, areaId } = turn;
  const messageId = `${originalOf(turn.messageId)}${AGAIN}${questionId}`;
  const origin = (["outside", "automation"] as const).find((one) => one === turn.origin);
  const same = { channel, bot, chatId, text, origin, isPrivate, threadId, areaId };
  // what was only heard stays so: a tap says which entity is meant, not that every word was heard right
  const kind = turn.kind === "voice" ? "voice" : "text";
  return { ...same, messageId, person, kind, sentAt, replyToMessageId: undefined };
}

/** What a turn does about the steps of another one, as its message id tells; undefined for all turns that no tap under an answer began. */
export function againOf(
  turn: Pick<TurnRow, "messageId"> | undefined,
): { readonly what: "retry" | "undo"; readonly turnId: string } | undefined {
  const [, what, turnId] = /#again:(retry|undo):([\w-]+)$/.exec(turn?.messageId ?? "") ?? [];
  return turnId === undefined ? undefined : { what: what === "undo" ? "undo" : "retry", turnId };
}

/** The message that what is said about a turn replies to: in a group the person's own, so that all see what it is about; an event has none. */
export function anchorOf({ isPrivate, messageId }: Pick<TurnRow, "isPrivate" | "messageId">): string | undefined {
  return isPrivate || messageId.startsWith(EVENT) ? undefined : originalOf(messageId);
}

function originalOf(messageId: string): string {
  return messageId.split(AGAIN)[0] ?? messageId;
}
