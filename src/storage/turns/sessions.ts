import { randomUUID } from "node:crypto";
import type { OutsideText } from "../../security/provenance/outside-text.ts";
import type { Chat } from "../chat.ts";
import type { AssistantDatabase } from "../database.ts";

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
