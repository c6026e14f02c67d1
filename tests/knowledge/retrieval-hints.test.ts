import { describe, expect, it } from "vitest";
import { hintedSources } from "../../src/knowledge/retrieval-hints.ts";

describe("a question hints at where its answer stands:", () => {
  it.each([
    ["why did the hall light go on?", ["automation", "history"]],
    ["Warum geht das Licht von selbst an?", ["automation"]],
    ["what happens when somebody rings?", ["automation"]],
    ["¿Por qué se apagó la luz?", ["automation"]],
    ["wie oft war das Fenster heute offen?", ["history"]],
    ["how warm was it in the cellar last night?", ["history"]],
    ["which rooms are upstairs?", ["area"]],
    ["auf welchem Stockwerk ist das Bad?", ["area"]],
    ["what does error E9 mean?", ["document"]],
    ["Wie kann ich den Kessel entlüften?", ["document"]],
    ["who lives here?", ["person"]],
    ["Wer wohnt hier?", ["person"]],
    ["who makes the thermostat?", ["entity"]],
    ["von welchem Hersteller ist die Lampe?", ["entity"]],
  ])("%s", (question, sources) => {
    expect(hintedSources(question)).toEqual(sources);
  });

  it.each(["the boiler", "Licht in der Küche", "", "?!", "lowland floorboards"])("none in: %s", (question) => {
    expect(hintedSources(question)).toEqual([]);
  });
});
