import { expect, it } from "vitest";
import { normalisedKey } from "../../../src/memory/facts/fact-keys.ts";
import { comparable, isSaid, saysNoMore, saysOpposite, saysTheSame } from "../../../src/memory/facts/fact-values.ts";

it.each([
  ["temperature", "22 degrees", "22 °C", true],
  ["temperature", "22,5 Grad", "22.5", true],
  ["temperature", "22", "22 °F", false],
  ["temperature", "22", "19", false],
  ["temperature", "around 22 °C", "22", true],
  ["temperature", "at least 21 degrees", "at most 21 degrees", false],
  ["temperature", "21 degrees at night", "21 degrees", false],
  ["wake_time", "7am", "07:00", true],
  ["wake_time", "7:30 Uhr", "7h30", true],
  ["bedtime", "10:30 pm", "22:30", true],
  ["bedtime", "10:30", "22:30", false],
  ["wake_time", "6 Uhr", "6 Uhr 30", false],
  ["wake_time", "um 6 Uhr 30", "6:30", true],
  ["wake_time", "6", "half past 6", false],
  ["wake_time", "11", "quarter to 11", false],
  ["wake_time", "half past 6", "Half past 6.", true],
  ["wake_time", "at 7", "7 o'clock", true],
  ["wake_time", "7 30", "7", false],
  ["wake_time", "7", "7 in summer", false],
  ["bedtime", "23:75", "23", false],
  ["favorite_color", "Blue!", "blue", true],
  ["favorite_color", "blue", "light blue", false],
])("for %s “%s” and “%s” are the same: %s", (key, one, other, same) => {
  const kind = normalisedKey(key);
  expect(comparable(one, kind) === comparable(other, kind)).toBe(same);
});

it.each([
  ["peanuts", "peanut", true],
  ["peanuts", "peanut allergy", true],
  ["peanuts", "walnuts", false],
  ["coffee", "no coffee", false],
  ["Kaffee", "kein Kaffee", false],
  ["2 cats", "3 cats", false],
  ["21:38", "21:38", true],
  ["7:00", "7", true],
  ["21:38", "22:38", false],
  ["?", "!", false],
  ["אגוזים", "האגוזים", true],
])("“%s” says the same as “%s”: %s", (one, other, same) => {
  expect(saysTheSame(one, other)).toBe(same);
  expect(saysTheSame(other, one)).toBe(same);
});

it.each([
  ["peanuts", "allergic to peanuts and milk", true],
  ["allergic to peanuts and milk", "peanuts", false],
  ["milk and peanuts", "peanuts, milk", true],
  ["coffee", "no coffee", false],
])("“%s” says no more than “%s”: %s", (one, than, is) => {
  expect(saysNoMore(one, than)).toBe(is);
});

it.each([
  ["22 degrees", "I prefer 22 degrees", true],
  ["22°C", "ich mag es bei 22 Grad", true],
  ["7:00", "I get up at 7", true],
  ["vegetarian", "I'm a vegetarian", true],
  ["Vegetarier", "ich esse vegetarisch", true],
  ["אגוזים", "אני אלרגית לאגוזים", true],
  ["25 degrees", "I prefer 22 degrees", false],
  ["22 degrees", "what do I like?", false],
  ["vegetarian", "I eat no meat", false],
  ["the alarm is off at night", "what about the alarm?", false],
])("“%s” is in “%s”: %s", (value, said, is) => {
  expect(isSaid(value, said)).toBe(is);
});

it.each([
  ["coconut milk", "milk", false],
  ["peanuts since my hospital stay", "peanuts", false],
  ["allergic to milk", "milk", true],
  ["peanuts", "peanut", true],
  ["peanuts and milk", "milk", true],
  ["milk", "milk, nuts", true],
])("of allergies “%s” and “%s” are one: %s", (one, other, is) => {
  expect(saysTheSame(one, other, normalisedKey("allergies"))).toBe(is);
});

it.each([
  ["coffee", "no coffee", true],
  ["coffee", "no coffee any more", true],
  ["dogs", "hates dogs", true],
  ["Kaffee", "kein Kaffee mehr", true],
  ["coffee", "no coffee after 16", false],
  ["coffee", "coffee", false],
  ["tea", "no coffee", false],
])("“%s” and “%s” are opposites: %s", (one, other, are) => {
  expect([saysOpposite(one, other), saysOpposite(other, one)]).toEqual([are, are]);
});
