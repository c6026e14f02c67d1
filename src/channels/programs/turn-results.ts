import type { PastAction } from "../../storage/turns/actions.ts";
import { outcomesIn } from "../../storage/turns/actions.ts";
import type { Approval } from "../../storage/turns/approvals.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { ProgramChannel, Reply } from "../program-channel.ts";
import { Problem, type ProblemCode, RETRY_MS } from "./problem.ts";
import { type Client, toldTo } from "./programs.ts";

/** Stores, as far as they tell what became of a message. */
export interface TurnRecords {
  readonly turns: { readonly get: (id: string) => TurnRow | undefined };
  readonly outbox: Pick<OutboxStore, "answerOf" | "messagesOfApproval">;
  readonly approvals: { readonly ofTurn: (turnId: string) => Approval | undefined };
  readonly actions: { readonly ofTurn: (turnId: string) => readonly PastAction[] };
}

/** What a program is told of a message. */
export interface TurnResult {
  turn_id: string;
  status: "running" | "requires_confirmation" | "answered" | "cancelled" | "expired" | "failed";
  /** Markdown. */
  response: string;
  requires_confirmation: boolean;
  /** Where the program itself may answer. */
  confirmation_id?: string;
  expires_at?: string;
  actions: { id: string; service: string; entity_ids: string[]; outcomes: string[] }[];
}

const STATUS = {
  received: "running",
  running: "running",
  waiting: "requires_confirmation",
  answered: "answered",
  sent: "answered",
  cancelled: "cancelled",
  expired: "expired",
  failed: "failed",
} as const satisfies Readonly<Record<TurnRow["status"], TurnResult["status"]>>;

/** Where nothing was begun, or nobody is there to be told. */
const REFUSED = {
  stopped: "stopping",
  gone: "stopping",
  busy: "busy",
  refused: "busy",
  unstored: "unstored",
  conflict: "conflict",
} as const satisfies Readonly<Record<string, ProblemCode>>;

interface TurnResultsOptions {
  /** The channel that the program itself may answer questions on. */
  readonly here: string;
  /** When a question ends that is shown now (ms): whoever waits reads it before its time is written down. */
  readonly endOfQuestion: () => number;
}

/** What became of a message, for whoever sent it. */
export function createTurnResults({ turns, outbox, approvals, actions }: TurnRecords, { here, endOfQuestion }: TurnResultsOptions) {
  const ofTurn = ({ id, status: stage }: TurnRow, client: Client, said?: string): TurnResult => {
    const approval = stage === "waiting" ? approvals.ofTurn(id) : undefined;
    const open = approval?.status === "open" ? approval : undefined;
    const status = stage === "waiting" && !open ? "running" : STATUS[stage];
    const asked = open?.channel === here ? open : undefined;
    const expiresAt = open?.expiresAt ?? (asked && endOfQuestion());
    const question = asked && outbox.messagesOfApproval(asked.id).find(({ channel }) => channel === here)?.text;
    const done = actions
      .ofTurn(id)
      .toReversed()
      .map((action) => ({
        id: action.id,
        service: action.service,
        entity_ids: [...action.entityIds],
        outcomes: action.endedAt === undefined ? ["running"] : [...outcomesIn(action.receipt)],
      }));
    const waits = (open?.actions ?? []).map(({ actionId, service, entityIds }) => ({
      id: actionId,
      service,
      entity_ids: [...entityIds],
      outcomes: ["waits"],
    }));
    const text = said ?? question ?? outbox.answerOf(id).text ?? "";
    return {
      turn_id: id,
      status,
      response: open ? text : toldTo(client, text),
      requires_confirmation: open !== undefined,
      ...(asked && { confirmation_id: asked.id }),
      ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
      actions: [...done, ...waits],
    };
  };

  return {
    ofTurn,
    /** Throws a Problem where nothing came of it. */
    ofReply(reply: Reply, client: Client): TurnResult {
      if (!("turnId" in reply)) {
        const code = REFUSED[reply.kind];
        throw new Problem(code, code === "conflict" ? {} : { retryAfterMs: RETRY_MS });
      }
      const turn = turns.get(reply.turnId);
      if (!turn) throw new Problem("unknown-turn");
      return ofTurn(turn, client, reply.kind === "answered" ? reply.text : reply.kind === "asking" ? reply.said.at(-1)?.text : undefined);
    },
  };
}

export type Asking = Pick<ProgramChannel, "ask" | "after">;
