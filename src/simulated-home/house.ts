import type { Bus, Context } from "./bus.ts";
import { type Change, type Doing, operate } from "./devices.ts";
import { type FurnishedEntity, type Furnishing, startingState, USUAL_ZONE } from "./furnishing.ts";
import { domainOf, hexId } from "./ids.ts";
import { Refusal } from "./refusal.ts";
import type { Registries } from "./registries.ts";
import { configId } from "./routines/routine-config.ts";
import type { ServiceCatalogue } from "./services/services.ts";
import type { StateMachine } from "./states.ts";

const WITHOUT_FEATURES = /^(?:sensor|binary_sensor|person|script|automation|scene|group|input_.*|button)$/;
/** The attributes that Home Assistant keeps of an unavailable entity. */
const KEPT_WHEN_UNAVAILABLE = ["friendly_name", "device_class", "supported_features", "unit_of_measurement", "supported_color_modes"];

/**
 * How a device answers a service that Home Assistant took.
 *
 * - `late`: the state comes `ms` later, with a context of its own, as from a slow cloud or a polled device
 * - `optimistic`: the state is assumed at once (`assumed_state`), nobody knows whether it is true
 * - `silent`: success, and nothing ever changes
 * - `flapping`: end state, back, end state, `ms` apart
 * - `unavailable`: the device is gone; calls succeed and do nothing
 * - `jams`: a lock that gets stuck on its way
 * - `moves`: the way takes `ms` (a cover opening, a lock locking)
 * - `fails`: Home Assistant answers `home_assistant_error` with the message
 */
export type Behaviour =
  | { readonly kind: "normal" | "optimistic" | "silent" | "unavailable" | "jams" }
  | { readonly kind: "late" | "moves" | "flapping"; readonly ms: number }
  | { readonly kind: "fails"; readonly message: string };

interface Thing {
  furnished: FurnishedEntity;
  readonly memory: Record<string, unknown>;
  behaviour: Behaviour;
  /** What it showed before it became unavailable, or before Home Assistant stopped. */
  kept: { state: string; attributes: Record<string, unknown> } | undefined;
  pending: NodeJS.Timeout[];
}

