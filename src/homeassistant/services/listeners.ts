import { type CallFacts, type EntityFacts, hasTemplate, partsOf, type Unresolved } from "../../security/effects/action-facts.ts";
import { mayWarn } from "../../security/effects/effect-kinds.ts";
import { callsOfRoutine, NO_TARGET, type RoutineCall, UNKNOWN_SERVICE } from "../../security/routines/routine-calls.ts";
import { END, type Listening, listeningOf, type Rest, stepsIn, type Watch, type Watched } from "../../security/routines/routine-watches.ts";
import { sideBySide } from "../connection/pacing.ts";
import { type EntityFactsReader, HELPERS, type Reached, TIMING } from "../registry/entity-facts.ts";
import { domainOf, type Entity, type WholeHome } from "../registry/home.ts";
import { ownUniqueId } from "../registry/own-entities.ts";
import type { Registries } from "../registry/registries.ts";
import type { Routines } from "../routines/routines.ts";
import type { CallTargets } from "./call-targets.ts";
import type { createTemplateListeners, Scope } from "./listeners-of-templates.ts";
import type { MqttTopics } from "./mqtt-topics.ts";
import { OWN_EVENTS } from "./own.ts";

interface ListenersOptions {
  readonly home: WholeHome;
  readonly registries: Pick<Registries, "entities">;
  readonly facts: EntityFactsReader;
  readonly routines: Routines;
  readonly targets: CallTargets;
  readonly mqtt: Pick<MqttTopics, "publishersOf">;
  readonly templates: ReturnType<typeof createTemplateListeners>;
}

/** What follows when entities are set: calls of the routines that react to it, and calls that it lets or keeps from being made. */
interface Consequences {
  readonly caused: readonly RoutineCall[];
  /** The same of routines that may react, if a template that nobody can read is made of what is set. */
  readonly supposed: readonly RoutineCall[];
  readonly guarded: readonly RoutineCall[];
  /** Sensors that may warn of a danger, and that routines with guarded calls look at. */
  readonly warners: readonly string[];
}

/** Whether calls are made, or kept from being made. */
type Happening = "made" | "prevented";

interface Known {
  /** `lastChanged` of the routine's own state: reloading a changed config removes and adds the entity. */
  readonly at: number;
  readonly listening: Listening;
}

/** Homes have some hundred; of more it is not known what they listen to. */
const MOST_LISTENERS = 2_000;
const AT_ONCE = 8;

/** What each action brings about by the way: this service tells of it, and answers. */
const EVERY_ACTION_FIRES: readonly string[] = [OWN_EVENTS.turn, OWN_EVENTS.action, OWN_EVENTS.approval, "telegram_sent"];

/** Changes nothing but what Home Assistant knows of the entity. */
const RUN = "homeassistant.update_entity";

