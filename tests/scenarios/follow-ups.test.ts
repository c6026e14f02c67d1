import { expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ScenarioHome } from "./scenario-home.ts";

it("understands what only makes sense after the message before, without a model", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "turn on the kitchen light");
  expect((await home.asks(anna, "and in the hallway")).plain).toMatch(/^Hallway Light is now on/);
  expect((await home.asks(anna, "turn it off again")).plain).toMatch(/^Hallway Light is now off/);
  await home.asks(anna, "is the front door locked?");
  expect((await home.asks(anna, "and the back door?")).plain).toContain("Back Door");
  expect(home.calls().map(({ service, entityIds }) => `${service} ${entityIds}`)).toEqual([
    "light.turn_on light.kitchen_light",
    "light.turn_on light.hallway_light",
    "light.turn_off light.hallway_light",
  ]);
  expect(home.model.calls).toEqual([]);
});

it("puts no more than a name into a sentence: a device that is called like a command does not give one", async () => {
  const name = "Kitchen Light and turn on the coffee machine";
  const entities = demoHome.entities.map((entity) => (entity.entity_id === "light.kitchen_light" ? { ...entity, name } : entity));
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, entities } } });
  await home.asks(anna, "is the kitchen light on?");
  await home.asks(anna, "turn it on");
  expect(home.calls()).toMatchObject([{ service: "light.turn_on", entityIds: ["light.kitchen_light"] }]);
});

it.each([
  ["light.kitchen_light", "Kitchen Light and turn on the coffee machine"],
  ["light.hallway_light", "Hallway Light and turn on the coffee machine"],
])("does elsewhere what was done last, and no more than that, where %s is called “%s”", async (entityId, name) => {
  const entities = demoHome.entities.map((entity) => (entity.entity_id === entityId ? { ...entity, name } : entity));
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, entities } } });
  for (const text of ["is the kitchen light on?", "turn it on", "and in the hallway?", "and the bed light?"]) await home.asks(anna, text);
  expect(home.calls().map(({ service, entityIds }) => `${service} ${entityIds}`)).toEqual([
    "light.turn_on light.kitchen_light",
    "light.turn_on light.hallway_light",
    "light.turn_on light.bed_light",
  ]);
});

it("a pronoun after the answer of a model is the model's to understand: it may have read one thing and told of another", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply(
    { toolCalls: [{ name: "get_entity_state", args: { entity_id: "cover.garage_door" } }] },
    { text: "The Bedroom Blind is closed." },
  );
  await home.asks(anna, "how do things stand with the shutters, if I may ask?");
  home.model.reply({ text: "Which one do you mean?" });
  await home.asks(anna, "open it");
  expect(home.calls()).toEqual([]);
});

it("a number alone sets nothing", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "turn on the kitchen light");
  home.model.reply({ text: "One what?" });
  await home.asks(anna, "1");
  expect(home.calls()).toMatchObject([{ service: "light.turn_on", data: {} }]);
});

it("an hour later it means nothing any more", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply({ text: "What should I turn off?" });
  await home.asks(anna, "turn on the kitchen light");
  home.passes(3_600_000);
  expect((await home.asks(anna, "turn it off")).plain).toContain("What should I turn off?");
});
