import { expect, it } from "vitest";
import { anna, ben, family, ScenarioHome } from "./scenario-home.ts";

it.each([
  ["what automations do I have?", "Automations: Hallway Light On Motion, Lock Up At Night, and Wake Up."],
  ["what automations do I have for the bedroom?", "Automations for bedroom: Wake Up."],
  ["which automations touch the hallway light?", "Automations for hallway light: Hallway Light On Motion."],
  ["which scripts use the coffee machine?", "No script has anything to do with coffee machine."],
  ["what scenes are there?", "Scenes: Bright, Movie Night, and Party."],
])("an owner reads of routines, by what stands in them: %s", async (question, answer) => {
  await using home = await ScenarioHome.start();
  expect((await home.asks(anna, question)).plain).toBe(answer);
  expect(home.model.calls).toEqual([]);
});

it("others do not", async () => {
  await using home = await ScenarioHome.start({ options: { people: family } });
  expect((await home.asks(ben, "what automations do I have for the bedroom?")).plain).toBe(
    "Only owners can see which automations there are.",
  );
});

it("“why?” tells why something was done, asked or refused, and is the model's after all else", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "turn on the kitchen light");
  expect((await home.asks(anna, "why?")).plain).toMatch(/Turn on Kitchen Light/i);
  await home.asks(anna, "unlock the front door");
  expect((await home.asks(anna, "why?")).plain).toMatch(/Unlock Front Door/i);
  expect((await home.asks(anna, "what did you do?")).plain).toContain("Kitchen Light");
  home.model.reply({ text: "Because it is winter." });
  await home.asks(anna, "how warm is it in the bedroom?");
  expect((await home.asks(anna, "why?")).plain).toContain("Because it is winter.");
});

it("what has the time of day as its matter is no event", async () => {
  await using home = await ScenarioHome.start();
  expect((await home.asks(anna, "what time is it?")).plain).toMatch(/\d/);
  expect(home.model.calls).toEqual([]);
});
