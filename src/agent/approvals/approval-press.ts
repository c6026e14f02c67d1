import { TRIAL_MS } from "../../automations/trials.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import { isOwnerDecision, type OwnerDecision } from "../../security/effects/action-facts.ts";
import type { Requirement } from "../../security/policy/policy.ts";
import { type Approval, leavingTexts, type Vote } from "../../storage/turns/approvals.ts";
import type { Button, QuestionMessage } from "../../storage/turns/outbox.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { isSameChat } from "../chat-queue.ts";
import { type Toaster, toasterFor } from "../command.ts";
import { planText } from "../plan-messages.ts";
import type { GivenAnswer } from "../state.ts";
import type { Timing, TurnStores } from "../stores.ts";
import type { ButtonPress, Person, PressReply } from "../turn.ts";
import { createPhrases, quotable } from "../wording/phrases.ts";
import type { Voter } from "./approval-desk.ts";
import type { EntityDecisions } from "./entity-decisions.ts";
import { type Pad, type PinCheck, type PinPad, pinButtons } from "./pin-pad.ts";
import { buttonsUnder, endedQuestion, mayTry, newAutomationIn, parseButtonData } from "./questions.ts";

interface PressDependencies
  extends Pick<TurnStores, "database" | "approvals" | "automations" | "turns" | "outbox" | "trials">,
    Pick<Timing, "clock"> {
  readonly messages: QuestionMessages;
  readonly pinPad: PinPad;
  readonly voters: (turn: TurnRow, requirement: Requirement, effects: readonly string[]) => readonly Voter[];
  readonly decisions: Pick<EntityDecisions, "decide" | "signOf">;
  readonly askAgain: (turn: TurnRow, approvalId: string, person: Person) => boolean;
  readonly expire: (approvalId: string) => void;
  readonly refuse: (approval: Approval, why: MessageKey) => void;
  readonly answered: (turn: TurnRow, answer: GivenAnswer) => void;
}

interface Pressed {
  readonly approval: Approval;
  readonly turn: TurnRow;
  readonly person: Person;
  readonly press: ButtonPress;
  readonly toast: Toaster;
}

