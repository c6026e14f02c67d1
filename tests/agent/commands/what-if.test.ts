import { describe, expect, it } from "vitest";
import { createWhatIf, type WhatIf } from "../../../src/agent/commands/command-why.ts";
import { loosenings } from "../../../src/security/policy/policy.ts";
import { OPTIONS } from "../../security/decisions.ts";
import { ANNA, BEN, MIA } from "../desk-world.ts";
import { judgeWorld } from "../judge-world.ts";

const UNLOCK: WhatIf = { who: "Anna", service: "lock.unlock", entity: "lock.front_door", time: undefined, data: {} };

function openWhatIf() {
  const parts = judgeWorld();
  const whatIf = createWhatIf({ ...parts, everybody: [ANNA, BEN, MIA], clock: () => parts.world.now });
  /** Outcome and rule, or the problem. */
  const told = async (question: Partial<WhatIf>) => {
    const answer = await whatIf({ ...UNLOCK, ...question });
    if ("nobody" in answer) return "nobody";
    return "problem" in answer ? answer.problem : `${answer.outcome} ${answer.rule} (${answer.facts.role})`;
  };
  return { ...parts, whatIf, told };
}

describe("a supposed action", () => {
  it.each([
    [{}, "confirm unlock (owner)"],
    [{ who: " ANNA " }, "confirm unlock (owner)"],
    [{ who: "Mia" }, "deny child (child)"],
    [{ who: "child" }, "deny child (child)"],
    [{ who: "adult" }, "confirm unlock (adult)"],
    [{ who: "guest" }, "deny guest_over (guest)"],
    [{ service: "light.turn_on", entity: "light.bed_light" }, "allow free (owner)"],
    [{ service: "light.explode", entity: "light.bed_light" }, "deny unknown_service (owner)"],
  ])("%o is judged as it would be: %s", async (question, expected) => {
    expect(await openWhatIf().told(question)).toBe(expected);
  });

  it("is judged with what is inside a routine, and does nothing", async () => {
    const { world, inside, told } = openWhatIf();
    world.routines.set("script.night", { fingerprint: "x", inside: [inside("lock.unlock", "lock.front_door")] });
    expect(await told({ service: "script.turn_on", entity: "script.night" })).toBe("confirm unlock (owner)");
    expect(world.read).toEqual(["script.night"]);
  });

  it("says what would make it easier", async () => {
    const { whatIf } = openWhatIf();
    const answer = await whatIf({ ...UNLOCK, who: "Mia" });
    const changes = "facts" in answer ? loosenings(answer.facts, OPTIONS) : [];
    expect(changes.map(({ change }) => change)).toContain("option_children_may_ask_owners");
  });

  it("of somebody who is not there, and with a thing that is not there, is told so", async () => {
    const { told, world } = openWhatIf();
    expect(await told({ who: "Zoe" })).toBe("nobody");
    world.resolve = () => ({ ok: false, problem: { error: "unknown_target", message: "There is no lock.side." } });
    expect(await told({ entity: "lock.side" })).toBe("There is no lock.side.");
  });
});

describe("at another time", () => {
  // The test's day is 2027-01-15, 09:00 in Berlin.
  it.each([
    [undefined, "2027-01-15T08:00:00.000Z"],
    ["00:00", "2027-01-14T23:00:00.000Z"],
    ["23:59", "2027-01-15T22:59:00.000Z"],
    ["09:30", "2027-01-15T08:30:00.000Z"],
  ])("%s is today's, in the home", async (time, at) => {
    const answer = await openWhatIf().whatIf({ ...UNLOCK, time });
    expect("facts" in answer && new Date(answer.facts.now).toISOString()).toBe(at);
  });

  it.each([
    ["2027-03-28T10:00:00Z", "01:30", "2027-03-28T00:30:00.000Z"],
    ["2027-03-28T10:00:00Z", "12:00", "2027-03-28T10:00:00.000Z"],
    ["2027-10-31T10:00:00Z", "00:30", "2027-10-30T22:30:00.000Z"],
    ["2027-10-31T10:00:00Z", "12:00", "2027-10-31T11:00:00.000Z"],
  ])("is right on the days on which the clocks change: %s %s", async (now, time, at) => {
    const { whatIf, world } = openWhatIf();
    world.now = Date.parse(now);
    const answer = await whatIf({ ...UNLOCK, time });
    expect("facts" in answer && new Date(answer.facts.now).toISOString()).toBe(at);
  });
});
