import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { typedAnswer } from "../../languages/typed-answers.ts";
import type { Chat } from "../../storage/chat.ts";
import { type Choice, type ChoiceEnd, isOverdue } from "../../storage/turns/choices.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { isSameChat } from "../chat-queue.ts";
import { toasterFor } from "../command.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { type ButtonPress, type IncomingMessage, messageAgain, type PressReply, type Received } from "../turn.ts";
import { allOf, isCancelTyped, optionTyped } from "../wording/choices.ts";
import { verbatim } from "../wording/phrases.ts";
import { endedQuestion, parseButtonData } from "./questions.ts";

/** What a message says in the place of its own text: the sentence of the option that it chose. */
export interface Chosen {
  readonly text: string;
  /** The sentence is the person's and a name in it the home's, or an event asked. */
  readonly origin: "home" | "automation" | "outside";
  /** Writes down that the choice began this turn; joins the transaction that puts the turn on disk. */
  readonly write: (turnId: string) => void;
}

/** What a typed message is to an open choice; `unclear` for a yes that names nothing of it, or comes too late. */
export type TypedChoice =
  | { readonly kind: "chosen"; readonly chosen: Chosen }
  /** `isNews`: nothing was said since it was asked. */
  | { readonly kind: "cancelled"; readonly isNews: boolean; readonly write: () => void }
  | { readonly kind: "unclear" };

/** An earlier turn's sentence, said once more, if it was chosen: a name of the home in it stays that. Undefined for a person's own. */
export function chosenBefore({ text, origin }: Pick<TurnRow, "text" | "origin">): Chosen | undefined {
  return origin === "home" ? { text, origin, write: () => {} } : undefined;
}

export type ChoiceDesk = ReturnType<typeof createChoiceDesk>;

interface ChoiceDeskDependencies extends Pick<TurnStores, "database" | "choices" | "turns" | "outbox">, Pick<Timing, "clock"> {
  /** Begins the turn of an option that was pressed, unless that message id was there before. */
  readonly begin: (message: IncomingMessage, chosen: Chosen) => Received;
}

