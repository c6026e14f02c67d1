import { describe, expect, it } from "vitest";
import { createStatementCheck } from "../../../src/agent/statements/statements.ts";
import type { StateWords } from "../../../src/homeassistant/registry/state-words.ts";
import { catalogueFor } from "../../../src/languages/catalogue.ts";
import { fakeHome } from "../../fakes/home.ts";

const STATES: Readonly<Record<string, readonly string[]>> = {
  lock: ["locked", "unlocked"],
  cover: ["open", "closed"],
  light: ["on", "off"],
  person: ["home", "away"],
};
const words: StateWords = {
  version: 0,
  load: async () => undefined,
  called: () => undefined,
  statesOf: ({ domain, deviceClass }) =>
    new Map((deviceClass === undefined ? (STATES[domain] ?? []) : ["open", "closed"]).map((state) => [state, [state]])),
  kindNames: ({ deviceClass, domain }) => [deviceClass ?? domain],
};
const home = fakeHome({
  entities: [
    { entityId: "lock.front_door", name: "Front Door", area: "Hallway", state: "locked", attributes: { battery_level: 64 } },
    { entityId: "lock.shed", name: "Shed", area: "Garden", state: "unlocked" },
    { entityId: "cover.garage", name: "Garage Door", area: "Garage", state: "closed", deviceClass: "garage" },
    { entityId: "cover.blind", name: "Blind", area: "Kitchen", state: "open", attributes: { current_position: 60 } },
    { entityId: "light.lamp", name: "Lamp", area: "Kitchen", state: "on", attributes: { brightness: 128 } },
    { entityId: "light.spot", name: "Spot", area: "Kitchen", state: "off" },
    { entityId: "media_player.tv", name: "TV", area: "Hallway", state: "playing", attributes: { media_title: "Blue Planet" } },
    { entityId: "sensor.kitchen", name: "Kitchen Temperature", area: "Kitchen", state: "21.3", attributes: { unit_of_measurement: "°C" } },
    { entityId: "sensor.power", name: "Power", state: "1.2", attributes: { unit_of_measurement: "kW" } },
    { entityId: "sensor.wait", name: "Wait", state: "90", attributes: { unit_of_measurement: "min" } },
    { entityId: "sensor.cell", name: "Cell", deviceClass: "battery", state: "14", attributes: { unit_of_measurement: "%" } },
    { entityId: "person.ben", name: "Ben", state: "home" },
  ],
  areas: [{ name: "Hallway" }, { name: "Garden" }, { name: "Garage" }, { name: "Kitchen" }],
});
const check = createStatementCheck({ home, words });
const catalogue = catalogueFor("en");
const MARK = catalogue.text("statement.unchecked");

/** What is told of an answer whose review says nothing of it. */
async function told(question: string, answer: string, more: { readonly read?: readonly string[]; readonly isAboutHome?: boolean } = {}) {
  const { text, notes } = await checked(question, answer, more);
  return { text, isMarked: notes.includes(MARK) };
}

function checked(question: string, answer: string, more: { readonly read?: readonly string[]; readonly isAboutHome?: boolean } = {}) {
  return check.answer({
    ...{ question, answer, asker: "Anna", before: [], given: [], beside: undefined, looked: false, catalogue },
    read: more.read ?? [],
    review: { about_home: more.isAboutHome ?? false, statements: [] },
  });
}
const plain = (answer: string) => ({ text: answer, isMarked: false });

describe("a sentence of which each word is known", () => {
  it.each([
    ["what about it", "The front door is locked and the garage is closed."],
    ["what about it", "The lamp is on and the spot is off."],
    ["what about it", "Front Door: locked"],
    ["what about it", "Ben is at home."],
    ["what about it", "The lamp in the kitchen is at 50 %."],
    ["what about it", "The TV is playing Blue Planet."],
    ["what about it", "The power is 1200 W."],
    ["what about it", "The wait is 1.5 hours."],
    ["and the kitchen", "It is 21.3 °C in the kitchen."],
    ["how full is the battery of the front door", "64 %"],
    ["what about the front door", "Yes, it is locked."],
    ["what about the front door", "It is not unlocked."],
  ])("stands if it is so: %s %s", async (question, answer) => expect(await told(question, answer)).toEqual(plain(answer)));

  it.each([
    ["what about it", "The front door is unlocked.", "Front Door is locked."],
    ["what about the front door", "It is unlocked.", "Front Door is locked."],
    ["what about it", "The garage is open.", "Garage Door is closed."],
    ["what about it", "All locks are locked.", "Shed is unlocked."],
    ["what about the front door", "The front door is locked, the shed too.", "Shed is unlocked."],
  ])("is replaced if it is not: %s %s", async (question, answer, truth) => expect(await told(question, answer)).toEqual(plain(truth)));
});

