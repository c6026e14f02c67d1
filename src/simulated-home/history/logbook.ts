import type { Bus, Context, HomeEvent } from "../bus.ts";

type Fields = Readonly<Record<string, unknown>>;

/** As much as any test needs, bounded for a demo that runs for days. */
const MOST_ENTRIES = 5_000;

interface Entry {
  /** ms since the epoch. */
  readonly at: number;
  readonly context: Context;
  readonly entityId: string | undefined;
  /** What the entry itself tells; undefined for a call, which is told only as a cause. */
  readonly told: Fields | undefined;
  /** What other entries tell of this one as their cause. */
  readonly asCause: Fields;
}

interface LogbookQuery {
  readonly from: number;
  readonly to: number;
  /** All when empty. */
  readonly entityIds: readonly string[];
}

/** What happened in the home and by whose doing, as `logbook/get_events` answers it. */
export function createLogbook({ bus }: { bus: Bus }) {
  const entries: Entry[] = [];
  /** The first of each context is the cause of the others. */
  const firsts = new Map<string, Entry>();

  const keep = (entry: Entry) => {
    entries.push(entry);
    if (!firsts.has(entry.context.id)) firsts.set(entry.context.id, entry);
    if (entries.length <= MOST_ENTRIES) return;
    for (const old of entries.splice(0, entries.length - MOST_ENTRIES)) firsts.delete(old.context.id);
  };
  const stop = bus.listen((event) => {
    const entry = entryOf(event);
    if (entry) keep(entry);
  });
  /** An entry with the first of its context as its cause, else with the first of the context that its own came from. */
  const withCause = (entry: Entry, knows: (cause: Entry) => boolean): Fields => {
    const { context } = entry;
    const first = firsts.get(context.id);
    const parent = context.parent_id === null ? undefined : firsts.get(context.parent_id);
    const cause = first && first !== entry ? first : parent;
    const user = context.user_id ?? parent?.context.user_id;
    return { ...entry.told, when: entry.at / 1000, ...(user && { context_user_id: user }), ...(cause && knows(cause) && cause.asCause) };
  };

  return {
    query({ from, to, entityIds }: LogbookQuery): Fields[] {
      const found = entries.filter(
        ({ at, entityId, told }) =>
          told !== undefined &&
          at >= from &&
          at <= to &&
          (entityIds.length === 0 || (entityId !== undefined && entityIds.includes(entityId))),
      );
      // Asked for some entities, Home Assistant looks for causes in the contexts of what it found alone; and never before the time.
      const contexts = entityIds.length === 0 ? undefined : new Set(found.map(({ context }) => context.id));
      return found.map((entry) => withCause(entry, ({ at, context }) => at >= from && (contexts?.has(context.id) ?? true)));
    },
    [Symbol.dispose]: stop,
  };
}

function entryOf({ event_type, data, context, time_fired }: HomeEvent): Entry | undefined {
  const at = Date.parse(time_fired);
  const entity_id = typeof data["entity_id"] === "string" ? data["entity_id"] : undefined;
  const entry = (told: Fields | undefined, asCause: Fields): Entry => ({ at, context, entityId: entity_id, told, asCause });
  if (event_type === "call_service") {
    return entry(undefined, { context_domain: data["domain"], context_service: data["service"], context_event_type: event_type });
  }
  if (event_type === "state_changed")
    return entry(changeTold(data), { context_state: stateIn(data["new_state"]), context_entity_id: entity_id });
  const domain = event_type === "automation_triggered" ? "automation" : event_type === "script_started" ? "script" : undefined;
  if (!domain) return undefined;
  const { name, source, item_id, run_id } = data;
  const message = domain === "script" ? "started" : source ? `triggered by ${String(source)}` : "triggered";
  return entry(
    {
      name,
      message,
      ...(domain === "automation" && { source: source ?? null }),
      entity_id,
      context_id: context.id,
      item_id,
      run_id,
      domain,
    },
    {
      context_event_type: event_type,
      context_domain: domain,
      context_name: name,
      context_message: message,
      ...(source !== undefined && { context_source: source }),
      context_entity_id: entity_id,
    },
  );
}

/** Comings and goings, changes of attributes alone and measurements are not told. */
function changeTold({ entity_id, old_state, new_state }: Fields): Fields | undefined {
  const [before, after] = [stateIn(old_state), stateIn(new_state)];
  if (before === undefined || after === undefined || before === after) return undefined;
  const { icon, unit_of_measurement } = (new_state as { attributes: Fields }).attributes;
  if (unit_of_measurement !== undefined && String(entity_id).startsWith("sensor.")) return undefined;
  return { state: after, entity_id, ...(icon !== undefined && { icon }) };
}

function stateIn(frame: unknown): string | undefined {
  return typeof frame === "object" && frame !== null ? String((frame as Fields)["state"]) : undefined;
}
