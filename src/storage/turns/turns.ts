import { randomUUID } from "node:crypto";
import type { Role } from "../../security/policy/policy-input.ts";
import type { OutsideText } from "../../security/provenance/provenance.ts";
import type { Chat } from "../chat.ts";
import { type AssistantDatabase, flag, json } from "../database.ts";
import { isProgramId } from "../programs.ts";

/** Whoever speaks where nobody in particular is known to: nothing is remembered of them. */
export const HOUSEHOLD_ID = "household";

/** Whether an id stands for nobody in particular: the household, or a program of some role. */
export function isNobody(personId: string): boolean {
  return personId === HOUSEHOLD_ID || isProgramId(personId);
}

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
  /** The area that it was spoken in. */
  readonly areaId?: string | undefined;
  /** The file that came with it, as JSON, as long as it is needed. */
  readonly attachment?: string | undefined;
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
  const changed = (id: string, end?: TurnEnd): void => {
    if (onChange) database.afterCommit(() => onChange(id, end));
  };
  const upsertPerson = database.command<TurnRow>(
    `INSERT INTO people (id, name, role, language, last_seen) VALUES (@personId, @personName, @role, @language, @receivedAt)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, language = excluded.language, last_seen = excluded.last_seen`,
  );
  const insert = database.command<TurnRow>(
    `INSERT INTO turns (id, channel, bot, chat_id, thread_id, message_id, session_id, person_id, is_private, kind, text, origin, reply_to, area_id, attachment, status, sent_at, received_at)
     VALUES (@id, @channel, @bot, @chatId, @threadId, @messageId, @sessionId, @personId, @isPrivate, @kind, @text, @origin, @replyTo, @areaId, @attachment, @status, @sentAt, @receivedAt)`,
  );
  const turns = <Parameters extends unknown[]>(where: string) =>
    database.query<Parameters, TurnRow>(
      `SELECT turns.id, channel, bot, chat_id, thread_id, message_id, session_id, person_id, people.name AS person_name, role, language,
         is_private, kind, text, origin, reply_to, area_id, attachment, edit_seen, status, crashes, is_parked, sent_at, received_at
       FROM turns JOIN people ON people.id = turns.person_id WHERE ${where}`,
      { isPrivate: flag, editSeen: flag, isParked: flag },
    );
  const byMessage = turns<[string, string, string, string]>("channel = ? AND bot = ? AND chat_id = ? AND message_id = ?");
  // the small index of open ones needs all of their states to be named
  const count = database.query<[], { status: keyof TurnCounts; count: number }>(
    "SELECT status, count(*) AS count FROM turns INDEXED BY open_turns WHERE status IN ('received','running','waiting') GROUP BY status",
  );
  const counts = (): TurnCounts => ({
    received: 0,
    running: 0,
    waiting: 0,
    ...Object.fromEntries(count.all().map((row) => [row.status, row.count])),
  });
  const setStatus = database.command<[TurnStatus, string]>("UPDATE turns SET status = ?, is_parked = 0 WHERE id = ?");
  const setEnd = database.command<TurnEnd & { readonly id: string }>(
    "UPDATE turns SET status = @status, answer = @answer, answer_origin = @answerOrigin, model = @model, ended_at = @at, attachment = iif(kind = 'file', attachment, NULL) WHERE id = @id",
  );
  const failedWith = database.values<[string, string, string, number, string], number>(
    "SELECT count(*) FROM turns WHERE channel = ? AND bot = ? AND chat_id = ? AND received_at >= ? AND status = 'failed' AND answer = ?",
  );
  const kindCount = database.values<[string, string, number, number], number>(
    "SELECT count(*) FROM turns INDEXED BY turns_of_person WHERE person_id = ? AND kind = ? AND received_at BETWEEN ? AND ?",
  );
  const erased = database.values<[string], number>("SELECT erased FROM turns WHERE id = ?");
  // two ends of an index: min and max in one query would read all of the bot's turns
  const sentEnd = (order: "ASC" | "DESC") =>
    database.values<[string, string, number], number>(
      `SELECT sent_at FROM turns WHERE channel = ? AND bot = ? AND received_at < ? ORDER BY sent_at ${order} LIMIT 1`,
    );
  const [firstSent, lastSent] = [sentEnd("ASC"), sentEnd("DESC")];
  const knownChat = database.values<[string, string, string], 1>(
    "SELECT 1 FROM conversation_sessions WHERE channel = ? AND bot = ? AND chat_id = ? LIMIT 1",
  );

  const askedModel = database.values<[personId: string, turnId: string], number>(
    `SELECT model IS NULL FROM turns INDEXED BY turns_of_person WHERE person_id = ? AND origin = 'automation' AND id <> ? AND status IN ('answered','sent')
     ORDER BY received_at DESC LIMIT 1`,
  );

  return {
    /** Whether no model answered what an automation asked for somebody before this turn. */
    failedForAutomation: ({ personId, turnId }: { readonly personId: string; readonly turnId: string }): boolean =>
      askedModel.get(personId, turnId) === 1,
    /** How many turns of a chat failed with this answer since then. */
    failedSince: ({ channel, bot, chatId }: Chat, since: number, answer: string): number =>
      failedWith.get(channel, bot, chatId, since, answer) ?? 0,
    /** Adds a turn and keeps its person up to date. The message must be new: look with `ofMessage` first. */
    insert(turn: TurnRow): void {
      upsertPerson(turn);
      insert({ areaId: undefined, attachment: undefined, ...turn });
      changed(turn.id);
    },
    get: turns<[id: string]>("turns.id = ?").get,
    ofMessage: ({ channel, bot, chatId }: Chat, messageId: string): TurnRow | undefined => byMessage.get(channel, bot, chatId, messageId),
    /** The last messages of a person in a session, in their own words, the newest first. */
    saidIn: database.values<[sessionId: string, personId: string, limit: number], string>(
      `SELECT text FROM turns INDEXED BY turns_of_session WHERE session_id = ? AND person_id = ? AND origin = 'person' AND erased = 0
       ORDER BY received_at DESC, rowid DESC LIMIT ?`,
    ).all,
    open: turns<[]>("status IN ('received','running','waiting') ORDER BY received_at, turns.rowid").all,
    /** How many turns are worked on or wait for that; those that wait for a person's answer are not counted. */
    atWork(): number {
      const { received, running } = counts();
      return received + running;
    },
    counts,
    /** What a person who spoke is called; undefined for others. */
    nameOf: database.values<[personId: string], string>("SELECT name FROM people WHERE id = ?").get,
    /** When somebody last said something themselves (ms). */
    spokeAt: database.values<[personId: string], number>(
      "SELECT received_at FROM turns INDEXED BY turns_of_person WHERE person_id = ? AND origin = 'person' ORDER BY received_at DESC LIMIT 1",
    ).get,
    setStatus(id: string, status: TurnStatus): void {
      setStatus(status, id);
      changed(id);
    },
    /** A turn at work is stopped in good order, to be gone on with at the next start. */
    park: database.command<[id: string]>("UPDATE turns SET is_parked = 1 WHERE id = ? AND status = 'running'"),
    /** To be called once at the start: what was at work then was so when the process ended. */
    countCrash: database.command<[]>(
      `UPDATE turns INDEXED BY open_turns SET crashes = crashes + 1 - is_parked, is_parked = 1
       WHERE status IN ('received','running','waiting') AND status = 'running'`,
    ),
    replaceText: database.command<Pick<TurnRow, "id" | "text" | "sentAt">>(
      "UPDATE turns SET text = @text, sent_at = @sentAt WHERE id = @id",
    ),
    /** A voice message was heard: from now on it is its text. */
    markHeard: database.command<[text: string, id: string]>("UPDATE turns SET text = ?, attachment = NULL WHERE id = ? AND erased = 0"),
    /** How many messages of a kind a person sent between two times. */
    kindCount: (personId: string, kind: string, from: number, to: number): number => kindCount.get(personId, kind, from, to) ?? 0,
    /** What was sent with it is not needed any more. */
    dropAttachment: database.command<[id: string]>("UPDATE turns SET attachment = NULL WHERE id = ?"),
    markEditSeen: database.command<[id: string]>("UPDATE turns SET edit_seen = 1 WHERE id = ?"),
    end(id: string, end: TurnEnd): void {
      setEnd({ id, ...end });
      changed(id, end);
    },
    /** True for a turn that somebody wanted to have forgotten: its texts are gone, and none may come back. */
    isErased: (id: string): boolean => erased.get(id) === 1,
    markSent: database.command<[id: string]>("UPDATE turns SET status = 'sent' WHERE id = ? AND status = 'answered'"),
    /** When the first and the last message of the bot that we took in before that time were sent (ms). */
    sentSpan(channel: string, bot: string, takenInBefore: number): { readonly first: number; readonly last: number } | undefined {
      const [first, last] = [firstSent, lastSent].map((end) => end.get(channel, bot, takenInBefore));
      return first !== undefined && last !== undefined ? { first, last } : undefined;
    },
    knowsChat: (chat: Chat): boolean => knownChat.get(chat.channel, chat.bot, chat.chatId) !== undefined,
  };
}

