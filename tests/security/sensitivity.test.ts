import { expect, it } from "vitest";
import { sensitivityOf, stricter } from "../../src/security/sensitivity.ts";

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
])("%s: %s is private", (key, value) => {
  expect(of(key, value)).toBe("private");
});

it.each([
  ["favorite_color", "blue"],
  ["language", "Deutsch"],
  ["music", "jazz"],
])("%s: %s is public", (key, value) => {
  expect(of(key, value)).toBe("public");
});

it("the stricter of two stands", () => {
  expect(stricter("private", "public")).toBe("private");
  expect(stricter("public", "sensitive")).toBe("sensitive");
  expect(stricter("private", undefined)).toBe("private");
});
