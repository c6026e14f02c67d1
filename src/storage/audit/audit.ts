import { hash, randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { withoutSecrets } from "../../security/redaction/redaction.ts";
import type { Chat } from "../chat.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { MOST_LOOKED_AT } from "../place.ts";

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
  const head = database.query<[], { seq: number; chain: Buffer }>("SELECT seq, chain FROM audit_head WHERE id = 1");
  const insert = database.command<unknown[]>(
    `INSERT INTO audit_log (${COLUMNS.map(inSql).join()}) VALUES (${COLUMNS.map(() => "?").join()})`,
  );
  const decisions = <Parameters extends unknown[]>(from: string, where: string) =>
    database.query<Parameters, RecordedDecision>(
      `SELECT at, audit_log.turn_id, audit_log.person_id, action_id, service, coalesce(entity_ids, '[]') AS entity_ids,
         coalesce(effects, '[]') AS effects, outcome, rule, detail
       FROM ${from} WHERE audit_log.kind = 'decided' AND detail IS NOT NULL AND ${where} ORDER BY seq DESC LIMIT ?`,
      { entityIds: json, effects: json, detail: json },
    );
  const ofTurn = decisions<[string, number]>("audit_log", "turn_id = ?");
  const countOfTurn = database.values<[string], number>("SELECT count(*) FROM audit_log WHERE turn_id = ? AND kind = 'decided'");
  // Walked from the newest row back: what is asked about was decided a moment ago.
  const ofChat = decisions<[number, number, string, string, string, number]>(
    "audit_log CROSS JOIN turns ON turns.id = audit_log.turn_id",
    "seq <= ? AND seq > ? AND channel = ? AND bot = ? AND chat_id = ?",
  );
  const newest = decisions<[number, number]>("audit_log", "seq <= ?");

  const write = (fields: FixedFields, detail?: string): void => {
    const last = head.get();
    // Without the head nothing can be missed at the end; the schema makes it and lets nobody delete it.
    if (!last) throw new Error("The audit log has lost its head");
    const row = { ...fields, ...sealed(detail), seq: last.seq + 1 };
    const digest = digestOf(row);
    const whole: Partial<AuditRow> = { ...row, digest, chain: chained(last.chain, digest) };
    insert(...COLUMNS.map((name) => whole[name]));
  };

  return {
    /** Adds a row; joins an open transaction, and is one statement without. */
    append({ entityIds, effects, detail, ...entry }: AuditEntry): void {
      const lists = { entityIds: entityIds && JSON.stringify(entityIds), effects: effects && JSON.stringify(effects) };
      write({ ...entry, ...lists }, detail && JSON.stringify(withoutSecrets(detail)));
    },
    /** Decisions whose texts still stand, newest first: of a turn, of a chat (among the last 5,000 rows), or of all. */
    decisions({ turnId, chat, limit }: { turnId?: string; chat?: Chat; limit: number }): readonly RecordedDecision[] {
      if (turnId !== undefined) return ofTurn.all(turnId, limit);
      const last = head.get()?.seq ?? 0;
      return chat ? ofChat.all(last, last - MOST_LOOKED_AT, chat.channel, chat.bot, chat.chatId, limit) : newest.all(last, limit);
    },
    /** When its first row was written, in ms; undefined while there is none. */
    since: database.values<[], number>("SELECT at FROM audit_log WHERE seq > 0 ORDER BY seq LIMIT 1").get,
    /** How many decisions of a turn were written down, those with erased texts too. */
    decidedCount: (turnId: string): number => countOfTurn.get(turnId) ?? 0,
    verify: createAuditVerify({ database }),
    ...createAuditRetention({ database, anchor: (anchor) => write({ ...anchor, kind: "anchor" }) }),
  };
}

