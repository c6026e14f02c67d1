import type { Bus, Context } from "./bus.ts";
import { isoTime, seconds } from "./ids.ts";

/** One state; times in ms since the epoch. */
export interface StateRow {
  readonly entityId: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly lastChanged: number;
  readonly lastUpdated: number;
  readonly context: Context;
}

export interface StateChange {
  readonly entityId: string;
  readonly before: StateRow | undefined;
  readonly after: StateRow | undefined;
}

/** The state machine: what `get_states` answers and where `state_changed` comes from. */
export function createStateMachine({ bus }: { bus: Bus }) {
  const rows = new Map<string, StateRow>();
  const listeners = new Set<(change: StateChange) => void>();
  const changed = (entityId: string, before: StateRow | undefined, after: StateRow | undefined, context: Context) => {
    for (const listener of [...listeners]) listener({ entityId, before, after });
    bus.fire(
      "state_changed",
      { entity_id: entityId, old_state: before ? stateFrame(before) : null, new_state: after ? stateFrame(after) : null },
      context,
    );
  };
  return {
    get: (entityId: string): StateRow | undefined => rows.get(entityId),
    all: () => rows.values(),
    /** Writes a state with the whole set of attributes. Nothing is fired when nothing differs, as in Home Assistant. */
    set(entityId: string, state: string, attributes: Readonly<Record<string, unknown>>, context: Context): void {
      const before = rows.get(entityId);
      const same = before?.state === state;
      if (before && same && JSON.stringify(before.attributes) === JSON.stringify(attributes)) return;
      const at = bus.now();
      const lastChanged = before && same ? before.lastChanged : at;
      const after: StateRow = { entityId, state, attributes, lastChanged, lastUpdated: at, context };
      rows.set(entityId, after);
      changed(entityId, before, after, context);
    },
    remove(entityId: string, context: Context): void {
      const before = rows.get(entityId);
      if (!before) return;
      rows.delete(entityId);
      changed(entityId, before, undefined, context);
    },
    onChange(listener: (change: StateChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type StateMachine = ReturnType<typeof createStateMachine>;

/** A state as `get_states` and `state_changed` write it. */
export function stateFrame(row: StateRow): Record<string, unknown> {
  return {
    entity_id: row.entityId,
    state: row.state,
    attributes: row.attributes,
    last_changed: isoTime(row.lastChanged),
    last_reported: isoTime(row.lastUpdated),
    last_updated: isoTime(row.lastUpdated),
    context: row.context,
  };
}

/** A state as `subscribe_entities` writes it when an entity is new to the client. */
export function compressedState(row: StateRow): Record<string, unknown> {
  const { id, parent_id, user_id } = row.context;
  return {
    s: row.state,
    a: row.attributes,
    c: parent_id === null && user_id === null ? id : row.context,
    lc: seconds(row.lastChanged),
    ...(row.lastUpdated !== row.lastChanged && { lu: seconds(row.lastUpdated) }),
  };
}

/** The body of a `subscribe_entities` event. */
export function difference({ entityId, before, after }: StateChange): Record<string, unknown> {
  if (!after) return { r: [entityId] };
  if (!before) return { a: { [entityId]: compressedState(after) } };
  const attributes = Object.fromEntries(
    Object.entries(after.attributes).filter(([key, value]) => JSON.stringify(before.attributes[key]) !== JSON.stringify(value)),
  );
  const gone = Object.keys(before.attributes).filter((key) => !(key in after.attributes));
  const context: Record<string, unknown> = {};
  if (before.context.parent_id !== after.context.parent_id) context["parent_id"] = after.context.parent_id;
  if (before.context.user_id !== after.context.user_id) context["user_id"] = after.context.user_id;
  const plus = {
    ...(before.state !== after.state && { s: after.state }),
    ...(before.lastChanged !== after.lastChanged ? { lc: seconds(after.lastChanged) } : { lu: seconds(after.lastUpdated) }),
    ...(before.context.id !== after.context.id && {
      c: Object.keys(context).length > 0 ? { ...context, id: after.context.id } : after.context.id,
    }),
    ...(Object.keys(attributes).length > 0 && { a: attributes }),
  };
  return { c: { [entityId]: { "+": plus, ...(gone.length > 0 && { "-": { a: gone } }) } } };
}
