import { ASK_EVENT, TELL_EVENT } from "../security/routines/routine-calls.ts";
import { clockTime } from "../text/dates.ts";
import { isRecord } from "../text/is-record.ts";
import {
  type Automation,
  type AutomationAction,
  type AutomationCondition,
  type AutomationFact,
  type AutomationStep,
  type AutomationTrigger,
  HOME_ZONE,
  type Script,
} from "./intent.ts";

type Part = Readonly<Record<string, unknown>>;

/** An automation in the format of Home Assistant's config API, as it is stored there beside its id. */
export interface CompiledAutomation {
  readonly alias: string;
  readonly description: string;
  readonly triggers: readonly Part[];
  readonly conditions: readonly Part[];
  readonly actions: readonly Part[];
  readonly mode: Automation["mode"];
  readonly max_exceeded?: "silent";
}

/** By which an owner recognises what the service made. */
const DESCRIPTION = "Made by HA Personal Assistant.";
export const SUN = "sun.sun";
const NO_STATE: readonly string[] = ["unavailable", "unknown"];
/** Their state is the time of the last press; before the first it is unknown. */
const PRESSED: ReadonlySet<string> = new Set(["button", "input_button", "event", "scene"]);

/** Translates an automation whose entities are ids, to be stored under this id. The same automation gives the same config, byte for byte. */
export function compileAutomation({ name, triggers, conditions, actions, mode }: Automation, id: string): CompiledAutomation {
  const [only] = triggers;
  const rest = triggers.length === 1 && only?.kind === "numeric" && only.hysteresis !== undefined ? rearmed(only, only.hysteresis) : [];
  return {
    alias: name,
    description: DESCRIPTION,
    triggers: triggers.map(compileTrigger),
    conditions: conditions.map(compileCondition),
    actions: [...actions.map((action) => compileAction(action, id)), ...rest],
    // as long as one run waits for the value to go back, no other begins
    ...(rest.length > 0 ? { mode: "single", max_exceeded: "silent" } : { mode }),
  };
}

/** The same of a script, which is stored beside its id, too. */
export function compileScript({ name, actions, mode }: Script, id: string) {
  return { alias: name, description: DESCRIPTION, sequence: actions.map((action) => compileAction(action, id)), mode };
}

function compileTrigger(trigger: AutomationTrigger): Part {
  switch (trigger.kind) {
    case "state":
      return { trigger: "state", entity_id: trigger.entities, ...changeOf(trigger), ...lasting(trigger.forSeconds) };
    case "numeric": {
      const { entities, attribute, above, below, forSeconds } = trigger;
      return { trigger: "numeric_state", entity_id: entities, ...defined({ attribute, above, below }), ...lasting(forSeconds) };
    }
    case "time":
      return { trigger: "time", at: trigger.at.map(withSeconds), ...(trigger.days && { weekday: trigger.days }) };
    case "pattern":
      return trigger.unit === "minutes"
        ? { trigger: "time_pattern", minutes: `/${trigger.every}` }
        : { trigger: "time_pattern", hours: `/${trigger.every}`, minutes: 0 };
    case "sun":
      return { trigger: "sun", event: trigger.event, ...offset(trigger.offsetMinutes) };
    case "zone":
      // a person's state tells who is at home whatever tracks them; a zone trigger needs coordinates, or an attribute of newer versions
      if (trigger.zone === HOME_ZONE) {
        const { entities } = trigger;
        return compileTrigger({ kind: "state", entities, ...(trigger.event === "enter" ? { to: ["home"] } : { from: ["home"] }) });
      }
      return { trigger: "zone", entity_id: trigger.entities, zone: trigger.zone, event: trigger.event };
    case "event":
      return { trigger: "event", event_type: trigger.type, ...(trigger.data && { event_data: trigger.data }) };
    case "calendar":
      return { trigger: "calendar", entity_id: trigger.entity, event: trigger.event, ...offset(trigger.offsetMinutes) };
    case "unavailable":
      return { trigger: "state", entity_id: trigger.entities, to: ["unavailable"], ...lasting(trigger.forSeconds) };
  }
}

function compileCondition(condition: AutomationCondition): Part {
  switch (condition.kind) {
    case "all":
      return { condition: "and", conditions: condition.of.map(compileCondition) };
    case "any":
      return { condition: "or", conditions: condition.of.map(compileCondition) };
    case "none":
      return { condition: "not", conditions: condition.of.map(compileCondition) };
    default:
      return compileFact(condition);
  }
}

