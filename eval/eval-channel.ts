import { randomUUID } from "node:crypto";
import { parseButtonData } from "../src/agent/approvals/questions.ts";
import type { Person, Turns } from "../src/agent/turn.ts";
import type { Channel, Delivered } from "../src/channels/channel.ts";
import type { OutboxItem } from "../src/storage/turns/outbox.ts";

/** A turn that takes longer is over for the evaluation, whatever comes of it: twice the slowest case of a small model on two cores. */
const TURN_MS = 300_000;

export interface Answered {
  /** Undefined if the turn ended without one, or not in time. */
  readonly text: string | undefined;
  /** Whether it has buttons: a question back, or offers. */
  readonly isQuestion: boolean;
  readonly seconds: number;
  /** Whether a model was asked. */
  readonly thought: boolean;
}

interface EvalChannelOptions {
  readonly answersYes: boolean;
  readonly language?: string;
  readonly personId?: string;
  /** ms since the epoch */
  readonly now?: () => number;
}

/** A channel with one person in one chat, who says one sentence after another, and answers every question Yes if told so. */
export class EvalChannel implements Channel {
  /** Of a kind that policy knows: what is measured is what a person at a terminal would get. */
  readonly name = "terminal";
  readonly #answersYes: boolean;
  readonly #speaker: Person;
  readonly #now: () => number;
  #turns: Turns | undefined;
  #answer: ((item: OutboxItem) => void) | undefined;
  #shown: { readonly item: OutboxItem; readonly messageId: string } | undefined;
  readonly #chatId = randomUUID();

  constructor({ answersYes, language = "en", personId = "eval", now = Date.now }: EvalChannelOptions) {
    this.#answersYes = answersYes;
    this.#now = now;
    this.#speaker = { id: personId, name: "Anna", role: "owner", language };
  }

  get personId(): string {
    return this.#speaker.id;
  }

  /** The turns that it feeds; once, before it starts. */
  join(turns: Turns): this {
    this.#turns = turns;
    return this;
  }

  async start(): Promise<void> {}

  async deliver(item: OutboxItem): Promise<Delivered> {
    const messageId = randomUUID();
    this.#shown = { item, messageId };
    const yes = item.buttons.flat().find(({ data }) => {
      const button = parseButtonData(data);
      return button?.kind === "answer" && (button.choice === "yes" || button.choice === "ask");
    });
    // the press follows once the outbox knows the message that it belongs to
    if (item.kind === "question" && yes && this.#answersYes) setImmediate(() => void this.#press(yes.data));
    else if (item.kind === "answer" || item.kind === "question") this.#answer?.(item);
    return { kind: "sent", last: { part: 0, messageId } };
  }

  /** Says a sentence and waits for the answer. */
  say(sentence: string): Promise<Answered> {
    return this.#answered(() =>
      this.#turns?.receive({
        channel: this.name,
        bot: "",
        chatId: this.#chatId,
        messageId: randomUUID(),
        person: this.#speaker,
        text: sentence,
        kind: "text",
        sentAt: this.#now(),
        isPrivate: true,
        replyToMessageId: undefined,
        threadId: undefined,
      }),
    );
  }

  /** Presses a button of the last message and waits for what comes of it. Throws if there is none of that label. */
  press(label: string): Promise<Answered> {
    const button = this.#shown?.item.buttons.flat().find((one) => one.label === label);
    if (!button) throw new Error(`no button ${label}`);
    return this.#answered(() => setImmediate(() => void this.#press(button.data)));
  }

  async #answered(ask: () => void): Promise<Answered> {
    const began = performance.now();
    let thought = false;
    const { promise, resolve } = Promise.withResolvers<OutboxItem | undefined>();
    const timer = setTimeout(() => resolve(undefined), TURN_MS);
    using _progress = this.#turns?.onProgress(({ progress }) => {
      thought ||= progress.kind === "thinking";
    });
    this.#answer = resolve;
    ask();
    const item = await promise;
    clearTimeout(timer);
    this.#answer = undefined;
    return { text: item?.text, isQuestion: (item?.buttons.length ?? 0) > 0, seconds: (performance.now() - began) / 1000, thought };
  }

  async #press(data: string): Promise<void> {
    const { item, messageId } = this.#shown ?? {};
    if (!item || messageId === undefined) return;
    const place = { channel: this.name, bot: item.bot, chatId: item.chatId, messageId };
    await this.#turns?.press({ ...place, person: this.#speaker, data, isPrivate: true, pressedAt: this.#now() });
  }
}
