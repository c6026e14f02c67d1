import { fakeHome } from "../fakes/home.ts";

/** A small house with one thing of most kinds. */
export function smallHome() {
  return fakeHome({
    entities: [
      { entityId: "light.bed_light", name: "Bed Light", area: "Bedroom", state: "on", attributes: { brightness: 77 } },
      { entityId: "light.kitchen", name: "Kitchen Lights", area: "Kitchen", state: "off" },
      { entityId: "lock.front_door", name: "Front Door", state: "locked" },
      { entityId: "lock.back_door", name: "Back Door", state: "unlocked" },
      { entityId: "cover.garage", name: "Garage", state: "open", deviceClass: "garage", attributes: { current_position: 100 } },
      { entityId: "cover.blind", name: "Blind", state: "unavailable", deviceClass: "blind" },
      { entityId: "binary_sensor.window", name: "Window", state: "on", deviceClass: "window" },
      { entityId: "binary_sensor.cellar", name: "Cellar", state: "off", deviceClass: "moisture" },
      { entityId: "sensor.outside", name: "Outside", state: "21.437", attributes: { unit_of_measurement: "°C" } },
      {
        entityId: "climate.office",
        name: "Office",
        state: "heat",
        attributes: { temperature: 21, current_temperature: 20.34, humidity: 44.6 },
      },
      { entityId: "lock.safe", name: "Safe", state: "locked", exposed: false },
    ],
    areas: [{ name: "Kitchen", floor: "Ground floor" }, { name: "Bedroom", floor: "Upstairs" }, { name: "Shed" }],
  });
}