function compileFact(fact: AutomationFact): Part {
  switch (fact.kind) {
    case "state": {
      const { entities, states, any, forSeconds } = fact;
      return stateIs(entities, states, { ...(any && { match: "any" }), ...lasting(forSeconds) });
    }
    case "numeric": {
      const { entity, attribute, above, below } = fact;
      return { condition: "numeric_state", entity_id: entity, ...defined({ attribute, above, below }) };
    }
    case "time":
      return {
        condition: "time",
        ...(fact.after && { after: withSeconds(fact.after) }),
        ...(fact.before && { before: withSeconds(fact.before) }),
      };
    case "weekday":
      return { condition: "time", weekday: fact.days };
    case "sun":
      return stateIs([SUN], [fact.is === "up" ? "above_horizon" : "below_horizon"]);
    case "presence": {
      const { people, home } = fact;
      if (people.length === 0) return { condition: "numeric_state", entity_id: HOME_ZONE, ...(home ? { above: 0 } : { below: 1 }) };
      if (home) return stateIs(people, ["home"]);
      return { condition: "not", conditions: [stateIs(people, ["home"], { match: "any" })] };
    }
  }
}

function compileAction(action: AutomationAction, id: string): Part {
  const sequence = (steps: readonly AutomationStep[]) => steps.map((step) => compileStep(step, id));
  if (action.kind !== "choose") return compileStep(action, id);
  return {
    choose: action.options.map((option) => ({ conditions: option.if.map(compileCondition), sequence: sequence(option.do) })),
    ...(action.otherwise && { default: sequence(action.otherwise) }),
  };
}

/** Its events bear the id of what fires them: texts may be those of another one as well. */
function compileStep(step: AutomationStep, id: string): Part {
  switch (step.kind) {
    case "call":
      return {
        action: step.service,
        ...(step.entities.length > 0 && { target: { entity_id: step.entities } }),
        ...(isRecord(step.data) && Object.keys(step.data).length > 0 && { data: step.data }),
      };
    case "delay":
      return { delay: { seconds: step.seconds } };
    case "wait":
      return {
        wait_for_trigger: [compileTrigger(step.until)],
        timeout: { seconds: step.timeoutSeconds },
        continue_on_timeout: step.goOn,
      };
    case "tell":
      return { event: TELL_EVENT, event_data: { person: step.person, message: step.message, automation: id } };
    case "ask":
      return { event: ASK_EVENT, event_data: { person: step.person, text: step.instruction, automation: id } };
  }
}

/** The states that a change is between. What a device says that was away for a moment is no change. */
function changeOf({ entities, from, to }: AutomationTrigger & { kind: "state" }): Part {
  return { ...(from ? { from } : { not_from: notFrom(entities) }), ...(to ? { to } : { not_to: notTo(from) }) };
}

/** States that no change begins with, unless they are named. */
export function notFrom(entities: readonly string[]): readonly string[] {
  return entities.every((id) => PRESSED.has(id.slice(0, id.indexOf(".")))) ? ["unavailable"] : NO_STATE;
}

/** States that no change ends with, unless they are named: what leaves several states is in none of them. */
export function notTo(from: readonly string[] = []): readonly string[] {
  return from.length > 1 ? [...NO_STATE, ...from] : NO_STATE;
}

/** Holds the run until the value has gone back by so much, so that one that wavers around its bound starts nothing. A value that is not known has not. */
function rearmed({ entities, attribute, above, below }: AutomationTrigger & { kind: "numeric" }, hysteresis: number): readonly Part[] {
  const [entity = ""] = entities;
  if (entities.length > 1 || !/^[a-z\d_]+\.[a-z\d_]+$/.test(entity)) throw new TypeError("hysteresis is of one entity, by its id");
  const read = attribute === undefined ? `states('${entity}')` : `state_attr('${entity}', '${attribute}')`;
  const back = [
    ...(above === undefined ? [] : [`value <= ${above - hysteresis}`]),
    ...(below === undefined ? [] : [`value >= ${below + hysteresis}`]),
  ].join(" or ");
  return [{ wait_template: `{% set value = ${read} | float(none) %}{{ value is not none and (${back}) }}` }];
}

function stateIs(entities: readonly string[], states: readonly string[], more: Part = {}): Part {
  return { condition: "state", entity_id: entities, state: states, ...more };
}

function lasting(seconds: number | undefined): Part {
  return seconds ? { for: { seconds } } : {};
}

/** `-00:30:00` */
function offset(minutes: number | undefined): Part {
  if (!minutes) return {};
  return { offset: `${minutes < 0 ? "-" : ""}${withSeconds(clockTime(Math.abs(minutes)))}` };
}

function withSeconds(clock: string): string {
  return `${clock}:00`;
}

function defined(fields: Part): Part {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
