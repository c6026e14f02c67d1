import { withoutSecrets } from "../security/secret-fields.ts";
import type { AssistantDatabase } from "./database.ts";
import type { Chat } from "./sessions.ts";

/** One action that a question asks about. */
export interface AskedAction {
  readonly actionId: string;
  /** Hash over service, entity ids and data: what a yes is bound to. */
  readonly hash: string;
  readonly service: string;
  readonly entityIds: readonly string[];
  /** Codes in it are not written: what is read back is for showing, not for calling. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type ApprovalStatus = "open" | "answered" | "expired" | "withdrawn";

/** A question about named actions: bound to person, message (through the outbox), arguments' hash and expiry. */
export interface Approval extends Chat {
  readonly id: string;
  readonly turnId: string;
  readonly interruptId: string;
  readonly personId: string;
  readonly question: string;
  readonly actions: readonly AskedAction[];
  readonly status: ApprovalStatus;
  readonly createdAt: number;
  /** Undefined until the question was shown. */
  readonly expiresAt: number | undefined;
  /** Action ids that got a yes, once answered. */
  readonly approved: readonly string[] | undefined;
  /** When it was answered or ended otherwise. */
  readonly decidedAt: number | undefined;
}

interface Row {
  id: string;
  turn_id: string;
  interrupt_id: string;
  person_id: string;
  channel: string;
  bot: string;
  chat_id: string;
  question: string;
  actions: string;
  status: ApprovalStatus;
  created_at: number;
  expires_at: number | null;
  answers: string | null;
  decided_at: number | null;
}

export type ApprovalStore = ReturnType<typeof createApprovalStore>;

/** Approvals. `timeoutMs` is how long a question may be answered, from when it was shown. */
export function createApprovalStore({ database, timeoutMs }: { database: AssistantDatabase; timeoutMs: number }) {
  const { sqlite } = database;
  const insert = sqlite.prepare(
    `INSERT INTO approvals (id, turn_id, interrupt_id, person_id, channel, bot, chat_id, question, actions, status, created_at)
     VALUES (@id, @turnId, @interruptId, @personId, @channel, @bot, @chatId, @question, @actions, 'open', @createdAt)`,
  );
  const one = sqlite.prepare<[string], Row>("SELECT * FROM approvals WHERE id = ?");
  const ofTurn = sqlite.prepare<[string], Row>("SELECT * FROM approvals WHERE turn_id = ? ORDER BY created_at DESC, rowid DESC LIMIT 1");
  const open = sqlite.prepare<[], Row>("SELECT * FROM approvals WHERE status = 'open' ORDER BY created_at, rowid");
  const deliver = sqlite.prepare<[number, string]>(
    "UPDATE approvals SET expires_at = ? WHERE id = ? AND status = 'open' AND expires_at IS NULL",
  );
  const answer = sqlite.prepare<[string, string, number, string]>(
    "UPDATE approvals SET status = 'answered', answers = ?, decided_by = ?, decided_at = ? WHERE id = ? AND status = 'open'",
  );
  const close = sqlite.prepare<[string, number, string]>(
    "UPDATE approvals SET status = ?, decided_at = ? WHERE id = ? AND status = 'open'",
  );

  return {
    insert(approval: Omit<Approval, "status" | "expiresAt" | "approved" | "decidedAt">): void {
      const actions = approval.actions.map((action) => ({ ...action, data: withoutSecrets(action.data) }));
      insert.run({ ...approval, actions: JSON.stringify(actions) });
    },
    get: (id: string): Approval | undefined => toApproval(one.get(id)),
    /** The newest approval of a turn. */
    ofTurn: (turnId: string): Approval | undefined => toApproval(ofTurn.get(turnId)),
    open: (): readonly Approval[] => open.all().flatMap((row) => toApproval(row) ?? []),
    /** The question was shown: its time runs from now. */
    delivered: (id: string, at: number): void => void deliver.run(at + timeoutMs, id),
    /** Takes the answer once: false if the question was not open any more. */
    answer: (id: string, approved: readonly string[], by: string, at: number): boolean =>
      answer.run(JSON.stringify(approved), by, at, id).changes === 1,
    /** Ends an open question without an answer: false if it was not open any more. */
    close: (id: string, status: "expired" | "withdrawn", at: number): boolean => close.run(status, at, id).changes === 1,
  };
}

function toApproval(row: Row | undefined): Approval | undefined {
  return (
    row && {
      id: row.id,
      turnId: row.turn_id,
      interruptId: row.interrupt_id,
      personId: row.person_id,
      channel: row.channel,
      bot: row.bot,
      chatId: row.chat_id,
      question: row.question,
      actions: JSON.parse(row.actions) as AskedAction[],
      status: row.status,
      createdAt: row.created_at,
      expiresAt: row.expires_at ?? undefined,
      approved: row.answers === null ? undefined : (JSON.parse(row.answers) as string[]),
      decidedAt: row.decided_at ?? undefined,
    }
  );
}
