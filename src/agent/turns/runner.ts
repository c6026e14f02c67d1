import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import type { Home, WholeHome } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { AuditLog } from "../../storage/audit/audit.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Approval } from "../../storage/turns/approvals.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { createListeners } from "../../text/listeners.ts";
import { createAgainDesk } from "../approvals/again-desk.ts";
import { type ApprovalDesk, createApprovalDesk, type Voters } from "../approvals/approval-desk.ts";
import { type Chosen, chosenBefore, createChoiceDesk } from "../approvals/choice-desk.ts";
import type { EntityDecisions } from "../approvals/entity-decisions.ts";
import type { PinPad } from "../approvals/pin-pad.ts";
import { createTypedAnswers } from "../approvals/typed-answers.ts";
import { ChatQueue, isSameChat } from "../chat-queue.ts";
import { toasterFor } from "../command.ts";
import type { Commands } from "../commands/commands.ts";
import { createRunRecord, createTurnEnd, type Ending, errorAnswer, lateAnswer, type TurnEndDependencies } from "../graph/final-state.ts";
import type { TurnGraph } from "../graph/graph.ts";
import { createWaitingStatus } from "../live-messages.ts";
import type { PlanMessages } from "../plan-messages.ts";
import type { ApprovalRequest, GivenAnswer, Run, TurnStateValues } from "../state.ts";
import type { Timing, TurnStores } from "../stores.ts";
import {
  type ButtonPress,
  type IncomingMessage,
  messageAgain,
  type PressReply,
  type Progress,
  type ProgressEvent,
  type Turns,
} from "../turn.ts";
import type { ServiceText } from "../wording/phrases.ts";
import { type AttachmentsDependencies, createAttachments } from "./attachments.ts";
import { createIntake, createUnstored, isWriteRefused } from "./intake.ts";
import { createRunInput, isStale, storedAnswer } from "./run-input.ts";

/** Older messages that would act are asked about first; a question up to `TOO_LATE_MS` old is still answered (the product's bounds). */
const LATE_MS = 2 * 60_000;
const TOO_LATE_MS = 60 * 60_000;
/** Supersteps of one run, which ends at a question: the longest without one takes 29 (8 rounds, the last answer, a claim sent back). */
const RECURSION_LIMIT = 60;
/** A turn that was at work when the process crashed gets a second chance, alone, and no third. */
const MOST_CRASHES = 1;
/** Running turns may end by themselves for so long at a stop; then they are parked in their checkpoint. Of 8 s in all, the rest is for answers. */
const DRAIN_MS = 5_000;
/** Disks do not empty themselves in seconds; a person still waits for a minute or two. */
const RETRY_MS = 30_000;
/** Ten minutes in all. What is not written then goes on at the next start. */
const MOST_ATTEMPTS = 20;

/** One piece of work on a turn: from its message, or from the answer to its question on. */
export interface Job {
  /** As it was when the job was made; what may have changed since is read again. */
  readonly turn: TurnRow;
  readonly answer?: GivenAnswer | undefined;
  /** What is left to be done when all but the turn's end succeeded. */
  readonly finish?: (() => Promise<void>) | undefined;
  /** Its turn was at work when the process crashed: nothing else is begun beside it. */
  readonly isSuspect?: boolean;
  /** How often it was put back because something could not be written. */
  readonly attempts?: number;
}

interface RunnerDependencies
  extends TurnStores,
    Timing,
    Pick<AttachmentsDependencies, "files" | "speech" | "sees">,
    Pick<Parameters<typeof createIntake>[0], "documents">,
    Pick<TurnEndDependencies, "wantsVoice"> {
  readonly graph: TurnGraph;
  /** Shared with the graph's nodes; the runner alone writes it. */
  readonly runs: Map<string, Run>;
  readonly commands: Commands;
  readonly home: Pick<Home, "find"> & Pick<WholeHome, "known">;
  readonly assistantName: string;
  readonly parallelChats: number;
  readonly confirmationTimeoutSeconds: number;
  /** How long one run of a turn may take; it counts anew from the answer to its question. */
  readonly turnTimeoutSeconds: number;
  readonly rateMinutes: number;
  /** Home Assistant's own texts about services, for questions about those that have no sentence of ours. */
  readonly serviceText?: ServiceText;
  /** The words for when something is planned, for questions about it. */
  readonly whenText?: Parameters<typeof createApprovalDesk>[0]["whenText"];
  readonly pinPad: PinPad;
  readonly plans: PlanMessages;
  readonly voters: Voters;
  /** Whether somebody may know when an automation runs. */
  readonly mayTell: Parameters<typeof createApprovalDesk>[0]["mayTell"];
  readonly decisions: Pick<EntityDecisions, "decide" | "signOf">;
  readonly audit: Pick<AuditLog, "append" | "decidedCount">;
  /** Each answers presses on buttons of its own, which are no approval's and no choice's; undefined for all others. */
  readonly otherPresses: readonly ((press: ButtonPress) => PressReply | undefined)[];
  /** Keeps the models free of other work while a turn is at work. */
  readonly hold: () => Disposable;
  /** Shows a notice that cannot be put into the outbox. */
  readonly sayUnstored: (chat: Chat & { readonly threadId: string | undefined }, text: string) => void;
}