/** What goes in time. `anchor` writes an anchor at the end of the log. */
function createAuditRetention({ database, anchor }: { database: AssistantDatabase; anchor: (anchor: Anchor) => void }) {
  const firstKept = database.values<[number], number>("SELECT seq FROM audit_log WHERE seq > 0 AND at >= ? ORDER BY seq LIMIT 1");
  const lastBefore = database.query<[number], { seq: number; chain: Buffer }>(
    "SELECT seq, chain FROM audit_log WHERE seq < ? ORDER BY seq DESC LIMIT 1",
  );
  const dropRows = database.command<[number]>("DELETE FROM audit_log WHERE seq <= ?");
  const dropActions = database.command<{ before: number }>(
    `DELETE FROM actions WHERE started_at < @before AND (ended_at IS NULL OR ended_at < @before)
       AND (SELECT status FROM turns WHERE turns.id = actions.turn_id) NOT IN ('received','running','waiting')`,
  );
  const dropApprovals = database.command<{ before: number }>(
    `DELETE FROM approvals WHERE created_at < @before AND decided_at < @before
       AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.approval_id = approvals.id)
       AND (SELECT status FROM turns WHERE turns.id = approvals.turn_id) NOT IN ('received','running','waiting')`,
  );

  return {
    /** When the newest row was written (ms), by no clock that pruned; undefined for a log without any. */
    newestAt: database.values<[], number>(
      "SELECT at FROM audit_log WHERE seq <= (SELECT seq FROM audit_head WHERE id = 1) AND kind <> 'anchor' ORDER BY seq DESC LIMIT 1",
    ).get,
    /** Removes rows, actions and approvals from before a time (ms) that nothing refers to; an anchor, written at `at`, stands for them. Gives the rows' number. */
    prune: (before: number, at: number): number =>
      database.transaction(() => {
        const last = lastBefore.get(firstKept.get(before) ?? Number.MAX_SAFE_INTEGER);
        if (!last) return 0;
        anchor({ at, prunedTo: last.seq, prunedChain: last.chain, prunedBefore: before });
        dropActions({ before });
        dropApprovals({ before });
        return dropRows(last.seq);
      }),
  };
}

/** A receipt's distinct outcomes in their order, joined by commas: `done`, `done,unknown`. */
export function outcomesOf(receipt: string): string {
  const { targets = [] } = JSON.parse(receipt) as { readonly targets?: readonly { readonly outcome: string }[] };
  return [...new Set(targets.map(({ outcome }) => outcome))].join(",");
}

/** What a row of the log says and can never lose, in the order in which its digest is made. Digests are SHA-256, 32 bytes. */
const FIXED_FIELDS = [
  ...(["seq", "at", "kind", "turnId", "personId", "approvalId", "actionId"] as const),
  ...(["service", "entityIds", "effects", "outcome", "rule"] as const),
  ...(["prunedTo", "prunedChain", "prunedBefore", "detailDigest"] as const),
] as const;

/** A row's fixed fields; what is left out is NULL. */
export type FixedFields = Partial<Record<(typeof FIXED_FIELDS)[number], string | number | Buffer | undefined>>;

const COLUMNS = [...FIXED_FIELDS, "detail", "salt", "digest", "chain"] as const;
const inSql = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What an anchor says: up to which row all was removed, that row's chain, and the time (ms) that all of it was older than. */
interface Anchor {
  readonly at: number;
  readonly prunedTo: number;
  readonly prunedChain: Buffer;
  readonly prunedBefore: number;
}

interface AuditRow extends FixedFields {
  readonly seq: number;
  readonly detailDigest: Buffer | undefined;
  readonly detail: string | undefined;
  readonly salt: Buffer | undefined;
  readonly digest: Buffer;
  readonly chain: Buffer;
}

/** What the first row of all follows. */
const CHAIN_START: Buffer = Buffer.alloc(32);

/** Short texts could be found by trying them against their digest; nobody tries 128 random bits. */
const SALT_BYTES = 16;

/** The columns of a text that can be erased later without breaking the chain. */
function sealed(detail: string | undefined): Pick<AuditRow, "detail" | "salt" | "detailDigest"> {
  if (detail === undefined) return { detail, salt: undefined, detailDigest: undefined };
  const salt = randomBytes(SALT_BYTES);
  return { detail, salt, detailDigest: digestOfDetail(salt, detail) };
}

export function digestOf(row: FixedFields): Buffer {
  const fields = FIXED_FIELDS.map((name) => {
    const value = row[name] ?? null;
    return Buffer.isBuffer(value) ? value.toString("hex") : value;
  });
  return hash("sha256", JSON.stringify(fields), "buffer");
}

interface AskedColumns {
  readonly answerers: string;
  readonly peopleNeeded: number;
  readonly pinNeeded: number;
  readonly question: string;
  readonly actions: string;
}

/** What was asked, as a digest that its row seals. */
export function askedDigest({ answerers, peopleNeeded, pinNeeded, question, actions }: AskedColumns): string {
  // halves of a character do not survive in a file
  return hash("sha256", JSON.stringify([answerers, peopleNeeded, pinNeeded, question.toWellFormed(), actions]));
}

