import type { FindingWorld } from "../tests/fakes/finding-world.ts";

/** When the house is empty on most days. */
export const AWAY_HOUR = 8;
export const HOME_HOUR = 17;

interface Moment {
  readonly hour: number;
  readonly isHome: boolean;
  readonly outside: number;
  readonly random: () => number;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const room = (warm: number) => (moment: Moment) =>
  rounded(warm + 0.08 * (moment.outside - 10) + Math.sin(moment.hour / 4) * 0.6 + moment.random() * 0.6);

/** What sensors measure, every ten minutes. */
export const READINGS: ReadonlyMap<string, (moment: Moment) => number> = new Map([
  ["sensor.kitchen_temperature", room(21)],
  ["sensor.bath_temperature", room(22)],
  ["sensor.bedroom_temperature", room(18.5)],
  ["sensor.office_temperature", room(20.5)],
  ["sensor.balcony_temperature", ({ outside, random }) => rounded(outside + random())],
  ["sensor.shed_temperature", ({ outside, random }) => rounded(outside * 0.8 + 3 + random())],
  ["sensor.cellar_temperature", ({ outside, random }) => rounded(12 + 0.15 * (outside - 10) + random() * 0.3)],
  // the compressor's rhythm, and a door that is opened
  ["sensor.fridge_temperature", ({ hour, random }) => rounded(5 + Math.sin(hour * 9) + random() * 0.5 + (random() < 0.02 ? 3 : 0))],
  ["sensor.freezer_temperature", ({ hour, random }) => rounded(-18 + Math.sin(hour * 7) + random() + (random() < 0.004 ? 5 : 0))],
  // somebody takes a shower
  ["sensor.bath_humidity", ({ isHome, random }) => Math.round(50 + random() * 8 + (isHome && random() < 0.08 ? 35 : 0))],
  ["sensor.attic_humidity", ({ outside, random }) => Math.round(60 - outside * 0.3 + random() * 5)],
  ["sensor.office_co2", ({ isHome, random }) => Math.round(450 + (isHome ? 250 + random() * 700 : random() * 100))],
  ["sensor.kitchen_co2", ({ isHome, random }) => Math.round(450 + (isHome ? 200 + random() * 900 : random() * 100))],
]);

/** Watts, each for so many minutes. */
type Curve = readonly (readonly [watts: number, minutes: number])[];

interface Plug {
  readonly entityId: string;
  /** How often it works in a day. */
  readonly share: number;
  /** The family wants to know when it is done. */
  readonly isMachine: boolean;
  readonly atNight?: boolean;
}

export const PLUGS: ReadonlyMap<Plug, (random: () => number) => Curve> = new Map<Plug, (random: () => number) => Curve>([
  [
    { entityId: "sensor.washing_machine_power", share: 0.5, isMachine: true },
    // heats, washes, soaks, spins
    (random) => [
      [2_000, 9 + 12 * random()],
      [180, 12],
      [4, 3 + 4 * random()],
      [220, 12],
      [4, 6],
      [450, 9],
    ],
  ],
  [
    { entityId: "sensor.dishwasher_power", share: 0.6, isMachine: true },
    (random) => [
      [60, 6],
      [1_900, 15],
      [70, 12 + 9 * random()],
      [3, 6],
      [1_900, 12],
      [50, 9],
    ],
  ],
  [
    { entityId: "sensor.fridge_power", share: 1, isMachine: false },
    () => [
      [800, 0.02],
      [95, 24],
      [1, 21],
      [95, 24],
    ],
  ],
  [
    { entityId: "sensor.fridge_power", share: 1, isMachine: false, atNight: true },
    () => [
      [800, 0.02],
      [95, 30],
      [1, 21],
      [95, 24],
    ],
  ],
  [{ entityId: "sensor.tv_power", share: 0.8, isMachine: false }, (random) => [[130, 40 + 38 * random()]]],
  [{ entityId: "sensor.lamp_power", share: 0.9, isMachine: false }, () => [[42, 66]]],
  [{ entityId: "sensor.kettle_power", share: 1, isMachine: false }, () => [[2_100, 3]]],
]);

const BATTERIES = ["front_door", "terrace_door", "kitchen_window", "attic_window", "smoke_hall", "remote", "bath", "shed"];
export const MEASURED = { batteries: BATTERIES.map((name) => `sensor.${name}_battery`) };

const CONTACTS = [
  "front_door",
  "terrace_door",
  "gate_door",
  "cellar_door",
  "kitchen_window",
  "bath_window",
  "bedroom_window",
  "office_window",
  "attic_window",
];
const DETECTORS = { smoke_hall: "smoke", smoke_kitchen: "smoke", gas_cellar: "gas", water_bath: "moisture", water_cellar: "moisture" };

/** Everything in the house, as it is at rest. */
export function furnish(world: FindingWorld): void {
  const add = (entityId: string, state: string, deviceClass?: string, attributes: Readonly<Record<string, unknown>> = {}) =>
    world.add(entityId, { state, deviceClass, deviceId: entityId, attributes });
  for (const person of ["anna", "ben"]) world.add(`person.${person}`, { state: "home" });
  world.add("weather.home", { state: "sunny", attributes: { temperature: 5, temperature_unit: "°C" } });
  world.add("alarm_control_panel.house", { state: "disarmed" });
  for (const light of ["kitchen", "hall", "bath", "bedroom", "office", "garden"]) add(`light.${light}`, "off");
  add("media_player.tv", "off");
  add("lock.front", "locked");
  add("cover.garage", "closed", "garage");
  add("cover.shed", "closed", "door");
  for (const contact of CONTACTS) add(`binary_sensor.${contact}`, "off", contact.endsWith("window") ? "window" : "door");
  for (const [detector, deviceClass] of Object.entries(DETECTORS)) add(`binary_sensor.${detector}`, "off", deviceClass);
  const members = { entity_id: ["binary_sensor.water_bath", "binary_sensor.water_cellar"] };
  world.add("binary_sensor.water", { state: "off", deviceClass: "moisture", attributes: members });
  for (const entityId of READINGS.keys()) {
    const kind = entityId.slice(entityId.lastIndexOf("_") + 1);
    add(entityId, "20", kind === "co2" ? "carbon_dioxide" : kind, {
      state_class: "measurement",
      ...(kind === "temperature" && { unit_of_measurement: "°C" }),
    });
  }
  for (const { entityId } of PLUGS.keys()) add(entityId, "1", "power", { state_class: "measurement", unit_of_measurement: "W" });
  for (const entityId of MEASURED.batteries) add(entityId, "80", "battery", { state_class: "measurement", unit_of_measurement: "%" });
}
