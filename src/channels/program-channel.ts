import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Chosen } from "../agent/approvals/choice-desk.ts";
import type { IncomingMessage, Progress, ProgressEvent, Turns } from "../agent/turn.ts";
import type { TurnRunner } from "../agent/turns/runner.ts";
import type { ApprovalStore } from "../storage/turns/approvals.ts";
import type { ChoiceStore } from "../storage/turns/choices.ts";
import type { Button, OutboxItem, OutboxStore } from "../storage/turns/outbox.ts";
import type { TurnRow, TurnStore } from "../storage/turns/turns.ts";
import type { Later } from "../text/later.ts";
import type { Channel, Delivered, PartSent } from "./channel.ts";

/** Callers of one channel that may wait at a time; each holds a connection and a few kilobytes. */
const MOST_WAITING = 100;
/** What a turn may wait behind others of its chat, beside the time that it may take itself. */
const QUEUE_MS = 60_000;

/** What a program hands in for somebody. The same `messageId` in a chat is one turn, however often it comes. */
export interface ProgramMessage
  extends Pick<IncomingMessage, "chatId" | "person" | "text" | "isPrivate" | "areaId" | "origin">,
    Partial<Pick<IncomingMessage, "messageId">> {
  /** The turn does what is written down for it, and its text says what that is. */
  readonly chosen?: Chosen;
}

/** One thing that a turn says. Text is Markdown. */
export interface Said {
  readonly kind: "answer" | "question" | "notice";
  readonly messageId: string;
  readonly text: string;
  readonly buttons: readonly (readonly Button[])[];
}

/**
 * What became of a message, for whoever waited. The turn goes on in every case; `said` is all that it said to its chat meanwhile.
 * - `asking`: a yes is needed; it is asked here if a question is among `said`, else in other chats
 * - `silent`: it ended without a word, as a cancelled one does
 * - `stopped`: the service stops; the turn goes on at the next start, and the same `messageId` asks for its answer then
 */
export type Reply =
  | { readonly kind: "answered"; readonly turnId: string; readonly said: readonly Said[]; readonly text: string }
  | { readonly kind: "asking"; readonly turnId: string; readonly said: readonly Said[]; readonly approvalId: string }
  | { readonly kind: "silent" | "timeout"; readonly turnId: string; readonly said: readonly Said[] }
  | { readonly kind: "stopped" | "gone" }
  /** Nothing was begun: too many wait, the chat takes no more, the database takes nothing, or the id belongs to another text. */
  | { readonly kind: "busy" | "refused" | "unstored" | "conflict" };

export interface WaitOptions {
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  /** Told of each step; a `text` is all that may be shown of the answer so far. Must not throw. */
  readonly onProgress?: (progress: Progress) => void;
  readonly onSaid?: (said: Said) => void;
  readonly timeoutMs?: number;
}

export interface ProgramChannelParts {
  readonly name: string;
  readonly turns: Turns & Pick<TurnRunner, "begin">;
  readonly stores: {
    readonly turns: Pick<TurnStore, "get" | "ofMessage" | "open">;
    readonly outbox: Pick<OutboxStore, "answerOf" | "messagesOfApproval">;
    readonly approvals: Pick<ApprovalStore, "ofTurn" | "endedBy">;
    readonly choices: Pick<ChoiceStore, "typedFor">;
  };
  /** How long a turn may take. */
  readonly turnTimeoutMs: number;
  readonly now: () => number;
  readonly later: Later;
  /** Takes what nobody waited for and nobody can look up. */
  readonly unheard?: (item: OutboxItem) => void;
  /** Says something aloud where the chat is. */
  readonly announce?: (item: OutboxItem, signal: AbortSignal) => Promise<Delivered>;
}

interface Begun {
  readonly turnId: string;
  readonly act?: () => Promise<unknown>;
}

interface Waiter extends WaitOptions {
  readonly turnId: string;
  said: readonly Said[];
  readonly end: (reply: Reply) => void;
}

/**
 * A channel for programs: a message becomes a turn, and whoever sent it waits for what the turn says. What is said while nobody waits counts as
 * shown, so that the time of a question runs.
 */
