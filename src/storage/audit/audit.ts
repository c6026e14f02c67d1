import { withoutSecrets } from "../../security/redaction/secret-fields.ts";
import type { Chat } from "../chat.ts";
import type { AssistantDatabase } from "../database.ts";
import { MOST_LOOKED_AT } from "../place.ts";
import { json } from "../rows.ts";
import { type Anchor, type AuditRow, chained, digestOf, FIXED_FIELDS, type FixedFields, sealed } from "./audit-chain.ts";
import { createAuditVerify } from "./audit-verify.ts";

/** Something that was decided, asked, answered or done. What is not told stays empty. */
export interface AuditEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: "decided" | "asked" | "answered" | "expired" | "withdrawn" | "started" | "ended";
  readonly turnId?: string | undefined;
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

export type AuditLog = ReturnType<typeof createAuditLog>;

/** The log of what was decided and done: rows are added only, and each is chained to the one before it, so that a change shows. */
export function createAuditLog({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const head = sqlite.prepare<[], { seq: number; chain: Buffer }>("SELECT seq, chain FROM audit_head WHERE id = 1");
  const columns = [...FIXED_FIELDS, "detail", "salt", "digest", "chain"] as const;
  const insert = sqlite.prepare(`INSERT INTO audit_log (${columns.join()}) VALUES (${columns.map(() => "?").join()})`);
  const decisions = <Parameters extends unknown[]>(from: string, where: string) =>
    database.query<Parameters, RecordedDecision>(
      `SELECT at, audit_log.turn_id, audit_log.person_id, action_id, service, coalesce(entity_ids, '[]') AS entity_ids,
         coalesce(effects, '[]') AS effects, outcome, rule, detail
       FROM ${from} WHERE audit_log.kind = 'decided' AND detail IS NOT NULL AND ${where} ORDER BY seq DESC LIMIT ?`,
      { entityIds: json, effects: json, detail: json },
    );
  const ofTurn = decisions<[string, number]>("audit_log", "turn_id = ?");
  const countOfTurn = sqlite.prepare<[string], { n: number }>("SELECT count(*) AS n FROM audit_log WHERE turn_id = ? AND kind = 'decided'");
  // Walked from the newest row back: what is asked about was decided a moment ago.
  const ofChat = decisions<[number, number, string, string, string, number]>(
    "audit_log CROSS JOIN turns ON turns.id = audit_log.turn_id",
    "seq <= ? AND seq > ? AND channel = ? AND bot = ? AND chat_id = ?",
  );
  const first = database.values<[], number>("SELECT at FROM audit_log WHERE seq > 0 ORDER BY seq LIMIT 1");
  const newest = decisions<[number, number]>("audit_log", "seq <= ?");

  const write = (fields: FixedFields, detail?: string): void => {
    const last = head.get();
    // Without the head nothing can be missed at the end; the schema makes it and lets nobody delete it.
    if (!last) throw new Error("The audit log has lost its head");
    const row = { ...fields, ...sealed(detail), seq: last.seq + 1 };
    const digest = digestOf(row);
    const whole: Partial<AuditRow> = { ...row, digest, chain: chained(last.chain, digest) };
    insert.run(columns.map((name) => whole[name]));
  };
  const retention = createAuditRetention({
    database,
    anchor: (anchor: Anchor) => write({ ...anchor, kind: "anchor" }),
  });

  return {
    /** Adds a row; joins an open transaction, and is one statement without. */
    append(entry: AuditEntry): void {
      const { at, kind, turnId, personId, approvalId, actionId, service, entityIds, effects, outcome, rule, detail } = entry;
      const ids = { turn_id: turnId, person_id: personId, approval_id: approvalId, action_id: actionId };
      const lists = { entity_ids: entityIds && JSON.stringify(entityIds), effects: effects && JSON.stringify(effects) };
      write({ at, kind, ...ids, service, ...lists, outcome, rule }, detail && JSON.stringify(withoutSecrets(detail)));
    },
    /** Decisions whose texts still stand, newest first: of a turn, of a chat (among the last 5,000 rows), or of all. */
    decisions({ turnId, chat, limit }: { turnId?: string; chat?: Chat; limit: number }): readonly RecordedDecision[] {
      if (turnId !== undefined) return ofTurn.all(turnId, limit);
      const last = head.get()?.seq ?? 0;
      return chat ? ofChat.all(last, last - MOST_LOOKED_AT, chat.channel, chat.bot, chat.chatId, limit) : newest.all(last, limit);
    },
    /** When its first row was written, in ms; undefined while there is none. */
    since: (): number | undefined => first.get(),
    /** How many decisions of a turn were written down, those with erased texts too. */
    decidedCount: (turnId: string): number => countOfTurn.get(turnId)?.n ?? 0,
    verify: createAuditVerify({ database }),
    ...retention,
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
    /** Removes rows, actions and approvals from before a time (ms) that nothing refers to; an anchor, written at `at`, stands for them. Gives the rows' number. */
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
