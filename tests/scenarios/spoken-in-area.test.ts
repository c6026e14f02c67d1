import { expect, it } from "vitest";
import { owner, startPrograms } from "./program-home.ts";

const OFF = "light.turn_off light.kitchen_light";
const ON = "light.turn_on light.kitchen_light";

/** Said one after the other in a kitchen, where one of the home's lights is. */
const ROWS = [
  ["en", "turn off the lights", OFF],
  ["en", "turn on the lights here", ON],
  ["de", "mach das Licht aus", OFF],
  ["de", "mach hier das Licht an", ON],
  ["fr", "éteins la lumière", OFF],
  ["fr", "allume la lumière ici", ON],
  ["es", "apaga la luz", OFF],
  ["es", "enciende la luz aquí", ON],
  ["nl", "doe het licht uit", OFF],
  ["nl", "doe hier het licht aan", ON],
  ["he", "תכבה את האור", OFF],
  ["he", "תדליק את האור כאן", ON],
] as const;

it("here, and no place at all, mean the area that was spoken in, without a model, in each language", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  await ask("turn on the kitchen light");
  for (const [index, [language, text, call]] of ROWS.entries()) {
    await ask(text, { person: { ...owner, language }, areaId: "kitchen", chatId: `${index}` });
    expect(home.calls().map(({ service, entityIds }) => `${service} ${entityIds}`)[index + 1], text).toBe(call);
  }
  expect(home.model.calls).toEqual([]);
});

it("what names a place or a thing of another, or means everything, means that", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  const there = { areaId: "kitchen" };
  await ask("turn on the light in the hallway", there);
  await ask("turn on the desk lamp", there);
  expect(home.calls().map(({ entityIds }) => `${entityIds}`)).toEqual(["light.hallway_light"]);
  expect(await ask("is everything locked?", there)).toMatchObject({ text: "Yes, both are locked." });
  await ask("turn off all the lights", there);
  expect(home.calls().at(-1)?.entityIds).toContain("light.hallway_light");
});

it("goes on with what was said: turns it off again, and does the same elsewhere", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  const there = { areaId: "kitchen" };
  for (const text of ["turn on the lights", "turn it off again", "turn on the lights", "and in the hallway?"]) await ask(text, there);
  expect(home.calls().map(({ service, entityIds }) => `${service} ${entityIds}`)).toEqual([
    ON,
    OFF,
    ON,
    "light.turn_on light.hallway_light",
  ]);
  expect(home.model.calls).toEqual([]);
});

it("tells a model where it was spoken", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  home.model.reply({ text: "Paris is the capital of France." });
  await ask("what goes well with tea", { areaId: "kitchen" });
  expect(home.model.calls[0]?.messages.at(-1)?.content).toContain("They speak in the area: Kitchen.");
});
