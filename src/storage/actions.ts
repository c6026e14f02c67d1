import type { AssistantDatabase } from "./database.ts";

/** A ledger row as it is written before the call is sent. */
export interface StartedAction {
  readonly id: string;
  readonly turnId: string;
  readonly approvalId: string | undefined;
  readonly service: string;
  readonly entityIds: readonly string[];
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
  const uncertain = sqlite.prepare<[string, string], { entity_ids: string; receipt: string | null }>(
    `SELECT actions.entity_ids, actions.receipt FROM actions JOIN turns ON turns.id = actions.turn_id
     WHERE turns.session_id = ? AND actions.service = ? AND (actions.ended_at IS NULL OR actions.receipt LIKE '%"outcome":"unknown"%')`,
  );
  const unfinished = sqlite.prepare<[string], { id: string; service: string; entity_ids: string }>(
    "SELECT id, service, entity_ids FROM actions WHERE turn_id = ? AND ended_at IS NULL",
  );

  return {
    /** Claims the action's single use: false if it was started before (then its outcome is unknown and it is never redone). */
    start(action: StartedAction): boolean {
      const { changes } = start.run({
        ...action,
        approvalId: action.approvalId ?? null,
        entityIds: JSON.stringify(action.entityIds),
        data: JSON.stringify(action.data),
      });
      return changes === 1;
    },
    /** Writes the receipt; joins an open transaction. */
    end: (id: string, receipt: object, at: number): void => void end.run(at, JSON.stringify(receipt), id),
    /** Entity ids whose last use by this service in the session has an unknown outcome. */
    uncertainTargets(sessionId: string, service: string): ReadonlySet<string> {
      return new Set(uncertain.all(sessionId, service).flatMap((row) => JSON.parse(row.entity_ids) as string[]));
    },
    /** Actions of a turn that were started and never ended. */
    unfinished: (turnId: string): readonly { id: string; service: string; entityIds: readonly string[] }[] =>
      unfinished.all(turnId).map((row) => ({ id: row.id, service: row.service, entityIds: JSON.parse(row.entity_ids) as string[] })),
  };
}