/** The things in the home: what they are, how they behave, and what services do to them. */
export function createHouse({
  bus,
  states,
  registries,
  furnishing,
  catalogue,
}: {
  bus: Bus;
  states: StateMachine;
  registries: Registries;
  furnishing: Furnishing;
  catalogue: ServiceCatalogue;
}) {
  const things = new Map<string, Thing>();
  const groups = new Set<string>();
  const automations = new Set<string>();

  /** What is in a group, one level deep; nothing for what is no group. */
  const membersOf = (entityId: string): readonly string[] => {
    const ids = things.get(entityId)?.furnished.members && states.get(entityId)?.attributes["entity_id"];
    return Array.isArray(ids) ? ids.map(String) : [];
  };
  /** Writes over state and attributes, as a device does that reports something. */
  const report = (entityId: string, change: Change, context: Context) => {
    const now = states.get(entityId);
    states.set(entityId, change.state ?? now?.state ?? "unknown", { ...now?.attributes, ...change.attributes }, context);
  };
  const calm = (thing: Thing) => {
    for (const timer of thing.pending.splice(0)) clearTimeout(timer);
  };
  const show = (entityId: string, thing: Thing) => {
    const { furnished } = thing;
    const kept = thing.kept ?? { state: startingState(furnished), attributes: startingAttributes(furnished) };
    thing.kept = undefined;
    states.set(entityId, kept.state, kept.attributes, bus.newContext());
  };
  const leave = (entityId: string, thing: Thing, last: NonNullable<Thing["kept"]>) => {
    calm(thing);
    thing.kept = last;
    const attributes = Object.entries(last.attributes).filter(([key]) => KEPT_WHEN_UNAVAILABLE.includes(key));
    states.set(entityId, "unavailable", Object.fromEntries(attributes), bus.newContext());
  };
  const place = (furnished: FurnishedEntity) => {
    registries.add(furnished);
    if (furnished.members) groups.add(furnished.entity_id);
    if (domainOf(furnished.entity_id) === "automation") automations.add(furnished.entity_id);
    const items = furnished.items?.map((summary, index) => ({ summary, uid: `${index + 1}`, status: "needs_action" }));
    const { code, forecast, events } = furnished;
    const memory = { ...(code && { code }), ...(items && { items }), forecast, events };
    things.set(furnished.entity_id, { furnished, memory, behaviour: { kind: "normal" }, kept: undefined, pending: [] });
  };
  for (const entity of furnishing.entities) place(entity);
  const follow = (entityId: string, context: Context) => {
    const change = groupState(entityId, membersOf(entityId), states);
    if (change) report(entityId, change, context);
  };
  const stopFollowing = bus.listen((event) => {
    if (event.event_type !== "state_changed") return;
    const changed = String(event.data["entity_id"]);
    for (const entityId of groups) if (membersOf(entityId).includes(changed)) follow(entityId, event.context);
  });

  return {
    report,
    /** Writes state and the whole of the attributes, as an integration does. */
    replace: (entityId: string, state: string, attributes: Record<string, unknown>): void =>
      states.set(entityId, state, attributes, bus.newContext()),
    add(entity: FurnishedEntity): void {
      place(entity);
      if (entity.registered !== false) bus.fire("entity_registry_updated", { action: "create", entity_id: entity.entity_id });
      const thing = things.get(entity.entity_id);
      if (thing) show(entity.entity_id, thing);
      if (entity.members) follow(entity.entity_id, bus.newContext());
    },
    remove(entityId: string): void {
      const thing = things.get(entityId);
      if (thing) calm(thing);
      for (const kept of [things, groups, automations]) kept.delete(entityId);
      registries.remove(entityId);
      states.remove(entityId, bus.newContext());
    },
    behave(entityId: string, behaviour: Behaviour): void {
      const thing = things.get(entityId);
      if (!thing) throw new Error(`the simulated home has no ${entityId}`);
      const was = thing.behaviour.kind;
      thing.behaviour = behaviour;
      const now = states.get(entityId);
      if (behaviour.kind === "unavailable" && now && was !== "unavailable") {
        leave(entityId, thing, { state: now.state, attributes: { ...now.attributes } });
      } else if (was === "unavailable" && behaviour.kind !== "unavailable") show(entityId, thing);
      if (behaviour.kind === "optimistic") report(entityId, { attributes: { assumed_state: true } }, bus.newContext());
    },
    /** Carries a service out on one device; what it answers, if it only does that. Throws a Refusal. */
    operate(entityId: string, service: string, fields: Readonly<Record<string, unknown>>, context: Context): Doing["answer"] {
      const thing = things.get(entityId);
      const now = states.get(entityId);
      const domain = domainOf(entityId);
      if (!thing || !now || now.state === "unavailable") return undefined;
      if (thing.behaviour.kind === "fails") throw new Refusal("home_assistant_error", thing.behaviour.message);
      const { state, attributes } = now;
      const device = { entityId, state, attributes, memory: thing.memory, now: bus.now(), timeZone: furnishing.timeZone ?? USUAL_ZONE };
      const doing = operate(domain, service, catalogue[domain] ?? {}, device, fields);
      const stages = stagesOf({ doing, behaviour: thing.behaviour, before: { state, attributes }, context });
      if (stages.length > 0) calm(thing);
      for (const stage of stages) {
        const happen = () => report(entityId, stage.change, stage.context ?? bus.newContext());
        if (stage.after === 0) happen();
        else thing.pending.push(setTimeout(happen, stage.after).unref());
      }
      return doing.answer;
    },
    automations,
    /** As what an entity was furnished, with what was changed since. */
    furnished: (entityId: string): FurnishedEntity | undefined => things.get(entityId)?.furnished,
    /** All that was furnished, in its order. */
    all: () => things.values().map(({ furnished }) => furnished),
    /** Furnishes an entity anew: other steps of a script, other entities of a scene. Its state stays. */
    refurnish(entityId: string, change: Partial<FurnishedEntity>): void {
      const thing = things.get(entityId);
      if (!thing) throw new Error(`the simulated home has no ${entityId}`);
      thing.furnished = { ...thing.furnished, ...change };
      if (change.members) {
        report(entityId, { attributes: { entity_id: change.members } }, bus.newContext());
        follow(entityId, bus.newContext());
      }
    },
    membersOf,
    /** Puts entities of some domains (all when left out) back after a start of Home Assistant, with fresh times and contexts. */
    load(wanted: (domain: string) => boolean = () => true): void {
      for (const [entityId, thing] of things) if (!states.get(entityId) && wanted(domainOf(entityId))) show(entityId, thing);
    },
    /** Forgets the states as a stopping Home Assistant does, to be loaded again. */
    unload(): void {
      for (const [entityId, thing] of things) {
        calm(thing);
        const now = states.get(entityId);
        if (now && thing.behaviour.kind !== "unavailable") thing.kept = { state: now.state, attributes: { ...now.attributes } };
        states.remove(entityId, bus.newContext());
      }
    },
    [Symbol.dispose]() {
      stopFollowing();
      for (const thing of things.values()) calm(thing);
    },
  };
}

export type House = ReturnType<typeof createHouse>;

