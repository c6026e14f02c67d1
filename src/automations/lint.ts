import { expectationOf } from "../homeassistant/expectations/expectations.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { isKnown, offStates } from "../homeassistant/registry/state-words.ts";
import type { RoutineConfig } from "../homeassistant/routines/routines.ts";
import { OF_THE_HOME } from "../security/routines/routine-changes.ts";
import { isRecord } from "../text/is-record.ts";
import { canonicalJson } from "../text/json.ts";
import { type CompiledAutomation, compileAutomation } from "./compile.ts";
import { type Automation, type AutomationStep, type AutomationTrigger, conditionsIn, factsIn, stepsIn } from "./intent.ts";

/** Something wrong, or worth knowing, with what the message `automation.lint.<kind>` says of it. */
export interface LintFinding {
  readonly kind: "unknown" | "hidden" | "state" | "never" | "hysteresis" | "loop" | "conflict" | "wavers" | "sun-window";
  readonly entityIds: readonly string[];
  /** A state, or another automation's name. */
  readonly value: string;
  /** It would not do what is meant: it is not offered. */
  readonly isWrong: boolean;
}

interface LintDependencies {
  readonly home: Pick<Home, "find" | "isHidden">;
  /** States that an entity of its kind may have, as far as Home Assistant tells; empty if it does not. */
  readonly statesOf: (entity: Entity) => Iterable<string>;
}

/** Sensors that fall silent while somebody sits still. */
const RESTLESS: ReadonlySet<string> = new Set(["motion", "occupancy", "presence", "moving", "vibration", "sound"]);
const OPPOSITES: ReadonlyMap<string, string> = new Map(
  [
    ["turn_on", "turn_off"],
    ["open_cover", "close_cover"],
    ["open_valve", "close_valve"],
    ["lock", "unlock"],
    ["start", "return_to_base"],
  ].flatMap(([one = "", other = ""]) => [
    [one, other],
    [other, one],
  ]),
);

/** Examines an automation whose entities are ids. `others` are those that the home has already. */
export function lintAutomation(
  automation: Automation,
  others: readonly RoutineConfig[],
  { home, statesOf }: LintDependencies,
): readonly LintFinding[] {
  const { triggers, actions } = automation;
  const facts = conditionsIn(automation).flatMap(factsIn);
  const findings: LintFinding[] = [];
  const add = (kind: LintFinding["kind"], entityIds: readonly string[], { value = "", isWrong = false } = {}) =>
    findings.push({ kind, entityIds, value, isWrong });

  const named = [
    ...triggers.flatMap(entitiesOf),
    ...facts.flatMap((fact) => ("entities" in fact ? fact.entities : "entity" in fact ? fact.entity : "people" in fact ? fact.people : [])),
    ...stepsIn(actions).flatMap((step) => (step.kind === "call" ? step.entities : step.kind === "wait" ? entitiesOf(step.until) : [])),
  ];
  for (const entityId of new Set(named)) {
    if (OF_THE_HOME.test(entityId) || home.find(entityId)) continue;
    add(home.isHidden(entityId) ? "hidden" : "unknown", [entityId], { value: entityId, isWrong: true });
  }

  const checkStates = (entityIds: readonly string[], states: readonly string[]) => {
    for (const entityId of entityIds) {
      const entity = home.find(entityId);
      const known = entity ? statesFor(entity, statesOf) : undefined;
      const wrong = known && states.find((state) => !known.has(state));
      if (wrong !== undefined) add("state", [entityId], { value: wrong, isWrong: true });
    }
  };
  for (const trigger of triggers)
    if (trigger.kind === "state") checkStates(trigger.entities, [...(trigger.from ?? []), ...(trigger.to ?? [])]);
  for (const fact of facts) if (fact.kind === "state") checkStates(fact.entities, fact.states);

  for (const trigger of triggers) if (neverFires(trigger, automation, home)) add("never", entitiesOf(trigger), { isWrong: true });
  const held = triggers.find((trigger) => trigger.kind === "numeric" && trigger.hysteresis !== undefined);
  if (held && (triggers.length > 1 || entitiesOf(held).length > 1)) add("hysteresis", entitiesOf(held), { isWrong: true });

  const calls = stepsIn(actions).filter((step) => step.kind === "call");
  const own = triggers.flatMap((trigger) => restartedBy(calls, trigger, home));
  if (own.length > 0) add("loop", [...new Set(own)]);

  const wavering = triggers.flatMap((trigger) => (wavers(trigger, home) ? entitiesOf(trigger) : []));
  if (wavering.length > 0) add("wavers", [...new Set(wavering)]);
  // sunrise and sunset move by hours over the year, a time of day does not
  if (triggers.some(({ kind }) => kind === "sun") && facts.some(({ kind }) => kind === "time")) add("sun-window", []);

  // compared is what starts it and what it calls: under whatever id
  const compiled = compileAutomation(automation, "");
  for (const { entity, content } of others) {
    const contradicted = content.ok && entity.state.state === "on" ? contradictedBy(compiled, content.config) : [];
    if (contradicted.length > 0) add("conflict", contradicted, { value: entity.name });
  }
  return findings;
}

