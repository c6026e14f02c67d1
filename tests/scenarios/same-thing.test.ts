import { expect, test } from "vitest";
import type { FurnishedEntity } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, ScenarioHome, serviceCall } from "./scenario-home.ts";

const CHILD = 700000011;
const people = [
  { name: "Anna", telegram_user_id: anna, role: "owner" },
  { name: "Ben", telegram_user_id: ben, role: "adult" },
  { name: "Cleo", telegram_user_id: CHILD, role: "child" },
];
const RELAY = "switch.relay";
const dimmable = { supported_color_modes: ["brightness"] };
const MOWING = { lawn_mower: { start_mowing: {}, dock: {} } };
const FAN = { supported_features: 48 };
const relay: FurnishedEntity = { entity_id: RELAY, name: "Relay", area: "Hallway", device: "Relay", platform: "shelly" };
/** Other entities that work the relay, and how each is used. */
const WAYS: readonly (readonly [string, FurnishedEntity, string])[] = [
  ["a lamp in its place", { entity_id: "light.hall", name: "Hall", area: "Hallway", wraps: RELAY, attributes: dimmable }, "light.turn_on"],
  [
    "a cover in its place",
    {
      entity_id: "cover.hall",
      name: "Hall",
      area: "Hallway",
      wraps: RELAY,
      state: "open",
      attributes: { device_class: "blind", supported_features: 15 },
    },
    "cover.close_cover",
  ],
  ["a fan in its place", { entity_id: "fan.hall", name: "Hall", area: "Hallway", wraps: RELAY, attributes: FAN }, "fan.turn_on"],
  ["a group with it", { entity_id: "switch.all", name: "All", area: "Hallway", members: [RELAY] }, "switch.turn_on"],
  [
    "an entity of its device that has its name",
    { entity_id: "light.relay", name: "Relay", device: "Relay", attributes: dimmable },
    "light.turn_on",
  ],
  [
    "a script",
    { entity_id: "script.evening", name: "Evening", steps: [{ service: "switch.turn_on", entityIds: [RELAY] }] },
    "script.turn_on",
  ],
  ["a scene", { entity_id: "scene.evening", name: "Evening", sets: { [RELAY]: { state: "on" } } }, "scene.turn_on"],
  ["a scene of its lamp", { entity_id: "scene.lamp", name: "Lamp", sets: { "light.wrapper": { state: "on" } } }, "scene.turn_on"],
];
const wrapper: FurnishedEntity = { entity_id: "light.wrapper", name: "Wrapper", area: "Hallway", wraps: RELAY, attributes: dimmable };

async function houseWith(...entities: readonly FurnishedEntity[]): Promise<ScenarioHome> {
  const furnishing = { name: "Home", floors: [], areas: ["Hallway"], people: ["Anna"], labels: [], services: MOWING, entities };
  return ScenarioHome.start({ undecided: true, home: { furnishing }, options: { people } });
}

/** What a person reads, and the names of the buttons, when the model proposes a call. */
async function proposed(home: ScenarioHome, person: number, service: string, entityId: string) {
  home.model.reply({ toolCalls: [serviceCall(service, entityId)] }, { text: "Done." });
  const { plain, buttons } = await home.asks(person, "would you do that for me now");
  return { plain, labels: buttons.flat().map(({ label }) => label) };
}

test("what an owner decided about a relay holds for all that works it", async () => {
  await using home = await houseWith(relay, wrapper, ...WAYS.map(([, way]) => way));
  for (const [name, way, service] of WAYS) {
    home.decides("never", RELAY);
    expect((await proposed(home, anna, service, way.entity_id)).plain, name).toMatch(/Anna decided|never/);
    home.decides("ask", RELAY);
    expect((await proposed(home, anna, service, way.entity_id)).labels, name).toContain("Cancel");
  }
  expect(home.calls()).toEqual([]);
});

test("nobody uses a relay that is not decided about by what works it", async () => {
  const ways = WAYS.filter(([name]) => !name.includes("its name"));
  await using home = await houseWith(relay, wrapper, ...ways.map(([, way]) => way));
  for (const [name, way, service] of ways) {
    await proposed(home, CHILD, service, way.entity_id);
    expect((await proposed(home, anna, service, way.entity_id)).plain, name).toContain("I don’t know what");
  }
  expect(home.calls()).toEqual([]);
});

