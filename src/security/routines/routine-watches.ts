import { isRecord } from "../../text/is-record.ts";
import { textsIn } from "../../text/json.ts";
import { hasTemplate } from "../effects/action-facts.ts";
import { DEEPEST, MOST_STEPS, NO_TARGET, type RoutineTarget, readTarget, targetOf } from "./routine-calls.ts";
import { readsOf } from "./template-reads.ts";

/** A template of which its text does not tell all that it reads, with the plain variables that it is given. */
export interface ComputedTemplate {
  readonly template: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface Watched {
  /** `state`, `light.turned_on` …; empty for a condition. */
  readonly kind: string;
  readonly target: RoutineTarget;
  /** Domains of which every entity counts; `*` for all of them. */
  readonly domains: readonly string[];
  /** Types of events; `*` for all of them. */
  readonly events: readonly string[];
  /** A name that begins with that of an integration (`zha_event`), whose entities may cause it; if there is none, all may. */
  readonly causes: readonly string[];
  readonly topics: readonly string[];
  readonly templates: readonly ComputedTemplate[];
}

/** Steps that run next: those of a list from a place on, then what follows the list. Lists are shared, so a long routine is read in linear time. */
export interface Rest {
  readonly steps: readonly unknown[];
  readonly from: number;
  readonly next: Rest | undefined;
}

export interface Watch extends Watched {
  /** The only states that trigger it; undefined if any change may. */
  readonly to: readonly string[] | undefined;
  /** It depends on a state that holds or on a value, not on an event: what is set may keep the steps from running. */
  readonly held: boolean;
  readonly rest: Rest;
}

export interface Guard extends Watched {
  readonly rest: Rest;
}

/** What a script or an automation reacts to and depends on, in the steps too. */
export interface Listening {
  readonly watches: readonly Watch[];
  readonly guards: readonly Guard[];
  /** Scripts that it waits for, and what it does afterwards. */
  readonly waits: readonly { readonly script: string; readonly rest: Rest }[];
  /** False if it has more steps, or they stand deeper, than are read. */
  readonly complete: boolean;
}

/** Where a script ends: last among steps, it stands for what the routines that call it do then. */
export const END: Readonly<Record<string, unknown>> = { variables: {} };

type Step = Readonly<Record<string, unknown>>;
interface Found {
  readonly watches: Watch[];
  readonly guards: Guard[];
  readonly waits: { script: string; rest: Rest }[];
  readonly variables: Step;
  steps: number;
  complete: boolean;
}

/** Fields whose texts are no entities, though they may look like ids. */
const NAMES: ReadonlySet<string> = new Set(
  "trigger platform condition action service id alias event_type type domain topic payload webhook_id command".split(" "),
);
/** A script's own service, which ends with the script. */
const CALLED_SCRIPT = /^script\.(?!(?:turn_on|turn_off|toggle|reload)$)[a-z\d_]+$/i;
const REGISTRY_ID = /^[\da-f]{32}$/;
/** Triggers that nothing in the house sets off but by an entity that they name: times, starts, and what comes from outside. */
const BY_ENTITIES: ReadonlySet<string> = new Set(
  "state numeric_state template time time_pattern sun calendar zone geo_location device homeassistant webhook tag".split(" "),
);
/** Triggers by the domains of the services that set them off. */
const BY_SERVICES: ReadonlyMap<string, readonly string[]> = new Map([
  ["persistent_notification", ["persistent_notification"]],
  ["conversation", ["conversation", "assist_satellite"]],
]);
/** Events of Home Assistant itself, and the domains of what causes them. */
const EVENT_DOMAINS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ..."state_changed state_reported call_service".split(" ").map((type) => [type, ["*"]] as const),
  ...["start", "started", "stop", "final_write", "close"].map((phase) => [`homeassistant_${phase}`, []] as const),
  ["automation_triggered", ["automation"]],
  ["script_started", ["script"]],
  ["shopping_list_updated", ["shopping_list"]],
  ["tag_scanned", []],
  ...["started", "finished", "cancelled", "paused", "restarted"].map((type) => [`timer.${type}`, ["timer"]] as const),
]);

/** Reads triggers, waits and conditions of a config with its blueprint filled in. Never throws. */
export function listeningOf(config: unknown): Listening {
  const found: Found = { watches: [], guards: [], waits: [], variables: plainVariables(config), steps: 0, complete: true };
  if (!isRecord(config)) return found;
  const steps = [config["sequence"], config["actions"], config["action"]].flatMap(listed);
  const rest = restOf(steps);
  for (const trigger of [config["triggers"], config["trigger"]].flatMap(listed)) readTrigger(trigger, rest, found);
  for (const part of ["conditions", "condition", "variables", "trigger_variables"]) guard(config[part], rest, found);
  readSteps(steps, Object.hasOwn(config, "sequence") ? restOf([END]) : undefined, 0, found);
  return found;
}

