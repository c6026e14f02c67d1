import { expect, it } from "vitest";
import { isSetKey, normalisedKey } from "../../../src/memory/facts/fact-keys.ts";

it.each([
  ["preferred_temperature", "temperature"],
  ["temp", "temperature"],
  ["Preferred Room Temperature", "temperature"],
  ["temperaturePreference", "temperature"],
  ["Wunschtemperatur", "temperature"],
  ["température préférée", "temperature"],
  ["טמפרטורה מועדפת", "temperature"],
  ["bedroom_temperature", "temperature_bedroom"],
  ["temperature_night_bedroom", "preferred_night_temp_bedroom"],
  ["preferred_night_temp", "preferred_night_temp"],
  ["night temperature", "preferred_night_temp"],
  ["wake_up_time", "wake_time"],
  ["wake time weekdays", "wake_time_weekdays"],
  ["wake_up_music", "wake_up_music"],
  ["bed_time", "bedtime"],
  ["favourite colour", "favorite_color"],
  ["Lieblingsfarbe", "favorite_color"],
  ["allergic_to", "allergies"],
  ["food_allergy", "allergies"],
  ["Nahrungsmittelallergie", "allergies"],
  ["lactose_intolerance", "allergies_lactose"],
  ["daughter_allergies", "allergies_daughter"],
  ["allergy_medication", "allergy_medication"],
  ["dietary_preference", "diet"],
  ["user_hobby", "hobbies"],
  ["shoe-size", "shoe_size"],
  ["trash day", "trash_day"],
  ["coffee_time", "coffee_time"],
  ["favorite_coffee", "drinks"],
  ["favorite_constructor", "favorite_constructor"],
])("%s is %s, and stays so", (written, name) => {
  expect(normalisedKey(written).name).toBe(name);
  expect(normalisedKey(name).name).toBe(name);
});

it.each(["!!", "", "_"])("“%s” is no key", (written) => {
  expect(normalisedKey(written).name).toBe("");
});

it.each([
  ["allergies", true],
  ["pets", true],
  ["temperature", false],
  ["plants", true],
  ["food_allergy", true],
  ["disliked_food", true],
  ["dislikes", true],
  ["daughter_name", true],
  ["allergy_medication", true],
  ["mother_name", false],
  ["lighting_preference", false],
  ["house_plants", true],
  ["shoe_size", false],
  ["address", false],
  ["work_status", false],
  ["plays_tennis", false],
  ["coffee_time", false],
])("%s holds several values: %s", (key, several) => {
  expect(isSetKey(normalisedKey(key))).toBe(several);
});
