import type { Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { Chat } from "../../storage/chat.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { ApprovalDesk } from "../approvals/approval-desk.ts";
import type { Voters } from "../approvals/approvers.ts";
import { type ChoiceDesk, chosenBefore, createChoiceDesk } from "../approvals/choice-desk.ts";
import type { EntityDecisions } from "../approvals/entity-decisions.ts";
import type { PinPad } from "../approvals/pin-pad.ts";
import { ChatQueue, keyOf } from "../chat-queue.ts";
import type { Commands } from "../commands/commands.ts";
import { createTurnEnd, type Ending } from "../graph/final-state.ts";
import type { TurnGraph } from "../graph/graph.ts";
import { errorAnswer, lateAnswer } from "../graph/late-replies.ts";
import { isStale, type Job, type Run, storedAnswer } from "../runs.ts";
import type { ApprovalRequest, TurnStateValues } from "../state.ts";
import type { Timing, TurnStores } from "../stores.ts";
import {
  type ButtonPress,
  type IncomingMessage,
  messageAgain,
  type PressReply,
  type Progress,
  type ProgressEvent,
  type Received,
  type Turns,
} from "../turn.ts";
import type { ServiceText } from "../wording/phrases.ts";
import { createAbandon, createCanceller } from "./canceller.ts";
import type { RecordDecisions } from "./decision-records.ts";
import { createIntake, type Intake } from "./intake.ts";
import { createRunInput, createTidier, Retry, type RunInput, type Tidier } from "./run-input.ts";
import { createUnstored, isWriteRefused, type Unstored } from "./unstored.ts";
import { createWaitingStatus, type WaitingStatus } from "./waiting-status.ts";

/** Older messages that would act are asked about first; a question up to `TOO_LATE_MS` old is still answered (the product's bounds). */
const LATE_MS = 2 * 60_000;
const TOO_LATE_MS = 60 * 60_000;
/** Supersteps of one run, which ends at a question: the longest without one takes 29 (8 rounds, the last answer, a claim sent back). */
const RECURSION_LIMIT = 60;
/** A turn that was at work when the process crashed gets a second chance, alone, and no third. */
const MOST_CRASHES = 1;
/** Running turns may end by themselves for so long at a stop; then they are parked in their checkpoint. Of 8 s in all, the rest is for answers. */
const DRAIN_MS = 5_000;

interface RunnerDependencies
  extends Pick<
      TurnStores,
      "database" | "turns" | "sessions" | "outbox" | "approvals" | "choices" | "actions" | "interactions" | "checkpoints"
    >,
    Timing {
  readonly graph: TurnGraph;
  /** Shared with the graph's nodes; the runner alone writes it. */
  readonly runs: Map<string, Run>;
  readonly commands: Commands;
  readonly home: Pick<Home, "find">;
  readonly assistantName: string;
  readonly parallelChats: number;
  readonly confirmationTimeoutSeconds: number;
  /** How long one run of a turn may take; it counts anew from the answer to its question. */
  readonly turnTimeoutSeconds: number;
  readonly rateMinutes: number;
  /** Home Assistant's own texts about services, for questions about those that have no sentence of ours. */
  readonly serviceText?: ServiceText;
  readonly pinPad: PinPad;
  readonly voters: Voters;
  readonly decideEntities: EntityDecisions["decide"];
  readonly recordDecisions: RecordDecisions;
  /** Each answers presses on buttons of its own, which are no approval's and no choice's; undefined for all others. */
  readonly otherPresses: readonly ((press: ButtonPress) => PressReply | undefined)[];
  /** Keeps the models free of other work while a turn is at work. */
  readonly hold: () => Disposable;
  /** Shows a notice that cannot be put into the outbox. */
  readonly sayUnstored: (chat: Chat & { readonly threadId: string | undefined }, text: string) => void;
}

type StopReason = "over" | "cancelled" | "parked" | "deadline";

/** Runs turns: durable, one at a time for each chat, through the graph, to an answer in the outbox. */
export class TurnRunner implements Turns, AsyncDisposable {
  readonly #deps: RunnerDependencies;
  readonly #queue: ChatQueue<Job>;
  readonly #desk: ApprovalDesk;
  readonly #choices: ChoiceDesk;
  readonly #otherPresses: RunnerDependencies["otherPresses"];
  readonly #retry: Retry;
  readonly #receive: Intake;
  readonly #unstored: Unstored;
  readonly #status: WaitingStatus;
  readonly #inputFor: RunInput;
  readonly #writeEnd: (turn: TurnRow, ending: Ending) => void;
  readonly #tidier: Tidier;
  readonly #stops = new Map<string, AbortController>();
  readonly #listeners = new Set<(event: ProgressEvent) => void>();
  /** Ends turns without an answer; resolves when none of them is at work and their threads are dropped. */
  readonly endTurns: (turnIds: readonly string[]) => Promise<void>;
  readonly decide: ApprovalDesk["decide"] = (answer) => this.#desk.decide(answer);

  constructor(deps: RunnerDependencies) {
    this.#deps = deps;
    this.#queue = new ChatQueue({
      parallelChats: deps.parallelChats,
      logger: deps.logger,
      isAlone: ({ isSuspect = false }) => isSuspect,
      run: (job) => this.#run(job),
    });
    this.#inputFor = createRunInput(deps);
    this.#writeEnd = createTurnEnd(deps);
    this.#tidier = createTidier(deps);
    this.#desk = new ApprovalDesk({
      ...deps,
      end: this.#writeEnd,
      timeoutSeconds: deps.confirmationTimeoutSeconds,
      resume: (turn, answer) => this.#queue.add(keyOf(turn), { turn, answer }, "front"),
      abandoned: (turn) => this.#tidier.drop(turn.id),
      askAgain: (turn, approvalId, person) =>
        this.#receive(messageAgain(turn, approvalId, { person, sentAt: deps.clock() }), chosenBefore(turn)) === "queued",
    });
    const choices = createChoiceDesk({ ...deps, begin: (message, chosen) => this.#receive(message, chosen) });
    this.#choices = choices;
    this.#otherPresses = [choices.press, ...deps.otherPresses];
    const stop = (turnId: string) => this.#stops.get(turnId)?.abort("cancelled" satisfies StopReason);
    this.#status = createWaitingStatus({
      ...deps,
      unanswered: (chat) => this.#queue.waiting(keyOf(chat)).length + (this.#queue.running(keyOf(chat)) ? 1 : 0),
    });
    this.#receive = createIntake({
      ...deps,
      choices,
      status: this.#status,
      queue: {
        isIdle: (chat) => this.#queue.isIdle(keyOf(chat)),
        add: (turn) => this.#queue.add(keyOf(turn), { turn }),
        waiting: (chat) => this.#queue.waiting(keyOf(chat)).length,
        alike: (message) =>
          this.#queue.waiting(keyOf(message)).filter(({ turn }) => turn.text === message.text && turn.personId === message.person.id)
            .length,
        retry: (turn, finish, error) => this.#retry.add({ turn, finish }, error),
        ...createCanceller({
          ...deps,
          choices,
          queue: this.#queue,
          desk: this.#desk,
          stop,
          cancel: (job) => void this.#run({ ...job, finish: () => this.#endUnfinished(job.turn, "cancelled", () => "") }),
        }),
      },
    });
    this.endTurns = createAbandon({
      ...deps,
      queue: this.#queue,
      desk: this.#desk,
      stop,
      dropped: this.#tidier.idle,
      end: (turn) => this.#endUnfinished(turn, "cancelled", () => ""),
    });
    this.#unstored = createUnstored({
      ...deps,
      receive: this.#receive,
      say: (message, text) => deps.sayUnstored({ ...message, threadId: message.threadId }, text(catalogueFor(message.person.language))),
    });
    this.#retry = new Retry({ ...deps, again: (job) => this.#queue.add(keyOf(job.turn), job, "front") });
  }

  receive(message: IncomingMessage): Received {
    return this.#unstored.receive(message);
  }

  async press(press: ButtonPress): Promise<PressReply> {
    try {
      const replies = this.#otherPresses.values().map((answer) => answer(press));
      return replies.find((reply) => reply !== undefined) ?? this.#desk.press(press);
    } catch (error) {
      this.#deps.logger.error({ err: error }, "a press on a button could not be taken");
      return { toast: catalogueFor(press.person?.language ?? "en").text("toast.unknown"), taken: false };
    }
  }

  onProgress(listener: (event: ProgressEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  /** The outbox showed a question: its time runs from now. */
  questionShown(approvalId: string): void {
    this.#desk.watch(approvalId);
  }

  /** The outbox showed a turn's answer; in the transaction that marks it. */
  answerShown(turnId: string, at: number): void {
    this.#deps.turns.markSent(turnId);
    this.#choices.shown(turnId, at);
  }

  questionLost(approvalId: string): void {
    this.#desk.undeliverable(approvalId);
  }

  /** Brings what an earlier process left into order, and goes on with it. */
  async start(): Promise<void> {
    const { turns, approvals, checkpoints, logger } = this.#deps;
    turns.countCrash();
    // suspects first: each gets a run of its own, so that only the one that ends the process is given up
    const open = turns.open().toSorted((one, other) => other.crashes - one.crashes);
    for (const turn of open) {
      const approval = approvals.ofTurn(turn.id);
      if (turn.status === "waiting" && approval?.status === "open" && checkpoints.has(turn.id)) this.#desk.watch(approval.id);
      else if (turn.status === "waiting" && approval) this.#desk.withdraw(approval);
      else this.#queue.add(keyOf(turn), this.#left(turn));
    }
    const ids = new Set(open.map(({ id }) => id));
    for (const thread of checkpoints.threads()) if (!ids.has(thread)) await checkpoints.delete(thread);
    this.#status.start();
    if (open.length > 0) logger.info({ turns: open.length }, "going on with turns of the last run");
  }

  #left(turn: TurnRow): Job {
    const isSuspect = turn.status === "running" && turn.crashes > 0;
    // its thread may be what ended the process, so it is not read
    const giveUp = async () => this.#end(turn, { results: [], status: "failed", say: (catalogue) => catalogue.text("answer.crashed") });
    if (isSuspect && turn.crashes > MOST_CRASHES) return { turn, finish: giveUp };
    return { turn, isSuspect, answer: storedAnswer(this.#deps.approvals, turn.id) };
  }

  /** Begins no more turns; those that run end, or are parked in their checkpoint for the next start. */
  async drain(): Promise<void> {
    const parked = setTimeout(() => {
      for (const stop of this.#stops.values()) stop.abort("parked" satisfies StopReason);
    }, DRAIN_MS);
    await this.#queue.stop();
    clearTimeout(parked);
    await this.#tidier.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drain();
    this.#desk[Symbol.dispose]();
    this.#retry[Symbol.dispose]();
    this.#status[Symbol.dispose]();
    this.#unstored[Symbol.dispose]();
  }

  async #run(job: Job): Promise<void> {
    using _hold = this.#deps.hold();
    let finish = job.finish;
    try {
      finish ??= await this.#work(job);
      await finish?.();
    } catch (error) {
      this.#retry.add({ ...job, finish }, error);
    } finally {
      // listeners that a library leaves on signals made of this one keep the whole run in memory until it aborts
      this.#stops.get(job.turn.id)?.abort("over" satisfies StopReason);
      const began = this.#stops.delete(job.turn.id);
      this.#deps.runs.delete(job.turn.id);
      if (began) this.#tell(job.turn, { kind: "ended" });
    }
  }

  /** Runs a turn as far as it goes; resolves with what writes its end, which may be tried again. */
  async #work({ turn: { id: turnId }, answer }: Job): Promise<Job["finish"]> {
    const { turns, graph, runs, clock, later, turnTimeoutSeconds, logger } = this.#deps;
    const turn = turns.get(turnId);
    if (!turn || (turn.status !== "received" && turn.status !== "running")) return undefined;
    // a command is answered where it comes in; one that was cut short there is told so
    if (turn.kind === "command") return () => this.#endUnfinished(turn, "failed", errorAnswer);
    const age = clock() - turn.sentAt;
    if (answer && isStale(answer, clock())) {
      const key = answer.earlier ? "answer.late-interrupted" : "answer.late-yes";
      return () => this.#endUnfinished(turn, "expired", (catalogue) => catalogue.text(key));
    }
    if (age > TOO_LATE_MS && !answer) {
      const interrupted = turn.receivedAt - turn.sentAt <= TOO_LATE_MS;
      return () => this.#endUnfinished(turn, "expired", (catalogue) => lateAnswer(catalogue, interrupted, age));
    }
    if (turn.status === "received" || turn.isParked) turns.setStatus(turn.id, "running");
    const stop = new AbortController();
    this.#stops.set(turnId, stop);
    using _deadline = later(turnTimeoutSeconds * 1_000, () => stop.abort("deadline" satisfies StopReason));
    const progress = (event: Progress) => this.#tell(turn, event);
    runs.set(turnId, { signal: stop.signal, late: age > LATE_MS && !answer, progress });
    try {
      const config = {
        configurable: { thread_id: turnId },
        durability: "sync" as const,
        signal: stop.signal,
        recursionLimit: RECURSION_LIMIT,
      };
      const input = this.#inputFor(turn, answer);
      if (input === "lost") return async () => this.#end(turn, { results: [], status: "failed", say: errorAnswer });
      const state: TurnStateValues & { __interrupt__?: readonly { id?: string; value?: unknown }[] } = await graph.invoke(input, config);
      const question = state.__interrupt__?.[0];
      if (!question)
        return () =>
          this.#end(turn, {
            results: state.results,
            decided: state.decided,
            status: "answered",
            model: state.model,
            promptOrigin: state.origin,
            outside: state.outside,
            run: state,
            say: () => state.answer ?? "",
          });
      this.#tell(turn, { kind: "asking" });
      this.#desk.ask(turn, question.id ?? "", question.value as ApprovalRequest, state);
      return undefined;
    } catch (error) {
      const stopped: StopReason | undefined = stop.signal.aborted ? stop.signal.reason : undefined;
      if (stopped === "parked") return void turns.park(turnId);
      if (stopped === "deadline") {
        return () => this.#endUnfinished(turn, "failed", (catalogue) => catalogue.text("answer.deadline", { seconds: turnTimeoutSeconds }));
      }
      // it goes on from its checkpoint once there is room
      if (isWriteRefused(error)) throw error;
      if (stopped) return () => this.#endUnfinished(turn, "cancelled", () => "");
      logger.error({ err: error, turn: turnId }, "a turn failed");
      return () => this.#endUnfinished(turn, "failed", errorAnswer);
    }
  }

  async #end(turn: TurnRow, end: Ending): Promise<void> {
    this.#writeEnd(turn, end);
    this.#tidier.drop(turn.id);
  }

  async #endUnfinished(turn: TurnRow, status: Ending["status"], say: Ending["say"]): Promise<void> {
    await this.#end(turn, { ...(await this.#soFar(turn.id)), status, say });
  }

  async #soFar(turnId: string): Promise<Pick<Ending, "results" | "decided" | "run">> {
    if (!this.#deps.checkpoints.has(turnId)) return { results: [] };
    const { values } = await this.#stateOf(turnId);
    const run = values as Partial<TurnStateValues>;
    return { results: run.results ?? [], decided: run.decided ?? [], run };
  }

  /** What a thread cannot tell the ledger does: a turn ends also when its checkpoint cannot be read. */
  async #stateOf(turnId: string): Promise<{ readonly values: unknown }> {
    try {
      return await this.#deps.graph.getState({ configurable: { thread_id: turnId } });
    } catch (error) {
      this.#deps.logger.error({ err: error, turn: turnId }, "a turn's checkpoint could not be read");
      return { values: {} };
    }
  }

  #tell(turn: TurnRow, progress: Progress): void {
    const { id: turnId, channel, bot, chatId, isPrivate, threadId } = turn;
    for (const listener of this.#listeners) listener({ turnId, channel, bot, chatId, isPrivate, threadId, progress });
  }
}
