import { z } from "zod";
import { readData } from "../../languages/data.ts";
import type { EntityState } from "../registry/states.ts";
import { type EndState, numberOf, pairOf, type Want } from "../services/end-state.ts";
import { lacksMode } from "../services/service-limits.ts";
import { type CallData, equal, LAMP, type Rows, stateRow } from "./expectation-row.ts";

/** Brightness 0–255: lamps count to 100 or 254 and round on the way. */
const BRIGHTNESS = { within: 6, resolution: 1 };
/** Colour temperature is sent in whole mireds, one of which is 42 K at 6500 K, and bulbs keep their own steps. */
const KELVIN_WITHIN = 0.04;
const KELVIN_RESOLUTION = 0.01;

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
    ...(brightness !== undefined && can(before, "brightness") ? { brightness: { near: brightness, ...BRIGHTNESS } } : {}),
    ...(can(before, "color_temp_kelvin") ? wantedKelvin(data, before) : {}),
    ...(can(before, "hs_color") ? wantedColour(data, name) : {}),
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
function can(before: EntityState | undefined, field: string): boolean {
  return !before || !lacksMode(before, field);
}

/** Names of colours as red, green and blue: Home Assistant turns them into the same before it sends them. */
export const COLOURS = readData("shared/colours.yaml", z.record(z.string(), z.tuple([z.number(), z.number(), z.number()])));

/** Hue and saturation of a colour name; undefined for names that are not in the table. */
function colourOfName(name: string): readonly [number, number] | undefined {
  const rgb = COLOURS[name.toLowerCase().replace(/[\s_-]+/g, "")];
  return rgb && colourOfRgb(...rgb);
}

/** Hue (0–360) and saturation (0–100) of red, green and blue (any common scale; brightness is not part of a light's colour). */
export function colourOfRgb(red: number, green: number, blue: number): readonly [number, number] {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return [0, 0];
  const sixth = most === red ? ((green - blue) / spread) % 6 : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
  return [(sixth * 60 + 360) % 360, (spread / most) * 100];
}