describe("a sentence with more in it", () => {
  it.each([
    ["what about the front door", "The front door is locked because Ben is careful."],
    ["what about the front door", "Only the front door is locked."],
    ["what about the front door", "The front door is locked for another minute."],
    ["what about the front door", "The front door was locked."],
    ["what about the front door", "The front door is locked, isn't the garage open?"],
    ["and the kitchen", "A light is on in the kitchen."],
    ["and the hallway", "It is 21.3 °C."],
    ["thanks", "You're welcome. Nobody came in today."],
    ["thanks", "Rest easy about the doors of the garage."],
  ])("is marked: %s %s", async (question, answer) => expect((await told(question, answer)).isMarked).toBe(true));
});

it("a sentence that says more than can be compared is marked", async () => {
  const lamps = (count: number) => `The lamp is on${" and the lamp is on".repeat(count)}.`;
  expect((await told("what about it", lamps(5))).isMarked).toBe(false);
  expect((await told("what about it", lamps(50))).isMarked).toBe(true);
});

describe("what a tool returned", () => {
  const read = ['{"name":"Front Door","changes":["2026-11-27 17:42 unlocked","2026-11-27 17:44 locked"]}'];
  it.each(["The front door was unlocked at 17:42.", "Front Door was unlocked at 17:42 and locked at 17:44."])(
    "%s is drawn from it",
    async (answer) => expect(await told("what did the front door do today", answer, { read })).toEqual(plain(answer)),
  );
  it.each([
    "The front door was unlocked at 17:43.",
    "Ben unlocked the front door at 17:42.",
    "Nobody touched the front door before 17:42.",
    "The front door was unlocked in the evening.",
  ])("%s is not", async (answer) => expect((await told("what did the front door do today", answer, { read })).isMarked).toBe(true));
});

it.each(["Did I tell you that the shed is locked?", "Shall I lock the shed, unlocked as it is?", "Do you want the shed locked?"])(
  "beside what a question takes for granted stands how it is: %s",
  async (answer) => {
    const { text, notes } = await checked("what about the front door", answer);
    expect([text, ...notes].join(" ")).toMatch(/Shed is unlocked|couldn’t check/);
  },
);

it.each([
  ["what about the batteries", "No battery is low."],
  ["what about the lamp", "Have I told you that the oven is off?"],
])("is not left as it is: %s %s", async (question, answer) => expect(await told(question, answer)).not.toEqual(plain(answer)));

describe("talk", () => {
  it.each(["You're welcome!", "So is the rest."])("that says nothing by itself is left out beside what is so: %s", async (more) =>
    expect(await told("what about the lamp", `The lamp is on. ${more}`)).toEqual(plain("The lamp is on.")),
  );

  it.each([
    ["open it", "Which door do you want me to open?"],
    ["what is the capital of France", "Paris."],
    ["hello", "Hello Anna! How can I help?"],
    ["recipe for pasta please", "Boil the pasta for nine minutes, drain it and add the sauce. Enjoy!"],
    ["what about the lamp", "The lamp is on. Shall I turn it off?"],
  ])("is not marked: %s %s", async (question, answer) => expect(await told(question, answer)).toEqual(plain(answer)));
});

describe("an answer that grows", () => {
  it.each(["The front door was never open.", "Nobody came in.", "All doors stay shut."])("does not show %s", (text) => {
    expect(check.growing("good night").mayShow(text)).toBe(false);
  });
  it("shows talk at once, and nothing of a short answer to a question about the home", () => {
    expect(check.growing("a joke please")).toMatchObject({ from: 0 });
    expect(check.growing("a joke please").mayShow("Why did the chicken cross the road?")).toBe(true);
    expect(check.growing("what about the shed").from).toBeGreaterThan(0);
  });
});
