/** A button under a message. `data` at most 64 bytes (Telegram). */
export interface Button {
  readonly label: string;
  readonly data: string;
}

/** One thing to be shown in a chat, on disk until the channel has shown it. */
export interface OutboxItem {
  /** Short and unique; rides in Telegram's `message_tag`. */
  readonly id: string;
  readonly turnId: string | undefined;
  readonly channel: string;
  readonly bot: string;
  readonly chatId: string;
  readonly threadId: string | undefined;
  /** `edit` changes an earlier message (`editMessageId`) and is dropped if that is gone. */
  readonly kind: "answer" | "question" | "notice" | "edit";
  /** Markdown. */
  readonly text: string;
  readonly buttons: readonly (readonly Button[])[];
  readonly replyToMessageId: string | undefined;
  readonly editMessageId: string | undefined;
  /** Ids of the parts that were already shown (long texts go out in parts). */
  readonly sentParts: readonly string[];
  readonly attempts: number;
  readonly createdAt: number;
}

/** What channels' delivery needs of the outbox. */
export interface Outbox {
  /** Oldest first; only items whose next attempt is due and that would not overtake a postponed one of their chat. */
  due(now: number): readonly OutboxItem[];
  /** When the first of the chats' oldest items is due; undefined if none waits. */
  nextDue(): number | undefined;
  /** One part of several was shown (not the last: that goes with `sent`, in one commit). */
  partSent(id: string, part: number, messageId: string): void;
  /** All of it was shown; `last` is the last part's message. For a question this starts the approval's time. */
  sent(id: string, at: number, last?: { readonly part: number; readonly messageId: string }): void;
  /** `tried`: this counts as an attempt. */
  postpone(id: string, until: number, why: string, options: { readonly tried: boolean }): void;
  failed(id: string, why: string): void;
}
