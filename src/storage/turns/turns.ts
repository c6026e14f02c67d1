import type { Role } from "../../security/policy/policy-input.ts";
import type { Chat } from "../chat.ts";
import type { AssistantDatabase } from "../database.ts";
import { bound, flag } from "../rows.ts";

export type TurnStatus = "received" | "running" | "waiting" | "answered" | "sent" | "cancelled" | "expired" | "failed";

export interface TurnRow extends Chat {
  readonly id: string;
  readonly threadId: string | undefined;
  readonly messageId: string;
  readonly sessionId: string;
  readonly personId: string;
  readonly personName: string;
  readonly role: Role;
  readonly language: string;
  readonly isPrivate: boolean;
  readonly kind: string;
  readonly text: string;
  readonly origin: string;
  readonly replyTo: string | undefined;
  readonly editSeen: boolean;
  readonly status: TurnStatus;
  /** How often the process ended while the turn was at work. */
  readonly crashes: number;
  /** It is running, and not at work: left by a process that stopped or crashed. */
  readonly isParked: boolean;
  readonly sentAt: number;
  readonly receivedAt: number;
}

export interface TurnEnd {
  readonly status: "answered" | "cancelled" | "expired" | "failed";
  readonly answer: string | undefined;
  readonly answerOrigin: string | undefined;
  readonly model: string | undefined;
  readonly at: number;
}

/** Turns that are not over: not begun, worked on, and waiting for a person's answer. */
export type TurnCounts = Readonly<Record<"received" | "running" | "waiting", number>>;

export type TurnStore = ReturnType<typeof createTurnStore>;

interface TurnStoreOptions {
  readonly database: AssistantDatabase;
  /** Told of each turn that begins, waits or ends, once that is on disk; `end` says how. Must not throw. */
  readonly onChange?: (id: string, end?: TurnEnd) => void;
}

