import { withoutSecrets } from "../../security/redaction/redaction.ts";
import { type AuditLog, outcomesOf } from "../audit/audit.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { createList, type Page, type Place } from "../place.ts";

/** A ledger row as it is written before the call is sent. */
export interface StartedAction {
  readonly id: string;
  readonly turnId: string;
  readonly approvalId: string | undefined;
  readonly service: string;
  readonly entityIds: readonly string[];
  /** Codes in it are not written. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly hash: string;
  /** What it does to the house, as policy told it; distinct. */
  readonly effects: readonly string[];
  /** Hash over what was read about it: contents of routines, members of groups. */
  readonly fingerprint: string;
  readonly proposedBy: "model" | "recogniser";
  readonly rule: string;
  readonly at: number;
}

export interface EndedAction extends Pick<StartedAction, "id" | "turnId" | "approvalId" | "service" | "entityIds" | "effects"> {
  /** Distinct outcomes of its targets, joined by commas. */
  readonly outcome: string;
}

interface LedgerOptions {
  readonly database: AssistantDatabase;
  readonly audit: Pick<AuditLog, "append">;
  /** Told of each receipt once it is on disk. Must not throw. */
  readonly onEnd?: (ended: EndedAction) => void;
}

/** A receipt as it was put in; where its texts were erased, `data` and `observed` are empty. Same shape as homeassistant's Receipt. */
export interface StoredReceipt {
  readonly actionId: string;
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly targets: readonly {
    readonly entityId: string;
    readonly outcome: string;
    readonly observed: Readonly<Record<string, unknown>>;
    readonly before?: Readonly<Record<string, unknown>>;
  }[];
  readonly contextId?: string | undefined;
  readonly error?: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** The distinct outcomes of a receipt; without one nobody knows. */
export function outcomesIn(receipt: Pick<StoredReceipt, "targets"> | undefined): readonly string[] {
  const outcomes = [...new Set(receipt?.targets.map(({ outcome }) => outcome))];
  return outcomes.length > 0 ? outcomes : ["unknown"];
}

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

export type ActionLedger = ReturnType<typeof createActionLedger>;

/** The action ledger: every effect has a row with its own id, written first. A row without an end has an unknown outcome. */
export function createActionLedger({ database, audit, onEnd }: LedgerOptions) {
  const start = database.command<StartedAction>(
    `INSERT OR IGNORE INTO actions (id, turn_id, approval_id, service, entity_ids, data, hash, effects, fingerprint, proposed_by, rule, started_at)
     VALUES (@id, @turnId, @approvalId, @service, @entityIds, @data, @hash, @effects, @fingerprint, @proposedBy, @rule, @at)`,
  );
  const askers = database.values<[string], string>("SELECT person_id FROM turns WHERE id = ?");
  const end = database.query<[number, string, string | undefined, string], Omit<EndedAction, "outcome">>(
    `UPDATE actions SET ended_at = ?, receipt = ?, context_id = ? WHERE id = ? AND ended_at IS NULL
     RETURNING id, turn_id, approval_id, service, entity_ids, effects`,
    { entityIds: json, effects: json },
  );
  // What a turn at work has begun is not doubtful: that turn knows better, and writes it at its end.
  const uses = database.query<[string, string], Pick<PastAction, "entityIds" | "receipt">>(
    `SELECT actions.entity_ids, actions.receipt FROM actions JOIN turns ON turns.id = actions.turn_id
     WHERE turns.session_id = ? AND actions.service = ?
       AND (actions.ended_at IS NOT NULL OR turns.status NOT IN ('received','running','waiting'))
     ORDER BY actions.started_at, actions.rowid`,
    { entityIds: json, receipt: json },
  );
  const receipts = database.values<[string], string>(
    "SELECT receipt FROM actions WHERE turn_id = ? AND receipt IS NOT NULL ORDER BY ended_at, rowid",
  );

  return {
    ...createPastActions({ database }),
    /** Claims the action's single use: false if it was started before (then its outcome is unknown and it is never redone). */
    start(action: StartedAction): boolean {
      const { id: actionId, turnId, approvalId, service, entityIds, effects, rule, at } = action;
      return database.transaction(() => {
        if (start({ ...action, data: withoutSecrets(action.data) }) === 0) return false;
        const personId = askers.get(turnId);
        audit.append({ at, kind: "started", turnId, personId, approvalId, actionId, service, entityIds, effects, rule });
        return true;
      });
    },
    /** Writes the receipt, the first one for good; joins an open transaction. */
    end(id: string, receipt: object, at: number): void {
      const text = JSON.stringify(receipt);
      const contextId = "contextId" in receipt && typeof receipt.contextId === "string" ? receipt.contextId : undefined;
      database.transaction(() => {
        const ended = end.get(at, text, contextId, id);
        if (!ended) return;
        const outcome = outcomesOf(text);
        audit.append({ at, kind: "ended", turnId: ended.turnId, actionId: id, outcome });
        if (onEnd) database.afterCommit(() => onEnd({ ...ended, outcome }));
      });
    },
    /** Entity ids whose last use by this service in the session has an unknown outcome; what a turn at work is busy with is left out. */
    uncertainTargets(sessionId: string, service: string): ReadonlySet<string> {
      const uncertain = new Set<string>();
      for (const { entityIds, receipt } of uses.all(sessionId, service)) {
        // without a receipt nobody knows; a call for none has the empty id for a target, as in receipts
        const unended = (entityIds.length === 0 ? [""] : entityIds).map((entityId) => ({ entityId, outcome: "unknown" }));
        for (const { entityId, outcome } of receipt ? (receipt.targets ?? []) : unended) {
          if (outcome === "unknown") uncertain.add(entityId);
          else uncertain.delete(entityId);
        }
      }
      return uncertain;
    },
    /** Receipts of a turn's actions, as `end` was given them, in the order in which the actions ended. */
    receipts: (turnId: string): readonly unknown[] => receipts.all(turnId).map(json),
    /** Actions of a turn that were started and never ended. */
    unfinished: database.query<[turnId: string], Pick<StartedAction, "id" | "service" | "entityIds">>(
      "SELECT id, service, entity_ids FROM actions WHERE turn_id = ? AND ended_at IS NULL",
      { entityIds: json },
    ).all,
  };
}

/** The ledger as it is read later. */
function createPastActions({ database }: { database: AssistantDatabase }) {
  // CROSS JOIN keeps the order: actions first, by the index that the WHERE names.
  const select = `SELECT actions.rowid AS row, actions.id, started_at AS at, actions.ended_at, turn_id, turns.person_id, people.name AS person_name,
      turns.channel, service, entity_ids, data, effects, rule, proposed_by, receipt, (
      SELECT json_group_array(json_object('personId', votes.person_id, 'name', coalesce(voters.name, votes.person_id)) ORDER BY votes.at)
      FROM approval_votes AS votes LEFT JOIN people AS voters ON voters.id = votes.person_id
      WHERE votes.approval_id = actions.approval_id AND EXISTS (SELECT 1 FROM json_each(votes.choice) WHERE value = actions.id)) AS approved_by
    FROM actions CROSS JOIN turns ON turns.id = actions.turn_id CROSS JOIN people ON people.id = turns.person_id`;
  const readers = { entityIds: json, data: json, effects: json, approvedBy: json, receipt: json };
  const ofContexts = database.query<[readonly string[]], PastAction>(
    `${select} WHERE context_id IN (SELECT value FROM json_each(?))`,
    readers,
  );
  const turnsSince = database.query<[string, number], { turnId: string }>(
    `SELECT done.turn_id FROM turns AS wanted CROSS JOIN actions AS done ON done.turn_id = wanted.id
     WHERE wanted.session_id = ? AND done.started_at > ? GROUP BY done.turn_id ORDER BY max(done.started_at) DESC, max(done.rowid) DESC`,
  );
  const ofTurn = database.query<[string], PastAction>(`${select} WHERE turn_id = ? ORDER BY started_at DESC, actions.rowid DESC`, readers);
  const effectsSince = database.query<[number, string | undefined], { effect: string; count: number }>(
    `SELECT value AS effect, count(*) AS count FROM actions CROSS JOIN json_each(effects)
     WHERE started_at >= ? AND turn_id IS NOT ? GROUP BY value`,
  );
  // an id stands in quotes in the list, so it is found as a text: far cheaper than reading each list
  const filter = `(@personId IS NULL OR turns.person_id = @personId)
    AND (@entityIds IS NULL OR EXISTS (SELECT 1 FROM json_each(@entityIds) AS wanted WHERE instr(actions.entity_ids, '"' || wanted.value || '"') > 0))
    AND (@outcome IS NULL OR instr(actions.receipt, '"outcome":"' || @outcome || '"') > 0 OR (@outcome = 'unknown' AND actions.receipt IS NULL))`;
  const list = createList<PastAction>(database, { select, table: "actions", time: "started_at", filter }, readers);

  return {
    page: ({ entityId, personId, outcome, ...wanted }: WantedPage): Page<PastAction> =>
      list.page(wanted, { entityIds: entityId === undefined ? undefined : [entityId], personId, outcome }),
    list: ({ limit, since = 0, until = Number.MAX_SAFE_INTEGER, entityIds, personId }: Wanted): readonly PastAction[] =>
      list.between(since, until, limit, { entityIds, personId, outcome: undefined }),
    /** What a turn did, the latest first. */
    ofTurn: (turnId: string): readonly PastAction[] => ofTurn.all(turnId),
    /** The turns of a session that did anything since a time (ms), the latest first. */
    turnsSince: (sessionId: string, since: number): readonly string[] => turnsSince.all(sessionId, since).map(({ turnId }) => turnId),
    /** Actions by Home Assistant's context of their call; contexts that are not ours are left out. */
    byContext: (contextIds: readonly string[]): ReadonlyMap<string, PastAction> =>
      new Map(ofContexts.all(contextIds).map((action) => [action.receipt?.contextId ?? "", action])),
    /** How many actions of each effect were started since a time (ms), those of one turn left out. */
    recentEffects: (since: number, exceptTurnId?: string): Readonly<Partial<Record<string, number>>> =>
      Object.fromEntries(effectsSince.all(since, exceptTurnId).map(({ effect, count }) => [effect, count])),
  };
}
