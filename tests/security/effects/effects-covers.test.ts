import { describe, expect, test } from "vitest";
import type { EntityFacts } from "../../../src/security/effects/action-facts.ts";
import type { Effect } from "../../../src/security/effects/effect.ts";
import { actionOn, effectNames, named } from "../effect-facts.ts";

/** [device class, what is known of the cover, effect of opening it]. Some integrations give every cover one and the same class. */
const SHUTTERS: readonly (readonly [string, Partial<EntityFacts>, Effect])[] = [
  ["shutter", { name: "Garage door" }, "open-entry"],
  ["shutter", { name: "Garage" }, "open-entry"],
  ["awning", { name: "Gate" }, "open-entry"],
  ["curtain", { name: "Hoftor" }, "open-entry"],
  ["window", { name: "Portail" }, "open-entry"],
  ["blind", { name: "Porte de garage" }, "open-entry"],
  ["damper", { name: "Cancello" }, "safeguard"],
  ["damper", { name: "Kitchen blind" }, "safeguard"],
  ["window", { name: "Kitchen blind" }, "open-entry"],
  ["", { name: "Kitchen blind" }, "open-entry"],
  ["", { name: "Kitchen", platform: "motion_blinds" }, "cover"],
  ["", { name: "Kitchen", model: "FYRTUR block-out roller blind" }, "cover"],
  ["", { name: "Garage door", model: "FYRTUR block-out roller blind" }, "open-entry"],
  ["", { name: "Kitchen", model: "Garage door opener" }, "open-entry"],
  ["damper", { name: "Kitchen", model: "Roller blind" }, "safeguard"],
  ["shade", { name: "Garagentor" }, "open-entry"],
  ["shutter", { name: "Front door" }, "open-entry"],
  ["shutter", { name: "Rollo Garagentor" }, "open-entry"],
  ["shutter", { name: "Garage roller shutter" }, "open-entry"],
  ["shutter", { name: "Volet de garage" }, "open-entry"],
  ["shutter", { name: "Relay 1", aliases: ["the garage door"] }, "open-entry"],
  ["shutter", { name: "Shutter 1", aliases: ["the garage door"] }, "open-entry"],
  ["shutter", { name: "Relay 1", deviceName: "Garage door" }, "open-entry"],
  ["shutter", { name: "Relay 1", labels: ["Garage"] }, "open-entry"],
  ["shutter", { name: "Relay 1", translationKey: "garage_door" }, "open-entry"],
  ["shutter", { name: "Relay 1", entityId: "cover.garage_door" }, "open-entry"],
  ["shutter", { name: "Left", platform: "myq" }, "open-entry"],
  ["shutter", { name: "Shutter", platform: "gogogate2" }, "open-entry"],
  ["blind", { name: "Left", platform: "Tailwind" }, "open-entry"],
  ["blind", { name: "Left", platform: "ismartgate" }, "open-entry"],
  ["shutter", { name: "Left" }, "cover"],
  ["shutter", { name: "Kitchen" }, "cover"],
  ["blind", { name: "Garage window blind" }, "cover"],
  ["shutter", { name: "Garage window", entityId: "cover.garage_window" }, "cover"],
  ["shutter", { name: "Jalousie Terrassentür" }, "cover"],
  ["shutter", { name: "Terrassentür Rollladen" }, "cover"],
  ["shutter", { name: "Volet porte d'entrée" }, "cover"],
  ["shutter", { name: "Garage door blind" }, "cover"],
  ["blind", { name: "Blind", labels: ["Garage"], deviceName: "Garage" }, "cover"],
  ["shutter", { name: "Monitor" }, "cover"],
];

describe("covers of a class for blinds", () => {
  test.each(SHUTTERS)("opening a %s of which %o is known: %s", (deviceClass, facts, expected) => {
    const cover = named("cover", "", { state: "closed", deviceClass, ...facts });
    expect(effectNames(actionOn("cover.open_cover", [cover]))).toEqual([expected]);
  });

  test("the home's own words count, and a gate is one in them too", () => {
    const words = new Map<string, Effect>([
      ["garagentor", "open-entry"],
      ["ukse", "open-entry"],
    ]);
    const opening = (name: string) => effectNames(actionOn("cover.open_cover", [named("cover", name, { deviceClass: "shutter" })]), words);
    expect(opening("Ukse")).toEqual(["open-entry"]);
    expect(opening("Rollo Garagentor")).toEqual(["open-entry"]);
    expect(opening("Rollo Ukse")).toEqual(["cover"]);
  });

  test("closing one that is told to be a gate opens nothing", () => {
    expect(effectNames(actionOn("cover.close_cover", [named("cover", "Gate", { deviceClass: "shutter" })]))).toEqual(["cover"]);
  });
});

test.each(["open_cover", "close_cover", "set_cover_position", "stop_cover"])("a damper is not moved by the way: %s", (name) => {
  expect(effectNames(actionOn(`cover.${name}`, [named("cover", "Chimney", { deviceClass: "damper" })]))).toEqual(["safeguard"]);
});
