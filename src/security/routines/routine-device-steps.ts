import { ANY_SERVICE } from "../effects/action-facts.ts";
import type { RoutineCall } from "./routine-calls.ts";
import { readTarget } from "./routine-targets.ts";

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
export function deviceCall(step: Readonly<Record<string, unknown>>): RoutineCall | undefined {
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
