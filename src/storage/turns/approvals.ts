import { createHash } from "node:crypto";
import type { ApprovalEvidence, Role } from "../../security/policy/policy-input.ts";
import { withoutSecrets } from "../../security/redaction/redaction.ts";
import { type AuditLog, askedDigest } from "../audit/audit.ts";
import type { Chat } from "../chat.ts";
import { type AssistantDatabase, flag, json } from "../database.ts";

export interface AskedAction {
  readonly actionId: string;
  /** Hash over call, effects and contents of routines: what a yes is bound to. */
  readonly hash: string;
  readonly service: string;
  readonly entityIds: readonly string[];
  /** Codes in it are not written: what is read back is for showing, not for calling. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What it does to the house; distinct. */
  readonly effects: readonly string[];
  /** Entities that no fact tells about, all named in the question: its answer may decide about them from now on. */
  readonly undecided?: readonly string[];
  /** It was asked for later, and would be done now. */
  readonly forLater?: boolean;
  /** Names and facts of those when the question was made: an answer to others decides nothing. */
  readonly sign?: string;
}

export type ApprovalStatus = "open" | "answered" | "expired" | "withdrawn";

export interface Answerer {
  readonly personId: string;
  readonly role: Role;
  readonly pin: boolean;
}

export interface Vote extends Answerer {
  readonly choice: readonly string[];
  readonly at: number;
}

/** A question about named actions: bound to person, message (through the outbox), arguments' hash and expiry. */
export interface Approval extends Chat {
  readonly id: string;
  readonly turnId: string;
  readonly interruptId: string;
  readonly personId: string;
  readonly answerers: readonly string[];
  readonly peopleNeeded: 1 | 2;
  readonly pinNeeded: boolean;
  readonly question: string;
  readonly actions: readonly AskedAction[];
  /** The whole plan in words, in the order in which it runs: those actions, and what is done with a yes to any of them; none for a single action. */
  readonly steps: readonly { readonly actionId: string; readonly text: string }[];
  /** One for each person, in the order in which they were given. */
  readonly votes: readonly Vote[];
  readonly status: ApprovalStatus;
  readonly createdAt: number;
  /** Undefined until the question was shown. */
  readonly expiresAt: number | undefined;
  readonly approved: readonly string[] | undefined;
  /** When it was answered or ended otherwise. */
  readonly decidedAt: number | undefined;
}

export interface AskedOnce {
  readonly createdAt: number;
  /** `no` for an answer without this action too. */
  readonly ended: "yes" | "no" | Exclude<ApprovalStatus, "answered">;
  /** Names of those who said so; people who never wrote to us have their id for a name. */
  readonly by: readonly string[];
}

export type ApprovalStore = ReturnType<typeof createApprovalStore>;

interface ApprovalDependencies {
  readonly database: AssistantDatabase;
  readonly audit: Pick<AuditLog, "append">;
  /** How long a question may be answered, from when it was shown. */
  readonly timeoutMs: number;
  readonly nameOf: (personId: string) => string | undefined;
  /** Told once it is on disk that a question was asked, answered or ended otherwise. Must not throw. */
  readonly onChange?: (id: string) => void;
}

