import { isRecord } from "../../text/is-record.ts";
import { ANY_SERVICE, hasTemplate, TARGET_FIELDS, type Unresolved } from "../effects/action-facts.ts";

/** One call of a routine, its targets not looked up yet. */
export interface RoutineCall {
  /** `domain.service`; `UNKNOWN_SERVICE` where `unresolved` says why there is none. */
  readonly service: string;
  readonly target: RoutineTarget;
  readonly data: Readonly<Record<string, unknown>>;
  readonly unresolved: readonly Unresolved[];
}

/** A routine with more than this is none that somebody wrote: it is not read to its end. */
const MOST_CALLS = 1_000;
export const MOST_STEPS = 10_000;
export const DEEPEST = 30;

/** What steps hold that only wait, ask or remember. A step with one of these and nothing that acts does nothing to the house. */
const QUIET_STEPS = "delay wait_template wait_for_trigger variables stop set_conversation_response condition and or not".split(" ");

type Step = Readonly<Record<string, unknown>>;

interface Reading {
  readonly calls: RoutineCall[];
  steps: number;
  full: boolean;
}

/** What a script or automation calls, in all its branches. Never throws: what cannot be read is `unresolved`. At most 1,000 calls, then `too_large`. */
export function callsOfRoutine(config: unknown): { readonly calls: readonly RoutineCall[] } {
  const reading: Reading = { calls: [], steps: 0, full: false };
  const parts = isRecord(config) ? [config["sequence"], config["actions"], config["action"]].filter((part) => part !== undefined) : [];
  if (parts.length === 0) add(reading, unknown("unreadable_routine"));
  for (const part of parts) readSteps(part, 0, reading);
  return { calls: reading.calls };
}

/** What turning on a scene does, as calls: those that bring each entity to its state, or `domain.any` where that is not known. */
export function callsOfScene(entities: Readonly<Record<string, unknown>>): readonly RoutineCall[] {
  const reading: Reading = { calls: [], steps: 0, full: false };
  for (const [entityId, state] of Object.entries(entities)) {
    if (reading.full) break;
    for (const call of sceneCalls(entityId, state)) add(reading, call);
  }
  return reading.calls;
}

function add(reading: Reading, call: RoutineCall): void {
  if (reading.full) return;
  reading.full = reading.calls.length >= MOST_CALLS - 1;
  reading.calls.push(reading.full ? unknown("too_large") : call);
}

function unknown(...unresolved: Unresolved[]): RoutineCall {
  return { service: UNKNOWN_SERVICE, target: NO_TARGET, data: {}, unresolved };
}

function readSteps(steps: unknown, depth: number, reading: Reading): void {
  if (steps === undefined || steps === null || reading.full) return;
  if (depth > DEEPEST) {
    add(reading, unknown("too_deep"));
    return;
  }
  for (const step of Array.isArray(steps) ? steps : [steps]) {
    if (reading.full) return;
    if (++reading.steps > MOST_STEPS) {
      reading.full = true;
      reading.calls.push(unknown("too_large"));
      return;
    }
    readStep(step, depth, reading);
  }
}

function readStep(step: unknown, depth: number, reading: Reading): void {
  // a list in a list is a sequence; a bare template is a condition
  if (Array.isArray(step)) readSteps(step, depth + 1, reading);
  else if (isRecord(step)) readFields(step, depth, reading);
  else if (!hasTemplate(step)) add(reading, unknown("unknown_step"));
}

function readFields(step: Step, depth: number, reading: Reading): void {
  if (step["enabled"] === false) return;
  const acts = [readServices(step, reading), readOthers(step, reading), readBranches(step, depth, reading)];
  if (acts.includes(true) || QUIET_STEPS.some((key) => Object.hasOwn(step, key))) return;
  add(reading, unknown("unknown_step"));
}

const SERVICE_KEYS = ["action", "service", "service_template"];

function hasService(step: Step): boolean {
  return SERVICE_KEYS.some((key) => Object.hasOwn(step, key));
}

function readServices(step: Step, reading: Reading): boolean {
  for (const key of SERVICE_KEYS) {
    if (!Object.hasOwn(step, key)) continue;
    const service = step[key];
    const plain = typeof service === "string" ? service.trim().toLowerCase() : "";
    const named = /^[a-z0-9_]+\.[a-z0-9_]+$/.test(plain);
    const target = readTarget(step);
    const unresolved = new Set<Unresolved>(target.unresolved);
    if (!named) unresolved.add(hasTemplate(service) ? "template" : "unknown_step");
    const call = { service: named ? plain : UNKNOWN_SERVICE, target: target.target, data: withoutTarget(step) };
    add(reading, { ...call, unresolved: [...unresolved] });
  }
  return hasService(step);
}

