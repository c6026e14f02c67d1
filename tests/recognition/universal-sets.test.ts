import { expect, test } from "vitest";
import { englishWords } from "../../eval/retrieval-home.ts";
import { reportQuestion } from "../../src/agent/wording/state-answers.ts";
import type { DomainWords } from "../../src/homeassistant/registry/translations.ts";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";
import { readingOf } from "./reading-world.ts";

/** Names of classes as Home Assistant 2026.11 has them. */
function wordsIn(language: string, classes: Readonly<Record<string, Readonly<Record<string, string>>>>): () => DomainWords {
  const domains = Object.entries(classes).map(
    ([domain, { _ = domain, ...own }]) => [domain, { names: [_], classes: own, deeds: [] }] as const,
  );
  const words = { language, domains: new Map(domains) };
  return () => words;
}
const english = englishWords();
const WORDS: Readonly<Record<string, () => DomainWords>> = {
  en: () => english,
  de: wordsIn("de", {
    binary_sensor: { window: "Fenster", door: "Tür", opening: "Öffnung", garage_door: "Garagentor", lock: "Schloss", battery: "Batterie" },
    cover: { _: "Abdeckung", window: "Fenster", door: "Tür", garage: "Garagentor", gate: "Tor", shutter: "Rollladen", blind: "Jalousie" },
    sensor: { battery: "Batterie", power: "Leistung" },
    lock: { _: "Schloss" },
    light: { _: "Licht" },
    person: { _: "Person" },
  }),
  fr: wordsIn("fr", {
    binary_sensor: {
      window: "Fenêtre",
      door: "Porte",
      opening: "Ouverture",
      garage_door: "Porte de garage",
      lock: "Serrure",
      battery: "Batterie",
    },
    cover: { _: "Volet", window: "Fenêtre", door: "Porte", garage: "Garage", gate: "Portail", shutter: "Volet roulant" },
    sensor: { battery: "Batterie", power: "Puissance" },
    lock: { _: "Serrure" },
    light: { _: "Lumière" },
  }),
};

type Names = Readonly<Record<"kitchen" | "bath" | "terrace" | "front" | "lamp" | "plug" | "battery", string>>;
const NAMES: Readonly<Record<string, Names>> = {
  en: {
    kitchen: "Kitchen Window",
    bath: "Bath Window",
    terrace: "Terrace Door",
    front: "Front Door",
    lamp: "Lamp",
    plug: "Coffee Maker",
    battery: "Porch Battery",
  },
  de: {
    kitchen: "Küchenfenster",
    bath: "Badfenster",
    terrace: "Terrassentür",
    front: "Haustür",
    lamp: "Stehlampe",
    plug: "Kaffeemaschine",
    battery: "Melder Batterie",
  },
  fr: {
    kitchen: "Fenêtre cuisine",
    bath: "Fenêtre bain",
    terrace: "Porte terrasse",
    front: "Porte d'entrée",
    lamp: "Lampe",
    plug: "Cafetière",
    battery: "Capteur batterie",
  },
};

/** A home in which all is closed, locked and off. */
function calm({ kitchen, bath, terrace, front, lamp, plug, battery }: Names): readonly EntityDescription[] {
  return [
    { entityId: "binary_sensor.kitchen", name: kitchen, deviceClass: "window", state: "off", area: "Kitchen" },
    { entityId: "binary_sensor.bath", name: bath, deviceClass: "window", state: "off", area: "Bath" },
    { entityId: "binary_sensor.terrace", name: terrace, deviceClass: "door", state: "off", area: "Kitchen" },
    { entityId: "lock.front", name: front, state: "locked", area: "Hall" },
    { entityId: "light.lamp", name: lamp, state: "off", area: "Kitchen" },
    { entityId: "switch.plug", name: plug, state: "off", area: "Kitchen", deviceId: "plug" },
    { entityId: "sensor.battery", name: battery, deviceClass: "battery", state: "90", attributes: { unit_of_measurement: "%" } },
    { entityId: "person.anna", name: "Anna", state: "home" },
  ];
}

