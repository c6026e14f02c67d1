import { createInterface, type Interface } from "node:readline";
import type { Readable } from "node:stream";
import type { Catalogue } from "../agent/catalogue.ts";
import type { Person, Progress, ProgressEvent, Turns } from "../agent/turn.ts";
import type { Button, OutboxItem } from "../storage/outbox-item.ts";
import type { Channel, Delivered } from "./channel.ts";
import { createTerminalScreen, type TerminalOutput } from "./terminal-screen.ts";

const CHAT = { channel: "terminal", bot: "", chatId: "terminal" } as const;

interface TerminalParts {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: TerminalOutput;
  readonly turns: Turns;
  readonly person: Person;
  readonly catalogue: Catalogue;
  /** Resolves when the home can be talked about: nothing is taken in before. */
  readonly ready: () => Promise<void>;
  /** ms since the epoch */
  readonly now?: () => number;
}

/** A person at the keyboard: one line is one message; while a question is open, one key answers it. Piped input works line by line. */
export class TerminalChannel implements Channel {
  readonly name = CHAT.channel;
  /** Resolves when the input has ended and everything that was said is answered. */
  readonly finished: Promise<void>;
  readonly #parts: TerminalParts;
  readonly #screen: ReturnType<typeof createTerminalScreen>;
  readonly #now: () => number;
  readonly #interactive: boolean;
  readonly #finish: () => void;
  readonly #lines: string[] = [];
  #keyboard: Interface | undefined;
  #question: { readonly messageId: string; readonly keys: ReadonlyMap<string, Button> } | undefined;
  #busy = false;
  #ended = false;
  #count = 0;

  constructor(parts: TerminalParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#interactive = parts.input.isTTY === true && parts.output.isTTY === true;
    this.#screen = createTerminalScreen({ output: parts.output, interactive: this.#interactive });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#finish = resolve;
  }

  async start(signal: AbortSignal): Promise<void> {
    const { input, output, turns } = this.#parts;
    const keyboard = createInterface({ input, ...(this.#interactive && { output }), terminal: this.#interactive, prompt: "› " });
    this.#keyboard = keyboard;
    // Lines that come before the home is ready wait for it.
    this.#busy = true;
    this.#parts.ready().then(() => this.#idle());
    keyboard.on("line", (line) => this.#onLine(line));
    keyboard.on("close", () => this.#onEnd());
    if (this.#interactive) input.on("keypress", (key: string | undefined) => this.#onKey(key ?? ""));
    turns.onProgress((event) => event.channel === CHAT.channel && this.#show(event));
    signal.addEventListener("abort", () => keyboard.close(), { once: true });
  }

  async deliver(item: OutboxItem): Promise<Delivered> {
    const messageId = item.editMessageId ?? this.#nextId();
    // An edit repeats the question and adds how it ended, which is all that is new here.
    this.#screen.message(item.kind === "edit" ? (item.text.split("\n").at(-1) ?? "") : item.text);
    if (item.buttons.length > 0) this.#ask(messageId, item.buttons.flat());
    if (item.kind === "answer" || item.kind === "question" || (item.kind === "edit" && item.buttons.length > 0)) this.#idle();
    else this.#prompt();
    return { kind: "sent", last: { part: 0, messageId } };
  }

  #ask(messageId: string, buttons: readonly Button[]): void {
    const keys = new Map(buttons.map((button) => [keyOf(button), button]));
    this.#question = { messageId, keys };
    this.#screen.choices([...keys].map(([key, { label }]) => ({ key, label })));
  }

  #onLine(line: string): void {
    this.#lines.push(line.trim());
    this.#next();
  }

  /** One key answers an open question, as long as nothing else was typed. */
  #onKey(key: string): void {
    const keyboard = this.#keyboard;
    if (!this.#question?.keys.has(key.toLowerCase()) || keyboard?.line !== key) return;
    keyboard.write(null, { ctrl: true, name: "u" });
    this.#press(key.toLowerCase());
  }

  #onEnd(): void {
    this.#ended = true;
    this.#next();
  }

  /** Takes the next line once the last one is answered: piped lines stay in order. */
  #next(): void {
    if (this.#busy) return;
    const line = this.#lines.shift();
    if (line === undefined) {
      if (!this.#ended) return;
      // Nobody is left who could say yes.
      if (this.#question?.keys.has("c")) this.#press("c");
      else this.#finish();
      return;
    }
    if (line === "") {
      this.#next();
      return;
    }
    const key = line.toLowerCase().slice(0, 1);
    if (this.#question?.keys.has(key) && /^(\d|y|yes|c|cancel|n|no|a)$/i.test(line)) this.#press(key === "n" ? "c" : key);
    else this.#say(line);
  }

  #say(text: string): void {
    this.#busy = true;
    if (!this.#interactive) this.#screen.echo(text);
    this.#parts.turns.receive({
      ...CHAT,
      messageId: `${this.#now()}-${this.#nextId()}`,
      person: this.#parts.person,
      text,
      kind: text.startsWith("/") ? "command" : "text",
      sentAt: this.#now(),
      isPrivate: true,
      replyToMessageId: undefined,
      threadId: undefined,
    });
  }

  #press(key: string): void {
    const question = this.#question;
    const button = question?.keys.get(key);
    if (!question || !button) return;
    this.#question = undefined;
    this.#busy = true;
    const press = { ...CHAT, messageId: question.messageId, person: this.#parts.person, data: button.data, pressedAt: this.#now() };
    this.#parts.turns.press(press).then(({ toast, taken }) => {
      // What was taken shows in the chat by itself.
      if (taken) return;
      this.#screen.note(toast);
      this.#idle();
    });
  }

  #show({ progress }: ProgressEvent): void {
    this.#screen.progress(describe(progress, this.#parts.catalogue));
  }

  #idle(): void {
    this.#busy = false;
    this.#prompt();
    this.#next();
  }

  #prompt(): void {
    if (this.#interactive && !this.#ended) this.#keyboard?.prompt(true);
  }

  #nextId(): string {
    this.#count += 1;
    return String(this.#count);
  }
}

/** `y`, `c`, a number, or `a` for asking again: by what the button does, not by what is written on it. */
function keyOf({ data }: Button): string {
  const choice = data.split(":").at(-1) ?? "";
  if (data.startsWith("r:")) return "a";
  return choice === "yes" ? "y" : choice === "no" ? "c" : String(Number(choice) + 1);
}

function describe(progress: Progress, catalogue: Catalogue): string | undefined {
  switch (progress.kind) {
    case "thinking":
      return catalogue.text("progress.thinking");
    case "reading":
      return catalogue.text("progress.reading", { count: progress.count });
    case "acting":
      return catalogue.text("progress.acting", { names: catalogue.list(progress.names) });
    case "asking":
      return catalogue.text("progress.asking");
    case "text":
      return progress.text.replaceAll("\n", " ");
    case "ended":
      return undefined;
  }
}
