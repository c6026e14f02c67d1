import { describe, expect, test } from "vitest";
import { createSanitizer } from "../../../src/security/egress/sanitizer.ts";
import type { HomeWord } from "../../../src/security/egress/sanitizer-words.ts";
import { spellingsOf } from "../../../src/text/fold.ts";

const WORDS: readonly HomeWord[] = [
  ...["Ellie", "Anna", "Noam", "Jonas", "Levinson", "Müller", "Søren", "Michael", "Martin"].map(
    (text): HomeWord => ({ text, kind: "person" }),
  ),
  { text: "Schnuffi", kind: "pet" },
  { text: "Bad Tölz", kind: "town" },
  { text: "Jürgens Büro", kind: "room", generic: "room" },
  { text: "bluefinch", kind: "own" },
  { text: "8264", kind: "secret" },
  { text: "Kicktipp Runde", kind: "device", generic: "sensor", needsCue: true },
];
const { check } = createSanitizer({ homeWords: () => WORDS, languages: ["en", "de", "fr", "es", "nl", "he"] });

describe("whose name it is", () => {
  test.for([
    "Ellie Fieber Kinderarzt",
    "Ellie ADHD Diagnosis",
    "Noam Klassenfahrt Termin",
    "Anna Jonas Scheidung",
    "poem for Ellie about her seizures",
    "lyrics Ellie Schnuffi Noam",
    "who is Ellie's teacher",
    "who is the girl called Ellie in my house",
    "who plays Ellie and Noam in the garden",
    "Ellie Birthday Movies",
  ])("a capital or a work beside it does not make %j public", (asked) => {
    expect(check(asked).outcome).toBe("blocked");
  });

  test.for([
    "who plays Anna in Frozen",
    "Anna Karenina",
    "Ellie Kemper movies",
    "Anna Schudt Filme",
    "meaning of the name Noam",
    "hurricane Noam path",
    "Jonas Brothers",
  ])("%j is somebody whom the world knows", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });

  test("a thing's name alone passes, beside trouble or as somebody's own it becomes what it is", () => {
    expect(check("kicktipp runde erstellen").outcome).toBe("clean");
    expect(check("Kicktipp Runde not responding")).toMatchObject({ outcome: "rewritten", query: "sensor not responding" });
    expect(check("my Kicktipp Runde")).toMatchObject({ outcome: "rewritten", query: "my sensor" });
  });
});

describe("a name in another form", () => {
  test.for([
    "Ellys lamp",
    "Elliechen",
    "Noamas Schule",
    "Levinsson family",
    "Levinosn family",
    "Levinsonów dom",
    "Левинсона дом",
    "подарок Анне",
    "Lev1nson",
    "E11ie",
    "Levin son family",
    "Le-vin-son",
    "El·lie",
    "blue-finch",
    "Ellielampe",
    "Ꭼllie",
    "Mueller",
    "Soeren",
    "Juergens Buero",
    "bad toelz pizza",
  ])("%j is found", (asked) => {
    expect(check(asked).outcome).not.toBe("clean");
  });

  test.for(["Michaela", "Martina", "mart in texas", "jelly", "elliptical", "noah", "levis on sale", "mule", "annual"])(
    "%j is another word",
    (asked) => {
      expect(check(asked).outcome).toBe("clean");
    },
  );

  test("each name has the spellings that keyboards give it", () => {
    expect(spellingsOf("Müller")).toEqual(["Müller", "Mueller"]);
    expect(spellingsOf("Mueller")).toEqual(["Mueller", "Muller"]);
    expect(spellingsOf("Manuel Neue")).toEqual(["Manuel Neue"]);
  });
});

describe("codes", () => {
  test.for([
    "my unlock PIN is 8264",
    "eight two six four",
    "front door code 4711",
    "door code one two three four",
    "the code to my safe is 9 3 7 1",
    "safe combination 12-34-56",
    "my password is Sommer2024!",
    "passwort hunter2",
    "Türcode 4711",
    "4711 is our front door code",
    "disarm the alarm with 4711",
    "código de la alarma 4711",
  ])("%j stays", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "secret" });
  });

  test.for([
    "best password manager 2026",
    "error code 12345",
    "zip code 90210",
    "pin code 110001",
    "arduino uno pin 13",
    "default pin 1234 bluetooth",
    "building code 2021",
    "password length 12 16",
    "safe temperature chicken 165",
  ])("%j is none", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });
});
