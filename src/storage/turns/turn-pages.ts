import { folded } from "../../text/fold.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { createList, type Page, type Place } from "../place.ts";
import { type CountedTokens, TOKENS, type ToolRecord } from "./interaction-log.ts";
import type { TurnStatus } from "./turns.ts";

/** A turn as a list tells it. Times are ms since the epoch. */
export interface PastTurn extends Place {
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
  readonly channel: string;
  /** What worked on it; undefined where nothing did, or where that is forgotten. */
  readonly path: string | undefined;
  readonly text: string;
  readonly answer: string | undefined;
  readonly model: string | undefined;
  readonly status: TurnStatus;
  readonly milliseconds: number | undefined;
  readonly tokens: CountedTokens | undefined;
}

export interface WholeTurn extends PastTurn {
  readonly answeredAt: number | undefined;
  readonly shownAt: number | undefined;
  /** As JSON had it. */
  readonly context: unknown;
  readonly tools: readonly ToolRecord[];
}

interface Wanted {
  readonly limit: number;
  readonly before?: Place | undefined;
  readonly personId?: string | undefined;
  readonly path?: string | undefined;
  /** Words to look for, and for whom: of others' turns no command and no model's answer is searched, or it could be guessed word by word. */
  readonly words?: { readonly text: string; readonly viewerId: string } | undefined;
}

export type TurnPages = ReturnType<typeof createTurnPages>;

export function createTurnPages({ database }: { database: AssistantDatabase }) {
  const columns = `turns.rowid AS row, turns.id, turns.received_at AS at, turns.person_id, people.name AS person_name, turns.channel, log.path,
    turns.text, turns.answer, coalesce(log.model, turns.model) AS model, turns.status, log.milliseconds, ${TOKENS}`;
  const joined = "CROSS JOIN people ON people.id = turns.person_id LEFT JOIN interaction_log AS log ON log.turn_id = turns.id";
  const filter = `(@path IS NULL OR log.path = @path)
    AND (@words IS NULL
      OR instr(folded(turns.text), @words) > 0 AND (turns.person_id = @viewerId OR turns.text NOT LIKE '/%')
      OR instr(folded(turns.answer), @words) > 0 AND (turns.person_id = @viewerId OR log.path IN ('recogniser','asked')))`;
  const list = { select: `SELECT ${columns} FROM turns ${joined}`, table: "turns", time: "received_at", filter };
  const everybodys = createList<PastTurn>(database, list, { tokens: json });
  const ones = createList<PastTurn>(database, { ...list, whose: "turns.person_id = @personId AND" }, { tokens: json });
  const one = database.query<[string], WholeTurn>(
    `SELECT ${columns}, turns.ended_at AS answered_at, log.context, coalesce(log.tools, '[]') AS tools,
       (SELECT max(sent_at) FROM outbox WHERE outbox.turn_id = turns.id AND kind = 'answer') AS shown_at
     FROM turns ${joined} WHERE turns.id = ?`,
    { tokens: json, context: json, tools: json },
  );

  return {
    page: ({ personId, path, words, ...wanted }: Wanted): Page<PastTurn> =>
      (personId === undefined ? everybodys : ones).page(wanted, {
        personId,
        path,
        words: words && folded(words.text),
        viewerId: words?.viewerId,
      }),
    get: one.get,
  };
}
