import { randomBytes } from "node:crypto";
import type { Chat } from "../chat.ts";
import { type AssistantDatabase, json } from "../database.ts";

export interface NewItem extends Chat {
  readonly turnId?: string | undefined;
  readonly approvalId?: string | undefined;
  readonly threadId?: string | undefined;
  readonly kind: OutboxItem["kind"];
  readonly text: string;
  readonly origin: string;
  readonly buttons?: readonly (readonly Button[])[];
  readonly replyToMessageId?: string | undefined;
  readonly editMessageId?: string | undefined;
  readonly media?: OutboxItem["media"];
  /** An item with the same key is put in only once, ever. */
  readonly onceKey?: string | undefined;
  readonly at: number;
}

export interface SentMessage {
  readonly turnId: string | undefined;
  readonly text: string;
  readonly origin: string;
  readonly onceKey: string | undefined;
}

/** A message that shows a question, and what it says: the words may differ from one who is asked to another. */
export interface QuestionMessage extends Chat {
  readonly messageId: string;
  readonly text: string;
}

/** The message of ours that a chat shows last, and since when (ms). */
export interface LastShown {
  readonly turnId: string | undefined;
  readonly approvalId: string | undefined;
  readonly messageId: string | undefined;
  readonly sentAt: number;
}

/** What was put in with a key. */
interface KeyedMessage extends Chat {
  readonly threadId: string | undefined;
  readonly text: string;
  readonly status: "pending" | "sent" | "failed";
  /** Undefined before it was shown. */
  readonly messageId: string | undefined;
}

/** A message that tells how many messages of a chat wait. */
interface WaitingRow extends Chat {
  readonly turnId: string | undefined;
  readonly onceKey: string;
  readonly text: string;
  readonly status: string;
  readonly messageId: string | undefined;
  readonly at: number;
}

const WAITING = "waiting/";

