import type { AuditLog } from "../../storage/audit/audit.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { DecisionRecord } from "../state.ts";

export type RecordDecisions = ReturnType<typeof createDecisionRecords>;

/** Writes each judgement of a turn once, also when it asked in between. Joins the open transaction. */
export function createDecisionRecords({ audit }: { audit: Pick<AuditLog, "append" | "decidedCount"> }) {
  return (turn: Pick<TurnRow, "id" | "personId">, decided: readonly DecisionRecord[]): void => {
    if (decided.length === 0) return;
    const known = audit.decidedCount(turn.id);
    for (const { actionId, at, call, explanation, effectsFound } of decided.slice(known)) {
      const { outcome, rule, facts } = explanation;
      const { service, entityIds, data } = call;
      const effects = [...new Set(facts.effects.map(({ effect }) => effect))];
      const row = { at, kind: "decided" as const, turnId: turn.id, personId: turn.personId, actionId, service, entityIds, effects };
      audit.append({ ...row, outcome, rule, detail: { data, explanation, effectsFound } });
    }
  };
}
