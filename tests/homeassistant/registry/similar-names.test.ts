import { expect, test } from "vitest";
import { plainWords, similarNames } from "../../../src/homeassistant/registry/similar-names.ts";
import { editDistance } from "../../../src/text/edit-distance.ts";

const HOME = ["light.bed_light", "light.kitchen_lights", "media_player.kitchen", "cover.garage_door", "lock.front_door"].map((id) => ({
  id,
  names: id === "lock.front_door" ? ["Haustür"] : [],
}));

test.each([
  ["light.bedlight", "light.bed_light"],
  ["switch.bed_light", "light.bed_light"],
  ["light.kitchen", "light.kitchen_lights"],
  ["garage", "cover.garage_door"],
  ["lock.haustuer", "lock.front_door"],
  ["lock.Haustür", "lock.front_door"],
])("%s is taken for %s", (wanted, nearest) => {
  expect(similarNames(wanted, HOME)[0]).toBe(nearest);
});

test.each(["zzz", "vacuum.robot", "", "."])("%j is like nothing", (wanted) => {
  expect(similarNames(wanted, HOME)).toEqual([]);
});

test("the distance counts letters to add, drop and change, and stops counting where it is too much", () => {
  expect([editDistance("", "abc"), editDistance("kitten", "sitting"), editDistance("same", "same")]).toEqual([3, 3, 0]);
  expect(editDistance("abcdefgh", "zzzzzzzz", 2)).toBeGreaterThan(2);
});

test("words are compared without case, accents and punctuation, in any script", () => {
  expect(plainWords("Küche, Front-Dóor 2!")).toEqual(["kuche", "front", "door", "2"]);
  expect(plainWords("Кухня")).toEqual(["кухня"]);
});
