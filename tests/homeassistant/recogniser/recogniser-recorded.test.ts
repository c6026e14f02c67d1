import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createRecogniser } from "../../../src/homeassistant/recogniser/recogniser.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { fakeConnection } from "../../fakes/connection.ts";
import { type EntityDescription, fakeHome } from "../../fakes/home.ts";

const recorded = JSON.parse(readFileSync(new URL("../../fixtures/matcher-answers.json", import.meta.url), "utf8")) as {
  entities: EntityDescription[];
  answers: { language: string; sentence: string; answer: unknown }[];
};

/** One line per part: `service ids data`, `? ids state/attribute`; or `miss reason`. */
async function read(sentence: string, language: string): Promise<string> {
  const connection = fakeConnection(({ sentences }) => ({
    results: (sentences as string[]).map((asked) => recorded.answers.find((row) => row.sentence === asked)?.answer ?? null),
  }));
  const logger = createLogger({ level: "error", destination: { write: () => {} } });
  const home = fakeHome({ entities: recorded.entities });
  const recognition = await createRecogniser({ connection, home, enabled: true, logger }).recognise(sentence, language);
  if (!recognition.hit) return `miss ${recognition.reason}`;
  const lines = recognition.parts.map((part) => {
    if (part.kind === "action") return `${part.call.service} ${part.call.target.entityId?.join(",")} ${JSON.stringify(part.call.data)}`;
    if (part.kind === "reading") return part.reading.about;
    const { entityIds, state, attribute, named } = part.question;
    return `? ${entityIds.length > 3 ? entityIds.length : entityIds.join(",")} ${named ? "named" : "any"} ${state ?? attribute ?? "state"}`;
  });
  return lines.join(" + ");
}

