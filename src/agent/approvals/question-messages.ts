import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { OwnerDecision } from "../../security/effects/familiar.ts";
import type { Chat } from "../../storage/chat.ts";
import { type Approval, leavingTexts } from "../../storage/turns/approvals.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import type { Timing, TurnStores } from "../stores.ts";
import type { ButtonPress, Person } from "../turn.ts";
import { createPhrases } from "../wording/phrases.ts";
import { quotable } from "../wording/verbatim.ts";
import { type Pad, pinButtons } from "./pin-pad.ts";
import { endedQuestion, questionButtons } from "./questions.ts";

interface QuestionMessagesDependencies extends Pick<TurnStores, "outbox" | "turns">, Pick<Timing, "clock"> {
  readonly home: Pick<Home, "find">;
}

export type QuestionMessages = ReturnType<typeof createQuestionMessages>;

/** A question as it stands in the chats of all who may answer it: the same answer appears in each. Joins the open transaction. */
export function createQuestionMessages({ outbox, turns, home, clock }: QuestionMessagesDependencies) {
  const catalogueOf = ({ turnId }: Approval): Catalogue => catalogueFor(turns.get(turnId)?.language ?? "en");

  const edit = (
    approval: Approval,
    { text: question, ...message }: Chat & { readonly messageId: string; readonly text: string },
    outcome: string,
    buttons: readonly (readonly Button[])[] = [],
  ): void => {
    const { channel, bot, chatId, messageId: editMessageId } = message;
    const text = endedQuestion(question, outcome);
    outbox.add({ channel, bot, chatId, turnId: approval.turnId, kind: "edit", text, origin: "home", buttons, editMessageId, at: clock() });
  };

  const messages = (approval: Approval) => outbox.messagesOfApproval(approval.id);

  /** A message whose id has not come back, or never will, can be edited where it was pressed. */
  const messagesAndPressed = (approval: Approval, { channel, bot, chatId, messageId }: ButtonPress) => {
    const known = messages(approval);
    const isKnown = known.some((message) => message.chatId === chatId && message.messageId === messageId);
    return isKnown ? known : [...known, { channel, bot, chatId, messageId, text: approval.question }];
  };

  const editPressed = (approval: Approval, press: ButtonPress, outcome: string, buttons: readonly (readonly Button[])[]): void => {
    const { chatId, messageId } = press;
    const pressed = messagesAndPressed(approval, press).find((message) => message.chatId === chatId && message.messageId === messageId);
    if (pressed) edit(approval, pressed, outcome, buttons);
  };

  return {
    showAnswer(
      approval: Approval,
      approved: readonly string[],
      { by, press, decision }: { by: Person; press: ButtonPress; decision: OwnerDecision | undefined },
    ): void {
      const catalogue = catalogueOf(approval);
      const several = approval.answerers.length > 1 || approval.answerers[0] !== approval.personId;
      const name = several ? ` (${by.name})` : "";
      const text = decision ? catalogue.text(`question.decided-${decision}`) : answerText(approval, approved, catalogue, home);
      for (const message of messagesAndPressed(approval, press)) edit(approval, message, `${text}${name}`);
    },
    /** One yes of two: everybody sees it, and the other's buttons stay. */
    showVote(approval: Approval, { by, press }: { by: Person; press: ButtonPress }): void {
      const catalogue = catalogueOf(approval);
      const buttons = questionButtons(approval.id, approval.actions.length, catalogue);
      const text = catalogue.text("question.one-of-two", { name: by.name });
      for (const message of messagesAndPressed(approval, press)) edit(approval, message, text, buttons);
    },
    showPad(approval: Approval, press: ButtonPress, pad: Pad): void {
      const catalogue = catalogueOf(approval);
      const what = catalogue.list(pad.effects.map((effect) => catalogue.find(`effect.${effect}`) ?? effect));
      editPressed(approval, press, catalogue.text("question.type-pin", { what }), pinButtons(approval.id, pad, catalogue));
    },
    showChoices(approval: Approval, press: ButtonPress): void {
      const catalogue = catalogueOf(approval);
      editPressed(approval, press, catalogue.text("question.pad-over"), questionButtons(approval.id, approval.actions.length, catalogue));
    },
    /** How it ended without an answer; who asked may ask again with one tap. */
    showEnd(approval: Approval, status: "expired" | "withdrawn"): void {
      const catalogue = catalogueOf(approval);
      const again = [[{ label: catalogue.text("button.again"), data: `r:${approval.id}` }]];
      const asker = approval.answerers.includes(approval.personId);
      for (const message of messages(approval)) {
        const offered = status === "expired" && asker && message.chatId === approval.chatId;
        edit(approval, message, catalogue.text(`question.${status}`), offered ? again : []);
      }
    },
  };
}

function answerText(approval: Approval, approved: readonly string[], catalogue: Catalogue, home: Pick<Home, "find">): string {
  if (approved.length === 0) return catalogue.text("question.answered-no");
  const chosenText = leavingTexts(approval).find(({ actionId }) => approved.includes(actionId));
  if (chosenText) return catalogue.text("egress.answered", { text: quotable(chosenText.text) });
  if (approved.length === approval.actions.length) return catalogue.text("question.answered-yes");
  const phrases = createPhrases({ home, catalogue });
  const chosen = approval.actions.filter(({ actionId }) => approved.includes(actionId));
  return catalogue.text("question.answered-some", { names: catalogue.list(chosen.map((action) => phrases.action(action))) });
}