/** All steps of these, each once. */
export function stepsIn(rests: readonly Rest[]): readonly unknown[] {
  const first = new Map<readonly unknown[], number>();
  for (const rest of rests)
    for (let at: Rest | undefined = rest; at; at = at.next) first.set(at.steps, Math.min(at.from, first.get(at.steps) ?? at.from));
  return [...first].flatMap(([steps, from]) => steps.slice(from));
}

function restOf(steps: readonly unknown[], next?: Rest): Rest {
  return { steps, from: 0, next };
}

function hasSteps(rest: Rest | undefined): boolean {
  return rest !== undefined && (rest.from < rest.steps.length || hasSteps(rest.next));
}

function listed(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value.flatMap(listed) : [value];
}

/** Variables of an automation whose values are plain, so that templates can be worked out with them: none if not all can be seen. Those of a script its callers may set. */
function plainVariables(config: unknown): Step {
  if (!isRecord(config) || Object.hasOwn(config, "sequence")) return {};
  const values = new Map<string, unknown>();
  const unsure = new Set<string>();
  let isTooDeep = false;
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (depth > DEEPEST) {
      isTooDeep = true;
      return;
    }
    for (const [field, inner] of Object.entries(value)) {
      if ((field === "variables" || field === "trigger_variables") && isRecord(inner)) {
        for (const [name, given] of Object.entries(inner)) {
          if (values.has(name) || textsIn(given).some(hasTemplate)) unsure.add(name);
          values.set(name, given);
        }
      } else if (field.startsWith("response_variable")) unsure.add(String(inner));
      walk(inner, depth + 1);
    }
  };
  walk(config, 0);
  return isTooDeep ? {} : Object.fromEntries([...values].filter(([name]) => !unsure.has(name)));
}

function readTrigger(trigger: unknown, rest: Rest, found: Found): void {
  if (!isRecord(trigger) || trigger["enabled"] === false) return;
  const nested = trigger["triggers"];
  if (nested !== undefined) {
    for (const one of listed(nested)) readTrigger(one, rest, found);
    return;
  }
  const kind = String(trigger["trigger"] ?? trigger["platform"] ?? "");
  const options = isRecord(trigger["options"]) ? trigger["options"] : {};
  const held = (trigger["for"] ?? options["for"]) !== undefined || kind === "numeric_state" || kind === "template";
  const watched = watchedBy(kind, trigger, found);
  if (watched) found.watches.push({ ...watched, to: statesOf(kind, trigger), held, rest });
}

function watchedBy(kind: string, trigger: Step, found: Found): Watched | undefined {
  const nothing: Watched = { kind, target: NO_TARGET, domains: [], events: [], causes: [], topics: [], templates: [] };
  if (kind === "event") return ofEvent(trigger, nothing);
  if (kind === "mqtt") {
    const topic = trigger["topic"];
    return { ...nothing, topics: [typeof topic === "string" && !hasTemplate(topic) ? topic : "#"] };
  }
  const domains = BY_SERVICES.get(kind);
  if (domains) return { ...nothing, domains };
  const watched = watchedIn(trigger, found, kind);
  return watched ?? (BY_ENTITIES.has(kind) ? undefined : { ...nothing, causes: [kind] });
}

function statesOf(kind: string, trigger: Step): readonly string[] | undefined {
  if (/\.turned_(?:on|off)$/.test(kind)) return [kind.endsWith("on") ? "on" : "off"];
  const { to, attribute } = trigger;
  if (kind !== "state" || attribute !== undefined || to === undefined || to === null) return undefined;
  const states = listed(to).map((state) => (typeof state === "boolean" ? (state ? "on" : "off") : String(state)));
  return states.some((state) => hasTemplate(state)) ? undefined : states;
}

function ofEvent({ event_type: type, event_data: data }: Step, nothing: Watched): Watched | undefined {
  const types = listed(type).map((name) => (typeof name === "string" && !hasTemplate(name) ? name : "*"));
  const events = { ...nothing, events: types };
  if (types.includes("*")) return { ...events, domains: ["*"] };
  const { target, unresolved } = readTarget(isRecord(data) ? data : {});
  if (unresolved.length === 0 && Object.values(target).some((ids: readonly string[]) => ids.length > 0)) return { ...events, target };
  const domains = types.flatMap((name) => EVENT_DOMAINS.get(name) ?? []);
  return { ...events, domains, causes: types.filter((name) => !EVENT_DOMAINS.has(name)) };
}

function guard(condition: unknown, rest: Rest, found: Found): void {
  if (!hasSteps(rest)) return;
  const watched = watchedIn(condition, found, "");
  if (watched) found.guards.push({ ...watched, rest });
}

