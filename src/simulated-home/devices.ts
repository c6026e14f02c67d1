import { COLOURS, colourOfRgb } from "../homeassistant/expectations/end-state.ts";
import { isoTime } from "./ids.ts";
import { eventsOf, type FurnishedEvent, type FurnishedForecast, forecastOf } from "./readings.ts";
import { invalidCall, invalidFormat } from "./refusal.ts";
import { requireOneOf, type ServiceDescription } from "./services/services.ts";

/** What a service sees of the device it acts on. */
interface Device {
  readonly entityId: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** What the device keeps that is not in its state: the brightness to come back to, the code, the items of a list. */
  readonly memory: Record<string, unknown>;
  /** ms since the epoch. */
  readonly now: number;
  readonly timeZone: string;
}

export interface Change {
  readonly state?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** What a service does to a device: nothing, an answer, a change at once, or a passing change with the end a little later. */
export interface Doing {
  readonly passing?: Change;
  readonly change?: Change;
  /** What a service answers that changes nothing. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;
type DeviceService = (device: Device, fields: Fields) => Doing;

interface Item {
  readonly summary: string;
  readonly uid: string;
  readonly status: string;
}

/** Carries a service out on a device. Scripts, scenes and automations act on others and are in service-calls.ts. Throws a Refusal where Home Assistant refuses. */
export function operate(
  domain: string,
  service: string,
  services: Readonly<Record<string, ServiceDescription>>,
  device: Device,
  fields: Fields,
): Doing {
  const own = SERVICES[domain]?.[service];
  if (own) return own(device, fields);
  if (domain === "alarm_control_panel") checkCode(device, service, fields);
  if (service === "toggle") return operate(domain, device.state === "off" ? "turn_on" : "turn_off", services, device, fields);
  const { then, passing, keeps } = services[service] ?? {};
  // a player that plays already is on
  const state = service === "turn_on" && device.state !== "off" ? undefined : then;
  return {
    ...(passing && { passing: { state: passing } }),
    change: { ...(state && { state }), ...(keeps && { attributes: fields }) },
  };
}

const OPEN = 100;
const VOLUME_STEP = 0.1;
const SET_POSITION = 4;
const STOP = 8;

const moving = {
  set_cover_position: (device: Device, { position }: Fields) => moveTo(device, numeric(position, 0)),
  stop_cover: stop,
  toggle,
};

/** What services do that `tables/services.yaml` cannot tell. */
const SERVICES: Readonly<Record<string, Readonly<Record<string, DeviceService>>>> = {
  light: {
    turn_on: lightOn,
    turn_off: lightOff,
    toggle: (device, fields) => (device.state === "on" ? lightOff(device) : lightOn(device, fields)),
  },
  cover: { open_cover: (device) => moveTo(device, OPEN), close_cover: (device) => moveTo(device, 0), ...moving },
  valve: {
    open_valve: (device) => moveTo(device, OPEN),
    close_valve: (device) => moveTo(device, 0),
    set_valve_position: moving.set_cover_position,
    stop_valve: stop,
    toggle,
  },
  climate: {
    turn_on: (device) => setMode(device, String(device.memory["mode"] ?? "heat")),
    turn_off: (device) => setMode(device, "off"),
    set_hvac_mode: (device, { hvac_mode }) => setMode(device, String(hvac_mode)),
    set_temperature: setTemperature,
  },
  fan: {
    turn_on: (device, { percentage }) => fanTo(device, numeric(percentage, numeric(device.memory["percentage"], 100))),
    turn_off: (device) => fanTo(device, 0),
    set_percentage: (device, { percentage }) => fanTo(device, numeric(percentage, 0)),
  },
  media_player: {
    media_next_track: (device) => trackTo(device, 1),
    media_previous_track: (device) => trackTo(device, -1),
    volume_up: (device) => volumeTo(device, VOLUME_STEP),
    volume_down: (device) => volumeTo(device, -VOLUME_STEP),
  },
  input_number: {
    set_value: (device, { value }) => numberTo(device, numeric(value, 0)),
    increment: (device) => numberTo(device, numeric(device.state, 0) + numeric(device.attributes["step"], 1)),
    decrement: (device) => numberTo(device, numeric(device.state, 0) - numeric(device.attributes["step"], 1)),
  },
  number: { set_value: (_device, { value }) => ({ change: { state: String(value) } }) },
  input_select: { select_option: selectOption },
  select: { select_option: selectOption },
  button: { press },
  input_button: { press },
  weather: {
    get_forecasts: ({ entityId, memory, now }, fields) => ({
      answer: forecastOf(entityId, (memory["forecast"] ?? {}) as FurnishedForecast, fields, now),
    }),
  },
  calendar: {
    get_events: (device, fields) => ({ answer: eventsOf((device.memory["events"] ?? []) as readonly FurnishedEvent[], fields, device) }),
  },
  todo: {
    get_items: (device, { status = "needs_action" }) => {
      const wanted = [status].flat();
      return { answer: { items: itemsOf(device).filter((item) => wanted.includes(item.status)) } };
    },
    add_item: (device, { item }) =>
      keepItems(device, [...itemsOf(device), { summary: String(item), uid: `${itemsOf(device).length + 1}`, status: "needs_action" }]),
    remove_item: (device, { item }) => {
      const gone = findItem(device, String(item));
      const left = itemsOf(device).filter((one) => one !== gone);
      return keepItems(device, left);
    },
    remove_completed_items: (device) =>
      keepItems(
        device,
        itemsOf(device).filter(({ status }) => status !== "completed"),
      ),
    update_item: (device, { item, rename, status }) => {
      const before = findItem(device, String(item));
      const after = { ...before, summary: String(rename ?? before.summary), status: String(status ?? before.status) };
      const list = itemsOf(device).map((one) => (one === before ? after : one));
      return keepItems(device, list);
    },
  },
};

function press({ now }: Device): Doing {
  return { change: { state: isoTime(now) } };
}

const LIGHT_KEYS = ["color_mode", "brightness", "color_temp_kelvin", "hs_color", "rgb_color", "xy_color"];
const FULL = 255;

function lightOn(device: Device, fields: Fields): Doing {
  const modes = device.attributes["supported_color_modes"] as readonly string[];
  if (modes.every((mode) => mode === "onoff")) return { change: { state: "on", attributes: { color_mode: "onoff" } } };
  const before = numeric(device.attributes["brightness"], numeric(device.memory["brightness"], FULL));
  const brightness = Math.min(FULL, Math.max(0, Math.round(wantedBrightness(fields, before, device.state === "on"))));
  if (brightness === 0) return lightOff(device);
  device.memory["brightness"] = brightness;
  if (modes.every((mode) => mode === "brightness" || mode === "onoff")) {
    return { change: { state: "on", attributes: { color_mode: "brightness", brightness } } };
  }
  device.memory["colour"] = wantedColour(fields) ?? device.memory["colour"] ?? warmth(2700);
  return { change: { state: "on", attributes: { brightness, ...(device.memory["colour"] as Fields) } } };
}

function lightOff(device: Device): Doing {
  if (typeof device.attributes["brightness"] === "number") device.memory["brightness"] = device.attributes["brightness"];
  const attributes = Object.fromEntries(LIGHT_KEYS.filter((key) => key in device.attributes).map((key) => [key, null]));
  return { change: { state: "off", attributes } };
}

/** A step starts from zero where the light is off, as in Home Assistant. */
function wantedBrightness(fields: Fields, before: number, isOn: boolean): number {
  const of = (field: string, otherwise: number) => numeric(fields[field], otherwise);
  if ("brightness" in fields) return of("brightness", before);
  if ("brightness_pct" in fields) return (of("brightness_pct", 100) * FULL) / 100;
  const step = of("brightness_step", 0) + (of("brightness_step_pct", 0) * FULL) / 100;
  return step === 0 || isOn ? before + step : step;
}

function wantedColour({ color_temp_kelvin, color_name, rgb_color, hs_color }: Fields): Fields | undefined {
  if (color_temp_kelvin !== undefined) return warmth(color_temp_kelvin);
  // Home Assistant takes a colour that it does not know for white.
  if (typeof color_name === "string") return hue(COLOURS[color_name.toLowerCase().replaceAll(" ", "")] ?? [FULL, FULL, FULL]);
  if (Array.isArray(rgb_color)) return hue([numeric(rgb_color[0], 0), numeric(rgb_color[1], 0), numeric(rgb_color[2], 0)]);
  return hs_color ? { color_mode: "hs", color_temp_kelvin: null, hs_color } : undefined;
}

function warmth(kelvin: unknown): Fields {
  return { color_mode: "color_temp", color_temp_kelvin: kelvin };
}

function hue(rgb: readonly [number, number, number]): Fields {
  const hs = colourOfRgb(...rgb).map((value) => Math.round(value * 1000) / 1000);
  return { color_mode: "hs", color_temp_kelvin: null, hs_color: hs, rgb_color: rgb };
}

function moveTo(device: Device, position: number): Doing {
  const tells = "current_position" in device.attributes || (numeric(device.attributes["supported_features"], 0) & SET_POSITION) !== 0;
  // What does not tell its position knows all the same where it was stopped.
  const stopped = device.state === "open" ? numeric(device.memory["stopped"], OPEN) : OPEN;
  const before = numeric(device.attributes["current_position"], device.state === "closed" ? 0 : stopped);
  device.memory["stopped"] = undefined;
  const end = {
    state: position === 0 ? "closed" : "open",
    attributes: { is_closed: position === 0, ...(tells && { current_position: position }) },
  };
  device.memory["half-way"] = Math.round((before + position) / 2);
  if (before === position) return { change: end };
  const way = position > before ? "opening" : "closing";
  device.memory["last"] = way;
  return { passing: { state: way }, change: end };
}

/** Stops where half of the way is; stopping what does not move changes nothing. */
function stop(device: Device): Doing {
  if (device.state !== "opening" && device.state !== "closing") return {};
  const at = numeric(device.memory["half-way"], 50);
  device.memory["stopped"] = at;
  const attributes = { is_closed: false, ...("current_position" in device.attributes && { current_position: at }) };
  return { change: { state: "open", attributes } };
}

/** What stands half open goes against its last direction, as Home Assistant does it. */
function toggle(device: Device): Doing {
  const moves = device.state === "opening" || device.state === "closing";
  if (moves && (numeric(device.attributes["supported_features"], 0) & STOP) !== 0) return stop(device);
  if (device.state === "closed" || device.state === "closing") return moveTo(device, OPEN);
  if (device.attributes["current_position"] === OPEN || device.state === "opening") return moveTo(device, 0);
  return moveTo(device, device.memory["last"] === "closing" ? OPEN : 0);
}

function setMode(device: Device, mode: string): Doing {
  const valid = device.attributes["hvac_modes"] as readonly string[];
  if (!valid.includes(mode)) {
    const words = `HVAC mode ${mode} is not valid. Valid HVAC modes are: ${valid.join(", ")}`;
    throw invalidCall(words, "not_valid_hvac_mode", "climate", { mode, modes: valid.join(", ") });
  }
  if (device.state !== "off") device.memory["mode"] = device.state;
  const hvac_action = mode === "off" ? "off" : "idle";
  return { change: { state: mode, ...("hvac_action" in device.attributes && { attributes: { hvac_action } }) } };
}

function setTemperature(device: Device, { hvac_mode: mode, ...temperatures }: Fields): Doing {
  requireOneOf(temperatures, ["temperature", "target_temp_high", "target_temp_low"]);
  const lowest = numeric(device.attributes["min_temp"], 7);
  const highest = numeric(device.attributes["max_temp"], 35);
  for (const degrees of Object.values(temperatures).map(Number)) {
    if (degrees >= lowest && degrees <= highest) continue;
    const shown = { check_temp: degrees.toFixed(1), min_temp: lowest.toFixed(1), max_temp: highest.toFixed(1) };
    const words = `Provided temperature ${shown.check_temp} is not valid. Accepted range is ${shown.min_temp} to ${shown.max_temp}`;
    throw invalidCall(words, "temp_out_of_range", "climate", shown);
  }
  const change = typeof mode === "string" ? setMode(device, mode).change : undefined;
  return { change: { ...change, attributes: { ...change?.attributes, ...temperatures } } };
}

function fanTo(device: Device, percentage: number): Doing {
  const step = numeric(device.attributes["percentage_step"], 1);
  if (percentage > 0) device.memory["percentage"] = percentage;
  const state = percentage > 0 ? "on" : "off";
  if (!("percentage" in device.attributes)) return { change: { state } };
  // A fan with few speeds takes the next one up, as Home Assistant's percentage helpers do.
  const speed = Math.min(100, Math.round(Math.ceil(percentage / step - 1e-9) * step));
  return { change: { state, attributes: { percentage: speed } } };
}

function trackTo(device: Device, by: number): Doing {
  const next = Math.max(1, numeric(device.attributes["media_track"], 1) + by);
  return { change: { attributes: { media_track: next, media_title: `Track ${next}` } } };
}

function volumeTo(device: Device, by: number): Doing {
  const level = Math.min(1, Math.max(0, numeric(device.attributes["volume_level"], 0.5) + by));
  return { change: { attributes: { volume_level: Math.round(level * 100) / 100 } } };
}

function numberTo(device: Device, value: number): Doing {
  const [low, high] = [numeric(device.attributes["min"], 0), numeric(device.attributes["max"], 100)];
  const shown = Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value >= low && value <= high) return { change: { state: shown } };
  throw invalidFormat(`Invalid value for ${device.entityId}: ${shown} (range ${low.toFixed(1)} - ${high.toFixed(1)})`);
}

function selectOption({ entityId, attributes }: Device, fields: Fields): Doing {
  const option = String(fields["option"]);
  const options = attributes["options"] as readonly string[];
  if (options.includes(option)) return { change: { state: option } };
  const words = `Option ${option} is not valid for ${entityId}. Valid options are: ${options.join(", ")}`;
  throw invalidCall(words, "invalid_option", "input_select", { entity_id: entityId, option, options: options.join(", ") });
}

function checkCode({ entityId, memory, attributes }: Device, service: string, { code }: Fields): void {
  const arms = service.startsWith("alarm_arm");
  if (memory["code"] === undefined || service === "alarm_trigger" || (arms && attributes["code_arm_required"] === false)) return;
  if (arms && code === undefined) {
    const words = `Arming requires a code but none was given for ${entityId}`;
    throw invalidCall(words, "code_arm_required", "alarm_control_panel", { entity_id: entityId });
  }
  if (code !== memory["code"]) throw invalidCall("invalid_code", "invalid_code", "manual");
}

function itemsOf({ memory }: Device): readonly Item[] {
  return (memory["items"] ?? []) as readonly Item[];
}

function findItem(device: Device, name: string): Item {
  const found = itemsOf(device).find(({ summary }) => summary.toLowerCase() === name.toLowerCase());
  if (!found) throw invalidCall(`Unable to find to-do list item: ${name}`, "item_not_found", "todo", { item: name });
  return found;
}

function keepItems(device: Device, list: readonly Item[]): Doing {
  device.memory["items"] = list;
  return { change: { state: String(list.filter(({ status }) => status === "needs_action").length) } };
}

function numeric(value: unknown, otherwise: number): number {
  const read = typeof value === "number" ? value : Number(value);
  return value === null || value === undefined || !Number.isFinite(read) ? otherwise : read;
}