function answer(question: string, language: string, more: readonly EntityDescription[]): string {
  const names = NAMES[language];
  const words = WORDS[language];
  if (!names || !words) throw new Error(language);
  const changed = new Set(more.map(({ entityId }) => entityId));
  const entities = [...calm(names).filter(({ entityId }) => !changed.has(entityId)), ...more];
  const areas = ["Kitchen", "Bath", "Hall", "Garage"].map((name) => ({ name, floor: name === "Bath" ? "Upstairs" : "Ground Floor" }));
  const reading = readingOf(question, { entities, areas, language, words });
  const input = { home: fakeHome({ entities, areas }), catalogue: catalogueFor(language) };
  if (!reading.ok) return "model";
  return reading.parts.map((part) => (part.kind === "question" ? reportQuestion(part.question, input) : "action")).join("\n");
}

const contact = (name: string, state: string, deviceClass?: string, more: Partial<EntityDescription> = {}): EntityDescription => ({
  entityId: "binary_sensor.other",
  name,
  state,
  ...(deviceClass !== undefined && { deviceClass }),
  ...more,
});
const cover = (name: string, state: string, deviceClass?: string): EntityDescription => ({
  ...contact(name, state, deviceClass),
  entityId: "cover.other",
});
const text = (name: string, state: string, deviceClass?: string): EntityDescription => ({
  ...contact(name, state, deviceClass),
  entityId: "sensor.other",
});
const sensor = (
  name: string,
  state: string,
  unit: string,
  deviceClass?: string,
  more: Partial<EntityDescription> = {},
): EntityDescription => ({
  ...contact(name, state, deviceClass, more),
  entityId: "sensor.other",
  attributes: { unit_of_measurement: unit },
});
const open = (name: string, deviceClass: string): EntityDescription =>
  contact(name, "on", deviceClass, { entityId: `binary_sensor.${name.split(" ")[0]?.toLowerCase() ?? ""}`, area: "Kitchen" });
const group = (name: string, state: string, members: readonly string[]): EntityDescription =>
  contact(name, state, "window", { attributes: { entity_id: members } });
const light = (name: string, state: string, members?: readonly string[]): EntityDescription => ({
  entityId: `light.${name.toLowerCase()}`,
  name,
  state,
  area: "Kitchen",
  ...(members && { attributes: { entity_id: members } }),
});
const holder = (entityId: string, name: string, state: string, level: number): EntityDescription => ({
  entityId,
  name,
  state,
  attributes: { battery_level: level },
  deviceId: "robot",
});

type Row = readonly [question: string, more: readonly EntityDescription[], answer: string];

