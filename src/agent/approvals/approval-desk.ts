import { randomBytes } from "node:crypto";
import type { Receipt } from "../../homeassistant/acting/acting.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { Requirement } from "../../security/policy/policy.ts";
import { isGrownUp } from "../../security/policy/policy-input.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Approval, AskedAction as ApprovalAction } from "../../storage/turns/approvals.ts";
import type { AutomationVersion } from "../../storage/turns/automations.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { isSameChat } from "../chat-queue.ts";
import type { Ending, RecordRun } from "../graph/final-state.ts";
import type { PlanMessages } from "../plan-messages.ts";
import type { ApprovalRequest, AskedAction, GivenAnswer, LeavingQuestion, TurnStateValues } from "../state.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { anchorOf, type Person } from "../turn.ts";
import type { ServiceText } from "../wording/phrases.ts";
import { createPresses, createQuestionMessages } from "./approval-press.ts";
import { withoutPast } from "./automation-question.ts";
import type { EntityDecisions } from "./entity-decisions.ts";
import type { PinPad } from "./pin-pad.ts";
import { buttonsUnder, questionText, stepTexts, timelineIn, undecidedIn } from "./questions.ts";

/** After so long a question's end that could not be written down is tried again: disks do not empty themselves in seconds. */
const EXPIRE_RETRY_MS = 60_000;

interface DeskDependencies
  extends Pick<TurnStores, "database" | "turns" | "outbox" | "approvals" | "actions" | "automations" | "trials">,
    Timing {
  readonly home: Pick<Home, "find">;
  readonly pinPad: PinPad;
  readonly timeoutSeconds: number;
  readonly rateMinutes: number;
  readonly serviceText?: ServiceText;
  readonly whenText?: Parameters<typeof questionText>[0]["whenText"];
  readonly voters: Voters;
  /** Whether somebody may know when an automation runs. */
  readonly mayTell: (made: Pick<AutomationVersion, "kind" | "automation">, person: Person) => boolean;
  readonly resume: (turn: TurnRow, answer: GivenAnswer) => void;
  readonly decisions: Pick<EntityDecisions, "decide" | "signOf">;
  readonly recordRun: RecordRun;
  readonly plans: Pick<PlanMessages, "show">;
  readonly end: (turn: TurnRow, ending: Ending) => void;
  readonly abandoned: (turn: TurnRow) => void;
  /** The turn's words again, as a new turn. False if that was done before. */
  readonly askAgain: (turn: TurnRow, approvalId: string, person: Person) => boolean;
}

/** Who searches for something decides alone whether its text leaves. */
const ASKER: Requirement = { by: "asker", people: 1, pin: false };

export type ApprovalDesk = ReturnType<typeof createApprovalDesk>;