export function chained(previous: Buffer, digest: Buffer): Buffer {
  return hash("sha256", Buffer.concat([previous, digest]), "buffer");
}

/** True if the row is as it was written and follows on `previous`; its text may have been erased meanwhile. */
function isIntact(row: AuditRow, previous: Buffer): boolean {
  return textIsIntact(row) && digestOf(row).equals(row.digest) && chained(previous, row.digest).equals(row.chain);
}

function textIsIntact({ detail, salt, detailDigest }: AuditRow): boolean {
  if (detail === undefined || salt === undefined) return detail === salt;
  return detailDigest !== undefined && digestOfDetail(salt, detail).equals(detailDigest);
}

function digestOfDetail(salt: Buffer, detail: string): Buffer {
  return hash("sha256", Buffer.concat([salt, Buffer.from(detail)]), "buffer");
}

/** Rows between two breaths. Measured: 100 take 2 ms on a desktop's core, so under 10 ms on a small computer's. */
const SLICE = 100;

/** `brokenAt`: the first row (`seq`) that is missing, changed, or tells something else than the ledger does. */
export interface AuditCheck {
  readonly ok: boolean;
  readonly rows: number;
  readonly brokenAt?: number;
}

interface CheckedRow extends AuditRow {
  readonly kind: string;
  readonly outcome: string | undefined;
  /** 1 where the ledger's row is missing or another than the one that was recorded. */
  readonly differs: number;
  readonly receipt: string | undefined;
  readonly answerers: string | undefined;
  readonly peopleNeeded: number;
  readonly pinNeeded: number;
  readonly question: string;
  readonly actions: string;
  readonly role: string | undefined;
  readonly choice: string;
  readonly pin: number;
}

/** What the row's own text says of a question or a vote, where it still stands: it is intact, the ledger's may be anything. */
function agreesInText({ detail, answerers, role, ...kept }: CheckedRow): boolean {
  if (detail === undefined || (answerers === undefined && role === undefined)) return true;
  const told = JSON.parse(detail) as Readonly<Record<string, unknown>>;
  if (answerers !== undefined) return told["asked"] === askedDigest({ answerers, ...kept });
  return told["role"] === role && told["withPin"] === (kept.pin === 1) && JSON.stringify(told["choice"]) === kept.choice;
}

/** Checks the log from its newest anchor to its head, in slices. Rejects with the signal's reason when aborted. */
function createAuditVerify({ database }: { database: AssistantDatabase }) {
  const head = database.query<[], { seq: number; chain: Buffer }>("SELECT seq, chain FROM audit_head WHERE id = 1");
  const lastRow = database.values<[], number>("SELECT max(seq) FROM audit_log");
  const newestAnchor = database.query<[], Omit<Anchor, "at">>(
    "SELECT pruned_to, pruned_chain, pruned_before FROM audit_log WHERE kind = 'anchor' AND pruned_to > 0 ORDER BY pruned_to DESC LIMIT 1",
  );
  const slice = database.query<{ after: number; to: number; before: number; limit: number }, CheckedRow>(
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
    row.differs === 0 &&
    (row.kind !== "ended" || row.receipt === undefined || outcomesOf(row.receipt) === row.outcome) &&
    agreesInText(row);

  return async function verify(signal?: AbortSignal): Promise<AuditCheck> {
    const start = newestAnchor.get() ?? { prunedTo: 0, prunedChain: CHAIN_START, prunedBefore: 0 };
    const end = head.get();
    // What is behind the head was written past it: the last row of all must be the head's.
    const lastSeq = lastRow.get() ?? 0;
    let { prunedTo: seq, prunedChain: chain } = start;
    const result = (ok: boolean): AuditCheck => {
      const rows = seq - start.prunedTo;
      return ok ? { ok, rows } : { ok, rows, brokenAt: seq + 1 };
    };
    const to = Math.max(lastSeq, end?.seq ?? 0);
    while (seq < to) {
      signal?.throwIfAborted();
      const rows = slice.all({ after: seq, to, before: start.prunedBefore, limit: SLICE });
      // A pruning between two slices has moved the beginning: what is missing now is missing rightly.
      if (rows[0]?.seq !== seq + 1 && (newestAnchor.get()?.prunedTo ?? 0) > start.prunedTo) return verify(signal);
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
