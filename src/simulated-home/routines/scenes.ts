import { domainOf } from "../ids.ts";

type Fields = Readonly<Record<string, unknown>>;

const LIGHT = ["brightness", "color_temp_kelvin", "hs_color", "rgb_color", "xy_color", "effect"];
/** The service that brings a domain to a state. */
const BY_STATE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lock: { locked: "lock", unlocked: "unlock", open: "open" },
  cover: { open: "open_cover", closed: "close_cover" },
  valve: { open: "open_valve", closed: "close_valve" },
  alarm_control_panel: {
    disarmed: "alarm_disarm",
    armed_home: "alarm_arm_home",
    armed_away: "alarm_arm_away",
    armed_night: "alarm_arm_night",
    triggered: "alarm_trigger",
  },
  vacuum: { cleaning: "start", docked: "return_to_base", paused: "pause" },
};
const SWITCHED = ["light", "switch", "input_boolean", "fan", "humidifier", "media_player", "siren", "group"];

export interface SceneCall {
  /** `domain.service` */
  readonly service: string;
  readonly data: Fields;
}

/**
 * The calls by which a scene brings an entity to a wanted state, `"on"` or `{ state, … }`, as Home Assistant's integrations do it; none
 * for a lock or a cover that is there already. Undefined when there is no service for that.
 */
export function callsToState(entityId: string, wanted: unknown, now: string | undefined): readonly SceneCall[] | undefined {
  const domain = domainOf(entityId);
  const { state: wantedState, ...more }: Fields = typeof wanted === "object" && wanted !== null ? { ...wanted } : { state: wanted };
  const state = typeof wantedState === "boolean" ? (wantedState ? "on" : "off") : String(wantedState);
  const call = (service: string, data: Fields = {}): SceneCall => ({ service: `${domain}.${service}`, data });
  const named = BY_STATE[domain]?.[state];
  const position = more["current_position"];
  if (typeof position === "number" && (domain === "cover" || domain === "valve")) return [call(`set_${domain}_position`, { position })];
  if (named) return state === now ? [] : [call(named)];
  if (domain === "climate") {
    const temperature = more["temperature"];
    return [call("set_hvac_mode", { hvac_mode: state }), ...(temperature === undefined ? [] : [call("set_temperature", { temperature })])];
  }
  if (domain === "input_select" || domain === "select") return [call("select_option", { option: state })];
  if (domain === "input_number" || domain === "number") return [call("set_value", { value: state })];
  if (!SWITCHED.includes(domain) || (state !== "on" && state !== "off")) return undefined;
  const light = state === "on" && domain === "light" ? Object.entries(more).filter(([key]) => LIGHT.includes(key)) : [];
  return [call(`turn_${state}`, Object.fromEntries(light))];
}
