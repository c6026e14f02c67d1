import { randomUUID } from "node:crypto";
import { parseButtonData } from "../src/agent/approvals/questions.ts";
import type { Person, Turns } from "../src/agent/turn.ts";
import type { Channel, Delivered } from "../src/channels/channel.ts";
import type { OutboxItem } from "../src/storage/turns/outbox.ts";

/** A turn that takes longer is over for the evaluation, whatever comes of it: twice the slowest case of a small model on two cores. */
const TURN_MS = 300_000;

const SPEAKER: Person = { id: "eval", name: "Anna", role: "owner", language: "en" };

export interface Answered {
  /** Undefined if the turn ended without one, or not in time. */
  readonly text: string | undefined;
  readonly seconds: number;
  /** Whether a model was asked. */
  readonly thought: boolean;
}

/** A channel with one person, who says one sentence after another and answers every question Yes. */
export class EvalChannel implements Channel {
  /** Of a kind that policy knows: what is measured is what a person at a terminal would get. */
  readonly name = "terminal";
  readonly #turns: Turns;
  #answer: ((text: string) => void) | undefined;

  constructor({ turns }: { turns: Turns }) {
    this.#turns = turns;
  }

  async start(): Promise<void> {}

  async deliver(item: OutboxItem): Promise<Delivered> {
    const messageId = randomUUID();
    const yes = item.buttons.flat().find(({ data }) => {
      const button = parseButtonData(data);
      return button?.kind === "answer" && (button.choice === "yes" || button.choice === "ask");
    });
    // the press follows once the outbox knows the message that it belongs to
    if (item.kind === "question" && yes) setImmediate(() => void this.#press(item, messageId, yes.data));
    if (item.kind === "answer") this.#answer?.(item.text);
    return { kind: "sent", last: { part: 0, messageId } };
  }

  /** Says a sentence in a chat of its own and waits for the answer. */
  async say(sentence: string): Promise<Answered> {
    const began = performance.now();
    let thought = false;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(() => resolve(undefined), TURN_MS);
    using _progress = this.#turns.onProgress(({ progress }) => {
      thought ||= progress.kind === "thinking";
    });
    this.#answer = resolve;
    this.#turns.receive({
      channel: this.name,
      bot: "",
      chatId: randomUUID(),
      messageId: randomUUID(),
      person: SPEAKER,
      text: sentence,
      kind: "text",
      sentAt: Date.now(),
      isPrivate: true,
      replyToMessageId: undefined,
      threadId: undefined,
    });
    const text = await promise;
    clearTimeout(timer);
    this.#answer = undefined;
    return { text, seconds: (performance.now() - began) / 1000, thought };
  }

  async #press({ bot, chatId }: OutboxItem, messageId: string, data: string): Promise<void> {
    await this.#turns.press({ channel: this.name, bot, chatId, messageId, person: SPEAKER, data, isPrivate: true, pressedAt: Date.now() });
  }
}