/** `after` runs when these steps have ended. */
function readSteps(steps: readonly unknown[], after: Rest | undefined, depth: number, found: Found): void {
  found.steps += steps.length;
  if (depth > DEEPEST || found.steps > MOST_STEPS) {
    found.complete = false;
    return;
  }
  steps.forEach((step, index) => {
    const rest: Rest = { steps, from: index + 1, next: undefined };
    if (typeof step === "string") guard(step, rest, found);
    else if (isRecord(step) && step["enabled"] !== false) readStep(step, rest, { ...rest, next: after }, depth + 1, found);
  });
}

function readStep(step: Step, rest: Rest, after: Rest, depth: number, found: Found): void {
  for (const trigger of listed(step["wait_for_trigger"])) readTrigger(trigger, after, found);
  const waited = watchedIn(step["wait_template"], found, "template");
  if (waited) found.watches.push({ ...waited, to: undefined, held: true, rest: after });
  guard(step["wait_for_trigger"], after, found);
  for (const part of ["variables", "delay", "timeout"]) guard(step[part], after, found);
  for (const service of [step["action"], step["service"]])
    if (typeof service === "string" && CALLED_SCRIPT.test(service.trim()))
      found.waits.push({ script: service.trim().toLowerCase(), rest: after });
  if (["condition", "and", "or", "not"].some((key) => Object.hasOwn(step, key))) guard(step, rest, found);
  guard(templatesIn(step), restOf([step]), found);
  readBranches(step, after, depth, found);
}

function readBranches(step: Step, after: Rest, depth: number, found: Found): void {
  const either = [...listed(step["then"]), ...listed(step["else"])];
  guard(step["if"], restOf(either, stops(either) ? after : undefined), found);
  const options = listed(step["choose"]).filter(isRecord);
  const sequences = [...options.map((option) => listed(option["sequence"])), listed(step["default"])];
  const lastStop = sequences.findLastIndex((steps) => stops(steps));
  const all = sequences.flat();
  let from = 0;
  // an option that is not taken leaves the choice to those after it
  for (const [index, steps] of sequences.entries()) {
    guard(options[index]?.["conditions"], { steps: all, from, next: index <= lastStop ? after : undefined }, found);
    from += steps.length;
  }
  const loop = isRecord(step["repeat"]) ? step["repeat"] : {};
  const body = listed(loop["sequence"]);
  const again = restOf(body, after);
  guard([loop["while"], loop["until"], loop["count"], loop["for_each"]], again, found);
  for (const steps of [step["then"], step["else"], step["sequence"], ...sequences]) readSteps(listed(steps), after, depth, found);
  // what waits in a loop goes on with its beginning
  readSteps(body, again, depth, found);
  for (const branch of listed(step["parallel"])) readSteps([branch], after, depth, found);
}

function stops(steps: unknown, depth = 0): boolean {
  if (typeof steps !== "object" || steps === null) return false;
  return depth > DEEPEST || Object.hasOwn(steps, "stop") || Object.values(steps).some((inner) => stops(inner, depth + 1));
}

/** Templates in what a step does: they may decide whether, how and to what it is done; a message only tells. Steps inside it are read by themselves. */
function templatesIn(step: Step): readonly string[] {
  const deciding = ["enabled", "action", "service", "service_template", "target"].map((field) => step[field]);
  const data = [step["data"], step["data_template"]].filter((part) => !isRecord(part) || !Object.hasOwn(part, "message"));
  return [...deciding, ...data].flatMap(textsIn).filter(hasTemplate);
}

/** The entities, devices, areas … that are named in a trigger or condition, and its templates that compute more of them. */
function watchedIn(value: unknown, found: Found, kind: string): Watched | undefined {
  const targets: RoutineTarget[] = [];
  const domains = new Set<string>();
  const templates: ComputedTemplate[] = [];
  const walk = (inner: unknown, depth: number): void => {
    if (depth > DEEPEST) found.complete = false;
    else if (typeof inner === "string") {
      const { entityIds, domains: read, computed } = readsOf(inner);
      targets.push({ ...NO_TARGET, entityId: entityIds });
      for (const domain of computed === "anything" ? ["*"] : read) domains.add(domain);
      if (computed === "rendered") templates.push({ template: inner, variables: found.variables });
    } else if (Array.isArray(inner)) for (const one of inner) walk(one, depth + 1);
    else if (isRecord(inner)) {
      const { target } = readTarget(inner);
      // a device's trigger that names its entity is about that alone
      const deviceId = target.entityId.length === 0 ? target.deviceId : [];
      targets.push({ ...target, deviceId, entityId: target.entityId.filter((id) => REGISTRY_ID.test(id)) });
      for (const [key, part] of Object.entries(inner)) if (!NAMES.has(key)) walk(part, depth + 1);
    }
  };
  walk(value, 0);
  const target = targetOf((field) => [...new Set(targets.flatMap((one) => one[field]))]);
  const isNothing = [...Object.values(target), [...domains], templates].every((list) => list.length === 0);
  return isNothing ? undefined : { kind, target, domains: [...domains], events: [], causes: [], topics: [], templates };
}
