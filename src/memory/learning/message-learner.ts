import type { IdleGate } from "../../models/idle-gate.ts";
import { ModelError, type ModelProblem, type Models } from "../../models/models.ts";
import type { Logger } from "../../observability/logger.ts";
import type { LearnableTurn, LearningQueue } from "../../storage/facts/learning-queue.ts";
import type { Later } from "../../text/later.ts";
import type { Memory } from "../memory.ts";
import { extractFacts } from "./learner-extraction.ts";
import { proposalsOf } from "./learner-rules.ts";

const MINUTE_MS = 60_000;
/** Pauses after a failure, before a message is tried again; after the last one it is given up. */
const RETRY_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
/** The model is away, or the disk is: no fault of the message's. */
const AWAY_MS = 5 * MINUTE_MS;
const AWAY: ReadonlySet<ModelProblem["kind"]> = new Set(["unreachable", "not_pulled", "no_tools", "refused"]);

interface LearnerDependencies {
  readonly queue: Pick<LearningQueue, "first" | "finish" | "retry" | "giveUp">;
  readonly memory: Pick<Memory, "learnAll">;
  readonly models: Models;
  readonly idle: Pick<IdleGate, "add">;
  /** So long nobody needed the model, ms. */
  readonly idleMs: number;
  /** The id of a room by its name or other names; undefined for none. */
  readonly areaId: (name: string) => string | undefined;
  /** Names of the people of the household besides that one. */
  readonly namesOfOthers?: ((personId: string) => readonly string[]) | undefined;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/** Learns in the model's idle time what people said in passing, each message once and in one commit. Failures are retried, then given up. */
export function createLearner(dependencies: LearnerDependencies) {
  const { queue, memory, models, idle, idleMs, areaId, namesOfOthers, clock, later, logger } = dependencies;
  let awayUntil = 0;
  let timer: Disposable | undefined;

  const task = idle.add({
    idleMs,
    get isWaiting() {
      return hasWork();
    },
    run,
  });

  function hasWork(): boolean {
    timer?.[Symbol.dispose]();
    const turn = first();
    const ms = Math.min(RETRY_MS.at(-1) ?? AWAY_MS, Math.max(awayUntil, turn?.nextAt ?? 0) - clock());
    if (turn && ms > 0) timer = later(ms, task.wake);
    return turn !== undefined && ms <= 0;
  }

  function first(): LearnableTurn | undefined {
    try {
      return queue.first(clock());
    } catch (error) {
      logger.warn({ err: error }, "what is to be learned could not be read");
      return undefined;
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    const turn = first();
    if (!turn || signal.aborted) return;
    try {
      if (models.status().reachable) await learnFrom(turn, signal);
      else away();
    } catch (error) {
      if (!signal.aborted) failed(turn, error);
    }
  }

  async function learnFrom(turn: LearnableTurn, signal: AbortSignal): Promise<void> {
    const found = await extractFacts(turn.said, models, signal);
    const proposals = proposalsOf(turn, found, areaId, namesOfOthers);
    const commit = (work: () => void) => !signal.aborted && queue.finish(turn.id, work);
    const learned = await memory.learnAll(proposals, turn.at, { signal, commit });
    if (learned) logger.debug({ turn: turn.turnId, outcomes: learned.map(({ outcome }) => outcome) }, "a message was learned from");
  }

  function failed({ id, turnId, attempts }: LearnableTurn, error: unknown): void {
    const problem = error instanceof ModelError ? error.problem.kind : undefined;
    const details = { err: error, problem, turn: turnId, attempts: attempts + 1 };
    const pause = RETRY_MS[attempts];
    try {
      if (problem && AWAY.has(problem)) {
        away();
      } else if (pause === undefined) {
        queue.giveUp(id);
        logger.warn(details, "a message could not be learned from; it is given up");
      } else {
        queue.retry(id, clock() + pause);
        logger.debug(details, "a message could not be learned from; it is tried again");
      }
    } catch (unwritten) {
      logger.warn({ err: unwritten }, "that a message could not be learned from could not be written");
      away();
    }
  }

  function away(): void {
    awayUntil = clock() + AWAY_MS;
  }

  return {
    /** Looks for what an earlier process left. */
    start: task.wake,
    settled: task.settled,
    async [Symbol.asyncDispose]() {
      await task[Symbol.asyncDispose]();
      timer?.[Symbol.dispose]();
    },
  };
}