/** Turns and the people who speak in them. Writes join an open transaction. */
export function createTurnStore({ database, onChange }: TurnStoreOptions) {
  const { sqlite } = database;
  const changed = (id: string, end?: TurnEnd): void => {
    if (onChange) database.afterCommit(() => onChange(id, end));
  };
  const upsertPerson = sqlite.prepare<[string, string, string, string, number]>(
    `INSERT INTO people (id, name, role, language, last_seen) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, language = excluded.language, last_seen = excluded.last_seen`,
  );
  const insert = sqlite.prepare(
    `INSERT INTO turns (id, channel, bot, chat_id, thread_id, message_id, session_id, person_id, is_private, kind, text, origin, reply_to, status, sent_at, received_at)
     VALUES (@id, @channel, @bot, @chatId, @threadId, @messageId, @sessionId, @personId, @isPrivate, @kind, @text, @origin, @replyTo, @status, @sentAt, @receivedAt)`,
  );
  const turns = <Parameters extends unknown[]>(where: string) =>
    database.query<Parameters, TurnRow>(
      `SELECT turns.id, channel, bot, chat_id, thread_id, message_id, session_id, person_id, people.name AS person_name, role, language,
         is_private, kind, text, origin, reply_to, edit_seen, status, crashes, is_parked, sent_at, received_at
       FROM turns JOIN people ON people.id = turns.person_id WHERE ${where}`,
      { isPrivate: flag, editSeen: flag, isParked: flag },
    );
  const byId = turns<[string]>("turns.id = ?");
  const byMessage = turns<[string, string, string, string]>("channel = ? AND bot = ? AND chat_id = ? AND message_id = ?");
  const open = turns<[]>("status IN ('received','running','waiting') ORDER BY received_at, turns.rowid");
  // the small index of open ones needs all of their states to be named
  const count = sqlite.prepare<[], { status: keyof TurnCounts; count: number }>(
    "SELECT status, count(*) AS count FROM turns INDEXED BY open_turns WHERE status IN ('received','running','waiting') GROUP BY status",
  );
  const counts = (): TurnCounts => ({
    received: 0,
    running: 0,
    waiting: 0,
    ...Object.fromEntries(count.all().map((row) => [row.status, row.count])),
  });
  const nameOf = database.values<[string], string>("SELECT name FROM people WHERE id = ?");
  const setStatus = sqlite.prepare<[string, string]>("UPDATE turns SET status = ?, is_parked = 0 WHERE id = ?");
  const park = sqlite.prepare<[string]>("UPDATE turns SET is_parked = 1 WHERE id = ? AND status = 'running'");
  const countCrash = sqlite.prepare(
    `UPDATE turns INDEXED BY open_turns SET crashes = crashes + 1 - is_parked, is_parked = 1
     WHERE status IN ('received','running','waiting') AND status = 'running'`,
  );
  const setText = sqlite.prepare<[string, number, string]>("UPDATE turns SET text = ?, sent_at = ? WHERE id = ?");
  const setEditSeen = sqlite.prepare<[string]>("UPDATE turns SET edit_seen = 1 WHERE id = ?");
  const setEnd = sqlite.prepare(
    "UPDATE turns SET status = @status, answer = @answer, answer_origin = @answerOrigin, model = @model, ended_at = @at WHERE id = @id",
  );
  const saidIn = database.values<[string, string, number], string>(
    `SELECT text FROM turns INDEXED BY turns_of_session WHERE session_id = ? AND person_id = ? AND origin = 'person' AND erased = 0
       ORDER BY received_at DESC, rowid DESC LIMIT ?`,
  );
  const failedWith = database.values<[string, string, string, number, string], number>(
    "SELECT count(*) FROM turns WHERE channel = ? AND bot = ? AND chat_id = ? AND received_at >= ? AND status = 'failed' AND answer = ?",
  );
  const erased = database.values<[string], number>("SELECT erased FROM turns WHERE id = ?");
  const markSent = sqlite.prepare<[string]>("UPDATE turns SET status = 'sent' WHERE id = ? AND status = 'answered'");
  // two ends of an index: min and max in one query would read all of the bot's turns
  const sentEnd = (order: "ASC" | "DESC") =>
    sqlite.prepare<[string, string, number], { sent_at: number }>(
      `SELECT sent_at FROM turns WHERE channel = ? AND bot = ? AND received_at < ? ORDER BY sent_at ${order} LIMIT 1`,
    );
  const firstSent = sentEnd("ASC");
  const lastSent = sentEnd("DESC");
  const knownChat = sqlite.prepare<[string, string, string]>(
    "SELECT 1 FROM conversation_sessions WHERE channel = ? AND bot = ? AND chat_id = ? LIMIT 1",
  );

  return {
    /** How many turns of a chat failed with this answer since then. */
    failedSince: ({ channel, bot, chatId }: Chat, since: number, answer: string): number =>
      failedWith.get(channel, bot, chatId, since, answer) ?? 0,
    /** Adds a turn and keeps its person up to date. The message must be new: look with `ofMessage` first. */
    insert(turn: TurnRow): void {
      upsertPerson.run(turn.personId, turn.personName, turn.role, turn.language, turn.receivedAt);
      insert.run(bound(turn));
      changed(turn.id);
    },
    get: byId.get,
    ofMessage: ({ channel, bot, chatId }: Chat, messageId: string): TurnRow | undefined => byMessage.get(channel, bot, chatId, messageId),
    /** The last messages of a person in a session, in their own words, the newest first. */
    saidIn: (sessionId: string, personId: string, limit: number): readonly string[] => saidIn.all(sessionId, personId, limit),
    open: open.all,
    /** How many turns are worked on or wait for that; those that wait for a person's answer are not counted. */
    atWork(): number {
      const { received, running } = counts();
      return received + running;
    },
    counts,
    /** What a person who spoke is called; undefined for others. */
    nameOf: (personId: string): string | undefined => nameOf.get(personId),
    setStatus(id: string, status: TurnStatus): void {
      setStatus.run(status, id);
      changed(id);
    },
    /** A turn at work is stopped in good order, to be gone on with at the next start. */
    park: (id: string): void => void park.run(id),
    /** To be called once at the start: what was at work then was so when the process ended. */
    countCrash: (): void => void countCrash.run(),
    replaceText: (id: string, text: string, sentAt: number): void => void setText.run(text, sentAt, id),
    markEditSeen: (id: string): void => void setEditSeen.run(id),
    end(id: string, end: TurnEnd): void {
      setEnd.run({ id, ...end });
      changed(id, end);
    },
    /** True for a turn that somebody wanted to have forgotten: its texts are gone, and none may come back. */
    isErased: (id: string): boolean => erased.get(id) === 1,
    markSent: (id: string): void => void markSent.run(id),
    /** When the first and the last message of the bot that we took in before that time were sent (ms). */
    sentSpan(channel: string, bot: string, takenInBefore: number): { readonly first: number; readonly last: number } | undefined {
      const first = firstSent.get(channel, bot, takenInBefore);
      const last = lastSent.get(channel, bot, takenInBefore);
      return first && last && { first: first.sent_at, last: last.sent_at };
    },
    knowsChat: (chat: Chat): boolean => knownChat.get(chat.channel, chat.bot, chat.chatId) !== undefined,
  };
}