const ENGLISH: readonly Row[] = [
  // a window is what its class, its name or a label says
  ["are all windows closed?", [cover("Skylight", "open", "window")], "No: Skylight is open."],
  ["are all windows closed?", [cover("Skylight", "closed", "window")], "Yes, all 3 are closed."],
  [
    "are all windows closed?",
    [cover("Skylight", "unavailable", "window")],
    "All 2 that I can see are closed.\nSkylight cannot be reached right now.",
  ],
  [
    "is any window open?",
    [contact("Skylight", "on", "opening")],
    "Of the 2 that I can see, none is open.\nI can’t be sure about Skylight (open).",
  ],
  ["are all windows closed?", [contact("Skylight", "off", "opening")], "Yes, both are closed."],
  [
    "are all windows closed?",
    [contact("Skylight", "unknown", "opening")],
    "All 2 that I can see are closed.\nSkylight cannot be reached right now.",
  ],
  [
    "which windows are open?",
    [contact("Attic Window", "on")],
    "Of the 2 that I can see, none is open.\nI can’t be sure about Attic Window (on).",
  ],
  [
    "are the windows closed?",
    [contact("Loft", "on", undefined, { labels: ["Windows"] })],
    "All 2 that I can see are closed.\nI can’t be sure about Loft (on).",
  ],
  ["are all windows closed?", [contact("Patio Door", "on", "opening")], "Yes, both are closed."],
  ["are all doors closed?", [contact("Patio Door", "on", "opening")], "No: Patio Door is open."],
  [
    "are all windows closed?",
    [text("Attic Window Handle", "tilted", "enum")],
    "All 2 that I can see are closed.\nI can’t be sure about Attic Window Handle (tilted).",
  ],
  ["are all windows closed?", [cover("Annex", "open")], "All 2 that I can see are closed.\nI can’t be sure about Annex (open)."],
  ["are all windows closed?", [cover("Annex Shutter", "open")], "Yes, both are closed."],
  [
    "are all windows in the kitchen closed?",
    [contact("Side Window", "on", "window")],
    "Kitchen Window is closed.\nI can’t be sure about Side Window (open).",
  ],
  ["are all windows upstairs closed?", [contact("Side Window", "off", "window")], "Yes, Bath Window is closed."],
  [
    "are all windows closed?",
    [contact("Bath Window", "unavailable", "window", { entityId: "binary_sensor.bath" })],
    "Kitchen Window is closed.\nBath Window cannot be reached right now.",
  ],
  // "the window" may be any of them
  ["is the window closed?", [cover("Skylight", "closed", "window"), open("Kitchen Window", "window")], "No: Kitchen Window is open."],
  ["is the window open?", [cover("Skylight", "closed", "window"), open("Kitchen Window", "window")], "Yes: Kitchen Window is open."],
  ["is the window closed?", [cover("Skylight", "closed", "window")], "Yes, all 3 are closed."],
  [
    "is the door closed?",
    [{ ...cover("Garage Door", "closed", "garage"), area: "Bath" }, open("Terrace Door", "door")],
    "No: Terrace Door is open.",
  ],
  [
    "is the window in the kitchen closed?",
    [{ ...cover("Roof Hatch", "closed", "window"), area: "Kitchen" }, open("Kitchen Window", "window")],
    "No: Kitchen Window is open.",
  ],
  [
    "is the kitchen window closed?",
    [{ ...cover("Roof Hatch", "closed", "window"), area: "Kitchen" }, open("Kitchen Window", "window")],
    "No, Kitchen Window is open.",
  ],
  // what has no lock does not answer by another's
  ...["is the garage locked?", "is the garage door locked?"].map(
    (question): Row => [
      question,
      [
        { ...cover("Garage Door", "open", "garage"), area: "Garage" },
        { entityId: "lock.cellar", name: "Cellar Door", state: "locked", area: "Garage" },
      ],
      "Garage Door: open.",
    ],
  ),
  // a group tells no more than its members
  [
    "are windows open?",
    [group("Windows", "off", ["binary_sensor.kitchen", "binary_sensor.bath"]), open("Kitchen Window", "window")],
    "Yes: Kitchen Window is open.",
  ],
  [
    "how many windows and doors are open?",
    [open("Kitchen Window", "window"), contact("Terrace Door", "on", "door", { entityId: "binary_sensor.terrace" })],
    "2 are open: Kitchen Window and Terrace Door.",
  ],
  // of a door that only its lock tells of, nothing but "locked" says that it is closed
  ...["unlocked", "jammed", "unlocking"].map(
    (state): Row => [
      "are all doors closed?",
      [{ entityId: "lock.front", name: "Front Door", state, area: "Hall" }],
      `Terrace Door is closed.\nI can’t be sure about Front Door (${state}).`,
    ],
  ),
  [
    "which doors are open?",
    [{ entityId: "lock.front", name: "Front Door", state: "unavailable", area: "Hall" }],
    "Terrace Door is closed.\nFront Door cannot be reached right now.",
  ],
  [
    "is everything closed?",
    [{ entityId: "lock.front", name: "Front Door", state: "unlocked", area: "Hall" }],
    "All 3 that I can see are closed.\nI can’t be sure about Front Door (unlocked).",
  ],
  // what is assumed is not known
  [
    "is everything locked?",
    [{ entityId: "lock.other", name: "Shed", state: "locked", attributes: { assumed_state: true } }],
    "Front Door is locked.\nI can’t be sure about Shed (locked).",
  ],
  ["are the lights on?", [light("Lights", "off", ["light.lamp"]), light("Lamp", "on")], "Yes, Lamp is on."],
  // another class does not answer
  ["is there smoke in the kitchen?", [contact("Kitchen Smoke", "off", "smoke", { area: "Kitchen" })], "No, Kitchen Smoke is clear."],
  [
    "is there smoke in the kitchen?",
    [contact("Kitchen Gas", "off", "gas", { area: "Kitchen" })],
    "I have nothing there that could tell me.",
  ],
  [
    "is there gas in the kitchen?",
    [contact("Kitchen Smoke", "off", "smoke", { area: "Kitchen" })],
    "I have nothing there that could tell me.",
  ],
  // everything
  [
    "is everything closed?",
    [contact("Attic Window", "off")],
    "All 3 that I can see are closed.\nI can’t be sure about Attic Window (off).",
  ],
  ["is everything closed?", [cover("Annex", "open")], "No: Annex is open."],
  [
    "is anything open?",
    [text("Cellar Hatch", "open")],
    "Of the 3 that I can see, none is open.\nI can’t be sure about Cellar Hatch (open).",
  ],
  ["is anything open?", [text("Next Bus", "in 5 minutes")], "No, none of 3 is open."],
  ["is everything locked?", [text("Cellar", "unlocked")], "Front Door is locked.\nI can’t be sure about Cellar (unlocked)."],
  [
    "are all doors locked?",
    [{ entityId: "lock.other", name: "Shed", state: "unavailable" }],
    "Front Door is locked.\nShed cannot be reached right now.",
  ],
  // what is on, runs or uses power
  [
    "is everything off?",
    [sensor("Stove Power", "2100", "W", "power")],
    "All 2 that I can see are off.\nI can’t be sure about Stove Power (2100 W).",
  ],
  [
    "is anything using power?",
    [sensor("Stove Power", "1.8", "kW", "power")],
    "Of the 2 that I can see, none is on.\nI can’t be sure about Stove Power (1.8 kW).",
  ],
  ["is everything off?", [sensor("Stove Power", "3", "W", "power")], "Yes, both are off."],
  [
    "is anything on?",
    [
      sensor("Plug Power", "60", "W", "power", { deviceId: "plug" }),
      { entityId: "switch.plug", name: "Plug", state: "on", deviceId: "plug" },
    ],
    "Yes: Plug is on.",
  ],
  [
    "is anything running?",
    [text("Washing Machine", "Running")],
    "Of the 2 that I can see, none is on.\nI can’t be sure about Washing Machine (Running).",
  ],
  ["is everything off?", [contact("Oven", "on")], "All 2 that I can see are off.\nI can’t be sure about Oven (on)."],
  [
    "are all lights off?",
    [{ entityId: "light.other", name: "Porch Light", state: "unavailable" }],
    "Lamp is off.\nPorch Light cannot be reached right now.",
  ],
  ["is everybody home?", [{ entityId: "person.ben", name: "Ben", state: "unknown" }], "Anna is at home.\nBen cannot be reached right now."],
  // batteries, in whatever form they tell
  ["which batteries are low?", [holder("vacuum.robot", "Robot", "docked", 8)], "Robot: 8 %."],
  ["are any batteries low?", [holder("lock.front", "Front Door", "locked", 4)], "Front Door: 4 %."],
  ["which batteries are low?", [holder("vacuum.robot", "Robot", "docked", 80)], "None of them is at 20 % or less."],
  [
    "which batteries are low?",
    [holder("vacuum.robot", "Robot", "docked", 15), sensor("Robot Battery", "15", "%", "battery", { deviceId: "robot" })],
    "Robot Battery: 15 %.",
  ],
  [
    "which batteries are low?",
    [sensor("Camera Battery", "2", "%")],
    "Of those that I can see, none is at 20 % or less.\nI can’t be sure about Camera Battery (2 %).",
  ],
  [
    "are any batteries low?",
    [text("Lock Battery", "low", "battery")],
    "Of those that I can see, none is at 20 % or less.\nI can’t be sure about Lock Battery (low).",
  ],
  [
    "which batteries are low?",
    [sensor("Lock Battery", "unavailable", "%", "battery")],
    "Of those that I can see, none is at 20 % or less.\nLock Battery cannot be reached right now.",
  ],
  ["which batteries are low?", [contact("Smoke Battery", "on", "battery")], "Smoke Battery is low."],
];