/** Takes presses on the buttons of questions, and answers that are given beside them. Whatever is wrong with one does nothing but a toast. */
export function createPresses(deps: PressDependencies) {
  const { database, approvals, automations, trials, turns, outbox, messages, pinPad, voters, decisions, clock } = deps;
  const { askAgain, expire, refuse, answered } = deps;

  const everyVoter = (turn: TurnRow, { answerers, peopleNeeded, pinNeeded, actions }: Approval): readonly Voter[] => {
    const by = answerers.includes(turn.personId) ? "asker" : "owner";
    const effects = actions.flatMap((action) => action.effects);
    return voters(turn, { by, people: peopleNeeded, pin: pinNeeded }, effects);
  };

  /** A message whose id never came back from Telegram cannot be compared; the id in the button cannot be guessed. */
  const isShownThere = (approval: Approval, turn: TurnRow, press: ButtonPress): boolean => {
    const shown = outbox.messagesOfApproval(approval.id).filter((message) => isSameChat(message, press));
    if (shown.length > 0) return shown.some(({ messageId }) => messageId === press.messageId);
    return isSameChat(approval, press) || everyVoter(turn, approval).some(({ chat }) => isSameChat(chat, press));
  };

  const namesOf = (turn: TurnRow, approval: Approval, personIds: readonly string[]): string => {
    const names = new Map(everyVoter(turn, approval).map(({ person }) => [person.id, person.name]));
    names.set(turn.personId, turn.personName);
    return catalogueFor(turn.language).list(personIds.flatMap((id) => names.get(id) ?? []));
  };

  const answer = (
    { approval, turn, person, press, toast }: Pressed,
    approved: readonly string[],
    { vote, decision, isTrial = false }: { readonly vote?: Vote; readonly decision?: OwnerDecision; readonly isTrial?: boolean } = {},
  ): PressReply => {
    // A press may have been on its way for long; a channel whose clock goes wrong makes no answer younger than it is.
    const decidedAt = Math.min(press.pressedAt, clock());
    const by = { personId: person.id, role: person.role, pin: vote?.pin ?? false };
    const taken = database.transaction(() => {
      // beside others' votes the answer is what all of them chose, and not this person's own choice
      if (vote && approval.votes.length > 0 && !approvals.vote(approval.id, vote)) return false;
      if (!approvals.answer(approval.id, approved, by, decidedAt)) return false;
      turns.setStatus(turn.id, "running");
      // whoever was not asked yet is not asked any more
      outbox.withdraw(approval.id);
      if (decision) decisions.decide(undecidedOf(approval), decision, person);
      const made = newAutomationIn(approval);
      if (made !== undefined && isTrial) trials.begin({ id: made, personId: approval.personId, endsAt: clock() + TRIAL_MS });
      else if (made !== undefined) trials.drop(made);
      messages.showAnswer(approval, approved, { by: person, press, decision, isTrial });
      return true;
    });
    if (!taken) return toast("toast.answered");
    answered(turn, { approvalId: approval.id, approved, decidedAt, earlier: false });
    return toast(approved.length === 0 ? "toast.cancelled" : "toast.yes", {}, true);
  };

  /** Counts a yes; with the last one that is needed the question is answered, with what all of them chose. */
  const count = (pressed: Pressed, choice: readonly string[], pin: boolean): PressReply => {
    const { approval, person, press, toast } = pressed;
    const vote: Vote = { personId: person.id, role: person.role, choice, at: Math.min(press.pressedAt, clock()), pin };
    const votes = [...approval.votes, vote];
    if (votes.length >= approval.peopleNeeded && votes.some((one) => carries(one, approval))) {
      return answer(
        pressed,
        choice.filter((id) => votes.every((one) => one.choice.includes(id))),
        { vote },
      );
    }
    const taken = database.transaction(() => {
      if (!approvals.vote(approval.id, vote)) return false;
      messages.showVote(approval, { by: person, press });
      return true;
    });
    if (!taken) return toast("toast.answered");
    return toast("toast.more-people", {}, true);
  };

  /** An owner decides about the devices from now on; all but “never” is a yes to what was asked as well. */
  const decideFrom = (pressed: Pressed, decision: OwnerDecision): PressReply => {
    const { approval, person, toast } = pressed;
    if (undecidedOf(approval).length === 0 || person.role !== "owner") return toast("toast.unknown");
    if (approval.actions.some(({ undecided = [], sign }) => undecided.length > 0 && decisions.signOf(undecided) !== sign)) {
      // the owner read another name, or knew other facts: they are asked again if they want
      expire(approval.id);
      return toast("toast.expired");
    }
    return answer(pressed, decision === "never" ? [] : idsOf(approval), { decision });
  };

  const askPin = ({ approval, person, press, toast }: Pressed, choice: readonly string[]): PressReply => {
    const pad = pinPad.open(approval.id, person.id, choice, effectsOf(approval, choice));
    if (!pad) return toast("toast.pin-locked");
    messages.showPad(approval, press, pad);
    return toast("toast.pin", {}, true);
  };

  const needsPin = (approval: Approval, choice: readonly string[]): boolean => {
    const isFree = !pinPad.needs(effectsOf(approval, choice)) && pinPad.needs(effectsOf(approval, idsOf(approval)));
    return approval.pinNeeded && !isFree;
  };

  /** What came of a PIN that was typed, on a pad or at once. */
  const afterPin = (pressed: Pressed, check: PinCheck, choice: readonly string[]): PressReply => {
    const { approval, toast } = pressed;
    if (check.kind === "right") return count(pressed, choice, true);
    if (check.kind === "wrong") return toast("toast.pin-wrong", { count: check.left });
    if (check.kind === "given-up") refuse(approval, "question.pin-wrong");
    return toast("toast.pin-locked");
  };

  const typePin = (pressed: Pressed, key: string): PressReply => {
    const { approval, person, press, toast } = pressed;
    const typed = pinPad.press(approval.id, person.id, key);
    if ("pad" in typed) messages.showPad(approval, press, typed.pad);
    switch (typed.kind) {
      case "typed":
        return toast("toast.pin-digits", { digits: "•".repeat(typed.count) });
      case "cleared":
        return toast("toast.pin-digits", { digits: "–" });
      case "renewed":
        return toast("toast.pad-renewed");
      case "next":
        return toast("toast.pin-next", {}, true);
      case "closed":
        if (!approval.pinNeeded || hasVoted(approval, person)) return toast("toast.unknown");
        // typed digits are kept in memory only: after a restart nobody knows any
        messages.showChoices(approval, press);
        return toast("toast.pad-over");
      default:
        return afterPin(pressed, typed, "choice" in typed ? typed.choice : []);
    }
  };

  /** Takes what was chosen; `enterPin` is asked for a PIN that it needs. */
  const take = (pressed: Pressed, choice: DirectAnswer["choice"], enterPin: (ids: readonly string[]) => PressReply): PressReply => {
    const { approval, person, toast } = pressed;
    if (isOwnerDecision(choice)) return decideFrom(pressed, choice);
    const ids = choice === "all" ? idsOf(approval) : choice;
    if (!ids.every((id) => idsOf(approval).includes(id))) return toast("toast.unknown");
    if (ids.length === 0) return answer(pressed, []);
    if (hasVoted(approval, person)) return toast("toast.voted");
    return needsPin(approval, ids) ? enterPin(ids) : count(pressed, ids, false);
  };

  /** What keeps a question from being answered now. */
  const isOver = (approval: Approval, toast: Toaster): PressReply | undefined => {
    const overdue = approval.status === "open" && approval.expiresAt !== undefined && clock() > approval.expiresAt;
    if (overdue) expire(approval.id);
    if (overdue || approval.status === "expired") return toast("toast.expired");
    return approval.status === "open" ? undefined : toast("toast.answered");
  };

  /** Its person says next what the automation should be; this one is not made. */
  const reword = ({ approval, turn, person, toast }: Pressed): PressReply => {
    const made = newAutomationIn(approval);
    if (made === undefined) return toast("toast.unknown");
    if (person.id !== approval.personId) return toast("toast.only-asker", { name: namesOf(turn, approval, [approval.personId]) });
    database.transaction(() => {
      automations.reword(made, turn.id, clock());
      refuse(approval, "automation.reword");
    });
    return toast("toast.yes", {}, true);
  };

  const press = (press: ButtonPress): PressReply => {
    const { person } = press;
    const toast = toasterFor(person);
    const parsed = parseButtonData(press.data);
    const data = parsed?.kind === "choice" ? undefined : parsed;
    const approval = data && approvals.get(data.approvalId);
    const turn = approval && turns.get(approval.turnId);
    if (!data || !turn || !person || !isShownThere(approval, turn, press)) return toast("toast.unknown");
    const mayAnswer = data.kind === "again" ? [approval.personId] : approval.answerers;
    if (!mayAnswer.includes(person.id)) return toast("toast.only-asker", { name: namesOf(turn, approval, mayAnswer) });
    if (data.kind === "again") {
      // what was forgotten has no words to ask again
      if (approval.status !== "expired" || turns.isErased(turn.id)) return toast("toast.unknown");
      return askAgain(turn, approval.id, person) ? toast("toast.again", {}, true) : toast("toast.answered");
    }
    const over = isOver(approval, toast);
    if (over) return over;
    const pressed = { approval, turn, person, press, toast };
    if (data.kind === "pin") return typePin(pressed, data.key);
    if (data.choice === "try") {
      return mayTry(approval) ? answer(pressed, idsOf(approval), { isTrial: true }) : toast("toast.unknown");
    }
    if (data.choice === "edit") return reword(pressed);
    return take(pressed, chosen(approval, data.choice), (ids) => askPin(pressed, ids));
  };

  const decide = ({ approvalId, person, choice, pin = "", at }: DirectAnswer): PressReply => {
    const toast = toasterFor(person);
    const approval = approvals.get(approvalId);
    const turn = approval && turns.get(approval.turnId);
    // an answer stands under the question, in every chat that shows it: somebody was asked before anybody answers
    const shown = outbox.messagesOfApproval(approvalId);
    const message = shown.find(({ chatId }) => chatId === person.id) ?? shown[0];
    if (!turn || !message) return toast("toast.unknown");
    if (!approval.answerers.includes(person.id)) return toast("toast.only-asker", { name: namesOf(turn, approval, approval.answerers) });
    const over = isOver(approval, toast);
    if (over) return over;
    const pressed = { approval, turn, person, toast, press: { ...message, person, isPrivate: true, data: "", pressedAt: at } };
    return take(pressed, choice, (ids) => {
      if (pin.trim() === "") return toast("toast.pin");
      return afterPin(pressed, pinPad.check(person.id, effectsOf(approval, ids), pin), ids);
    });
  };

  return { press, decide };
}