/** Events by which an automation has a person told something, and asks the assistant: whatever that would do is asked about. */
export const TELL_EVENT = "ha_personal_assistant_tell";
export const ASK_EVENT = "ha_personal_assistant_ask";
const HEARD_BY_US: ReadonlySet<string> = new Set([TELL_EVENT, ASK_EVENT]);

/** Device actions, scenes and events. A device as the target of a service, or in a condition, is no device action. */
function readOthers(step: Step, reading: Reading): boolean {
  const isDevice = Object.hasOwn(step, "device_id") && !hasService(step) && !Object.hasOwn(step, "condition");
  const [isScene, isEvent] = [Object.hasOwn(step, "scene"), Object.hasOwn(step, "event")];
  if (isDevice) add(reading, deviceCall(step) ?? unknown("unknown_step"));
  if (isScene) add(reading, { service: "scene.turn_on", ...readTarget({ target: { entity_id: step["scene"] } }), data: {} });
  if (isEvent && !HEARD_BY_US.has(String(step["event"]))) add(reading, { ...unknown("event"), data: { event: step["event"] } });
  return isDevice || isScene || isEvent;
}

function readBranches(step: Step, depth: number, reading: Reading): boolean {
  const within = depth + 1;
  const keys = ["choose", "default", "if", "then", "else", "parallel", "sequence", "repeat"].filter((key) => Object.hasOwn(step, key));
  for (const key of keys) {
    const inner = step[key];
    if (key === "choose" || key === "repeat") readOptions(inner, within, reading);
    // the conditions of an `if` do nothing
    else if (key !== "if") readSteps(inner, within, reading);
  }
  return keys.length > 0;
}

/** Each option's own steps: `{ conditions, sequence }`, one or several. A loop is one, with what it repeats. */
function readOptions(options: unknown, depth: number, reading: Reading): void {
  for (const option of Array.isArray(options) ? options : [options]) {
    if (isRecord(option) && Object.hasOwn(option, "sequence")) readSteps(option["sequence"], depth, reading);
    else if (option !== undefined && option !== null) add(reading, unknown("unknown_step"));
  }
}

type Attributes = Readonly<Record<string, unknown>>;
type Made = readonly (readonly [service: string, data: Attributes])[];

const SWITCH: Readonly<Record<string, string>> = { on: "turn_on", off: "turn_off" };
const TRAVEL = ["open", "opening"];

/** Services that bring an entity to a state, by domain (Home Assistant's `reproduce_state.py` of each domain). */
const STATE_SERVICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(
    ["light", "switch", "input_boolean", "fan", "humidifier", "media_player", "remote", "siren", "automation", "script"].map((domain) => [
      domain,
      SWITCH,
    ]),
  ),
  lock: { locked: "lock", locking: "lock", unlocked: "unlock", unlocking: "unlock", open: "open", opening: "open" },
  alarm_control_panel: {
    ...Object.fromEntries(["away", "home", "night", "vacation", "custom_bypass"].map((mode) => [`armed_${mode}`, `alarm_arm_${mode}`])),
    disarmed: "alarm_disarm",
    triggered: "alarm_trigger",
  },
  vacuum: {
    cleaning: "start",
    docked: "return_to_base",
    returning: "return_to_base",
    paused: "pause",
    idle: "stop",
    on: "turn_on",
    off: "turn_off",
  },
  lawn_mower: { mowing: "start_mowing", docked: "dock", paused: "pause" },
  timer: { active: "start", idle: "cancel", paused: "pause" },
};

/** Services that set an entity to whatever its state is, and the field for it. */
const VALUE_SERVICES: ReadonlyMap<string, readonly [service: string, field: string]> = new Map<string, readonly [string, string]>([
  ...["select", "input_select"].map((domain) => [domain, ["select_option", "option"]] as const),
  ...["number", "input_number", "text", "input_text", "counter"].map((domain) => [domain, ["set_value", "value"]] as const),
  ["input_datetime", ["set_datetime", "datetime"]],
]);

const CLIMATE_TEMPERATURES = ["temperature", "target_temp_high", "target_temp_low"];

/** The calls that stand for one entity of a scene. States may be plain or stand among attributes; YAML makes `on` a boolean. */
function sceneCalls(entityId: string, wanted: unknown): readonly RoutineCall[] {
  const id = entityId.trim().toLowerCase();
  if (!/^[a-z0-9_]+\.[a-z0-9_]+$/.test(id)) return [unknown("unknown_step")];
  const domain = id.slice(0, id.indexOf("."));
  const { state, ...attributes } = isRecord(wanted) ? wanted : { state: wanted };
  const made = madeOf(domain, textOf(state), attributes);
  return made.map(([service, data]) => ({ service, target: { ...NO_TARGET, entityId: [id] }, data, unresolved: [] }));
}

