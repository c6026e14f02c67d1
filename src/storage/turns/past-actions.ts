import type { StoredReceipt } from "../audit/receipt-outcomes.ts";
import type { AssistantDatabase } from "../database.ts";
import { MOST_LOOKED_AT, NEWEST, OLDEST, type Page, type Place, pageOf } from "../place.ts";
import { json } from "../rows.ts";

/** Something that was done in the home, by whom and how it ended; `at` is when it was started. */
export interface PastAction extends Place {
  readonly id: string;
  /** Undefined while it runs, and for what was cut off. */
  readonly endedAt: number | undefined;
  readonly turnId: string;
  readonly personId: string;
  readonly personName: string;
  readonly channel: string;
  readonly service: string;
  readonly entityIds: readonly string[];
  /** Without codes; empty once it was erased. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly effects: readonly string[];
  readonly rule: string;
  readonly proposedBy: "model" | "recogniser";
  /** Who said yes to it. People who never wrote to us have their id for a name. */
  readonly approvedBy: readonly { readonly personId: string; readonly name: string }[];
  readonly receipt: StoredReceipt | undefined;
}

interface Wanted {
  readonly limit: number;
  /** Started at this time (ms) or later. */
  readonly since?: number;
  /** Started at this time (ms) or earlier. */
  readonly until?: number;
  /** Of which at least one is a target. */
  readonly entityIds?: readonly string[];
  readonly personId?: string;
}

interface WantedPage {
  readonly limit: number;
  readonly before?: Place | undefined;
  /** Started at this time (ms) or later. */
  readonly since?: number | undefined;
  readonly entityId?: string | undefined;
  readonly personId?: string | undefined;
  /** How it ended for one of its targets at least; `unknown` also for what was cut off. */
  readonly outcome?: string | undefined;
}

export function createPastActions({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  // CROSS JOIN keeps the order: actions first, by the index that the WHERE names.
  const select = `SELECT actions.rowid AS row, actions.id, started_at AS at, actions.ended_at, turn_id, turns.person_id, people.name AS person_name,
      turns.channel, service, entity_ids, data, effects, rule, proposed_by, receipt, (
      SELECT json_group_array(json_object('personId', votes.person_id, 'name', coalesce(voters.name, votes.person_id)) ORDER BY votes.at)
      FROM approval_votes AS votes LEFT JOIN people AS voters ON voters.id = votes.person_id
      WHERE votes.approval_id = actions.approval_id AND EXISTS (SELECT 1 FROM json_each(votes.choice) WHERE value = actions.id)) AS approved_by
    FROM actions CROSS JOIN turns ON turns.id = actions.turn_id CROSS JOIN people ON people.id = turns.person_id`;
  const actions = <Parameters extends unknown[] | object>(rest: string) =>
    database.query<Parameters, PastAction>(`${select} ${rest}`, {
      entityIds: json,
      data: json,
      effects: json,
      approvedBy: json,
      receipt: json,
    });
  const newest = actions<object>(
    // an id stands in quotes in the list, so it is found as a text: far cheaper than reading each list
    `WHERE started_at >= @since AND started_at <= @until
       AND (@personId IS NULL OR turns.person_id = @personId)
       AND (@entityIds IS NULL OR EXISTS (SELECT 1 FROM json_each(@entityIds) AS wanted WHERE instr(actions.entity_ids, '"' || wanted.value || '"') > 0))
     ORDER BY started_at DESC, actions.rowid DESC LIMIT @limit`,
  );
  const ofContexts = actions<[string]>("WHERE context_id IN (SELECT value FROM json_each(?))");
  const effectsSince = sqlite.prepare<[number, string | undefined], { effects: string }>(
    "SELECT effects FROM actions WHERE started_at >= ? AND turn_id IS NOT ?",
  );

  const before = "started_at <= @at AND (started_at, actions.rowid) < (@at, @row)";
  const newestFirst = "ORDER BY started_at DESC, actions.rowid DESC";
  const page = actions<object>(
    `WHERE ${before} AND started_at >= @endAt AND (started_at, actions.rowid) >= (@endAt, @endRow)
       AND (@personId IS NULL OR turns.person_id = @personId)
       AND (@entityId IS NULL OR instr(actions.entity_ids, '"' || @entityId || '"') > 0)
       AND (@outcome IS NULL OR instr(actions.receipt, '"outcome":"' || @outcome || '"') > 0 OR (@outcome = 'unknown' AND actions.receipt IS NULL))
     ${newestFirst} LIMIT @more`,
  );
  const pageEnd = sqlite.prepare<object, Place>(
    `SELECT started_at AS at, rowid AS row FROM actions WHERE ${before} AND started_at >= @since ${newestFirst} LIMIT 1 OFFSET ${MOST_LOOKED_AT - 1}`,
  );

  return {
    page({ limit, before: from = NEWEST, since = OLDEST.at, entityId, personId, outcome }: WantedPage): Page<PastAction> {
      const last = pageEnd.get({ ...from, since });
      const { at: endAt, row: endRow } = last ?? { ...OLDEST, at: since };
      const rows = page.all({ ...from, endAt, endRow, entityId, personId, outcome, more: limit + 1 });
      return pageOf(rows, { limit, lastLooked: last });
    },
    list: ({ limit, since = 0, until = Number.MAX_SAFE_INTEGER, entityIds, personId }: Wanted): readonly PastAction[] =>
      newest.all({ since, until, limit, personId, entityIds: entityIds && JSON.stringify(entityIds) }),
    /** Actions by Home Assistant's context of their call; contexts that are not ours are left out. */
    byContext: (contextIds: readonly string[]): ReadonlyMap<string, PastAction> =>
      new Map(ofContexts.all(JSON.stringify(contextIds)).map((action) => [action.receipt?.contextId ?? "", action])),
    /** How many actions of each effect were started since a time (ms), those of one turn left out. */
    recentEffects(since: number, exceptTurnId?: string): Readonly<Partial<Record<string, number>>> {
      const counts = new Map<string, number>();
      for (const { effects } of effectsSince.all(since, exceptTurnId)) {
        for (const effect of JSON.parse(effects) as string[]) counts.set(effect, (counts.get(effect) ?? 0) + 1);
      }
      return Object.fromEntries(counts);
    },
  };
}
