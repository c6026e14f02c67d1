import { describe, expect, test } from "vitest";
import { HOUSE, told } from "./reading-world.ts";

/** Things that list what can be chosen of them, or tell their state in words of their own. */
const entities = [
  ...HOUSE.filter(({ entityId }) => entityId !== "climate.thermostat"),
  {
    entityId: "climate.thermostat",
    name: "Thermostat",
    area: "Living Room",
    state: "off",
    attributes: { hvac_modes: ["off", "heat", "fan_only"], preset_modes: ["eco", "comfort"], fan_modes: ["on", "low"], temperature: 20 },
  },
  { entityId: "light.mood", name: "Mood Light", area: "Office", state: "on", attributes: { effect_list: ["rainbow", "off"] } },
  { entityId: "input_select.mode", name: "House Mode", state: "Home", attributes: { options: ["Home", "Night", "Everybody Away"] } },
  { entityId: "select.wash", name: "Washer Program", state: "Cotton", attributes: { options: ["Cotton", "Wool", "Night"] } },
  { entityId: "sensor.washer", name: "Washing Machine", state: "finished" },
  { entityId: "sensor.dishwasher", name: "Dishwasher", state: "rinsing", attributes: { options: ["rinsing", "done", "idle"] } },
];
const said = (sentence: string, language = "en") => told(sentence, { entities, language });

describe("one of the values that a thing lists is chosen", () => {
  test.each([
    ["en", "set the house mode to night", "input_select.select_option mode option=Night"],
    ["en", "set house mode to everybody away", "input_select.select_option mode option=Everybody Away"],
    ["en", "put the house in night mode", "input_select.select_option mode option=Night"],
    ["en", "set the washer program to wool", "select.select_option wash option=Wool"],
    ["en", "set the thermostat to heat", "climate.set_hvac_mode thermostat hvac_mode=heat"],
    ["en", "set the thermostat to fan only", "climate.set_hvac_mode thermostat hvac_mode=fan_only"],
    ["en", "set the thermostat to low", "climate.set_fan_mode thermostat fan_mode=low"],
    ["en", "set the mood light to rainbow", "light.turn_on mood effect=rainbow"],
    ["en", "set the thermostat to eco", "climate.set_preset_mode thermostat preset_mode=eco"],
    ["de", "stell den House Mode auf Night", "input_select.select_option mode option=Night"],
    ["de", "stelle das Thermostat auf Heizen", "climate.set_hvac_mode thermostat hvac_mode=heat"],
    ["fr", "mets le thermostat sur eco", "climate.set_preset_mode thermostat preset_mode=eco"],
    ["es", "pon el House Mode en Night", "input_select.select_option mode option=Night"],
    ["nl", "zet de House Mode op Night", "input_select.select_option mode option=Night"],
    ["he", "תעביר את House Mode ל Night", "input_select.select_option mode option=Night"],
  ])("%s: %s", (language, sentence, outcome) => expect(said(sentence, language)).toBe(outcome));

  test.each([
    // no thing is named, or none that has the value
    "set it to night",
    "set the coffee maker to wool",
    "set the thermostat to wool",
    // a question, and what is more than that
    "set the house mode to night?",
    "set the house mode to night when ben leaves",
  ])("%s", (sentence) => expect(said(sentence)).toBe("no"));
});

test.each([
  ["en", "turn the mood light off"],
  ["en", "turn the light off"],
  ["en", "turn the thermostat on"],
  ["de", "Mach das Mood Light aus"],
  ["de", "Schalte das Thermostat on"],
])("%s: %s: what is switched on or off gets no effect or fan mode of that name", (language, sentence) =>
  expect(said(sentence, language)).not.toMatch(/effect|fan_mode/),
);

describe("a state is asked about in the words that the thing has for it", () => {
  test.each([
    ["en", "is the washing machine finished?", "? washer finished"],
    ["en", "is the dishwasher done?", "? dishwasher done"],
    ["en", "is the house mode night?", "? mode Night"],
    ["en", "is Ben away?", "? ben not_home"],
    ["de", "ist die Washing Machine finished?", "? washer finished"],
    ["de", "ist Ben abwesend?", "? ben not_home"],
    ["fr", "est-ce que le Dishwasher est done ?", "? dishwasher done"],
    ["es", "¿está el Dishwasher done?", "? dishwasher done"],
    ["nl", "is de Dishwasher done?", "? dishwasher done"],
  ])("%s: %s", (language, sentence, outcome) => expect(said(sentence, language)).toBe(outcome));

  test("a state that the thing is not known to have", () => expect(said("is the washing machine rinsing?")).toBe("no"));
});

describe("a step has a size", () => {
  test.each([
    ["en", "raise the temperature by two degrees", "climate.set_temperature thermostat temperature=22"],
    ["en", "turn the thermostat down 1.5 degrees", "climate.set_temperature thermostat temperature=18.5"],
    ["en", "make the kitchen ceiling 30% darker", "light.turn_on kitchen_ceiling brightness_step_pct=-30"],
    ["en", "turn the volume up by 10", "media_player.volume_set speaker volume_level=0.4"],
    ["en", "turn the volume up to 60%", "media_player.volume_set speaker volume_level=0.6"],
    ["de", "erhöhe die Temperatur um 2 Grad", "climate.set_temperature thermostat temperature=22"],
    ["de", "Mach Kitchen Ceiling um 5 % heller", "light.turn_on kitchen_ceiling brightness_step_pct=5"],
    ["fr", "baisse la température de 2 degrés", "climate.set_temperature thermostat temperature=18"],
    ["es", "sube la temperatura 2 grados", "climate.set_temperature thermostat temperature=22"],
    ["nl", "verlaag de temperatuur met 1 graad", "climate.set_temperature thermostat temperature=19"],
    ["he", "תגביר ב-20 אחוז", "media_player.volume_set speaker volume_level=0.5"],
  ])("%s: %s", (language, sentence, outcome) => expect(said(sentence, language)).toBe(outcome));

  test.each(["raise the temperature by 10%", "make the kitchen ceiling 2 degrees warmer", "lock the smart lock by 2"])("%s", (sentence) =>
    expect(said(sentence)).toBe("no"),
  );
});

describe("everything is locked, and nothing else is done to everything", () => {
  test.each([
    ["lock everything", "lock.lock smart,back"],
    ["lock up", "lock.lock smart,back"],
    ["lock up the house", "lock.lock smart,back"],
    ["unlock everything", "no"],
    ["open everything", "no"],
    ["turn everything off", "no"],
  ])("%s", (sentence, outcome) => expect(said(sentence)).toBe(outcome));
});
