import { isRecord } from "../../text/is-record.ts";
import { hasTemplate, NO_TARGET, type RoutineTarget, readTarget } from "./routine-targets.ts";

/** What a trigger or a condition looks at. */
export interface Watched {
  readonly target: RoutineTarget;
  /** Domains of which every entity counts; `*` for all of them. */
  readonly domains: readonly string[];
}

/** Steps that run once something has changed. */
export interface Watch extends Watched {
  /** The only states that trigger it; undefined if any change may. */
  readonly to: readonly string[] | undefined;
  /** The state has to hold for a while: another one in between keeps the steps from running. */
  readonly held: boolean;
  readonly steps: readonly unknown[];
}

/** Steps that run, or do not, depending on something. */
export interface Guard extends Watched {
  readonly steps: readonly unknown[];
}

/** What a script or an automation reacts to and depends on, in the steps too. */
export interface Listening {
  readonly watches: readonly Watch[];
  readonly guards: readonly Guard[];
}

type Step = Readonly<Record<string, unknown>>;
type Found = { readonly watches: Watch[]; readonly guards: Guard[] };

/** As deep as routines are read at all. */
const DEEPEST = 30;
/** Fields whose texts are no entities, though they may look like ids. */
const NAMES: ReadonlySet<string> = new Set(
  "trigger platform condition action service id alias event_type type domain topic payload webhook_id command".split(" "),
);
const ENTITY_ID = /\b[a-z_]+\.[a-z\d_]+\b/g;
const STATES_OF_ENTITY = /\bstates\.([a-z_]+\.[a-z\d_]+)/g;
const STATES_OF_DOMAIN = /\bstates\.([a-z_]+)(?![a-z\d_.])/g;
/** What a template reads that its text does not name. */
const COMPUTED =
  /\bstates\s*[|)\]%}]|\bin\s+states\b|\b(?:area|floor|label|device|integration)_(?:entities|devices)\b|\bstates\s*\(\s*[^'"\s)]|\bis_state\s*\(\s*[^'"\s]|\bexpand\s*\(\s*[^'"\s]|\.[a-z\d_]*['"]\s*~/;
/** A trigger, and the domain of the services that set it off. */
const NOTIFIED = "persistent_notification";
const REGISTRY_ID = /^[\da-f]{32}$/;
/** Events that tell of entities, and the domain that each is about. */
const EVENT_DOMAINS: ReadonlyMap<string, string> = new Map([
  ..."state_changed state_reported call_service".split(" ").map((type) => [type, "*"] as const),
  ["automation_triggered", "automation"],
  ["script_started", "script"],
  ["shopping_list_updated", "shopping_list"],
  ...["started", "finished", "cancelled", "paused", "restarted"].map((type) => [`timer.${type}`, "timer"] as const),
]);

/** Reads triggers, waits and conditions of a config with its blueprint filled in. Never throws. */
export function listeningOf(config: unknown): Listening {
  const found: Found = { watches: [], guards: [] };
  if (!isRecord(config)) return found;
  const steps = [config["sequence"], config["actions"], config["action"]].flatMap(listed);
  for (const trigger of [config["triggers"], config["trigger"]].flatMap(listed)) readTrigger(trigger, steps, found);
  for (const part of ["conditions", "condition", "variables", "trigger_variables"]) guard(config[part], steps, found);
  readSteps(steps, [], 0, found);
  return found;
}

function listed(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value.flatMap(listed) : [value];
}

function readTrigger(trigger: unknown, steps: readonly unknown[], { watches }: Found): void {
  if (!isRecord(trigger) || trigger["enabled"] === false) return;
  const nested = trigger["triggers"];
  if (nested !== undefined) {
    for (const one of listed(nested)) readTrigger(one, steps, { watches, guards: [] });
    return;
  }
  const kind = String(trigger["trigger"] ?? trigger["platform"] ?? "");
  const options = isRecord(trigger["options"]) ? trigger["options"] : {};
  const held = (trigger["for"] ?? options["for"]) !== undefined;
  const watched =
    kind === "event" ? ofEvent(trigger) : kind === NOTIFIED ? { target: NO_TARGET, domains: [NOTIFIED] } : watchedIn(trigger, true);
  if (watched) watches.push({ ...watched, to: statesOf(kind, trigger), held, steps });
}

function statesOf(kind: string, trigger: Step): readonly string[] | undefined {
  if (/\.turned_(?:on|off)$/.test(kind)) return [kind.endsWith("on") ? "on" : "off"];
  const { to, attribute } = trigger;
  if (kind !== "state" || attribute !== undefined || to === undefined || to === null) return undefined;
  const states = listed(to).map((state) => (typeof state === "boolean" ? (state ? "on" : "off") : String(state)));
  return states.some((state) => hasTemplate(state)) ? undefined : states;
}

function ofEvent({ event_type: type, event_data: data }: Step): Watched | undefined {
  const domains = listed(type).flatMap((name) => EVENT_DOMAINS.get(String(name)) ?? []);
  if (domains.length === 0) return undefined;
  const named = isRecord(data) ? watchedIn(data, true) : undefined;
  return named ?? { target: NO_TARGET, domains };
}

function guard(condition: unknown, steps: readonly unknown[], { guards }: Found): void {
  if (steps.length === 0) return;
  const watched = watchedIn(condition, false);
  if (watched) guards.push({ ...watched, steps });
}

/** `after` runs when these steps have ended. */
function readSteps(steps: readonly unknown[], after: readonly unknown[], depth: number, found: Found): void {
  if (depth > DEEPEST) return;
  steps.forEach((step, index) => {
    const rest = steps.slice(index + 1);
    if (typeof step === "string") guard(step, rest, found);
    else if (isRecord(step) && step["enabled"] !== false) readStep(step, rest, [...rest, ...after], depth + 1, found);
  });
}

function readStep(step: Step, rest: readonly unknown[], after: readonly unknown[], depth: number, found: Found): void {
  for (const trigger of listed(step["wait_for_trigger"])) readTrigger(trigger, after, found);
  const waited = watchedIn(step["wait_template"], true);
  if (waited) found.watches.push({ ...waited, to: undefined, held: false, steps: after });
  guard(step["wait_template"], after, found);
  guard(step["wait_for_trigger"], after, found);
  guard(step["variables"], after, found);
  if (["condition", "and", "or", "not"].some((key) => Object.hasOwn(step, key))) guard(step, rest, found);
  guard(templatesIn(step), [step], found);
  readBranches(step, after, depth, found);
}

function readBranches(step: Step, after: readonly unknown[], depth: number, found: Found): void {
  const loop = isRecord(step["repeat"]) ? step["repeat"] : {};
  const options = listed(step["choose"]).filter(isRecord);
  const branches = [
    { on: step["if"], steps: [...listed(step["then"]), ...listed(step["else"])] },
    // an option that is not taken leaves the choice to those after it
    ...options.map((option, index) => ({
      on: option["conditions"],
      steps: [...options.slice(index).flatMap((one) => listed(one["sequence"])), ...listed(step["default"])],
    })),
    { on: [loop["while"], loop["until"], loop["count"], loop["for_each"]], steps: [...listed(loop["sequence"]), ...after] },
  ];
  for (const { on, steps } of branches) guard(on, stops(steps) ? [...steps, ...after] : steps, found);
  for (const inner of [step["then"], step["else"], step["default"], step["sequence"], loop["sequence"]])
    readSteps(listed(inner), after, depth, found);
  for (const option of options) readSteps(listed(option["sequence"]), after, depth, found);
  for (const branch of listed(step["parallel"])) readSteps([branch], after, depth, found);
}

/** Whether a step among these may end the routine. */
function stops(steps: readonly unknown[]): boolean {
  return JSON.stringify(steps)?.includes('"stop":') === true;
}

/** Templates in what a step does: they may decide whether and to what it is done. Steps inside it are read by themselves. */
function templatesIn(step: Step): readonly string[] {
  const own = [
    step["enabled"],
    step["action"],
    step["service"],
    step["service_template"],
    step["target"],
    step["data"],
    step["data_template"],
  ];
  return own.flatMap(textsIn).filter(hasTemplate);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The entities, devices, areas … that are named in a trigger or condition. With `computed` what only a template's run would tell counts as all. */
function watchedIn(value: unknown, computed: boolean): Watched | undefined {
  const found = { ids: new Set<string>(), domains: new Set<string>(), areas: new Set<string>(), devices: new Set<string>() };
  const floors = new Set<string>();
  const labels = new Set<string>();
  const walk = (inner: unknown, field: string, depth: number): void => {
    if (depth > DEEPEST) return;
    if (typeof inner === "string") readText(inner, computed, found);
    else if (Array.isArray(inner)) for (const one of inner) walk(one, field, depth + 1);
    else if (isRecord(inner)) {
      const { target } = readTarget(inner);
      for (const id of target.areaId) found.areas.add(id);
      for (const id of target.floorId) floors.add(id);
      for (const id of target.labelId) labels.add(id);
      // a device's trigger that names its entity is about that alone
      if (target.entityId.length === 0) for (const id of target.deviceId) found.devices.add(id);
      for (const id of target.entityId) if (REGISTRY_ID.test(id)) found.ids.add(id);
      for (const [key, part] of Object.entries(inner)) if (!NAMES.has(key)) walk(part, key, depth + 1);
    }
  };
  walk(value, "", 0);
  const target: RoutineTarget = {
    entityId: [...found.ids],
    deviceId: [...found.devices],
    areaId: [...found.areas],
    floorId: [...floors],
    labelId: [...labels],
  };
  const isEmpty = found.domains.size === 0 && Object.values(target).every((ids: readonly string[]) => ids.length === 0);
  return isEmpty ? undefined : { target, domains: [...found.domains] };
}

function readText(text: string, computed: boolean, { ids, domains }: { ids: Set<string>; domains: Set<string> }): void {
  const lower = text.toLowerCase();
  const isTemplate = hasTemplate(text);
  for (const [, id = ""] of lower.matchAll(STATES_OF_ENTITY)) ids.add(id);
  for (const [id] of lower.matchAll(ENTITY_ID)) ids.add(id);
  if (!isTemplate || !computed) return;
  for (const [, domain = ""] of lower.matchAll(STATES_OF_DOMAIN)) domains.add(domain);
  if (COMPUTED.test(lower)) domains.add("*");
}
