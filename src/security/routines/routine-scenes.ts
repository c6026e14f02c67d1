import { isRecord } from "../../text/is-record.ts";
import { ANY_SERVICE } from "../effects/action-facts.ts";
import type { RoutineCall } from "./routine-calls.ts";
import { NO_TARGET, UNKNOWN_SERVICE } from "./routine-targets.ts";

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
const VALUE_SERVICES: Readonly<Record<string, readonly [service: string, field: string]>> = {
  select: ["select_option", "option"],
  input_select: ["select_option", "option"],
  number: ["set_value", "value"],
  input_number: ["set_value", "value"],
  text: ["set_value", "value"],
  input_text: ["set_value", "value"],
  input_datetime: ["set_datetime", "datetime"],
  counter: ["set_value", "value"],
};

const CLIMATE_TEMPERATURES = ["temperature", "target_temp_high", "target_temp_low"];

/** The calls that stand for one entity of a scene. States may be plain or stand among attributes; YAML makes `on` a boolean. */
export function sceneCalls(entityId: string, wanted: unknown): readonly RoutineCall[] {
  const id = entityId.trim().toLowerCase();
  if (!/^[a-z0-9_]+\.[a-z0-9_]+$/.test(id))
    return [{ service: UNKNOWN_SERVICE, target: NO_TARGET, data: {}, unresolved: ["unknown_step"] }];
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
  const value = Object.hasOwn(VALUE_SERVICES, domain) ? VALUE_SERVICES[domain] : undefined;
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