/** An answer that was given beside the chats. */
export interface DirectAnswer {
  readonly approvalId: string;
  readonly person: Person;
  /** Ids of the actions that get a yes; none for a no; or what an owner decides about the devices that it names. */
  readonly choice: readonly string[] | "all" | OwnerDecision;
  /** Several with spaces between. */
  readonly pin: string | undefined;
  readonly at: number;
}

/** Policy takes no yes without one of the asker, who is asked only if that is enough, or of an owner. */
function carries({ personId, role }: Vote, approval: Approval): boolean {
  return role === "owner" || personId === approval.personId;
}

function hasVoted({ votes }: Approval, { id }: Person): boolean {
  return votes.some(({ personId }) => personId === id);
}

function undecidedOf({ actions }: Approval): readonly string[] {
  return actions.flatMap(({ undecided = [] }) => undecided);
}

function effectsOf({ actions }: Approval, choice: readonly string[]): readonly string[] {
  return actions.flatMap(({ actionId, effects }) => (choice.includes(actionId) ? effects : []));
}

function idsOf({ actions }: Approval): readonly string[] {
  return actions.map(({ actionId }) => actionId);
}

/** What a button chose; an id of no action for one that there is not. */
function chosen(approval: Approval, choice: "yes" | "no" | OwnerDecision | number): DirectAnswer["choice"] {
  if (choice === "no") return [];
  if (typeof choice === "number") return [idsOf(approval)[choice] ?? ""];
  return choice === "yes" ? "all" : choice;
}

