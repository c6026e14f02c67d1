import { folded } from "../../text/fold.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { MOST_LOOKED_AT, NEWEST, OLDEST, type Page, type Place, pageOf } from "../place.ts";
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
  // what is looked at is bounded first, by the index alone: however many turns there are, no more of them are read
  const between = `received_at <= @at AND (received_at, turns.rowid) < (@at, @row)
    AND received_at >= @endAt AND (received_at, turns.rowid) >= (@endAt, @endRow)`;
  const newestFirst = "ORDER BY received_at DESC, turns.rowid DESC";
  const paging = (whose: string) => ({
    page: database.query<object, PastTurn>(
      `SELECT ${columns} FROM turns ${joined}
       WHERE ${whose} ${between} AND (@path IS NULL OR log.path = @path)
         AND (@words IS NULL
           OR instr(folded(turns.text), @words) > 0 AND (turns.person_id = @viewerId OR turns.text NOT LIKE '/%')
           OR instr(folded(turns.answer), @words) > 0 AND (turns.person_id = @viewerId OR log.path IN ('recogniser','asked')))
       ${newestFirst} LIMIT @more`,
      { tokens: json },
    ),
    end: database.query<object, Place>(
      `SELECT received_at AS at, rowid AS row FROM turns WHERE ${whose} received_at <= @at AND (received_at, rowid) < (@at, @row)
       ${newestFirst} LIMIT 1 OFFSET ${MOST_LOOKED_AT - 1}`,
    ),
  });
  const everybodys = paging("");
  const ones = paging("turns.person_id = @personId AND");
  const one = database.query<[string], WholeTurn>(
    `SELECT ${columns}, turns.ended_at AS answered_at, log.context, coalesce(log.tools, '[]') AS tools,
       (SELECT max(sent_at) FROM outbox WHERE outbox.turn_id = turns.id AND kind = 'answer') AS shown_at
     FROM turns ${joined} WHERE turns.id = ?`,
    { tokens: json, context: json, tools: json },
  );

  return {
    page({ limit, before = NEWEST, personId, path, words }: Wanted): Page<PastTurn> {
      const { page, end } = personId === undefined ? everybodys : ones;
      const whose = { ...before, personId };
      const last = end.get(whose);
      const { at: endAt, row: endRow } = last ?? OLDEST;
      const rows = page.all({
        ...whose,
        endAt,
        endRow,
        path,
        words: words && folded(words.text),
        viewerId: words?.viewerId,
        more: limit + 1,
      });
      return pageOf(rows, { limit, lastLooked: last });
    },
    get: one.get,
  };
}
