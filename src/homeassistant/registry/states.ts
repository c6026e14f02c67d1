import type { Logger } from "../../observability/logger.ts";
import { createListeners } from "../../text/listeners.ts";
import type { HomeConnection } from "../connection/connection.ts";

/** Context in Home Assistant's short form: only the id where nobody caused it, else what is set (or, in a change, what differs). */
type CompressedContext = string | { readonly id?: string; readonly user_id?: string | null };

/** A state in the short form of `subscribe_entities`; times in seconds, `lu` left out when it equals `lc`. */
export interface CompressedState {
  readonly s: string;
  readonly a: Readonly<Record<string, unknown>>;
  readonly c: CompressedContext;
  readonly lc: number;
  readonly lu?: number;
}

interface CompressedChange {
  readonly "+"?: Partial<CompressedState>;
  readonly "-"?: { readonly a?: readonly string[] };
}

/** One event of `subscribe_entities`: added (all, in the first), changed, removed. */
export interface EntitiesEvent {
  readonly a?: Readonly<Record<string, CompressedState>>;
  readonly c?: Readonly<Record<string, CompressedChange>>;
  readonly r?: readonly string[];
}

/** The id only of what a user caused: it finds their action. Kept of each value of a sensor, it would be garbage with the next. */
interface StateContext {
  readonly id: string;
  readonly userId: string | null;
}

const NOBODY: StateContext = { id: "", userId: null };

function contextAfter(previous: StateContext, change: CompressedContext): StateContext {
  const { id = previous.id, user_id: userId = previous.userId } = typeof change === "string" ? { id: change } : change;
  return userId === null ? NOBODY : { id, userId };
}

export interface EntityState {
  readonly entityId: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly lastChanged: number;
  readonly lastUpdated: number;
  readonly context: StateContext;
}

/** A state as listeners see it: for the time of the call, for it changes in place. `get` gives one to keep. */
export type PassingState = Omit<EntityState, "context">;

/** `current` is undefined when the entity was removed. */
export type StateListener = (current: PassingState | undefined, previous: PassingState | undefined, entityId: string) => void;

/** A state, changed in place: an object for each change lives until the next, and collecting those costs more than all else of a change. */
class HeldState implements PassingState {
  readonly entityId: string;
  state: string;
  attributes: EntityState["attributes"];
  lastChanged: number;
  lastUpdated: number;
  context: StateContext;
  /** Who listens to it. With the state, so that a change which nobody listens to looks nowhere else. */
  listeners: readonly Listening[] | undefined;
  /** Made when somebody asks, and the same object until the next change. */
  #snapshot: EntityState | undefined;

  constructor(entityId: string, { s, a, c, lc, lu }: CompressedState, listeners: readonly Listening[] | undefined) {
    this.entityId = entityId;
    this.listeners = listeners;
    this.state = s;
    this.attributes = a;
    this.lastChanged = lc * 1000;
    this.lastUpdated = lu === undefined ? this.lastChanged : lu * 1000;
    this.context = contextAfter(NOBODY, c);
  }

  get snapshot(): EntityState {
    const { entityId, state, attributes, lastChanged, lastUpdated, context } = this;
    this.#snapshot ??= { entityId, state, attributes, lastChanged, lastUpdated, context };
    return this.#snapshot;
  }

  change({ "+": added, "-": removed }: CompressedChange): void {
    this.#snapshot = undefined;
    if (added?.s !== undefined) this.state = added.s;
    if (added?.a) this.attributes = { ...this.attributes, ...added.a };
    if (removed?.a?.length) {
      const gone = new Set(removed.a);
      this.attributes = Object.fromEntries(Object.entries(this.attributes).filter(([name]) => !gone.has(name)));
    }
    if (added?.lc !== undefined) this.lastChanged = added.lc * 1000;
    if (added?.lu !== undefined) this.lastUpdated = added.lu * 1000;
    else if (added?.lc !== undefined) this.lastUpdated = this.lastChanged;
    if (added?.c !== undefined) this.context = contextAfter(this.context, added.c);
  }
}

/** In lists that are never changed: those are gone through for each change. */
interface Listening {
  readonly listener: StateListener;
  isOver: boolean;
}

/** Every entity's current state, exposed or not: for the service itself. Tools and the model see it through `Home` only. */
export type StateStore = Pick<LiveStates, "get" | "all" | "size" | "onChange">;

/** What the first event after a login told. */
export interface StatesLoaded {
  /** At least one state is the very same as before (value and time of its last update): Home Assistant's process is still the one we knew. */
  readonly sameProcess: boolean;
  /** When the state that has stood longest began, ms since the epoch; undefined in an empty home. States never outlive a process. */
  readonly oldestChange: number | undefined;
}

/** The states of a home, live. While disconnected the last known ones stay; the first event after a login replaces them all. */
export class LiveStates implements Disposable {
  readonly #connection: Pick<HomeConnection, "subscribe" | "onDisconnected">;
  readonly #logger: Logger;
  readonly #listeners = new Map<string, readonly Listening[]>();
  readonly #heardLoaded = createListeners<[loaded: StatesLoaded]>();
  readonly #heardAdded = createListeners();
  readonly #held = new DisposableStack();
  #states = new Map<string, HeldState>();
  /** The state before a change, as listeners see it: one object for all changes. */
  readonly #before = { entityId: "", state: "", attributes: {} as EntityState["attributes"], lastChanged: 0, lastUpdated: 0 };
  /** True from the first event after a login until the socket closes. */
  #loaded = false;
  #version = 0;

