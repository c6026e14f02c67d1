import type { AssistantDatabase } from "../database.ts";

/** An entry of the history, with who answered. */
export interface PastEntry {
  readonly id: number;
  readonly role: "person" | "assistant";
  readonly content: string;
  readonly origin: string;
  /** A model outside the house gave the answer. */
  readonly isCloud: boolean;
  /** Tools that the entry's turn used. */
  readonly toolsUsed: readonly string[];
  /** ms since the epoch */
  readonly at: number;
}

interface Row {
  readonly id: number;
  readonly role: string;
  readonly content: string;
  readonly origin: string;
  readonly model: string | null;
  readonly tools_used: string | null;
  readonly timestamp: number;
}

/** What models outside the house had to do with conversations. Models are named `provider/model`. */
export function createPastEntries({ database, isCloudModel }: { database: AssistantDatabase; isCloudModel: (model: string) => boolean }) {
  const { sqlite } = database;
  const get = sqlite.prepare<[string], Row>(
    `SELECT history.id, history.role, history.content, history.origin, turns.model, tools_used, history.timestamp
     FROM conversation_history AS history JOIN turns ON turns.id = history.turn_id
     LEFT JOIN interaction_log ON interaction_log.turn_id = history.turn_id WHERE history.id IN (SELECT value FROM json_each(?))
       AND history.turn_id NOT IN (SELECT turn_id FROM erasure_turns) ORDER BY history.id`,
  );
  const models = sqlite.prepare<[string, string], { model: string }>(
    "SELECT DISTINCT model FROM turns WHERE session_id = ? AND id <> ? AND model IS NOT NULL",
  );
  return {
    /** Those that are there and that nobody wants forgotten, oldest first. */
    of: (ids: readonly number[]): readonly PastEntry[] =>
      ids.length === 0
        ? []
        : get.all(JSON.stringify(ids)).map(({ id, role, content, origin, model, tools_used: tools, timestamp }) => ({
            id,
            content,
            origin,
            at: timestamp,
            role: role === "person" ? "person" : "assistant",
            isCloud: model !== null && isCloudModel(model),
            toolsUsed: tools === null ? [] : (JSON.parse(tools) as string[]),
          })),
    /** Whether one of the session's other turns was answered by a model outside the house. */
    answeredByCloud: (sessionId: string, exceptTurnId: string): boolean =>
      models.all(sessionId, exceptTurnId).some(({ model }) => isCloudModel(model)),
  };
}