const SWITCHED: ReadonlySet<string> = new Set(["light", "switch", "input_boolean", "fan", "siren", "humidifier", "automation"]);
/** What a service leaves an entity in, where that is sure. */
const STATES_AFTER: ReadonlyMap<string, readonly string[]> = new Map([
  ["lock.lock", ["locked", "locking"]],
  ["lock.unlock", ["unlocked", "unlocking"]],
  ["cover.open_cover", ["open", "opening"]],
  ["cover.close_cover", ["closed", "closing"]],
]);
/** Knows which automations and scripts listen to an entity, or depend on one. */
export function createListeners({ home, registries, facts, routines, targets, mqtt, templates }: ListenersOptions) {
  const known = new Map<string, Known>();
  let resolved = new WeakMap<Watched, Scope>();
  let publishers = new Map<string, readonly string[]>();
  let listening: readonly Entity[] = [];
  let warning: readonly Entity[] = [];
  let byPlatform = new Map<string | undefined, readonly Entity[]>();
  /** What every action changes: the sensor that counts our messages, and the bot's entity, which shows what is sent. */
  let following: readonly (readonly [entityId: string, states: undefined])[] = [];
  let generation = -1;

  return {
    refresh,

    /** What automations and waiting scripts make of these calls. */
    async consequencesOf(calls: readonly CallFacts[], how: Happening, signal: AbortSignal): Promise<Consequences> {
      const set = setBy(calls);
      const complete = set.size === 0 || (await refresh(signal));
      if (set.size === 0 || listening.length === 0) return { caused: [], supposed: [], guarded: [], warners: [] };
      const reached = facts.reachedBy(set);
      const fired = calls.flatMap(({ unresolved, data }) => (unresolved.includes("event") ? String(data["event"]) : []));
      if (how === "made") fired.push(...EVERY_ACTION_FIRES);
      const changed = how === "made" ? new Map([...reached.all, ...following]) : reached.all;
      const caused: RoutineCall[] = [];
      const supposed: RoutineCall[] = [];
      const guarded: RoutineCall[] = [];
      const warners = new Set<string>();
      for (const [entityId, { listening: heard }] of known) {
        const [sure, maybe, stopped]: [Rest[], Rest[], Rest[]] = [[], [], []];
        if (!heard.complete) caused.push(unknown("too_large"));
        for (const watch of heard.watches) {
          if (touches(watch, changed, watch.to) || hears(watch, fired)) sure.push(watch.rest);
          else if (touches(watch, reached.far, watch.to) || mayCause(watch, reached.all)) maybe.push(watch.rest);
          // its own run keeps a routine from nothing
          if (touches(watch, starvingIn(watch, without(reached.set, entityId)), undefined)) stopped.push(watch.rest);
        }
        for (const guard of heard.guards) if (touches(guard, without(reached.all, entityId), undefined)) stopped.push(guard.rest);
        caused.push(...callsOf(sure, entityId));
        supposed.push(...callsOf(maybe, entityId));
        // what it would do to the very thing that is set, is for whoever sets it
        const others = callsOf(stopped, entityId).filter((call) => !isOnly(call, reached.set));
        if (!others.some((call) => !isRun(call))) continue;
        guarded.push(...others);
        for (const entityId of warnersIn(heard)) warners.add(entityId);
      }
      if (!complete) caused.push(unknown("unreadable_routine"));
      return { caused, supposed, guarded, warners: [...warners] };
    },

    /** Sensors that a routine looks at and that may warn of a danger. */
    async warnersOf(config: unknown, signal: AbortSignal): Promise<readonly string[]> {
      const heard = listeningOf(config);
      await resolve([heard], signal);
      return warnersIn(heard);
    },
  };

  /** Reads what is new or may have changed of the routines that are at work; false if something could not be read. */
  async function refresh(signal: AbortSignal): Promise<boolean> {
    if (generation !== home.generation) {
      resolved = new WeakMap();
      publishers = new Map();
      const everything = [...home.everything()];
      listening = everything.filter(({ domain }) => domain === "automation" || domain === "script");
      warning = everything.filter(mayWarn);
      byPlatform = Map.groupBy(everything, ({ platform }) => platform);
      following = [...registries.entities].flatMap(([entityId, { platform, uniqueId }]) =>
        (platform === "mqtt" && uniqueId === ownUniqueId("queue")) || (platform === "telegram_bot" && domainOf(entityId) === "event")
          ? [[entityId, undefined]]
          : [],
      );
      if (listening.length > 0) facts.reachedBy(new Map());
      generation = home.generation;
    }
    const complete = await read(signal);
    const all = Array.from(known.values(), ({ listening: heard }) => heard);
    await resolve(all, signal);
    return complete;
  }

  async function read(signal: AbortSignal): Promise<boolean> {
    const working = listening.filter(isAtWork);
    const ids = new Set(working.map(({ entityId }) => entityId));
    for (const entityId of known.keys()) if (!ids.has(entityId)) known.delete(entityId);
    const stale = working.slice(0, MOST_LISTENERS).filter(({ entityId, state }) => known.get(entityId)?.at !== state.lastChanged);
    let complete = working.length <= MOST_LISTENERS;
    await sideBySide(stale, AT_ONCE, async ({ entityId, state }) => {
      const at = state.lastChanged;
      const content = await routines.read(entityId, signal);
      if (content.ok || content.why === "missing_routine")
        known.set(entityId, { at, listening: listeningOf(content.ok ? content.config : undefined) });
      else {
        known.delete(entityId);
        complete = false;
      }
    });
    return complete;
  }

  /** Has Home Assistant say what templates read, and whose the MQTT topics are. */
  async function resolve(all: readonly Listening[], signal: AbortSignal): Promise<void> {
    const watched = all.flatMap(({ watches, guards }): readonly Watched[] => [...watches, ...guards]);
    const computed = watched.flatMap((one) => one.templates);
    if (computed.length > 0) await templates.refresh(computed, signal);
    const topics = new Set(watched.flatMap((one) => one.topics));
    for (const topic of topics) publishers.set(topic, await mqtt.publishersOf(topic, signal));
  }

  /** Calls of these steps and of those that follow in the routines that wait for this script, and that each of them runs. */
  function callsOf(rests: readonly Rest[], routine: string, ended = new Set<string>()): readonly RoutineCall[] {
    if (rests.length === 0) return [];
    const steps = stepsIn(rests);
    const calls = [...callsIn(steps), runOf(routine)];
    if (!steps.includes(END) || ended.has(routine)) return calls;
    ended.add(routine);
    for (const [caller, { listening: heard }] of known) {
      const waiting = heard.waits.filter(({ script }) => script === routine).map(({ rest }) => rest);
      calls.push(...callsOf(waiting, caller, ended));
    }
    return calls;
  }

  function touches(watched: Watched, reached: Reached, to: readonly string[] | undefined): boolean {
    if (reached.size === 0) return false;
    const parts = [fixedPartOf(watched), ...livePartsOf(watched)];
    for (const [entityId, states] of reached) {
      const domain = domainOf(entityId);
      if (!parts.some(({ entityIds, domains }) => entityIds.has(entityId) || domains.has("*") || domains.has(domain))) continue;
      if (to === undefined || states === undefined || states.some((state) => to.includes(state))) return true;
    }
    return false;
  }

  /** What it names, and what events may come of: those stay while the registries do. */
  function fixedPartOf(watched: Watched): Scope {
    const before = resolved.get(watched);
    if (before) return before;
    const found = targets.ofRoutineCall({ service: UNKNOWN_SERVICE, target: watched.target, data: {} });
    // a domain of services may have its entities in another, as the shopping list has a to-do list
    const ofDomains = watched.domains.flatMap((domain) => byPlatform.get(domain) ?? []);
    const made = {
      entityIds: new Set([...watched.target.entityId, ...[...found.targets, ...ofDomains].map(({ entityId }) => entityId)]),
      domains: new Set(watched.domains),
    };
    resolved.set(watched, made);
    return made;
  }

  function livePartsOf({ templates: computed, topics }: Watched): readonly Scope[] {
    return [
      ...computed.map((template) => templates.of(template)),
      // a call for no entity may publish anything
      ...topics.map((topic) => ({ entityIds: new Set([...(publishers.get(topic) ?? []), "mqtt."]), domains: new Set<string>() })),
    ];
  }

  /**
   * Whether what is set belongs to the integration that an event or a trigger is of. An event of no integration with entities comes from people, apps
   * and remotes, or from a step of a routine that fires it; a trigger that nobody knows may come of anything.
   */
  function mayCause({ kind, causes }: Watched, reached: Reached): boolean {
    const owners = causes.map((name) => byPlatform.get(integrationIn(name)));
    if (reached.size > 0 && kind !== "event" && owners.includes(undefined)) return true;
    return owners.some((entities = []) => entities.some(({ entityId }) => reached.has(entityId)));
  }

  /** The integration whose name a trigger or event begins with: `zha` of `zha_event`, `hue` of `hue.something`; empty if there is none here. */
  function integrationIn(name: string): string {
    const platforms = [...byPlatform.keys()].flatMap((platform) => platform ?? []);
    return platforms.find((platform) => name === platform || name.startsWith(`${platform}_`) || name.startsWith(`${platform}.`)) ?? "";
  }

  function warnersIn({ watches, guards }: Listening): readonly string[] {
    const parts = [...watches, ...guards].flatMap((watched) => [namedPartOf(watched), ...livePartsOf(watched)]);
    const looksAt = ({ entityId, domain }: Entity) =>
      parts.some(({ entityIds, domains }) => entityIds.has(entityId) || domains.has("*") || domains.has(domain));
    return warning.filter(looksAt).map(({ entityId }) => entityId);
  }

  /** What it looks at by name, area or label: the device of a button has a battery too, which a press is not about. */
  function namedPartOf({ kind, target, domains }: Watched): Scope {
    const named = kind === "device" ? { ...target, deviceId: [] } : target;
    const found = targets.ofRoutineCall({ service: kind.includes(".") ? kind : UNKNOWN_SERVICE, target: named, data: {} });
    return { entityIds: new Set(found.targets.map(({ entityId }) => entityId)), domains: new Set(domains) };
  }
}

