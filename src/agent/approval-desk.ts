import { randomBytes } from "node:crypto";
import type { Home } from "../homeassistant/home.ts";
import type { Receipt } from "../homeassistant/receipts.ts";
import type { Logger } from "../observability/logger.ts";
import type { ActionLedger } from "../storage/actions.ts";
import type { Approval, ApprovalStore } from "../storage/approvals.ts";
import type { AssistantDatabase } from "../storage/database.ts";
import type { OutboxStore } from "../storage/outbox.ts";
import type { Chat } from "../storage/sessions.ts";
import type { TurnRow, TurnStore } from "../storage/turns.ts";
import { type Catalogue, catalogueFor, type MessageKey } from "./catalogue.ts";
import type { GivenAnswer } from "./job.ts";
import { anchorOf } from "./message-ids.ts";
import { createPhrases } from "./phrases.ts";
import { endedQuestion, parseButtonData, questionButtons, questionText } from "./questions.ts";
import type { ApprovalRequest, StepResult } from "./state.ts";
import type { ButtonPress, Person, PressReply } from "./turn.ts";
import type { Ending } from "./turn-end.ts";

/** Runs something once after some milliseconds, unless it is disposed of before. */
export type Later = (ms: number, run: () => void) => Disposable;

/** After so long a question's end that could not be written down is tried again: disks do not empty themselves in seconds. */
const EXPIRE_RETRY_MS = 60_000;

interface DeskDependencies {
  readonly database: AssistantDatabase;
  readonly turns: TurnStore;
  readonly outbox: OutboxStore;
  readonly approvals: ApprovalStore;
  readonly actions: ActionLedger;
  readonly home: Pick<Home, "find">;
  readonly timeoutSeconds: number;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
  /** Where the asker is asked: their own chat, even if the turn came from a group. */
  readonly privateChatOf: (turn: TurnRow) => Chat;
  readonly wakeDelivery: () => void;
  /** The turn goes on with this answer. */
  readonly resume: (turn: TurnRow, answer: GivenAnswer) => void;
  /** Writes the end of a turn whose question got no answer; joins the open transaction. */
  readonly end: (turn: TurnRow, ending: Ending) => void;
  /** The turn is over without an answer to its question. */
  readonly abandoned: (turn: TurnRow) => void;
  /** The turn's words again, as a new turn. False if that was done before. */
  readonly askAgain: (turn: TurnRow, approvalId: string, person: Person) => boolean;
}

/** Asks for a yes, and takes the answer once: from the asker, on that message, for those arguments, in time. */
export class ApprovalDesk implements Disposable {
  readonly #deps: DeskDependencies;
  readonly #timers = new Map<string, Disposable>();

  constructor(deps: DeskDependencies) {
    this.#deps = deps;
  }

  /** Puts the question of an interrupted turn on disk and on its way, in one transaction with the turn's state. */
  ask(turn: TurnRow, interruptId: string, request: ApprovalRequest, results: readonly StepResult[]): void {
    const { database, turns, outbox, approvals, actions, home, timeoutSeconds, clock, privateChatOf } = this.#deps;
    const id = randomBytes(9).toString("base64url");
    const at = clock();
    const catalogue = catalogueFor(turn.language);
    const chat = privateChatOf(turn);
    const question = questionText({ request, home, catalogue, timeoutSeconds });
    database.transaction(() => {
      turns.setStatus(turn.id, "waiting");
      for (const result of results)
        if (result.kind === "receipt") actions.end(result.receipt.actionId, result.receipt, result.receipt.endedAt);
      const asked = request.actions.map(({ actionId, hash, call }) => ({ actionId, hash, ...call }));
      approvals.insert({
        ...pick(chat),
        id,
        turnId: turn.id,
        interruptId,
        personId: turn.personId,
        question,
        actions: asked,
        createdAt: at,
      });
      const buttons = questionButtons(id, asked.length, catalogue);
      const item = { turnId: turn.id, kind: "question" as const, text: question, origin: "home", at };
      outbox.add({ ...pick(chat), ...item, approvalId: id, buttons, threadId: chat.chatId === turn.chatId ? turn.threadId : undefined });
      if (chat.chatId !== turn.chatId) {
        outbox.add({
          ...pick(turn),
          ...item,
          kind: "notice",
          text: catalogue.text("question.in-private"),
          replyToMessageId: anchorOf(turn),
        });
      }
    });
    this.#deps.wakeDelivery();
  }

