import type { OutsideText } from "../../security/provenance/outside-text.ts";
import { type Origin, worstOrigin } from "../../security/provenance/provenance.ts";
import type { AssistantDatabase } from "../database.ts";
import type { HistoryEntry } from "./sessions.ts";

/** An entry of the history with its place in it: ids grow with time. */
export interface NumberedEntry extends HistoryEntry {
  readonly id: number;
}

export interface Summary {
  readonly text: string;
  /** The id of the last entry that it tells of. */
  readonly upTo: number;
  /** The worst of what it was made from. */
  readonly origin: Origin;
}

interface HistoryRow {
  readonly id: number;
  readonly role: string;
  readonly person_id: string | null;
  readonly name: string | null;
  readonly content: string;
  readonly origin: string;
  readonly outside: string | null;
}

export type SummaryStore = ReturnType<typeof createSummaryStore>;

const HISTORY =
  "SELECT history.id, history.role, person_id, people.name, content, origin, outside " +
  "FROM conversation_history AS history LEFT JOIN people ON people.id = person_id WHERE session_id = ?";

/** Short versions of the older part of each session, and the parts of its history that they stand before. */
export function createSummaryStore({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const newest = sqlite.prepare<[string, number, number], HistoryRow>(`${HISTORY} AND history.id > ? ORDER BY history.id DESC LIMIT ?`);
  const between = sqlite.prepare<[string, number, number, number], HistoryRow>(
    `${HISTORY} AND history.id > ? AND history.id <= ? ORDER BY history.id LIMIT ?`,
  );
  const get = sqlite.prepare<[string], { text: string; up_to: number; origin: string }>(
    "SELECT text, up_to, origin FROM conversation_summaries WHERE session_id = ?",
  );
  const put = sqlite.prepare<[string, number, string, string, number]>(
    `INSERT INTO conversation_summaries (session_id, up_to, text, origin, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET up_to = excluded.up_to, text = excluded.text, origin = excluded.origin,
       updated_at = excluded.updated_at, is_indexed = 0
     WHERE excluded.up_to > up_to`,
  );
  return {
    /** The last `limit` entries after `after`, oldest first. */
    entriesAfter(sessionId: string, after: number, limit: number): readonly NumberedEntry[] {
      return newest.all(sessionId, after, limit).reverse().map(toEntry);
    },
    /** The first `limit` entries after `after` and up to `upTo`, oldest first. */
    entriesUpTo(sessionId: string, { after, upTo, limit }: { after: number; upTo: number; limit: number }): readonly NumberedEntry[] {
      return between.all(sessionId, after, upTo, limit).map(toEntry);
    },
    summary(sessionId: string): Summary | undefined {
      const row = get.get(sessionId);
      return row && { text: row.text, upTo: row.up_to, origin: worstOrigin([row.origin]) };
    },
    /** Replaces the session's summary, unless that one tells of more. */
    putSummary(sessionId: string, { text, upTo, origin }: Summary, at: number): void {
      put.run(sessionId, upTo, text, origin, at);
    },
  };
}

function toEntry({ id, role, person_id, name, content, origin, outside }: HistoryRow): NumberedEntry {
  return {
    id,
    role: role === "person" ? "person" : "assistant",
    personId: person_id,
    personName: name ?? undefined,
    content,
    origin,
    outside: outside === null ? undefined : (JSON.parse(outside) as OutsideText[]),
  };
}
