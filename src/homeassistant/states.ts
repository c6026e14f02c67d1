export interface StateContext {
  readonly id: string;
  readonly parentId: string | null;
  readonly userId: string | null;
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

/** `current` is undefined when the entity was removed. */
export type StateListener = (current: EntityState | undefined, previous: EntityState | undefined, entityId: string) => void;

/** Every entity's current state, exposed or not: for the service itself. Tools and the model see it through `Home` only. */
export interface StateStore {
  get(entityId: string): EntityState | undefined;
  all(): Iterable<EntityState>;
  readonly size: number;
  /** Listens to changes of the given entities; disposing ends it. Costs nothing for other entities' changes. */
  onChange(entityIds: readonly string[], listener: StateListener): Disposable;
}