/** Questions which entity is meant, answered once, by a button or a typed message: that begins a turn like any other. */
export function createChoiceDesk({ database, choices, turns, outbox, clock, begin }: ChoiceDeskDependencies) {
  const catalogueOf = ({ turnId }: Choice): Catalogue => catalogueFor(turns.get(turnId)?.language ?? "en");

  /** How it ended, in its message; `pressed` is for one whose id has not come back. */
  const showEnd = (choice: Choice, outcome: string, pressed?: string): void => {
    const { channel, bot, chatId, turnId } = choice;
    const editMessageId = outbox.answerOf(turnId).messageId ?? pressed;
    if (!editMessageId) return;
    const text = endedQuestion(choice.question, outcome);
    // once: a press can be here before its message is known to be shown
    const item = { turnId, kind: "edit", text, origin: "home", editMessageId, onceKey: `choice-${choice.id}`, at: clock() } as const;
    outbox.add({ channel, bot, chatId, ...item });
  };

  const endText = (choice: Choice, status?: Choice["status"], index?: number): string =>
    choiceEnd(choice, catalogueOf(choice), status, index);

  const end = (choice: Choice, status: ChoiceEnd, pressed?: string): void => {
    if (choices.close(choice.id, status, clock())) showEnd(choice, endText(choice, status), pressed);
  };

  const endAll = (ended: readonly Choice[]): void => {
    for (const choice of ended) end(choice, isOverdue(choice, clock()) ? "expired" : "left");
  };

  const atOnce = (write: () => void): void => {
    database.transaction(write);
  };

  const chosenOf = (choice: Choice, index: number, from: { readonly typed?: string; readonly pressed?: string }): Chosen | undefined => {
    const { options } = choice;
    const option = options[index];
    if (!option && index !== allOf(options)) return undefined;
    return {
      text: option?.sentence ?? [...new Set(options.flatMap(({ sentence }) => sentence.split("\n")))].join("\n"),
      origin: (["outside", "automation"] as const).find((one) => one === turns.get(choice.turnId)?.origin) ?? "home",
      write: (turnId) => {
        const { typed, pressed } = from;
        if (!choices.take(choice.id, { index, turnId, typed }, clock())) throw new Error(`choice ${choice.id} is not open any more`);
        showEnd(choice, endText(choice, "chosen", index), pressed);
      },
    };
  };

  /** A message whose id never came back cannot be compared; the id in the button cannot be guessed. */
  const isShownThere = (choice: Choice, press: ButtonPress): boolean => {
    const { messageId = press.messageId } = outbox.answerOf(choice.turnId);
    return isSameChat(choice, press) && messageId === press.messageId;
  };

  const ofPerson = (some: readonly Choice[], { person, ...chat }: IncomingMessage): readonly Choice[] =>
    some.filter((choice) => choice.personId === person.id && isSameChat(choice, chat));

  return {
    /** Answers a press on one of a choice's buttons; undefined for other buttons. */
    press(press: ButtonPress): PressReply | undefined {
      const data = parseButtonData(press.data);
      if (data?.kind !== "choice") return undefined;
      const { person, messageId: pressed } = press;
      const toast = toasterFor(person);
      const choice = choices.get(data.choiceId);
      const turn = choice && turns.get(choice.turnId);
      if (!turn || !person || !isShownThere(choice, press)) return toast("toast.unknown");
      if (person.id !== turn.personId) return toast("toast.only-asker", { name: turn.personName });
      if (choice.status === "chosen" || choice.status === "cancelled") return toast("toast.answered");
      if (choice.status !== "open") return toast("toast.choice-over");
      if (isOverdue(choice, clock())) {
        atOnce(() => end(choice, "expired", pressed));
        return toast("toast.choice-over");
      }
      if (data.option === "no") {
        atOnce(() => end(choice, "cancelled", pressed));
        return toast("toast.cancelled", {}, true);
      }
      const chosen = choice.options[data.option] && chosenOf(choice, data.option, { pressed });
      if (!chosen) return toast("toast.unknown");
      // A press may have been on its way for long: what it begins is then asked about like any old message.
      const sentAt = Math.min(press.pressedAt, clock());
      const received = begin(messageAgain(turn, choice.id, { person, sentAt }), chosen);
      return received === "queued" ? toast("toast.yes", {}, true) : toast("toast.answered");
    },
    /** What a text is to the newest open choice of its person in its chat; undefined if it is a message like any other. `isNews`: nothing was said since. */
    typed(message: IncomingMessage, isNews: (choice: Choice) => boolean): TypedChoice | undefined {
      const choice = ofPerson(choices.open(clock()), message).at(-1);
      if (!choice) return undefined;
      const { options } = choice;
      const answer = typedAnswer(message.text);
      const isLast = isNews(choice);
      const isYes = answer === "yes" && options.length === 1 && isLast;
      const index = isYes ? 0 : optionTyped(message.text, options);
      const chosen = index === undefined ? undefined : chosenOf(choice, index, { typed: message.text });
      if (chosen) return { kind: "chosen", chosen };
      const isNo = isCancelTyped(message.text, catalogueOf(choice)) || (answer === "no" && isLast);
      if (isNo) return { kind: "cancelled", isNews: isLast, write: () => end(choice, "cancelled") };
      return answer === undefined ? undefined : { kind: "unclear" };
    },
    /** Ends what its person could choose in its chat, for they went on to something else. Joins an open transaction. */
    leave: (message: IncomingMessage): void => endAll(ofPerson(choices.unended(), message)),
    typedFor: (turnId: string): string | undefined => choices.typedFor(turnId),
    /** What ends everything that can be chosen in a chat, and shows what is over as that; undefined if nothing can be chosen there. */
    canceller(chat: Chat): (() => void) | undefined {
      const isHere = (choice: Choice) => isSameChat(choice, chat);
      return choices.open(clock()).some(isHere) ? () => atOnce(() => endAll(choices.unended().filter(isHere))) : undefined;
    },
    /** A turn's answer was shown: the time of its choice runs, or, if that ended on the way, it says so. Joins the open transaction. */
    shown(turnId: string, at: number): void {
      choices.delivered(turnId, at);
      const choice = choices.ofTurn(turnId);
      if (choice && choice.status !== "open") showEnd(choice, endText(choice));
    },
  };
}

const END_TEXTS = {
  open: "choice.left",
  chosen: "choice.chosen",
  cancelled: "question.answered-no",
  left: "choice.left",
  expired: "question.expired",
} as const satisfies Readonly<Record<Choice["status"], string>>;

/** How a choice ended. */
export function choiceEnd(choice: Choice, catalogue: Catalogue, status = choice.status, index = choice.chosen): string {
  const labels = index === allOf(choice.options) ? choice.options : choice.options.slice(index ?? 0, (index ?? 0) + 1);
  return catalogue.text(END_TEXTS[status], { name: catalogue.list(labels.map(({ label }) => verbatim(label))) });
}