type StopReason = "over" | "cancelled" | "parked" | "deadline";

/** What others need of the runner beside taking messages in. */
export interface TurnRunner extends Turns, AsyncDisposable {
  /** Ends turns without an answer; resolves when none of them is at work and their threads are dropped. */
  readonly endTurns: (turnIds: readonly string[]) => Promise<void>;
  /** Takes an answer to a question that was given beside the chats. */
  readonly decide: ApprovalDesk["decide"];
  /** Takes in what stands for a person's message: the same id once, with what is written in its transaction. */
  begin(message: IncomingMessage, chosen: Chosen): void;
  /** The outbox showed a question: its time runs from now. */
  questionShown(approvalId: string): void;
  /** The outbox showed a turn's answer; in the transaction that marks it. */
  answerShown(turnId: string, at: number): void;
  questionLost(approvalId: string): void;
  /** Brings what an earlier process left into order, and goes on with it. */
  start(): Promise<void>;
  /** Begins no more turns; those that run end, or are parked in their checkpoint for the next start. */
  drain(): Promise<void>;
}

/** Runs turns: durable, one at a time for each chat, through the graph, to an answer in the outbox. */
export function createTurnRunner(deps: RunnerDependencies): TurnRunner {
  const { turns, approvals, checkpoints, plans, graph, runs, clock, later, logger, turnTimeoutSeconds } = deps;
  const stops = new Map<string, AbortController>();
  const progressed = createListeners<[event: ProgressEvent]>();
  const queue = new ChatQueue<Job>({ ...deps, isAlone: ({ isSuspect = false }) => isSuspect, run });
  const inputFor = createRunInput(deps);
  const attached = createAttachments(deps);
  const recordRun = createRunRecord(deps);
  const writeEnd = createTurnEnd({ ...deps, recordRun });
  /** Threads that are being dropped, after the answer went on its way: nobody waits for that. What is left the next start drops. */
  const dropping = new Set<Promise<void>>();
  const retries = new Set<Disposable>();
  const desk = createApprovalDesk({
    ...deps,
    recordRun,
    end: writeEnd,
    timeoutSeconds: deps.confirmationTimeoutSeconds,
    resume: (turn, answer) => queue.add(turn, { turn, answer }, "front"),
    abandoned: (turn) => drop(turn.id),
    askAgain: (turn, approvalId, person) =>
      receive(messageAgain(turn, approvalId, { person, sentAt: clock() }), chosenBefore(turn)) === "queued",
  });
  const choices = createChoiceDesk({ ...deps, begin: (message, chosen) => receive(message, chosen) });
  /** A run that another one led to (a plan's timer) is no part of it: LangGraph would hand it that one's signal, which is aborted by then. */
  const alone = AsyncLocalStorage.snapshot();
  const again = createAgainDesk({ ...deps, begin: (message, chosen) => receive(message, chosen) });
  const presses = [choices.press, again, ...deps.otherPresses, desk.press];
  const status = createWaitingStatus({ ...deps, unanswered: (chat) => queue.count(chat) });
  const isBusy = (chat: Chat) => queue.count(chat) > 0;
  const typedIn = createTypedAnswers({ ...deps, choices, decide: desk.decide, openQuestions, isBusy });
  const receive = createIntake({ ...deps, choices, typedIn, status, queue, openQuestions, canceller, retry });
  const unstored = createUnstored({
    ...deps,
    receive,
    say: (message, text) => deps.sayUnstored({ ...message, threadId: message.threadId }, text(catalogueFor(message.person.language))),
  });

  /** A question about what was said in a group stands in the person's own chat. */
  function isOf(chat: Chat, approval: Approval, turn: Chat | undefined): boolean {
    return turn !== undefined && [turn, approval].some((one) => isSameChat(one, chat));
  }

  function openQuestions(chat: Chat): readonly Approval[] {
    return approvals.open().filter((approval) => isOf(chat, approval, turns.get(approval.turnId)));
  }

  function stop(turnId: string): void {
    stops.get(turnId)?.abort("cancelled" satisfies StopReason);
  }

  function canceller(chat: Chat): (() => void) | undefined {
    const running = queue.running(chat)?.turn.id;
    const questions = openQuestions(chat);
    const answered = (job: Job): boolean => {
      const approval = job.answer && approvals.get(job.answer.approvalId);
      return approval !== undefined && isOf(chat, approval, job.turn);
    };
    const endChoices = choices.canceller(chat);
    if (running === undefined && questions.length === 0 && !endChoices && !queue.some(answered)) return undefined;
    return () => {
      if (running !== undefined) stop(running);
      for (const approval of questions) desk.withdraw(approval);
      endChoices?.();
      // an answer that nobody has acted on yet is taken back with its turn
      for (const job of queue.take(answered)) void run({ ...job, finish: () => endUnfinished(job.turn, "cancelled", () => "") });
    };
  }

  /** Wherever they stand: queued, at work, waiting for a yes, or left by an earlier process. */
  async function endTurns(turnIds: readonly string[]): Promise<void> {
    const wanted = new Set(turnIds);
    const isWanted = ({ turn }: Job): boolean => wanted.has(turn.id);
    const open = () => turns.open().filter(({ id }) => wanted.has(id));
    queue.take(isWanted);
    for (const turn of open()) {
      const approval = approvals.ofTurn(turn.id);
      if (approval?.status === "open") desk.withdraw(approval);
      stop(turn.id);
    }
    await queue.ended(isWanted);
    for (const turn of open()) await endUnfinished(turn, "cancelled", () => "");
    await Promise.all(dropping);
  }

  async function press(pressed: ButtonPress): Promise<PressReply> {
    const unknown = toasterFor(pressed.person)("toast.unknown");
    try {
      return (
        presses
          .values()
          .map((answer) => answer(pressed))
          .find((reply) => reply !== undefined) ?? unknown
      );
    } catch (error) {
      logger.error({ err: error }, "a press on a button could not be taken");
      return unknown;
    }
  }

  async function start(): Promise<void> {
    turns.countCrash();
    // suspects first: each gets a run of its own, so that only the one that ends the process is given up
    const open = turns.open().toSorted((one, other) => other.crashes - one.crashes);
    for (const turn of open) {
      const approval = approvals.ofTurn(turn.id);
      if (turn.status === "waiting" && approval?.status === "open" && checkpoints.has(turn.id)) desk.watch(approval.id);
      else if (turn.status === "waiting" && approval) desk.withdraw(approval);
      else queue.add(turn, leftJob(turn));
    }
    const ids = new Set(open.map(({ id }) => id));
    for (const thread of checkpoints.threads()) if (!ids.has(thread)) await checkpoints.delete(thread);
    status.start();
    if (open.length > 0) logger.info({ turns: open.length }, "going on with turns of the last run");
  }

  function leftJob(turn: TurnRow): Job {
    const isSuspect = turn.status === "running" && turn.crashes > 0;
    // its thread may be what ended the process, so it is not read
    const giveUp = async () => end(turn, { status: "failed", say: (catalogue) => catalogue.text("answer.crashed") });
    if (isSuspect && turn.crashes > MOST_CRASHES) return { turn, finish: giveUp };
    return { turn, isSuspect, answer: storedAnswer(approvals, turn.id) };
  }

  async function drain(): Promise<void> {
    const parked = setTimeout(() => {
      for (const running of stops.values()) running.abort("parked" satisfies StopReason);
    }, DRAIN_MS);
    await queue.stop();
    clearTimeout(parked);
    await Promise.all(dropping);
  }

  async function run(job: Job): Promise<void> {
    using _hold = deps.hold();
    let finish = job.finish;
    try {
      finish ??= await work(job);
      await finish?.();
    } catch (error) {
      retry({ ...job, finish }, error);
    } finally {
      // listeners that a library leaves on signals made of this one keep the whole run in memory until it aborts
      stops.get(job.turn.id)?.abort("over" satisfies StopReason);
      const began = stops.delete(job.turn.id);
      runs.delete(job.turn.id);
      if (began) tell(job.turn, { kind: "ended" });
    }
  }

  /** Runs a turn as far as it goes; resolves with what writes its end, which may be tried again. */
  async function work({ turn: { id: turnId }, answer }: Job): Promise<Job["finish"]> {
    const stored = turns.get(turnId);
    if (!stored || (stored.status !== "received" && stored.status !== "running")) return undefined;
    let turn = stored;
    // a command is answered where it comes in; one that was cut short there is told so
    if (turn.kind === "command") return () => endUnfinished(turn, "failed", errorAnswer);
    const age = clock() - turn.sentAt;
    if (answer && isStale(answer, clock())) {
      const key = answer.earlier ? "answer.late-interrupted" : "answer.late-yes";
      return () => endUnfinished(turn, "expired", (catalogue) => catalogue.text(key));
    }
    if (age > TOO_LATE_MS && !answer) {
      const interrupted = turn.receivedAt - turn.sentAt <= TOO_LATE_MS;
      return () => endUnfinished(turn, "expired", (catalogue) => lateAnswer(catalogue, interrupted, age));
    }
    if (turn.status === "received" || turn.isParked) turns.setStatus(turn.id, "running");
    const stopping = new AbortController();
    const { signal } = stopping;
    stops.set(turnId, stopping);
    using _deadline = later(turnTimeoutSeconds * 1_000, () => stopping.abort("deadline" satisfies StopReason));
    using plan = plans.follow(turnId);
    const own: Run = { signal, late: age > LATE_MS && !answer, progress: (event) => tell(turn, event), ended: plan.ended };
    runs.set(turnId, own);
    try {
      // what was asked about a picture was understood before
      const understood = answer ? { turn } : await attached(turn, signal);
      if ("say" in understood) return async () => end(turn, { status: "answered", ...understood });
      ({ turn, picture: own.picture } = { picture: undefined, ...understood });
      const input = inputFor(turn, answer);
      if (input === "lost") return async () => end(turn, { status: "failed", say: errorAnswer });
      const config = { configurable: { thread_id: turnId }, durability: "sync" as const, signal, recursionLimit: RECURSION_LIMIT };
      const state: TurnStateValues & { __interrupt__?: readonly { id?: string; value?: unknown }[] } = await alone(() =>
        graph.invoke(input, config),
      );
      const question = state.__interrupt__?.[0];
      if (!question) return async () => end(turn, { status: "answered", run: state, say: () => state.answer ?? "" });
      tell(turn, { kind: "asking" });
      desk.ask(turn, question.id ?? "", question.value as ApprovalRequest, state);
      return undefined;
    } catch (error) {
      const stopped: StopReason | undefined = signal.aborted ? signal.reason : undefined;
      if (stopped === "parked") return void turns.park(turnId);
      if (stopped === "deadline") {
        return () => endUnfinished(turn, "failed", (catalogue) => catalogue.text("answer.deadline", { seconds: turnTimeoutSeconds }));
      }
      // it goes on from its checkpoint once there is room
      if (isWriteRefused(error)) throw error;
      if (stopped) return () => endUnfinished(turn, "cancelled", () => "");
      logger.error({ err: error, turn: turnId }, "a turn failed");
      return () => endUnfinished(turn, "failed", errorAnswer);
    }
  }

  function end(turn: TurnRow, ending: Ending): void {
    writeEnd(turn, ending);
    drop(turn.id);
  }

  function drop(turnId: string): void {
    const done = setImmediate()
      .then(() => checkpoints.delete(turnId))
      .catch((error: unknown) => logger.warn({ err: error, turn: turnId }, "the thread of a turn that is over could not be dropped"))
      .finally(() => dropping.delete(done));
    dropping.add(done);
  }

  /** Puts a job back after a pause: what came of it could not be written down. */
  function retry(job: Job, error: unknown): void {
    const attempts = (job.attempts ?? 0) + 1;
    // a full disk may stay full for long: what was worked out waits for it
    const more = attempts <= MOST_ATTEMPTS || isWriteRefused(error);
    logger.error({ err: error, turn: job.turn.id, attempts, more }, "a turn's end could not be written down");
    if (!more) return;
    const timer = later(RETRY_MS, () => {
      retries.delete(timer);
      queue.add(job.turn, { ...job, attempts }, "front");
    });
    retries.add(timer);
  }

  async function endUnfinished(turn: TurnRow, how: Ending["status"], say: Ending["say"]): Promise<void> {
    end(turn, { status: how, run: checkpoints.has(turn.id) ? await stateOf(turn.id) : undefined, say });
  }

  /** What a thread cannot tell the ledger does: a turn ends also when its checkpoint cannot be read. */
  async function stateOf(turnId: string): Promise<Partial<TurnStateValues>> {
    try {
      return (await graph.getState({ configurable: { thread_id: turnId } })).values as Partial<TurnStateValues>;
    } catch (error) {
      logger.error({ err: error, turn: turnId }, "a turn's checkpoint could not be read");
      return {};
    }
  }

  function tell(turn: TurnRow, progress: Progress): void {
    const { id: turnId, channel, bot, chatId, isPrivate, threadId } = turn;
    progressed.tell({ turnId, channel, bot, chatId, isPrivate, threadId, progress });
  }

  return {
    receive: unstored.receive,
    press,
    onProgress: progressed.on,
    endTurns,
    begin: (message, chosen) => void receive(message, chosen),
    decide: desk.decide,
    questionShown: (approvalId) => desk.watch(approvalId),
    answerShown(turnId, at) {
      turns.markSent(turnId);
      choices.shown(turnId, at);
    },
    questionLost: (approvalId) => desk.undeliverable(approvalId),
    start,
    drain,
    async [Symbol.asyncDispose]() {
      await drain();
      for (const part of [desk, status, unstored, ...retries]) part[Symbol.dispose]();
    },
  };
}
