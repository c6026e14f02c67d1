import type { Role } from "../security/policy/policy-input.ts";

/** Who speaks, already authorised by the channel. */
export interface Person {
  /** Stable: `telegram:700000001`, or `terminal`. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** BCP 47 language of the answers to them. */
  readonly language: string;
}

/** One message as a channel hands it in. Times are ms since the epoch. */
export interface IncomingMessage {
  readonly channel: string;
  /** The bot's config entry id; "" where a channel has none. */
  readonly bot: string;
  readonly chatId: string;
  /** The channel's id of the message: unique within (channel, bot, chatId). */
  readonly messageId: string;
  readonly person: Person;
  /** A command starts with `/`. */
  readonly text: string;
  /** `outside` for what nobody typed here: an event of Home Assistant asks it. Left out, it is the person's own. */
  readonly origin?: "outside" | undefined;
  readonly kind: "text" | "command" | "voice" | "photo" | "file";
  readonly sentAt: number;
  readonly isPrivate: boolean;
  readonly replyToMessageId: string | undefined;
  readonly threadId: string | undefined;
}

/** A press on one of our buttons. `person` is undefined for people we do not know. */
export interface ButtonPress {
  readonly channel: string;
  readonly bot: string;
  readonly chatId: string;
  /** The message that carries the button. */
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

/** What is happening in a turn, for channels that show it. */
export type Progress =
  | { readonly kind: "thinking" }
  | { readonly kind: "reading"; readonly count: number }
  | { readonly kind: "acting"; readonly names: readonly string[] }
  | { readonly kind: "asking" }
  /** Finished sentences of an answer that claims nothing. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "ended" };

export interface ProgressEvent {
  readonly turnId: string;
  readonly channel: string;
  readonly bot: string;
  readonly chatId: string;
  readonly isPrivate: boolean;
  readonly threadId: string | undefined;
  readonly progress: Progress;
}

/** What channels need of the agent. */
export interface Turns {
  /** Takes a message in; its row is on disk when this returns. */
  receive(message: IncomingMessage): Received;
  /** Answers a press on a button. Never rejects. */
  press(press: ButtonPress): Promise<PressReply>;
  /** Progress of running turns. */
  onProgress(listener: (event: ProgressEvent) => void): Disposable;
}
