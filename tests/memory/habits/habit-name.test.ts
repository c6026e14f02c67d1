import { expect, it } from "vitest";
import { checkedName, isSameLanguage } from "../../../src/memory/habits/habit-name.ts";

const WORDS = { sentence: "Garage 2 is opened at about 07:30, on workdays.", thing: "Garage 2" };
const GOOD = "Garage 2 wird werktags gegen 07:30 Uhr geöffnet.";
const HEATING = { sentence: "Bad is set to 22.5° at about 06:00, every day.", thing: "Bad" };

it.each([
  ["as it is asked for", GOOD, WORDS],
  ["with the time as the language writes it", "Garage 2 wird werktags gegen 7.30 Uhr geöffnet.", WORDS],
  ["in another order, with a decimal comma", "Um 6:00 Uhr wird Bad täglich auf 22,5° gestellt.", HEATING],
  [
    "with a name that looks like Markdown",
    "Lampe *2* ist um 23:00 aus.",
    { sentence: "Lampe *2* is off by 23:00, every day.", thing: "Lampe *2*" },
  ],
  [
    "with signs that Persian joins words by",
    "کتری هر روز ساعت 07:30 روشن می\u200cشود.",
    { sentence: "کتری is turned on at about 07:30, every day.", thing: "کتری" },
  ],
])("a sentence %s is taken", (_, said, words) => {
  expect(checkedName(` ${said}\n`, words)).toBe(said);
});

it.each([
  ["is empty", " "],
  ["is too long", `${GOOD} ${"Immer. ".repeat(20)}`],
  ["has two lines", GOOD.replace(" wird", "\nwird")],
  ["hides signs", GOOD.replace("wird", "wi\u202erd")],
  ["lacks the time", "Garage 2 wird werktags morgens geöffnet."],
  ["lacks the minutes", "Garage 2 wird werktags gegen 7 Uhr geöffnet."],
  ["has another time", "Garage 2 wird werktags gegen 17:30 Uhr geöffnet."],
  ["has the time backwards", "Garage 2 wird werktags gegen 30:07 Uhr geöffnet."],
  ["has one more number", `${GOOD.slice(0, -1)}, an 5 Tagen.`],
  ["has a number of other digits", `${GOOD.slice(0, -1)}, ٥ Mal.`],
  ["has the time twice", `${GOOD} Um 07:30!`],
  ["lacks the thing", "Die Garage wird werktags gegen 07:30 Uhr geöffnet."],
  ["is Markdown", `**${GOOD}**`],
  ["has a link", `${GOOD} https://example.org`],
  ["has an address without a scheme", `${GOOD} Siehe example.org`],
  ["is the English one", WORDS.sentence],
])("a sentence that %s is not taken", (_, said) => {
  expect(checkedName(said, WORDS)).toBeUndefined();
});

it("a value below zero keeps its sign", () => {
  const words = { sentence: "Truhe is set to -5° at about 06:00, every day.", thing: "Truhe" };
  expect(checkedName("Truhe wird um 06:00 auf -5° gestellt.", words)).toBe("Truhe wird um 06:00 auf -5° gestellt.");
  expect(checkedName("Truhe wird um 06:00 auf 5° gestellt.", words)).toBeUndefined();
});

it.each([
  ["de", "de-AT", true],
  ["pt-BR", "pt", true],
  ["de", "en", false],
  ["zh-CN", "zh-TW", false],
  ["de-12", "de-12", true],
])("%s and %s are one language: %s", (one, other, expected) => {
  expect(isSameLanguage(one, other)).toBe(expected);
});
