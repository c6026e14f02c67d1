import { randomUUID } from "node:crypto";
import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";
import type { ShownQuestion } from "../../agent/approvals/questions.ts";
import { type Person, type Progress, progressWords, type Turns } from "../../agent/turn.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Button, OutboxItem } from "../../storage/turns/outbox.ts";
import type { Channel, Delivered } from "../channel.ts";
import { formatMarkdown, type Style, styled } from "./terminal-format.ts";
import { createOpenQuestions, type Taken } from "./terminal-questions.ts";

const CHAT = { channel: "terminal", bot: "", chatId: "terminal" } as const;

const PROMPT = "› ";
const CYAN: Style = [36, 39];
const DIM: Style = [2, 22];

export interface TerminalOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  /** False under NO_COLOR. */
  hasColors?(): boolean;
}

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
}

/** A person at the keyboard: a line is a message, or answers an open question. Piped lines each wait for the answer before. */
export class TerminalChannel implements Channel {
  readonly name = CHAT.channel;
  /** Resolves when the person has left, or the input has ended and everything that was said is answered. */
  readonly finished: Promise<void>;
  readonly #parts: TerminalParts;
  readonly #questions = createOpenQuestions();
  readonly #now: () => number;
  /** Somebody types: nobody waits for them to see an answer first. */
  readonly #byHand: boolean;
  /** The line editor draws the prompt and what is typed. */
  readonly #isEdited: boolean;
  readonly #colours: boolean;
  readonly #finish: () => void;
  readonly #lines: string[] = [];
  #keyboard: Interface | undefined;
  /** The last line of the screen is a prompt that nobody draws again. */
  #atPrompt = false;
  #progress: string | undefined;
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
    const isTerminal = output.isTTY === true && canRewrite;
    this.#byHand = input.isTTY === true;
    this.#isEdited = this.#byHand && isTerminal;
    this.#colours = isTerminal && output.hasColors?.() === true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#finish = resolve;
  }

  async start(signal: AbortSignal): Promise<void> {
    const { input, output, turns, ready } = this.#parts;
    const prompt = styled(PROMPT, CYAN, this.#colours);
    const keyboard = createInterface({ input, ...(this.#byHand && { output }), terminal: this.#isEdited, prompt });
    this.#keyboard = keyboard;
    keyboard.on("line", (line) => this.#onLine(line));
    keyboard.on("close", () => this.#onEnd());
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
    if (item.media) return { kind: "no-picture" };
    const messageId = item.editMessageId ?? randomUUID();
    const buttons = item.buttons.flat();
    const isOver = item.kind === "edit" && buttons.length === 0;
    // An edit repeats the question and adds how it ended, which is all that is new right under it.
    const short = item.kind === "edit" && item.editMessageId === this.#lastShown;
    if (!(isOver && this.#questions.isDropped(messageId))) {
      this.#message(short ? (item.text.split("\n").at(-1) ?? "") : item.text);
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
    this.#keyboard?.close();
    if (this.#isEdited || this.#atPrompt) this.#parts.output.write("\n");
    // The table of commands has the one way to stop a turn.
    if (this.#working || this.#questions.newest()) this.#say("/cancel");
    this.#finish();
  }

  #askAgain(): void {
    for (const { messageId, text, buttons } of this.#parts.openQuestions?.() ?? []) {
      this.#questions.set({ messageId, text, buttons: buttons.flat() });
      this.#message(withoutTime(text));
    }
    this.#showChoices();
  }

  #askAbout(asked: { readonly messageId: string; readonly text: string; readonly buttons: readonly Button[] }, isNew: boolean): void {
    this.#questions.set(asked);
    if (this.#left) return;
    const open = this.#questions.newest();
    // The keys belong to another question now: it has to be seen again, without the time that it once had.
    if (open && !isNew && open.messageId !== asked.messageId) this.#message(withoutTime(open.text));
    this.#showChoices();
  }

  #onLine(line: string): void {
    const text = line.trim();
    this.#atPrompt = false;
    if (text !== "") {
      this.#lines.push(text);
      this.#next();
    }
    if (text === "" || this.#isEdited) this.#ask();
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
      // it was not typed here: the answer under it makes sense so
      if (!this.#byHand) this.#print(`${PROMPT}${line}`);
      this.#questions.dropOffers();
      this.#showChoices();
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
      this.#print(styled(toast, DIM, this.#colours));
      this.#goOn();
      this.#ask();
    });
  }

  #show(progress: Progress): void {
    if (this.#left) return;
    this.#working = progress.kind !== "ended";
    // a question and an answer follow as messages
    if (!this.#byHand || progress.kind === "asking" || progress.kind === "text") return;
    const words = progressWords(progress, this.#parts.catalogue);
    if (words !== undefined && words !== this.#progress) this.#print(styled(formatMarkdown(words, false), DIM, this.#colours));
    this.#progress = words;
  }

  #goOn(): void {
    this.#held = false;
    this.#next();
  }

  #ask(): void {
    if (!this.#byHand || this.#ended || this.#atPrompt) return;
    this.#keyboard?.prompt(true);
    this.#atPrompt = !this.#isEdited;
  }

  #message(markdown: string): void {
    this.#print(formatMarkdown(markdown, this.#colours));
  }

  #showChoices(): void {
    const choices = this.#questions.choices().map(({ key, label }) => `${styled(`[${key}]`, CYAN, this.#colours)} ${label}`);
    if (choices.length > 0) this.#print(choices.join("  "));
  }

  /** Writes over the prompt and what is typed there, which the line editor then draws again below. */
  #print(text: string): void {
    const { output } = this.#parts;
    if (this.#isEdited && !this.#ended) {
      const rows = this.#keyboard?.getCursorPos().rows ?? 0;
      output.write(`\r${rows > 0 ? `\u001b[${rows}A` : ""}\u001b[J${text}${"\n".repeat(rows + 1)}`);
      this.#keyboard?.prompt(true);
    } else output.write(`${this.#atPrompt ? "\n" : ""}${text}\n`);
    this.#atPrompt = false;
  }
}

/** A question without its last line, which says how long it could be answered when it was asked. */
function withoutTime(question: string): string {
  return question.replace(/\n[^\n]*$/, "").trimEnd();
}
