import { describe, expect, test } from "vitest";
import { createSanitizer } from "../../../src/security/egress/sanitizer.ts";
import type { HomeWord } from "../../../src/security/egress/sanitizer-words.ts";

const homeOf = (...names: readonly string[]) => {
  const words = names.map((text): HomeWord => ({ text, kind: "person" }));
  return createSanitizer({ homeWords: () => words, languages: ["en", "de", "fr", "es", "nl", "he"] });
};

describe("what is told of somebody with a short name", () => {
  const { check } = homeOf("Ben", "Mia", "Tom", "Leo", "Dan", "גיא");

  test.for([
    "Tom has ADHD",
    "tom has adhd",
    "Ben ist allergisch gegen Erdnüsse",
    "Mia hat Läuse",
    "unser ben hat fieber",
    "Mia a la fièvre",
    "Mia tiene fiebre",
    "Mia heeft koorts",
    "Tom est malade",
    "Tom muss in die Schule",
    "tom is being bullied at school",
    "Mia won't sleep",
    "Mia ne dort pas",
    "Leo no duerme",
    "Tom eet niet",
    "hat Mia Fieber",
    "does Tom have autism",
    "Tom Epilepsie",
    "Mia Kita Platz",
    "גיא חולה",
  ])("how they are, in %j", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
  });

  test.for([
    "how do we tell Leo about the divorce",
    "how to help Ben with dyslexia",
    "Mia chemo side effects",
    "warum weint Mia nachts",
    "Mia hat eine Murmel verschluckt",
    "Tom a avalé une pile",
    "a Leo le duele la barriga",
    "what to get Tom for his 13th birthday",
    "my Tom's birthday",
  ])("what troubles them, in %j", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
  });

  test.for(["where is Ben right now", "wo ist Ben gerade", "où est Mia", "dónde está Tom", "waar is Mia", "is Ben home", "איפה גיא"])(
    "where they are, in %j",
    (asked) => {
      expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
    },
  );

  test.for(["ideas for Mia's 7th birthday", "Mias 7. Geburtstag", "für Tom 12 Jahre Geschenk", "Mia, 7, broken arm", "Leo turns 5"])(
    "how old they are, in %j",
    (asked) => {
      expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
    },
  );

  test.for(["unsere Mia schläft nicht durch", "Geschenk für meinen Tom", "my Ben", "notre Mia", "nuestro Leo", "onze Tom"])(
    "whose they are, in %j",
    (asked) => {
      expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
    },
  );

  test.for([
    "Tom & Mia shared bedroom",
    "Ben und Mia Kita",
    "ben and tom",
    "Mia hits Ben with her toys",
    "present from tom for mia",
    "Tom et Mia jalousie",
  ])("two of them, in %j", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
  });

  test.for([
    "Ben Affleck has a new film",
    "Tom Hanks is sick",
    "is Tom Hanks sick",
    "mia wallace",
    "is Ben Nevis open",
    "where is Ben Nevis",
    "where is MIA airport",
    "Tom Hardy and Mia Wasikowska film",
    "Ben Stiller and Tom Cruise tropic thunder",
    "ben and jerry's",
    "my tom tailor jacket",
    "my tom ford perfume",
    "my ben 10 watch",
    "tom yum soup recipe",
    "mia san mia bedeutung",
    "ik ben ziek wat nu",
    "ik ben allergisch voor noten",
    "Ben ik zwanger test",
    "als ik dan koorts heb",
    "dan is hij ziek",
    "la culpa es mía",
    "Leo cancer compatibility",
    "T rex has short arms",
    "ben has a new film",
    "Tom Ford glasses",
    "Ben & Jerry's nut allergy",
    "Tom and Jerry violence children psychology",
    "Tom Hiddleston speech",
    "Leo Pharma eczema drug",
    "is Mia a popular name",
    "jan 2026 flu season",
  ])("%j is about nobody here", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });
});

describe("a name that is a word of every day", () => {
  const { check } = homeOf("Max", "Will", "Rose", "Art", "Hope");

  test.for(["Max hat Fieber", "Will has ADHD", "hat Max Läuse", "Rose est malade"])("is somebody's in %j", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
  });

  test.for([
    "max fever temperature",
    "will has to be signed",
    "art is therapy",
    "Art is therapy",
    "rose has thorns",
    "will and hope",
    "max dose ibuprofen",
  ])("is that word in %j", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });
});