/** Asks for a yes, and takes the answer once: from those who may give it, on that message, for those arguments, in time. */
export function createApprovalDesk(deps: DeskDependencies) {
  const { database, turns, outbox, approvals, actions, clock, later, logger, pinPad, voters, decisions, recordRun, plans, end } = deps;
  const messages = createQuestionMessages(deps);
  const timers = new Map<string, Disposable>();
  const { press, decide } = createPresses({
    ...deps,
    messages,
    expire,
    refuse: (approval, why) => close(approval, "withdrawn", { status: "cancelled", say: (catalogue) => catalogue.text(why) }),
    answered: (turn, answer) => {
      forget(answer.approvalId);
      deps.resume(turn, answer);
    },
  });

  function noticeFor(turn: TurnRow, answering: readonly Voter[]): string | undefined {
    const catalogue = catalogueFor(turn.language);
    const own = answering.find(({ person }) => person.id === turn.personId);
    if (own) return isSameChat(own.chat, turn) ? undefined : catalogue.text("question.in-private");
    return catalogue.text("question.in-others", { names: catalogue.list(answering.map(({ person }) => person.name)) });
  }

  function actionAsked(
    { id: actionId, hash, call, effects, beyond, circumstances }: AskedAction,
    requirement: Requirement,
  ): ApprovalAction {
    const { service, entityIds, data } = call;
    const names = [...new Set(effects.map(({ effect }) => effect))];
    const undecided = undecidedIn({ effects, beyond }, requirement);
    const sign = undecided.length > 0 ? { sign: decisions.signOf(undecided) } : {};
    const later = circumstances.forLater ? { forLater: true } : {};
    return { actionId, hash, service, entityIds, data, effects: names, undecided, ...later, ...sign };
  }

  function expireIn(ms: number, approvalId: string): void {
    const run = () => {
      try {
        expire(approvalId);
      } catch (error) {
        // Nobody else would catch it, and a full disk is no reason to end the process.
        logger.error({ err: error, approval: approvalId }, "a question's end could not be written down");
        expireIn(EXPIRE_RETRY_MS, approvalId);
      }
    };
    timers.set(approvalId, later(ms, run));
  }

  function expire(approvalId: string): void {
    const approval = approvals.get(approvalId);
    if (!approval) return;
    const elsewhere = !approval.answerers.includes(approval.personId);
    const say: Ending["say"] = (catalogue) => (elsewhere ? catalogue.text("question.expired-elsewhere") : "");
    close(approval, "expired", { status: "expired", say });
  }

  function close(approval: Approval, status: "expired" | "withdrawn", ending: Omit<Ending, "results">): void {
    forget(approval.id);
    const turn = turns.get(approval.turnId);
    if (!turn) return;
    const closed = database.transaction(() => {
      if (!approvals.close(approval.id, status, clock())) return false;
      outbox.withdraw(approval.id);
      messages.showEnd(approval, status);
      const receipts = actions.receipts(turn.id) as readonly Receipt[];
      end(turn, { ...ending, results: receipts.map((receipt) => ({ kind: "receipt", id: receipt.actionId, receipt })) });
      return true;
    });
    if (!closed) return;
    logger.info({ approval: approval.id, status }, "a question ended without an answer");
    deps.abandoned(turn);
  }

  function forget(approvalId: string): void {
    pinPad.close(approvalId);
    timers.get(approvalId)?.[Symbol.dispose]();
    timers.delete(approvalId);
  }

  return {
    press,
    /** Takes an answer that was given beside the chats. */
    decide,

    /** Puts the question of an interrupted turn on disk and on its way, in one transaction with the turn's state. */
    ask(turn: TurnRow, interruptId: string, wanted: ApprovalRequest, run: Partial<TurnStateValues>): void {
      const catalogue = catalogueFor(turn.language);
      const { leaving } = wanted;
      const requirement = leaving ? ASKER : strictest(wanted.actions.map((action) => action.requirement));
      const effects = wanted.actions.flatMap((action) => action.effects.map(({ effect }) => effect));
      const answering = voters(turn, requirement, effects);
      const carried = answering.some(({ person }) => person.role === "owner" || person.id === turn.personId);
      if (answering.length < requirement.people || !carried) {
        end(turn, { run, status: "failed", say: () => catalogue.text("question.nobody") });
        deps.abandoned(turn);
        return;
      }
      const id = randomBytes(9).toString("base64url");
      const at = clock();
      // what all read tells what each of them may know
      const isHidden = (automation: object) => answering.some(({ person }) => !deps.mayTell({ kind: "automation", automation }, person));
      const request = { ...wanted, actions: wanted.actions.map((action) => withoutPast(action, isHidden, catalogue)) };
      const done = run.results?.flatMap((result) => (result.kind === "receipt" ? [result.receipt] : []));
      const question = questionText({ ...deps, request, catalogue, requirement, done });
      const asked = leaving ? textsAsked(leaving) : request.actions.map((action) => actionAsked(action, requirement));
      const plan = stepTexts({ ...deps, request, catalogue });
      const steps = plan.length > 1 ? plan.map(({ id: actionId, text }) => ({ actionId, text })) : [];
      const buttons = buttonsUnder({ id, actions: asked, steps, peopleNeeded: requirement.people, pinNeeded: requirement.pin }, catalogue);
      database.transaction(() => {
        turns.setStatus(turn.id, "waiting");
        // the end of a question that nobody answers knows nothing of the run
        recordRun(turn, run);
        plans.show(turn.id, run.results ?? [], { at });
        approvals.insert({
          ...pick(answering[0]?.chat ?? turn),
          id,
          turnId: turn.id,
          interruptId,
          personId: turn.personId,
          answerers: answering.map(({ person }) => person.id),
          peopleNeeded: requirement.people,
          pinNeeded: requirement.pin,
          question,
          actions: asked,
          steps,
          createdAt: at,
        });
        const item = { turnId: turn.id, origin: "home", at };
        const timeline = timelineIn(asked);
        for (const { person, chat } of answering) {
          const text =
            person.id === turn.personId ? question : `${catalogue.text("question.asks", { name: turn.personName })}\n${question}`;
          const threadId = isSameChat(chat, turn) ? turn.threadId : undefined;
          // before the question, which stays the last that was said; without a picture nothing is missing
          const media = timeline && { timeline, otherwise: "" };
          if (media)
            outbox.add({ ...pick(chat), ...item, kind: "notice", text: catalogue.text("automation.replay.picture"), media, threadId });
          outbox.add({ ...pick(chat), ...item, kind: "question", text, approvalId: id, buttons, threadId });
        }
        const notice = noticeFor(turn, answering);
        if (notice) outbox.add({ ...pick(turn), ...item, kind: "notice", text: notice, replyToMessageId: anchorOf(turn) });
      });
    },

    /** The question was shown (or was found open at start): its time runs. */
    watch(approvalId: string): void {
      const approval = approvals.get(approvalId);
      // taken back while it was on its way into the chat
      if (approval?.status === "withdrawn") messages.showEnd(approval, "withdrawn");
      const expiresAt = approval?.status === "open" ? approval.expiresAt : undefined;
      if (expiresAt !== undefined && !timers.has(approvalId)) expireIn(Math.max(0, expiresAt - clock()), approvalId);
    },

    /** Ends an open question because its turn is stopped. */
    withdraw: (approval: Approval): void => close(approval, "withdrawn", { status: "cancelled", say: () => "" }),

    /** Ends an open question that can never be shown to anybody, and says so where the turn came from. */
    undeliverable(approvalId: string): void {
      const approval = approvals.get(approvalId);
      if (!approval || outbox.hasQuestion(approvalId)) return;
      const why = approval.answerers.includes(approval.personId) ? "question.undeliverable" : "question.nobody";
      close(approval, "withdrawn", { status: "failed", say: (catalogue) => catalogue.text(why) });
    },

    [Symbol.dispose](): void {
      for (const timer of timers.values()) timer[Symbol.dispose]();
      timers.clear();
    },
  };
}

