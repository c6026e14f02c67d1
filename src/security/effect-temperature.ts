import type { EntityFacts } from "./action-facts.ts";

/** Warmer than this no room has to be. In a unit that nobody knows the lower number counts. */
const HOT_CELSIUS = 30;
const HOT_FAHRENHEIT = 86;

const TEMPERATURE_FIELDS = ["temperature", "target_temp_high", "target_temp_low"];

/**
 * True if a climate call asks for more than 30 °C (86 °F), or for a temperature that nobody can read. Services take it in the home's own
 * unit, whatever the thermostat's is.
 */
export function makesHot(data: Readonly<Record<string, unknown>>, entity: Pick<EntityFacts, "temperatureUnit"> | undefined): boolean {
  const hot = entity?.temperatureUnit === "°F" ? HOT_FAHRENHEIT : HOT_CELSIUS;
  return TEMPERATURE_FIELDS.some((field) => {
    const wanted = data[field];
    if (wanted === undefined || wanted === null) return false;
    const degrees = numberOf(wanted);
    return degrees === undefined || degrees > hot;
  });
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
