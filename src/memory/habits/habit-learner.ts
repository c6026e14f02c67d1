import { setImmediate as turnOfOthers } from "node:timers/promises";
import { CommandError, HomeUnreachableError, OutcomeUnknownError } from "../../homeassistant/connection/errors.ts";
import type { Logbook, LogbookEntry } from "../../homeassistant/history/logbook.ts";
import type { Entity, Home, WholeHome } from "../../homeassistant/registry/home.ts";
import type { Logger } from "../../observability/logger.ts";
import type { HabitStore } from "../../storage/facts/habits.ts";
import type { Later } from "../../text/later.ts";
import type { InfluxProblem } from "../../web/influx.ts";
import type { WorkerPool } from "../../workers/pool.ts";
import { createLocalDays, weekendOf } from "./calendar.ts";
import type { FoundHabit } from "./find-habits.ts";
import type { BookChanges, HabitBook } from "./habit-book.ts";
import type { HouseSource } from "./house-source.ts";
import type { LearnInput } from "./learn-habits-worker.ts";
import { actionEvents, type HouseRecord, type KnownCause, LEARNED_DOMAINS, type OwnAction } from "./user-actions.ts";

const WORKER = new URL("./learn-habits-worker.ts", import.meta.url);

/** Finds habits in a thread. Throws what the pool throws, and the signal's reason. */
export function createFinder({ pool }: { pool: Pick<WorkerPool, "run"> }) {
  return (input: LearnInput, signal: AbortSignal): Promise<readonly FoundHabit[]> =>
    pool.run<LearnInput, readonly FoundHabit[]>({ file: WORKER, name: "learnHabits" }, input, { signal });
}

/** As long as the recorder keeps things unless it is told otherwise. */
const DAYS = 10;
const DAY_MS = 86_400_000;
const MOST_ENTRIES = 2_000;

