import { randomUUID } from "node:crypto";
import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";
import type { ShownQuestion } from "../../agent/approvals/questions.ts";
import { type Person, type Progress, progressWords, type Turns } from "../../agent/turn.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Button, OutboxItem } from "../../storage/turns/outbox.ts";
import { type Later, timer } from "../../text/later.ts";
import type { Channel, Delivered } from "../channel.ts";
import { createOpenQuestions, type Taken } from "./terminal-questions.ts";
import { createTerminalScreen, type TerminalOutput, type TerminalScreen } from "./terminal-screen.ts";

const CHAT = { channel: "terminal", bot: "", chatId: "terminal" } as const;

/** A key that stands alone for so long is an answer; typed or pasted on, it begins a message ("y" or "your turn"). */
const KEY_PAUSE_MS = 350;

export interface TerminalParts {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: TerminalOutput;
  readonly turns: Turns;
  readonly person: Person;
  readonly catalogue: Catalogue;
  /** Resolves when the home can be talked about: nothing is said before. Rejects when the signal aborts. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** What was asked here before and is open still: an earlier run on the same data may have been killed. */
  readonly openQuestions?: () => readonly ShownQuestion[];
  /** False for terminals that can only write on (TERM=dumb). */
  readonly canRewrite?: boolean;
  readonly now?: () => number;
  readonly later?: Later;
}

/** A person at the keyboard: a line is a message, a single key answers an open question. Piped lines each wait for the answer before. */
export class TerminalChannel implements Channel {
  readonly name = CHAT.channel;
  /** Resolves when the person has left, or the input has ended and everything that was said is answered. */
  readonly finished: Promise<void>;
  readonly #parts: TerminalParts;
  readonly #screen: TerminalScreen;
  readonly #questions = createOpenQuestions();
  readonly #now: () => number;
  readonly #later: Later;
  /** Somebody types: nobody waits for them to see an answer first. */
  readonly #byHand: boolean;
  readonly #byKey: boolean;
  readonly #finish: () => void;
  readonly #lines: string[] = [];
  #keyboard: Interface | undefined;
  #loneKey: Disposable | undefined;
  /** Nothing is said now: the home is not ready, or a piped line waits for its answer. */
  #held = true;
  #working = false;
  #ended = false;
  #left = false;
  #lastShown: string | undefined;
  #ending: string | undefined;

  constructor(parts: TerminalParts) {
    const { input, output, canRewrite = true } = parts;
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#later = parts.later ?? timer;
    const isTerminal = output.isTTY === true && canRewrite;
    this.#byHand = input.isTTY === true;
    this.#byKey = this.#byHand && isTerminal;
    this.#screen = createTerminalScreen({ output, isTerminal });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#finish = resolve;
  }

