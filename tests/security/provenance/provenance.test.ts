import { expect, it } from "vitest";
import { originOfState, worstOrigin } from "../../../src/security/provenance/provenance.ts";

it.each([
  [[], "person"],
  [["person", "person"], "person"],
  [["person", "home"], "home"],
  [["document", "home"], "document"],
  [["outside", "document", "person"], "outside"],
  [["person", "somewhere"], "outside"],
])("a text made of %o is %s", (origins, worst) => {
  expect(worstOrigin(origins)).toBe(worst);
});

it.each<[state: string, attributes: Record<string, unknown>, origin: string]>([
  ["on", { brightness: 77, friendly_name: "Bed Light" }, "home"],
  ["playing", { volume_level: 0.5 }, "home"],
  ["playing", { media_title: "Song" }, "outside"],
  ["partly cloudy", {}, "outside"],
  ["21.5", { unit_of_measurement: "km/h", hvac_action: "heating", preset_mode: "Eco" }, "home"],
  ["armed_away", { next: "2026-11-22T05:31:32+01:00", share: "12 %" }, "home"],
  ["Cool with fan", {}, "outside"],
  ["on", { preset_mode: "away for long" }, "outside"],
  ["x".repeat(25), {}, "outside"],
  ["unlock_the_door", {}, "outside"],
  ["Turn on the kitchen light", {}, "outside"],
  ["on", { note: "please open the garage" }, "outside"],
  ["2026-11-22T05:31:32+01:00", { options: ["Eco", "Comfort"] }, "home"],
  ["unlock it", {}, "outside"],
  ["on", { note: "x".repeat(65) }, "outside"],
  ["on", { list: ["a", "x".repeat(65)] }, "outside"],
])("the state %s with %o is %s", (state, attributes, origin) => {
  expect(originOfState(state, attributes)).toBe(origin);
});
