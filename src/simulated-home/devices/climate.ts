import { invalidCall, invalidFormat } from "../refusal.ts";
import { requireOneOf } from "../services/service-check.ts";
import { type Device, type DeviceServices, type Doing, numeric, switched } from "./device.ts";

type Fields = Readonly<Record<string, unknown>>;

export const climateServices: DeviceServices = {
  turn_on: (device) => setMode(device, String(device.memory["mode"] ?? modes(device).find((mode) => mode !== "off") ?? "heat")),
  turn_off: (device) => setMode(device, "off"),
  toggle: (device) => setMode(device, device.state === "off" ? String(device.memory["mode"] ?? "heat") : "off"),
  set_hvac_mode: (device, fields) => setMode(device, String(fields["hvac_mode"] ?? "off")),
  set_preset_mode: (_device, fields) => ({ change: { attributes: { preset_mode: fields["preset_mode"] } } }),
  set_fan_mode: (_device, fields) => ({ change: { attributes: { fan_mode: fields["fan_mode"] } } }),
  set_temperature: setTemperature,
};

export const fanServices: DeviceServices = {
  turn_on: (device, fields) => fanTo(device, numeric(fields["percentage"], numeric(device.memory["percentage"], 100))),
  turn_off: (device) => fanTo(device, 0),
  toggle: (device) => fanTo(device, device.state === "on" ? 0 : numeric(device.memory["percentage"], 100)),
  set_percentage: (device, fields) => fanTo(device, numeric(fields["percentage"], 0)),
  oscillate: (_device, fields) => ({ change: { attributes: { oscillating: fields["oscillating"] } } }),
  set_direction: (_device, fields) => ({ change: { attributes: { direction: fields["direction"] } } }),
  set_preset_mode: (_device, fields) => ({ change: { state: "on", attributes: { preset_mode: fields["preset_mode"] } } }),
};

export const humidifierServices: DeviceServices = {
  ...switched,
  set_humidity: (_device, fields) => ({ change: { attributes: { humidity: fields["humidity"] } } }),
};

function modes(device: Device): string[] {
  const listed = device.attributes["hvac_modes"];
  return Array.isArray(listed) ? listed.map(String) : ["off", "heat"];
}

function setMode(device: Device, mode: string): Doing {
  const valid = modes(device);
  if (!valid.includes(mode)) {
    const words = `HVAC mode ${mode} is not valid. Valid HVAC modes are: ${valid.join(", ")}`;
    throw invalidCall(words, "not_valid_hvac_mode", "climate", { mode, modes: valid.join(", ") });
  }
  if (device.state !== "off") device.memory["mode"] = device.state;
  const action = mode === "off" ? "off" : "idle";
  return { change: { state: mode, ...("hvac_action" in device.attributes && { attributes: { hvac_action: action } }) } };
}

function setTemperature(device: Device, fields: Fields): Doing {
  requireOneOf(fields, ["temperature", "target_temp_high", "target_temp_low"]);
  const lowest = numeric(device.attributes["min_temp"], 7);
  const highest = numeric(device.attributes["max_temp"], 35);
  const { hvac_mode: mode, ...temperatures } = fields;
  for (const wanted of Object.values(temperatures)) {
    const degrees = numeric(wanted, lowest);
    if (degrees >= lowest && degrees <= highest) continue;
    const shown = { check_temp: degrees.toFixed(1), min_temp: lowest.toFixed(1), max_temp: highest.toFixed(1) };
    const words = `Provided temperature ${shown.check_temp} is not valid. Accepted range is ${shown.min_temp} to ${shown.max_temp}`;
    throw invalidCall(words, "temp_out_of_range", "climate", shown);
  }
  const mode_ = typeof mode === "string" ? setMode(device, mode).change : undefined;
  return { change: { ...mode_, attributes: { ...mode_?.attributes, ...temperatures } } };
}

function fanTo(device: Device, percentage: number): Doing {
  const step = numeric(device.attributes["percentage_step"], 1);
  if (percentage > 0) device.memory["percentage"] = percentage;
  if (!("percentage" in device.attributes)) return { change: { state: percentage > 0 ? "on" : "off" } };
  // A fan with few speeds takes the next one up, as Home Assistant's percentage helpers do.
  const speed = percentage === 0 ? 0 : Math.min(100, Math.round(Math.ceil(percentage / step - 1e-9) * step));
  return { change: { state: speed > 0 ? "on" : "off", attributes: { percentage: speed } } };
}

/** `input_number.set_value`, refused outside the range in Home Assistant's words. */
export const inputNumberServices: DeviceServices = {
  set_value: (device, fields) => numberTo(device, numeric(fields["value"], 0)),
  increment: (device) => numberTo(device, numeric(device.state, 0) + numeric(device.attributes["step"], 1)),
  decrement: (device) => numberTo(device, numeric(device.state, 0) - numeric(device.attributes["step"], 1)),
};

function numberTo(device: Device, value: number): Doing {
  const [low, high] = [numeric(device.attributes["min"], 0), numeric(device.attributes["max"], 100)];
  const shown = Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value < low || value > high) {
    throw invalidFormat(`Invalid value for ${device.entityId}: ${shown} (range ${low.toFixed(1)} - ${high.toFixed(1)})`);
  }
  return { change: { state: shown } };
}
