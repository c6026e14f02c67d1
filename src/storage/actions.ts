import { withoutSecrets } from "../security/secret-fields.ts";
import type { AssistantDatabase } from "./database.ts";

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
  readonly proposedBy: "model" | "recogniser";
  readonly rule: string;
  readonly at: number;
}

export type ActionLedger = ReturnType<typeof createActionLedger>;

/** The action ledger: every effect has a row with its own id, written first. A row without an end has an unknown outcome. */
export function createActionLedger({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const start = sqlite.prepare(
    `INSERT OR IGNORE INTO actions (id, turn_id, approval_id, service, entity_ids, data, hash, proposed_by, rule, started_at)
     VALUES (@id, @turnId, @approvalId, @service, @entityIds, @data, @hash, @proposedBy, @rule, @at)`,
  );
  const end = sqlite.prepare<[number, string, string]>("UPDATE actions SET ended_at = ?, receipt = ? WHERE id = ? AND ended_at IS NULL");
  // What a turn at work has begun is not doubtful: that turn knows better, and writes it at its end.
  const uses = sqlite.prepare<[string, string], { entity_ids: string; receipt: string | null }>(
    `SELECT actions.entity_ids, actions.receipt FROM actions JOIN turns ON turns.id = actions.turn_id
     WHERE turns.session_id = ? AND actions.service = ?
       AND (actions.ended_at IS NOT NULL OR turns.status NOT IN ('received','running','waiting'))
     ORDER BY actions.started_at, actions.rowid`,
  );
  const unfinished = sqlite.prepare<[string], { id: string; service: string; entity_ids: string }>(
    "SELECT id, service, entity_ids FROM actions WHERE turn_id = ? AND ended_at IS NULL",
  );

  const receipts = sqlite.prepare<[string], { receipt: string }>(
    "SELECT receipt FROM actions WHERE turn_id = ? AND receipt IS NOT NULL ORDER BY ended_at, rowid",
  );

  return {
    /** Claims the action's single use: false if it was started before (then its outcome is unknown and it is never redone). */
    start(action: StartedAction): boolean {
      const { changes } = start.run({
        ...action,
        approvalId: action.approvalId ?? null,
        entityIds: JSON.stringify(action.entityIds),
        data: JSON.stringify(withoutSecrets(action.data)),
      });
      return changes === 1;
    },
    /** Writes the receipt; joins an open transaction. */
    end: (id: string, receipt: object, at: number): void => void end.run(at, JSON.stringify(receipt), id),
    /** Entity ids whose last use by this service in the session has an unknown outcome; what a turn at work is busy with is left out. */
    uncertainTargets(sessionId: string, service: string): ReadonlySet<string> {
      const uncertain = new Set<string>();
      for (const { entity_ids, receipt } of uses.all(sessionId, service)) {
        for (const { entityId, outcome } of outcomesOf(entity_ids, receipt)) {
          if (outcome === "unknown") uncertain.add(entityId);
          else uncertain.delete(entityId);
        }
      }
      return uncertain;
    },
    /** Receipts of a turn's actions, as `end` was given them, in the order in which the actions ended. */
    receipts: (turnId: string): readonly unknown[] => receipts.all(turnId).map((row) => JSON.parse(row.receipt) as unknown),
    /** Actions of a turn that were started and never ended. */
    unfinished: (turnId: string): readonly { id: string; service: string; entityIds: readonly string[] }[] =>
      unfinished.all(turnId).map((row) => ({ id: row.id, service: row.service, entityIds: JSON.parse(row.entity_ids) as string[] })),
  };
}

/** How a use ended for each of its targets; without a receipt nobody knows. */
function outcomesOf(entityIds: string, receipt: string | null): readonly { entityId: string; outcome: string }[] {
  if (receipt !== null) return (JSON.parse(receipt) as { targets: { entityId: string; outcome: string }[] }).targets;
  return (JSON.parse(entityIds) as string[]).map((entityId) => ({ entityId, outcome: "unknown" }));
}