/** What the logbook says of ten days of each entity. A change without any cause is a switch on the wall, and counts as a hand. */
export async function readCauses(
  logbook: Pick<Logbook, "causes" | "ownUserId">,
  entityIds: readonly string[],
  { to, signal }: { readonly to: number; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, readonly KnownCause[]>> {
  const ownUserId = await logbook.ownUserId({ signal });
  const causes = new Map<string, readonly KnownCause[]>();
  for (const entityId of entityIds) {
    const entries = await logbook.causes(entityId, { from: to - DAYS * DAY_MS, to, limit: MOST_ENTRIES }, { signal });
    const changes = entries.filter(({ state }) => state !== undefined).map((entry) => causeOf(entry, ownUserId));
    causes.set(entityId, changes.toReversed());
  }
  return causes;
}

function causeOf({ at, cause }: LogbookEntry, ownUserId: string): KnownCause {
  if (cause.kind === "person") {
    const isOurs = cause.userId === ownUserId;
    return { at, isHand: !isOurs, userId: isOurs ? undefined : cause.userId };
  }
  return { at, isHand: cause.kind === "device", userId: undefined };
}

/** Why nothing was learned: a problem of InfluxDB, `home` where Home Assistant gave no history, `failed` where something broke. */
export type LearningProblem = InfluxProblem | "home" | "failed";

export type LearningOutcome =
  | ({ readonly kind: "learned" } & BookChanges)
  | { readonly kind: "problem"; readonly problem: LearningProblem }
  | { readonly kind: "running" }
  | { readonly kind: "stopped" };

export interface LearningStatus {
  readonly source: HouseSource["name"];
  readonly problem: LearningProblem | undefined;
  /** ms since the epoch; undefined before the first time. */
  readonly lastRun: number | undefined;
}

interface LearnerDependencies {
  readonly home: Pick<Home, "ready" | "whenReady" | "info" | "exposed"> & Pick<WholeHome, "everything">;
  readonly source: HouseSource;
  readonly logbook: Pick<Logbook, "causes" | "ownUserId">;
  /** What this service did between two times. */
  readonly ownActions: (from: number, to: number) => readonly OwnAction[];
  /** Finds habits where it holds nobody up. */
  readonly find: (input: LearnInput, signal: AbortSignal) => Promise<readonly FoundHabit[]>;
  readonly store: HabitStore;
  readonly book: Pick<HabitBook, "apply">;
  /** When the person of a user of Home Assistant had everything about them forgotten, in ms; undefined for never. */
  readonly forgottenAt: (userId: string) => number | undefined;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

const MINUTE_MS = 60_000;
const EVERY_MS = 24 * 60 * MINUTE_MS;
/** A start has other things to do. */
const FIRST_MS = 10 * MINUTE_MS;
/** After a problem; twice as long each time. */
const RETRY_MS = 10 * MINUTE_MS;
const MOST_RETRY_MS = 6 * 60 * MINUTE_MS;
/** Fewer days of use tell nothing, so the logbook is not asked. */
const FEWEST_DAYS = 4;

/** Learns the house's habits every 24 hours and when asked. What fails is said once, and tried again later; nobody waits for any of it. */
export class HabitLearner implements AsyncDisposable {
  readonly #deps: LearnerDependencies;
  readonly #stop = new AbortController();
  #timer: Disposable | undefined;
  #running: Promise<LearningOutcome> | undefined;
  #problem: LearningProblem | undefined;
  #failures = 0;

  constructor(deps: LearnerDependencies) {
    this.#deps = deps;
  }

  start(): void {
    const { home, clock, store } = this.#deps;
    home.whenReady(this.#stop.signal).then(
      () => this.#again(Math.max(FIRST_MS, (store.lastRun() ?? 0) + EVERY_MS - clock())),
      () => undefined,
    );
  }

  async run(): Promise<LearningOutcome> {
    if (this.#running) return { kind: "running" };
    this.#timer?.[Symbol.dispose]();
    this.#running = this.#attempt();
    const outcome = await this.#running;
    this.#running = undefined;
    if (outcome.kind !== "stopped")
      this.#again(this.#failures === 0 ? EVERY_MS : Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** (this.#failures - 1)));
    return outcome;
  }

  status(): LearningStatus {
    return { source: this.#deps.source.name, problem: this.#problem, lastRun: this.#deps.store.lastRun() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#timer?.[Symbol.dispose]();
    await this.#running;
  }

  #again(ms: number): void {
    if (!this.#stop.signal.aborted) this.#timer = this.#deps.later(ms, () => void this.run());
  }

  async #attempt(): Promise<LearningOutcome> {
    const { store, clock, logger } = this.#deps;
    try {
      const outcome = await this.#learn();
      if (outcome.kind === "problem") return this.#failed(outcome.problem, undefined);
      if (this.#problem !== undefined) logger.info({ source: this.#deps.source.name }, "habits can be learned again");
      this.#problem = undefined;
      this.#failures = 0;
      store.setLastRun(clock());
      logger.info(outcome, "habits were learned");
      return outcome;
    } catch (error) {
      if (this.#stop.signal.aborted) return { kind: "stopped" };
      const isHome = [HomeUnreachableError, CommandError, OutcomeUnknownError].some((kind) => error instanceof kind);
      return this.#failed(isHome ? "home" : "failed", error);
    }
  }

  /** Said once: as long as it stays the same nothing more is logged. */
  #failed(problem: LearningProblem, error: unknown): LearningOutcome {
    if (this.#problem !== problem) {
      this.#deps.logger.warn({ problem, source: this.#deps.source.name, err: error }, "habits cannot be learned");
    }
    this.#problem = problem;
    this.#failures += 1;
    return { kind: "problem", problem };
  }

  async #learn(): Promise<Extract<LearningOutcome, { kind: "learned" | "problem" }>> {
    const { home, source, ownActions, find, store, book, clock } = this.#deps;
    const { signal } = this.#stop;
    if (!home.ready) return { kind: "problem", problem: "home" };
    const now = clock();
    const { info } = home;
    const things = home.exposed().filter(isLearned);
    const everything = [...home.everything()];
    const answer = await source.read({
      entityIds: things.map(({ entityId }) => entityId),
      personIds: home.exposed().flatMap(({ domain, entityId }) => (domain === "person" ? [entityId] : [])),
      routineIds: everything.flatMap(({ domain, entityId }) => (domain === "automation" || domain === "script" ? [entityId] : [])),
      to: now,
      signal,
    });
    if (answer.kind === "problem") return answer;
    const record = { ...answer.record, causes: await this.#causes(answer.record, info.timeZone) };
    const areas = new Map(things.flatMap(({ entityId, area }) => (area ? [[entityId, area.areaId] as const] : [])));
    const own = ownActions(record.from, record.to).map(({ entityIds, at, endedAt }) => ({ entityIds, at, endedAt }));
    const weekend = weekendOf(info.country, info.language);
    const active = store.all().filter(({ status }) => status === "active");
    const known = active.map(({ id, pattern, records }) => ({ ...pattern, id, records }));
    const { timeZone, place } = info;
    const input: LearnInput = { timeZone, weekend, place, record, own, areas, known };
    const habits = await find(input, signal);
    return { kind: "learned", ...(await book.apply(habits, weekend, now)) };
  }

  /** What somebody did before they had everything forgotten is no hand that is learned from. */
  #withoutForgotten(causes: HouseRecord["causes"]): HouseRecord["causes"] {
    const isForgotten = ({ at, userId }: KnownCause) => userId !== undefined && at <= (this.#deps.forgottenAt(userId) ?? 0);
    const cleared = (cause: KnownCause): KnownCause => (isForgotten(cause) ? { at: cause.at, isHand: false, userId: undefined } : cause);
    return new Map([...causes].map(([entityId, all]) => [entityId, all.map(cleared)]));
  }

  /** Of things that were used on some days; a home whose logbook is switched off has none. */
  async #causes(record: HouseRecord, timeZone: string): Promise<HouseRecord["causes"]> {
    const { logbook, logger } = this.#deps;
    const localTime = createLocalDays(timeZone);
    const used: string[] = [];
    for (const [entityId, samples] of record.samples) {
      const days = new Set(actionEvents(entityId, samples).map(({ at }) => localTime(at).day));
      if (days.size >= FEWEST_DAYS) used.push(entityId);
      // a thing takes a millisecond, a house of them a tenth of a second: chats come between
      await turnOfOthers();
    }
    try {
      return this.#withoutForgotten(await readCauses(logbook, used, { to: record.to, signal: this.#stop.signal }));
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      logger.debug({ err: error }, "the logbook tells no causes");
      return new Map();
    }
  }
}

/** A group follows its members. */
function isLearned({ domain, state }: Entity): boolean {
  return LEARNED_DOMAINS.includes(domain) && !Array.isArray(state.attributes["entity_id"]);
}