  /** The question was shown (or was found open at start): its time runs. */
  watch(approvalId: string): void {
    const approval = this.#deps.approvals.get(approvalId);
    // taken back while it was on its way into the chat
    if (approval?.status === "withdrawn") this.#showEnd(approval, "withdrawn");
    const expiresAt = approval?.status === "open" ? approval.expiresAt : undefined;
    if (expiresAt === undefined || this.#timers.has(approvalId)) return;
    this.#expireIn(Math.max(0, expiresAt - this.#deps.clock()), approvalId);
  }

  /** Answers a press. Whatever is wrong with it does nothing but a toast. */
  press(press: ButtonPress): PressReply {
    const { approvals, outbox, turns, clock } = this.#deps;
    const catalogue = catalogueFor(press.person?.language ?? "en");
    const toast = (key: MessageKey, parameters?: Record<string, string>): PressReply => ({
      toast: catalogue.text(key, parameters),
      taken: false,
    });
    const taken = (key: MessageKey): PressReply => ({ toast: catalogue.text(key), taken: true });
    const data = parseButtonData(press.data);
    const approval = data && approvals.get(data.approvalId);
    const turn = approval && turns.get(approval.turnId);
    if (!data || !turn || !press.person || !sameChat(approval, press)) return toast("toast.unknown");
    // A message whose id never came back from Telegram cannot be compared; the id in the button cannot be guessed.
    const shown = outbox.messageOfApproval(approval.id);
    if (shown !== undefined && shown !== press.messageId) return toast("toast.unknown");
    if (press.person.id !== approval.personId) return toast("toast.only-asker", { name: turn.personName });
    if (data.kind === "again") {
      if (approval.status !== "expired") return toast("toast.unknown");
      return this.#deps.askAgain(turn, approval.id, press.person) ? taken("toast.again") : toast("toast.answered");
    }
    const overdue = approval.status === "open" && approval.expiresAt !== undefined && clock() > approval.expiresAt;
    if (overdue) this.#expire(approval.id);
    if (overdue || approval.status === "expired") return toast("toast.expired");
    const approved = chosen(approval, data.choice);
    if (!approved) return toast("toast.unknown");
    if (!this.#answer(approval, turn, approved, press)) return toast("toast.answered");
    return taken(approved.length === 0 ? "toast.cancelled" : "toast.yes");
  }

  /** Ends an open question because its turn is stopped. */
  withdraw(approval: Approval): void {
    this.#close(approval, "withdrawn", { status: "cancelled", say: () => "" });
  }

  /** Ends an open question that can never be shown, and says so where the turn came from. */
  undeliverable(approvalId: string): void {
    const approval = this.#deps.approvals.get(approvalId);
    if (approval) this.#close(approval, "withdrawn", { status: "failed", say: (catalogue) => catalogue.text("question.undeliverable") });
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers.values()) timer[Symbol.dispose]();
    this.#timers.clear();
  }

  #answer(approval: Approval, turn: TurnRow, approved: readonly string[], press: ButtonPress): boolean {
    const { database, approvals, turns, outbox, clock } = this.#deps;
    const catalogue = catalogueFor(turn.language);
    // A press may have been on its way for long; a channel whose clock goes wrong makes no answer younger than it is.
    const decidedAt = Math.min(press.pressedAt, clock());
    const taken = database.transaction(() => {
      if (!approvals.answer(approval.id, approved, press.person?.id ?? "", decidedAt)) return false;
      turns.setStatus(turn.id, "running");
      const text = endedQuestion(approval.question, this.#outcome(approval, approved, catalogue));
      outbox.add({ ...pick(approval), turnId: turn.id, kind: "edit", text, origin: "home", editMessageId: press.messageId, at: clock() });
      return true;
    });
    if (!taken) return false;
    this.#forget(approval.id);
    this.#deps.wakeDelivery();
    this.#deps.resume(turn, { approvalId: approval.id, approved, decidedAt, earlier: false });
    return true;
  }

  #outcome(approval: Approval, approved: readonly string[], catalogue: Catalogue): string {
    if (approved.length === 0) return catalogue.text("question.answered-no");
    if (approved.length === approval.actions.length) return catalogue.text("question.answered-yes");
    const phrases = createPhrases({ home: this.#deps.home, catalogue });
    const chosenActions = approval.actions.filter(({ actionId }) => approved.includes(actionId));
    return catalogue.text("question.answered-some", { names: catalogue.list(chosenActions.map((action) => phrases.action(action))) });
  }

  #expireIn(ms: number, approvalId: string): void {
    const run = () => {
      try {
        this.#expire(approvalId);
      } catch (error) {
        // Nobody else would catch it, and a full disk is no reason to end the process.
        this.#deps.logger.error({ err: error, approval: approvalId }, "a question's end could not be written down");
        this.#expireIn(EXPIRE_RETRY_MS, approvalId);
      }
    };
    this.#timers.set(approvalId, this.#deps.later(ms, run));
  }

  #expire(approvalId: string): void {
    const approval = this.#deps.approvals.get(approvalId);
    if (approval) this.#close(approval, "expired", { status: "expired", say: () => "" });
  }

