import { catalogueFor } from "../languages/catalogue.ts";
import type { MessageKey } from "../languages/message-keys.ts";
import type { OutboxStore } from "../storage/turns/outbox.ts";
import { type CommandAnswer, wholeAnswer } from "./command-context.ts";
import type { ButtonPress, Person, PressReply } from "./turn.ts";

export type Toaster = (key: MessageKey, parameters?: Record<string, string | number>, taken?: boolean) => PressReply;

/** Answers presses in the language of who pressed. */
export function toasterFor(person: Person | undefined): Toaster {
  const catalogue = catalogueFor(person?.language ?? "en");
  return (key, parameters = {}, taken = false) => ({ toast: catalogue.text(key, parameters), taken });
}

export interface PressEditorDependencies {
  readonly outbox: Pick<OutboxStore, "add" | "turnOfMessage">;
  readonly now: () => number;
}

/** Replaces the message whose button was pressed. The edit belongs to that message's turn, so that it is forgotten with it. */
export function createPressEditor({ outbox, now }: PressEditorDependencies) {
  return ({ channel, bot, chatId, messageId }: ButtonPress, answer: CommandAnswer): void => {
    const turnId = outbox.turnOfMessage({ channel, bot, chatId }, messageId);
    outbox.add({ channel, bot, chatId, turnId, kind: "edit", editMessageId: messageId, ...wholeAnswer(answer), at: now() });
  };
}