function madeOf(domain: string, state: string, attributes: Attributes): Made {
  if (domain === "cover" || domain === "valve") return travelOf(domain, state, attributes);
  if (domain === "climate") return climateOf(state, attributes);
  // of a group Home Assistant sets the members
  if (domain === "group" && Object.hasOwn(SWITCH, state)) return [[`homeassistant.${SWITCH[state] ?? ""}`, {}]];
  const value = VALUE_SERVICES.get(domain);
  if (value) return [[`${domain}.${value[0]}`, { [value[1]]: state }]];
  const services = Object.hasOwn(STATE_SERVICES, domain) ? STATE_SERVICES[domain] : undefined;
  const name = services && Object.hasOwn(services, state) ? services[state] : undefined;
  return [[`${domain}.${name ?? ANY_SERVICE}`, name === "turn_off" ? {} : attributes]];
}

/** A position says more than a state; where they disagree, both are said. */
function travelOf(domain: string, state: string, attributes: Attributes): Made {
  const names = new Set<string>();
  const position = attributes["current_position"] ?? attributes["position"];
  if (position !== undefined && position !== null) names.add(/^0+(?:\.0*)?$/.test(textOf(position)) ? "close" : "open");
  if (TRAVEL.includes(state)) names.add("open");
  if (state === "closed" || state === "closing") names.add("close");
  const tilt = attributes["current_tilt_position"] ?? attributes["tilt_position"];
  const moves: Made = [...names].map((name) => [`${domain}.${name}_${domain}`, {}] as const);
  const tilts: Made = tilt === undefined || tilt === null ? [] : [[`${domain}.set_cover_tilt_position`, { tilt_position: tilt }]];
  const made = [...moves, ...(domain === "cover" ? tilts : [])];
  return made.length > 0 ? made : [[`${domain}.${ANY_SERVICE}`, {}]];
}

function climateOf(state: string, attributes: Attributes): Made {
  const mode: Made = state === "" ? [[`climate.${ANY_SERVICE}`, {}]] : [["climate.set_hvac_mode", { hvac_mode: state }]];
  const degrees = Object.fromEntries(
    CLIMATE_TEMPERATURES.flatMap((field) => (attributes[field] == null ? [] : [[field, attributes[field]]])),
  );
  return Object.keys(degrees).length === 0 ? mode : [...mode, ["climate.set_temperature", degrees]];
}

function textOf(state: unknown): string {
  if (typeof state === "boolean") return state ? "on" : "off";
  return typeof state === "string" || typeof state === "number" ? String(state).trim().toLowerCase() : "";
}

const SWITCHES = { turn_on: "turn_on", turn_off: "turn_off", toggle: "toggle" };
const ARMING = Object.fromEntries(
  ["arm_away", "arm_home", "arm_night", "arm_vacation", "arm_custom_bypass", "disarm", "trigger"].map((type) => [type, `alarm_${type}`]),
);

/** Services of device actions by domain and type (Home Assistant's `device_action.py` of each domain). */
const DEVICE_SERVICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  light: { ...SWITCHES, brightness_increase: "turn_on", brightness_decrease: "turn_on", flash: "turn_on" },
  switch: SWITCHES,
  fan: SWITCHES,
  remote: SWITCHES,
  siren: SWITCHES,
  humidifier: { ...SWITCHES, set_humidity: "set_humidity", set_mode: "set_mode" },
  water_heater: { turn_on: "turn_on", turn_off: "turn_off" },
  lock: { lock: "lock", unlock: "unlock", open: "open" },
  cover: {
    open: "open_cover",
    close: "close_cover",
    stop: "stop_cover",
    set_position: "set_cover_position",
    open_tilt: "open_cover_tilt",
    close_tilt: "close_cover_tilt",
    set_tilt_position: "set_cover_tilt_position",
  },
  alarm_control_panel: ARMING,
  climate: { set_hvac_mode: "set_hvac_mode", set_preset_mode: "set_preset_mode" },
  vacuum: { clean: "start", dock: "return_to_base" },
  lawn_mower: { mow: "start_mowing", dock: "dock", pause: "pause" },
  button: { press: "press" },
  number: { set_value: "set_value" },
  text: { set_value: "set_value" },
  select: Object.fromEntries(["first", "last", "next", "previous", "option"].map((type) => [`select_${type}`, `select_${type}`])),
};
/** Domains whose device actions are no services of entities: the domain alone says what they do. */
const NOTIFIES = "mobile_app";

