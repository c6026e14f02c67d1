import { expect, it } from "vitest";
import { anna, homeOfLanguage, ScenarioHome } from "./scenario-home.ts";

const calls = (home: ScenarioHome) =>
  home.calls().map(({ service, entityIds, data }) => `${service} ${entityIds} ${Object.values(data).join(" ")}`.trim());

const homeIn = homeOfLanguage(() => ScenarioHome.start());

/** What is said, and what the receipt of the last message says. */
it.each([
  [["set the bed light to 50%", "a bit brighter"], "Bed Light is now on (70 %"],
  [["set the bed light to 50%", "darker", "again"], "Bed Light is now on (10 %"],
  [["set the bed light to 50%", "make it 40"], "Bed Light is now on (40 %"],
  [["set the heating to 22", "warmer"], "Thermostat set to 23"],
  [["set the heating to 22", "make it 19"], "Thermostat set to 19"],
  [["how loud is the radio?", "louder"], "Kitchen Radio is now at 35"],
  [["turn up the tv", "again", "again"], "TV is now at 70"],
] as const)("%j is about what was spoken of", async (messages, receipt) => {
  const home = await homeIn("en");
  const answers = [];
  for (const message of messages) answers.push(await home.asks(anna, message));
  expect(answers.at(-1)?.plain).toContain(receipt);
  expect(home.model.calls).toEqual([]);
});

it("what cannot be done to the light that was spoken of is not done to another thing", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "turn on the bathroom light");
  home.model.reply({ text: "The bathroom light cannot be dimmed." });
  await home.asks(anna, "make it warmer");
  expect(calls(home)).toEqual(["light.turn_on light.bathroom_light"]);
});

it.each([
  ["will it rain today?", "and tomorrow?"],
  ["what's the weather like?", "what about tomorrow?"],
  ["what's on my calendar today?", "and tomorrow?", "and in 3 days?"],
])("%s is asked again of another day: %s", async (...messages) => {
  await using home = await ScenarioHome.start();
  const answers = [];
  for (const message of messages) answers.push((await home.asks(anna, message)).plain);
  expect(new Set(answers).size).toBe(messages.length);
  expect(home.model.calls).toEqual([]);
});