const GERMAN: readonly Row[] = [
  ["Sind alle Fenster zu?", [cover("Oberlicht", "open", "window")], "Nein: Oberlicht ist offen."],
  [
    "Sind alle Fenster zu?",
    [contact("Dachfenster", "on")],
    "Alle 2, die ich sehen kann, sind geschlossen.\nBei Dachfenster (an) bin ich nicht sicher.",
  ],
  [
    "Ist noch ein Fenster offen?",
    [contact("Oberlicht", "on", "opening")],
    "Von den 2, die ich sehen kann, ist keins offen.\nBei Oberlicht (offen) bin ich nicht sicher.",
  ],
  [
    "Sind die Fenster zu?",
    [contact("Badfenster", "unavailable", "window", { entityId: "binary_sensor.bath" })],
    "Küchenfenster ist geschlossen.\nBadfenster ist gerade nicht erreichbar.",
  ],
  [
    "Ist alles zu?",
    [text("Kellerluke", "offen")],
    "Alle 3, die ich sehen kann, sind geschlossen.\nBei Kellerluke (offen) bin ich nicht sicher.",
  ],
  [
    "Ist alles aus?",
    [sensor("Herd Leistung", "2100", "W", "power")],
    "Alle 2, die ich sehen kann, sind aus.\nBei Herd Leistung (2100 W) bin ich nicht sicher.",
  ],
  [
    "Ist noch was an?",
    [text("Waschmaschine", "unavailable"), contact("Ofen", "on")],
    "Von den 2, die ich sehen kann, ist keins an.\nBei Ofen (an) bin ich nicht sicher.",
  ],
  ["Welche Batterien sind leer?", [holder("vacuum.robot", "Sauger", "docked", 8)], "Sauger: 8 %."],
];

