import { PassThrough } from "node:stream";
import { setImmediate as tick } from "node:timers/promises";
import type { ShownQuestion } from "../../src/agent/approvals/questions.ts";
import type { ButtonPress, IncomingMessage, Person, PressReply, Progress, ProgressEvent, Turns } from "../../src/agent/turn.ts";
import { createTerminalChannel, type TerminalChannel } from "../../src/channels/terminal/terminal.ts";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import type { Button, OutboxItem } from "../../src/storage/turns/outbox.ts";
import { EmulatedKeyboard, EmulatedTerminal } from "./terminal-emulator.ts";

export const anna: Person = { id: "terminal", name: "Anna", role: "owner", language: "en" };
export const yesOrCancel = (id = "q1"): Button[] => [
  { label: "Yes", data: `a:${id}:yes` },
  { label: "Cancel", data: `a:${id}:no` },
];

/** The terminal channel between streams of the test and turns that only write down what they get. */
export class Chat {
  readonly said: IncomingMessage[] = [];
  readonly pressed: ButtonPress[] = [];
  pressReply: PressReply = { toast: "OK", taken: true };
  readonly channel: TerminalChannel;
  finished = false;
  readonly #input: PassThrough;
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #listener: ((event: ProgressEvent) => void) | undefined;
  #items = 0;

  constructor(
    input: PassThrough,
    output: Parameters<typeof createTerminalChannel>[0]["output"],
    { canRewrite = true, openQuestions = [] }: { canRewrite?: boolean; openQuestions?: readonly ShownQuestion[] } = {},
  ) {
    this.#input = input;
    const turns: Turns = {
      receive: (message) => {
        this.said.push(message);
        return "queued";
      },
      press: async (press) => {
        this.pressed.push(press);
        return this.pressReply;
      },
      onProgress: (listener) => {
        this.#listener = listener;
        return { [Symbol.dispose]: () => undefined };
      },
    };
    this.channel = createTerminalChannel({
      ...{ input, output, turns, person: anna, catalogue: catalogueFor("en"), canRewrite, openQuestions: () => openQuestions },
      ready: () => this.#ready.promise,
    });
    this.channel.finished.then(() => {
      this.finished = true;
    });
  }

  async start({ ready = true } = {}): Promise<this> {
    await this.channel.start(this.#stop.signal);
    if (ready) await this.becomesReady();
    return this;
  }

  async becomesReady(): Promise<void> {
    this.#ready.resolve();
    await tick();
  }

  async types(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#input.write(key);
      await tick();
    }
  }

  async endsInput(): Promise<void> {
    this.#input.end();
    await tick();
    await tick();
  }

  async stops(): Promise<void> {
    this.#stop.abort();
    await tick();
  }

  async shows(text: string, more: Partial<OutboxItem> = {}): Promise<string> {
    this.#items += 1;
    const item: OutboxItem = {
      ...{ id: `item${this.#items}`, turnId: "turn", channel: "terminal", bot: "", chatId: "terminal", threadId: undefined },
      ...{ kind: "answer", text, buttons: [], replyToMessageId: undefined, editMessageId: undefined },
      ...{ sentParts: [], attempts: 0, createdAt: 0, ...more },
    };
    const shown = await this.channel.deliver(item);
    await tick();
    return shown.kind === "sent" ? (shown.last?.messageId ?? "") : "";
  }

  asks(text: string, buttons: readonly Button[] = yesOrCancel()): Promise<string> {
    return this.shows(text, { kind: "question", buttons: [buttons] });
  }

  edits(editMessageId: string, text: string, buttons: readonly Button[] = []): Promise<string> {
    return this.shows(text, { kind: "edit", editMessageId, buttons: [buttons] });
  }

  does(progress: Progress): void {
    const chat = { channel: "terminal", bot: "", chatId: "terminal", isPrivate: true, threadId: undefined };
    this.#listener?.({ turnId: "turn", ...chat, progress });
  }
}

export async function atTerminal({
  openQuestions = [],
  ...options
}: {
  columns?: number;
  colours?: boolean;
  openQuestions?: readonly ShownQuestion[];
} = {}) {
  const terminal = new EmulatedTerminal(options);
  const keyboard = new EmulatedKeyboard();
  const chat = await new Chat(keyboard, terminal, { openQuestions }).start();
  return { chat, terminal, keyboard };
}

export async function piped(options: { ready?: boolean } = {}) {
  const output = new PassThrough({ encoding: "utf8" });
  const chat = await new Chat(new PassThrough(), output).start(options);
  let text = "";
  output.on("data", (chunk: string) => {
    text += chunk;
  });
  return { chat, written: () => text.split("\n").slice(0, -1) };
}

export const texts = (messages: readonly IncomingMessage[]) => messages.map(({ text }) => text);
export const data = (presses: readonly ButtonPress[]) => presses.map((press) => press.data);
