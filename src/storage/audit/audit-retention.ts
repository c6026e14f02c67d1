import type { AssistantDatabase } from "../database.ts";
import type { Anchor } from "./audit-chain.ts";

/** What goes in time. `anchor` writes an anchor at the end of the log. */
export function createAuditRetention({ database, anchor }: { database: AssistantDatabase; anchor: (anchor: Anchor) => void }) {
  const { sqlite } = database;
  const firstKept = sqlite.prepare<[number], { seq: number }>("SELECT seq FROM audit_log WHERE seq > 0 AND at >= ? ORDER BY seq LIMIT 1");
  const lastBefore = sqlite.prepare<[number], { seq: number; chain: Buffer }>(
    "SELECT seq, chain FROM audit_log WHERE seq < ? ORDER BY seq DESC LIMIT 1",
  );
  const dropRows = sqlite.prepare<[number]>("DELETE FROM audit_log WHERE seq <= ?");
  const dropActions = sqlite.prepare<{ before: number }>(
    `DELETE FROM actions WHERE started_at < @before AND (ended_at IS NULL OR ended_at < @before)
       AND (SELECT status FROM turns WHERE turns.id = actions.turn_id) NOT IN ('received','running','waiting')`,
  );
  const dropApprovals = sqlite.prepare<{ before: number }>(
    `DELETE FROM approvals WHERE created_at < @before AND decided_at < @before
       AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.approval_id = approvals.id)
       AND (SELECT status FROM turns WHERE turns.id = approvals.turn_id) NOT IN ('received','running','waiting')`,
  );

  // An anchor's time is that of the clock which pruned.
  const newest = sqlite.prepare<[], { at: number }>(
    "SELECT at FROM audit_log WHERE seq <= (SELECT seq FROM audit_head WHERE id = 1) AND kind <> 'anchor' ORDER BY seq DESC LIMIT 1",
  );

  return {
    /** When the newest row was written (ms); undefined for a log without any. */
    newestAt: (): number | undefined => newest.get()?.at,
    /**
     * Removes the log's rows from before a time (ms), and the actions and approvals from before it that nothing refers to any more.
     * An anchor, written at `at`, stands for the rows. Gives the number of rows removed; without any, nothing is written.
     */
    prune(before: number, at: number): number {
      return database.transaction(() => {
        const last = lastBefore.get(firstKept.get(before)?.seq ?? Number.MAX_SAFE_INTEGER);
        if (!last) return 0;
        anchor({ at, pruned_to: last.seq, pruned_chain: last.chain, pruned_before: before });
        dropActions.run({ before });
        dropApprovals.run({ before });
        return dropRows.run(last.seq).changes;
      });
    },
  };
}
