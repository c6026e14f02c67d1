import { createDayTimes } from "../../src/attention/day-times.ts";
import { createFindings } from "../../src/attention/findings.ts";
import { createMeasured } from "../../src/attention/measured.ts";
import type { HistoryChange } from "../../src/homeassistant/history/history.ts";
import { homeTime } from "../../src/homeassistant/home-time.ts";
import type { StatisticsRow } from "../../src/homeassistant/reading/statistics.ts";
import { domainOf, type Entity } from "../../src/homeassistant/registry/home.ts";
import type { EntityState, StateListener } from "../../src/homeassistant/registry/states.ts";
import { createLogger } from "../../src/observability/logger.ts";
import type { AssistantDatabase } from "../../src/storage/database.ts";
import { createFindingStore, type Finding } from "../../src/storage/turns/findings.ts";
import type { Later } from "../../src/text/later.ts";
import { memoryDatabase } from "./memory-database.ts";

type Furnished = Partial<Omit<Entity, "state" | "entityId">> & {
  readonly state: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
};

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Entities with states, and a clock that stands until it is moved: what happens in a year takes seconds. */
export class FindingWorld implements Disposable {
  now: number;
  generation = 0;
  readonly ready = true;
  readonly info = { name: "Home", timeZone: "Europe/Berlin", language: "en", version: "", temperatureUnit: "°C" };
  readonly database: AssistantDatabase = memoryDatabase();
  readonly store = createFindingStore({ database: this.database });
  readonly logger = createLogger({ level: "error", destination: { write: () => undefined } });
  readonly time = homeTime(this.info.timeZone);
  readonly times = createDayTimes({ quiet: "22:00-07:00", digest: undefined, time: () => this.time });
  /** What Home Assistant keeps of the past, oldest first. */
  readonly rows = new Map<string, StatisticsRow[]>();
  readonly changes = new Map<string, HistoryChange[]>();
  readonly #entities = new Map<string, Entity>();
  readonly #states = new Map<string, EntityState>();
  readonly #listeners = new Map<string, Set<StateListener>>();
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  constructor(now: number) {
    this.now = now;
  }

  readonly clock = (): number => this.now;

  readonly later: Later = (ms, run) => {
    const timer = { at: this.now + ms, run };
    this.#timers.add(timer);
    return { [Symbol.dispose]: () => this.#timers.delete(timer) };
  };

  add(entityId: string, { state, attributes = {}, ...more }: Furnished): void {
    const states = this.#states;
    const first = this.#stateOf(entityId, state, attributes);
    states.set(entityId, first);
    const none = { area: undefined, floor: undefined, deviceId: undefined, deviceClass: undefined, platform: undefined };
    const entity = {
      ...none,
      ...{ entityId, domain: domainOf(entityId), name: entityId, aliases: [], labels: [], exposed: true },
      ...more,
      get state(): EntityState {
        return states.get(entityId) ?? first;
      },
    };
    this.#entities.set(entityId, entity);
    this.generation += 1;
  }

  remove(entityId: string): void {
    this.#entities.delete(entityId);
    this.#tell(entityId, undefined);
    this.generation += 1;
  }

  set(entityId: string, state: string, attributes = this.#states.get(entityId)?.attributes ?? {}): void {
    this.#tell(entityId, this.#stateOf(entityId, state, attributes));
  }

  /** Moves the clock; what is due happens in its order. */
  passesTo(time: number): void {
    for (;;) {
      let next: { readonly at: number; readonly run: () => void } | undefined;
      for (const timer of this.#timers) if (timer.at <= time && (next === undefined || timer.at < next.at)) next = timer;
      if (!next) break;
      this.#timers.delete(next);
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = time;
  }

  passes(ms: number): void {
    this.passesTo(this.now + ms);
  }

  readonly exposed = (): readonly Entity[] => [...this.#entities.values()].filter(({ exposed }) => exposed);
  readonly known = (entityId: string): Entity | undefined => this.#entities.get(entityId);
  readonly everything = (): Iterable<Entity> => this.#entities.values();
  readonly get = (entityId: string): EntityState | undefined => this.#states.get(entityId);
  readonly all = (): Iterable<EntityState> => this.#states.values();
  readonly onChange = (entityIds: readonly string[], listener: StateListener): Disposable => {
    for (const entityId of entityIds) this.#listeners.set(entityId, (this.#listeners.get(entityId) ?? new Set()).add(listener));
    return { [Symbol.dispose]: () => entityIds.forEach((entityId) => void this.#listeners.get(entityId)?.delete(listener)) };
  };

  [Symbol.dispose](): void {
    this.database[Symbol.dispose]();
  }

  #stateOf(entityId: string, state: string, attributes: Readonly<Record<string, unknown>>): EntityState {
    const before = this.#states.get(entityId);
    const lastChanged = before?.state === state ? before.lastChanged : this.now;
    return { entityId, state, attributes, lastChanged, lastUpdated: this.now, context: { id: "", userId: null } };
  }

  #tell(entityId: string, state: EntityState | undefined): void {
    const before = this.#states.get(entityId);
    if (state) this.#states.set(entityId, state);
    else this.#states.delete(entityId);
    for (const listener of [...(this.#listeners.get(entityId) ?? [])]) listener(state, before, entityId);
  }
}

/** What is usual in such a world, of what it keeps. */
export function measuredOf(world: FindingWorld) {
  return createMeasured({
    home: world,
    statistics: {
      of: async ({ statisticId, from }) => (world.rows.get(statisticId) ?? []).filter(({ start }) => start >= from),
      meters: async () => [],
    },
    history: {
      of: async (entityId, { from, to }) => ({
        ...{ from, to, buckets: undefined, omitted: 0 },
        changes: (world.changes.get(entityId) ?? []).filter(({ at }) => at >= from),
      }),
    },
    nightOf: world.times.nightOf,
    clock: world.clock,
    later: world.later,
    logger: world.logger,
  });
}

/** What it is told of automations where it has none. */
export const NO_AUTOMATIONS = {
  traces: { runs: async () => [], failedStep: async () => undefined },
  serviceExists: () => true,
  findBroken: async () => [],
};

/** The finder over such a world; everything that it opened and closed, in order. */
export function findingsIn(world: FindingWorld, beforeOpen = () => {}) {
  const opened: Finding[] = [];
  const closed: string[] = [];
  const measured = measuredOf(world);
  const findings = createFindings({
    home: world,
    states: world,
    measured,
    automations: NO_AUTOMATIONS,
    store: world.store,
    onOpen(finding) {
      beforeOpen();
      opened.push(finding);
      world.store.note({ personId: "anna", key: finding.key, kind: finding.kind, level: "rest", status: "told", at: world.now, score: 1 });
    },
    onWorse: () => {},
    onAgain: () => {},
    onJoin: () => {},
    onUntold: () => {},
    transaction: (run) => world.database.transaction(run),
    onClose: ({ key }) => void closed.push(key),
    clock: world.clock,
    later: world.later,
    logger: world.logger,
  });
  return {
    start(): void {
      measured.start();
      findings.start();
    },
    [Symbol.dispose]: findings[Symbol.dispose],
    ...{ opened, closed, open: () => world.store.openNow() },
  };
}
