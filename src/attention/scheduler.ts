import { homeTime } from "../homeassistant/home-time.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { EntityState, StateStore } from "../homeassistant/registry/states.ts";
import type { Logger } from "../observability/logger.ts";
import type { AssistantDatabase } from "../storage/database.ts";
import type { Schedule, ScheduleKind, ScheduleStore, UnansweredReminder } from "../storage/turns/schedules.ts";
import type { Later } from "../text/later.ts";
import { createRateLimit } from "../text/rate-limit.ts";
import { type Awaited, type Clockwork, isAwaited, latestAt, nextAt, triggerIn } from "./trigger.ts";
import { happenedAt, holds, meaning, nextTime } from "./trigger-states.ts";

/** An action that was missed is done up to so much later; after that it may no longer be wanted (the product's bound). */
const MOST_LATE_MS = 5 * 60_000;
/** What comes so much later says when it was for. */
export const LATE_MS = 2 * 60_000;
/** The wall clock may be set while a timer of the process runs: it is looked at again at least so often, as long as something is planned. */
const LOOK_AGAIN_MS = 60_000;
/** So many are begun before others have their turn. */
const AT_ONCE = 10;
/** A home that is away, or a disk that is full. */
const TRY_AGAIN_MS = 5_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** What comes about each time it does, in an hour: more messages nobody reads, and more of an action is a loop (the product's bounds). */
const MOST_AN_HOUR: Readonly<Record<ScheduleKind, number>> = { reminder: 20, timer: 20, action: 120 };

interface SchedulerDependencies {
  readonly store: Pick<ScheduleStore, "due" | "nextDue" | "waiting" | "await" | "fire" | "unanswered" | "answered" | "get">;
  readonly database: Pick<AssistantDatabase, "transaction">;
  readonly home: Pick<Home, "ready" | "whenReady">;
  readonly states: Pick<StateStore, "get" | "onChange">;
  readonly clockwork: () => Clockwork;
  /** Whether its person may know of what it waits for; asks whom it is about, or ends it, where not. */
  readonly mayKnow: (schedule: Schedule) => boolean;
  /** Puts what is to be said into the outbox; in the transaction that marks it as said. `dueAt` tells how late that is. */
  readonly tell: (schedule: Schedule, dueAt: number) => void;
  /** Tells what matters again, or somebody else, where nobody answered; in the transaction that marks it. */
  readonly unanswered: (schedule: Schedule, reminder: UnansweredReminder) => void;
  /** Ends what waits for a consent that was not given in time. */
  readonly expire: () => void;
  /** Says that it comes about too often to be told, or done, each time; in the transaction that marks it. */
  readonly tooOften: (schedule: Schedule) => void;
  /** Says that an action was missed; in the transaction that marks it. */
  readonly missed: (schedule: Schedule, dueAt: number) => void;
  /** Begins the turn that does what was planned; `write` joins the transaction that puts it on disk. */
  readonly begin: (schedule: Schedule, dueAt: number, write: () => void) => void;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/**
 * Does what is planned when it is due, once: what marks it as done is in the same transaction as the message or the turn that comes of it, so a
 * crash loses and repeats nothing. Reminders that were missed are told late, actions are done up to five minutes late;
 * of what repeats only the latest time that was missed.
 */
export function createScheduler({
  store,
  database,
  home,
  states,
  clockwork,
  mayKnow,
  tell,
  unanswered,
  expire,
  tooOften,
  missed,
  begin,
  clock,
  later,
  logger,
}: SchedulerDependencies) {
  const stopping = new AbortController();
  let timer: Disposable | undefined;
  let isHomeKnown = false;
  /** What waits for a state, by schedule. */
  const watches = new Map<number, Disposable>();

  /** Sets the one timer for what is due next; what is due and could not be done is tried again after a while. */
  function arm(retryMs = 0): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    if (stopping.signal.aborted) return;
    try {
      const next = store.nextDue();
      if (next !== undefined) wait(next > clock() ? next : clock() + retryMs);
    } catch (error) {
      logger.error({ err: error }, "what is planned could not be read");
      timer = later(TRY_AGAIN_MS, run);
    }
  }

  function wait(next: number): void {
    const then = () => (clock() >= next ? run() : wait(next));
    timer = later(Math.min(Math.max(0, next - clock()), LOOK_AGAIN_MS), then);
  }

  /** False also for what fails. */
  function attempt(schedule: Schedule, act: () => boolean): boolean {
    try {
      return act();
    } catch (error) {
      logger.error({ err: error, schedule: schedule.id }, "what is planned could not be begun");
      return false;
    }
  }

  function run(): void {
    let due: readonly Schedule[] = [];
    try {
      due = store.due(clock());
    } catch (error) {
      logger.error({ err: error }, "what is planned could not be read");
    }
    if (isHomeKnown) tellAgain();
    let begun = 0;
    for (const schedule of due) {
      if (begun >= AT_ONCE) break;
      if (attempt(schedule, () => happens(schedule, schedule.dueAt ?? clock()))) begun += 1;
    }
    arm(begun >= AT_ONCE ? 0 : TRY_AGAIN_MS);
  }

  /** Tells again what nobody answered, and ends what nobody allowed. */
  function tellAgain(): void {
    let reminders: readonly UnansweredReminder[] = [];
    try {
      reminders = store.unanswered(clock());
      expire();
    } catch (error) {
      logger.error({ err: error }, "what nobody answered could not be looked at");
    }
    for (const reminder of reminders) {
      try {
        database.transaction(() => {
          const schedule = reminder.isAnswered ? undefined : store.get(reminder.scheduleId);
          store.answered(reminder.scheduleId);
          if (schedule) unanswered(schedule, reminder);
        });
      } catch (error) {
        logger.error({ err: error, schedule: reminder.scheduleId }, "what nobody answered could not be told again");
      }
    }
  }

  /** False for what has to wait for a home that is away. Before its clock and its names are known only what needs neither is told. `awaits`: what it waits for after that. */
  function happens(schedule: Schedule, firstDue: number, awaits?: Awaited, isOften = false): boolean {
    const now = clock();
    const trigger = triggerIn(schedule);
    const needsHome = schedule.kind === "action" || trigger.kind !== "moment" || now - firstDue > LATE_MS;
    if (needsHome && !isHomeKnown) return false;
    // of what was missed several times the latest counts
    const dueAt = latestAt(trigger, { ...clockwork(), now, last: firstDue });
    const next = nextAt(trigger, { ...clockwork(), now, last: dueAt });
    const fire = () => store.fire(schedule.id, dueAt, { next, awaits, at: now });
    if (isOften) {
      database.transaction(() => {
        fire();
        tooOften(schedule);
      });
      return true;
    }
    if (schedule.kind !== "action") {
      database.transaction(() => {
        fire();
        tell(schedule, dueAt);
      });
      return true;
    }
    if (now - dueAt > MOST_LATE_MS) {
      database.transaction(() => {
        fire();
        missed(schedule, dueAt);
      });
      return true;
    }
    if (!home.ready) return false;
    begin(schedule, dueAt, fire);
    return true;
  }

  /** Waits for the states that something is planned for; those of now count, for what came about while nobody looked was waited for, too. */
  function watch(): void {
    const waiting = new Map(store.waiting().map((schedule) => [schedule.id, schedule]));
    for (const [id, held] of watches) {
      if (waiting.has(id)) continue;
      held[Symbol.dispose]();
      watches.delete(id);
    }
    for (const schedule of waiting.values()) if (!watches.has(schedule.id)) attempt(schedule, () => watchFor(schedule));
  }

  function watchFor(schedule: Schedule): boolean {
    const planned = triggerIn(schedule);
    if (!isAwaited(planned) || !mayKnow(schedule)) return false;
    let wanted: Awaited = planned;
    const rate = createRateLimit({ most: MOST_AN_HOUR[schedule.kind], withinMs: HOUR_MS });
    /** That it is too often is said once an hour; until then nothing of it is written. */
    const complaints = createRateLimit({ most: 1, withinMs: HOUR_MS });
    const isOften = () => rate.wait(clock()) > 0;
    const isSilent = () => isOften() && complaints.wait(clock()) > 0;
    /** It is looked at again then. */
    let again: { readonly at: number; readonly wait: Disposable } | undefined;
    const lookAgain = (at: number | undefined) => {
      if (again?.at === at) return;
      again?.wait[Symbol.dispose]();
      const look = () => {
        again = undefined;
        lookOnce();
      };
      again = at === undefined ? undefined : { at, wait: later(Math.max(0, Math.min(at - clock(), LOOK_AGAIN_MS)), look) };
    };
    const keep = (trigger: Awaited) => {
      if (!isSilent()) store.await(schedule.id, trigger);
      wanted = trigger;
    };
    const isDone = (): boolean => {
      const entities = wanted.entityIds.map((entityId) => states.get(entityId));
      const found = entities.find((entity) => holds(wanted, entity));
      if (wanted.isNext && entities.every((entity) => meaning(wanted, entity) === "otherwise")) keep({ ...wanted, isNext: false });
      const isSo = found !== undefined && !wanted.isNext;
      if (wanted.kind === "numeric" && wanted.forMs !== undefined && isSo !== (wanted.since !== undefined))
        keep({ ...wanted, since: isSo ? clock() : undefined });
      if (!isSo) {
        lookAgain(undefined);
        return true;
      }
      const dueAt = soFrom(wanted, found, schedule.createdAt) + (wanted.forMs ?? 0);
      if (dueAt > clock()) {
        lookAgain(dueAt);
        return true;
      }
      const awaits = nextTime(wanted, found);
      if (!isSilent()) {
        // what was let be known may have been taken back
        if (!mayKnow(schedule)) return true;
        const limit = isOften() ? complaints : rate;
        if (!happens(schedule, dueAt, awaits, limit === complaints)) return false;
        limit.take(clock());
      }
      if (awaits) wanted = awaits;
      return true;
    };
    const lookOnce = () => {
      if (!attempt(schedule, isDone) && watches.has(schedule.id)) lookAgain(clock() + TRY_AGAIN_MS);
    };
    // most changes of what is waited for, like those of a sensor's value, mean the same as before
    const listening = states.onChange(wanted.entityIds, (current, previous) => {
      const now = meaning(wanted, current);
      const before = meaning(wanted, previous);
      if (now !== before && (wanted.isNext || now === "so" || before === "so")) lookOnce();
    });
    watches.set(schedule.id, {
      [Symbol.dispose]() {
        listening[Symbol.dispose]();
        lookAgain(undefined);
      },
    });
    lookOnce();
    return true;
  }

  function changed(): void {
    arm();
    if (isHomeKnown) watch();
  }

  return {
    /** Something was planned, moved or cancelled. */
    changed,
    /** Goes on with what an earlier process left. */
    async start(): Promise<void> {
      run();
      await home.whenReady(stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      isHomeKnown = true;
      run();
      watch();
    },
    [Symbol.dispose](): void {
      stopping.abort();
      timer?.[Symbol.dispose]();
      for (const held of watches.values()) held[Symbol.dispose]();
    },
  };
}

/** Since when it is as a trigger waits for (ms): what came about while nobody looked is as old as the state, what has to be so for a time may be older than the plan. */
function soFrom(wanted: Awaited, found: EntityState, plannedAt: number): number {
  if (wanted.kind === "event") return happenedAt(found);
  if (wanted.kind === "numeric" && wanted.since !== undefined) return wanted.since;
  const since = Math.round(wanted.kind === "numeric" ? found.lastUpdated : found.lastChanged);
  return wanted.forMs === undefined ? Math.max(since, plannedAt) : since;
}

/** What the scheduler reckons with in a home. */
export function createClockwork({
  home,
  states,
}: {
  readonly home: Pick<Home, "info">;
  readonly states: Pick<StateStore, "get">;
}): () => Clockwork {
  return () => ({
    time: homeTime(home.info.timeZone),
    sun(event, after) {
      const next = states.get("sun.sun")?.attributes[event === "sunset" ? "next_setting" : "next_rising"];
      const at = typeof next === "string" ? Date.parse(next) : Number.NaN;
      if (Number.isNaN(at)) return undefined;
      const daysAhead = Math.floor((at - after - 1) / DAY_MS);
      // days differ by a minute or two, which nobody notices; near a pole there may be none for weeks
      return daysAhead > 1 ? at : at - daysAhead * DAY_MS;
    },
  });
}
