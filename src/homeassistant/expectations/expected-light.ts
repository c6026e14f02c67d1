import type { EntityState } from "../registry/states.ts";
import { type EndState, numberOf, pairOf, type Want } from "../services/end-state.ts";
import { type CallData, equal, LAMP, type Rows, stateRow } from "./expectation-row.ts";

/** Brightness 0–255: lamps count to 100 or 254 and round on the way. */
const BRIGHTNESS = { within: 6, resolution: 1 };
/** Colour temperature is sent in whole mireds, one of which is 42 K at 6500 K, and bulbs keep their own steps. */
const KELVIN_WITHIN = 0.04;
const KELVIN_RESOLUTION = 0.01;

const COLOUR_MODES = ["hs", "xy", "rgb", "rgbw", "rgbww"];

/** End states of lamps: on or off, and what the lamp can do of brightness and colour (Home Assistant drops the rest silently). */
export const LIGHTS: Rows = {
  "light.turn_off": stateRow(LAMP, ["off"]),
  "light.turn_on": {
    timing: LAMP,
    fields: [
      "brightness",
      "brightness_pct",
      "brightness_step",
      "brightness_step_pct",
      "color_temp_kelvin",
      "rgb_color",
      "hs_color",
      "xy_color",
      "color_name",
      "effect",
    ],
    observe: ["brightness"],
    end: turnedOn,
  },
};

function turnedOn(data: CallData, before: EntityState | undefined): EndState | undefined {
  // after a flash the lamp is as it was
  if (data.flash !== undefined) return undefined;
  const brightness = wantedBrightness(data, before);
  // zero is off: Home Assistant turns the call into turn_off
  if (brightness === 0) return { states: ["off"] };
  const effect = equal(data.effect);
  const name = typeof data.color_name === "string" ? colourOfName(data.color_name) : undefined;
  const attributes: Record<string, Want> = {
    ...(brightness !== undefined && can(before, ["brightness", "color_temp", "white", ...COLOUR_MODES])
      ? { brightness: { near: brightness, ...BRIGHTNESS } }
      : {}),
    ...(can(before, ["color_temp", ...COLOUR_MODES]) ? wantedKelvin(data, before) : {}),
    ...(can(before, COLOUR_MODES) ? wantedColour(data, name) : {}),
    ...(effect ? { effect } : {}),
  };
  return { states: ["on"], attributes, partial: data.color_name !== undefined && !name };
}

/** 0–255; steps start from what the lamp had, zero when it was off. */
function wantedBrightness(data: CallData, before: EntityState | undefined): number | undefined {
  const had = before?.state === "on" ? numberOf(before.attributes.brightness) : 0;
  const percent = numberOf(data.brightness_pct);
  const step = numberOf(data.brightness_step) ?? scaled(numberOf(data.brightness_step_pct));
  const wanted = numberOf(data.brightness) ?? scaled(percent) ?? (step === undefined || had === undefined ? undefined : had + step);
  return wanted === undefined ? undefined : Math.min(255, Math.max(0, wanted));
}

function scaled(percent: number | undefined): number | undefined {
  return percent === undefined ? undefined : (percent * 255) / 100;
}

function wantedKelvin(data: CallData, before: EntityState | undefined): Record<string, Want> {
  const asked = numberOf(data.color_temp_kelvin);
  if (asked === undefined) return {};
  const lowest = numberOf(before?.attributes.min_color_temp_kelvin) ?? 0;
  const highest = numberOf(before?.attributes.max_color_temp_kelvin) ?? Number.POSITIVE_INFINITY;
  const near = Math.min(highest, Math.max(lowest, asked));
  return { color_temp_kelvin: { near, within: near * KELVIN_WITHIN, resolution: near * KELVIN_RESOLUTION } };
}

function wantedColour(data: CallData, name: readonly [number, number] | undefined): Record<string, Want> {
  const hs = pairOf(data.hs_color);
  const xy = pairOf(data.xy_color);
  const [red, green, blue] = Array.isArray(data.rgb_color) ? data.rgb_color.map(numberOf) : [];
  if (red !== undefined && green !== undefined && blue !== undefined) return { hs_color: { colour: colourOfRgb(red, green, blue) } };
  if (hs) return { hs_color: { colour: hs } };
  if (xy) return { xy_color: { xy } };
  return name ? { hs_color: { colour: name } } : {};
}

/** A lamp that does not tell its modes is taken at its word that it can. */
function can(before: EntityState | undefined, modes: readonly string[]): boolean {
  const has = before?.attributes.supported_color_modes;
  return !Array.isArray(has) || has.some((mode) => modes.includes(String(mode)));
}

/** Colour names that people use, as [hue 0–360, saturation 0–100] of the CSS colour: Home Assistant turns them into the same before it sends them. */
const NAMED: Readonly<Record<string, readonly [number, number]>> = {
  white: [0, 0],
  red: [0, 100],
  orange: [38.8, 100],
  darkorange: [32.9, 100],
  gold: [50.6, 100],
  yellow: [60, 100],
  lime: [120, 100],
  green: [120, 100],
  turquoise: [174, 71.4],
  cyan: [180, 100],
  aqua: [180, 100],
  teal: [180, 100],
  skyblue: [197.4, 42.6],
  blue: [240, 100],
  navy: [240, 100],
  indigo: [274.6, 100],
  violet: [300, 45.4],
  purple: [300, 100],
  magenta: [300, 100],
  fuchsia: [300, 100],
  pink: [349.5, 24.7],
  hotpink: [330, 58.8],
  deeppink: [327.6, 92.2],
  tomato: [9.1, 72.2],
  coral: [16.1, 68.6],
};

/** Hue and saturation of a colour name; undefined for names that are not in the table. */
function colourOfName(name: string): readonly [number, number] | undefined {
  return NAMED[name.toLowerCase().replace(/[\s_-]+/g, "")];
}

/** Hue (0–360) and saturation (0–100) of red, green and blue (any common scale; brightness is not part of a light's colour). */
function colourOfRgb(red: number, green: number, blue: number): readonly [number, number] {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return [0, 0];
  const sixth = most === red ? ((green - blue) / spread) % 6 : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
  return [(sixth * 60 + 360) % 360, (spread / most) * 100];
}
