import { describe, expect, test } from "vitest";
import { actionOn, effectNames, named } from "../effect-facts.ts";

/** [option, effects] of choosing it of a select whose name says nothing. */
const OPTIONS: readonly (readonly [string, string])[] = [
  ["Unlocked", "unlock,helper"],
  ["unlock", "unlock,helper"],
  ["Entriegelt", "unlock,helper"],
  ["Déverrouillé", "unlock,helper"],
  ["Sbloccato", "unlock,helper"],
  ["Desbloqueada", "unlock,helper"],
  ["Ontgrendeld", "unlock,helper"],
  ["Disarmed", "disarm,helper"],
  ["Unscharf", "disarm,helper"],
  ["Désarmé", "disarm,helper"],
  ["Desarmado", "disarm,helper"],
  ["Disarmato", "disarm,helper"],
  ["Open", "open-entry,helper"],
  ["Garage open", "open-entry,helper"],
  ["Geöffnet", "open-entry,helper"],
  ["Ouvert", "open-entry,helper"],
  ["Armed away", "arm,helper"],
  ["Scharf", "arm,helper"],
  ["Locked", "lock,helper"],
  ["eco", "helper"],
  ["Off", "helper"],
  ["Closed", "helper"],
];

describe("options of a select", () => {
  test.each(OPTIONS)("choosing '%s': %s", (option, expected) => {
    for (const domain of ["select", "input_select"]) {
      const call = actionOn(`${domain}.select_option`, [named(domain, "Hub")], { data: { option } });
      expect(effectNames(call).join()).toBe(expected);
    }
  });

  test.each(["select_next", "select_previous", "select_first", "select_last", "any"])("%s may choose any option there is", (name) => {
    for (const domain of ["select", "input_select"]) {
      const telling = named(domain, "Hub", { attributes: { options: ["eco", "Unlocked"] } });
      const plain = named(domain, "Hub", { attributes: { options: ["eco", "comfort"] } });
      expect(effectNames(actionOn(`${domain}.${name}`, [telling]))).toEqual(["unlock", "helper"]);
      expect(effectNames(actionOn(`${domain}.${name}`, [plain]))).toEqual(["helper"]);
    }
  });

  test("an option that is worked out later may be any, one that is named is that one", () => {
    const hub = named("select", "Hub", { attributes: { options: ["eco", "Disarmed"] } });
    expect(effectNames(actionOn("select.select_option", [hub], { data: { option: "{{ mode }}" } }))).toEqual(["disarm", "helper"]);
    expect(effectNames(actionOn("select.select_option", [hub], { data: { option: "eco" } }))).toEqual(["helper"]);
  });

  test("new options count for the next one", () => {
    const data = { options: ["Unlocked"] };
    expect(effectNames(actionOn("input_select.set_options", [named("input_select", "Hub")], { data }))).toEqual(["unlock", "helper"]);
  });
});
