import { expect, test } from "vitest";
import { HOUSE, readingOf, told } from "./reading-world.ts";

const BRIGHTER = "light.turn_on kitchen_ceiling brightness_step_pct=20";
const DARKER = "light.turn_on kitchen_ceiling brightness_step_pct=-20";
const WARMER = "climate.set_temperature thermostat temperature=21";
const COLDER = "climate.set_temperature thermostat temperature=19";
const LOUDER = "media_player.volume_up speaker";
const QUIETER = "media_player.volume_down speaker";

test.each([
  ["en", "brighter", BRIGHTER],
  ["en", "make the kitchen ceiling a bit brighter", BRIGHTER],
  ["en", "dim the kitchen ceiling", DARKER],
  ["en", "lower the kitchen ceiling", DARKER],
  ["en", "lower the lights", DARKER],
  ["en", "turn up the lights in the kitchen", BRIGHTER],
  ["en", "raise the heating", WARMER],
  ["en", "lower the blinds in the bedroom", "cover.close_cover blinds"],
  ["en", "increase the brightness", BRIGHTER],
  ["en", "turn the brightness in the kitchen up", BRIGHTER],
  ["en", "reduce the kitchen ceiling brightness", DARKER],
  ["en", "turn down the heat", COLDER],
  ["en", "make it warmer", WARMER],
  ["en", "turn the heating down a bit", COLDER],
  ["en", "turn up the kitchen speaker", LOUDER],
  ["en", "living room colder", COLDER],
  ["de", "etwas heller", BRIGHTER],
  ["de", "Mach Kitchen Ceiling dunkler", DARKER],
  ["de", "erhöhe die Helligkeit", BRIGHTER],
  ["de", "dreh die Lautstärke vom Kitchen Speaker runter", QUIETER],
  ["de", "mir ist kalt", WARMER],
  ["de", "Dreh die Heizung runter", COLDER],
  ["de", "Kitchen Speaker leiser", QUIETER],
  ["fr", "un peu plus clair", BRIGHTER],
  ["fr", "tamise Kitchen Ceiling", DARKER],
  ["fr", "augmente la luminosité", BRIGHTER],
  ["fr", "monte le chauffage", WARMER],
  ["fr", "moins chaud", COLDER],
  ["fr", "baisse Kitchen Speaker", QUIETER],
  ["fr", "monte Bedroom Blinds", "cover.open_cover blinds"],
  ["es", "más claro", BRIGHTER],
  ["es", "pon Kitchen Ceiling un poco más oscura", DARKER],
  ["es", "sube el brillo", BRIGHTER],
  ["es", "tengo frío", WARMER],
  ["es", "baja la calefacción", COLDER],
  ["es", "sube Kitchen Speaker", LOUDER],
  ["nl", "iets feller", BRIGHTER],
  ["nl", "dim Kitchen Ceiling", DARKER],
  ["nl", "verlaag de helderheid", DARKER],
  ["nl", "zet de verwarming hoger", WARMER],
  ["nl", "ik heb het warm", COLDER],
  ["nl", "Kitchen Speaker zachter", QUIETER],
  ["nl", "doe Bedroom Blinds omhoog", "cover.open_cover blinds"],
])("a step in %s: %s", (language, sentence, outcome) => expect(told(sentence, { language })).toBe(outcome));

test("a step that names nothing, where several could take it, asks which", () => {
  const entities = HOUSE.map((one) => (one.entityId.startsWith("light.reading") ? { ...one, state: "on" } : one));
  expect(readingOf("brighter", { entities })).toMatchObject({ reason: "several", what: "brighter" });
  const pointed = readingOf("make it brighter", { entities });
  expect(pointed).toMatchObject({ reason: "several", what: "it" });
  const options = pointed.ok || pointed.reason !== "several" ? [] : pointed.options;
  for (const { sentence } of options) expect(told(sentence, { entities })).toMatch(/^light\.turn_on .* brightness_step_pct=20$/);
  expect(told("brighter", { entities })).toBe("which: Kitchen Ceiling | Reading Lamp Left | Reading Lamp Right");
});

test("a thermostat's own step and bounds count", () => {
  const attributes = { temperature: 29, target_temp_step: 2, max_temp: 30 };
  const entities = [{ entityId: "climate.thermostat", name: "Thermostat", attributes }];
  expect(told("warmer", { entities })).toBe("climate.set_temperature thermostat temperature=30");
  expect(told("colder", { entities })).toBe("climate.set_temperature thermostat temperature=27");
});

test("white light is made warmer where it is named as light, and never the heating instead", () => {
  const attributes = { color_temp_kelvin: 3000, min_color_temp_kelvin: 2700 };
  const entities = [...HOUSE, { entityId: "light.shelf", name: "Shelf Light", area: "Den", state: "on", attributes }];
  expect(told("make the shelf light warmer", { entities })).toBe("light.turn_on shelf color_temp_kelvin=2700");
  expect(told("make the den warmer", { entities })).toBe("no");
});

test("where too many are lamps, those that are called so are meant", () => {
  const lights = ["Hall", "Attic", "Cellar", "Porch", "Stairs"].map((name) => ({ entityId: `light.${name}`, name: `${name} Light` }));
  const lamps = ["Floor Lamp", "Desk Lamp"].map((name) => ({ entityId: `light.${name.slice(0, 4)}`, name, area: "Study" }));
  expect(told("turn on the lamp", { entities: [...lights, ...lamps] })).toBe("which: Desk Lamp | Floor Lamp");
});
