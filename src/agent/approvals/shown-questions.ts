import { catalogueFor } from "../../languages/catalogue.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import { choiceButtons } from "../graph/choice-text.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { questionButtons } from "./questions.ts";

export interface ShownQuestion {
  readonly messageId: string;
  /** Markdown; its last line says how, and how long, it could be answered when it was shown. */
  readonly text: string;
  readonly buttons: readonly (readonly Button[])[];
}

interface ShownQuestionsDependencies extends Pick<TurnStores, "approvals" | "choices" | "outbox" | "turns">, Pick<Timing, "clock"> {}

/** Open questions that a channel showed, oldest first, those about actions last: for a channel that forgets what it showed. */
export function createShownQuestions({ approvals, choices, outbox, turns, clock }: ShownQuestionsDependencies) {
  const catalogueOf = (turnId: string) => catalogueFor(turns.get(turnId)?.language ?? "en");
  return (channel: string): readonly ShownQuestion[] => {
    const offered = choices.open(clock()).flatMap(({ id, turnId, question: text, options, ...chat }) => {
      const { messageId } = outbox.answerOf(turnId);
      if (chat.channel !== channel || messageId === undefined) return [];
      return { messageId, text, buttons: choiceButtons(id, options, catalogueOf(turnId)) };
    });
    const asked = approvals.open().flatMap(({ id, turnId, actions }) => {
      const buttons = questionButtons(id, actions.length, catalogueOf(turnId));
      const messages = outbox.messagesOfApproval(id).filter((message) => message.channel === channel);
      return messages.map(({ messageId, text }) => ({ messageId, text, buttons }));
    });
    return [...offered, ...asked];
  };
}