/** An automation that is off does nothing, and one that could not be set up neither. */
function isAtWork({ domain, state }: Entity): boolean {
  return (domain === "automation" && state.state === "on") || (domain === "script" && state.state !== "unavailable");
}

function unknown(why: Unresolved): RoutineCall {
  return { service: UNKNOWN_SERVICE, target: NO_TARGET, data: {}, unresolved: [why] };
}

/** An update of its entity: running a routine changes that, and does nothing else to it. */
function runOf(entityId: string): RoutineCall {
  return { service: RUN, target: { ...NO_TARGET, entityId: [entityId] }, data: {}, unresolved: [] };
}

function isRun({ service }: RoutineCall): boolean {
  return service === RUN;
}

function hears({ events }: Watched, fired: readonly string[]): boolean {
  return events.length > 0 && fired.some((type) => hasTemplate(type) || events.includes(type));
}

function without(reached: Reached, entityId: string): Reached {
  return reached.has(entityId) ? new Map([...reached].filter(([id]) => id !== entityId)) : reached;
}

function callsIn(steps: readonly unknown[]): readonly RoutineCall[] {
  return steps.length === 0 ? [] : callsOfRoutine({ sequence: steps }).calls;
}

function setBy(calls: readonly CallFacts[]): Reached {
  const set = new Map<string, readonly string[] | undefined>();
  for (const { service, targets, data } of calls) {
    const touched: readonly EntityFacts[] = targets.flatMap(partsOf);
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

/** What of it may keep a trigger from coming: a reading of the same device, which only follows, is what it waits for. */
function starvingIn({ kind, held }: Watch, set: Reached): Reached {
  if (kind === "numeric_state" || kind === "template") return set;
  const domains = held ? HELPERS : TIMING;
  return new Map([...set].filter(([entityId]) => domains.includes(domainOf(entityId))));
}

/** Whether a call is for nothing but these. */
function isOnly({ target }: RoutineCall, set: Reached): boolean {
  const { entityId, ...wide } = target;
  const isWide = Object.values(wide).some((ids: readonly string[]) => ids.length > 0);
  return !isWide && entityId.length > 0 && entityId.every((id) => set.has(id));
}
