import { type Origin, worstOrigin } from "../../security/provenance/provenance.ts";
import { type AssistantDatabase, json } from "../database.ts";
import type { HistoryEntry } from "./turns.ts";

/** An entry of the history with its place in it: ids grow with time. */
export interface NumberedEntry extends HistoryEntry {
  readonly id: number;
}

export interface Summary {
  readonly text: string;
  readonly upTo: number;
  readonly origin: Origin;
}

export type SummaryStore = ReturnType<typeof createSummaryStore>;

/** Short versions of the older part of each session, and the parts of its history that they stand before. */
export function createSummaryStore({ database }: { database: AssistantDatabase }) {
  const entries = <Parameters extends unknown[]>(where: string) =>
    database.query<Parameters, NumberedEntry>(
      `SELECT history.id, history.role, person_id, people.name AS person_name, content, origin, outside
       FROM conversation_history AS history LEFT JOIN people ON people.id = person_id WHERE session_id = ? AND ${where}`,
      { outside: json },
    );
  const newest = entries<[string, number, number]>("history.id > ? ORDER BY history.id DESC LIMIT ?");
  const between = entries<[string, number, number, number]>("history.id > ? AND history.id <= ? ORDER BY history.id LIMIT ?");
  const get = database.query<[string], Summary>("SELECT text, up_to, origin FROM conversation_summaries WHERE session_id = ?");
  const put = database.command<Summary & { sessionId: string; at: number }>(
    `INSERT INTO conversation_summaries (session_id, up_to, text, origin, updated_at) VALUES (@sessionId, @upTo, @text, @origin, @at)
     ON CONFLICT (session_id) DO UPDATE SET up_to = excluded.up_to, text = excluded.text, origin = excluded.origin,
       updated_at = excluded.updated_at, is_indexed = 0
     WHERE excluded.up_to > up_to`,
  );
  return {
    /** The last `limit` entries after `after`, oldest first. */
    entriesAfter: (sessionId: string, after: number, limit: number): readonly NumberedEntry[] =>
      newest.all(sessionId, after, limit).toReversed(),
    /** The first `limit` entries after `after` and up to `upTo`, oldest first. */
    entriesUpTo: (sessionId: string, { after, upTo, limit }: { after: number; upTo: number; limit: number }): readonly NumberedEntry[] =>
      between.all(sessionId, after, upTo, limit),
    summary(sessionId: string): Summary | undefined {
      const summary = get.get(sessionId);
      return summary && { ...summary, origin: worstOrigin([summary.origin]) };
    },
    /** Replaces the session's summary, unless that one tells of more. */
    putSummary: (sessionId: string, summary: Summary, at: number): void => void put({ ...summary, sessionId, at }),
  };
}

export interface PastEntry {
  readonly id: number;
  readonly role: "person" | "assistant";
  readonly content: string;
  readonly origin: string;
  readonly isCloud: boolean;
  readonly toolsUsed: readonly string[];
  readonly at: number;
}

/** What models outside the house had to do with conversations. Models are named `provider/model`. */
export function createPastEntries({ database, isCloudModel }: { database: AssistantDatabase; isCloudModel: (model: string) => boolean }) {
  const get = database.query<[readonly number[]], Omit<PastEntry, "isCloud"> & { readonly model: string | undefined }>(
    `SELECT history.id, history.role, history.content, history.origin, turns.model, coalesce(tools_used, '[]') AS tools_used, history.timestamp AS at
     FROM conversation_history AS history JOIN turns ON turns.id = history.turn_id
     LEFT JOIN interaction_log ON interaction_log.turn_id = history.turn_id WHERE history.id IN (SELECT value FROM json_each(?))
       AND history.turn_id NOT IN (SELECT turn_id FROM erasure_turns) ORDER BY history.id`,
    { toolsUsed: json },
  );
  const models = database.values<[string, string], string>(
    "SELECT DISTINCT model FROM turns WHERE session_id = ? AND id <> ? AND model IS NOT NULL",
  );
  return {
    /** Those that are there and that nobody wants forgotten, oldest first. */
    of: (ids: readonly number[]): readonly PastEntry[] =>
      get.all(ids).map(({ model, ...entry }) => ({ ...entry, isCloud: model !== undefined && isCloudModel(model) })),
    /** Whether one of the session's other turns was answered by a model outside the house. */
    answeredByCloud: (sessionId: string, exceptTurnId: string): boolean => models.all(sessionId, exceptTurnId).some(isCloudModel),
  };
}
