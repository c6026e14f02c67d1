import type { ApprovalStore } from "../storage/approvals.ts";
import type { OutboxStore } from "../storage/outbox.ts";
import type { Button } from "../storage/outbox-item.ts";
import type { TurnStore } from "../storage/turns.ts";
import { catalogueFor } from "./catalogue.ts";
import { questionButtons } from "./questions.ts";

/** An open question as it stands in a chat. */
export interface ShownQuestion {
  readonly messageId: string;
  /** Markdown; its last line says how long it could be answered when it was shown. */
  readonly text: string;
  readonly buttons: readonly (readonly Button[])[];
}

interface ShownQuestionsDependencies {
  readonly approvals: Pick<ApprovalStore, "open">;
  readonly outbox: Pick<OutboxStore, "messagesOfApproval">;
  readonly turns: Pick<TurnStore, "get">;
}

/** Questions that were shown through a channel and are still open, oldest first: for a channel that forgets what it showed when it ends. */
export function createShownQuestions({ approvals, outbox, turns }: ShownQuestionsDependencies) {
  return (channel: string): readonly ShownQuestion[] =>
    approvals.open().flatMap(({ id, turnId, actions }) => {
      const buttons = questionButtons(id, actions.length, catalogueFor(turns.get(turnId)?.language ?? "en"));
      const messages = outbox.messagesOfApproval(id).filter((message) => message.channel === channel);
      return messages.map(({ messageId, text }) => ({ messageId, text, buttons }));
    });
}
