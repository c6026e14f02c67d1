import { expect, test } from "vitest";
import { HOUSE, told } from "./reading-world.ts";

const LAMP = {
  entityId: "light.bed",
  name: "Bed Light",
  area: "Bedroom",
  attributes: { supported_color_modes: ["color_temp", "hs"], color_temp_kelvin: 3_000 },
};
const entities = [...HOUSE, LAMP];
const white = (kelvin: number) => `light.turn_on bed color_temp_kelvin=${kelvin}`;
const HALF = "cover.set_cover_position blinds position=50";
const VOLUME = "media_player.volume_set speaker volume_level=0.4";

test.each([
  ["en", "set the bed light to 2700 K", white(2_700)],
  ["en", "set the color temperature of the bed light to 4000 kelvin", white(4_000)],
  ["en", "make the bed light warm white", white(2_700)],
  ["en", "set the bed light to cool white", white(5_000)],
  ["en", "make the bed light warmer white", white(2_500)],
  // only a lamp with warm and cold light can
  ["en", "set the kitchen ceiling to 2700 K", "no"],
  ["en", "open the bedroom blinds halfway", HALF],
  ["en", "close the bedroom blinds half way", HALF],
  ["en", "volume 40 percent", VOLUME],
  ["de", "Bed Light auf 2700 Kelvin", white(2_700)],
  ["de", "mach Bed Light warmweiß", white(2_700)],
  ["de", "Bedroom Blinds halb runter", HALF],
  ["de", "Lautstärke 40 Prozent", VOLUME],
  ["fr", "mets Bed Light à 2700 K", white(2_700)],
  ["fr", "ouvre Bedroom Blinds à moitié", HALF],
  ["fr", "volume 40 %", VOLUME],
  ["es", "pon Bed Light a 2700 K", white(2_700)],
  ["es", "cierra Bedroom Blinds a la mitad", HALF],
  ["es", "volumen 40 %", VOLUME],
  ["nl", "zet Bed Light op warm wit", white(2_700)],
  ["nl", "doe Bedroom Blinds half dicht", HALF],
  ["nl", "volume 40 procent", VOLUME],
  ["he", "תשימי את Bed Light על 2700 קלווין", white(2_700)],
  ["he", "תפתחי את Bedroom Blinds עד החצי", HALF],
  ["he", "עוצמה 40 אחוז", VOLUME],
  ["he", "תכווני את Thermostat לתשע עשרה מעלות", "climate.set_temperature thermostat temperature=19"],
])("%s: %s", (language, sentence, outcome) => expect(told(sentence, { language, entities })).toBe(outcome));

test("a lamp that is dimmed gets fainter and stays on", () => {
  const faint = HOUSE.map((entity) =>
    entity.entityId === "light.kitchen_ceiling" ? { ...entity, attributes: { brightness: 51 } } : entity,
  );
  expect(told("dim the kitchen ceiling", { entities: faint })).toBe("light.turn_on kitchen_ceiling brightness_pct=10");
});
