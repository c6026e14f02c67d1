import { catalogueFor } from "../../languages/catalogue.ts";
import type { Chat } from "../../storage/chat.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";

interface RecordWarningDependencies {
  /** The chats that owners read alone, as far as they are known. */
  readonly ownersChats: () => readonly Chat[];
  readonly outbox: Pick<OutboxStore, "add">;
  readonly language: string;
  readonly clock: () => number;
  readonly wakeDelivery: () => void;
}

/** Tells the owners that the record of actions was changed from outside; once for each place in it. */
export function createRecordWarning({ ownersChats, outbox, language, clock, wakeDelivery }: RecordWarningDependencies) {
  return (brokenAt: number | undefined): void => {
    const text = catalogueFor(language).text("notice.record-changed");
    for (const { channel, bot, chatId } of ownersChats()) {
      const onceKey = `record:${brokenAt ?? "end"}:${channel}:${bot}:${chatId}`;
      outbox.add({ channel, bot, chatId, kind: "notice", text, origin: "home", onceKey, at: clock() });
    }
    wakeDelivery();
  };
}
