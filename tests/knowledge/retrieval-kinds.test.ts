import { describe, expect, it } from "vitest";
import { createNamedKinds } from "../../src/knowledge/retrieval-hints.ts";

const kindsIn = createNamedKinds({
  words: () => ({
    language: "de",
    domains: new Map([
      ["automation", { names: ["Automatisierung"], classes: {}, deeds: [] }],
      ["script", { names: ["Skript"], classes: {}, deeds: [] }],
      ["scene", { names: ["Szene"], classes: {}, deeds: [] }],
    ]),
  }),
});

describe("kinds that a question names", () => {
  it.each([
    ["what automations do I have for the bedroom?", ["automation"]],
    ["which AUTOMATION turns on the light", ["automation"]],
    ["scripts and scenes of the kitchen", ["script", "scene"]],
    ["welche Automatisierungen gibt es?", ["automation"]],
    ["was machen die Skripte und Szenen?", ["script", "scene"]],
  ])("%s", (question, kinds) => {
    expect(kindsIn(question)).toEqual(kinds);
  });

  it.each(["why does the light go on at night?", "is the description right?", "what did the camera see?", "", "?!"])(
    "none in: %s",
    (question) => {
      expect(kindsIn(question)).toEqual([]);
    },
  );
});