const NOT_DATA: ReadonlySet<string> = new Set(["device_id", "domain", "entity_id", "type", "subtype", "enabled", "alias", "metadata"]);

/** The call that a device action makes; `domain.any` for a type that is not known, undefined for what is no device action. */
function deviceCall(step: Readonly<Record<string, unknown>>): RoutineCall | undefined {
  const { domain, type } = step;
  if (typeof domain !== "string" || !/^[a-z0-9_]+$/i.test(domain.trim())) return undefined;
  const own = domain.trim().toLowerCase();
  const services = Object.hasOwn(DEVICE_SERVICES, own) ? DEVICE_SERVICES[own] : undefined;
  const kind = typeof type === "string" ? type.trim().toLowerCase() : "";
  const name = (services && Object.hasOwn(services, kind) ? services[kind] : undefined) ?? ANY_SERVICE;
  const { target, unresolved } = readTarget({ entity_id: step["entity_id"], device_id: step["device_id"] });
  // the device only says where the entity is: of its other entities none is meant
  const meant = target.entityId.length > 0 ? { ...target, deviceId: [] } : target;
  const data = Object.fromEntries(Object.entries(step).filter(([field]) => !NOT_DATA.has(field)));
  const service = own === NOTIFIES ? "notify.send_message" : `${own}.${name}`;
  return {
    service,
    target: own === NOTIFIES ? { ...meant, deviceId: [] } : meant,
    data: own === "light" ? dimming(kind, data) : data,
    unresolved,
  };
}

/** Steps up and down are fields of `light.turn_on`; 10 % is Home Assistant's own step. */
function dimming(type: string, data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (type === "brightness_increase") return { ...data, brightness_step_pct: 10 };
  if (type === "brightness_decrease") return { ...data, brightness_step_pct: -10 };
  return type === "flash" ? { flash: "short", ...data } : data;
}

export interface RoutineTarget {
  /** As it is written: `all` and ids of the entity registry too. */
  readonly entityId: readonly string[];
  readonly deviceId: readonly string[];
  readonly areaId: readonly string[];
  readonly floorId: readonly string[];
  readonly labelId: readonly string[];
}

/** Without a dot, so that it is no service's name. */
export const UNKNOWN_SERVICE = "unknown";

export const NO_TARGET: RoutineTarget = targetOf(() => []);

const FIELDS = {
  entityId: "entity_id",
  deviceId: "device_id",
  areaId: "area_id",
  floorId: "floor_id",
  labelId: "label_id",
} as const satisfies Record<keyof RoutineTarget, string>;

/** Everything that a step names as target: in `target`, beside it, in its data. Lists, comma lists and single ids. */
export function readTarget(step: Readonly<Record<string, unknown>>): { target: RoutineTarget; unresolved: readonly Unresolved[] } {
  const unresolved = new Set<Unresolved>();
  const sources = [step["target"], step["data"], step["data_template"], step["service_data"], step].flatMap((source) => {
    if (isRecord(source)) return [source];
    // a template may work out to any target
    if (source !== undefined && source !== null) unresolved.add(hasTemplate(source) ? "template" : "unknown_step");
    return [];
  });
  const target = targetOf((field) => {
    const ids = sources.flatMap((source) => (Object.hasOwn(source, FIELDS[field]) ? idsOf(source[FIELDS[field]], unresolved) : []));
    return [...new Set(ids)];
  });
  return { target, unresolved: [...unresolved] };
}

/** A target whose ids are asked for field by field. */
export function targetOf(idsIn: (field: keyof RoutineTarget) => readonly string[]): RoutineTarget {
  return {
    entityId: idsIn("entityId"),
    deviceId: idsIn("deviceId"),
    areaId: idsIn("areaId"),
    floorId: idsIn("floorId"),
    labelId: idsIn("labelId"),
  };
}

function idsOf(value: unknown, unresolved: Set<Unresolved>): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner) => idsOf(Array.isArray(inner) ? {} : inner, unresolved));
  if (typeof value !== "string") {
    unresolved.add("unknown_step");
    return [];
  }
  if (hasTemplate(value)) {
    unresolved.add("template");
    return [];
  }
  const ids = value.split(",").map((id) => id.trim().toLowerCase());
  return ids.filter((id) => id !== "" && id !== "none");
}

export function withoutTarget(step: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const parts = [step["service_data"], step["data_template"], step["data"]].filter(isRecord);
  const entries = parts.flatMap((part) => Object.entries(part)).filter(([field]) => !TARGET_FIELDS.has(field));
  return Object.fromEntries(entries);
}