interface QuestionMessagesDependencies extends Pick<TurnStores, "outbox" | "turns">, Pick<Timing, "clock"> {
  readonly home: Pick<Home, "find">;
}

export type QuestionMessages = ReturnType<typeof createQuestionMessages>;

/** A question as it stands in the chats of all who may answer it: the same answer appears in each. Joins the open transaction. */
export function createQuestionMessages({ outbox, turns, home, clock }: QuestionMessagesDependencies) {
  const catalogueOf = ({ turnId }: Approval): Catalogue => catalogueFor(turns.get(turnId)?.language ?? "en");

  const edit = (
    approval: Approval,
    { channel, bot, chatId, messageId: editMessageId }: Omit<QuestionMessage, "text">,
    text: string,
    buttons: readonly (readonly Button[])[] = [],
  ): void => {
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
    if (pressed) edit(approval, pressed, endedQuestion(pressed.text, outcome), buttons);
  };

  return {
    showAnswer(
      approval: Approval,
      approved: readonly string[],
      { by, press, decision, isTrial }: { by: Person; press: ButtonPress; decision: OwnerDecision | undefined; isTrial: boolean },
    ): void {
      const catalogue = catalogueOf(approval);
      const several = approval.answerers.length > 1 || approval.answerers[0] !== approval.personId;
      const name = several ? ` (${by.name})` : "";
      const given = isTrial ? catalogue.text("question.answered-trial") : answerText(approval, approved, catalogue, home);
      const text = decision ? catalogue.text(`question.decided-${decision}`) : given;
      const isPlan = approval.steps.length > 0 && approved.length > 0;
      for (const message of messagesAndPressed(approval, press)) {
        const ended = isPlan ? planText(approval, approved, message.text, `${text}${name}`) : endedQuestion(message.text, `${text}${name}`);
        edit(approval, message, ended);
      }
    },
    /** One yes of two: everybody sees it, and the other's buttons stay. */
    showVote(approval: Approval, { by, press }: { by: Person; press: ButtonPress }): void {
      const catalogue = catalogueOf(approval);
      const buttons = buttonsUnder(approval, catalogue);
      const text = catalogue.text("question.one-of-two", { name: by.name });
      for (const message of messagesAndPressed(approval, press)) edit(approval, message, endedQuestion(message.text, text), buttons);
    },
    showPad(approval: Approval, press: ButtonPress, pad: Pad): void {
      const catalogue = catalogueOf(approval);
      const what = catalogue.list(pad.effects.map((effect) => catalogue.find(`effect.${effect}`) ?? effect));
      editPressed(approval, press, catalogue.text("question.type-pin", { what }), pinButtons(approval.id, pad, catalogue));
    },
    showChoices(approval: Approval, press: ButtonPress): void {
      const catalogue = catalogueOf(approval);
      editPressed(approval, press, catalogue.text("question.pad-over"), buttonsUnder(approval, catalogue));
    },
    /** How it ended without an answer; who asked may ask again with one tap. */
    showEnd(approval: Approval, status: "expired" | "withdrawn"): void {
      const catalogue = catalogueOf(approval);
      const again = [[{ label: catalogue.text("button.again"), data: `r:${approval.id}` }]];
      const asker = approval.answerers.includes(approval.personId);
      for (const message of messages(approval)) {
        const offered = status === "expired" && asker && message.chatId === approval.chatId;
        edit(approval, message, endedQuestion(message.text, catalogue.text(`question.${status}`)), offered ? again : []);
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
