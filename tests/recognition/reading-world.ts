import { englishWords } from "../../eval/retrieval-home.ts";
import { createEntityIndex } from "../../src/entity-search/entity-index.ts";
import { homeTime } from "../../src/homeassistant/home-time.ts";
import type { IntentReading } from "../../src/homeassistant/recogniser/intents.ts";
import type { Reading } from "../../src/homeassistant/recogniser/readings.ts";
import type { MatcherHint } from "../../src/homeassistant/recogniser/recogniser.ts";
import type { DomainWords } from "../../src/homeassistant/registry/translations.ts";
import { createSentenceReader } from "../../src/recognition/sentence-reader.ts";
import { type EntityDescription, type FakeHomeOptions, fakeHome } from "../fakes/home.ts";

/** A house with two of some things, one of others, and names that people say by halves. */
export const HOUSE: readonly EntityDescription[] = [
  { entityId: "light.kitchen_ceiling", name: "Kitchen Ceiling", area: "Kitchen", state: "on" },
  { entityId: "light.kitchen_counter", name: "Kitchen Counter", area: "Kitchen" },
  { entityId: "light.living_room", name: "Living Room Light", area: "Living Room" },
  { entityId: "light.reading_left", name: "Reading Lamp Left", area: "Bedroom" },
  { entityId: "light.reading_right", name: "Reading Lamp Right", area: "Bedroom" },
  { entityId: "light.garden", name: "Garden Light", area: "Front Yard" },
  { entityId: "switch.coffee", name: "Coffee Maker", area: "Kitchen", deviceClass: "outlet", state: "on" },
  { entityId: "fan.bedroom", name: "Bedroom Fan", area: "Bedroom" },
  { entityId: "vacuum.roborock", name: "Roborock Downstairs", area: "Living Room", state: "docked" },
  { entityId: "lock.smart", name: "Smart Lock", area: "Entry", state: "locked" },
  { entityId: "lock.back", name: "Rear Door Lock", area: "Garage", state: "unlocked" },
  { entityId: "cover.garage", name: "Garage Door Opener", area: "Garage", deviceClass: "garage", state: "closed" },
  { entityId: "cover.blinds", name: "Bedroom Blinds", area: "Bedroom", deviceClass: "blind", state: "open" },
  { entityId: "valve.irrigation", name: "Irrigation Valve", area: "Front Yard", state: "closed" },
  { entityId: "climate.thermostat", name: "Thermostat", area: "Living Room", attributes: { current_temperature: 21, temperature: 20 } },
  { entityId: "media_player.speaker", name: "Kitchen Speaker", area: "Kitchen", state: "playing", attributes: { volume_level: 0.3 } },
  { entityId: "media_player.tv", name: "TV", area: "Living Room", state: "off" },
  { entityId: "todo.tasks", name: "Personal Tasks" },
  { entityId: "todo.groceries", name: "Groceries" },
  {
    entityId: "sensor.bedroom_temperature",
    name: "Bedroom Temperature",
    area: "Bedroom",
    deviceClass: "temperature",
    state: "19.5",
    attributes: { state_class: "measurement" },
  },
  { entityId: "sensor.sink_battery", name: "Kitchen Sink Battery", area: "Kitchen", deviceClass: "battery", state: "15" },
  { entityId: "sensor.door_battery", name: "Rear Door Battery", area: "Garage", deviceClass: "battery", state: "80" },
  { entityId: "binary_sensor.kitchen_window", name: "Kitchen Window", area: "Kitchen", deviceClass: "window", state: "on" },
  { entityId: "binary_sensor.bedroom_window", name: "Bedroom Window", area: "Bedroom", deviceClass: "window", state: "off" },
  { entityId: "person.anna", name: "Anna", state: "home" },
  { entityId: "person.ben", name: "Ben", state: "not_home" },
  { entityId: "script.good_night", name: "Good night" },
];

export interface World {
  readonly entities?: readonly EntityDescription[];
  readonly areas?: FakeHomeOptions["areas"];
  readonly language?: string;
  readonly hint?: MatcherHint;
  readonly words?: () => DomainWords;
}

/** What Home Assistant calls some states, in English and German. */
const STATE_WORDS = new Map([
  ["person", new Map([["not_home", ["away", "abwesend"]]])],
  ["climate", new Map([["heat", ["heat", "heizen"]]])],
]);

/** A Saturday morning. */
const NOW = Date.parse("2026-11-28T08:00:00Z");

type Reader = ReturnType<typeof createSentenceReader>;
/** Preparing a house and a language takes longer than reading many sentences. */
const readers = new Map<readonly EntityDescription[], Map<() => DomainWords, Reader>>();

function readerOf(entities: readonly EntityDescription[], areas: FakeHomeOptions["areas"], words: () => DomainWords): Reader {
  const known = readers.get(entities)?.get(words);
  if (known) return known;
  const home = fakeHome({ entities, ...(areas && { areas }) });
  const reader = createSentenceReader({
    index: createEntityIndex({ home, words }),
    home,
    words: { statesOf: ({ domain }) => STATE_WORDS.get(domain) ?? new Map() },
    now: () => NOW,
  });
  readers.set(entities, new Map(readers.get(entities)).set(words, reader));
  return reader;
}

export function readingOf(
  sentence: string,
  { entities = HOUSE, areas, language = "en", hint, words = englishWords }: World = {},
): IntentReading {
  const reader = readerOf(entities, areas, words);
  const universal = reader.universal(sentence, language);
  return universal.ok ? universal : reader.place(sentence, language, hint);
}

/** What a sentence comes to, in one line: the calls or questions, the names to choose from, or "no". */
export function told(sentence: string, world: World = {}): string {
  const reading = readingOf(sentence, world);
  if (!reading.ok) return reading.reason === "several" ? `which: ${reading.options.map(({ label }) => label).join(" | ")}` : "no";
  return reading.parts
    .map((part) => {
      if (part.kind === "action") {
        const { service, target, data } = part.call;
        const values = Object.entries(data).map(([name, value]) => ` ${name}=${String(value)}`);
        return `${service} ${(target?.entityId ?? []).map(objectId).join(",")}${values.join("")}`;
      }
      if (part.kind === "reading") return readingTold(part.reading);
      const { entityIds, state, attribute, named, atMost, whether, states = {} } = part.question;
      if (whether) return `${whether}? ${entityIds.map((id) => `${objectId(id)} ${states[id]}`).join(", ")}`;
      const about = [state, attribute, atMost === undefined ? undefined : `<=${atMost}`, named ? undefined : "which"];
      return `? ${entityIds.map(objectId).join(",")} ${about.filter((word) => word !== undefined).join(" ")}`.trim();
    })
    .join("; ");
}

/** What is asked of forecasts and the like, of which days, of what. */
function readingTold({ about, days, entityIds, item, states = {} }: Reading): string {
  const at = (time: number) => homeTime("Europe/Berlin").minute(time).replace(" ", "T");
  const span = days && `${at(days.from)}/${at(days.to)}${days.part === undefined ? "" : ` ${days.part}`}`;
  const things = entityIds.map((id) => [objectId(id), states[id]].filter((word) => word !== undefined).join(" ")).join(",");
  return [about, span, things, item].filter((word) => word !== undefined && word !== "").join(" ");
}

function objectId(entityId: string): string {
  return entityId.slice(entityId.indexOf(".") + 1);
}
