import { folded } from "../../text/fold.ts";
import type { AssistantDatabase } from "../database.ts";
import { MOST_LOOKED_AT, NEWEST, OLDEST, type Page, type Place, pageOf } from "../place.ts";
import type { CountedTokens, ToolRecord } from "./interaction-log.ts";
import type { TurnStatus } from "./turns.ts";

/** A turn as a list tells it. Times are ms since the epoch. */
export interface PastTurn {
  readonly id: string;
  readonly at: number;
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

/** A turn with how it went. */
export interface WholeTurn extends PastTurn {
  readonly answeredAt: number | undefined;
  /** When its answer was shown. */
  readonly shownAt: number | undefined;
  /** As JSON had it. */
  readonly context: unknown;
  readonly tools: readonly ToolRecord[];
}

interface Row {
  readonly row: number;
  readonly id: string;
  readonly received_at: number;
  readonly ended_at: number | null;
  readonly person_id: string;
  readonly person_name: string;
  readonly channel: string;
  readonly path: string | null;
  readonly text: string;
  readonly answer: string | null;
  readonly model: string | null;
  readonly status: TurnStatus;
  readonly milliseconds: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
}

interface WholeRow extends Row {
  readonly shown_at: number | null;
  readonly context: string | null;
  readonly tools: string | null;
}

interface Wanted {
  readonly limit: number;
  readonly before?: Place | undefined;
  readonly personId?: string | undefined;
  readonly path?: string | undefined;
  /**
   * Words that stand in the message or in its answer, with whatever accents and capitals, and who looks for them. Of others' turns only what
   * they may be shown is looked in, no command and no answer that a model gave: else it could be guessed word by word.
   */
  readonly words?: { readonly text: string; readonly viewerId: string } | undefined;
}

export type TurnPages = ReturnType<typeof createTurnPages>;

/** Turns to look through, newest first. */
export function createTurnPages({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const columns = `turns.rowid AS row, turns.id, turns.received_at, turns.ended_at, turns.person_id, people.name AS person_name, turns.channel, log.path,
    turns.text, turns.answer, coalesce(log.model, turns.model) AS model, turns.status, log.milliseconds, log.prompt_tokens, log.completion_tokens`;
  const joined = "CROSS JOIN people ON people.id = turns.person_id LEFT JOIN interaction_log AS log ON log.turn_id = turns.id";
  // what is looked at is bounded first, by the index alone: however many turns there are, no more of them are read
  const between = `received_at <= @at AND (received_at, turns.rowid) < (@at, @row)
    AND received_at >= @endAt AND (received_at, turns.rowid) >= (@endAt, @endRow)`;
  const newestFirst = "ORDER BY received_at DESC, turns.rowid DESC";
  const paging = (whose: string) => ({
    page: sqlite.prepare<Record<string, string | number | null>, Row>(
      `SELECT ${columns} FROM turns ${joined}
       WHERE ${whose} ${between} AND (@path IS NULL OR log.path = @path)
         AND (@words IS NULL
           OR instr(folded(turns.text), @words) > 0 AND (turns.person_id = @viewerId OR turns.text NOT LIKE '/%')
           OR instr(folded(turns.answer), @words) > 0 AND (turns.person_id = @viewerId OR log.path IN ('recogniser','asked')))
       ${newestFirst} LIMIT @more`,
    ),
    end: sqlite.prepare<Record<string, string | number | null>, Place>(
      `SELECT received_at AS at, rowid AS row FROM turns WHERE ${whose} received_at <= @at AND (received_at, rowid) < (@at, @row)
       ${newestFirst} LIMIT 1 OFFSET ${MOST_LOOKED_AT - 1}`,
    ),
  });
  const everybodys = paging("");
  const ones = paging("turns.person_id = @personId AND");
  const one = sqlite.prepare<[string], WholeRow>(
    `SELECT ${columns}, log.context, log.tools,
       (SELECT max(sent_at) FROM outbox WHERE outbox.turn_id = turns.id AND kind = 'answer') AS shown_at
     FROM turns ${joined} WHERE turns.id = ?`,
  );

  return {
    page({ limit, before = NEWEST, personId, path, words }: Wanted): Page<PastTurn> {
      const { page, end } = personId === undefined ? everybodys : ones;
      const whose = { ...before, ...(personId !== undefined && { personId }) };
      const last = end.get(whose);
      const { at: endAt, row: endRow } = last ?? OLDEST;
      const rows = page.all({
        ...whose,
        endAt,
        endRow,
        path: path ?? null,
        words: words === undefined ? null : folded(words.text),
        viewerId: words?.viewerId ?? null,
        more: limit + 1,
      });
      return pageOf(rows, { limit, lastLooked: last, placeOf: ({ received_at: at, row }) => ({ at, row }) }, toPast);
    },
    get(id: string): WholeTurn | undefined {
      const row = one.get(id);
      if (!row) return undefined;
      return {
        ...toPast(row),
        answeredAt: row.ended_at ?? undefined,
        shownAt: row.shown_at ?? undefined,
        context: row.context === null ? undefined : (JSON.parse(row.context) as unknown),
        tools: row.tools === null ? [] : (JSON.parse(row.tools) as ToolRecord[]),
      };
    },
  };
}

function toPast(row: Row): PastTurn {
  const { prompt_tokens: prompt, completion_tokens: completion } = row;
  return {
    id: row.id,
    at: row.received_at,
    personId: row.person_id,
    personName: row.person_name,
    channel: row.channel,
    path: row.path ?? undefined,
    text: row.text,
    answer: row.answer ?? undefined,
    model: row.model ?? undefined,
    status: row.status,
    milliseconds: row.milliseconds ?? undefined,
    tokens: prompt === null ? undefined : { prompt, completion: completion ?? 0 },
  };
}