  #close(approval: Approval, status: "expired" | "withdrawn", ending: Omit<Ending, "results">): void {
    const { database, approvals, actions, turns, outbox, clock } = this.#deps;
    this.#forget(approval.id);
    const turn = turns.get(approval.turnId);
    if (!turn) return;
    const closed = database.transaction(() => {
      if (!approvals.close(approval.id, status, clock())) return false;
      outbox.withdraw(approval.id);
      this.#showEnd(approval, status);
      // What the turn did before it asked is told all the same.
      const results = actions.receipts(turn.id).map((receipt): StepResult => ({ kind: "receipt", receipt: receipt as Receipt }));
      this.#deps.end(turn, { ...ending, results });
      return true;
    });
    if (!closed) return;
    this.#deps.logger.info({ approval: approval.id, status }, "a question ended without an answer");
    this.#deps.wakeDelivery();
    this.#deps.abandoned(turn);
  }

  /** Writes under a question that was shown how it ended. */
  #showEnd(approval: Approval, status: "expired" | "withdrawn"): void {
    const { outbox, turns, clock } = this.#deps;
    const editMessageId = outbox.messageOfApproval(approval.id);
    if (editMessageId === undefined) return;
    const catalogue = catalogueFor(turns.get(approval.turnId)?.language ?? "en");
    const text = endedQuestion(approval.question, catalogue.text(`question.${status}`));
    const buttons = status === "expired" ? [[{ label: catalogue.text("button.again"), data: `r:${approval.id}` }]] : [];
    const item = { turnId: approval.turnId, kind: "edit" as const, text, origin: "home", buttons, editMessageId, at: clock() };
    outbox.add({ ...pick(approval), ...item });
  }

  #forget(approvalId: string): void {
    this.#timers.get(approvalId)?.[Symbol.dispose]();
    this.#timers.delete(approvalId);
  }
}

function chosen(approval: Approval, choice: "yes" | "no" | number): readonly string[] | undefined {
  if (choice === "no") return [];
  if (choice === "yes") return approval.actions.map(({ actionId }) => actionId);
  const action = approval.actions[choice];
  return action && [action.actionId];
}

function sameChat(a: Chat, b: Chat): boolean {
  return a.channel === b.channel && a.bot === b.bot && a.chatId === b.chatId;
}

function pick({ channel, bot, chatId }: Chat): Chat {
  return { channel, bot, chatId };
}
