import type { OwnerDecision } from "../../security/effects/familiar.ts";
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
  /** ms since the epoch */
  readonly at: number;
}

interface Row {
  readonly key: string;
  readonly entity_id: string;
  readonly decision: OwnerDecision;
  readonly basis: string;
  readonly person_id: string;
  readonly decided_at: number;
}

export type EntityDecisionStore = ReturnType<typeof createEntityDecisionStore>;

/** Decisions of owners about entities, one for each, read from memory: every action asks for some. */
export function createEntityDecisionStore({ database, audit }: { database: AssistantDatabase; audit: Pick<AuditLog, "append"> }) {
  const { sqlite } = database;
  const put = sqlite.prepare<[string, string, string, string, string, number]>(
    `INSERT INTO entity_decisions (key, entity_id, decision, basis, person_id, decided_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET entity_id = excluded.entity_id, decision = excluded.decision, basis = excluded.basis,
       person_id = excluded.person_id, decided_at = excluded.decided_at`,
  );
  const all = sqlite.prepare<[], Row>("SELECT * FROM entity_decisions");
  let known: ReadonlyMap<string, EntityDecision> | undefined;
  const load = () => new Map(all.all().map((row) => [row.key, toDecision(row)]));

  return {
    get(key: string): EntityDecision | undefined {
      known ??= load();
      return known.get(key);
    },
    /** Writes decisions and their rows of the audit log; joins an open transaction. */
    put(decisions: readonly EntityDecision[]): void {
      database.transaction(() => {
        for (const { key, entityId, decision, basis, personId, at } of decisions) {
          put.run(key, entityId, decision, basis, personId, at);
          audit.append({ at, kind: "decided", personId, entityIds: [entityId], outcome: decision, rule: "owner_decision" });
        }
      });
      // read anew, also after a transaction that did not come to its end
      known = undefined;
      database.afterCommit(() => {
        known = undefined;
      });
    },
  };
}

function toDecision({ key, entity_id: entityId, decision, basis, person_id: personId, decided_at: at }: Row): EntityDecision {
  return { key, entityId, decision, basis, personId, at };
}