/** How the keys of a chat's messages begin that tell how many messages wait; the turn's id follows. */
export function waitingKeyOf({ channel, bot, chatId }: Chat): string {
  return `${WAITING}${channel}/${bot}/${chatId}/`;
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** The outbox. `onQueued` runs once it is on disk that something is due; `onDelivered` and `onFailed` run inside the transaction that marks an item as sent or given up. */
export function createOutboxStore({
  database,
  onQueued = () => {},
  onDelivered,
  onFailed = () => {},
}: {
  database: AssistantDatabase;
  onQueued?: () => void;
  onDelivered: (item: OutboxItem, at: number) => void;
  onFailed?: (item: OutboxItem) => void;
}) {
  const insert = database.command<object>(
    `INSERT INTO outbox (id, turn_id, approval_id, channel, bot, chat_id, thread_id, kind, text, origin, buttons, media, reply_to, edit_message_id, once_key, status, next_attempt_at, created_at)
     VALUES (@id, @turnId, @approvalId, @channel, @bot, @chatId, @threadId, @kind, @text, @origin, @buttons, @media, @replyToMessageId, @editMessageId, @onceKey, 'pending', @at, @at)
     ON CONFLICT (once_key) DO NOTHING`,
  );
  /** Older things of the same chat that are still to be shown. */
  const olderPending = `SELECT 1 FROM outbox AS older WHERE older.status = 'pending'
    AND older.channel = outbox.channel AND older.bot = outbox.bot AND older.chat_id = outbox.chat_id
    AND (older.created_at, older.rowid) < (outbox.created_at, outbox.rowid)`;
  const items = <Parameters extends unknown[] | object>(where: string) =>
    database.query<Parameters, OutboxItem>(
      `SELECT id, turn_id, approval_id, channel, bot, chat_id, thread_id, kind, text, buttons, media, reply_to AS reply_to_message_id, edit_message_id, once_key,
         attempts, created_at,
         (SELECT json_group_array(message_id ORDER BY part) FROM sent_messages WHERE outbox_id = outbox.id) AS sent_parts
       FROM outbox WHERE ${where}`,
      { buttons: json, media: json, sentParts: json },
    );
  const due = items<{ now: number }>(
    `status = 'pending' AND next_attempt_at <= @now
       AND NOT EXISTS (${olderPending} AND older.next_attempt_at > @now)
     ORDER BY created_at, rowid`,
  );
  const one = items<[string]>("id = ?");
  const addPart = database.command<Chat & { readonly id: string; readonly part: number; readonly messageId: string }>(
    "INSERT OR IGNORE INTO sent_messages (channel, bot, chat_id, message_id, outbox_id, part) VALUES (@channel, @bot, @chatId, @messageId, @id, @part)",
  );
  const markSent = database.command<[number, string]>("UPDATE outbox SET status = 'sent', sent_at = ? WHERE id = ?");
  const postpone = database.command<[number, number, string, string]>(
    "UPDATE outbox SET attempts = attempts + ?, next_attempt_at = ?, note = ? WHERE id = ?",
  );
  const markFailed = database.command<[string, string]>("UPDATE outbox SET status = 'failed', note = ? WHERE id = ?");
  const dropPicture = database.command<[string]>("UPDATE outbox SET text = media ->> 'otherwise', media = NULL WHERE id = ?");
  const newestTurn = database.values<[string, string, string], string>(
    "SELECT id FROM turns WHERE channel = ? AND bot = ? AND chat_id = ? ORDER BY received_at DESC, rowid DESC LIMIT 1",
  );
  const bySentMessage = database.query<
    [string, string, string, string],
    SentMessage
  >(`SELECT outbox.turn_id, outbox.text, outbox.origin, once_key FROM sent_messages JOIN outbox ON outbox.id = sent_messages.outbox_id
     WHERE sent_messages.channel = ? AND sent_messages.bot = ? AND sent_messages.chat_id = ? AND sent_messages.message_id = ?`);
  // max() picks the row: of every item, the part with the buttons
  const messagesOfApproval = database.query<
    [string],
    QuestionMessage & { readonly part: number }
  >(`SELECT sent_messages.channel, sent_messages.bot, sent_messages.chat_id, message_id, outbox.text, max(part) AS part
     FROM outbox JOIN sent_messages ON outbox_id = outbox.id
     WHERE approval_id = ? AND kind = 'question' GROUP BY outbox.rowid ORDER BY outbox.rowid`);
  // max() picks the row: the last part of an answer that went out in several
  const answerOfTurn = database.query<
    [string],
    { readonly messageId: string | undefined; readonly part: number; readonly text: string; readonly buttons: OutboxItem["buttons"] }
  >(
    `SELECT message_id, max(part) AS part, text, buttons FROM outbox JOIN sent_messages ON outbox_id = outbox.id WHERE turn_id = ? AND kind = 'answer'`,
    { buttons: json },
  );
  const waitingStatuses = database.query<{ from: string; to: string }, WaitingRow>(
    `SELECT channel, bot, chat_id, turn_id, once_key, text, status, created_at AS at,
       (SELECT message_id FROM sent_messages WHERE outbox_id = outbox.id ORDER BY part DESC LIMIT 1) AS message_id
     FROM outbox WHERE once_key >= @from AND once_key < @to AND once_key NOT LIKE '%/end'
       AND status <> 'failed' AND NOT EXISTS (SELECT 1 FROM outbox AS ending WHERE ending.once_key = outbox.once_key || '/end')
     ORDER BY created_at DESC`,
  );
  const newestEdit = database.query<[string | undefined, string], { text: string; status: string }>(
    "SELECT text, status FROM outbox WHERE turn_id = ? AND edit_message_id = ? AND kind = 'edit' ORDER BY created_at DESC, rowid DESC LIMIT 1",
  );
  const pendingOfChat = database.values<[string, string, string], 1>(
    "SELECT 1 FROM outbox WHERE status = 'pending' AND channel = ? AND bot = ? AND chat_id = ? AND kind <> 'edit' LIMIT 1",
  );
  const lastShown = database.query<[string, string, string], LastShown>(
    `SELECT turn_id, approval_id, sent_at, (SELECT message_id FROM sent_messages WHERE outbox_id = outbox.id ORDER BY part DESC LIMIT 1) AS message_id
     FROM outbox WHERE status = 'sent' AND kind <> 'edit' AND text <> '' AND channel = ? AND bot = ? AND chat_id = ?
     ORDER BY created_at DESC, rowid DESC LIMIT 1`,
  );
  const pendingOfTurn = database.values<[string], 1>("SELECT 1 FROM outbox WHERE turn_id = ? AND status = 'pending' LIMIT 1");
  const someQuestion = database.values<[string], 1>(
    "SELECT 1 FROM outbox WHERE approval_id = ? AND kind = 'question' AND status IN ('pending','sent') LIMIT 1",
  );
  const byKey = database.query<[string], KeyedMessage>(
    `SELECT channel, bot, chat_id, thread_id, text, status, (SELECT message_id FROM sent_messages WHERE outbox_id = outbox.id ORDER BY part DESC LIMIT 1) AS message_id
     FROM outbox WHERE once_key = ?`,
  );
  const dropKeyed = database.command<[string]>(
    "UPDATE outbox SET status = 'failed', note = 'withdrawn' WHERE once_key = ? AND status = 'pending'",
  );
  const dropPending = database.command<[string]>(
    "UPDATE outbox SET status = 'failed', note = 'withdrawn' WHERE approval_id = ? AND status = 'pending'",
  );

  return {
    /** Oldest first; only items whose next attempt is due and that would not overtake a postponed one of their chat. */
    due: (now: number): readonly OutboxItem[] => due.all({ now }),
    /** When the first of the chats' oldest items is due; undefined if none waits. */
    nextDue: database.values<[], number>(
      `SELECT min(next_attempt_at) FROM outbox WHERE status = 'pending' AND NOT EXISTS (${olderPending})`,
    ).get,
    /** One part of several was shown (not the last: that goes with `sent`, in one commit). */
    partSent(id: string, part: number, messageId: string): void {
      const item = one.get(id);
      if (item) addPart({ ...item, part, messageId });
    },
    /** All of it was shown; `last` is the last part's message. For a question this starts the approval's time. */
    sent: (id: string, at: number, last?: { readonly part: number; readonly messageId: string }): void =>
      database.transaction(() => {
        const item = one.get(id);
        if (!item) return;
        if (last) addPart({ ...item, ...last });
        markSent(at, id);
        onDelivered(item, at);
      }),
    /** `tried`: this counts as an attempt. */
    postpone: (id: string, until: number, why: string, { tried }: { readonly tried: boolean }): void =>
      void postpone(tried ? 1 : 0, until, why, id),
    failed: (id: string, why: string): void =>
      database.transaction(() => {
        markFailed(why, id);
        const item = one.get(id);
        if (item) onFailed(item);
      }),
    /** There is no picture: it is shown as the sentence that says so. */
    withoutPicture: (id: string): void => void dropPicture(id),
    add({ turnId, approvalId, threadId, buttons = [], media, replyToMessageId, editMessageId, onceKey, ...item }: NewItem): void {
      const id = randomBytes(6).toString("base64url");
      insert({ ...item, id, turnId, approvalId, threadId, buttons, media, replyToMessageId, editMessageId, onceKey });
      database.afterCommit(onQueued);
    },
    /** The item that a message of ours in a chat belongs to. */
    ofMessage: ({ channel, bot, chatId }: Chat, messageId: string): SentMessage | undefined =>
      bySentMessage.get(channel, bot, chatId, messageId),
    /** Whether a message is still to be shown in a chat, or may be there already without our knowing its id. */
    isSendingTo: ({ channel, bot, chatId }: Chat): boolean => pendingOfChat.get(channel, bot, chatId) !== undefined,
    /** What a chat shows last of ours; undefined while something is still to be shown there, and where nothing was. */
    lastShown: ({ channel, bot, chatId }: Chat): LastShown | undefined =>
      pendingOfChat.get(channel, bot, chatId) === undefined ? lastShown.get(channel, bot, chatId) : undefined,
    /** The turn that a message of ours belongs to; before its delivery is confirmed, the chat's newest. */
    turnOfMessage({ channel, bot, chatId }: Chat, messageId: string): string | undefined {
      const sent = bySentMessage.get(channel, bot, chatId, messageId);
      return sent ? sent.turnId : newestTurn.get(channel, bot, chatId);
    },
    /** Every message that shows an approval's question (of each the part with the buttons) with its text, in the order they were put in. */
    messagesOfApproval: (approvalId: string): readonly QuestionMessage[] =>
      messagesOfApproval.all(approvalId).map(({ part: _part, ...message }) => message),
    /** What a message of a turn was last changed to; undefined if it never was. */
    newestText: (turnId: string, messageId: string): string | undefined => newestEdit.get(turnId, messageId)?.text,
    /** The last message that shows a turn's answer, undefined if none does, the answer's newest text, the buttons that it had first, and whether something of the turn is still to be shown. */
    answerOf(turnId: string) {
      const { messageId, part = 0, text, buttons = [] } = answerOfTurn.get(turnId) ?? {};
      const edited = messageId === undefined ? undefined : newestEdit.get(turnId, messageId)?.text;
      return { messageId, text: edited ?? text, buttons, parts: part + 1, waiting: pendingOfTurn.get(turnId) !== undefined };
    },
    /** The open message of a chat that tells how many messages wait, with its newest text; `isPending` until that is shown. */
    waitingStatus(chat: Chat) {
      const from = waitingKeyOf(chat);
      const [row] = waitingStatuses.all({ from, to: `${from}~` });
      if (!row) return undefined;
      const { onceKey: key, turnId, messageId, at } = row;
      const edit = messageId === undefined ? undefined : newestEdit.get(turnId, messageId);
      const { text, status } = edit ?? row;
      return { key, turnId, messageId, text, isPending: status === "pending", at };
    },
    openWaitingStatuses: (): readonly Chat[] =>
      waitingStatuses.all({ from: WAITING, to: `${WAITING}~` }).map(({ channel, bot, chatId }) => ({ channel, bot, chatId })),
    /** True if an approval's question was shown somewhere, or still may be. */
    hasQuestion: (approvalId: string): boolean => someQuestion.get(approvalId) !== undefined,
    ofKey: byKey.get,
    /** Takes back what was not sent yet of what was put in with a key. */
    withdrawKey(onceKey: string): void {
      dropKeyed(onceKey);
      database.afterCommit(onQueued);
    },
    /** Takes back what was not sent yet for an approval. */
    withdraw(approvalId: string): void {
      dropPending(approvalId);
      // what stands behind it in its chats is due now
      database.afterCommit(onQueued);
    },
  };
}

/** A button under a message. `data` at most 64 bytes (Telegram). */
export interface Button {
  readonly label: string;
  readonly data: string;
}

/** Numbers by time (ms), in order; `isBars` for what was counted. `ticks`: times with what is written below them. */
export interface Series {
  /** Of the time that was asked about, whether or not there are numbers of all of it. */
  readonly hours: number;
  readonly points: readonly (readonly [at: number, value: number])[];
  readonly isBars: boolean;
  readonly ticks: readonly (readonly [at: number, text: string])[];
}

/** Days, oldest first, each with the day of its month and with marks at parts of it from 0 to 1. */
export type Timeline = readonly { readonly label: string; readonly marks: readonly number[] }[];

/** What a camera sees when the item is shown, a chart, or a timeline; its text is the caption, `otherwise` the text where there is no picture: with an empty one nothing is shown. */
export type OutboxPicture = { readonly otherwise: string } & (
  | { readonly entityId: string }
  | { readonly series: Series }
  | { readonly timeline: Timeline }
);

/** The item's text as speech in this language (BCP 47); where it cannot be had nothing is shown, for the text stands above it. */
export interface OutboxSpeech {
  readonly spokenIn: string;
}

/** The item's text, said aloud at the speaker that the chat is; `otherwise` is the text where that cannot be. */
export interface OutboxAnnouncement {
  readonly aloud: true;
  readonly otherwise: string;
}

/** One thing to be shown in a chat, on disk until the channel has shown it. */
export interface OutboxItem extends Chat {
  /** Short and unique; rides in Telegram's `message_tag`. */
  readonly id: string;
  readonly turnId: string | undefined;
  readonly approvalId?: string | undefined;
  readonly threadId: string | undefined;
  /** `edit` changes an earlier message (`editMessageId`) and is dropped if that is gone. */
  readonly kind: "answer" | "question" | "notice" | "edit";
  /** Markdown. */
  readonly text: string;
  readonly buttons: readonly (readonly Button[])[];
  readonly media?: OutboxPicture | OutboxSpeech | OutboxAnnouncement | undefined;
  readonly replyToMessageId: string | undefined;
  readonly editMessageId: string | undefined;
  readonly onceKey?: string | undefined;
  /** Ids of the parts that were already shown (long texts go out in parts). */
  readonly sentParts: readonly string[];
  readonly attempts: number;
  readonly createdAt: number;
}