test("a decision about the lamp is one about the relay behind it", async () => {
  await using home = await houseWith(relay, wrapper);
  expect(home.app.decisions.list()).toHaveLength(1);
  const question = await proposed(home, anna, "light.turn_on", wrapper.entity_id);
  expect(question.plain).toContain("I don’t know what Wrapper controls");
  home.presses(anna, "Never");
  await home.next(anna);
  expect((await proposed(home, anna, "switch.turn_on", RELAY)).plain).toContain("Anna decided");
  home.decides("fine", RELAY);
  await proposed(home, anna, "light.turn_on", wrapper.entity_id);
  expect(home.calls()).toHaveLength(1);
});

test("a relay that is shown as a lock is one, whatever an owner said about it", async () => {
  await using home = await houseWith(relay, { entity_id: "lock.strike", name: "Strike", area: "Hallway", wraps: RELAY });
  expect((await proposed(home, anna, "switch.turn_on", RELAY)).labels).toEqual(["Yes", "Cancel"]);
  home.presses(anna, "Cancel");
  await home.next(anna);
  home.decides("fine", RELAY);
  for (const person of [CHILD, anna]) await proposed(home, person, "switch.turn_on", RELAY);
  expect(home.calls()).toEqual([]);
});

const lonely = { area: "Hallway", attributes: dimmable };
test.each<[string, FurnishedEntity, string, unfamiliar: boolean]>([
  ["a lamp of a template", { entity_id: "light.t", platform: "template", ...lonely }, "light.turn_on", true],
  [
    "a blind of a template",
    { entity_id: "cover.t", platform: "template", state: "open", attributes: { device_class: "blind", supported_features: 15 } },
    "cover.close_cover",
    true,
  ],
  ["a fan of a template", { entity_id: "fan.t", platform: "template", device: "Fan", attributes: FAN }, "fan.turn_on", true],
  [
    "a player made of others",
    { entity_id: "media_player.u", platform: "universal", state: "off", attributes: { supported_features: 384 } },
    "media_player.turn_on",
    true,
  ],
  ["a lamp without an integration", { entity_id: "light.y", registered: false, ...lonely }, "light.turn_on", true],
  ["a fan without a device", { entity_id: "fan.f", platform: "esphome", attributes: FAN }, "fan.turn_on", true],
  ["a fan beside a switch", { entity_id: "fan.g", platform: "esphome", device: "Relay", attributes: FAN }, "fan.turn_on", true],
  ["a fan with speeds", { entity_id: "fan.i", platform: "esphome", attributes: { supported_features: 49 } }, "fan.turn_on", false],
  [
    "a fan that is all of its device",
    { entity_id: "fan.h", platform: "esphome", device: "Ceiling fan", attributes: FAN },
    "fan.turn_on",
    false,
  ],
  ["a lamp", { entity_id: "light.l", ...lonely }, "light.turn_on", false],
])("%s is known from facts, or asked about", async (_name, entity, service, unfamiliar) => {
  await using home = await houseWith(relay, entity);
  const { labels } = await proposed(home, anna, service, entity.entity_id);
  expect(labels.includes("Fine without asking")).toBe(unfamiliar);
  expect(home.calls()).toHaveLength(unfamiliar ? 0 : 1);
});

test.each<[service: string, done: readonly number[]]>([
  ["lawn_mower.start_mowing", [ben]],
  ["lawn_mower.dock", [ben, CHILD]],
])("%s is done for grown-ups alone unless it makes it safer", async (service, done) => {
  await using home = await houseWith({
    entity_id: "lawn_mower.garden",
    name: "Mower",
    area: "Hallway",
    attributes: { supported_features: 7 },
  });
  for (const person of [ben, CHILD]) {
    const before = home.calls().length;
    await proposed(home, person, service, "lawn_mower.garden");
    expect(home.calls().length - before, String(person)).toBe(done.includes(person) ? 1 : 0);
  }
});