it.each([
  ["en", "turn on the kitchen lights", "light.turn_on light.kitchen_lights {}"],
  [
    "en",
    "turn off all lights",
    "light.turn_off light.hallway_light,light.bathroom_light,light.reading_lamp,light.reading_lamp_2,light.bed_light,light.ceiling_lights,light.kitchen_lights,light.office_rgbw_lights,light.living_room_rgbww_lights,light.entrance_color_white_lights {}",
  ],
  ["en", "turn off all lights in the kitchen", "light.turn_off light.kitchen_lights {}"],
  ["en", "turn on the living room lights", "light.turn_on light.ceiling_lights,light.living_room_rgbww_lights {}"],
  ["en", "lock the main door", "lock.lock lock.main_door {}"],
  ["en", "unlock the entrance door", "lock.unlock lock.main_door {}"],
  ["en", "open the main door", "miss no_match"],
  ["en", "open the garage door", "cover.open_cover cover.garage_door {}"],
  ["en", "open the blinds in the bedroom", "cover.open_cover cover.bedroom_blind {}"],
  ["en", "turn the bed light to 30 %", 'light.turn_on light.bed_light {"brightness_pct":30}'],
  ["en", "set the bed light to blue", 'light.turn_on light.bed_light {"color_name":"blue"}'],
  ["en", "set the bed light color temperature to 3000 kelvin", 'light.turn_on light.bed_light {"color_temp_kelvin":3000}'],
  ["en", "set kitchen brightness to 50%", 'light.turn_on light.kitchen_lights {"brightness_pct":50}'],
  ["en", "set the bedroom blind to 40%", 'cover.set_cover_position cover.bedroom_blind {"position":40}'],
  ["en", "set the living room temperature to 21", 'climate.set_temperature climate.heatpump {"temperature":21}'],
  ["en", "set the tv volume to 30%", 'media_player.volume_set media_player.tv {"volume_level":0.3}'],
  ["en", "turn up the tv volume", "media_player.volume_up media_player.tv {}"],
  ["en", "increase the tv volume by 10", 'media_player.volume_set media_player.tv {"volume_level":1}'],
  ["en", "mute the tv", 'media_player.volume_mute media_player.tv {"is_volume_muted":true}'],
  ["en", "pause the living room music", "media_player.media_pause media_player.tv {}"],
  ["en", "skip to the next song in the living room", "media_player.media_next_track media_player.tv {}"],
  ["en", "set the living room fan to 50%", 'fan.set_percentage fan.living_room_fan {"percentage":50}'],
  ["en", "turn off the living room tv", "media_player.turn_off media_player.tv {}"],
  ["en", "activate movie night", "scene.turn_on scene.movie_night {}"],
  ["en", "add eggs to groceries", 'todo.add_item todo.groceries {"item":"Eggs"}'],
  [
    "en",
    "add eggs to groceries and add milk to groceries",
    'todo.add_item todo.groceries {"item":"Eggs"} + todo.add_item todo.groceries {"item":"Milk"}',
  ],
  ["en", "add milk to groceries", 'todo.add_item todo.groceries {"item":"Milk"}'],
  ["en", "is the main door locked", "? lock.main_door named locked"],
  ["en", "are all the doors locked", "? lock.back_door,lock.main_door,lock.front_door any locked"],
  ["en", "is the front door contact open", "? binary_sensor.front_door_contact named on"],
  ["en", "which lights are on", "? 10 any on"],
  ["en", "are any windows open", "miss ambiguous"],
  ["en", "how warm is it in the living room", "? sensor.living_room_temperature any state"],
  ["en", "what is the ecobee temperature", "? climate.ecobee named current_temperature"],
  ["en", "what is the outside temperature", "? sensor.outside_temperature named state"],
  ["en", "bed light", "miss ambiguous"],
  ["en", "kitchen lights on", "light.turn_on light.kitchen_lights {}"],
  ["en", "kitchen light on?", "miss ambiguous"],
  ["en", "could you turn on the kitchen lights?", "light.turn_on light.kitchen_lights {}"],
  ["en", "turn on the reading lamp", "miss ambiguous"],
  ["en", "turn on the coffee maschine", "miss no_match"],
  ["en", "tell me a joke", "miss no_match"],
  ["en", "dim the unobtainium lamp", "miss no_match"],
  ["en", "what time is it", "miss unknown_intent"],
  ["en", "play the beatles on the tv", "miss unknown_intent"],
  ["en", "clean the living room", "miss unknown_intent"],
  ["en", "turn on the kitchen lights in 5 minutes", "miss unknown_intent"],
  ["en", "turn on the kitchen lights and lock the main door", "light.turn_on light.kitchen_lights {} + lock.lock lock.main_door {}"],
  ["en", "turn on the kitchen lights and the bed light", "miss partial"],
  ["en", "the bed light", "miss ambiguous"],
  ["de", "schalte das Licht in der Küche ein", "light.turn_on light.kitchen_lights {}"],
  ["de", "schließ die Haustür ab", "lock.lock lock.main_door {}"],
  ["de", "öffne die Haustür", "lock.unlock lock.main_door {}"],
  ["de", "mach das Küchenlicht aus", "light.turn_off light.kitchen_lights {}"],
  ["de", "mach das Küchenlicht aus, dann schließ die Haustür ab", "light.turn_off light.kitchen_lights {} + lock.lock lock.main_door {}"],
  ["de", "dann schließ die Haustür ab", "miss no_match"],
  ["de", "setze das Küchenlicht auf rot", 'light.turn_on light.kitchen_lights {"color_name":"red"}'],
  ["de", "stelle die Temperatur im Wohnzimmer auf 21,5 Grad", 'climate.set_temperature climate.heatpump {"temperature":21.5}'],
  ["de", "ist die Haustür abgeschlossen?", "? lock.main_door named locked"],
  ["de", "welche Lichter sind an", "? 10 any on"],
  ["de", "wie warm ist es im Wohnzimmer", "? sensor.living_room_temperature any state"],
  ["fr", "éteins Bed Light", "light.turn_off light.bed_light {}"],
  ["nl", "zet Bed Light aan", "light.turn_on light.bed_light {}"],
])("%s: %s", async (language, sentence, expected) => {
  expect(await read(sentence, language)).toBe(expected);
});