const FRENCH: readonly Row[] = [
  ["Est-ce que toutes les fenêtres sont fermées ?", [cover("Velux", "open", "window")], "Non. Velux : ouvert."],
  [
    "Est-ce que toutes les fenêtres sont fermées ?",
    [contact("Fenêtre grenier", "on")],
    "Pour les 2 que je peux voir : fermé.\nJe ne peux pas me prononcer sur Fenêtre grenier (allumé).",
  ],
  [
    "Quelles fenêtres sont ouvertes ?",
    [contact("Fenêtre bain", "unknown", "window", { entityId: "binary_sensor.bath" })],
    "Fenêtre cuisine : fermé.\nFenêtre bain : injoignable pour le moment.",
  ],
  [
    "Est-ce que tout est éteint ?",
    [sensor("Puissance four", "900", "W", "power")],
    "Pour les 2 que je peux voir : éteint.\nJe ne peux pas me prononcer sur Puissance four (900 W).",
  ],
];

test.each([
  ...ENGLISH.map((row) => ["en", ...row] as const),
  ...GERMAN.map((row) => ["de", ...row] as const),
  ...FRENCH.map((row) => ["fr", ...row] as const),
])("%s: %s %o", (language, question, more, expected) => expect(answer(question, language, more)).toBe(expected));
