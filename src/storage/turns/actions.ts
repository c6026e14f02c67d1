import { withoutSecrets } from "../../security/redaction/secret-fields.ts";
import type { AuditLog } from "../audit/audit.ts";
import { outcomesOf, targetsOf } from "../audit/receipt-outcomes.ts";
import type { AssistantDatabase } from "../database.ts";
import { bound, json } from "../rows.ts";
import { createPastActions } from "./past-actions.ts";

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

export type ActionLedger = ReturnType<typeof createActionLedger>;

/** The action ledger: every effect has a row with its own id, written first. A row without an end has an unknown outcome. */
export function createActionLedger({ database, audit, onEnd }: LedgerOptions) {
  const { sqlite } = database;
  const start = sqlite.prepare(
    `INSERT OR IGNORE INTO actions (id, turn_id, approval_id, service, entity_ids, data, hash, effects, fingerprint, proposed_by, rule, started_at)
     VALUES (@id, @turnId, @approvalId, @service, @entityIds, @data, @hash, @effects, @fingerprint, @proposedBy, @rule, @at)`,
  );
  const askers = sqlite.prepare<[string], { person_id: string }>("SELECT person_id FROM turns WHERE id = ?");
  const end = database.query<[number, string, string | undefined, string], Omit<EndedAction, "outcome">>(
    `UPDATE actions SET ended_at = ?, receipt = ?, context_id = ? WHERE id = ? AND ended_at IS NULL
     RETURNING id, turn_id, approval_id, service, entity_ids, effects`,
    { entityIds: json, effects: json },
  );
  // What a turn at work has begun is not doubtful: that turn knows better, and writes it at its end.
  const uses = database.query<[string, string], { readonly entityIds: readonly string[]; readonly receipt: string | undefined }>(
    `SELECT actions.entity_ids, actions.receipt FROM actions JOIN turns ON turns.id = actions.turn_id
     WHERE turns.session_id = ? AND actions.service = ?
       AND (actions.ended_at IS NOT NULL OR turns.status NOT IN ('received','running','waiting'))
     ORDER BY actions.started_at, actions.rowid`,
    { entityIds: json },
  );
  const unfinished = database.query<[string], Pick<StartedAction, "id" | "service" | "entityIds">>(
    "SELECT id, service, entity_ids FROM actions WHERE turn_id = ? AND ended_at IS NULL",
    { entityIds: json },
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
        const { changes } = start.run(bound({ ...action, data: withoutSecrets(action.data) }));
        if (changes === 0) return false;
        const personId = askers.get(turnId)?.person_id;
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
        for (const { entityId, outcome } of usesOf(entityIds, receipt)) {
          if (outcome === "unknown") uncertain.add(entityId);
          else uncertain.delete(entityId);
        }
      }
      return uncertain;
    },
    /** Receipts of a turn's actions, as `end` was given them, in the order in which the actions ended. */
    receipts: (turnId: string): readonly unknown[] => receipts.all(turnId).map(json),
    /** Actions of a turn that were started and never ended. */
    unfinished: unfinished.all,
  };
}

/** How a use ended for each of its targets; without a receipt nobody knows. A call for none has the empty id for a target, as in receipts. */
function usesOf(entityIds: readonly string[], receipt: string | undefined): readonly { entityId: string; outcome: string }[] {
  if (receipt !== undefined) return targetsOf(receipt);
  return (entityIds.length === 0 ? [""] : entityIds).map((entityId) => ({ entityId, outcome: "unknown" }));
}
