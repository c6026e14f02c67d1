import type { StoredReceipt } from "../audit/receipt-outcomes.ts";
import type { AssistantDatabase } from "../database.ts";
import { MOST_LOOKED_AT, NEWEST, OLDEST, type Page, type Place, pageOf } from "../place.ts";

/** Something that was done in the home, by whom and how it ended. */
export interface PastAction {
  readonly id: string;
  /** When it was started, in ms. */
  readonly at: number;
  /** Undefined while it runs, and for what was cut off. */
  readonly endedAt: number | undefined;
  readonly turnId: string;
  /** Who asked for it. */
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

interface Row {
  id: string;
  started_at: number;
  ended_at: number | null;
  turn_id: string;
  person_id: string;
  person_name: string;
  channel: string;
  service: string;
  entity_ids: string;
  data: string;
  effects: string;
  rule: string;
  proposed_by: PastAction["proposedBy"];
  approved_by: string;
  context_id: string | null;
  receipt: string | null;
}

interface Wanted {
  readonly limit: number;
  /** Started at this time (ms) or later. */
  readonly since?: number;
  /** Started at this time (ms) or earlier. */
  readonly until?: number;
  /** Of which at least one is a target. */
  readonly entityIds?: readonly string[];
  /** Who asked. */
  readonly personId?: string;
}

interface WantedPage {
  readonly limit: number;
  readonly before?: Place | undefined;
  /** Started at this time (ms) or later. */
  readonly since?: number | undefined;
  /** A target. */
  readonly entityId?: string | undefined;
  /** Who asked. */
  readonly personId?: string | undefined;
  /** How it ended for one of its targets at least; `unknown` also for what was cut off. */
  readonly outcome?: string | undefined;
}

/** What was done, read from the ledger. */
export function createPastActions({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  // CROSS JOIN keeps the order: actions first, by the index that the WHERE names.
  const select = `SELECT actions.*, turns.person_id, turns.channel, people.name AS person_name, (
      SELECT json_group_array(json_object('personId', votes.person_id, 'name', coalesce(voters.name, votes.person_id)) ORDER BY votes.at)
      FROM approval_votes AS votes LEFT JOIN people AS voters ON voters.id = votes.person_id
      WHERE votes.approval_id = actions.approval_id AND EXISTS (SELECT 1 FROM json_each(votes.choice) WHERE value = actions.id)) AS approved_by
    FROM actions CROSS JOIN turns ON turns.id = actions.turn_id CROSS JOIN people ON people.id = turns.person_id`;
  const newest = sqlite.prepare<{ since: number; until: number; entityIds: string | null; personId: string | null; limit: number }, Row>(
    // an id stands in quotes in the list, so it is found as a text: far cheaper than reading each list
    `${select} WHERE started_at >= @since AND started_at <= @until
       AND (@personId IS NULL OR turns.person_id = @personId)
       AND (@entityIds IS NULL OR EXISTS (SELECT 1 FROM json_each(@entityIds) AS wanted WHERE instr(actions.entity_ids, '"' || wanted.value || '"') > 0))
     ORDER BY started_at DESC, actions.rowid DESC LIMIT @limit`,
  );
  const ofContexts = sqlite.prepare<[string], Row & { context_id: string }>(
    `${select} WHERE context_id IN (SELECT value FROM json_each(?))`,
  );
  const effectsSince = sqlite.prepare<[number, string | null], { effects: string }>(
    "SELECT effects FROM actions WHERE started_at >= ? AND turn_id IS NOT ?",
  );

  const before = "started_at <= @at AND (started_at, actions.rowid) < (@at, @row)";
  const newestFirst = "ORDER BY started_at DESC, actions.rowid DESC";
  const page = sqlite.prepare<Record<string, string | number | null>, Row & { readonly row: number }>(
    `${select.replace("SELECT ", "SELECT actions.rowid AS row, ")}
     WHERE ${before} AND started_at >= @endAt AND (started_at, actions.rowid) >= (@endAt, @endRow)
       AND (@personId IS NULL OR turns.person_id = @personId)
       AND (@entityId IS NULL OR instr(actions.entity_ids, '"' || @entityId || '"') > 0)
       AND (@outcome IS NULL OR instr(actions.receipt, '"outcome":"' || @outcome || '"') > 0 OR (@outcome = 'unknown' AND actions.receipt IS NULL))
     ${newestFirst} LIMIT @more`,
  );
  const pageEnd = sqlite.prepare<Record<string, string | number | null>, Place>(
    `SELECT started_at AS at, rowid AS row FROM actions WHERE ${before} AND started_at >= @since ${newestFirst} LIMIT 1 OFFSET ${MOST_LOOKED_AT - 1}`,
  );

  return {
    /** Actions to look through, newest first. */
    page({ limit, before: from = NEWEST, since = OLDEST.at, entityId, personId, outcome }: WantedPage): Page<PastAction> {
      const last = pageEnd.get({ ...from, since });
      const { at: endAt, row: endRow } = last ?? { ...OLDEST, at: since };
      const filter = { entityId: entityId ?? null, personId: personId ?? null, outcome: outcome ?? null };
      const rows = page.all({ ...from, endAt, endRow, ...filter, more: limit + 1 });
      return pageOf(rows, { limit, lastLooked: last, placeOf: ({ started_at: at, row }) => ({ at, row }) }, toPastAction);
    },
    /** Actions newest first. */
    list: ({ limit, since = 0, until = Number.MAX_SAFE_INTEGER, entityIds, personId }: Wanted): readonly PastAction[] =>
      newest
        .all({ since, until, limit, personId: personId ?? null, entityIds: entityIds ? JSON.stringify(entityIds) : null })
        .map(toPastAction),
    /** Actions by Home Assistant's context of their call; contexts that are not ours are left out. */
    byContext: (contextIds: readonly string[]): ReadonlyMap<string, PastAction> =>
      new Map(ofContexts.all(JSON.stringify(contextIds)).map((row) => [row.context_id, toPastAction(row)])),
    /** How many actions of each effect were started since a time (ms), those of one turn left out. */
    recentEffects(since: number, exceptTurnId?: string): Readonly<Partial<Record<string, number>>> {
      const counts = new Map<string, number>();
      for (const { effects } of effectsSince.all(since, exceptTurnId ?? null)) {
        for (const effect of JSON.parse(effects) as string[]) counts.set(effect, (counts.get(effect) ?? 0) + 1);
      }
      return Object.fromEntries(counts);
    },
  };
}

function toPastAction(row: Row): PastAction {
  return {
    id: row.id,
    at: row.started_at,
    endedAt: row.ended_at ?? undefined,
    turnId: row.turn_id,
    personId: row.person_id,
    personName: row.person_name,
    channel: row.channel,
    service: row.service,
    entityIds: JSON.parse(row.entity_ids) as string[],
    data: JSON.parse(row.data) as Record<string, unknown>,
    effects: JSON.parse(row.effects) as string[],
    rule: row.rule,
    proposedBy: row.proposed_by,
    approvedBy: JSON.parse(row.approved_by) as PastAction["approvedBy"],
    receipt: row.receipt === null ? undefined : (JSON.parse(row.receipt) as StoredReceipt),
  };
}
