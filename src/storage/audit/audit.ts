import { withoutSecrets } from "../../security/redaction/secret-fields.ts";
import type { Chat } from "../chat.ts";
import type { AssistantDatabase } from "../database.ts";
import { type Anchor, type AuditRow, chained, digestOf, type FixedFields, sealed } from "./audit-chain.ts";
import { createAuditVerify } from "./audit-verify.ts";

/** Something that was decided, asked, answered or done. What is not told stays empty. */
export interface AuditEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: "decided" | "asked" | "answered" | "expired" | "withdrawn" | "started" | "ended";
  readonly turnId?: string | undefined;
  /** Who asked, or who answered. */
  readonly personId?: string | undefined;
  readonly approvalId?: string | undefined;
  readonly actionId?: string | undefined;
  /** `domain.service` */
  readonly service?: string | undefined;
  readonly entityIds?: readonly string[] | undefined;
  readonly effects?: readonly string[] | undefined;
  /** A verdict's outcome, an answer's (`yes`, `no`, `some`), or the distinct outcomes of a receipt, joined by commas. */
  readonly outcome?: string | undefined;
  readonly rule?: string | undefined;
  /** What may have to be erased one day: texts, arguments, facts. Codes in it are not written. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

/** A decision with the facts that it rested on. */
export interface RecordedDecision {
  readonly at: number;
  readonly turnId: string | undefined;
  readonly personId: string | undefined;
  readonly actionId: string | undefined;
  readonly service: string | undefined;
  readonly entityIds: readonly string[];
  readonly effects: readonly string[];
  readonly outcome: string | undefined;
  readonly rule: string | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
}

const NOTHING: Omit<FixedFields, "seq" | "at" | "kind" | "detail_digest"> = {
  turn_id: null,
  person_id: null,
  approval_id: null,
  action_id: null,
  service: null,
  entity_ids: null,
  effects: null,
  outcome: null,
  rule: null,
  pruned_to: null,
  pruned_chain: null,
  pruned_before: null,
};

/** Rows looked at for a chat's decisions, a thousand actions or more: of a chat without any all would be, and nothing else runs meanwhile. */
const MOST_LOOKED_AT = 5_000;

type DecisionRow = FixedFields & { readonly detail: string };

export type AuditLog = ReturnType<typeof createAuditLog>;

/** The log of what was decided and done: rows are added only, and each is chained to the one before it, so that a change shows. */
export function createAuditLog({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const head = sqlite.prepare<[], { seq: number; chain: Buffer }>("SELECT seq, chain FROM audit_head WHERE id = 1");
  const insert = sqlite.prepare<AuditRow>(
    `INSERT INTO audit_log (seq, at, kind, turn_id, person_id, approval_id, action_id, service, entity_ids, effects, outcome, rule,
       pruned_to, pruned_chain, pruned_before, detail, salt, detail_digest, digest, chain)
     VALUES (@seq, @at, @kind, @turn_id, @person_id, @approval_id, @action_id, @service, @entity_ids, @effects, @outcome, @rule,
       @pruned_to, @pruned_chain, @pruned_before, @detail, @salt, @detail_digest, @digest, @chain)`,
  );
  const ofTurn = sqlite.prepare<[string, number], DecisionRow>(
    "SELECT * FROM audit_log WHERE turn_id = ? AND kind = 'decided' AND detail IS NOT NULL ORDER BY seq DESC LIMIT ?",
  );
  const countOfTurn = sqlite.prepare<[string], { n: number }>("SELECT count(*) AS n FROM audit_log WHERE turn_id = ? AND kind = 'decided'");
  // Walked from the newest row back: what is asked about was decided a moment ago.
  const ofChat = sqlite.prepare<[number, number, string, string, string, number], DecisionRow>(
    `SELECT audit_log.* FROM audit_log CROSS JOIN turns ON turns.id = audit_log.turn_id
     WHERE seq <= ? AND seq > ? AND audit_log.kind = 'decided' AND detail IS NOT NULL AND channel = ? AND bot = ? AND chat_id = ?
     ORDER BY seq DESC LIMIT ?`,
  );
  const first = sqlite.prepare<[], number>("SELECT at FROM audit_log WHERE seq > 0 ORDER BY seq LIMIT 1").pluck();
  const newest = sqlite.prepare<[number, number], DecisionRow>(
    "SELECT * FROM audit_log WHERE seq <= ? AND kind = 'decided' AND detail IS NOT NULL ORDER BY seq DESC LIMIT ?",
  );

  const write = (fields: Omit<FixedFields, "seq" | "detail_digest">, detail?: string): void => {
    const last = head.get();
    // Without the head nothing can be missed at the end; the schema makes it and lets nobody delete it.
    if (!last) throw new Error("The audit log has lost its head");
    const row = { ...fields, ...sealed(detail), seq: last.seq + 1 };
    const digest = digestOf(row);
    insert.run({ ...row, digest, chain: chained(last.chain, digest) });
  };
  const retention = createAuditRetention({
    database,
    anchor: (anchor: Anchor) => write({ ...NOTHING, ...anchor, kind: "anchor" }),
  });

  return {
    /** Adds a row; joins an open transaction, and is one statement without. */
    append(entry: AuditEntry): void {
      const { detail, entityIds, effects } = entry;
      const fields = {
        ...NOTHING,
        at: entry.at,
        kind: entry.kind,
        turn_id: entry.turnId ?? null,
        person_id: entry.personId ?? null,
        approval_id: entry.approvalId ?? null,
        action_id: entry.actionId ?? null,
        service: entry.service ?? null,
        entity_ids: entityIds ? JSON.stringify(entityIds) : null,
        effects: effects ? JSON.stringify(effects) : null,
        outcome: entry.outcome ?? null,
        rule: entry.rule ?? null,
      };
      write(fields, detail && JSON.stringify(withoutSecrets(detail)));
    },
    /** Decisions whose texts still stand, newest first: of a turn, of a chat (among the last 5,000 rows), or of all. */
    decisions({ turnId, chat, limit }: { turnId?: string; chat?: Chat; limit: number }): readonly RecordedDecision[] {
      if (turnId !== undefined) return ofTurn.all(turnId, limit).map(toDecision);
      const last = head.get()?.seq ?? 0;
      const rows = chat ? ofChat.all(last, last - MOST_LOOKED_AT, chat.channel, chat.bot, chat.chatId, limit) : newest.all(last, limit);
      return rows.map(toDecision);
    },
    /** When its first row was written, in ms; undefined while there is none. */
    since: (): number | undefined => first.get(),
    /** How many decisions of a turn were written down, those with erased texts too. */
    decidedCount: (turnId: string): number => countOfTurn.get(turnId)?.n ?? 0,
    verify: createAuditVerify({ database }),
    ...retention,
  };
}

function toDecision(row: DecisionRow): RecordedDecision {
  return {
    at: row.at,
    turnId: row.turn_id ?? undefined,
    personId: row.person_id ?? undefined,
    actionId: row.action_id ?? undefined,
    service: row.service ?? undefined,
    entityIds: JSON.parse(row.entity_ids ?? "[]") as string[],
    effects: JSON.parse(row.effects ?? "[]") as string[],
    outcome: row.outcome ?? undefined,
    rule: row.rule ?? undefined,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  };
}

/** What goes in time. `anchor` writes an anchor at the end of the log. */
function createAuditRetention({ database, anchor }: { database: AssistantDatabase; anchor: (anchor: Anchor) => void }) {
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
