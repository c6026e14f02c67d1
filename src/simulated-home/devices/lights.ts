import { type Device, type DeviceServices, type Doing, numeric } from "./device.ts";

type Fields = Readonly<Record<string, unknown>>;

const COLOURS: Readonly<Record<string, readonly [number, number, number]>> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  orange: [255, 165, 0],
  purple: [128, 0, 128],
  pink: [255, 192, 203],
  turquoise: [64, 224, 208],
  cyan: [0, 255, 255],
  magenta: [255, 0, 255],
  brown: [165, 42, 42],
  violet: [238, 130, 238],
  lime: [0, 255, 0],
  gold: [255, 215, 0],
};
const COLOUR_KEYS = ["color_mode", "brightness", "color_temp_kelvin", "hs_color", "rgb_color", "xy_color"];
const FULL = 255;

/** Names that the simulated lights and the grammar know; Home Assistant knows the 148 of CSS. */
export const colourNames: readonly string[] = Object.keys(COLOURS);

export const lightServices: DeviceServices = {
  turn_on: (device, fields) => turnOn(device, fields),
  turn_off: turnOff,
  toggle: (device, fields) => (device.state === "on" ? turnOff(device) : turnOn(device, fields)),
};

function turnOn(device: Device, fields: Fields): Doing {
  const modes = Array.isArray(device.attributes["supported_color_modes"]) ? device.attributes["supported_color_modes"] : ["onoff"];
  if (!modes.some((mode) => mode !== "onoff")) return { change: { state: "on", attributes: { color_mode: "onoff" } } };
  const before = numeric(device.attributes["brightness"], numeric(device.memory["brightness"], FULL));
  const brightness = Math.min(FULL, Math.max(0, Math.round(wantedBrightness(fields, before))));
  if (brightness === 0) return turnOff(device);
  device.memory["brightness"] = brightness;
  if (!modes.some((mode) => mode !== "brightness" && mode !== "onoff")) {
    return { change: { state: "on", attributes: { color_mode: "brightness", brightness } } };
  }
  const colour = wantedColour(fields) ?? (device.memory["colour"] as Record<string, unknown> | undefined) ?? warmth(2700);
  device.memory["colour"] = colour;
  return { change: { state: "on", attributes: { brightness, ...colour } } };
}

function turnOff(device: Device): Doing {
  if (typeof device.attributes["brightness"] === "number") device.memory["brightness"] = device.attributes["brightness"];
  const attributes = Object.fromEntries(COLOUR_KEYS.filter((key) => key in device.attributes).map((key) => [key, null]));
  return { change: { state: "off", attributes } };
}

function wantedBrightness(fields: Fields, before: number): number {
  if ("brightness" in fields) return numeric(fields["brightness"], before);
  if ("brightness_pct" in fields) return (numeric(fields["brightness_pct"], 100) * FULL) / 100;
  if ("brightness_step_pct" in fields) return before + (numeric(fields["brightness_step_pct"], 0) * FULL) / 100;
  if ("brightness_step" in fields) return before + numeric(fields["brightness_step"], 0);
  return before;
}

function wantedColour(fields: Fields): Record<string, unknown> | undefined {
  if ("color_temp_kelvin" in fields) return warmth(numeric(fields["color_temp_kelvin"], 2700));
  const name = fields["color_name"];
  // Home Assistant takes a colour that it does not know for white.
  if (typeof name === "string") return hue(COLOURS[name.toLowerCase().replaceAll(" ", "")] ?? [255, 255, 255]);
  const rgb = fields["rgb_color"];
  if (Array.isArray(rgb)) return hue([numeric(rgb[0], 0), numeric(rgb[1], 0), numeric(rgb[2], 0)]);
  const hs = fields["hs_color"];
  if (Array.isArray(hs)) return { color_mode: "hs", color_temp_kelvin: null, hs_color: hs };
  return undefined;
}

function warmth(kelvin: number): Record<string, unknown> {
  return { color_mode: "color_temp", color_temp_kelvin: kelvin };
}

function hue([red, green, blue]: readonly [number, number, number]): Record<string, unknown> {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const sector =
    span === 0 ? 0 : most === red ? ((green - blue) / span + 6) % 6 : most === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    color_mode: "hs",
    color_temp_kelvin: null,
    hs_color: [round(sector * 60), round(most === 0 ? 0 : (span / most) * 100)],
    rgb_color: [red, green, blue],
  };
}
