import type { CallFacts, EntityFacts } from "../../security/effects/action-facts.ts";
import { callsOfRoutine, type RoutineCall } from "../../security/routines/routine-calls.ts";
import { NO_TARGET, UNKNOWN_SERVICE } from "../../security/routines/routine-targets.ts";
import { type Guard, type Listening, listeningOf, type Watch, type Watched } from "../../security/routines/routine-watches.ts";
import { domainOf } from "../registry/entity-index.ts";
import type { Entity, WholeHome } from "../registry/home.ts";
import type { Routines } from "../routines/routines.ts";
import type { CallTargets } from "./call-targets.ts";

interface ListenersOptions {
  readonly home: WholeHome;
  readonly routines: Routines;
  readonly targets: CallTargets;
}

/** What follows when entities are set: calls of the routines that react to it, and calls that it lets or keeps from being made. */
export interface Consequences {
  readonly caused: readonly RoutineCall[];
  readonly guarded: readonly RoutineCall[];
}

export interface Listeners {
  /** What automations and waiting scripts make of these calls. Configs that were read before are read again only if they may have changed. */
  consequencesOf(calls: readonly CallFacts[], signal: AbortSignal): Promise<Consequences>;
}

interface Known {
  /** `lastChanged` of the routine's own state: reloading a changed config removes and adds the entity. */
  readonly at: number;
  readonly listening: Listening;
}

interface Resolved {
  readonly entityIds: ReadonlySet<string>;
  readonly domains: ReadonlySet<string>;
}

/** Homes have some hundred; of more it is not known what they listen to. */
const MOST_LISTENERS = 2_000;
/** Commands under way at once: Home Assistant has other clients. */
const SIDE_BY_SIDE = 8;

const SWITCHED: ReadonlySet<string> = new Set(["light", "switch", "input_boolean", "fan", "siren", "humidifier", "automation"]);
/** What a service leaves an entity in, where that is sure. */
const STATES_AFTER: ReadonlyMap<string, readonly string[]> = new Map([
  ["lock.lock", ["locked", "locking"]],
  ["lock.unlock", ["unlocked", "unlocking"]],
  ["cover.open_cover", ["open", "opening"]],
  ["cover.close_cover", ["closed", "closing"]],
]);
/** Whatever is done to one of these moves when something happens, or keeps it from happening. */
const TIMING: ReadonlySet<string> = new Set(["timer", "input_datetime", "date", "time", "datetime", "schedule"]);
/** Device classes of what a device measures or reports of its own switching. */
const FOLLOWING: ReadonlySet<string> = new Set(
  "power current apparent_power energy light running moving plug lock door garage_door opening".split(" "),
);

/** Knows which automations and scripts listen to an entity, or depend on one. */
export function createListeners({ home, routines, targets }: ListenersOptions): Listeners {
  const known = new Map<string, Known>();
  let resolved = new WeakMap<Watched, Resolved>();
  let listening: readonly Entity[] = [];
  let generation = -1;

  return {
    async consequencesOf(calls, signal) {
      const set = setBy(calls);
      if (set.size === 0) return { caused: [], guarded: [] };
      if (generation !== home.generation) {
        resolved = new WeakMap();
        listening = [...home.everything()].filter(({ domain }) => domain === "automation" || domain === "script");
        generation = home.generation;
      }
      if (listening.length === 0) return { caused: [], guarded: [] };
      const complete = await read(signal);
      const reached = reachedBy(set, home);
      const caused: RoutineCall[] = [];
      const guarded: RoutineCall[] = [];
      for (const { listening: heard } of known.values()) {
        const follows = (one: Watched, states?: readonly string[]) => touches(one, reached, states);
        for (const watch of heard.watches) {
          if (follows(watch, watch.to)) caused.push(...callsOf(watch));
          if (watch.held ? follows(watch) : touches(watch, timingIn(reached), undefined)) guarded.push(...callsOf(watch));
        }
        for (const guard of heard.guards) if (follows(guard)) guarded.push(...callsOf(guard));
      }
      if (!complete) caused.push({ service: UNKNOWN_SERVICE, target: NO_TARGET, data: {}, unresolved: ["unreadable_routine"] });
      return { caused, guarded };
    },
  };

  /** Reads what is new or may have changed; false if something could not be read. */
  async function read(signal: AbortSignal): Promise<boolean> {
    const working = listening.filter(isAtWork);
    const ids = new Set(working.map(({ entityId }) => entityId));
    for (const entityId of known.keys()) if (!ids.has(entityId)) known.delete(entityId);
    const stale = working.slice(0, MOST_LISTENERS).filter(({ entityId, state }) => known.get(entityId)?.at !== state.lastChanged);
    let complete = working.length <= MOST_LISTENERS;
    for (let from = 0; from < stale.length; from += SIDE_BY_SIDE) {
      await Promise.all(
        stale.slice(from, from + SIDE_BY_SIDE).map(async ({ entityId, state }) => {
          const at = state.lastChanged;
          const content = await routines.read(entityId, signal);
          if (content.ok || content.why === "missing_routine")
            known.set(entityId, { at, listening: listeningOf(content.ok ? content.config : undefined) });
          else {
            known.delete(entityId);
            complete = false;
          }
        }),
      );
    }
    return complete;
  }

  function touches(watched: Watched, reached: Reached, to: readonly string[] | undefined): boolean {
    const { entityIds, domains } = resolvedOf(watched);
    for (const [entityId, states] of reached) {
      if (!entityIds.has(entityId) && !domains.has("*") && !domains.has(domainOf(entityId))) continue;
      if (to === undefined || states === undefined || states.some((state) => to.includes(state))) return true;
    }
    return false;
  }

  function resolvedOf(watched: Watched): Resolved {
    const before = resolved.get(watched);
    if (before) return before;
    const found = targets.ofRoutineCall({ service: UNKNOWN_SERVICE, target: watched.target, data: {} });
    const made = {
      entityIds: new Set([...watched.target.entityId, ...found.targets.map(({ entityId }) => entityId)]),
      domains: new Set(watched.domains),
    };
    resolved.set(watched, made);
    return made;
  }
}

