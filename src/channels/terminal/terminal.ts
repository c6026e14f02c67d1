import { randomUUID } from "node:crypto";
import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";
import type { ShownQuestion } from "../../agent/approvals/questions.ts";
import { type Person, type Progress, progressWords, type Turns } from "../../agent/turn.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Button, OutboxItem } from "../../storage/turns/outbox.ts";
import type { Delivered } from "../channel.ts";
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

export type TerminalChannel = ReturnType<typeof createTerminalChannel>;

/** A person at the keyboard: a line is a message, or answers an open question. Piped lines each wait for the answer before. */
export function createTerminalChannel(parts: TerminalParts) {
  const { input, output, turns, person, catalogue, ready, openQuestions, canRewrite = true, now = Date.now } = parts;
  const questions = createOpenQuestions();
  const isTerminal = output.isTTY === true && canRewrite;
  /** Somebody types: nobody waits for them to see an answer first. */
  const byHand = input.isTTY === true;
  /** The line editor draws the prompt and what is typed. */
  const isEdited = byHand && isTerminal;
  const colours = isTerminal && output.hasColors?.() === true;
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const lines: string[] = [];
  let keyboard: Interface | undefined;
  /** The last line of the screen is a prompt that nobody draws again. */
  let atPrompt = false;
  let shownProgress: string | undefined;
  /** Nothing is said now: the home is not ready, or a piped line waits for its answer. */
  let held = true;
  let working = false;
  let ended = false;
  let left = false;
  let lastShown: string | undefined;
  let ending: string | undefined;

  function leave(): void {
    if (left) return;
    left = true;
    ended = true;
    lines.length = 0;
    keyboard?.close();
    if (isEdited || atPrompt) output.write("\n");
    // The table of commands has the one way to stop a turn.
    if (working || questions.newest()) say("/cancel");
    finish();
  }

  function askAgain(): void {
    for (const { messageId, text, buttons } of openQuestions?.() ?? []) {
      questions.set({ messageId, text, buttons: buttons.flat() });
      message(withoutTime(text));
    }
    showChoices();
  }

  function askAbout(
    asked: { readonly messageId: string; readonly text: string; readonly buttons: readonly Button[] },
    isNew: boolean,
  ): void {
    questions.set(asked);
    if (left) return;
    const open = questions.newest();
    // The keys belong to another question now: it has to be seen again, without the time that it once had.
    if (open && !isNew && open.messageId !== asked.messageId) message(withoutTime(open.text));
    showChoices();
  }

  function onLine(line: string): void {
    const text = line.trim();
    atPrompt = false;
    if (text !== "") {
      lines.push(text);
      next();
    }
    if (text === "" || isEdited) ask();
  }

  function onEnd(): void {
    ended = true;
    if (byHand) leave();
    else next();
  }

  function next(): void {
    while (!held && lines.length > 0) {
      const line = lines.shift() ?? "";
      if (press(line)) continue;
      lastShown = undefined;
      // it was not typed here: the answer under it makes sense so
      if (!byHand) print(`${PROMPT}${line}`);
      questions.dropOffers();
      showChoices();
      say(line);
    }
    if (held || !ended) return;
    const cancel = questions.newest() && questions.takeCancel();
    if (cancel) answer(cancel);
    else finish();
  }

  function say(text: string): void {
    held = !byHand;
    turns.receive({
      ...CHAT,
      messageId: randomUUID(),
      person,
      text,
      kind: "text",
      sentAt: now(),
      isPrivate: true,
      replyToMessageId: undefined,
      threadId: undefined,
    });
  }

  function press(typed: string): boolean {
    const button = questions.take(typed);
    if (!button) return false;
    answer(button);
    return true;
  }

  function answer({ messageId, data, isLast }: Taken): void {
    held = !byHand;
    ending = isLast ? messageId : undefined;
    const [last = "", ...digits] = data.toReversed();
    const press = (one: string) => turns.press({ ...CHAT, messageId, person, isPrivate: true, data: one, pressedAt: now() });
    // presses are taken in the order in which they are made; what came of it is known with the last
    for (const digit of digits.toReversed()) void press(digit);
    press(last).then(({ toast, taken }) => {
      if (taken) return;
      print(styled(toast, DIM, colours));
      goOn();
      ask();
    });
  }

  function show(progress: Progress): void {
    if (left) return;
    working = progress.kind !== "ended";
    // a question and an answer follow as messages
    if (!byHand || progress.kind === "asking" || progress.kind === "text") return;
    const words = progressWords(progress, catalogue);
    if (words !== undefined && words !== shownProgress) print(styled(formatMarkdown(words, false), DIM, colours));
    shownProgress = words;
  }

  function goOn(): void {
    held = false;
    next();
  }

  function ask(): void {
    if (!byHand || ended || atPrompt) return;
    keyboard?.prompt(true);
    atPrompt = !isEdited;
  }

  function message(markdown: string): void {
    print(formatMarkdown(markdown, colours));
  }

  function showChoices(): void {
    const choices = questions.choices().map(({ key, label }) => `${styled(`[${key}]`, CYAN, colours)} ${label}`);
    if (choices.length > 0) print(choices.join("  "));
  }

  /** Writes over the prompt and what is typed there, which the line editor then draws again below. */
  function print(text: string): void {
    if (isEdited && !ended) {
      const rows = keyboard?.getCursorPos().rows ?? 0;
      output.write(`\r${rows > 0 ? `\u001b[${rows}A` : ""}\u001b[J${text}${"\n".repeat(rows + 1)}`);
      keyboard?.prompt(true);
    } else output.write(`${atPrompt ? "\n" : ""}${text}\n`);
    atPrompt = false;
  }

  return {
    name: CHAT.channel,
    /** Resolves when the person has left, or the input has ended and everything that was said is answered. */
    finished,
    leave,
    async start(signal: AbortSignal): Promise<void> {
      const prompt = styled(PROMPT, CYAN, colours);
      keyboard = createInterface({ input, ...(byHand && { output }), terminal: isEdited, prompt });
      keyboard.on("line", onLine);
      keyboard.on("close", onEnd);
      askAgain();
      turns.onProgress(({ channel, progress }) => channel === CHAT.channel && show(progress));
      signal.addEventListener("abort", leave, { once: true });
      ready(signal).then(goOn, leave);
      ask();
    },
    async deliver(item: OutboxItem): Promise<Delivered> {
      if (item.media) return { kind: "no-picture" };
      const messageId = item.editMessageId ?? randomUUID();
      const buttons = item.buttons.flat();
      const isOver = item.kind === "edit" && buttons.length === 0;
      // An edit repeats the question and adds how it ended, which is all that is new right under it.
      const short = item.kind === "edit" && item.editMessageId === lastShown;
      if (!(isOver && questions.isDropped(messageId))) {
        message(short ? (item.text.split("\n").at(-1) ?? "") : item.text);
        lastShown = messageId;
      }
      // an answer may ask too: which of a few things was meant, or whether to forget
      if (item.kind === "edit" || buttons.length > 0) askAbout({ messageId, text: item.text, buttons }, item.kind !== "edit");
      // an edit with buttons asks for something too: a PIN, or whether to ask again
      if (item.kind === "answer" || buttons.length > 0 || messageId === ending) goOn();
      ask();
      return { kind: "sent", last: { part: 0, messageId } };
    },
  };
}

/** A question without its last line, which says how long it could be answered when it was asked. */
function withoutTime(question: string): string {
  return question.replace(/\n[^\n]*$/, "").trimEnd();
}
