import type { Entity } from "./home.ts";

/** Domains that are on or off, and nothing besides. */
export const PLAIN: readonly string[] = ["light", "switch", "fan", "input_boolean", "humidifier"];

/** States in which a thing rests, by domain; in any other, and on its way there, it does not. */
const AT_REST = {
  closed: { cover: ["closed"], valve: ["closed"], binary_sensor: ["off"], lock: ["locked", "unlocked", "locking", "unlocking", "jammed"] },
  locked: { lock: ["locked"], binary_sensor: ["off"] },
  off: {
    ...Object.fromEntries([...PLAIN, "climate", "water_heater", "siren", "remote", "binary_sensor"].map((domain) => [domain, ["off"]])),
    media_player: ["off", "standby", "idle"],
    valve: ["closed"],
    vacuum: ["docked", "off"],
    lawn_mower: ["docked"],
  },
  dry: { binary_sensor: ["off"] },
} satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export type Rest = keyof typeof AT_REST;

/** Undefined for a domain that does not rest so. */
export function statesAtRest(rest: Rest, domain: string): readonly string[] | undefined {
  const byDomain: Readonly<Record<string, readonly string[]>> = AT_REST[rest];
  return byDomain[domain];
}

/** Whether a state is one of rest: "some are closed" says nothing of the others, and nobody means it so. */
export function isRest(value: string): boolean {
  return Object.hasOwn(AT_REST, value);
}

/** What is left of its battery in percent, as its state or as an attribute; undefined where it has no such number. */
export function batteryLevel({ domain, state: { state, attributes } }: Entity): number | undefined {
  const level = domain === "sensor" ? (state.trim() === "" ? undefined : Number(state)) : attributes["battery_level"];
  return typeof level === "number" && Number.isFinite(level) ? level : undefined;
}

/** What a device uses on standby at most (W), by the EU's bound for those that wait on a network (Regulation 2023/826). */
export const STANDBY_W = 8;
const WATTS: Readonly<Record<string, number>> = { mW: 0.001, W: 1, kW: 1_000, MW: 1_000_000 };

export function wattsPerUnit(unit: string): number | undefined {
  return WATTS[unit];
}

/** A temperature in degrees Celsius, as it stands in the unit of an entity. */
export function toCelsius(value: number, unit: unknown): number {
  return unit === "°F" ? ((value - 32) * 5) / 9 : value;
}

/** What a sensor of power measures (W); undefined for others, and while it does not tell. */
export function powerOf({ domain, deviceClass, state: { state, attributes } }: Entity): number | undefined {
  if (domain !== "sensor" || deviceClass !== "power" || state.trim() === "") return undefined;
  const watts = Number(state) * (wattsPerUnit(String(attributes["unit_of_measurement"])) ?? Number.NaN);
  return Number.isFinite(watts) ? watts : undefined;
}

/** Whether it is a sensor of the power that something at work uses. */
export function usesPower(entity: Entity): boolean {
  return (powerOf(entity) ?? 0) > STANDBY_W;
}
