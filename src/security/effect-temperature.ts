import type { ReadCall } from "./effect-entity.ts";

/** Warmer than this no room has to be. */
const HOT_CELSIUS = 30;
const HOT_FAHRENHEIT = 86;
/** No room is set to so many degrees Celsius: without a unit they are Fahrenheit. */
const LIKELY_FAHRENHEIT_ABOVE = 45;
/** Thermostats in Fahrenheit go from about 45 to about 95 °F; saunas in Celsius from 40 to 110 °C. */
const FAHRENHEIT_RANGE = { least: 40, most: 104 };

const TEMPERATURE_FIELDS = ["temperature", "target_temp_high", "target_temp_low"];

/** True if a climate call asks for more than 30 °C (86 °F), or for a temperature that nobody can read. */
export function makesHot({ data }: ReadCall, attributes: Readonly<Record<string, unknown>>): boolean {
  return TEMPERATURE_FIELDS.some((field) => {
    const wanted = data[field];
    if (wanted === undefined || wanted === null) return false;
    const degrees = numberOf(wanted);
    if (degrees === undefined) return true;
    return degrees > (isFahrenheit(degrees, attributes) ? HOT_FAHRENHEIT : HOT_CELSIUS);
  });
}

function isFahrenheit(degrees: number, attributes: Readonly<Record<string, unknown>>): boolean {
  const unit = attributes["temperature_unit"] ?? attributes["unit_of_measurement"];
  if (typeof unit === "string" && /[CF]$/i.test(unit.trim())) return /F$/i.test(unit.trim());
  const [least, most] = [numberOf(attributes["min_temp"]), numberOf(attributes["max_temp"])];
  if (least === undefined || most === undefined) return degrees > LIKELY_FAHRENHEIT_ABOVE;
  return least >= FAHRENHEIT_RANGE.least && most <= FAHRENHEIT_RANGE.most;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
