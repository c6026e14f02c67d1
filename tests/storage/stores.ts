import { onTestFinished } from "vitest";
import { createAuditLog } from "../../src/storage/audit/audit.ts";
import { createEgressLog } from "../../src/storage/audit/search-audit.ts";
import type { Chat } from "../../src/storage/chat.ts";
import { AssistantDatabase } from "../../src/storage/database.ts";
import { type AskedScope, createErasureStore } from "../../src/storage/erasure/erasures.ts";
import { createFactMentions } from "../../src/storage/facts/fact-mentions.ts";
import { createActionLedger, type StartedAction } from "../../src/storage/turns/actions.ts";
import { type Answerer, type ApprovalStore, createApprovalStore } from "../../src/storage/turns/approvals.ts";
import { createArchive } from "../../src/storage/turns/archive.ts";
import { createAutomationTrialStore } from "../../src/storage/turns/automation-trials.ts";
import { createAutomationStore } from "../../src/storage/turns/automations.ts";
import { createChoiceStore } from "../../src/storage/turns/choices.ts";
import { createInteractionLog } from "../../src/storage/turns/interaction-log.ts";
import { createOutboxStore } from "../../src/storage/turns/outbox.ts";
import { createScheduleStore } from "../../src/storage/turns/schedules.ts";
import { createTurnQuotes } from "../../src/storage/turns/turn-quotes.ts";
import { createSessionStore, createTurnStore, type TurnRow } from "../../src/storage/turns/turns.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";

export const CHAT: Chat = { channel: "telegram", bot: "bot-1", chatId: "100" };
export const OTHER_CHAT: Chat = { ...CHAT, chatId: "200" };
export const OTHER_BOT: Chat = { ...CHAT, bot: "bot-2" };

/** Any time: 2027-01-15. */
export const NOW = 1_800_000_000_000;
export const MINUTE = 60_000;

export const ANNA: Answerer = { personId: "anna", role: "owner", pin: false };
type NewApproval = Parameters<ApprovalStore["insert"]>[0];

/** All stores over one database, wired as the service wires them. */
export function openStores(path?: string) {
  const database = path === undefined ? memoryDatabase() : new AssistantDatabase(path);
  onTestFinished(() => database[Symbol.dispose]());
  const audit = createAuditLog({ database });
  const turns = createTurnStore({ database });
  const approvals = createApprovalStore({ database, audit, timeoutMs: MINUTE, nameOf: turns.nameOf });
  const delivered: string[] = [];
  const outbox = createOutboxStore({
    database,
    onDelivered: ({ approvalId, turnId, kind }, at) => {
      delivered.push(kind);
      if (kind === "question" && approvalId !== undefined) approvals.delivered(approvalId, at);
      if (kind === "answer" && turnId !== undefined) turns.markSent(turnId);
    },
  });
  const sessions = createSessionStore({ database, timeoutMs: 30 * MINUTE });
  const actions = createActionLedger({ database, audit });
  const automations = createAutomationStore({ database });
  const trials = createAutomationTrialStore({ database });
  const interactions = createInteractionLog({ database });
  const choices = createChoiceStore({ database });
  const schedules = createScheduleStore({ database });
  const egress = createEgressLog({ database });

  /** Puts a turn on disk; its id is its message's. */
  const addTurn = (messageId: string, more: Partial<TurnRow> = {}): TurnRow => {
    const chat = { channel: more.channel ?? CHAT.channel, bot: more.bot ?? CHAT.bot, chatId: more.chatId ?? CHAT.chatId };
    const turn: TurnRow = {
      ...chat,
      id: messageId,
      threadId: undefined,
      messageId,
      sessionId: more.sessionId ?? sessions.current(chat, more.personId ?? "anna", NOW),
      personId: "anna",
      personName: "Anna",
      role: "owner",
      language: "en",
      isPrivate: true,
      kind: "text",
      text: "turn on the light",
      origin: "person",
      replyTo: undefined,
      editSeen: false,
      status: "received",
      crashes: 0,
      isParked: false,
      sentAt: NOW,
      receivedAt: NOW,
      ...more,
    };
    turns.insert(turn);
    return turn;
  };

  /** A ledger row as the graph writes it. */
  const action = (id: string, more: Partial<StartedAction> = {}): StartedAction => ({
    id,
    turnId: "1",
    approvalId: undefined,
    service: "light.turn_on",
    entityIds: ["light.bed"],
    data: {},
    hash: "hash",
    effects: ["light"],
    fingerprint: "fingerprint",
    proposedBy: "model",
    rule: "free_domain",
    at: NOW,
    ...more,
  });

  /** A question to Anna about actions, as the desk writes it. */
  const ask = (id: string, more: Partial<NewApproval> = {}): NewApproval => {
    const approval: NewApproval = {
      ...CHAT,
      ...{ id, turnId: "1", interruptId: "i", personId: "anna", answerers: ["anna"], peopleNeeded: 1, pinNeeded: false },
      question: "Unlock?",
      actions: [
        { actionId: "a1", hash: "h1", service: "lock.unlock", entityIds: ["lock.front"], data: { code: "1" }, effects: ["unlock"] },
      ],
      steps: [],
      createdAt: NOW,
      ...more,
    };
    approvals.insert(approval);
    return approval;
  };

  const archive = createArchive({ database });
  const erasures = createErasureStore({ database });
  const mentions = createFactMentions({ database });
  const quotes = createTurnQuotes({ database });
  /** Erases a person's texts, or some of them. */
  const forget = async (personId: string, scope: AskedScope = { kind: "everything" }): Promise<void> => {
    const id = erasures.ask({ ...CHAT, personId, scope, askedAt: NOW });
    erasures.begin(id, NOW);
    const erasure = erasures.get(id);
    if (erasure) await erasures.erase(erasure);
  };

  const count = (table: string): number => database.sqlite.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? -1;

  const stores = {
    database,
    audit,
    turns,
    sessions,
    outbox,
    approvals,
    choices,
    schedules,
    actions,
    automations,
    trials,
    interactions,
    archive,
    erasures,
    mentions,
    quotes,
    egress,
  };
  return { ...stores, delivered, addTurn, action, ask, forget, count };
}
