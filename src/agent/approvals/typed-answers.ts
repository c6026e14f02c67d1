import { catalogueFor } from "../../languages/catalogue.ts";
import { type TypedAnswer, typedAnswer } from "../../languages/typed-answers.ts";
import { PRESSED_EFFECTS } from "../../security/policy/policy-rules.ts";
import type { Chat } from "../../storage/chat.ts";
import { type Approval, leavingTexts } from "../../storage/turns/approvals.ts";
import type { LastShown } from "../../storage/turns/outbox.ts";
import { isSameChat } from "../chat-queue.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { type IncomingMessage, isSpoken } from "../turn.ts";
import type { ApprovalDesk } from "./approval-desk.ts";
import type { ChoiceDesk, TypedChoice } from "./choice-desk.ts";
import { buttonsUnder, endedQuestion } from "./questions.ts";

/** A yes is for what was just asked. */
const YES_MS = 60_000;

/** Telegram tells the time of a message in whole seconds, by its own clock. */
const CLOCKS_MS = 2_000;

/** What a typed message is to what is open in its chat. `answered` and `again` write nothing themselves: `write` joins a transaction, `give` begins after it. */
export type Typed =
  | TypedChoice
  | { readonly kind: "answered"; readonly give: () => void }
  /** Only a press counts, or nobody could press: the question stands there once more. */
  | { readonly kind: "again"; readonly write: () => void }
  | { readonly kind: "use-buttons" }
  /** It is asked in another chat, and answered there. */
  | { readonly kind: "elsewhere" };

interface TypedAnswersDependencies extends Pick<TurnStores, "outbox">, Pick<Timing, "clock"> {
  readonly choices: Pick<ChoiceDesk, "typed">;
  readonly decide: ApprovalDesk["decide"];
  readonly openQuestions: (chat: Chat) => readonly Approval[];
  /** Whether something of the chat waits or is at work. */
  readonly isBusy: (chat: Chat) => boolean;
}

/**
 * Tells what a typed text answers. A yes counts for the one open question of its person in its chat, while that is the last that was said
 * to them and less than a minute old; never for what policy binds to a press. A no may leave older questions open.
 */
export function createTypedAnswers({ outbox, choices, decide, openQuestions, isBusy, clock }: TypedAnswersDependencies) {
  return (message: IncomingMessage): Typed | undefined => {
    const last = isBusy(message) ? undefined : outbox.lastShown(message);
    const isNews = (is: (shown: LastShown) => boolean): boolean => {
      if (!last || !is(last) || clock() - last.sentAt > YES_MS || !isAfter(message, last)) return false;
      return message.replyToMessageId === undefined || message.replyToMessageId === last.messageId;
    };
    const typed = choices.typed(message, (choice) => isNews(({ turnId }) => turnId === choice.turnId));
    const said = typedAnswer(message.text);
    const all = openQuestions(message);
    const open = all.filter((approval) => isShownIn(message, approval));
    const mine = open.filter(({ personId, answerers }) => personId === message.person.id && answerers.includes(personId));
    const asked = mine.find(({ id }) => isNews(({ approvalId }) => approvalId === id));
    const unclear = (): Typed => {
      const newest = isSpoken(message) ? mine.at(-1) : undefined;
      return newest ? { kind: "again", write: () => repeat(newest, message) } : { kind: "use-buttons" };
    };
    // a no takes back what was asked last, whatever else is still open
    if (asked && (typed?.kind === "cancelled" || said === "no")) return answered(asked, [], message);
    // nobody knows which of the two is meant
    if (typed?.kind === "cancelled" && !typed.isNews && open.length > 0) return unclear();
    const answer = typed ? undefined : said;
    if (answer === undefined) return typed;
    // whoever only hears means what they heard last
    const [own, ...others] = asked && isSpoken(message) ? [asked] : mine;
    if (!own || others.length > 0) {
      if (answer !== "yes" && answer !== "no") return undefined;
      if (open.length > 0) return unclear();
      return all.some(({ turnId }) => isNews((shown) => shown.turnId === turnId)) ? { kind: "elsewhere" } : undefined;
    }
    const choice = chosenBy(answer, own);
    if (!choice) return undefined;
    if (choice.length > 0 && isPressed(own)) return { kind: "again", write: () => repeat(own, message) };
    return asked ? answered(asked, choice, message) : unclear();
  };

  function isShownIn(chat: Chat, approval: Approval): boolean {
    return [approval, ...outbox.messagesOfApproval(approval.id)].some((shown) => isSameChat(shown, chat));
  }

  function answered({ id: approvalId }: Approval, choice: readonly string[], { person, sentAt: at }: IncomingMessage): Typed {
    return { kind: "answered", give: () => void decide({ approvalId, person, choice, pin: undefined, at }) };
  }

  function repeat(approval: Approval, { channel, bot, chatId, threadId, person }: IncomingMessage): void {
    const { id: approvalId, turnId, question } = approval;
    const catalogue = catalogueFor(person.language);
    const buttons = buttonsUnder(approval, catalogue);
    const text = endedQuestion(question, catalogue.text("question.press"));
    outbox.add({ channel, bot, chatId, threadId, kind: "question", turnId, approvalId, text, origin: "home", buttons, at: clock() });
  }
}

/** Whether a message was written after one was shown: Telegram numbers the messages of a chat, the other channels share our clock. */
function isAfter({ messageId, sentAt }: IncomingMessage, shown: LastShown): boolean {
  const [said, before] = [Number(messageId), Number(shown.messageId)];
  if (!Number.isInteger(said) || !Number.isInteger(before)) return sentAt >= shown.sentAt;
  return said > before && sentAt + CLOCKS_MS >= shown.sentAt;
}

/** Ids of the actions that get a yes; none for a no; undefined for an answer to something else. */
function chosenBy(answer: TypedAnswer, { actions }: Approval): readonly string[] | undefined {
  if (answer === "no") return [];
  if (answer === "both" && actions.length !== 2) return undefined;
  // what names one of several, or all of them, is said of something else
  if (answer !== "yes" && actions.length < 2) return undefined;
  const chosen = typeof answer === "number" ? [actions.at(answer)] : actions;
  const ids = chosen.flatMap((action) => action?.actionId ?? []);
  return ids.length > 0 ? ids : undefined;
}

/** Whether only a press is a yes. */
function isPressed(approval: Approval): boolean {
  const { pinNeeded, peopleNeeded, actions } = approval;
  // an "ok" to what was meant for later may only mean that it was understood
  const isBound = actions.some(
    ({ effects, forLater }) => forLater || effects.some((effect) => (PRESSED_EFFECTS as ReadonlySet<string>).has(effect)),
  );
  // a speaker has no buttons: it asks only what an option lets it ask
  return pinNeeded || peopleNeeded > 1 || (isBound && !isSpoken(approval)) || leavingTexts(approval).length > 0;
}