function textsAsked({ tool: service, options }: LeavingQuestion): readonly ApprovalAction[] {
  return options.map(({ id: actionId, hash, text }) => ({ actionId, hash, service, entityIds: [], data: { text }, effects: [] }));
}

function pick({ channel, bot, chatId }: Chat): Chat {
  return { channel, bot, chatId };
}

/** Somebody who may answer a question, and the chat that they are asked in. */
export interface Voter {
  readonly person: Person;
  readonly chat: Chat;
}

interface VotersDependencies {
  readonly everybody: () => readonly Person[];
  /** A person's own chat on the turn's channel and bot; undefined if they cannot be written to. */
  readonly privateChatOf: (turn: TurnRow, personId: string) => Chat | undefined;
  /** Finds a person's own chat on any channel, for what is not asked where it was said; undefined for what is. */
  readonly elsewhere: (turn: TurnRow, requirement: Requirement, effects: readonly string[]) => ReachOf | undefined;
}

type ReachOf = (personId: string) => Chat | undefined;

export function strictest(requirements: readonly Requirement[]): Requirement {
  return {
    by: requirements.some(({ by }) => by === "owner") ? "owner" : "asker",
    people: requirements.some(({ people }) => people === 2) ? 2 : 1,
    pin: requirements.some(({ pin }) => pin),
  };
}

export type Voters = ReturnType<typeof createVoters>;

/** Who may answer: the asker; owners for what only they may allow, and where the asker cannot be reached; for what needs two people also the other adults. */
export function createVoters({ everybody, privateChatOf, elsewhere }: VotersDependencies) {
  return (turn: TurnRow, requirement: Requirement, effects: readonly string[]): readonly Voter[] => {
    const { by, people } = requirement;
    const { personId: id, personName: name, role, language } = turn;
    const asker: Person = { id, name, role, language };
    const reach = elsewhere(turn, requirement, effects);
    const chatOf = (person: Person) =>
      reach ? reach(person.id) : (privateChatOf(turn, person.id) ?? (person.id === asker.id ? turn : undefined));
    const others = everybody().filter((person) => person.id !== asker.id);
    const asked = [
      ...(by === "asker" || role === "owner" ? [asker] : []),
      ...((by === "owner" || !chatOf(asker)) && role !== "owner" ? others.filter((person) => person.role === "owner") : []),
      ...(people === 2 ? others.filter((person) => isGrownUp(person.role)) : []),
    ];
    const distinct = [...new Map(asked.map((person) => [person.id, person])).values()];
    return distinct.flatMap((person) => {
      const chat = chatOf(person);
      return chat ? { person, chat: { channel: chat.channel, bot: chat.bot, chatId: chat.chatId } } : [];
    });
  };
}
