import { describe, expect, test } from "vitest";
import { createSanitizer } from "../../../src/security/egress/sanitizer.ts";
import type { HomeWord } from "../../../src/security/egress/sanitizer-words.ts";

const NAMES = ["Oscar", "Emma", "Hugo", "Leon", "Victoria", "Julian", "Toni", "Camille", "Sophie", "Clara", "Noah", "Wiedemann"];
const words = NAMES.map((text): HomeWord => ({ text, kind: "person" }));
const { check } = createSanitizer({ homeWords: () => words, languages: ["en", "de", "fr", "es", "nl", "he"] });

describe("a first name of the home in what all the world calls so", () => {
  test.for([
    "oscar 2027 winners",
    "oscar verleihung 2027",
    "when are the oscars",
    "who won the oscar for best director",
    "hugo boss near me",
    "hugo award winners",
    "emma matratze test",
    "emma mattress review",
    "victoria falls",
    "lake victoria depth",
    "victoria sponge recipe",
    "victoria line status",
    "victoria's secret öffnungszeiten",
    "julian calendar",
    "toni kroos",
    "leon goretzka transfer",
    "leon der profi",
    "sophie's world",
    "noah's ark",
    "santa clara weather",
    "hotel emma san antonio",
    "camille claudel",
    "camille fournier songs",
    "princesse victoria",
    "st noah's cathedral",
  ])("%j leaves", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });
});

describe("a first name of the home that may be somebody's here", () => {
  test.for([
    "Emma fever",
    "Oscar school",
    "Hugo's allergy",
    "Victoria divorce",
    "Victoria's therapist",
    "Sophie's secret",
    "Emma bed 90x200",
    "Emma piano songs",
    "pick up Emma airport",
    "Hugo constant crying",
    "Leon Telekom Vertrag",
    "Leon Fussball Stats",
    "Hugo award speech school",
    "Hugo 2019 geboren",
    "Oscar Wiedemann award",
    "my daughter Clara award",
    "Julian therapy effect",
    "Camille dépression",
    "Emma und Leon",
    "Toni Krankenhaus",
    "lake Victoria and Emma",
  ])("%j is held", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked" });
  });
});
