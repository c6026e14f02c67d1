import type { Button } from "./telegram-text.ts";

/** A message of a bot as the people in the chat see it now. */
export interface BotMessage {
  readonly messageId: number;
  readonly chatId: number;
  /** As sent, with markup; after edits the newest. */
  readonly text: string;
  /** As a person reads it. */
  readonly plain: string;
  readonly parseMode: string;
  /** `[[{ label, data }]]`, empty when there are none (any more). */
  readonly buttons: readonly (readonly Button[])[];
  /** Every earlier text. */
  readonly edits: readonly string[];
  readonly replyTo: number | undefined;
  readonly tag: string | undefined;
  /** The name of the file and its bytes; the text is its caption. */
  readonly photo: { readonly name: string; readonly bytes: Buffer } | undefined;
  /** The bytes of a voice message. */
  readonly voice: Buffer | undefined;
  /** Config entry of the bot. */
  readonly bot: string;
}

/** A message of a person. */
export interface PersonMessage {
  readonly messageId: number;
  readonly userId: number;
  readonly date: string;
}

interface Waiter {
  readonly chatId: number;
  readonly predicate: ((message: BotMessage) => boolean) | undefined;
  readonly done: (message: BotMessage) => void;
}

/** Telegram counts from anywhere; the recordings' fake began here too. */
const FIRST_MESSAGE_ID = 101;

interface Chat {
  title: string;
  next: number;
  readonly said: Map<number, PersonMessage>;
  readonly sent: BotMessage[];
  /** Messages that `wait` has handed out. */
  readonly taken: Set<number>;
}

/** The chats as Telegram keeps them: numbers of messages, what was said, who waits for something. */
export function createTelegramChats() {
  const chats = new Map<number, Chat>();
  const waiters = new Set<Waiter>();
  const chat = (chatId: number): Chat => {
    const found: Chat = chats.get(chatId) ?? {
      title: `Chat ${chatId}`,
      next: FIRST_MESSAGE_ID,
      said: new Map(),
      sent: [],
      taken: new Set(),
    };
    chats.set(chatId, found);
    return found;
  };
  const findFor = ({ chatId, predicate }: Pick<Waiter, "chatId" | "predicate">) => {
    const { sent, taken } = chat(chatId);
    const found = predicate ? sent.find(predicate) : sent.find((message) => !taken.has(message.messageId));
    if (found) taken.add(found.messageId);
    return found;
  };
  return {
    get ids() {
      return chats.keys();
    },
    has: (chatId: number): boolean => chats.has(chatId),
    title: (chatId: number): string => chat(chatId).title,
    open(chatId: number, title: string): void {
      chat(chatId).title = title;
    },
    close: (chatId: number): void => void chats.delete(chatId),
    /** The next message id of a chat. */
    count: (chatId: number): number => chat(chatId).next++,
    keepSaid: (chatId: number, message: PersonMessage): void => void chat(chatId).said.set(message.messageId, message),
    said: (chatId: number, messageId: number): PersonMessage | undefined => chat(chatId).said.get(messageId),
    sent: (chatId: number): readonly BotMessage[] => chats.get(chatId)?.sent ?? [],
    /** Adds a message, or puts the new version in the place of the old one, and wakes who waits for it. */
    put(message: BotMessage): void {
      const { sent } = chat(message.chatId);
      const index = sent.findIndex((other) => other.messageId === message.messageId);
      if (index < 0) sent.push(message);
      else sent[index] = message;
      for (const waiter of [...waiters]) {
        if (waiter.chatId !== message.chatId) continue;
        const found = findFor(waiter);
        if (found) waiter.done(found);
      }
    },
    wait(chatId: number, predicate: ((message: BotMessage) => boolean) | undefined, timeoutMs: number): Promise<BotMessage> {
      const found = findFor({ chatId, predicate });
      if (found) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const give = (settle: () => void) => {
          waiters.delete(waiter);
          clearTimeout(timer);
          settle();
        };
        const waiter: Waiter = { chatId, predicate, done: (message) => give(() => resolve(message)) };
        const shown = () => JSON.stringify(chat(chatId).sent.map((message) => message.plain));
        const timer = setTimeout(
          () => give(() => reject(new Error(`no such message in chat ${chatId} after ${timeoutMs} ms; there are ${shown()}`))),
          timeoutMs,
        );
        waiters.add(waiter);
      });
    },
  };
}

export type TelegramChats = ReturnType<typeof createTelegramChats>;
