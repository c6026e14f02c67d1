import type { EntityState, StateContext } from "./states.ts";

/** Context in Home Assistant's short form: only the id where nobody caused it, else what is set (or, in a change, what differs). */
type CompressedContext = string | { readonly id?: string; readonly parent_id?: string | null; readonly user_id?: string | null };

/** A state in the short form of `subscribe_entities`; times in seconds, `lu` left out when it equals `lc`. */
export interface CompressedState {
  readonly s: string;
  readonly a: Readonly<Record<string, unknown>>;
  readonly c: CompressedContext;
  readonly lc: number;
  readonly lu?: number;
}

export interface CompressedChange {
  readonly "+"?: Partial<CompressedState>;
  readonly "-"?: { readonly a?: readonly string[] };
}

/** One event of `subscribe_entities`: added (all, in the first), changed, removed. */
export interface EntitiesEvent {
  readonly a?: Readonly<Record<string, CompressedState>>;
  readonly c?: Readonly<Record<string, CompressedChange>>;
  readonly r?: readonly string[];
}

export function fullState(entityId: string, { s, a, c, lc, lu }: CompressedState): EntityState {
  const lastChanged = lc * 1000;
  const context = mergedContext({ id: "", parentId: null, userId: null }, c);
  return { entityId, state: s, attributes: a, lastChanged, lastUpdated: lu === undefined ? lastChanged : lu * 1000, context };
}

/** The state after a change; parts that did not change are shared with `previous`. */
export function changedState(previous: EntityState, { "+": added, "-": removed }: CompressedChange): EntityState {
  let attributes = previous.attributes;
  if (added?.a) attributes = { ...attributes, ...added.a };
  if (removed?.a?.length) {
    const gone = new Set(removed.a);
    attributes = Object.fromEntries(Object.entries(attributes).filter(([name]) => !gone.has(name)));
  }
  const lastChanged = added?.lc === undefined ? previous.lastChanged : added.lc * 1000;
  const lastUpdated = added?.lu !== undefined ? added.lu * 1000 : added?.lc === undefined ? previous.lastUpdated : lastChanged;
  return {
    entityId: previous.entityId,
    state: added?.s ?? previous.state,
    attributes,
    lastChanged,
    lastUpdated,
    context: added?.c === undefined ? previous.context : mergedContext(previous.context, added.c),
  };
}

function mergedContext(previous: StateContext, change: CompressedContext): StateContext {
  if (typeof change === "string") return { id: change, parentId: previous.parentId, userId: previous.userId };
  return {
    id: change.id ?? previous.id,
    parentId: change.parent_id === undefined ? previous.parentId : change.parent_id,
    userId: change.user_id === undefined ? previous.userId : change.user_id,
  };
}
