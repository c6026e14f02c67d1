import { expect, test } from "vitest";
import { HOUSE, readingOf, told } from "./reading-world.ts";

const POWER = { entityId: "sensor.washer_power", name: "Washer Power", area: "Kitchen", deviceClass: "power", state: "3" };
const entities = [...HOUSE, POWER];

test.each([
  ["en", "lights off in the kitchen", "light.turn_off kitchen_ceiling,kitchen_counter"],
  ["en", "bedroom blinds down", "cover.close_cover blinds"],
  ["en", "bedroom fan at 50 percent", "fan.set_percentage bedroom percentage=50"],
  ["en", "next song on the kitchen speaker", "media_player.media_next_track speaker"],
  ["en", "turn off the heating", "climate.turn_off thermostat"],
  ["en", "how much power is the washer using?", "? washer_power"],
  ["de", "Wie viel Strom verbraucht Washer?", "? washer_power"],
  ["fr", "combien consomme Washer ?", "? washer_power"],
  ["es", "¿cuánto consume Washer?", "? washer_power"],
  ["nl", "hoeveel stroom verbruikt Washer?", "? washer_power"],
  ["en", "what is the thermostat set to?", "? thermostat temperature"],
  ["de", "Auf was ist Thermostat eingestellt?", "? thermostat temperature"],
  ["fr", "à combien est réglé Thermostat ?", "? thermostat temperature"],
  ["es", "¿a cuánto está puesto Thermostat?", "? thermostat temperature"],
  ["nl", "waar staat Thermostat op?", "? thermostat temperature"],
])("%s: %s", (language, sentence, outcome) => expect(told(sentence, { entities, language })).toBe(outcome));

test.each([
  ["en", "what is on in the kitchen?"],
  ["de", "was ist Kitchen noch an?"],
  ["fr", "qu'est-ce qui est encore allumé Kitchen ?"],
  ["es", "¿qué está encendido Kitchen?"],
  ["nl", "wat staat er Kitchen nog aan?"],
])("in %s what is on in a place is asked of all that is there: %s", (language, sentence) => {
  const reading = readingOf(sentence, { language });
  const [part] = reading.ok ? reading.parts : [];
  const ids = part?.kind === "question" ? part.question.entityIds : [];
  expect(ids).toContain("light.kitchen_ceiling");
  expect(ids.filter((id) => !HOUSE.some(({ entityId, area }) => entityId === id && area === "Kitchen"))).toEqual([]);
});

// what a player plays was written outside: the tools that read it say so
test("what is on the television is not told by its state, and the time is no event", () => {
  expect(told("what's on tv?")).toBe("no");
  expect(told("what time is it?")).toBe("no");
});
