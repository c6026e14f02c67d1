import { expect, it } from "vitest";
import { createComparison } from "../../../src/agent/statements/compare.ts";
import { entitiesOfSet } from "../../../src/agent/statements/sets.ts";
import type { StateWords } from "../../../src/homeassistant/registry/state-words.ts";
import { fakeHome } from "../../fakes/home.ts";

const words: StateWords = {
  load: async () => undefined,
  statesOf: () => new Map(["open", "closed", "on", "off"].map((state) => [state, [state]])),
  kindNames: ({ deviceClass, domain }) => [deviceClass ?? domain],
  allKinds: () => ["window", "door", "valve", "garage", "light"],
};
const home = fakeHome({
  entities: [
    { entityId: "cover.blind", name: "Blind", state: "closed", deviceClass: "blind", attributes: { current_position: 0 } },
    {
      entityId: "cover.garage",
      name: "Garage Door",
      area: "Garage",
      state: "open",
      deviceClass: "garage",
      attributes: { current_position: 60 },
    },
    { entityId: "sensor.wait", name: "Wait", state: "90", attributes: { unit_of_measurement: "min" } },
    { entityId: "sensor.power", name: "Power", state: "1.2", attributes: { unit_of_measurement: "kW" } },
    { entityId: "sensor.outside", name: "Outside", state: "21.4", attributes: { unit_of_measurement: "°C" } },
    { entityId: "binary_sensor.door", name: "Terrace Door", state: "off", deviceClass: "door" },
  ],
  areas: [{ name: "Garage" }],
});
const comparison = createComparison({ words, temperatureUnit: () => "°C" });
const compared = (entityId: string, value: string, attribute = "") => {
  const entity = home.find(entityId);
  return entity && comparison.ofValue({ value, attribute }, entity);
};

it.each([
  // which end 100 % is meant from the number does not tell
  ["cover.blind", "100 %", "unknown"],
  ["cover.blind", "0 %", "true"],
  ["cover.blind", "40 %", "false"],
  ["cover.garage", "40 %", "unknown"],
  ["sensor.wait", "90 minutes", "true"],
  ["sensor.wait", "1.5 Stunden", "true"],
  ["sensor.wait", "90 minuten", "true"],
  ["sensor.wait", "3 heures", "false"],
  ["sensor.power", "2 kW", "false"],
  ["sensor.power", "1200 W", "true"],
  ["sensor.outside", "21 degrees", "true"],
  ["sensor.outside", "21 Grad", "true"],
  ["sensor.outside", "70 °F", "true"],
  ["sensor.outside", "25 grados", "false"],
])("%s as %s is %s", (entityId, value, result) => {
  expect(compared(entityId, value)).toBe(result);
});

it.each([
  ["everything", "closed", ["cover.garage", "binary_sensor.door"]],
  ["doors", "closed", ["binary_sensor.door"]],
  // the home has no windows: that is not everything
  ["windows", "closed", []],
  ["valves", "open", []],
  ["windows in the garage", "closed", []],
  ["everything in the garage", "closed", ["cover.garage"]],
])("%s that may be %s", (about, value, ids) => {
  expect(entitiesOfSet({ about, value }, { home, words }).map(({ entityId }) => entityId)).toEqual(ids);
});
