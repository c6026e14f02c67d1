import type { FurnishedEntity, Furnishing } from "../src/simulated-home/furnishing.ts";
import type { ActionScene, EntityRow } from "./action-rows.ts";

/** Bits of `supported_features` by domain, as Home Assistant's `<Domain>EntityFeature` enums have them (homeassistant/components/<domain>/const.py). */
const FEATURES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  climate: { TARGET_TEMPERATURE: 1, TARGET_TEMPERATURE_RANGE: 2, FAN_MODE: 8, TURN_OFF: 128, TURN_ON: 256 },
  cover: { OPEN: 1, CLOSE: 2, SET_POSITION: 4, STOP: 8 },
  fan: { SET_SPEED: 1, OSCILLATE: 2, DIRECTION: 4, PRESET_MODE: 8, TURN_OFF: 16, TURN_ON: 32 },
  media_player: {
    PAUSE: 1,
    SEEK: 2,
    VOLUME_SET: 4,
    VOLUME_MUTE: 8,
    PREVIOUS_TRACK: 16,
    NEXT_TRACK: 32,
    TURN_ON: 128,
    TURN_OFF: 256,
    PLAY_MEDIA: 512,
    VOLUME_STEP: 1024,
    STOP: 4096,
    PLAY: 16384,
  },
  todo: { CREATE_TODO_ITEM: 1, DELETE_TODO_ITEM: 2, UPDATE_TODO_ITEM: 4 },
  vacuum: { TURN_ON: 1, TURN_OFF: 2, PAUSE: 4, STOP: 8, RETURN_HOME: 16, STATE: 4096, START: 8192 },
  valve: { OPEN: 1, CLOSE: 2, SET_POSITION: 4, STOP: 8 },
};

/** What every entity of a domain can do, though the data do not say it. */
const ALWAYS: Readonly<Record<string, number>> = { fan: 16 | 32 };

/** The names that the data's integration has for what Home Assistant's states call otherwise. */
const RENAMED: Readonly<Record<string, string>> = {
  native_unit_of_measurement: "unit_of_measurement",
  native_temperature: "temperature",
  native_temperature_unit: "temperature_unit",
  native_wind_speed: "wind_speed",
  native_wind_speed_unit: "wind_speed_unit",
  target_temperature: "temperature",
  current_valve_position: "current_position",
};

/** Settings of the data's integration; no state has them as attributes. */
const DROPPED = new Set(["native_value", "hvac_mode", "reports_position", "condition", "todo_items"]);

/** The home of a case with its `setup` put over the states, every entity exposed, as the simulated home is furnished. */
export function furnishCase(scene: ActionScene): Furnishing {
  const floors = new Map(scene.entities.flatMap((entity) => (entity.area && entity.floor ? [[entity.area, entity.floor] as const] : [])));
  return {
    floors: [...new Set(floors.values())],
    areas: scene.areas.map((name) => ({ name, ...(floors.has(name) && { floor: floors.get(name) }) })),
    entities: scene.entities.map((entity) => furnish(entity, scene.case.setup[entity.entity_id])),
  };
}

function furnish(
  row: EntityRow,
  setup: { state?: string | number | boolean; attributes?: Record<string, unknown> } | undefined,
): FurnishedEntity {
  const domain = row.entity_id.slice(0, row.entity_id.indexOf("."));
  const given = { ...row.attributes, ...setup?.attributes };
  const state = setup?.state ?? row.state ?? restingState(domain, given);
  const attributes = { ...reported(domain, state, given), ...translate(domain, given) };
  if (domain === "light" && state !== "on" && state !== true) Object.assign(attributes, { brightness: null, color_mode: null });
  return { entity_id: row.entity_id, name: row.name, area: row.area, device: row.device, state, attributes };
}

/** What an entity is that the data leave to its attributes. */
function restingState(domain: string, given: Readonly<Record<string, unknown>>): string | null {
  if (domain === "weather" && typeof given["condition"] === "string") return given["condition"];
  if (domain === "todo" && Array.isArray(given["todo_items"])) return String(given["todo_items"].length);
  return null;
}

/** What Home Assistant reports of a thing that can be set to a speed or a position, where the data leave it out. */
function reported(domain: string, state: unknown, given: Readonly<Record<string, unknown>>): Record<string, number> {
  const bits = Number(featureBits(domain, given["supported_features"] ?? []));
  const full = state === "on" || state === "open" || state === true ? 100 : 0;
  if (domain === "fan" && bits & 1) return { percentage: full };
  return domain === "cover" && bits & 4 ? { current_position: full } : {};
}

function translate(domain: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(given).filter(([name]) => !DROPPED.has(name));
  const attributes = Object.fromEntries(
    kept.map(([name, value]) => [RENAMED[name] ?? name, name === "supported_features" ? featureBits(domain, value) : memberName(value)]),
  );
  const always = ALWAYS[domain];
  if (always) attributes["supported_features"] = Number(attributes["supported_features"] ?? 0) | always;
  return attributes;
}

function featureBits(domain: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const bits = FEATURES[domain] ?? {};
  return value.reduce<number>((sum, name) => sum | (bits[String(name).split(".").at(-1) ?? ""] ?? 0), 0);
}

/** `cover.CoverDeviceClass.GARAGE` → `garage`; anything else as it is. */
function memberName(value: unknown): unknown {
  const member = typeof value === "string" ? /^[a-z_]+\.[A-Za-z]+\.([A-Z_]+)$/.exec(value)?.[1] : undefined;
  return member ? member.toLowerCase() : value;
}
