import { expect, it } from "vitest";
import { createSpelling } from "../../src/recognition/spelling.ts";
import { spokenIn } from "../../src/recognition/spoken.ts";
import { fakeHome } from "../fakes/home.ts";

const home = fakeHome({
  entities: [
    { entityId: "light.kitchen", name: "Kitchen Light", area: "Kitchen" },
    { entityId: "light.bed", name: "Bed Light", area: "Bedroom" },
    { entityId: "light.cafe", name: "Café Lamp", area: "Kitchen" },
  ],
});
const english = spokenIn("en")?.vocabulary ?? new Set<string>();
const corrected = (sentence: string) => createSpelling({ home })(sentence, english);

it.each([
  ["trun on the kitchen light", "turn on the kitchen light"],
  ["turn on the kichen ligth", "turn on the kitchen light"],
  ["turnon the bed light", "turn on the bed light"],
  ["turn on the bedlight", "turn on the bed light"],
  ["opne the kitchen", "open the kitchen"],
  ["turn on the cafe lanp", "turn on the cafe lamp"],
  ["turn on the bad light", "turn on the bed light"],
  ["Set the KICHEN light to 30%", "Set the kitchen light to 30%"],
])("%s → %s", (sentence, meant) => {
  expect(corrected(sentence)).toEqual([meant]);
});

it.each([
  ["nothing is wrong", "turn on the kitchen lights"],
  ["a word that nothing is like", "turn on the aquarium"],
  ["one of two words stays unknown", "trun on the aquarium"],
  ["talk", "tell me a story about knights"],
  ["two letters of a short word", "xurx on the kitchen light"],
  ["a short word", "tu on the kitchen light"],
])("is not corrected: %s", (_, sentence) => {
  expect(corrected(sentence)).toEqual([]);
});

it("reads a long sentence of unknown words at once", () => {
  expect(corrected("qwertzuiop ".repeat(300))).toEqual([]);
});
