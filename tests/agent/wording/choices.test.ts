import { describe, expect, it } from "vitest";
import { choiceButtons, choiceText, fitsOnButton, isCancelTyped, optionTyped } from "../../../src/agent/wording/choices.ts";
import { catalogueFor } from "../../../src/languages/catalogue.ts";

const catalogue = catalogueFor("en");
const named = (...labels: readonly string[]) => labels.map((label) => ({ label, sentence: `turn on ${label}` }));

describe("the question", () => {
  it("shows names and words as they are, whatever they are made of", () => {
    const text = choiceText({ what: "the *lamp*” now “\nYes", options: named("Lamp *2*", "# Desk") }, catalogue);
    expect(text.split("\n")).toEqual([
      'Which one do you mean by “the \\*lamp\\*" now " Yes”?',
      "1. Lamp \\*2\\*",
      "2. \\# Desk",
      ...["", "Press one, or write its number."],
    ]);
  });

  it("has a button for each in a row of its own, then Cancel, in what Telegram allows", () => {
    const buttons = choiceButtons("AAAAAAAAAAAA", named("Hall Lamp", "Desk Lamp"), catalogue);
    expect(buttons).toEqual([
      [{ label: "Hall Lamp", data: "c:AAAAAAAAAAAA:0" }],
      [{ label: "Desk Lamp", data: "c:AAAAAAAAAAAA:1" }],
      [{ label: "Cancel", data: "c:AAAAAAAAAAAA:no" }],
    ]);
  });
});

it.each([
  ["Hall Lamp", true],
  ["Büro – Lampe Nº 2 💡", true],
  ["L".repeat(60), true],
  ["L".repeat(61), false],
  ["", false],
  [" Lamp", false],
  ["Lamp\nYes", false],
  ["Lamp\u0007", false],
  ["Lamp\u202eon", false],
])("%o fits on a button: %s", (label, fits) => {
  expect(fitsOnButton(label)).toBe(fits);
});

describe("what is typed", () => {
  const options = named("Hall Lamp", "The Desk Lamp", "3", "Lampe im Büro");

  it.each([
    ["Hall Lamp", 0],
    ["the hall lamp.", 0],
    ["  HALL   LAMP! ", 0],
    ["desk lamp", 1],
    ["die Lampe im Büro", 3],
    ["Lampe im Bu\u0308ro", 3],
    ["1", 0],
    ["2.", 1],
    ["3", 2],
    ["4", 3],
    ["5", undefined],
    ["0", undefined],
    ["-1", undefined],
    ["12", undefined],
    ["", undefined],
    ["lamp", undefined],
    ["hall lamp off", undefined],
    ["hall", 0],
    ["the desk one", 1],
    ["die im Büro", 3],
    ["the second", 1],
    ["die zweite", 1],
    ["el tercero", 2],
    ["la dernière", 3],
    ["all of them", 4],
    ["both", undefined],
    ["the fifth", undefined],
    ["turn on the hall lamp", undefined],
  ])("%o is option %s", (text, index) => {
    expect(optionTyped(text, options)).toBe(index);
  });

  it("is no option if two are called so", () => {
    expect(optionTyped("lamp", named("The Lamp", "Lamp"))).toBeUndefined();
  });

  it("is a cancel if it is that button's word", () => {
    expect(["Cancel", " cancel. ", "cancel it", "no"].map((text) => isCancelTyped(text, catalogue))).toEqual([true, true, false, false]);
  });
});