/** Approvals: what was asked, who answered what, and when. What was decided stays as it is. */
export function createApprovalStore({ database, audit, timeoutMs, nameOf, onChange }: ApprovalDependencies) {
  const changed = (id: string): void => {
    if (onChange) database.afterCommit(() => onChange(id));
  };
  const insert = database.command<object>(
    `INSERT INTO approvals (id, turn_id, interrupt_id, person_id, channel, bot, chat_id, answerers, people_needed, pin_needed, question, actions, steps, status, created_at)
     VALUES (@id, @turnId, @interruptId, @personId, @channel, @bot, @chatId, @answerers, @peopleNeeded, @pinNeeded, @question, @actions, @steps, 'open', @createdAt)`,
  );
  const approvals = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, Approval>(
      `SELECT id, turn_id, interrupt_id, person_id, channel, bot, chat_id, answerers, people_needed, pin_needed, question, actions, steps, status,
         created_at, expires_at, answers AS approved, decided_at,
         (SELECT json_group_array(json_object('personId', person_id, 'role', role, 'pin', json(iif(pin, 'true', 'false')), 'choice', json(choice), 'at', at)
            ORDER BY at) FROM approval_votes WHERE approval_id = approvals.id) AS votes
       FROM approvals ${rest}`,
      { answerers: json, actions: json, steps: json, approved: json, votes: json, pinNeeded: flag },
    );
  const { get } = approvals<[id: string]>("WHERE id = ?");
  const allOfTurn = approvals<[string]>("WHERE turn_id = ? ORDER BY created_at, rowid");
  // it is shown soon after it was asked, and may be answered for so long after that
  const endedBy = approvals<[number, number, string, number]>("WHERE created_at BETWEEN ? AND ? AND decided_by = ? AND decided_at = ?");
  const deliver = database.command<[number, string]>(
    "UPDATE approvals SET expires_at = ? WHERE id = ? AND status = 'open' AND expires_at IS NULL",
  );
  // The schema lets no vote in twice, and none after the end.
  const addVote = database.command<Vote & { readonly id: string }>(
    "INSERT INTO approval_votes (approval_id, person_id, role, choice, pin, at) VALUES (@id, @personId, @role, @choice, @pin, @at)",
  );
  const answer = database.command<[readonly string[], string, number, string]>(
    "UPDATE approvals SET status = 'answered', answers = ?, decided_by = ?, decided_at = ? WHERE id = ? AND status = 'open'",
  );
  const close = database.command<[string, number, string]>(
    "UPDATE approvals SET status = ?, decided_at = ? WHERE id = ? AND status = 'open'",
  );
  const allowed = database.values<[number, string, string], 1>(
    `SELECT 1 FROM approvals, json_each(approvals.actions) AS action
     WHERE created_at >= ? AND person_id = ? AND status = 'answered' AND action.value ->> 'hash' = ?
       AND EXISTS (SELECT 1 FROM json_each(approvals.answers) WHERE value = action.value ->> 'actionId') LIMIT 1`,
  );

  const putVote = (id: string, vote: Vote): boolean => addVote({ ...vote, id }) === 1;
  /** `known`: this person's vote stands in the log already, so what they chose is not written twice. */
  const record = (id: string, { personId, role, choice, pin, at }: Vote, known = false): void => {
    const approval = get(id);
    const outcome = choice.length === 0 ? "no" : choice.length === approval?.actions.length ? "yes" : "some";
    const detail = known ? undefined : { role, withPin: pin, choice };
    audit.append({ at, kind: "answered", turnId: approval?.turnId, approvalId: id, personId, outcome, detail });
  };

  return {
    insert(approval: Omit<Approval, "status" | "votes" | "expiresAt" | "approved" | "decidedAt">): void {
      const { id: approvalId, turnId, personId, question, createdAt: at } = approval;
      const answerers = JSON.stringify(approval.answerers);
      const pinNeeded = approval.pinNeeded ? 1 : 0;
      const actions = JSON.stringify(approval.actions.map((action) => ({ ...action, data: withoutSecrets(action.data) })));
      const detail = {
        asked: askedDigest({ answerers, peopleNeeded: approval.peopleNeeded, pinNeeded, question, actions }),
        answerers: approval.answerers,
        actions: approval.actions.map((action) => [action.actionId, action.hash]),
      };
      database.transaction(() => {
        insert({ ...approval, answerers, pinNeeded, actions });
        audit.append({ at, kind: "asked", turnId, approvalId, personId, detail });
        changed(approvalId);
      });
    },
    get,
    ofTurn: approvals<[turnId: string]>("WHERE turn_id = ? ORDER BY created_at DESC, rowid DESC LIMIT 1").get,
    /** The question that somebody's answer ended at that very time, as a message that says yes does. */
    endedBy: (personId: string, at: number): Approval | undefined => endedBy.get(at - 2 * timeoutMs, at, personId, at),
    /** Every question of a turn, oldest first. */
    allOfTurn: allOfTurn.all,
    /** Every time that a turn asked about one of its actions, oldest first. */
    ofAction: (turnId: string, actionId: string): readonly AskedOnce[] =>
      allOfTurn
        .all(turnId)
        .filter(({ actions }) => actions.some((action) => action.actionId === actionId))
        .map(({ createdAt, status, approved, votes }) => {
          const isYes = approved?.includes(actionId) === true;
          const said = status === "answered" ? votes.filter(({ choice }) => choice.includes(actionId) === isYes) : [];
          const by = said.map(({ personId }) => nameOf(personId) ?? personId);
          return { createdAt, ended: status === "answered" ? (isYes ? "yes" : "no") : status, by };
        }),
    // the small index of open ones, not the one that would sort
    open: approvals<[]>("INDEXED BY open_approvals WHERE status = 'open' ORDER BY created_at, rowid").all,
    /** The question was shown: its time runs from now. */
    delivered: (id: string, at: number): void => void deliver(at + timeoutMs, id),
    /** Takes what one of several people said: false if the question is not open any more, or if they said something before. */
    vote: (id: string, vote: Vote): boolean =>
      database.transaction(() => {
        const taken = putVote(id, vote);
        if (taken) record(id, vote);
        return taken;
      }),
    /** Takes the answer once: false if the question was not open any more. It is also that person's vote, if they gave none before. */
    answer: (id: string, approved: readonly string[], by: Answerer, at: number): boolean =>
      database.transaction(() => {
        const vote = { ...by, choice: approved, at };
        const first = putVote(id, vote);
        const taken = answer(approved, by.personId, at, id) === 1;
        if (taken) record(id, vote, !first);
        if (taken) changed(id);
        return taken;
      }),
    /** Ends an open question without an answer: false if it was not open any more. */
    close: (id: string, status: "expired" | "withdrawn", at: number): boolean =>
      database.transaction(() => {
        const taken = close(status, at, id) === 1;
        if (taken) audit.append({ at, kind: status, turnId: get(id)?.turnId, approvalId: id });
        if (taken) changed(id);
        return taken;
      }),
    /** Whether that person let exactly this text leave the house when they were asked, at that time or later. */
    mayLeave: (personId: string, text: string, since: number): boolean => allowed.get(since, personId, leavingHash(text)) !== undefined,
    /** What policy needs to know of a yes; undefined if that action got none. `pin`: everyone who said it gave theirs. */
    evidence(approvalId: string, actionId: string): ApprovalEvidence | undefined {
      const approval = get(approvalId);
      const asked = approval?.actions.find((action) => action.actionId === actionId);
      if (!asked || !approval?.approved?.includes(actionId)) return undefined;
      const yes = approval.votes.filter(({ choice }) => choice.includes(actionId));
      return {
        hash: asked.hash,
        by: yes.map(({ personId, role }) => ({ personId, role })),
        pin: yes.length > 0 && yes.every(({ pin }) => pin),
      };
    },
  };
}

const LEAVING = "leaving:";

/** The texts that a question asks to let leave the house; none where it asks about actions. */
export function leavingTexts({ actions }: Pick<Approval, "actions">): readonly { readonly actionId: string; readonly text: string }[] {
  return actions.flatMap(({ actionId, hash, data: { text } }) => (hash.startsWith(LEAVING) ? { actionId, text: String(text) } : []));
}

/** What a yes to a text that would leave the house is bound to: that text, letter by letter. */
export function leavingHash(text: string): string {
  return `${LEAVING}${createHash("sha256").update(text).digest("base64url")}`;
}
