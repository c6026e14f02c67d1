import { createScheduler } from "../../src/attention/scheduler.ts";
import { nextAt, type Trigger } from "../../src/attention/trigger.ts";
import { homeTime } from "../../src/homeassistant/home-time.ts";
import type { EntityState, StateListener } from "../../src/homeassistant/registry/states.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { createScheduleStore, type Schedule } from "../../src/storage/turns/schedules.ts";
import { openStores } from "../storage/stores.ts";

/** What came of a plan. */
export interface Happened {
  readonly id: number;
  readonly how: "told" | "done" | "missed" | "again" | "often";
  readonly dueAt: number;
  readonly at: number;
}

class Crash extends Error {}

/** The scheduler over a real database, in a time of its own; its process can end at any moment. */
export function schedulerWorld({ zone, start }: { readonly zone: string; readonly start: number }) {
  const stores = openStores();
  const schedules = createScheduleStore({
    database: stores.database,
    most: Number.POSITIVE_INFINITY,
    onChange: () => scheduler?.changed(),
  });
  const states = new Map<string, EntityState>();
  const listeners = new Map<StateListener, readonly string[]>();
  const happened: Happened[] = [];
  /** What cannot be told again. */
  const broken = new Set<number>();
  const time = homeTime(zone);
  const clockwork = () => ({ time, sun: () => undefined });
  let now = start;
  let planned = 0;
  let isHomeReady = true;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  let scheduler: ReturnType<typeof make> | undefined;
  /** Where in the next thing that is due the process ends. */
  let crashAt: "before commit" | "after commit" | undefined;
  /** Each thing that is due ends it, at both. */
  let isEach = false;
  /** It does nothing more. */
  let isDead = false;
  let crashes = 0;
  stores.addTurn("plan", { sentAt: start, receivedAt: start });

  function endsAt(where: typeof crashAt): void {
    if (crashAt !== where) return;
    if (isEach) crashAt = where === "before commit" ? "after commit" : "before commit";
    isDead = isEach;
    crashes += 1;
    throw new Crash();
  }

  /** What happens in one transaction happens only if that is on disk. */
  function writes<Result>(write: () => Result, came: () => readonly Omit<Happened, "at">[]): Result {
    if (isDead) throw new Crash();
    const result = stores.database.transaction(() => {
      const made = write();
      endsAt("before commit");
      return made;
    });
    happened.push(...came().map((one) => ({ ...one, at: now })));
    endsAt("after commit");
    return result;
  }

  function make() {
    const pending: Omit<Happened, "at">[] = [];
    return createScheduler({
      store: schedules,
      database: {
        transaction(run) {
          pending.length = 0;
          return writes(run, () => pending);
        },
      },
      home: {
        get ready() {
          return isHomeReady;
        },
        whenReady: async () => undefined,
      },
      states: {
        get: (entityId) => states.get(entityId),
        onChange(entityIds, listener) {
          listeners.set(listener, entityIds);
          return { [Symbol.dispose]: () => void listeners.delete(listener) };
        },
      },
      clockwork,
      mayKnow: () => true,
      unanswered({ id }, { dueAt }) {
        if (broken.has(id)) throw new Error("it cannot be told again");
        pending.push({ id, how: "again", dueAt });
      },
      expire: () => undefined,
      tooOften: ({ id }) => void pending.push({ id, how: "often", dueAt: now }),
      tell: ({ id }, dueAt) => void pending.push({ id, how: "told", dueAt }),
      missed: ({ id }, dueAt) => void pending.push({ id, how: "missed", dueAt }),
      begin({ id }, dueAt, write) {
        try {
          writes(write, () => [{ id, how: "done", dueAt }]);
        } finally {
          if (!isEach) crashAt = undefined;
        }
      },
      clock: () => now,
      later: (ms, run) => {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return {
          [Symbol.dispose]() {
            timers = timers.filter((one) => one !== timer);
          },
        };
      },
      logger: createLogger({ level: "error", destination: { write: () => undefined } }),
    });
  }

  return {
    happened,
    get now() {
      return now;
    },
    plan(kind: Schedule["kind"], trigger: Trigger): number {
      const dueAt = nextAt(trigger, { ...clockwork(), now });
      planned += 1;
      const text = `${planned}`;
      return schedules.add({ turnId: "plan", personId: "anna", kind, text, trigger, dueAt }, now)?.id ?? 0;
    },
    /** Something was told and waits for an answer, or cannot be told again. */
    expectsAnswer(id: number, isBroken: boolean): void {
      if (isBroken) broken.add(id);
      schedules.expectAnswer({ id, dueAt: now, toldAt: now, isRepeated: false, nextAt: now + 60_000 });
    },
    homeIs(ready: boolean): void {
      isHomeReady = ready;
    },
    /** How many rows were written. */
    get rowsWritten() {
      return stores.database.values<[], number>("SELECT total_changes()").get();
    },
    /** How many things the process waits for. */
    get waits() {
      return timers.map(({ at }) => at - now);
    },
    /** An entity comes into a state. */
    becomes(entityId: string, state: string, since = now): void {
      const previous = states.get(entityId);
      const current = { entityId, state, attributes: {}, lastChanged: since, lastUpdated: now, context: { id: "", userId: null } };
      states.set(entityId, current);
      for (const [listener, entityIds] of listeners) if (entityIds.includes(entityId)) listener(current, previous, entityId);
    },
    async starts(): Promise<void> {
      timers = [];
      isDead = false;
      scheduler = make();
      await scheduler.start();
    },
    /** The next thing that is due ends the process, before or after it is on disk. */
    crashes(where: typeof crashAt): void {
      crashAt = where;
    },
    /** How often the process ended. */
    get ends() {
      return crashes;
    },
    /** Ends the process as a power cut does, for so long. */
    async isAway(ms: number): Promise<void> {
      scheduler?.[Symbol.dispose]();
      if (!isEach) crashAt = undefined;
      now += ms;
      await this.starts();
    },
    /** The wall clock is set; no timer runs for that. */
    jumps(ms: number): void {
      now += ms;
      timers = timers.map(({ at, run }) => ({ at: at + ms, run }));
    },
    /** Lets time pass; what the process waits for happens. */
    passes(ms: number): void {
      const end = now + ms;
      while (!isDead) {
        const [next] = timers.toSorted((one, other) => one.at - other.at);
        if (!next || next.at > end) break;
        timers = timers.filter((one) => one !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      if (!isDead) now = end;
    },
    /** The same, while each thing that is due ends the process twice: before it is on disk and right after. */
    async passesCrashing(ms: number): Promise<void> {
      const end = now + ms;
      isEach = true;
      crashAt ??= "before commit";
      while (now < end || isDead) {
        if (isDead) await this.isAway(0);
        else this.passes(end - now);
      }
      isEach = false;
    },
  };
}
