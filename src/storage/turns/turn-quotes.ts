import type { AssistantDatabase } from "../database.ts";

/** What an answer holds of what was said before. */
export interface Quoted {
  /** Turns whose own words it was made of. */
  readonly turnIds?: readonly string[];
  /** Sessions whose summary it was made of: that tells of all their turns up to its last. */
  readonly summaryOf?: readonly string[];
}

export type TurnQuotes = ReturnType<typeof createTurnQuotes>;

/** Which turns tell again what was said in others: what is forgotten goes from there too. */
export function createTurnQuotes({ database }: { database: AssistantDatabase }) {
  const addTurns = database.command<{ turnId: string; ids: readonly string[] }>(
    "INSERT OR IGNORE INTO turn_quotes (quoted_id, turn_id) SELECT value, @turnId FROM json_each(@ids)",
  );
  const addSummaries = database.command<{ turnId: string; ids: readonly string[] }>(
    `INSERT OR IGNORE INTO turn_quotes (quoted_id, turn_id) SELECT history.turn_id, @turnId
     FROM conversation_summaries AS made CROSS JOIN conversation_history AS history
       ON history.session_id = made.session_id AND history.id <= made.up_to
     WHERE made.session_id IN (SELECT value FROM json_each(@ids))`,
  );
  const quotedIn = database.values<[turnId: string, turnIds: readonly string[]], string>(
    "SELECT quoted_id FROM turn_quotes WHERE turn_id = ? AND quoted_id IN (SELECT value FROM json_each(?))",
  );
  return {
    /** Which of some turns a turn quotes. */
    quotedIn: quotedIn.all,
    add: (turnId: string, { turnIds = [], summaryOf = [] }: Quoted): void => {
      if (turnIds.length + summaryOf.length === 0) return;
      database.transaction(() => {
        addTurns({ turnId, ids: turnIds });
        addSummaries({ turnId, ids: summaryOf });
      });
    },
    /** These turns, those that quote them, and those that quote such ones. */
    withQuoting: database.values<[turnIds: readonly string[]], string>(
      `WITH RECURSIVE gone (id) AS (SELECT value FROM json_each(?)
         UNION SELECT turn_id FROM gone CROSS JOIN turn_quotes ON quoted_id = gone.id)
       SELECT id FROM gone`,
    ).all,
  };
}
