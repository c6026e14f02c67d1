import { createRecogniser, type Recognition } from "../../src/homeassistant/recogniser/recogniser.ts";
import type { ServiceCall } from "../../src/homeassistant/services/services.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { fakeConnection } from "../fakes/connection.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";

export const silent = createLogger({ level: "error", destination: { write: () => {} } });

export const HOUSE: readonly EntityDescription[] = [
  { entityId: "light.kitchen_lights", name: "Kitchen Lights", area: "Kitchen" },
  { entityId: "light.bed_light", name: "Bed Light", area: "Bedroom" },
  { entityId: "light.ceiling", area: "Living Room" },
  { entityId: "lock.main_door", name: "Main Door" },
  { entityId: "cover.bedroom_blind", name: "Bedroom Blind", deviceClass: "blind" },
  { entityId: "cover.garage_door", name: "Garage Door", deviceClass: "garage" },
  { entityId: "valve.irrigation", name: "Irrigation" },
  { entityId: "climate.heatpump", area: "Living Room" },
  { entityId: "climate.ecobee", area: "Office" },
  { entityId: "media_player.tv", name: "TV", area: "Living Room", state: "playing", attributes: { volume_level: 0.5 } },
  { entityId: "media_player.radio", area: "Kitchen", state: "paused", attributes: { volume_level: 0.2 } },
  { entityId: "media_player.speaker", area: "Kitchen", state: "playing", attributes: {} },
  { entityId: "fan.living_room_fan", area: "Living Room" },
  { entityId: "vacuum.robot", area: "Living Room" },
  { entityId: "sensor.living_room_temperature", area: "Living Room", deviceClass: "temperature" },
  { entityId: "sensor.living_room_power", area: "Living Room", deviceClass: "power" },
  { entityId: "todo.groceries", name: "Groceries" },
  { entityId: "scene.movie_night", name: "Movie night" },
  { entityId: "script.good_morning", name: "Good morning" },
  { entityId: "button.doorbell", name: "Doorbell" },
  { entityId: "binary_sensor.window", deviceClass: "window" },
  { entityId: "lock.cellar", name: "Cellar", exposed: false },
];
export const LIVING_ROOM = HOUSE.filter(({ area }) => area === "Living Room").map(({ entityId }) => entityId);

/** An answer in the matcher's shape; `values` are the normalised slots. */
export function matched(intent: string, values: Record<string, unknown>, targets: readonly string[], template = "do {name}") {
  return {
    intent: { name: intent },
    slots: Object.fromEntries(Object.entries(values).map(([slot, value]) => [slot, String(value)])),
    details: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { name, value, text: String(value) }])),
    targets: Object.fromEntries(targets.map((id) => [id, { matched: true }])),
    match: true,
    sentence_template: template,
    unmatched_slots: {},
    source: "builtin",
  };
}

export const NOT_UNDERSTOOD = { ...matched("HassTurnOn", {}, []), match: false, unmatched_slots: { name: "a joke" } };

export function recogniserOf(answers: Readonly<Record<string, unknown>>) {
  const connection = fakeConnection(({ sentences }) => ({
    results: (sentences as string[]).map((sentence) => answers[sentence] ?? null),
  }));
  const recogniser = createRecogniser({ connection, home: fakeHome({ entities: HOUSE }), enabled: true, logger: silent });
  return { connection, recognise: (text: string, language = "en") => recogniser.recognise(text, language) };
}

export async function reading(answer: unknown, sentence = "do it now"): Promise<Recognition> {
  return recogniserOf({ [sentence]: answer }).recognise(sentence);
}

export function callsOf(recognition: Recognition): readonly ServiceCall[] {
  return recognition.hit ? recognition.parts.flatMap((part) => (part.kind === "action" ? [part.call] : [])) : [];
}
