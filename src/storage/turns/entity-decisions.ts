import type { OwnerDecision } from "../../security/effects/action-facts.ts";
import type { AuditLog } from "../audit/audit.ts";
import type { AssistantDatabase } from "../database.ts";

/** What an owner decided about a device that no fact tells about. */
export interface EntityDecision {
  /** The entity registry's own id, which survives renames; the entity id where there is none. */
  readonly key: string;
  /** As it was when it was decided. */
  readonly entityId: string;
  readonly decision: OwnerDecision;
  /** What was known of the device then: the decision holds as long as that is the same. */
  readonly basis: string;
  readonly personId: string;
  readonly at: number;
}

export type EntityDecisionStore = ReturnType<typeof createEntityDecisionStore>;

/** Decisions of owners about entities, one for each. */
export function createEntityDecisionStore({ database, audit }: { database: AssistantDatabase; audit: Pick<AuditLog, "append"> }) {
  const put = database.command<EntityDecision>(
    `INSERT OR REPLACE INTO entity_decisions (key, entity_id, decision, basis, person_id, decided_at)
     VALUES (@key, @entityId, @decision, @basis, @personId, @at)`,
  );
  return {
    get: database.query<[key: string], EntityDecision>(
      "SELECT key, entity_id, decision, basis, person_id, decided_at AS at FROM entity_decisions WHERE key = ?",
    ).get,
    /** Writes decisions and their rows of the audit log; joins an open transaction. */
    put: (decisions: readonly EntityDecision[]): void =>
      database.transaction(() => {
        for (const decision of decisions) {
          put(decision);
          const { entityId, personId, at } = decision;
          audit.append({ at, kind: "decided", personId, entityIds: [entityId], outcome: decision.decision, rule: "owner_decision" });
        }
      }),
  };
}
