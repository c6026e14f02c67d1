import type { EntityFacts, ReadCall } from "./action-facts.ts";
import type { Because } from "./effect.ts";

/** Warmer than this no room has to be. In a unit that nobody knows the lower number counts. */
const HOT = { celsius: 30, fahrenheit: 86 };
/** What can only be set to less cools no room: a fridge or a freezer. */
const COLD = { celsius: 12, fahrenheit: 54 };
/** What can be set to more heats no room: a sauna, an oven, a boiler. */
const OVEN = { celsius: 45, fahrenheit: 113 };

const TEMPERATURE_FIELDS = ["temperature", "target_temp_high", "target_temp_low"];

type Thermostat = Pick<EntityFacts, "temperatureUnit" | "attributes">;

/** What a climate call does beyond comfort: more than 30 °C (86 °F), or a temperature that nobody can read, is heat. Services use the home's own unit. */
export function climateEffects({ name, data }: Pick<ReadCall, "name" | "data">, entity: Thermostat | undefined): readonly Because[] {
  const unit = entity?.temperatureUnit === "°F" ? "fahrenheit" : "celsius";
  const lowest = numberOf(entity?.attributes["min_temp"]);
  const highest = numberOf(entity?.attributes["max_temp"]);
  const isHot = TEMPERATURE_FIELDS.some((field) => {
    const wanted = data[field];
    if (wanted === undefined || wanted === null) return false;
    const degrees = numberOf(wanted);
    return degrees === undefined || degrees > HOT[unit];
  });
  const isOff = name === "turn_off" || data["hvac_mode"] === "off";
  const found: Because[] = [];
  if (isHot) found.push({ effect: "heat", because: "temperature" });
  else if (!isOff && lowest !== undefined && highest !== undefined && (highest > OVEN[unit] || lowest > HOT[unit]))
    found.push({ effect: "heat", because: "max_temp" });
  if (highest !== undefined && highest < COLD[unit]) found.push({ effect: "power-cut", because: "max_temp" });
  return found;
}

/** What a setting of a device does beyond itself: too many degrees are heat, and a switch of a thermostat may be its frost protection. */
export function deviceSettingEffects({ domain, name, data }: ReadCall, entity: EntityFacts): readonly Because[] {
  const { category, deviceClass, deviceDomains, attributes } = entity;
  if (domain === "switch")
    return category === "config" && name !== "turn_on" && deviceDomains.some((other) => HEATING.has(other))
      ? [{ effect: "safeguard", because: "category:config" }]
      : [];
  const unit = attributes["unit_of_measurement"];
  const isTemperature = unit === "°C" || unit === "°F" || (unit === undefined && deviceClass === "temperature");
  if (domain !== "number" || !isTemperature || name !== "set_value") return [];
  const degrees = numberOf(data["value"]);
  return degrees === undefined || degrees > HOT[unit === "°F" ? "fahrenheit" : "celsius"]
    ? [{ effect: "heat", because: "temperature" }]
    : [];
}

const HEATING: ReadonlySet<string> = new Set(["climate", "water_heater"]);

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
