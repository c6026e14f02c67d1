import type { Entity } from "../homeassistant/registry/home.ts";
import { hasTemplate } from "../security/effects/action-facts.ts";
import type { Scene } from "./intent.ts";

interface Restored {
  /** Any, where none are named. */
  readonly states?: readonly string[];
  readonly attributes: readonly string[];
}

const SWITCHED: Restored = { states: ["on", "off"], attributes: [] };
/** What makes a room as it was, by domain, with what Home Assistant brings back of it (`reproduce_state.py` of each). What guards a house is not in it. */
const RESTORED: Readonly<Record<string, Restored>> = {
  light: { ...SWITCHED, attributes: ["brightness", "effect", "color_mode"] },
  switch: SWITCHED,
  input_boolean: SWITCHED,
  fan: { ...SWITCHED, attributes: ["percentage", "preset_mode", "oscillating", "direction"] },
  humidifier: { ...SWITCHED, attributes: ["mode", "humidity"] },
  cover: { states: ["open", "closed"], attributes: ["current_position", "current_tilt_position"] },
  climate: {
    attributes: ["temperature", "target_temp_high", "target_temp_low", "humidity", "preset_mode", "fan_mode", "swing_mode"],
  },
  media_player: {
    states: ["on", "off", "idle", "playing", "paused"],
    attributes: ["volume_level", "is_volume_muted", "source", "sound_mode"],
  },
};

/** The attribute that a light's colour stands in, by its colour mode. */
const COLORS: Readonly<Record<string, string>> = {
  color_temp: "color_temp_kelvin",
  ...Object.fromEntries(["hs", "xy", "rgb", "rgbw", "rgbww"].map((mode) => [mode, `${mode}_color`])),
};

/** Whether a scene may bring an entity back. */
export function isRestored({ domain }: Pick<Entity, "domain">): boolean {
  return Object.hasOwn(RESTORED, domain);
}

/** How entities are now, as a scene brings it back. `away`: those that do not tell. What no scene restores is left out. */
export function snapshotOf(entities: readonly Entity[]): { readonly entities: Scene["entities"]; readonly away: readonly string[] } {
  const wanted = entities.flatMap((entity) => {
    const restored = RESTORED[entity.domain];
    return restored ? [{ entity, restored }] : [];
  });
  const told = wanted.filter(
    ({ entity: { state }, restored: { states } }) => isTold(state.state) && (states?.includes(state.state) ?? true),
  );
  return {
    entities: Object.fromEntries(told.map(({ entity, restored }) => [entity.entityId, kept(entity, restored)])),
    away: wanted.flatMap(({ entity }) => (told.some((one) => one.entity === entity) ? [] : entity.entityId)),
  };
}

function isTold(state: string): boolean {
  return state !== "unavailable" && state !== "unknown";
}

function kept({ domain, state: { state, attributes } }: Entity, restored: Restored): Scene["entities"][string] {
  const color = domain === "light" ? COLORS[String(attributes["color_mode"])] : undefined;
  const names = state === "off" && domain !== "climate" ? [] : [...restored.attributes, ...(color === undefined ? [] : [color])];
  return { state, ...Object.fromEntries(names.flatMap((name) => (isPlain(attributes[name]) ? [[name, attributes[name]]] : []))) };
}

/** Integrations write attributes: what is no plain value is nothing to bring back. */
function isPlain(value: unknown): value is Scene["entities"][string][string] {
  if (Array.isArray(value)) return value.every((one) => typeof one === "number");
  return (typeof value === "string" && !hasTemplate(value)) || typeof value === "number" || typeof value === "boolean";
}
