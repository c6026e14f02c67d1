import { setImmediate } from "node:timers/promises";
import type { AssistantDatabase } from "../database.ts";
import { type Anchor, type AuditRow, askedDigest, CHAIN_START, isIntact } from "./audit-chain.ts";
import { outcomesOf } from "./receipt-outcomes.ts";

/** Rows between two breaths. Measured: 100 take 2 ms on a desktop's core, so under 10 ms on a small computer's. */
const SLICE = 100;

/** `brokenAt`: the first row (`seq`) that is missing, changed, or tells something else than the ledger does. */
export interface AuditCheck {
  readonly ok: boolean;
  readonly rows: number;
  readonly brokenAt?: number;
}

type Beginning = Omit<Anchor, "at">;

interface CheckedRow extends AuditRow {
  readonly kind: string;
  readonly outcome: string | null;
  /** 1 where the ledger's row is missing or another than the one that was recorded. */
  readonly differs: number;
  readonly receipt: string | null;
  readonly answerers: string | null;
  readonly people_needed: number;
  readonly pin_needed: number;
  readonly question: string;
  readonly actions: string;
  readonly role: string | null;
  readonly choice: string;
  readonly pin: number;
}

/** What the row's own text says of a question or a vote, where it still stands: it is intact, the ledger's may be anything. */
function agreesInText({ detail, answerers, role, ...kept }: CheckedRow): boolean {
  if (detail === null || (answerers === null && role === null)) return true;
  const told = JSON.parse(detail) as Readonly<Record<string, unknown>>;
  if (answerers !== null) return told["asked"] === askedDigest({ answerers, ...kept });
  return told["role"] === role && told["withPin"] === (kept.pin === 1) && JSON.stringify(told["choice"]) === kept.choice;
}

/** Checks the log from its newest anchor to its head, in slices. Rejects with the signal's reason when aborted. */
export function createAuditVerify({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const head = sqlite.prepare<[], { seq: number; chain: Buffer }>("SELECT seq, chain FROM audit_head WHERE id = 1");
  const lastRow = sqlite.prepare<[], { seq: number | null }>("SELECT max(seq) AS seq FROM audit_log");
  const newestAnchor = sqlite.prepare<[], Beginning>(
    "SELECT pruned_to, pruned_chain, pruned_before FROM audit_log WHERE kind = 'anchor' AND pruned_to > 0 ORDER BY pruned_to DESC LIMIT 1",
  );
  const slice = sqlite.prepare<{ after: number; to: number; before: number; limit: number }, CheckedRow>(
    `SELECT log.*, asked.answerers, asked.people_needed, asked.pin_needed, asked.question, asked.actions, vote.role, vote.choice, vote.pin,
       (SELECT receipt FROM actions WHERE log.kind = 'ended' AND actions.id = log.action_id) AS receipt,
       log.at >= @before AND CASE log.kind
         WHEN 'started' THEN NOT EXISTS (SELECT 1 FROM actions WHERE actions.id = log.action_id
           AND (turn_id, approval_id, service, entity_ids, effects, rule, started_at)
             IS (log.turn_id, log.approval_id, log.service, log.entity_ids, log.effects, log.rule, log.at)
           AND (SELECT person_id FROM turns WHERE turns.id = log.turn_id) IS log.person_id)
         WHEN 'ended' THEN NOT EXISTS (SELECT 1 FROM actions WHERE actions.id = log.action_id AND ended_at = log.at)
         WHEN 'asked' THEN (asked.turn_id, asked.person_id, asked.created_at) IS NOT (log.turn_id, log.person_id, log.at)
         WHEN 'answered' THEN vote.role IS NULL
         WHEN 'expired' THEN (SELECT status FROM approvals WHERE approvals.id = log.approval_id) IS NOT 'expired'
         WHEN 'withdrawn' THEN (SELECT status FROM approvals WHERE approvals.id = log.approval_id) IS NOT 'withdrawn'
         ELSE 0 END AS differs
     FROM audit_log AS log
       LEFT JOIN approvals AS asked ON log.kind = 'asked' AND asked.id = log.approval_id
       LEFT JOIN approval_votes AS vote ON log.kind = 'answered' AND vote.approval_id = log.approval_id AND vote.person_id = log.person_id
     WHERE log.seq > @after AND log.seq <= @to ORDER BY log.seq LIMIT @limit`,
  );

  const agrees = (row: CheckedRow): boolean =>
    row.differs === 0 && (row.kind !== "ended" || row.receipt === null || outcomesOf(row.receipt) === row.outcome) && agreesInText(row);

  return async function verify(signal?: AbortSignal): Promise<AuditCheck> {
    const start = newestAnchor.get() ?? { pruned_to: 0, pruned_chain: CHAIN_START, pruned_before: 0 };
    const end = head.get();
    // What is behind the head was written past it: the last row of all must be the head's.
    const lastSeq = lastRow.get()?.seq ?? 0;
    let { pruned_to: seq, pruned_chain: chain } = start;
    const result = (ok: boolean): AuditCheck => {
      const rows = seq - start.pruned_to;
      return ok ? { ok, rows } : { ok, rows, brokenAt: seq + 1 };
    };
    const to = Math.max(lastSeq, end?.seq ?? 0);
    while (seq < to) {
      signal?.throwIfAborted();
      const rows = slice.all({ after: seq, to, before: start.pruned_before, limit: SLICE });
      // A pruning between two slices has moved the beginning: what is missing now is missing rightly.
      if (rows[0]?.seq !== seq + 1 && (newestAnchor.get()?.pruned_to ?? 0) > start.pruned_to) return verify(signal);
      if (rows.length === 0) return result(false);
      for (const row of rows) {
        if (row.seq !== seq + 1 || !isIntact(row, chain) || !agrees(row)) return result(false);
        ({ seq, chain } = row);
      }
      await setImmediate();
    }
    return result(end !== undefined && end.seq === seq && end.chain.equals(chain));
  };
}
