import { describe, expect, test } from "vitest";
import { createSanitizer } from "../../../src/security/egress/sanitizer.ts";
import type { HomeWord } from "../../../src/security/egress/sanitizer-words.ts";

const LANGUAGES = ["en", "de", "fr", "es", "nl", "he"];
const homeOf = (...names: readonly string[]) => {
  const words = names.map((text): HomeWord => ({ text, kind: "person" }));
  return createSanitizer({ homeWords: () => words, languages: LANGUAGES });
};

describe("a short name, where what stands beside it is somebody's of the home", () => {
  const { check } = homeOf("Ben", "Mia", "Tom", "Zoë", "Dan", "Al");

  test.for([
    "Bens Schule Ferien",
    "Bens Arzt ADHS",
    "Toms Zimmer",
    "Zoës Zimmer",
    "Mias Allergie",
    "Mias Kinderarzt",
    "toms zeugnis englisch",
    "Ben's teacher",
    "Ben's ADHD medication dose",
    "Mia's new boyfriend",
    "Tom's salary",
    "le médecin de Mia",
    "el colegio de Mia vacaciones",
    "de juf van Mia",
    "Al's mortgage",
    "Ben is my son and has ADHD",
  ])("%j is held", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "person" });
  });

  test.for([
    "big ben's bell",
    "toms shoes sale",
    "ben and jerry's flavours",
    "tom's hardware gpu hierarchy",
    "dans chambre froide température",
    "als Arzt in der Schweiz arbeiten",
    "st tom's hospital london",
    "le film de ben affleck",
  ])("%j leaves", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });

  test.for([
    "Ben football practice every Tuesday at 5 pm",
    "Mia ballet Tuesdays 17:00",
    "pick up Ben at 15:30",
    "Mia abholen 15 Uhr",
    "Tom Schwimmkurs Dienstag um halb fünf",
    "aller chercher Mia à 16h",
    "recoger a Mia a las 4",
    "Mia ophalen om 3 uur",
    "Ben at school until 3",
    "bedtime Mia 19:30",
  ])("%j tells what they do when", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "routine" });
  });

  test.for([
    "big ben bell practice sunday 11:30",
    "Tom Daley swimming final Tuesday 5 pm",
    "mamma mia party saturday 8 pm",
    "Ben Stiller training scene",
    "football practice at 5 pm drills",
    "Tom Holland piano lesson at 8 pm film",
  ])("%j is about nobody here", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });
});

describe("a name that is a word of every day", () => {
  const { check } = homeOf("Will", "Art", "Max", "Sky", "Rose", "Ray", "Eva Bauer", "Bauer", "Eva", "König", "Schneider", "Price");

  test.for([
    "iphone 16 pro max phone case",
    "max light output 60w",
    "art school near me",
    "will light kill mold",
    "when will football practice start at 5 pm",
    "sky phone number",
    "rose bed planting",
    "école d'art paris",
    "chambre rose et grise",
    "x ray light",
    "price iphone 16",
    "könig der löwen",
    "bauer sucht frau",
    "schneider in der nähe",
    "css max_width",
  ])("is that word in %j", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });

  test.for([
    "Will's bedroom paint",
    "my son Will has a fever",
    "Will is my son and has ADHD",
    "pick up Will at 15:30",
    "my Rose room sensor",
    "Max room thermostat offline",
    "l'école de Rose vacances",
    "Eva Bauer",
    "Familie König",
    "Frau Schneider Termin",
    "Bauers Schule",
    "max_phone battery",
  ])("is somebody's in %j", (asked) => {
    expect(check(asked).outcome).not.toBe("clean");
  });
});

describe("somebody's day", () => {
  const { check } = homeOf();

  test.for([
    "we're away until Sunday",
    "I'm away until Sunday",
    "we'll be away from Monday",
    "my wife's away until Sunday",
    "nobody's home until 6",
    "wij zijn weg tot zondag",
    "estamos fuera hasta el domingo",
    "nous sommes absents jusqu'à dimanche",
    "wir sind ab August verreist",
    "wir stehen um sechs auf",
    "je me lève à six heures",
    "me levanto a las seis",
    "me levanto a las seis y media",
    "ik sta om zes uur op",
    "wij gaan om half elf naar bed",
    "אני קם בשש",
    "mein Sohn kommt um halb vier nach Hause",
    "ma fille rentre de l'école à quatre heures",
    "we leave the house at 8",
    "I wake up at 6 am every day",
  ])("%j is held", (asked) => {
    expect(check(asked)).toMatchObject({ outcome: "blocked", reason: "routine" });
  });

  test.for([
    "how do I get my child to sleep at 8",
    "my baby wakes up every night at 3",
    "i wake up at 3 am every night",
    "mon bébé se réveille chaque nuit à 3 heures",
    "what's open until Sunday",
    "when does school start at nine",
    "wann stehen Bäcker um drei auf",
    "a qué hora sale el sol el domingo",
    "ice cream at six flags",
  ])("%j is nobody's", (asked) => {
    expect(check(asked)).toEqual({ outcome: "clean", query: asked });
  });
});
