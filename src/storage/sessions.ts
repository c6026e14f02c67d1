import { randomUUID } from "node:crypto";
import type { OutsideText } from "../security/outside.ts";
import type { AssistantDatabase } from "./database.ts";

export interface Chat {
  readonly channel: string;
  readonly bot: string;
  readonly chatId: string;
}

export interface HistoryEntry {
  readonly role: "person" | "assistant";
  readonly personId: string | null;
  /** What the person is called now; read only. */
  readonly personName?: string | undefined;
  readonly content: string;
  readonly origin: string;
  /** Of an answer from outside: the texts that it may hold, and where they stood. */
  readonly outside?: readonly OutsideText[] | undefined;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Sessions of chats and what was said in them. `timeoutMs`: idle time after which a session is archived. */
export function createSessionStore({ database, timeoutMs }: { database: AssistantDatabase; timeoutMs: number }) {
  const { sqlite } = database;
  const active = sqlite.prepare<[string, string, string], { id: string; last_activity: number }>(
    "SELECT id, last_activity FROM conversation_sessions WHERE channel = ? AND bot = ? AND chat_id = ? AND is_active = 1",
  );
  const archive = sqlite.prepare<[string]>("UPDATE conversation_sessions SET is_active = 0 WHERE id = ?");
  const insert = sqlite.prepare<[string, string, string, string, number, number]>(
    "INSERT INTO conversation_sessions (id, channel, bot, chat_id, started_at, last_activity) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const touch = sqlite.prepare<[number, string]>("UPDATE conversation_sessions SET last_activity = max(last_activity, ?) WHERE id = ?");
  const append = sqlite.prepare<[string, string, string, string | null, string, string, string, string | null, number]>(
    `INSERT INTO conversation_history (session_id, chat_id, turn_id, person_id, role, content, origin, outside, timestamp)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const activeSince = sqlite.prepare<[number], { channel: string; bot: string; chat_id: string }>(
    // a chat's active session is its newest, so the small index of active ones is enough
    "SELECT channel, bot, chat_id FROM conversation_sessions INDEXED BY one_active_session WHERE is_active = 1 AND last_activity >= ?",
  );

  return {
    /** The chat's session: the active one, or a fresh one when that was idle too long or `fresh` is asked for. */
    current(chat: Chat, now: number, fresh = false): string {
      return database.transaction(() => {
        const found = active.get(chat.channel, chat.bot, chat.chatId);
        if (found && !fresh && now - found.last_activity < timeoutMs) {
          touch.run(now, found.id);
          return found.id;
        }
        if (found) archive.run(found.id);
        const id = randomUUID();
        insert.run(id, chat.channel, chat.bot, chat.chatId, now, now);
        return id;
      });
    },
    append(sessionId: string, chatId: string, turnId: string, entry: HistoryEntry, at: number): void {
      const outside = entry.outside && entry.outside.length > 0 ? JSON.stringify(entry.outside) : null;
      append.run(sessionId, chatId, turnId, entry.personId, entry.role, entry.content, entry.origin, outside, at);
      touch.run(at, sessionId);
    },
    /** Chats where something was said since `since` (ms). */
    activeChats(since: number): readonly Chat[] {
      return activeSince.all(since).map((row) => ({ channel: row.channel, bot: row.bot, chatId: row.chat_id }));
    },
  };
}
