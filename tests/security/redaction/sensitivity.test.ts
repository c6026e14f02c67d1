import { expect, it } from "vitest";
import { sensitivityOf, stricter } from "../../../src/security/redaction/sensitivity.ts";

const of = (key: string, value: string, isPattern = false) => sensitivityOf({ key, value, isPattern });

it.each([
  ["allergies", "peanuts"],
  ["note", "takes insulin at 8"],
  ["note", "ist schwanger"],
  ["note", "je prends un médicament"],
  ["note", "אלרגית לאגוזים"],
  ["religion", "jewish"],
  ["diet", "kosher"],
  ["salary", "4000"],
  ["note", "tengo una deuda"],
  ["orientation", "gay"],
  ["party", "votes green"],
  ["address", "Elm Street 5"],
  ["birthday", "12 May"],
  ["daughter", "is at school until 4"],
  ["sohn", "ist nachmittags allein"],
  ["spare_key", "under the mat"],
  ["spare", "behind the painting"],
  ["ersatz", "liegt unter der Fußmatte"],
  ["jewellery", "in the blue box"],
  ["note", "has epilepsy"],
  ["note", "is HIV positive"],
  ["kopfweh", "Migräne"],
  ["note", "has ADHD"],
  ["note", "fait une dépression"],
  ["nota", "tiene cáncer"],
  ["note", "heeft kanker"],
  ["note", "יש לו מיגרנה"],
  ["ethnicity", "Roma"],
  ["colour_of_skin", "black"],
  ["hautfarbe", "schwarz"],
  ["note", "has an affair with Kim"],
  ["note", "hat eine Affäre"],
  ["music_teacher", "had sex with"],
  ["music", "had sex to it"],
  ["favorite_color", "of my insulin pen"],
  ["language", "sign language, for I am deaf"],
  ["nickname", "drunkard"],
  ["unit", "oncology unit"],
  ["plans", "getting separated"],
  ["pläne", "wir trennen uns"],
  ["couple", "on se sépare"],
  ["ben_takes", "antidepressants"],
  ["takes", "Ritalin at 8"],
  ["prend", "des antidépresseurs"],
  ["family_plans", "trying for a baby"],
  ["note", "IVF in March"],
  ["plan", "Kinderwunsch"],
  ["note", "grossesse de trois mois"],
  ["gun", "in the bedroom closet"],
  ["schrank", "mein Jagdgewehr"],
  ["armario", "una escopeta"],
  ["house_empty", "empty from 9 to 17"],
  ["note", "nobody is home on Tuesdays"],
  ["wohnung", "steht im August leer"],
  ["we", "away until Sunday"],
  ["pronouns", "they/them"],
  ["note", "ist nichtbinär"],
  ["gender", "woman"],
  ["unidad", "unidad de oncología"],
])("%s: %s is sensitive", (key, value) => {
  expect(of(key, value)).toBe("sensitive");
});

it("what follows a pattern is sensitive", () => {
  expect(of("garage_door_opens", "07:30", true)).toBe("sensitive");
});

it.each([
  ["temperature", "22 degrees"],
  ["wake_time", "6:30"],
  ["holiday", "in July"],
  ["away_temperature", "16 degrees"],
  ["guru", "Mr Gunn"],
  ["fridge", "never empty"],
  ["music_genre_of_ben", "punk"],
  ["nickname", "Bibi"],
  ["music_teacher", "Mr Ploch"],
  ["blinds", "down at night"],
  ["בית", "עם גינה"],
  ["unit", "the third one"],
  ["color_of_car", "black"],
  ["favorite_color", "the one that the wall behind my bed has had since March"],
  ["fuse_box_place", "behind the cellar stairs"],
])("%s: %s is private", (key, value) => {
  expect(of(key, value)).toBe("private");
});

it.each([
  ["favorite_color", "blue"],
  ["language", "Deutsch"],
  ["music", "jazz"],
  ["couleur_préférée", "le turquoise"],
  ["temperature_unit", "Celsius"],
])("%s: %s is public", (key, value) => {
  expect(of(key, value)).toBe("public");
});

it("the stricter of two stands", () => {
  expect(stricter("private", "public")).toBe("private");
  expect(stricter("public", "sensitive")).toBe("sensitive");
  expect(stricter("private", undefined)).toBe("private");
});