  async start(signal: AbortSignal): Promise<void> {
    const { input, output, turns, ready } = this.#parts;
    const keyboard = createInterface({ input, ...(this.#byKey && { output }), terminal: this.#byKey });
    this.#keyboard = keyboard;
    keyboard.on("line", (line) => this.#onLine(line));
    keyboard.on("close", () => this.#onEnd());
    if (this.#byKey) {
      this.#screen.edits(keyboard);
      input.on("keypress", () => this.#onKey());
      output.prependListener("resize", () => this.#screen.settle());
    }
    this.#askAgain();
    turns.onProgress(({ channel, progress }) => channel === CHAT.channel && this.#show(progress));
    signal.addEventListener("abort", () => this.leave(), { once: true });
    ready(signal).then(
      () => this.#goOn(),
      () => this.leave(),
    );
    this.#ask();
  }

  async deliver(item: OutboxItem): Promise<Delivered> {
    if (item.picture) return { kind: "no-picture" };
    const messageId = item.editMessageId ?? randomUUID();
    const buttons = item.buttons.flat();
    const isOver = item.kind === "edit" && buttons.length === 0;
    // An edit repeats the question and adds how it ended, which is all that is new right under it.
    const short = item.kind === "edit" && item.editMessageId === this.#lastShown;
    if (!(isOver && this.#questions.isDropped(messageId))) {
      this.#screen.message(short ? (item.text.split("\n").at(-1) ?? "") : item.text);
      this.#lastShown = messageId;
    }
    // an answer may ask too: which of a few things was meant, or whether to forget
    if (item.kind === "edit" || buttons.length > 0) this.#askAbout({ messageId, text: item.text, buttons }, item.kind !== "edit");
    // an edit with buttons asks for something too: a PIN, or whether to ask again
    if (item.kind === "answer" || buttons.length > 0 || messageId === this.#ending) this.#goOn();
    this.#ask();
    return { kind: "sent", last: { part: 0, messageId } };
  }

  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#ended = true;
    this.#lines.length = 0;
    this.#loneKey?.[Symbol.dispose]();
    this.#keyboard?.close();
    this.#screen.release();
    // The table of commands has the one way to stop a turn.
    if (this.#working || this.#questions.newest()) this.#say("/cancel");
    this.#finish();
  }

  #askAgain(): void {
    for (const { messageId, text, buttons } of this.#parts.openQuestions?.() ?? []) {
      this.#questions.set({ messageId, text, buttons: buttons.flat() });
      this.#screen.message(withoutTime(text));
    }
    this.#screen.choices(this.#questions.choices());
  }

  #askAbout(asked: { readonly messageId: string; readonly text: string; readonly buttons: readonly Button[] }, isNew: boolean): void {
    this.#questions.set(asked);
    if (this.#left) return;
    this.#screen.choices(this.#questions.choices());
    const open = this.#questions.newest();
    // The keys belong to another question now: it has to be seen again, without the time that it once had.
    if (open && !isNew && open.messageId !== asked.messageId) this.#screen.message(withoutTime(open.text));
  }

  #onLine(line: string): void {
    const text = line.trim();
    this.#loneKey?.[Symbol.dispose]();
    if (this.#byKey) this.#screen.entered(line);
    else this.#screen.answered();
    if (text !== "") {
      this.#lines.push(text);
      this.#next();
    } else this.#ask();
  }

  #onKey(): void {
    this.#screen.settle();
    this.#loneKey?.[Symbol.dispose]();
    const key = this.#keyboard?.line ?? "";
    if (this.#held || !this.#questions.has(key)) return;
    this.#loneKey = this.#later(KEY_PAUSE_MS, () => {
      const keyboard = this.#keyboard;
      if (this.#ended || keyboard?.line !== key || !this.#questions.has(key)) return;
      keyboard.write(null, { ctrl: true, name: "u" });
      this.#press(key);
    });
  }

  #onEnd(): void {
    this.#ended = true;
    if (this.#byHand) this.leave();
    else this.#next();
  }

  #next(): void {
    while (!this.#held && this.#lines.length > 0) {
      const line = this.#lines.shift() ?? "";
      if (this.#press(line)) continue;
      this.#lastShown = undefined;
      if (!this.#byHand) this.#screen.echo(line);
      this.#questions.dropOffers();
      this.#screen.choices(this.#questions.choices());
      this.#say(line);
    }
    if (this.#held || !this.#ended) return;
    const cancel = this.#questions.newest() && this.#questions.takeCancel();
    if (cancel) this.#answer(cancel);
    else this.#finish();
  }

  #say(text: string): void {
    this.#held = !this.#byHand;
    this.#parts.turns.receive({
      ...CHAT,
      messageId: randomUUID(),
      person: this.#parts.person,
      text,
      kind: text.startsWith("/") ? "command" : "text",
      sentAt: this.#now(),
      isPrivate: true,
      replyToMessageId: undefined,
      threadId: undefined,
    });
  }

  #press(typed: string): boolean {
    const button = this.#questions.take(typed);
    if (!button) return false;
    this.#screen.choices(this.#questions.choices());
    this.#answer(button);
    return true;
  }

  #answer({ messageId, data, isLast }: Taken): void {
    this.#held = !this.#byHand;
    this.#ending = isLast ? messageId : undefined;
    const [last = "", ...digits] = data.toReversed();
    const press = (one: string) =>
      this.#parts.turns.press({ ...CHAT, messageId, person: this.#parts.person, isPrivate: true, data: one, pressedAt: this.#now() });
    // presses are taken in the order in which they are made; what came of it is known with the last
    for (const digit of digits.toReversed()) void press(digit);
    press(last).then(({ toast, taken }) => {
      if (taken) return;
      this.#screen.note(toast);
      this.#goOn();
      this.#ask();
    });
  }

  #show(progress: Progress): void {
    if (this.#left) return;
    this.#working = progress.kind !== "ended";
    this.#screen.progress(progressWords(progress, this.#parts.catalogue));
  }

  #goOn(): void {
    this.#held = false;
    this.#next();
  }

  #ask(): void {
    if (this.#byHand && !this.#byKey && !this.#ended) this.#screen.ask();
  }
}

/** A question without its last line, which says how long it could be answered when it was asked. */
function withoutTime(question: string): string {
  return question.replace(/\n[^\n]*$/, "").trimEnd();
}
