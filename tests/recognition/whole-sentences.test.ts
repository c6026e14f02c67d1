import { expect, it } from "vitest";
import { createWholeSentences } from "../../src/recognition/whole-sentences.ts";
import { fakeHome } from "../fakes/home.ts";

const home = fakeHome({
  entities: [
    { entityId: "light.kitchen", name: "Kitchen Light", area: "Kitchen" },
    { entityId: "light.hall", name: "Hallway Light", area: "Hallway" },
    { entityId: "media_player.radio", name: "Radio", area: "Kitchen" },
    { entityId: "lock.front", name: "Front Door", area: "Hallway" },
    { entityId: "lock.back", name: "Back Door", area: "Kitchen" },
  ],
});
const wholeSentences = createWholeSentences({ home });
const wholes = (text: string, before: string, entityIds: readonly string[], language = "en") =>
  wholeSentences(text, language, { before: { text: before, about: undefined, entityIds } }).map(({ sentence }) => sentence);

it.each([
  ["turn it off again", "turn on the kitchen light", ["light.kitchen"], "turn Kitchen Light off"],
  ["unlock them", "are the doors locked?", ["lock.front", "lock.back"], "unlock Front Door and Back Door"],
  ["and in the hallway?", "turn on the kitchen light", ["light.kitchen"], "turn on the hallway light"],
  ["same in the hallway", "turn on the kitchen light", ["light.kitchen"], "turn on the hallway light"],
  ["and the back door?", "is the front door locked?", ["lock.front"], "is the back door locked?"],
  ["no, the hallway light", "turn on the kitchen light", ["light.kitchen"], "turn on the hallway light"],
  ["off again", "turn on the kitchen light", ["light.kitchen"], "Kitchen Light off"],
  ["again", "turn up the radio", [], "turn up the radio"],
  ["mach es aus", "schalte Kitchen Light ein", ["light.kitchen"], "mach Kitchen Light aus"],
])("%s, after “%s”", (text, before, entityIds, whole) => {
  const [first, ...more] = wholes(text, before, entityIds, text.startsWith("mach") ? "de" : "en");
  expect([first, ...more].map((one) => one?.toLowerCase())).toContain(
    whole.replace("turn Kitchen Light off", "turn kitchen light off").toLowerCase(),
  );
});

it.each([
  ["and in the hallway?", "turn Kitchen Light off", ["light.kitchen"], "turn Hallway Light off", ["light.hall"]],
  ["and in the kitchen?", "is Front Door locked", ["lock.front"], "is Back Door locked", ["lock.back"]],
  ["and the hallway light?", "turn Kitchen Light off", ["light.kitchen"], "turn hallway light off", undefined],
  ["and the garage?", "lock Front Door and Back Door", ["lock.front", "lock.back"], "lock garage", undefined],
  ["and in the hallway?", "turn Radio off", ["media_player.radio"], undefined, undefined],
])("%s, after “%s” in which names of the home stand", (text, before, about, sentence, touches) => {
  const [, first] = wholeSentences(text, "en", { before: { text: before, about, entityIds: about } });
  expect([first?.sentence, first?.about]).toEqual([sentence, touches]);
});

it.each([
  ["a whole sentence of its own", "turn on the garden light please now", "turn on the kitchen light", ["light.kitchen"]],
  ["nothing that was spoken of", "off", "tell me a tale", []],
  ["a language without follow-ups", "ja keittiössä", "valot päälle", ["light.kitchen"]],
])("leaves alone: %s", (_, text, before, entityIds) => {
  expect(wholes(text, before, entityIds, before.startsWith("valot") ? "fi" : "en")).toEqual([text]);
});

it.each([
  ["off?", "is the kitchen light on?", "en"],
  ["kitchen light off?", "is the kitchen light on?", "en"],
  ["again?", "turn off the kitchen light", "en"],
  ["Alle Lichter aus?", "Ist Kitchen Light an?", "de"],
])("what asks stays a question: %s", (text, before, language) => {
  for (const whole of wholes(text, before, ["light.kitchen"], language)) expect(whole).toMatch(/\?$/);
});

it("names what a sentence may touch, where a name of the home stands in it", () => {
  const before = { text: "turn on the kitchen light", about: undefined, entityIds: ["light.kitchen"] };
  const [, first] = wholeSentences("turn it off", "en", { before });
  expect(first?.about).toEqual(["light.kitchen"]);
});

it.each([
  ["fr", "éteins-la", "eteins Kitchen Light"],
  ["fr", "Mets-la à 30 %", "mets Kitchen Light à 30 %"],
  ["fr", "éteins la", "éteins Kitchen Light"],
  ["es", "apágala", "apaga Kitchen Light"],
  ["es", "ponla al 30 %", "pon Kitchen Light al 30 %"],
])("a pronoun that is written with its verb (%s): %s", (language, text, whole) => {
  expect(wholes(text, "Kitchen Light", ["light.kitchen"], language)).toContain(whole);
});

it.each([
  ["fr", "éteins la lampe du salon maintenant"],
  ["fr", "quelle lampe est allumée ici"],
  ["es", "apaga la lámpara de la sala"],
])("an article, or the end of another word, is none (%s): %s", (language, text) => {
  expect(wholes(text, "Kitchen Light", ["light.kitchen"], language)).toEqual([text]);
});