/** Entities that a call changes, with the states that they may be in then; undefined for any. */
type Reached = ReadonlyMap<string, readonly string[] | undefined>;

/** An automation that is off does nothing, and one that could not be set up neither. */
function isAtWork({ domain, state }: Entity): boolean {
  return (domain === "automation" && state.state === "on") || (domain === "script" && state.state !== "unavailable");
}

function callsOf({ steps }: Watch | Guard): readonly RoutineCall[] {
  return steps.length === 0 ? [] : callsOfRoutine({ sequence: steps }).calls;
}

function setBy(calls: readonly CallFacts[]): Reached {
  const set = new Map<string, readonly string[] | undefined>();
  for (const { service, targets, data } of calls) {
    const touched: readonly EntityFacts[] = targets.flatMap((target) => [target, ...target.members]);
    // a call for no entity is an event that automations may listen to, and changes whatever its domain keeps
    if (touched.length === 0) set.set(`${domainOf(service)}.`, undefined);
    for (const { entityId } of touched) {
      const states = statesAfter(service, entityId, data);
      const before = set.has(entityId) ? set.get(entityId) : [];
      set.set(entityId, before && states && [...before, ...states]);
    }
  }
  return set;
}

function statesAfter(service: string, entityId: string, data: CallFacts["data"]): readonly string[] | undefined {
  const name = service.slice(service.indexOf(".") + 1);
  const domain = domainOf(entityId);
  if (!SWITCHED.has(domain)) return STATES_AFTER.get(`${domain}.${name}`);
  if (name === "turn_off") return ["off"];
  // a brightness of nothing turns a lamp off
  return name === "turn_on" && Object.keys(data).length === 0 ? ["on"] : undefined;
}

function timingIn(reached: Reached): Reached {
  return new Map([...reached].filter(([entityId]) => TIMING.has(domainOf(entityId))));
}

/** What is set, the groups and helpers that are made of it, and what its device reports of that. */
function reachedBy(set: Reached, home: WholeHome): Reached {
  const reached = new Map(set);
  const everything = [...home.everything()];
  const devices = new Set([...set.keys()].flatMap((entityId) => home.known(entityId)?.deviceId ?? []));
  const follows = ({ domain, platform, deviceId, deviceClass = "" }: Entity) =>
    deviceId !== undefined &&
    devices.has(deviceId) &&
    (platform === "switch_as_x" || (/sensor$/.test(domain) && FOLLOWING.has(deviceClass.trim().toLowerCase())));
  for (const entity of everything) if (!reached.has(entity.entityId) && follows(entity)) reached.set(entity.entityId, undefined);
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const { entityId, domain, state } of everything) {
      if (reached.has(entityId) || domain === "scene" || domain === "automation" || domain === "script") continue;
      const { entity_id: members, group_members: players, source, source_entity_id: sourceId } = state.attributes;
      if ([members, players, source, sourceId].flat().some((id) => typeof id === "string" && reached.has(id)))
        reached.set(entityId, undefined);
    }
  }
  return reached;
}