  constructor({ connection, logger }: { connection: Pick<HomeConnection, "subscribe" | "onDisconnected">; logger: Logger }) {
    this.#connection = connection;
    this.#logger = logger;
  }

  /** Subscribes. Call it after subscriptions that must be sent before this large one. */
  start(): void {
    this.#held.use(this.#connection.subscribe<EntitiesEvent>({ type: "subscribe_entities" }, (event) => this.#take(event)));
    this.#held.use(
      this.#connection.onDisconnected(() => {
        this.#loaded = false;
      }),
    );
  }

  /** Goes up when an entity comes or goes, or when its friendly name or device class changes. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#states.size;
  }

  get(entityId: string): EntityState | undefined {
    return this.#states.get(entityId)?.snapshot;
  }

  *all(): Iterable<EntityState> {
    for (const held of this.#states.values()) yield held.snapshot;
  }

  /** Listens to changes of the given entities; disposing ends it. Costs nothing for other entities' changes. */
  onChange(entityIds: readonly string[], listener: StateListener): Disposable {
    const own: Listening = { listener, isOver: false };
    for (const entityId of entityIds) this.#listen(entityId, [...(this.#listeners.get(entityId) ?? []), own]);
    return {
      [Symbol.dispose]: () => {
        own.isOver = true;
        for (const entityId of entityIds) this.#listen(entityId, this.#listeners.get(entityId)?.filter((one) => one !== own) ?? []);
      },
    };
  }

  /** Called after the first event of each login. */
  readonly onLoaded = this.#heardLoaded.on;

  /** Called when entities came that were not there before, except by the first event of a login. */
  readonly onAdded = this.#heardAdded.on;

  [Symbol.dispose](): void {
    this.#held.dispose();
  }

  #listen(entityId: string, listeners: readonly Listening[]): void {
    if (listeners.length > 0) this.#listeners.set(entityId, listeners);
    else this.#listeners.delete(entityId);
    const held = this.#states.get(entityId);
    if (held) held.listeners = this.#listeners.get(entityId);
  }

  #hold(entityId: string, compressed: CompressedState): HeldState {
    return new HeldState(entityId, compressed, this.#listeners.get(entityId));
  }

  #take(event: EntitiesEvent): void {
    if (!this.#loaded) {
      this.#replaceAll(event);
      return;
    }
    let added = false;
    for (const entityId in event.a) {
      const compressed = event.a[entityId];
      added ||= !this.#states.has(entityId);
      if (compressed) this.#set(entityId, compressed);
    }
    for (const entityId in event.c) {
      const change = event.c[entityId];
      if (change) this.#change(entityId, change);
    }
    for (const entityId of event.r ?? []) this.#remove(entityId);
    if (added) this.#heardAdded.tell();
  }

  #replaceAll({ a = {} }: EntitiesEvent): void {
    const before = this.#states;
    const fresh = new Map<string, HeldState>();
    let oldestChange: number | undefined;
    let sameProcess = false;
    for (const [entityId, compressed] of Object.entries(a)) {
      const state = this.#hold(entityId, compressed);
      const previous = before.get(entityId);
      sameProcess ||= previous !== undefined && isSame(previous, state);
      if (oldestChange === undefined || state.lastChanged < oldestChange) oldestChange = state.lastChanged;
      fresh.set(entityId, state);
    }
    this.#states = fresh;
    this.#loaded = true;
    this.#version++;
    for (const [entityId, state] of fresh) {
      const previous = before.get(entityId);
      if (!previous || !isSame(previous, state)) this.#tell(state, state, previous);
    }
    for (const [entityId, previous] of before) if (!fresh.has(entityId)) this.#tell(previous, undefined, previous);
    this.#heardLoaded.tell({ sameProcess, oldestChange });
  }

  #set(entityId: string, compressed: CompressedState): void {
    const previous = this.#states.get(entityId);
    const state = this.#hold(entityId, compressed);
    this.#states.set(entityId, state);
    if (!previous || !isNamedAlike(previous, state)) this.#version++;
    this.#tell(state, state, previous);
  }

  #change(entityId: string, change: CompressedChange): void {
    const held = this.#states.get(entityId);
    if (!held) {
      this.#logger.debug({ entityId }, "a change of an entity that is not known was left out");
      return;
    }
    const before = this.#before;
    before.entityId = entityId;
    before.state = held.state;
    before.attributes = held.attributes;
    before.lastChanged = held.lastChanged;
    before.lastUpdated = held.lastUpdated;
    held.change(change);
    if (!isNamedAlike(before, held)) this.#version++;
    this.#tell(held, held, before);
  }

  #remove(entityId: string): void {
    const previous = this.#states.get(entityId);
    if (!previous) return;
    this.#states.delete(entityId);
    this.#version++;
    this.#tell(previous, undefined, previous);
  }

  #tell({ entityId, listeners }: HeldState, current: PassingState | undefined, previous: PassingState | undefined): void {
    if (!listeners) return;
    for (const one of listeners) {
      // what was told first may have ended it
      if (one.isOver) continue;
      try {
        one.listener(current, previous, entityId);
      } catch (error) {
        this.#logger.error({ err: error }, "a listener to a state failed");
      }
    }
  }
}

function isSame(one: HeldState, other: HeldState): boolean {
  return one.context.id === other.context.id && one.lastUpdated === other.lastUpdated && one.state === other.state;
}

function isNamedAlike({ attributes: one }: PassingState, { attributes: other }: PassingState): boolean {
  if (one === other) return true;
  return one["friendly_name"] === other["friendly_name"] && one["device_class"] === other["device_class"];
}
