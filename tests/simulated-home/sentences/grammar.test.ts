import { expect, test } from "vitest";
import { SimulatedHome } from "../../../src/simulated-home/simulated-home.ts";

const said = async (sentence: string) => {
  await using home = await SimulatedHome.start();
  const result = home.sentence(sentence);
  return result && { intent: result.intent?.name, targets: Object.keys(result.targets ?? {}), slots: result.slots, match: result.match };
};

test.each([
  ["is the garage closed?", "HassGetState", ["cover.garage_door"], { name: "garage", state: "closed" }],
  ["turn the bed light to 30 %", "HassLightSet", ["light.bed_light"], { name: "bed light", brightness: "30" }],
  ["unlock the front door", "HassTurnOff", ["lock.front_door"], { name: "front door" }],
  ["turn on the kitchen light", "HassTurnOn", ["light.kitchen_light"], { name: "kitchen light" }],
  ["Kitchen light off", "HassTurnOff", ["light.kitchen_light"], { name: "kitchen light" }],
  ["please turn on the espresso machine", "HassTurnOn", ["switch.coffee_machine"], { name: "espresso machine" }],
  [
    "turn off the lights in the living room",
    "HassTurnOff",
    ["light.ceiling_lights", "light.floor_lamp"],
    { area: "living room", domain: "light" },
  ],
  [
    "turn off the lights upstairs",
    "HassTurnOff",
    ["light.bed_light", "light.bathroom_light", "light.desk_lamp"],
    { floor: "upstairs", domain: "light" },
  ],
  ["set the bed light to red", "HassLightSet", ["light.bed_light"], { name: "bed light", color: "red" }],
  ["open the garage door", "HassTurnOn", ["cover.garage_door"], { name: "garage door" }],
  ["set the bedroom blind to 50%", "HassSetPosition", ["cover.bedroom_blind"], { name: "bedroom blind", position: "50" }],
  ["set the thermostat to 21.5 degrees", "HassClimateSetTemperature", ["climate.thermostat"], { name: "thermostat", temperature: "21.5" }],
  ["set the tv volume to 30%", "HassSetVolume", ["media_player.living_room_tv"], { name: "tv", volume_level: "30" }],
  ["pause the tv", "HassMediaPause", ["media_player.living_room_tv"], { name: "tv" }],
  ["next track on the kitchen radio", "HassMediaNext", ["media_player.kitchen_radio"], { name: "kitchen radio" }],
  ["set the bedroom fan to 50%", "HassFanSetSpeed", ["fan.bedroom_fan"], { name: "bedroom fan", percentage: "50" }],
  ["is the front door locked?", "HassGetState", ["lock.front_door"], { name: "front door", state: "locked" }],
  [
    "are any windows open?",
    "HassGetState",
    ["binary_sensor.kitchen_window", "binary_sensor.bedroom_window"],
    { device_class: "windows", state: "open", domain: "binary_sensor" },
  ],
  ["what is the outside temperature?", "HassGetState", ["sensor.outside_temperature"], { name: "outside temperature" }],
  ["activate movie night", "HassTurnOn", ["scene.movie_night"], { name: "movie night" }],
  ["run good night", "HassTurnOn", ["script.good_night"], { name: "good night" }],
  ["start the robot", "HassVacuumStart", ["vacuum.robot"], { name: "robot" }],
  ["add eggs to the groceries list", "HassListAddItem", ["todo.groceries"], { item: "eggs", name: "groceries" }],
])("%s", async (sentence, intent, targets, slots) => {
  expect(await said(sentence)).toEqual({ intent, targets, slots, match: true });
});

test("all things of a room are listed when its temperature is asked, as the real matcher does", async () => {
  const result = await said("how warm is it in the living room?");
  expect(result).toMatchObject({ intent: "HassClimateGetTemperature", match: true });
  expect(result?.targets).toEqual(expect.arrayContaining(["sensor.living_room_temperature", "climate.thermostat", "light.floor_lamp"]));
});

test("what is hidden has no name", async () => {
  await using home = await SimulatedHome.start();
  expect(home.sentence("turn on the attic siren")).toMatchObject({ match: false, unmatched_slots: { name: "attic siren" } });
  home.expose("siren.attic_siren", true);
  expect(home.sentence("turn on the attic siren")).toMatchObject({ match: true });
  home.expose("light.kitchen_light", false);
  expect(home.sentence("turn on the kitchen light")).toMatchObject({ match: true, slots: { area: "kitchen" }, targets: {} });
});

test("two things of one name are understood and have no target", async () => {
  await using home = await SimulatedHome.start();
  home.addEntity({ entity_id: "light.desk_lamp_2", name: "Desk Lamp", area: "Bedroom" });
  expect(home.sentence("turn on the desk lamp")).toMatchObject({ match: true, targets: {} });
});

test.each(["good morning", "dim the lamp", "is the alarm armed", "why does the sky look like that"])(
  "%s is not understood",
  async (sentence) => {
    expect(await said(sentence)).toBeNull();
  },
);

test("recorded answers take the grammar's place", async () => {
  await using home = await SimulatedHome.start();
  const recorded = home.sentence("lock the front door");
  home.recordMatcher(new Map([["make it safe", recorded]]));
  expect(home.sentence("make it safe")).toBe(recorded);
  expect(home.sentence("lock the front door")).toBeNull();
});
