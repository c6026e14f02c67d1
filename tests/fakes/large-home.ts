import type { FurnishedEntity, Furnishing } from "../../src/simulated-home/furnishing.ts";

const ROOMS = ["Kitchen", "Living Room", "Hallway", "Bedroom", "Bathroom", "Office", "Garage", "Garden"];
const MEASURED = { state_class: "measurement" };
const KINDS = [
  { domain: "light", name: "Light", attributes: { supported_color_modes: ["brightness"], color_mode: null, brightness: null } },
  { domain: "switch", name: "Plug", attributes: { device_class: "outlet" } },
  { domain: "sensor", name: "Temperature", attributes: { device_class: "temperature", unit_of_measurement: "°C", ...MEASURED } },
  { domain: "sensor", name: "Battery", attributes: { device_class: "battery", unit_of_measurement: "%", ...MEASURED } },
  { domain: "binary_sensor", name: "Motion", attributes: { device_class: "motion" } },
  { domain: "sensor", name: "Power", attributes: { device_class: "power", unit_of_measurement: "W", ...MEASURED } },
  { domain: "cover", name: "Blind", attributes: { device_class: "blind", current_position: 0, supported_features: 15 } },
  { domain: "binary_sensor", name: "Window", attributes: { device_class: "window" } },
];

/** A home of `count` entities in rooms of two floors, every fourth hidden from assistants: for tests and measurements of size. */
export function largeFurnishing(count: number): Furnishing {
  const places = Array.from(
    { length: Math.ceil(count / KINDS.length) },
    (_, at) => `${ROOMS[at % ROOMS.length]} ${Math.floor(at / ROOMS.length) + 1}`,
  );
  const entities = places
    .flatMap((area) => KINDS.map((kind) => ({ ...kind, area })))
    .slice(0, count)
    .map(({ domain, name: own, attributes, area }, index): FurnishedEntity => {
      const name = `${area} ${own}`;
      const entity_id = `${domain}.${name.toLowerCase().replaceAll(" ", "_")}`;
      const state = domain === "sensor" ? 20 + (index % 7) : null;
      return { entity_id, name, area, device: name, state, attributes, exposed: index % 4 !== 3 };
    });
  return {
    name: "Large home",
    floors: ["Ground floor", "Upstairs"],
    areas: places.map((name, index) => ({ name, floor: index % 2 === 0 ? "Ground floor" : "Upstairs" })),
    entities,
  };
}