/** How long a lock or a cover is on its way when nothing else is said: long enough to be seen, short enough for tests. */
const MOVE_MS = 20;

interface Stage {
  /** ms after the call. */
  readonly after: number;
  readonly change: Change;
  /** Undefined: a context of the device's own. */
  readonly context: Context | undefined;
}

/** What becomes visible when, of a service's doing on a device of that behaviour; `before` is what it shows now. */
function stagesOf({
  doing,
  behaviour,
  before,
  context,
}: {
  doing: Doing;
  behaviour: Behaviour;
  before: Change;
  context: Context;
}): Stage[] {
  const { passing, change: end } = doing;
  if (!end || behaviour.kind === "silent" || behaviour.kind === "unavailable" || behaviour.kind === "fails") return [];
  const at = (after: number, change: Change): Stage => ({ after, change, context });
  switch (behaviour.kind) {
    case "late":
      return [{ after: behaviour.ms, change: end, context: undefined }];
    case "flapping":
      return [at(0, end), at(behaviour.ms, before), at(2 * behaviour.ms, end)];
    case "jams":
      return [at(0, passing ?? {}), at(MOVE_MS, { state: "jammed" })];
    case "moves":
      return passing ? [at(0, passing), at(behaviour.ms, end)] : [at(behaviour.ms, end)];
    default:
      return passing ? [at(0, passing), at(MOVE_MS, end)] : [at(0, end)];
  }
}

function startingAttributes(furnished: FurnishedEntity): Record<string, unknown> {
  const domain = domainOf(furnished.entity_id);
  const name = furnished.name === undefined ? furnished.entity_id.slice(domain.length + 1).replaceAll("_", " ") : furnished.name;
  const routine = domain === "script" || domain === "automation";
  const id = configId(furnished);
  return {
    ...(domain === "automation" && id !== undefined && { id }),
    ...(routine && { last_triggered: null, mode: "single", current: 0 }),
    ...(domain === "scene" && { entity_id: Object.keys(furnished.sets ?? {}), ...(id !== undefined && { id }) }),
    ...(domain === "light" && startingLight(furnished)),
    ...(domain === "camera" && startingCamera(furnished)),
    ...(domain === "group" && { order: 0 }),
    ...(furnished.members && { entity_id: furnished.members }),
    ...furnished.attributes,
    friendly_name: name,
    ...(!WITHOUT_FEATURES.test(domain) && { supported_features: furnished.attributes?.["supported_features"] ?? 0 }),
  };
}

function startingLight(furnished: FurnishedEntity): Record<string, unknown> {
  const modes = furnished.attributes?.["supported_color_modes"];
  const dims = Array.isArray(modes) && modes.some((mode) => mode !== "onoff");
  const coloured = Array.isArray(modes) && modes.some((mode) => mode !== "onoff" && mode !== "brightness");
  return {
    supported_color_modes: ["onoff"],
    color_mode: null,
    ...(dims && { brightness: null }),
    ...(coloured && { color_temp_kelvin: null, hs_color: null, rgb_color: null, xy_color: null }),
  };
}

/** A camera's picture is asked for with a token that stands in its attributes. */
function startingCamera({ entity_id }: FurnishedEntity): Record<string, unknown> {
  const access_token = hexId() + hexId();
  return { access_token, entity_picture: `/api/camera_proxy/${entity_id}?token=${access_token}` };
}

/** Which state of a member makes the whole group show it, and what the group shows otherwise. */
const RULES: Readonly<Record<string, { readonly any: readonly string[]; readonly shows: string; readonly otherwise: string }>> = {
  lock: { any: ["unlocked", "open", "unlocking"], shows: "unlocked", otherwise: "locked" },
  cover: { any: ["open", "opening", "closing"], shows: "open", otherwise: "closed" },
};
const SWITCHED = { any: ["on"], shows: "on", otherwise: "off" };

/** What a group shows of its members; undefined when none of them has a state. */
function groupState(entityId: string, members: readonly string[], states: Pick<StateMachine, "get">): Change | undefined {
  const rows = members.flatMap((member) => states.get(member) ?? []);
  const first = rows[0];
  if (!first) return undefined;
  const domain = domainOf(entityId) === "group" ? domainOf(first.entityId) : domainOf(entityId);
  const { any, shows, otherwise } = RULES[domain] ?? SWITCHED;
  const state = rows.some((row) => any.includes(row.state)) ? shows : otherwise;
  if (domainOf(entityId) !== "light") return { state };
  const levels = rows.map(({ attributes }) => attributes["brightness"]).filter((level) => typeof level === "number");
  const brightness = levels.length > 0 ? Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length) : null;
  return { state, attributes: { brightness } };
}
