import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { demoHome, type FurnishedEntity } from "../../src/simulated-home/furnishing.ts";
import { anna, eventually, ScenarioHome } from "./scenario-home.ts";

/** Texts of kinds and states as Home Assistant 2026.11 has them. */
const translations = JSON.parse(readFileSync(new URL("../fixtures/state-translations.json", import.meta.url), "utf8"));

it("a question whether all or any are so is answered over all of them, without a model", { timeout: 60_000 }, async () => {
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, translations } } });
  const rows = [
    ["are all windows closed?", "No: Kitchen Window is open."],
    ["are the windows closed?", "No: Kitchen Window is open."],
    ["is everything locked?", "Yes, both are locked."],
    ["is everything closed?", "No: Kitchen Window is open."],
    ["is anything open?", "Yes: Kitchen Window is open."],
    ["are the lights off?", "No: Ceiling Lights and Desk Lamp are on."],
    ["are all the lights in the bedroom off?", "Yes, Bed Light is off."],
    ["is everybody home?", "No: Ben is away."],
    ["is anyone home?", "Anna is at home."],
  ] as const;
  home.model.respond(() => ({ text: "The model." }));
  // the words for kinds are read in the background
  await vi.waitFor(async () => expect((await home.asks(anna, rows[0][0])).plain).toBe(rows[0][1]), { timeout: 10_000, interval: 200 });
  const asked = home.model.calls.length;
  const told: (readonly [string, string])[] = [];
  for (const [question] of rows) told.push([question, (await home.asks(anna, question)).plain]);
  expect(told).toEqual(rows);
  home.sim.setState("binary_sensor.kitchen_window", "off");
  home.sim.setState("binary_sensor.bedroom_window", "unavailable");
  await eventually(() => home.app.home.find("binary_sensor.bedroom_window")?.state.state === "unavailable");
  expect((await home.asks(anna, "are all windows closed?")).plain).toBe(
    "Kitchen Window is closed.\nBedroom Window cannot be reached right now.",
  );
  expect((await home.asks(anna, "is anything open?")).plain).toMatch(/^(?!Yes|No)[\s\S]*Bedroom Window cannot be reached right now\.$/);
  expect(home.model.calls).toHaveLength(asked);
});

const contact = (entity_id: string, name: string, device_class?: string): FurnishedEntity => ({
  entity_id,
  name,
  area: "Hall",
  state: "off",
  attributes: device_class === undefined ? {} : { device_class },
});
const RESTING: readonly FurnishedEntity[] = [
  { entity_id: "lock.front", name: "Front Door", area: "Hall", state: "locked" },
  { entity_id: "lock.back", name: "Back Door", area: "Hall", state: "locked" },
  {
    entity_id: "cover.garage",
    name: "Garage Door",
    area: "Hall",
    state: "closed",
    attributes: { device_class: "garage", supported_features: 11 },
  },
  {
    entity_id: "cover.blind",
    name: "Window Blind",
    area: "Hall",
    state: "open",
    attributes: { device_class: "blind", supported_features: 15 },
  },
  contact("binary_sensor.terrace", "Terrace Door", "door"),
  contact("binary_sensor.kitchen", "Kitchen Window", "window"),
  contact("binary_sensor.bath", "Bath Window", "window"),
  contact("binary_sensor.attic", "Attic Window", "opening"),
  contact("binary_sensor.cellar", "Cellar Window"),
  { entity_id: "light.lamp", name: "Lamp", area: "Hall", state: "off", attributes: { supported_color_modes: ["onoff"] } },
  { entity_id: "light.light", name: "Light", area: "Hall", state: "off", attributes: { supported_color_modes: ["onoff"] } },
  { entity_id: "media_player.tv", name: "TV", area: "Hall", state: "off" },
  { entity_id: "siren.attic", name: "Siren", area: "Hall", state: "off" },
  { entity_id: "group.doors", name: "All Doors", state: "on", exposed: false },
];

it("one word for a kind is answered over all of it, and what asks is never done", { timeout: 60_000 }, async () => {
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, translations } } });
  home.model.respond(() => ({ text: "The model." }));
  await home.namesKinds();
  home.sim.setState("binary_sensor.terrace_door", "on");
  await eventually(() => home.app.home.find("binary_sensor.terrace_door")?.state.state === "on");
  const calls = home.calls().length;
  for (const [question, answer] of [
    ["is the door closed?", /^No: Terrace Door is open\./],
    ["is the alarm on tonight?", /^The model\./],
    ["is anything on the list?", /^On Groceries: Milk and Bread\.$/],
    ["is the milk still on the list?", /^Yes, Milk is on Groceries\.$/],
    ["am I busy today?", /^There is nothing in the calendar today\.$/],
    ["is the desk lamp on?", /^Yes, Desk Lamp is on\.$/],
    ["off?", /^(?!Desk Lamp is now)/],
  ] as const)
    expect((await home.asks(anna, question)).plain, question).toMatch(answer);
  expect(
    home
      .calls()
      .slice(calls)
      .filter(({ service }) => service.startsWith("light.")),
  ).toEqual([]);
});