function entitiesOf(trigger: AutomationTrigger): readonly string[] {
  return "entities" in trigger ? trigger.entities : "entity" in trigger ? [trigger.entity] : [];
}

/** Entities by which calls may set off a trigger of their own automation: they are not known to leave all of them as what was waited for, or otherwise. */
function restartedBy(
  calls: readonly (AutomationStep & { kind: "call" })[],
  trigger: AutomationTrigger,
  home: Pick<Home, "find">,
): readonly string[] {
  if (trigger.kind !== "state" && trigger.kind !== "numeric") return [];
  const { to } = trigger.kind === "state" ? trigger : {};
  const remains = (service: string, entityId: string, reached: string) => {
    const known = home.find(entityId)?.state;
    const state = known && { ...known, state: reached, attributes: {} };
    return state && expectationOf({ service, entityIds: [entityId], data: {} }, entityId, state)?.holds(state);
  };
  return trigger.entities.filter((entityId) => {
    const own = calls.filter(({ entities }) => entities.includes(entityId));
    const ends = new Set(own.flatMap(({ service }) => to?.map((state) => remains(service, entityId, state))));
    return own.length > 0 && (ends.size > 1 || ends.has(undefined));
  });
}

/** Undefined where an entity may have any state. */
function statesFor(entity: Entity, statesOf: LintDependencies["statesOf"]): ReadonlySet<string> | undefined {
  const { state, attributes } = entity.state;
  // they are in zones of any name
  if (entity.domain === "person" || entity.domain === "device_tracker") return undefined;
  const options = attributes["options"];
  if (Array.isArray(options)) return new Set([...options.map(String), state]);
  const known = new Set(statesOf(entity));
  return known.size > 0 ? new Set([...known, state, ...(offStates(entity.domain) ?? []), "unavailable", "unknown"]) : undefined;
}

function neverFires(trigger: AutomationTrigger, { conditions }: Automation, home: Pick<Home, "find">): boolean {
  switch (trigger.kind) {
    case "numeric": {
      const { entities, attribute, above, below } = trigger;
      const isEmpty = above === undefined ? below === undefined : below !== undefined && above >= below;
      const isText = entities.some((entityId) => {
        const state = home.find(entityId)?.state.state;
        return attribute === undefined && isKnown(state) && Number.isNaN(Number(state));
      });
      return isEmpty || isText;
    }
    case "state": {
      const { from, to } = trigger;
      return from !== undefined && to !== undefined && from.length === 1 && to.length === 1 && from[0] === to[0];
    }
    case "time": {
      const windows = conditions.filter((one) => one.kind === "time");
      const days = conditions.filter((one) => one.kind === "weekday");
      const isOutside = windows.some(({ after, before }) => trigger.at.every((at) => !isWithin(at, after, before)));
      return isOutside || days.some((one) => trigger.days !== undefined && !trigger.days.some((day) => one.days.includes(day)));
    }
    case "pattern":
      return (trigger.unit === "minutes" ? 60 : 24) % trigger.every !== 0;
    default:
      return false;
  }
}

/** Whether a time of day, as `07:30`, is in a window that may go across midnight. */
export function isWithin(at: string, after = "00:00", before = "24:00"): boolean {
  return after < before ? at >= after && at < before : at >= after || at < before;
}

function wavers(trigger: AutomationTrigger, home: Pick<Home, "find">): boolean {
  if (trigger.kind === "numeric") {
    const isCount = trigger.entities.every((entityId) => entityId.startsWith("zone."));
    return !isCount && trigger.hysteresis === undefined && trigger.forSeconds === undefined;
  }
  if (trigger.kind !== "state" || trigger.forSeconds !== undefined || !trigger.to?.includes("off")) return false;
  return trigger.entities.some((entityId) => RESTLESS.has(home.find(entityId)?.deviceClass ?? ""));
}

/** Entities that another automation sets the other way on the same trigger. */
function contradictedBy({ triggers, actions }: CompiledAutomation, config: unknown): readonly string[] {
  if (!isRecord(config)) return [];
  const theirs = new Set([config["triggers"] ?? config["trigger"] ?? []].flat().map((one) => canonicalJson(one)));
  if (!triggers.some((one) => theirs.has(canonicalJson(one)))) return [];
  const done = callsIn(config["actions"] ?? config["action"]);
  return callsIn(actions).flatMap(({ name, entityIds }) => {
    const opposite = done.filter((call) => call.name === OPPOSITES.get(name));
    return entityIds.filter((entityId) => opposite.some((call) => call.entityIds.includes(entityId)));
  });
}

function callsIn(actions: unknown): readonly { readonly name: string; readonly entityIds: readonly string[] }[] {
  return [actions ?? []].flat().flatMap((step) => {
    if (!isRecord(step) || typeof step["action"] !== "string") return [];
    const target = isRecord(step["target"]) ? step["target"] : {};
    return [{ name: step["action"].split(".")[1] ?? "", entityIds: [target["entity_id"] ?? []].flat().map(String) }];
  });
}