export class ProgramChannel implements Channel, Disposable {
  readonly name: string;
  readonly #parts: ProgramChannelParts;
  readonly #waiters = new Set<Waiter>();
  /** Turns that the last run left come first: nothing is taken in before they are in order. */
  readonly #started = Promise.withResolvers<void>();
  readonly #disposed = new AbortController();
  #waiting = 0;

  constructor(parts: ProgramChannelParts) {
    this.name = parts.name;
    this.#parts = parts;
  }

  async start(signal: AbortSignal): Promise<void> {
    const heard = this.#parts.turns.onProgress((event) => this.#progressed(event));
    signal.addEventListener("abort", () => heard[Symbol.dispose](), { once: true });
    this.#started.resolve();
  }

  async deliver(item: OutboxItem, _partSent: PartSent, signal: AbortSignal): Promise<Delivered> {
    const { id, kind, turnId, editMessageId, text, buttons, media } = item;
    if (media) return (await this.#parts.announce?.(item, signal)) ?? { kind: "no-picture" };
    const messageId = editMessageId ?? `${this.name}-${id}`;
    const tell = (waiters: readonly Waiter[]): void => {
      for (const waiter of waiters) {
        const before = waiter.said.find((one) => one.messageId === messageId);
        const said: Said = { kind: kind === "edit" ? (before?.kind ?? "notice") : kind, messageId, text, buttons };
        waiter.said = before ? waiter.said.map((one) => (one === before ? said : one)) : [...waiter.said, said];
        waiter.onSaid?.(said);
        this.#settle(waiter);
      }
    };
    const waiters = this.#waitersOf(turnId);
    if (waiters.length === 0) this.#parts.unheard?.(item);
    else {
      tell(waiters);
      // the disk takes milliseconds: the answer is on its way before it is written down, and who comes meanwhile gets it too
      await setImmediate();
      tell(this.#waitersOf(turnId).filter((waiter) => !waiters.includes(waiter)));
    }
    return { kind: "sent", ...(editMessageId === undefined && { last: { part: 0, messageId } }) };
  }

  /** Takes a message in and waits for what becomes of it. Never rejects for what the turn does. */
  ask(message: ProgramMessage, options: WaitOptions): Promise<Reply> {
    return this.#wait(options, () => this.#take(message));
  }

  /** Does something, such as answering a turn's question, and waits for what becomes of the turn. */
  after(turnId: string, act: () => Promise<unknown>, options: WaitOptions): Promise<Reply> {
    return this.#wait(options, () => ({ turnId, act }));
  }

  [Symbol.dispose](): void {
    this.#disposed.abort();
    for (const waiter of [...this.#waiters]) waiter.end({ kind: "stopped" });
  }

  async #wait(options: WaitOptions, begin: () => Reply | Begun): Promise<Reply> {
    if (this.#waiting >= MOST_WAITING) return { kind: "busy" };
    this.#waiting += 1;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const onGone = () => resolve({ kind: "gone" });
    const onStopped = () => resolve({ kind: "stopped" });
    options.signal.addEventListener("abort", onGone, { once: true });
    this.#disposed.signal.addEventListener("abort", onStopped, { once: true });
    if (options.signal.aborted) onGone();
    if (this.#disposed.signal.aborted) onStopped();
    let waiter: Waiter | undefined;
    const timeoutMs = options.timeoutMs ?? this.#parts.turnTimeoutMs + QUEUE_MS;
    using _timeout = this.#parts.later(timeoutMs, () => {
      const { turnId = "", said = [] } = waiter ?? {};
      resolve(waiter ? { kind: "timeout", turnId, said } : { kind: "busy" });
    });
    try {
      const early = await Promise.race([promise, this.#started.promise]);
      if (early) return early;
      const begun = begin();
      if ("kind" in begun) return begun;
      waiter = { ...options, turnId: begun.turnId, said: [], end: resolve };
      this.#waiters.add(waiter);
      await begun.act?.();
      this.#settle(waiter);
      return await promise;
    } finally {
      if (waiter) this.#waiters.delete(waiter);
      options.signal.removeEventListener("abort", onGone);
      this.#disposed.signal.removeEventListener("abort", onStopped);
      this.#waiting -= 1;
    }
  }

  #take({ messageId = randomUUID(), chatId, chosen, ...message }: ProgramMessage): Reply | Begun {
    const { turns, stores, now } = this.#parts;
    // as the database keeps it, so that it is known again
    const text = message.text.toWellFormed();
    const chat = { channel: this.name, bot: "", chatId };
    const known = stores.turns.ofMessage(chat, messageId);
    if (known) {
      const isSame = known.personId === message.person.id && [known.text, stores.choices.typedFor(known.id)].includes(text);
      if (!isSame) return { kind: "conflict" };
      const answered = this.#isSilent(known) ? stores.approvals.endedBy(known.personId, known.sentAt) : undefined;
      return { turnId: answered?.turnId ?? known.id };
    }
    const incoming: IncomingMessage = {
      ...chat,
      ...message,
      messageId,
      kind: "text",
      text,
      sentAt: now(),
      replyToMessageId: undefined,
      threadId: undefined,
    };
    if (chosen) turns.begin(incoming, chosen);
    else if (turns.receive(incoming) === "refused") return { kind: "refused" };
    const turn = stores.turns.ofMessage(chat, messageId);
    if (!turn) return { kind: "unstored" };
    return { turnId: (this.#isSilent(turn) ? this.#newestOpen(chatId) : undefined)?.id ?? turn.id };
  }

  /** A message that only answers a question ends at once: what comes of it is said by the turn that asked. */
  #isSilent({ id, status }: TurnRow): boolean {
    return status === "cancelled" && !this.#parts.stores.outbox.answerOf(id).waiting;
  }

  #newestOpen(chatId: string): TurnRow | undefined {
    return this.#parts.stores.turns.open().findLast((turn) => turn.channel === this.name && turn.chatId === chatId);
  }

  #progressed({ channel, turnId, progress }: ProgressEvent): void {
    if (channel !== this.name) return;
    for (const waiter of this.#waitersOf(turnId)) {
      waiter.onProgress?.(progress);
      if (progress.kind !== "ended") continue;
      if (this.#parts.stores.turns.get(turnId)?.isParked) waiter.end({ kind: "stopped" });
      else this.#settle(waiter);
    }
  }

  #waitersOf(turnId: string | undefined): readonly Waiter[] {
    return [...this.#waiters].filter((waiter) => turnId !== undefined && waiter.turnId === turnId);
  }

  /** Ends the waiting if all that the turn has to say for now was said. */
  #settle(waiter: Waiter): void {
    const reply = this.#replyFor(waiter);
    if (reply) waiter.end(reply);
  }

  #replyFor({ turnId, said }: Waiter): Reply | undefined {
    const { turns, approvals, outbox } = this.#parts.stores;
    const answer = said.findLast(({ kind }) => kind === "answer");
    if (answer) return { kind: "answered", turnId, said, text: answer.text };
    const status = turns.get(turnId)?.status ?? "cancelled";
    if (status === "received" || status === "running") return undefined;
    const { text = "", waiting } = outbox.answerOf(turnId);
    if (status !== "waiting") {
      if (waiting) return undefined;
      return text === "" ? { kind: "silent", turnId, said } : { kind: "answered", turnId, said, text };
    }
    const approval = approvals.ofTurn(turnId);
    if (approval?.status !== "open") return undefined;
    const approvalId = approval.id;
    // where it is asked elsewhere, a notice says so here
    const isHere = approval.channel === this.name;
    if (said.some(({ kind }) => kind === (isHere ? "question" : "notice"))) return { kind: "asking", turnId, said, approvalId };
    if (waiting) return undefined;
    // asked before this caller came
    const shown = outbox.messagesOfApproval(approvalId).filter(({ channel }) => channel === this.name);
    const asked = shown.map((one): Said => ({ kind: "question", messageId: one.messageId, text: one.text, buttons: [] }));
    return { kind: "asking", turnId, said: [...said, ...asked], approvalId };
  }
}