it("what is on its way, jammed, or called so whatever its class, is no rest", { timeout: 60_000 }, async () => {
  const furnishing = { name: "Home", floors: [], areas: ["Hall"], people: ["Anna"], labels: [], translations, entities: RESTING };
  await using home = await ScenarioHome.start({ home: { furnishing } });
  home.model.respond(() => ({ text: "The model." }));
  // until the words for kinds are read, the model is asked: never the matcher, which would tell of one door
  await vi.waitFor(
    async () => {
      const { plain } = await home.asks(anna, "are all doors locked?");
      expect(["The model.", "Yes, both are locked."]).toContain(plain);
      expect(plain).toBe("Yes, both are locked.");
    },
    { timeout: 10_000, interval: 200 },
  );
  const rows: readonly (readonly [id: string, state: string, rest: string, answers: Readonly<Record<string, RegExp>>])[] = [
    ["lock.front", "jammed", "locked", { "is anything unlocked?": /^Yes: Front Door is/, "are all doors locked?": /^No: Front Door is/ }],
    ["lock.front", "unlocking", "locked", { "which doors are unlocked?": /^Front Door is/ }],
    ["lock.front", "open", "locked", { "is everything closed?": /^No: Front Door is open/ }],
    ["cover.garage", "opening", "closed", { "is anything open?": /^Yes: Garage Door is/, "is any door open?": /^Garage Door is opening/ }],
    ["binary_sensor.attic", "on", "off", { "are all windows closed?": /^No: Attic Window is open/ }],
    ["binary_sensor.cellar", "on", "off", { "are all windows closed?": /^(?!Yes)[\s\S]*Cellar Window \(on\)/ }],
    ["media_player.tv", "playing", "off", { "is everything off?": /^No: TV is/ }],
    ["siren.attic", "on", "off", { "is anything still on?": /^Yes: Siren is/ }],
  ];
  for (const [id, state, rest, answers] of rows) {
    home.sim.setState(id, state);
    await eventually(() => home.app.home.find(id)?.state.state === state);
    for (const [question, answer] of Object.entries(answers)) expect((await home.asks(anna, question)).plain).toMatch(answer);
    home.sim.setState(id, rest);
    await eventually(() => home.app.home.find(id)?.state.state === rest);
  }
});

const QUESTIONS: Readonly<Record<string, readonly (readonly [question: string, begins: "yes" | "no", names: string | undefined])[]>> = {
  de: [
    ["Sind alle Fenster zu?", "no", "Kitchen Window"],
    ["Ist alles abgeschlossen?", "yes", undefined],
    ["Ist noch etwas offen?", "yes", "Kitchen Window"],
    ["Sind alle Lichter aus?", "no", "Ceiling Lights"],
    ["Ist irgendein Licht an?", "yes", "Ceiling Lights"],
    ["Sind alle zu Hause?", "no", "Ben"],
  ],
  fr: [
    ["Est-ce que toutes les fenêtres sont fermées ?", "no", "Kitchen Window"],
    ["Est-ce que tout est verrouillé ?", "yes", undefined],
    ["Est-ce que quelque chose est ouvert ?", "yes", "Kitchen Window"],
    ["Toutes les lumières sont-elles éteintes ?", "no", "Ceiling Lights"],
    ["Y a-t-il des lumières allumées ?", "yes", "Ceiling Lights"],
    ["Est-ce que tout le monde est à la maison ?", "no", "Ben"],
  ],
  es: [
    ["¿Están todas las ventanas cerradas?", "no", "Kitchen Window"],
    ["¿Está todo bloqueado?", "yes", undefined],
    ["¿Hay algo abierto?", "yes", "Kitchen Window"],
    ["¿Están todas las luces apagadas?", "no", "Ceiling Lights"],
    ["¿Hay alguna luz encendida?", "yes", "Ceiling Lights"],
    ["¿Están todos en casa?", "no", "Ben"],
  ],
  nl: [
    ["Zijn alle ramen dicht?", "no", "Kitchen Window"],
    ["Is alles op slot?", "yes", undefined],
    ["Staat er iets open?", "yes", "Kitchen Window"],
    ["Zijn alle lampen uit?", "no", "Ceiling Lights"],
    ["Is er nog een lamp aan?", "yes", "Ceiling Lights"],
    ["Is iedereen thuis?", "no", "Ben"],
  ],
  he: [
    ["האם כל החלונות סגורים?", "no", "Kitchen Window"],
    ["האם הכול נעול?", "yes", undefined],
    ["יש משהו פתוח?", "yes", "Kitchen Window"],
    ["האם כל האורות כבויים?", "no", "Ceiling Lights"],
    ["יש אור דולק?", "yes", "Ceiling Lights"],
    ["האם כולם בבית?", "no", "Ben"],
  ],
};
const WORDS: Readonly<Record<string, Readonly<Record<"yes" | "no", string>>>> = {
  ...{ de: { yes: "Ja", no: "Nein" }, fr: { yes: "Oui", no: "Non" }, es: { yes: "Sí", no: "No" }, nl: { yes: "Ja", no: "Nee" } },
  he: { yes: "כן", no: "לא" },
};

it.each(Object.keys(QUESTIONS))(
  "questions about all and any are computed in %s too, without a model",
  { timeout: 60_000 },
  async (language) => {
    await using home = await ScenarioHome.start({ options: { language }, home: { furnishing: { ...demoHome, translations } } });
    home.model.respond(() => ({ text: "The model." }));
    const rows = QUESTIONS[language] ?? [];
    await vi.waitFor(async () => expect((await home.asks(anna, rows[0]?.[0] ?? "")).plain).not.toContain("The model."), {
      timeout: 10_000,
      interval: 200,
    });
    const asked = home.model.calls.length;
    const wrong: (readonly [string, string])[] = [];
    for (const [question, begins, name] of rows) {
      const { plain } = await home.asks(anna, question);
      const word = WORDS[language]?.[begins] ?? "";
      if (!plain.startsWith(word) || (name !== undefined && !plain.includes(name))) wrong.push([question, plain]);
    }
    expect(wrong).toEqual([]);
    expect(home.model.calls).toHaveLength(asked);
  },
);