export interface HistoryEntry {
  readonly role: "person" | "assistant";
  readonly personId: string | undefined;
  /** What the person is called now; read only. */
  readonly personName?: string | undefined;
  readonly content: string;
  readonly origin: string;
  /** Of an answer from outside: the texts that it may hold, and where they stood. */
  readonly outside?: readonly OutsideText[] | undefined;
}

interface Whose extends Chat {
  readonly personId: string;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Sessions, one for each person in a chat, and what was said in them. `timeoutMs`: idle time after which a session is archived. */
export function createSessionStore({ database, timeoutMs }: { database: AssistantDatabase; timeoutMs: number }) {
  const ofPerson = "channel = @channel AND bot = @bot AND chat_id = @chatId AND person_id = @personId";
  const active = database.query<Whose, { id: string; lastActivity: number }>(
    `SELECT id, last_activity FROM conversation_sessions WHERE ${ofPerson} AND is_active = 1`,
  );
  const archive = database.command<[string]>("UPDATE conversation_sessions SET is_active = 0 WHERE id = ?");
  const insert = database.command<Whose & { id: string; now: number }>(
    `INSERT INTO conversation_sessions (id, channel, bot, chat_id, person_id, started_at, last_activity)
     VALUES (@id, @channel, @bot, @chatId, @personId, @now, @now)`,
  );
  const touch = database.command<[number, string]>("UPDATE conversation_sessions SET last_activity = max(last_activity, ?) WHERE id = ?");
  const append = database.command<HistoryEntry & { sessionId: string; chatId: string; turnId: string; at: number }>(
    `INSERT INTO conversation_history (session_id, chat_id, turn_id, person_id, role, content, origin, outside, timestamp)
     VALUES (@sessionId, @chatId, @turnId, @personId, @role, @content, @origin, @outside, @at)`,
  );
  const latestBot = database.values<[string, string], string>(
    `SELECT bot FROM conversation_sessions INDEXED BY sessions_of_chat
       WHERE channel = ? AND chat_id = ? ORDER BY last_activity DESC LIMIT 1`,
  );
  const newest = database.values<Whose, string>(
    `SELECT id FROM conversation_sessions WHERE ${ofPerson} ORDER BY last_activity DESC LIMIT 1`,
  );
  const closeIdle = database.command<[number]>(
    `UPDATE conversation_sessions INDEXED BY one_active_session SET is_active = 0 WHERE is_active = 1 AND last_activity <= ?
       AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.session_id = conversation_sessions.id AND status IN ('received','running','waiting'))`,
  );
  const oldestActive = database.values<[], number>(
    "SELECT min(last_activity) FROM conversation_sessions INDEXED BY one_active_session WHERE is_active = 1",
  );

  const outside = database.query<[string], { readonly outside: readonly OutsideText[] }>(
    "SELECT outside FROM conversation_history WHERE turn_id = ? AND outside IS NOT NULL",
    { outside: json },
  );

  return {
    /** A person's session in a chat: the active one, or a fresh one when that was idle too long or `fresh` is asked for. */
    current: (chat: Chat, personId: string, now: number, fresh = false): string =>
      database.transaction(() => {
        const whose = { ...chat, personId };
        const found = active.get(whose);
        if (found && !fresh && now - found.lastActivity < timeoutMs) {
          touch(now, found.id);
          return found.id;
        }
        if (found) archive(found.id);
        const id = randomUUID();
        insert({ ...whose, id, now });
        return id;
      }),
    append(sessionId: string, chatId: string, turnId: string, entry: HistoryEntry, at: number): void {
      const outside = entry.outside?.length ? entry.outside : undefined;
      append({ ...entry, sessionId, chatId, turnId, outside, at });
      touch(at, sessionId);
    },
    /** Texts from outside that a turn's answer may hold. */
    outsideOf: (turnId: string): readonly OutsideText[] => outside.all(turnId).flatMap((entry) => entry.outside),
    /** Archives what nobody went on with for the timeout, but for sessions with a turn at work. Gives their number. */
    closeIdle: (now: number): number => closeIdle(now - timeoutMs),
    /** A person's newest session in a chat, also one that is archived. */
    newest: (chat: Chat, personId: string): string | undefined => newest.get({ ...chat, personId }),
    /** When the next active session has been idle for too long (ms); undefined if none is active. */
    nextIdleAt(): number | undefined {
      const at = oldestActive.get();
      return at && at + timeoutMs;
    },
    /** A channel's chat as the bot knows it that was spoken to there last; undefined where nobody ever spoke. */
    chat(channel: string, chatId: string): Chat | undefined {
      const bot = latestBot.get(channel, chatId);
      return bot === undefined ? undefined : { channel, bot, chatId };
    },
    /** Chats where something was said since a time (ms). */
    activeChats: database.query<[since: number], Chat>(
      "SELECT DISTINCT channel, bot, chat_id FROM conversation_sessions INDEXED BY sessions_by_activity WHERE last_activity >= ?",
    ).all,
  };
}
